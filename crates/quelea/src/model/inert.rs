//! Parameters that have no effect, and why.
//!
//! Most parameters need something else: a weight its rule in `motion.order`, a number of neighbours a perception
//! that counts, a goal's speed a path. Setting one without the other changes nothing, which is easily taken for a
//! result.

use super::settings::{
    AvoidMethod, Combine, EndWhen, FlowField, Integrator, KernelKind, LeeAlgorithm, NoiseKind, PerceptionKind,
    PointerMode, Relation, Response, Search, ShapeKind, SpaceKind, SpeciesSettings, StartPosition, StartVelocity,
};
use super::{EngineName, RuleKind, Scenario, read};
use std::fmt;

/// A parameter that cannot change how the flock moves, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inert {
    /// The parameter.
    pub path: String,
    /// Why it has no effect.
    pub cause: Cause,
}

/// Why a parameter has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The rule it belongs to is not in `motion.order`.
    NotInOrder {
        /// The rule.
        rule: RuleKind,
        /// The path of `motion.order`.
        order: String,
    },
    /// The weight of its rule is 0.
    NoWeight {
        /// The path of the weight.
        weight: String,
    },
    /// A parameter has another value than it needs.
    Is {
        /// That parameter.
        path: String,
        /// Its value.
        value: String,
        /// The values it would act with.
        needed: Vec<String>,
    },
    /// A parameter that it needs is missing.
    Missing {
        /// Those of which one would do.
        paths: Vec<String>,
    },
    /// The field of view is the full circle.
    FullView {
        /// The path of the view.
        view: String,
    },
    /// Another parameter takes its place.
    Replaced {
        /// That parameter.
        by: String,
    },
    /// There is no obstacle.
    NoObstacle,
    /// No species stands in the relation it needs.
    NoRelation {
        /// The path of the relations.
        relations: String,
        /// The relations of which one would do.
        needed: Vec<String>,
    },
}

impl fmt::Display for Inert {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "`{}` has no effect: {}", self.path, self.cause)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cause::NotInOrder { rule, order } => write!(f, "`{order}` does not list `{rule}`"),
            Cause::NoWeight { weight } => write!(f, "`{weight}` is 0"),
            Cause::Is { path, value, .. } => write!(f, "`{path}` is `{value}`"),
            Cause::Missing { paths } => match paths.as_slice() {
                [path] => write!(f, "there is no `{path}`"),
                paths => write!(f, "there is neither {}", list(paths, "nor")),
            },
            Cause::FullView { view } => write!(f, "`{view}` is 360"),
            Cause::Replaced { by } => write!(f, "`{by}` takes its place"),
            Cause::NoObstacle => write!(f, "there are no obstacles"),
            Cause::NoRelation { relations, needed } => {
                write!(f, "`{relations}` has no {}", list(needed, "and no"))
            }
        }
    }
}

impl Cause {
    /// What to do so that the parameter acts.
    pub fn remedy(&self) -> String {
        match self {
            Cause::NotInOrder { rule, order } => format!("add \"{rule}\" to `{order}`"),
            Cause::NoWeight { weight } => format!("set `{weight}`"),
            Cause::Is { path, needed, .. } => format!("set `{path}` to {}", list(needed, "or")),
            Cause::Missing { paths } => format!("set {}", list(paths, "or")),
            Cause::FullView { view } => format!("set `{view}` to less than 360"),
            Cause::Replaced { by } => format!("leave out `{by}`"),
            Cause::NoObstacle => "add an [[obstacle]]".to_owned(),
            Cause::NoRelation { relations, needed } => {
                format!("set `{relations}.NAME`, with the name of a species, to {}", list(needed, "or"))
            }
        }
    }
}

/// `a`, `b` or `c`.
fn list(words: &[impl fmt::Display], last: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => String::new(),
        [word] => word.clone(),
        [words @ .., word] => format!("{} {last} {word}", words.join(", ")),
    }
}

impl Scenario {
    /// Why a parameter cannot change how the flock moves; `None` if it can, if it is a name or an output, or if there
    /// is no such parameter. What matters is the rest of the scenario, not the value of the parameter.
    ///
    /// ```
    /// use quelea::Scenario;
    ///
    /// let mesa = Scenario::preset("mesa")?;
    /// let inert = mesa.inert("wander.weight").unwrap();
    /// assert_eq!(inert.to_string(), "`wander.weight` has no effect: `motion.order` does not list `wander`");
    /// assert_eq!(inert.cause.remedy(), "add \"wander\" to `motion.order`");
    /// assert!(mesa.inert("cohesion.weight").is_none());
    /// # Ok::<(), quelea::ScenarioError>(())
    /// ```
    pub fn inert(&self, path: &str) -> Option<Inert> {
        let cause = match path.strip_prefix("species.").and_then(|rest| rest.split_once('.')) {
            Some((name, key)) => {
                let index = self.species.iter().position(|species| species.name == name)?;
                Subject { scenario: self, index, path }.species(key)
            }
            None => self.general_cause(path).or_else(|| Subject { scenario: self, index: 0, path }.species(path)),
        };
        cause.map(|cause| Inert { path: path.to_owned(), cause })
    }

    /// The keys in the text of this scenario's file that have no effect, each with its line. A weight of 0 switches a
    /// rule off and counts as an effect. What concerns another engine or search is left out: it waits for whoever
    /// chooses that one.
    pub fn inert_keys(&self, text: &str) -> Vec<(usize, Inert)> {
        let waits = |path: &str| path.starts_with("reference.") || path.starts_with("representative.");
        let keys = read::keys(text).into_iter().filter(|(_, path)| !waits(path));
        keys.filter_map(|(line, path)| Some((line, self.inert(&path).filter(|_| !self.is_off(&path))?))).collect()
    }

    /// Whether a parameter is a weight of 0, which is there to switch a rule off.
    pub fn is_off(&self, path: &str) -> bool {
        path.ends_with(".weight") && self.get(path).and_then(|value| value.as_float()) == Some(0.0)
    }

    fn general_cause(&self, path: &str) -> Option<Cause> {
        let general = &self.general;
        let (space, pointer) = (&general.space, &general.pointer);
        let (section, key) = path.split_once('.')?;
        match (section, key) {
            ("space", "radius") => is_not("space.kind", space.kind, &[SpaceKind::Sphere]),
            ("space", "margin") => is_not("space.kind", space.kind, &[SpaceKind::Wrap, SpaceKind::Walls]),
            ("space", "push" | "push_after_limit" | "clamp") => is_not("space.kind", space.kind, &[SpaceKind::Walls]),
            ("space", "wrap_before_move") => is_not("space.kind", space.kind, &[SpaceKind::Wrap]),
            ("pointer", key) => {
                let needed = &[PointerMode::Repel, PointerMode::Attract];
                let off = (key != "mode").then(|| is_not("pointer.mode", pointer.mode, needed)).flatten();
                let absent = (key != "position" && pointer.position.is_none())
                    .then(|| Cause::Missing { paths: vec!["pointer.position".to_owned()] });
                let unlisted =
                    self.species.iter().all(|species| !species.settings.motion.order.contains(&RuleKind::Pointer));
                let unlisted =
                    unlisted.then(|| Cause::NotInOrder { rule: RuleKind::Pointer, order: "motion.order".to_owned() });
                unlisted.or(off).or(absent)
            }
            ("representative", key) => {
                let other = is_not("search", general.search, &[Search::Representative]);
                let algorithm = general.representative.algorithm;
                let (path, representative) = ("representative.algorithm", LeeAlgorithm::Representative);
                other.or_else(|| match key {
                    "cells" | "stop" => is_not(path, algorithm, &[LeeAlgorithm::Partition, representative]),
                    "o" => is_not(path, algorithm, &[representative]),
                    _ => None,
                })
            }
            ("obstacle", rest) => self.obstacle_cause(rest),
            ("reference", _) if general.engine != EngineName::REFERENCE => Some(Cause::Is {
                path: "engine".to_owned(),
                value: general.engine.to_string(),
                needed: vec![EngineName::REFERENCE.to_string()],
            }),
            ("end", key) if key != "when" => {
                let needed: &[EndWhen] = match key {
                    "at" | "within" => &[EndWhen::AtGoal],
                    _ => &[EndWhen::AtGoal, EndWhen::OneCluster],
                };
                is_not("end.when", general.end.when, needed)
            }
            _ => None,
        }
    }
}

impl Scenario {
    /// Why a parameter of an obstacle, `N.key`, has no effect.
    fn obstacle_cause(&self, path: &str) -> Option<Cause> {
        use ShapeKind::*;
        let (number, key) = path.split_once('.')?;
        let obstacle = self.obstacles.get(number.parse::<usize>().ok()?)?;
        let needed: &[ShapeKind] = match key {
            "centre" => &[Sphere, Box, HalfSpace],
            "radius" => &[Sphere, Capsule],
            "size" => &[Box],
            "from" | "to" => &[Capsule],
            "normal" => &[HalfSpace],
            "points" | "closed" | "solid" | "thickness" => &[Polygon],
            "speed" | "ends" if obstacle.path.is_empty() => {
                return Some(Cause::Missing { paths: vec![format!("obstacle.{number}.path")] });
            }
            _ => ShapeKind::ALL,
        };
        is_not(&format!("obstacle.{number}.shape"), obstacle.shape, needed)
    }
}

/// The cause if a word is none of those needed.
fn is_not<C: PartialEq + fmt::Display>(path: &str, value: C, needed: &[C]) -> Option<Cause> {
    (!needed.contains(&value)).then(|| Cause::Is {
        path: path.to_owned(),
        value: value.to_string(),
        needed: needed.iter().map(C::to_string).collect(),
    })
}

/// A parameter of a species.
struct Subject<'a> {
    scenario: &'a Scenario,
    index: usize,
    /// As the user wrote it, which says how to write the paths of others.
    path: &'a str,
}

impl Subject<'_> {
    fn settings(&self) -> &SpeciesSettings {
        &self.scenario.species[self.index].settings
    }

    /// The path of another parameter of the same species.
    fn beside(&self, key: &str) -> String {
        match self.path.starts_with("species.") {
            true => format!("species.{}.{key}", self.scenario.species[self.index].name),
            false => key.to_owned(),
        }
    }

    fn is_not<C: PartialEq + fmt::Display>(&self, key: &str, value: C, needed: &[C]) -> Option<Cause> {
        is_not(&self.beside(key), value, needed)
    }

    fn missing(&self, keys: &[&str]) -> Option<Cause> {
        Some(Cause::Missing { paths: keys.iter().map(|key| self.beside(key)).collect() })
    }

    /// Why a parameter of this species, by its path within it, has no effect.
    fn species(&self, path: &str) -> Option<Cause> {
        let (section, key) = path.split_once('.')?;
        match section {
            "start" => self.start(key),
            "perception" => self.perception(key),
            "separation" => self.rule(RuleKind::Separation, key).or_else(|| self.neighbour_rule(section, key)),
            "alignment" => self.rule(RuleKind::Alignment, key).or_else(|| self.neighbour_rule(section, key)),
            "cohesion" => self.rule(RuleKind::Cohesion, key).or_else(|| self.neighbour_rule(section, key)),
            "flee" => self.relation(&[Relation::Flee]).or_else(|| match key {
                // Grazing and who is in range do not depend on the force.
                "graze" | "radius" => None,
                _ => self.rule(RuleKind::Flee, key),
            }),
            "hunt" => self.relation(&[Relation::Hunt]).or_else(|| match key {
                "near_miss" => None,
                _ => self.rule(RuleKind::Hunt, key),
            }),
            "herd" => self.relation(&[Relation::Herd]).or_else(|| match key {
                "near" | "near_speed" => None,
                _ => self.rule(RuleKind::Herd, key),
            }),
            "goal" => self.goal(key),
            "avoid" => self.avoid(key),
            "flow" => self.flow(key),
            "wander" => self.rule(RuleKind::Wander, key),
            "noise" if key == "strength" => {
                let kinds = [NoiseKind::Angular, NoiseKind::Gaussian, NoiseKind::Vectorial];
                self.is_not("noise.kind", self.settings().noise.kind, &kinds)
            }
            "motion" => self.motion(key),
            "spread" => self.spread(key),
            _ => None,
        }
    }

    /// Whether a rule is listed, and unless it is the weight itself that is asked for, has one.
    fn rule(&self, rule: RuleKind, key: &str) -> Option<Cause> {
        let settings = self.settings();
        if !settings.motion.order.contains(&rule) {
            return Some(Cause::NotInOrder { rule, order: self.beside("motion.order") });
        }
        let weight = match rule {
            RuleKind::Separation => settings.separation.weight,
            RuleKind::Alignment => settings.alignment.weight,
            RuleKind::Cohesion => settings.cohesion.weight,
            RuleKind::Flee => settings.flee.weight,
            RuleKind::Hunt => settings.hunt.weight,
            RuleKind::Herd => settings.herd.weight,
            RuleKind::Goal => settings.goal.weight,
            RuleKind::Avoid => settings.avoid.weight,
            RuleKind::Flow => settings.flow.weight,
            RuleKind::Wander => settings.wander.weight,
            RuleKind::Pointer => self.scenario.general.pointer.weight,
        };
        if key != "weight" && weight == 0.0 {
            return Some(Cause::NoWeight { weight: self.beside(&format!("{rule}.weight")) });
        }
        match key {
            "response" | "limit" | "slowing" | "match_velocity" => {
                self.is_not("motion.combine", settings.motion.combine, &NOT_BY_TURNS)
            }
            _ => None,
        }
    }

    fn relation(&self, needed: &[Relation]) -> Option<Cause> {
        let (scenario, index) = (self.scenario, self.index);
        let related = (0..scenario.species.len()).any(|other| needed.contains(&scenario.relation(index, other)));
        (!related).then(|| Cause::NoRelation {
            relations: self.beside("relations"),
            needed: needed.iter().map(Relation::to_string).collect(),
        })
    }

    fn start(&self, key: &str) -> Option<Cause> {
        use StartPosition::*;
        let start = &self.settings().start;
        let velocity = |needed: &[StartVelocity]| self.is_not("start.velocity", start.velocity, needed);
        match key {
            "at" if start.velocity == StartVelocity::Tangent => None,
            "at" => self.is_not("start.position", start.position, &[Point, Ball, Gaussian, Ring, Lattice]),
            "radius" => self.is_not("start.position", start.position, &[Ball, Gaussian, Ring, Lattice]),
            "low" | "high" => velocity(&[StartVelocity::Box, StartVelocity::WholeBox]),
            "speed" => velocity(&[StartVelocity::Heading, StartVelocity::Direction, StartVelocity::Tangent]),
            "direction" => velocity(&[StartVelocity::Direction]),
            _ => None,
        }
    }

    fn perception(&self, key: &str) -> Option<Cause> {
        use PerceptionKind::*;
        let settings = self.settings();
        let perception = &settings.perception;
        let kind = |needed: &[PerceptionKind]| self.is_not("perception.kind", perception.kind, needed);
        match key {
            "neighbours" => kind(&[Nearest, NearestWithin]),
            "edges" | "directed" | "nearest_at_start" => kind(&[Friends]),
            "near" => {
                let views = [settings.separation.view, settings.alignment.view, settings.cohesion.view];
                let everywhere = views.iter().all(|view| view.unwrap_or(perception.view) >= 360.0);
                everywhere.then(|| Cause::FullView { view: self.beside("perception.view") })
            }
            _ => None,
        }
    }

    /// What a rule about neighbours needs, besides its place and weight.
    fn neighbour_rule(&self, section: &str, key: &str) -> Option<Cause> {
        let settings = self.settings();
        let (s, a, c) = (&settings.separation, &settings.alignment, &settings.cohesion);
        let (falloff, response) = match section {
            "separation" => (s.falloff, s.response),
            "alignment" => (a.falloff, a.response),
            _ => (c.falloff, c.response),
        };
        let needed: &[Relation] =
            if section == "separation" { &[Relation::Flock, Relation::Avoid] } else { &[Relation::Flock] };
        if let Some(cause) = self.relation(needed) {
            return Some(cause);
        }
        let falloffs = |needed: &[KernelKind]| self.is_not(&format!("{section}.falloff"), falloff, needed);
        let combine = settings.motion.combine;
        match key {
            "length" => {
                use KernelKind::*;
                falloffs(&[PowerLaw, Exponential, Quadratic, Quartic, Lattice])
            }
            "exponent" => falloffs(&[KernelKind::PowerLaw]),
            "table" => falloffs(&[KernelKind::Table]),
            "max_turn" => self.is_not("motion.combine", combine, &[Combine::Turns]),
            "slowing" => self.is_not("cohesion.response", response, &[Response::Arrive]),
            "relative" | "include_self" if section == "alignment" && a.pairwise => {
                Some(Cause::Replaced { by: self.beside("alignment.pairwise") })
            }
            "relative" => self.is_not("alignment.response", response, &[Response::Raw, Response::Unit]),
            _ => None,
        }
    }

    fn goal(&self, key: &str) -> Option<Cause> {
        let settings = self.settings();
        let goal = &settings.goal;
        let (fixed, waypoints, path) = (goal.position.is_some(), !goal.waypoints.is_empty(), !goal.path.is_empty());
        // Herders drive to the goal, and a run may end there, whether or not the rule acts.
        let end = &self.scenario.general.end;
        let ends_here = end.when == EndWhen::AtGoal && end.at.is_none();
        let is_place = matches!(key, "position" | "waypoints" | "path" | "speed" | "ends" | "within");
        let elsewhere = is_place && (self.relation(&[Relation::Herd]).is_none() || ends_here);
        if let (false, Some(cause)) = (elsewhere, self.rule(RuleKind::Goal, key)) {
            return Some(cause);
        }
        match key {
            "position" | "waypoints" | "path" => None,
            _ if !fixed && !waypoints && !path => self.missing(&["goal.position", "goal.waypoints", "goal.path"]),
            "within" if !waypoints => self.missing(&["goal.waypoints"]),
            "speed" if !path => self.missing(&["goal.path"]),
            "ends" if !path && !waypoints => self.missing(&["goal.path", "goal.waypoints"]),
            "slowing" => self.is_not("goal.response", goal.response, &[Response::Arrive]),
            _ => None,
        }
    }

    fn avoid(&self, key: &str) -> Option<Cause> {
        if self.scenario.obstacles.is_empty() {
            return Some(Cause::NoObstacle);
        }
        let method = |needed| self.is_not("avoid.method", self.settings().avoid.method, &[needed]);
        self.rule(RuleKind::Avoid, key).or_else(|| match key {
            "strength" | "reach" | "contact" | "contact_push" => method(AvoidMethod::ForceField),
            "look_ahead" | "turn" | "clearance" => method(AvoidMethod::Steer),
            _ => None,
        })
    }

    fn flow(&self, key: &str) -> Option<Cause> {
        use FlowField::*;
        let field = self.settings().flow.field;
        let needed: &[FlowField] = match key {
            "field" => &[None, Uniform, Vortex, Shear, Grid],
            "direction" => &[Uniform],
            "centre" | "width" => &[Vortex, Shear],
            "speed" => &[Uniform, Vortex, Shear],
            "cells" | "vectors" | "origin" | "size" => &[Grid],
            _ => &[Uniform, Vortex, Shear, Grid],
        };
        self.rule(RuleKind::Flow, key).or_else(|| self.is_not("flow.field", field, needed))
    }

    fn motion(&self, key: &str) -> Option<Cause> {
        let motion = &self.settings().motion;
        let combine = |needed: &[Combine]| self.is_not("motion.combine", motion.combine, needed);
        let euler = || self.is_not("motion.integrator", motion.integrator, &[Integrator::Euler]);
        match key {
            "joint" => combine(&[Combine::Sum, Combine::Heading]),
            "inertia" => combine(&[Combine::Heading]),
            "propulsion" | "drag" | "cruise_speed" | "damping" => combine(&BY_FORCE),
            "cruise_time" => combine(&BY_FORCE).or_else(|| match motion.cruise_speed {
                None => self.missing(&["motion.cruise_speed"]),
                Some(_) => None,
            }),
            "scale" => combine(&NOT_BY_TURNS),
            "max_force" | "smoothing" | "slow_speed" => {
                let summed = [Combine::Sum, Combine::BudgetOfSum, Combine::BudgetOfLengths, Combine::Heading];
                combine(&summed)
            }
            "move_with" => euler(),
            _ => None,
        }
    }

    fn spread(&self, key: &str) -> Option<Cause> {
        let settings = self.settings();
        let radius = |rule, section: &str, radius: Option<f64>| {
            self.rule(rule, "radius").or_else(|| self.neighbour_rule(section, "radius")).or_else(|| match radius {
                None => self.missing(&[&format!("{section}.radius")]),
                Some(_) => None,
            })
        };
        match key {
            "noise" => self.species("noise.strength"),
            "turn_rate" if settings.motion.turn_rate.is_none() => self.missing(&["motion.turn_rate"]),
            "separation_radius" => radius(RuleKind::Separation, "separation", settings.separation.radius),
            "alignment_radius" => radius(RuleKind::Alignment, "alignment", settings.alignment.radius),
            "cohesion_radius" => radius(RuleKind::Cohesion, "cohesion", settings.cohesion.radius),
            _ => None,
        }
    }
}

/// The ways to combine in which forces accelerate.
const BY_FORCE: [Combine; 4] = [Combine::Sum, Combine::InTurn, Combine::BudgetOfSum, Combine::BudgetOfLengths];

/// All but `turns`.
const NOT_BY_TURNS: [Combine; 5] =
    [Combine::Sum, Combine::InTurn, Combine::BudgetOfSum, Combine::BudgetOfLengths, Combine::Heading];
