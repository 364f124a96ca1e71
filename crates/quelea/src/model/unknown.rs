//! What to say about a path that names no parameter.

use super::issue::ScenarioIssue;
use super::parameter::{Parameter, nearest};
use super::scenario::Scenario;
use super::section::Section;
use super::settings::{Obstacle, Schedule};
use super::species::Species;
use std::sync::LazyLock;

/// The issue of a path that names no parameter, with the nearest one that exists.
pub(super) fn unknown_key(path: &str) -> ScenarioIssue {
    if is_section(path) {
        return section_as_key(path);
    }
    let (list, inner) = split_list(path);
    let rows = rows(list);
    let sections = sections(list, rows);
    let (section, key) = split(inner);
    let siblings = keys(rows, section);
    let near = match section {
        "" => nearest(key, siblings.iter().chain(&sections).copied()).map(str::to_owned),
        _ => nearest(key, siblings.iter().copied()).map(|near| format!("{section}.{near}")),
    };
    let near = near
        .or_else(|| nearest(inner, rows.iter().map(|row| row.path.as_str())).map(str::to_owned))
        .or_else(|| rows.iter().find(|row| split(&row.path).1 == key).map(|row| row.path.clone()));
    let near = near.map(|near| format!("{list}{near}"));
    let allowed = match section {
        _ if sections.is_empty() => keys(rows, "").join(", "),
        "" => format!("{}, and the sections {}", siblings.join(", "), sections.join(", ")),
        _ if siblings.is_empty() => format!("the sections {}", sections.join(", ")),
        _ => siblings.join(", "),
    };
    // A letter of another alphabet may look like the right one.
    let strange = key.chars().find(|c| !c.is_ascii_graphic());
    let problem = match strange {
        Some(c) => format!("is not a key: it contains the character U+{:04X}", u32::from(c)),
        None => "is not a key".to_owned(),
    };
    ScenarioIssue::new(path, problem).suggest(near.as_deref()).allowed(allowed)
}

/// The issue of a section that is used as if it were a parameter.
fn section_as_key(path: &str) -> ScenarioIssue {
    let address = match path {
        "species" => "species.NAME",
        "obstacle" => "obstacle.N",
        "schedule" => "schedule.N",
        _ => path,
    };
    let (list, inner) = split_list(address);
    let keys: Vec<String> = keys(rows(list), inner).iter().map(|key| format!("{address}.{key}")).collect();
    let below = if list.is_empty() { format!(", or below a line [{path}]") } else { String::new() };
    ScenarioIssue::new(path, "is a section, not a key").allowed(keys.join(", ") + &below)
}

/// Whether there are parameters below a path.
pub(super) fn is_section(path: &str) -> bool {
    let (list, inner) = split_list(path);
    if inner.is_empty() { !list.is_empty() } else { sections(list, rows(list)).contains(&inner) }
}

/// Splits off the part of a path that names a further species, an obstacle or a schedule, if there is one.
fn split_list(path: &str) -> (&str, &str) {
    let list = ["species.", "obstacle.", "schedule."].into_iter().find(|list| path.starts_with(list));
    let end = list.map_or(0, |list| match path[list.len()..].find('.') {
        Some(dot) => list.len() + dot + 1,
        None => path.len(),
    });
    path.split_at(end)
}

/// The parameters of the scenario, of a further species, of an obstacle or of a schedule.
fn rows(list: &str) -> &'static [Parameter] {
    fn table(describe: fn(&mut Vec<Parameter>)) -> Vec<Parameter> {
        let mut rows = Vec::new();
        describe(&mut rows);
        rows
    }
    // Made once: a file may have many unknown keys.
    static SCENARIO: LazyLock<Vec<Parameter>> = LazyLock::new(|| table(Scenario::describe));
    static SPECIES: LazyLock<Vec<Parameter>> = LazyLock::new(|| table(Species::describe));
    static OBSTACLE: LazyLock<Vec<Parameter>> = LazyLock::new(|| table(|rows| Obstacle::describe("", rows)));
    static SCHEDULE: LazyLock<Vec<Parameter>> = LazyLock::new(|| table(|rows| Schedule::describe("", rows)));
    match list.split('.').next() {
        Some("species") => &SPECIES,
        Some("obstacle") => &OBSTACLE,
        Some("schedule") => &SCHEDULE,
        _ => &SCENARIO,
    }
}

/// Whether a path names a parameter.
pub(super) fn is_key(path: &str) -> bool {
    let (list, inner) = split_list(path);
    inner.starts_with("relations.") || rows(list).iter().any(|row| row.path == inner)
}

fn sections<'a>(list: &str, rows: &'a [Parameter]) -> Vec<&'a str> {
    let mut sections: Vec<&str> = rows.iter().map(|row| split(&row.path).0).filter(|name| !name.is_empty()).collect();
    sections.dedup();
    if list.is_empty() {
        sections.push("species");
    }
    sections
}

fn keys<'a>(rows: &'a [Parameter], section: &str) -> Vec<&'a str> {
    rows.iter().map(|row| split(&row.path)).filter(|(found, _)| *found == section).map(|(_, key)| key).collect()
}

/// A path as its section, which may be empty, and its key.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}
