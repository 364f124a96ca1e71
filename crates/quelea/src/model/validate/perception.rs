//! What can be wrong with perception and search.

use crate::model::settings::{LeeAlgorithm, PerceptionKind, Relation, Search, SpaceKind};
use crate::model::{Scenario, ScenarioIssue, Species};

/// The largest number of Lee's cells in all.
const MAX_CELLS: usize = 1 << 24;

pub(super) fn perception(scenario: &Scenario, prefix: &str, species: &Species, issues: &mut Vec<ScenarioIssue>) {
    use PerceptionKind::*;
    let key = |key: &str| format!("{prefix}{key}");
    let settings = &species.settings;
    let (perception, space) = (&settings.perception, &scenario.general.space);
    // A lone boid perceives nobody, however many it asks for.
    let counts = matches!(perception.kind, Nearest | NearestWithin);
    if counts && settings.boids > 0 && scenario.boids() > 1 && perception.neighbours >= scenario.boids() {
        let problem = format!("asks for {} neighbours in a flock of {}", perception.neighbours, scenario.boids());
        let allowed = format!("at most {}: everyone else", scenario.boids() - 1);
        issues.push(ScenarioIssue::new(&key("perception.neighbours"), problem).allowed(allowed));
    }
    if space.kind == SpaceKind::Torus {
        // Only radii that the species uses matter.
        let half = space.size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0;
        let radii = [
            ("perception.radius", matches!(perception.kind, Radius | NearestWithin).then_some(perception.radius)),
            ("separation.radius", settings.separation.radius),
            ("alignment.radius", settings.alignment.radius),
            ("cohesion.radius", settings.cohesion.radius),
            ("flee.radius", species.has_relation(Relation::Flee).then_some(settings.flee.radius)),
            ("hunt.radius", species.has_relation(Relation::Hunt).then_some(settings.hunt.radius)),
        ];
        for (name, radius) in radii {
            if let Some(radius) = radius.filter(|radius| *radius > half) {
                let problem =
                    format!("is {radius}, more than half the torus: a boid would perceive the same neighbour twice");
                let issue = ScenarioIssue::new(&key(name), problem);
                issues.push(issue.allowed(format!("at most {half}, or a larger space.size")));
            }
        }
    }
    let unknown = perception.edges.iter().flatten().find(|id| **id >= scenario.boids());
    if let (Friends, Some(id)) = (perception.kind, unknown) {
        let issue = ScenarioIssue::new(&key("perception.edges"), format!("names boid {id}, which does not exist"));
        issues.push(issue.allowed(format!("ids below {}, the number of boids", scenario.boids())));
    }
}

/// What Lee's search needs.
pub(super) fn search(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    let general = &scenario.general;
    if general.search != Search::Representative {
        return;
    }
    let mut add = |problem: &str, allowed: &str| {
        issues.push(ScenarioIssue::new("search", problem).allowed(allowed));
    };
    if scenario.species.len() > 1 {
        let problem = "representative supports one species only: a cell would stand for several at once";
        add(problem, "another search, or one species");
    }
    if scenario.relation(0, 0) != Relation::Flock {
        let problem = "representative flocks with those it finds, whatever `relations` says";
        add(problem, "another search, or \"flock\" for the own species");
    }
    if scenario.species.iter().any(|species| species.settings.perception.kind != PerceptionKind::Nearest) {
        let allowed = "perception.kind = \"nearest\", or another search";
        add("representative finds the k nearest only", allowed);
    }
    let bounded = !matches!(general.space.kind, SpaceKind::Open | SpaceKind::Sphere);
    if !bounded && general.representative.algorithm != LeeAlgorithm::Basic {
        add("representative needs a space with edges for its cells", "torus, wrap, walls or reflect");
    }
    let (cells, dimension) = (general.representative.cells, general.dimension);
    if cells.saturating_pow(dimension as u32) > MAX_CELLS {
        let most = (1..).take_while(|cells: &usize| cells.pow(dimension as u32) <= MAX_CELLS).last().unwrap_or(1);
        let problem = format!("{cells} along each of {dimension} axes are too many");
        let issue = ScenarioIssue::new("representative.cells", problem);
        issues.push(issue.allowed(format!("1 to {most} in {dimension}D")));
    }
}
