//! What must hold between parameters, beyond the range of each.

mod environment;
mod perception;
mod research;
mod schedule;
mod species;

use super::engine_name::EngineName;
use super::issue::ScenarioIssue;
use super::scenario::Scenario;
use super::settings::SpaceKind;
pub use species::MAX_SPECIES;

/// Everything that is wrong with a scenario, now or with what its schedule makes of it later.
pub(super) fn issues(scenario: &Scenario) -> Vec<ScenarioIssue> {
    let issues = issues_now(scenario);
    if issues.is_empty() { schedule::issues(scenario) } else { issues }
}

/// Everything that is wrong with a scenario as it is.
pub(super) fn issues_now(scenario: &Scenario) -> Vec<ScenarioIssue> {
    let mut issues = issues_without_obstacles(scenario);
    if !scenario.species.is_empty() {
        environment::obstacle_issues(scenario, &mut issues);
    }
    issues
}

/// Whether obstacles leave room takes long to find out, so it is done only where it may have changed.
fn issues_without_obstacles(scenario: &Scenario) -> Vec<ScenarioIssue> {
    let mut issues = Vec::new();
    if scenario.species.is_empty() {
        issues.push(ScenarioIssue::new("species", "is an empty list").allowed("at least one species"));
        return issues;
    }
    space(scenario, &mut issues);
    vectors(scenario, &mut issues);
    species::names_and_relations(scenario, &mut issues);
    for (index, species) in scenario.species.iter().enumerate() {
        let prefix = prefix(scenario, index);
        perception::perception(scenario, &prefix, species, &mut issues);
        environment::goal_issues(scenario, &prefix, &species.settings, &mut issues);
        environment::flow_issues(scenario, &prefix, &species.settings, &mut issues);
        species::start_and_motion(&prefix, &species.settings, &mut issues);
        research::species(scenario, &prefix, species, &mut issues);
    }
    perception::search(scenario, &mut issues);
    research::end(scenario, &mut issues);
    let general = &scenario.general;
    if !general.reference.quirks.is_empty() && general.engine != EngineName::REFERENCE {
        let problem = "needs the reference engine: it reproduces defects of a published program";
        issues.push(ScenarioIssue::new("reference.quirks", problem).allowed("engine = \"reference\", or no quirks"));
    }
    issues
}

/// What stands before the keys of a species: nothing for the first.
fn prefix(scenario: &Scenario, species: usize) -> String {
    if species == 0 { String::new() } else { format!("species.{}.", scenario.species[species].name) }
}

fn space(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    let (dimension, space) = (scenario.general.dimension, &scenario.general.space);
    let has_edges = !matches!(space.kind, SpaceKind::Open | SpaceKind::Sphere);
    if has_edges && space.size.len() != dimension {
        let problem = match space.size.len() {
            0 => "is missing".to_owned(),
            numbers => format!("has {numbers} numbers"),
        };
        let allowed = format!("{dimension} numbers, one per axis, as dimension is {dimension}");
        issues.push(ScenarioIssue::new("space.size", problem).allowed(allowed));
    }
    let narrowest = space.size.iter().copied().fold(f64::INFINITY, f64::min);
    if space.kind == SpaceKind::Wrap && 2.0 * space.margin <= -narrowest {
        let issue = ScenarioIssue::new("space.margin", "leaves no space between the edges");
        issues.push(issue.allowed("more than minus half the shortest side of the space"));
    }
}

/// Lists with one number per axis must have that many.
fn vectors(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    let dimension = scenario.general.dimension;
    let mut check = |key: String, list: Option<&Vec<f64>>| {
        if let Some(list) = list.filter(|list| list.len() != dimension) {
            let allowed = format!("{dimension}, one per axis, as dimension is {dimension}");
            issues.push(ScenarioIssue::new(&key, format!("has {} numbers", list.len())).allowed(allowed));
        }
    };
    check("space.origin".into(), scenario.general.space.origin.as_ref());
    check("end.at".into(), scenario.general.end.at.as_ref());
    check("pointer.position".into(), scenario.general.pointer.position.as_ref());
    for (index, species) in scenario.species.iter().enumerate() {
        let prefix = prefix(scenario, index);
        check(format!("{prefix}start.at"), species.settings.start.at.as_ref());
        check(format!("{prefix}start.direction"), species.settings.start.direction.as_ref());
        check(format!("{prefix}goal.position"), species.settings.goal.position.as_ref());
    }
}
