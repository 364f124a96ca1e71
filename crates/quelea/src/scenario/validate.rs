//! What must hold between parameters, beyond each one's own range.

use super::settings::{
    Combine, Engine, LeeAlgorithm, ORDER, PerceptionKind, QUIRKS, Relation, Search, SpaceKind, StartPosition,
};
use super::{Fault, Kind, Scenario, ScenarioError};
use crate::parameters::nearest;
use std::collections::HashSet;

/// The most species there may be: a boid keeps the number of its own in one byte.
pub const MOST_SPECIES: usize = 255;

/// How many of Lee's cells there may be in all.
const MOST_CELLS: usize = 1 << 24;

impl Scenario {
    /// Checks what must hold between parameters.
    pub fn validate(&self) -> Result<(), ScenarioError> {
        let faults = self.faults();
        if faults.is_empty() { Ok(()) } else { Err(ScenarioError { file: None, faults }) }
    }

    pub(super) fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.space_faults(&mut faults);
        self.vectors(&mut faults);
        self.species_faults(&mut faults);
        self.obstacle_faults(&mut faults);
        for (index, kind) in self.kinds().enumerate() {
            let prefix = if index == 0 { String::new() } else { format!("species.{}.", kind.name) };
            self.kind_faults(&prefix, kind, &mut faults);
        }
        let quirks = &self.general.reference.quirks;
        known_words("reference.quirks", quirks, &QUIRKS, &mut faults);
        if !quirks.is_empty() && self.general.engine == Engine::Fast {
            let problem = "needs the reference engine: it reproduces a shipped program's defects";
            faults.push(Fault::new("reference.quirks", problem).allowing("engine = \"reference\", or no quirks"));
        }
        faults
    }

    fn space_faults(&self, faults: &mut Vec<Fault>) {
        let (dimension, space) = (self.general.dimension, &self.general.space);
        let boxed = !matches!(space.kind, SpaceKind::Open | SpaceKind::Sphere);
        if boxed && space.size.len() != dimension {
            let problem = if space.size.is_empty() {
                "is missing".to_owned()
            } else {
                format!("has {} numbers", space.size.len())
            };
            faults.push(
                Fault::new("space.size", problem)
                    .allowing(format!("{dimension} numbers, one per axis, as dimension is {dimension}")),
            );
        }
        let narrowest = space.size.iter().copied().fold(f64::INFINITY, f64::min);
        if space.kind == SpaceKind::Wrap && 2.0 * space.margin <= -narrowest {
            faults.push(
                Fault::new("space.margin", "leaves no world")
                    .allowing("more than minus half the world's shortest side"),
            );
        }
    }

    /// Lists with one number per axis have that many.
    fn vectors(&self, faults: &mut Vec<Fault>) {
        let dimension = self.general.dimension;
        let mut check = |key: String, list: Option<&Vec<f64>>| {
            if let Some(list) = list.filter(|list| list.len() != dimension) {
                let problem = format!("has {} numbers", list.len());
                faults.push(
                    Fault::new(&key, problem)
                        .allowing(format!("{dimension}, one per axis, as dimension is {dimension}")),
                );
            }
        };
        check("space.origin".into(), self.general.space.origin.as_ref());
        check("pointer.position".into(), self.general.pointer.position.as_ref());
        for (index, kind) in self.kinds().enumerate() {
            let prefix = if index == 0 { String::new() } else { format!("species.{}.", kind.name) };
            check(format!("{prefix}start.at"), kind.species.start.at.as_ref());
            check(format!("{prefix}goal.position"), kind.species.goal.position.as_ref());
        }
    }

    fn species_faults(&self, faults: &mut Vec<Fault>) {
        let mut names = HashSet::new();
        for kind in self.kinds() {
            // Names are parts of paths, such as species.NAME.boids.
            if kind.name.is_empty() || kind.name.contains(|c: char| !(c.is_alphanumeric() || "-_".contains(c))) {
                let problem = format!("has a name, {:?}, that --set could not reach", kind.name);
                let fault = Fault::new(&format!("species.{}", kind.name), problem);
                faults.push(fault.allowing("letters, digits, `-` and `_`, at least one of them"));
            }
            if !names.insert(kind.name.as_str()) {
                faults.push(
                    Fault::new(&format!("species.{}", kind.name), "is a second species of that name")
                        .allowing("another name"),
                );
            }
        }
        if names.len() > MOST_SPECIES {
            faults.push(
                Fault::new("species", format!("lists {} species", names.len()))
                    .allowing(format!("at most {MOST_SPECIES}")),
            );
        }
        for (index, kind) in self.kinds().enumerate() {
            let prefix = if index == 0 { String::new() } else { format!("species.{}.", kind.name) };
            for name in kind.relations.keys().filter(|name| !names.contains(name.as_str())) {
                let mut known: Vec<_> = names.iter().copied().collect();
                known.sort_unstable();
                let fault = Fault::new(&format!("{prefix}relations.{name}"), "names a species that does not exist");
                faults.push(fault.allowing(known.join(", ")).hinting(nearest(name, known.iter().copied())));
            }
        }
        if self.boids() as f64 > 4e9 {
            faults.push(Fault::new("boids", "makes too many boids in all").allowing("at most 4000000000"));
        }
    }

    fn kind_faults(&self, prefix: &str, kind: &Kind, faults: &mut Vec<Fault>) {
        let species = &kind.species;
        let key = |key: &str| format!("{prefix}{key}");
        self.perception_faults(prefix, kind, faults);
        self.goal_faults(prefix, species, faults);
        self.flow_faults(prefix, species, faults);
        if species.start.position == StartPosition::Point && species.start.at.is_none() {
            faults.push(Fault::new(&key("start.at"), "is missing").allowing("the point at which all boids start"));
        }
        if species.start.low > species.start.high {
            faults.push(Fault::new(&key("start.low"), "is above start.high").allowing("at most start.high"));
        }
        let motion = &species.motion;
        let budget = matches!(motion.combine, Combine::BudgetOfSum | Combine::BudgetOfLengths);
        if budget && motion.max_force.is_none() {
            faults.push(
                Fault::new(&key("motion.max_force"), "is missing")
                    .allowing("a number: it is the budget that the rules share"),
            );
        }
        if motion.min_speed > motion.max_speed {
            faults.push(
                Fault::new(&key("motion.min_speed"), "is above motion.max_speed").allowing("at most motion.max_speed"),
            );
        }
        known_words(&key("motion.order"), &motion.order, &ORDER, faults);
        let mut seen = HashSet::new();
        if let Some(twice) = motion.order.iter().find(|rule| !seen.insert(rule.as_str())) {
            faults.push(Fault::new(&key("motion.order"), format!("names `{twice}` twice")).allowing("each rule once"));
        }
    }

    fn perception_faults(&self, prefix: &str, kind: &Kind, faults: &mut Vec<Fault>) {
        use PerceptionKind::*;
        let key = |key: &str| format!("{prefix}{key}");
        let species = &kind.species;
        let (perception, space) = (&species.perception, &self.general.space);
        let nearest_only = matches!(perception.kind, Nearest | NearestWithin);
        // One boid alone perceives nobody, however many it asks for.
        if nearest_only && species.boids > 0 && self.boids() > 1 && perception.neighbours >= self.boids() {
            let problem = format!("asks for {} neighbours in a flock of {}", perception.neighbours, self.boids());
            let allowed = format!("at most {}: everyone else", self.boids() - 1);
            faults.push(Fault::new(&key("perception.neighbours"), problem).allowing(allowed));
        }
        if space.kind == SpaceKind::Torus {
            // What nobody of this species looks out for has no part in it.
            let half = space.size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0;
            let radii = [
                ("perception.radius", matches!(perception.kind, Radius | NearestWithin).then_some(perception.radius)),
                ("separation.radius", species.separation.radius),
                ("alignment.radius", species.alignment.radius),
                ("cohesion.radius", species.cohesion.radius),
                ("flee.radius", kind.does(Relation::Flee).then_some(species.flee.radius)),
                ("hunt.radius", kind.does(Relation::Hunt).then_some(species.hunt.radius)),
            ];
            for (name, radius) in radii {
                if let Some(radius) = radius.filter(|radius| *radius > half) {
                    let problem =
                        format!("is {radius}, more than half the torus: a boid would see the same neighbour twice");
                    faults.push(
                        Fault::new(&key(name), problem).allowing(format!("at most {half}, or a larger space.size")),
                    );
                }
            }
        }
        if perception.kind == Friends {
            for edge in &perception.edges {
                if let Some(stranger) = edge.iter().find(|id| **id >= self.boids()) {
                    let problem = format!("names boid {stranger}, which does not exist");
                    let allowed = format!("ids below {}, the number of boids", self.boids());
                    faults.push(Fault::new(&key("perception.edges"), problem).allowing(allowed));
                    break;
                }
            }
        }
        let representative = self.general.search == Search::Representative;
        if representative && !self.others.is_empty() && prefix.is_empty() {
            let problem = "representative knows one species only: a cell would stand in for several at once";
            faults.push(Fault::new("search", problem).allowing("another search, or one species"));
        }
        if representative && self.relation(0, 0) != Relation::Flock && prefix.is_empty() {
            let problem = "representative flocks with those it finds, whatever `relations` say";
            faults.push(Fault::new("search", problem).allowing("another search, or \"flock\" for the own species"));
        }
        if representative && perception.kind != Nearest {
            let allowed = "perception.kind = \"nearest\", or another search";
            faults.push(Fault::new("search", "representative looks for the k nearest only").allowing(allowed));
        }
        if representative
            && self.general.representative.algorithm != LeeAlgorithm::Basic
            && matches!(space.kind, SpaceKind::Open | SpaceKind::Sphere)
        {
            faults.push(
                Fault::new("search", "representative needs a world with edges for its cells")
                    .allowing("torus, wrap, walls or reflect"),
            );
        }
        let (cells, dimension) = (self.general.representative.cells, self.general.dimension);
        if representative && prefix.is_empty() && cells.saturating_pow(dimension as u32) > MOST_CELLS {
            let most = (1..).take_while(|cells: &usize| cells.pow(dimension as u32) <= MOST_CELLS).last().unwrap_or(1);
            faults.push(
                Fault::new("representative.cells", format!("{cells} along each of {dimension} axes are too many"))
                    .allowing(format!("1 to {most} in {dimension}D")),
            );
        }
    }
}

fn known_words(key: &str, words: &[String], known: &[&str], faults: &mut Vec<Fault>) {
    for word in words.iter().filter(|word| !known.contains(&word.as_str())) {
        let fault = Fault::new(key, format!("names `{word}`, which does not exist"));
        faults.push(fault.allowing(known.join(", ")).hinting(nearest(word, known.iter().copied())));
    }
}
