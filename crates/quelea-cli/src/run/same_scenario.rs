//! Whether a scenario named beside `--resume` is that of the checkpoint.

use crate::error::user_error;
use crate::input::quoted;
use crate::source;
use quelea::Scenario;
use quelea::model::parameters;
use std::path::Path;

/// The most differences that are listed.
const LISTED: usize = 5;

/// Refuses a scenario that differs from that of a checkpoint in more than the number of steps.
pub fn check_same_scenario(name: &str, own: &Scenario, path: &Path) -> anyhow::Result<()> {
    let mut named = source::scenario(name)?;
    named.general.steps = own.general.steps;
    // A run that was resumed with another number of steps has fixed the length of its schedules.
    for (named, own) in named.schedule.iter_mut().zip(&own.schedule) {
        named.steps = named.steps.or(own.steps);
    }
    if named == *own {
        return Ok(());
    }
    let mut differences = differences(&named, own);
    let more = differences.len().saturating_sub(LISTED);
    differences.truncate(LISTED);
    if more > 0 {
        differences.push(format!("and {more} more"));
    }
    Err(user_error(format!(
        "{} is a checkpoint of another scenario than `{name}`:\n  {}\n  leave out `{name}` to resume with the scenario of the checkpoint",
        quoted(path),
        differences.join("\n  ")
    )))
}

fn differences(named: &Scenario, own: &Scenario) -> Vec<String> {
    let value = |scenario: &Scenario, path: &str| match scenario.get(path) {
        Some(value) => value.to_string().trim().to_owned(),
        None => "left out".to_owned(),
    };
    let species = own.species.iter().skip(1).map(|species| format!("species.{}.", species.name));
    let prefixes: Vec<String> = std::iter::once(String::new()).chain(species).collect();
    // The names of scenarios would only distract from what differs in them.
    let names = ["name", "title", "source"];
    let mut differences = Vec::new();
    for row in parameters().into_iter().filter(|row| !names.contains(&row.path.as_str())) {
        for prefix in &prefixes {
            let key = format!("{prefix}{}", row.path);
            let (there, here) = (value(named, &key), value(own, &key));
            if there != here {
                differences.push(format!("`{key}` is {there} there and {here} in the checkpoint"));
            }
        }
    }
    if differences.is_empty() {
        differences.push("their names, species, relations, obstacles or schedules differ".into());
    }
    differences
}
