//! Whether a scenario named beside `--resume` is that of the checkpoint.

use crate::error::user_error;
use crate::input::quoted;
use crate::output::escape_name;
use crate::scenario_differences::differences;
use crate::source;
use quelea::Scenario;
use std::path::Path;

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
    let (differences, name) = (differences([("there", &named), ("in the checkpoint", own)]), escape_name(name));
    Err(user_error(format!(
        "{} is a checkpoint of another scenario than `{name}`:\n  {}\n  leave out `{name}` to resume with the scenario of the checkpoint",
        quoted(path),
        differences.join("\n  ")
    )))
}
