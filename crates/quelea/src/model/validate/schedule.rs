//! What can be wrong with a schedule: its own keys, and what it makes of the scenario on any plateau.

use super::{issues_now, issues_without_obstacles};
use crate::model::parameter::{Effect, Parameter, ParameterType, parameters};
use crate::model::schedule::Ramp;
use crate::model::settings::Schedule;
use crate::model::unknown::unknown_key;
use crate::model::{Scenario, ScenarioIssue, Value};
use std::collections::BTreeSet;

/// The most schedules of a scenario.
const MAX_SCHEDULES: usize = 100;
/// The most changes of a scenario during a run: each is checked before the first step.
const MAX_CHANGES: u64 = 10_000;

pub(super) fn issues(scenario: &Scenario) -> Vec<ScenarioIssue> {
    let schedules = &scenario.schedule;
    if schedules.is_empty() {
        return Vec::new();
    }
    if schedules.len() > MAX_SCHEDULES {
        let issue = ScenarioIssue::new("schedule", format!("lists {} schedules", schedules.len()));
        return vec![issue.allowed(format!("at most {MAX_SCHEDULES}"))];
    }
    let table = parameters();
    let each = schedules.iter().enumerate();
    let mut issues: Vec<ScenarioIssue> =
        each.flat_map(|(index, schedule)| schedule_issues(scenario, &table, index, schedule)).collect();
    if issues.is_empty() {
        issues.extend(overlap(scenario));
    }
    if issues.is_empty() {
        issues.extend(plateau_issues(scenario));
    }
    issues
}

/// What is wrong with one schedule on its own.
fn schedule_issues(scenario: &Scenario, table: &[Parameter], index: usize, schedule: &Schedule) -> Vec<ScenarioIssue> {
    let issue = |key: &str, problem: String| ScenarioIssue::new(&format!("schedule.{index}.{key}"), problem);
    if let Err(found) = check_path(scenario, table, &schedule.path) {
        return vec![ScenarioIssue { key: format!("schedule.{index}.path"), ..found }];
    }
    let mut issues = Vec::new();
    for (key, end) in [("from", schedule.from), ("to", schedule.to)] {
        let Some(end) = end else {
            issues.push(issue(key, "is missing".to_owned()).allowed("a number"));
            continue;
        };
        if let Err(refused) = scenario.clone().set_unchecked(&schedule.path, &Value::number(end)) {
            issues.push(ScenarioIssue { key: format!("schedule.{index}.{key}"), ..refused });
        }
    }
    if schedule.every.is_none() {
        issues.push(issue("every", "is missing".to_owned()).allowed("the length of a plateau in steps"));
    }
    let run_steps = scenario.general.steps;
    if schedule.steps.is_none() && schedule.begin > 0 && schedule.begin >= run_steps {
        let issue = issue("begin", format!("leaves no step of the {run_steps} of the run"));
        issues.push(issue.allowed("0, less than `steps`, or a schedule with `steps` of its own"));
    }
    let plateaus = Ramp::new(schedule, run_steps).map_or(0, |ramp| ramp.plateaus());
    if plateaus > MAX_CHANGES {
        issues.push(issue("every", format!("makes {plateaus} plateaus")).allowed(format!("at most {MAX_CHANGES}")));
    }
    issues
}

/// A parameter that can follow a schedule: it exists, is a number and can change live.
fn check_path(scenario: &Scenario, table: &[Parameter], path: &str) -> Result<(), ScenarioIssue> {
    let allowed = "a number that changes live; `quelea describe` lists what does";
    let refuse = |problem: String| Err(ScenarioIssue::new("", problem).allowed(allowed));
    if path.is_empty() {
        return refuse("is missing".to_owned());
    }
    // The number of a run's steps and a schedule itself would change what the schedule means.
    if path == "steps" || path.starts_with("schedule.") {
        return refuse(format!("is \"{path}\", which cannot follow a schedule"));
    }
    let row = scenario.table_path(path).and_then(|listed| {
        let row = table.iter().find(|row| row.path == listed);
        row.ok_or_else(|| unknown_key(path))
    });
    let row =
        row.map_err(|issue| ScenarioIssue { problem: format!("is \"{path}\", which {}", issue.problem), ..issue })?;
    if row.effect == Effect::Restart {
        return refuse(format!("is \"{path}\", which cannot change while the flock runs"));
    }
    match row.value_type {
        ParameterType::Number(..) | ParameterType::Integer(..) => Ok(()),
        _ => refuse(format!("is \"{path}\", which is not a number")),
    }
}

/// Two schedules of one parameter at the same time.
fn overlap(scenario: &Scenario) -> Option<ScenarioIssue> {
    let run_steps = scenario.general.steps;
    let schedules = &scenario.schedule;
    for (index, later) in schedules.iter().enumerate() {
        let same = |earlier: &&Schedule| scenario.plain_path(&earlier.path) == scenario.plain_path(&later.path);
        let ramp = Ramp::new(later, run_steps)?;
        let meets = |other: &Ramp| ramp.begin < other.end() && other.begin < ramp.end();
        let mut earlier = schedules[..index].iter().filter(same).filter_map(|earlier| Ramp::new(earlier, run_steps));
        if let Some(other) = earlier.find(meets) {
            let (path, from, to) = (&later.path, other.begin, other.end());
            let problem = format!("is a second schedule of `{path}` within its steps {from} to {to}");
            let allowed = format!("one schedule of a parameter at a time: `begin` at {to} or later, or `steps`");
            return Some(ScenarioIssue::new(&format!("schedule.{index}"), problem).allowed(allowed));
        }
    }
    None
}

/// What is wrong with the scenario on the first plateau that is not valid. All schedules act at once: values that
/// are only valid together are never checked apart.
fn plateau_issues(scenario: &Scenario) -> Vec<ScenarioIssue> {
    let run_steps = scenario.general.steps;
    let ramps: Vec<Ramp> = scenario.schedule.iter().filter_map(|schedule| Ramp::new(schedule, run_steps)).collect();
    let starts: BTreeSet<u64> = ramps.iter().flat_map(Ramp::plateau_starts).chain([0]).collect();
    if starts.len() as u64 > MAX_CHANGES {
        let issue = ScenarioIssue::new("schedule", format!("changes the scenario {} times", starts.len()));
        return vec![issue.allowed(format!("at most {MAX_CHANGES} times: a larger `every`"))];
    }
    let moves_obstacles = scenario.schedule.iter().any(|schedule| schedule.path.starts_with("obstacle."));
    let mut then = scenario.clone();
    for step in starts {
        let mut found = then.follow_schedule(step);
        if found.is_empty() {
            found = if moves_obstacles { issues_now(&then) } else { issues_without_obstacles(&then) };
        }
        if found.is_empty() {
            continue;
        }
        let acting = ramps.iter().position(|ramp| ramp.starts_plateau(step)).unwrap_or(0);
        let blame = |issue: ScenarioIssue| {
            // The schedule of that very parameter, or else of one beside it.
            let paths = || scenario.schedule.iter().map(|schedule| schedule.path.as_str());
            let own = paths().position(|path| path == issue.key);
            let own = own.or_else(|| paths().position(|path| section(path) == section(&issue.key)));
            let key = format!("schedule.{}", own.unwrap_or(acting));
            let problem = format!("is not valid from step {step} on: `{}` {}", issue.key, issue.problem);
            ScenarioIssue { key, problem, ..issue }
        };
        return found.into_iter().map(blame).collect();
    }
    Vec::new()
}

/// The part of a path before its key.
fn section(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(section, _)| section)
}
