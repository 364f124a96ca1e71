//! What can be wrong with species: names, relations, start and motion.

use super::prefix;
use crate::model::parameter::nearest;
use crate::model::settings::{Combine, MOST_BOIDS, SpeciesSettings, StartPosition};
use crate::model::{Scenario, ScenarioIssue};
use std::collections::HashSet;

/// The largest number of species: a boid stores the index of its species in one byte.
pub const MAX_SPECIES: usize = 255;

pub(super) fn names_and_relations(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    let mut names = HashSet::new();
    for species in &scenario.species {
        let (name, key) = (&species.name, format!("species.{}", species.name));
        // Names are parts of paths, such as species.NAME.boids.
        if name.is_empty() || name.contains(|c: char| !(c.is_alphanumeric() || "-_".contains(c))) {
            let issue = ScenarioIssue::new(&key, format!("has a name, {name:?}, that --set could not reach"));
            issues.push(issue.allowed("letters, digits, `-` and `_`, at least one of them"));
        }
        if !names.insert(name.as_str()) {
            issues.push(ScenarioIssue::new(&key, "is a second species of that name").allowed("another name"));
        }
    }
    if names.len() > MAX_SPECIES {
        let issue = ScenarioIssue::new("species", format!("lists {} species", names.len()));
        issues.push(issue.allowed(format!("at most {MAX_SPECIES}")));
    }
    for (index, species) in scenario.species.iter().enumerate() {
        for name in species.relations.keys().filter(|name| !names.contains(name.as_str())) {
            let mut known: Vec<_> = names.iter().copied().collect();
            known.sort_unstable();
            let key = format!("{}relations.{name}", prefix(scenario, index));
            let issue = ScenarioIssue::new(&key, "names a species that does not exist");
            issues.push(issue.allowed(known.join(", ")).suggest(nearest(name, known.iter().copied())));
        }
    }
    // As floating-point numbers, which do not overflow.
    let boids: f64 = scenario.species.iter().map(|species| species.settings.boids as f64).sum();
    if boids > MOST_BOIDS {
        issues.push(
            ScenarioIssue::new("boids", "makes too many boids in all").allowed(format!("at most {MOST_BOIDS:e}")),
        );
    }
}

pub(super) fn start_and_motion(prefix: &str, species: &SpeciesSettings, issues: &mut Vec<ScenarioIssue>) {
    let mut add = |key: &str, problem: &str, allowed: &str| {
        issues.push(ScenarioIssue::new(&format!("{prefix}{key}"), problem).allowed(allowed));
    };
    let (start, motion) = (&species.start, &species.motion);
    if start.position == StartPosition::Point && start.at.is_none() {
        add("start.at", "is missing", "the point at which all boids start");
    }
    if start.low > start.high {
        add("start.low", "is above start.high", "at most start.high");
    }
    let budget = matches!(motion.combine, Combine::BudgetOfSum | Combine::BudgetOfLengths);
    if budget && motion.max_force.is_none() {
        add("motion.max_force", "is missing", "a number: the budget that the rules share");
    }
    if motion.min_speed > motion.max_speed {
        add("motion.min_speed", "is above motion.max_speed", "at most motion.max_speed");
    }
    let mut seen = HashSet::new();
    if let Some(twice) = motion.order.iter().find(|rule| !seen.insert(**rule)) {
        add("motion.order", &format!("names `{twice}` twice"), "each rule once");
    }
}
