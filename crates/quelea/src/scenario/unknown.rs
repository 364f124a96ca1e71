//! What is said of a path that leads to no parameter.

use super::{Fault, Kind, Scenario, settings::Obstacle};
use crate::parameters::{Parameter, Section, nearest};

/// The fault of a path that leads to no parameter, with the nearest that there is.
pub(super) fn unknown_key(path: &str) -> Fault {
    if is_section(path) {
        return section_fault(path);
    }
    let (of, inner) = apart(path);
    let rows = rows(of);
    let sections = sections(of, &rows);
    let (section, key) = split(inner);
    let siblings = keys(&rows, section);
    let near = match section {
        "" => nearest(key, siblings.iter().chain(&sections).copied()).map(str::to_owned),
        _ => nearest(key, siblings.iter().copied()).map(|near| format!("{section}.{near}")),
    };
    let near = near
        .or_else(|| nearest(inner, rows.iter().map(|row| row.path.as_str())).map(str::to_owned))
        .or_else(|| rows.iter().find(|row| split(&row.path).1 == key).map(|row| row.path.clone()));
    let near = near.map(|near| format!("{of}{near}"));
    let allowed = match section {
        _ if sections.is_empty() => keys(&rows, "").join(", "),
        "" => format!("{}, and the sections {}", siblings.join(", "), sections.join(", ")),
        _ if siblings.is_empty() => format!("the sections {}", sections.join(", ")),
        _ => siblings.join(", "),
    };
    Fault::new(path, "is not a key").hinting(near.as_deref()).allowing(allowed)
}

/// The fault of a section that is used as if it were a parameter.
fn section_fault(path: &str) -> Fault {
    let address = match path {
        "species" => "species.NAME",
        "obstacle" => "obstacle.N",
        _ => path,
    };
    let (of, inner) = apart(address);
    let keys: Vec<String> = keys(&rows(of), inner).iter().map(|key| format!("{address}.{key}")).collect();
    let below = if of.is_empty() { format!(", or below a line [{path}]") } else { String::new() };
    Fault::new(path, "is a section, not a key").allowing(keys.join(", ") + &below)
}

/// Whether there are parameters below a path.
pub(super) fn is_section(path: &str) -> bool {
    let (of, inner) = apart(path);
    if inner.is_empty() { !of.is_empty() } else { sections(of, &rows(of)).contains(&inner) }
}

/// The part of a path that names a further species or an obstacle, if it does, and the rest.
fn apart(path: &str) -> (&str, &str) {
    let list = ["species.", "obstacle."].into_iter().find(|list| path.starts_with(list));
    let name = list.map_or(0, |list| match path[list.len()..].find('.') {
        Some(dot) => list.len() + dot + 1,
        None => path.len(),
    });
    path.split_at(name)
}

/// All parameters: of the scenario, of a further species or of an obstacle.
fn rows(of: &str) -> Vec<Parameter> {
    let mut rows = Vec::new();
    match of.split('.').next() {
        Some("species") => Kind::describe("", &mut rows),
        Some("obstacle") => Obstacle::describe("", &mut rows),
        _ => Scenario::describe("", &mut rows),
    }
    rows
}

fn sections<'a>(of: &str, rows: &'a [Parameter]) -> Vec<&'a str> {
    let mut sections: Vec<&str> = rows.iter().map(|row| split(&row.path).0).filter(|name| !name.is_empty()).collect();
    sections.dedup();
    if of.is_empty() {
        sections.push("species");
    }
    sections
}

fn keys<'a>(rows: &'a [Parameter], section: &str) -> Vec<&'a str> {
    rows.iter().map(|row| split(&row.path)).filter(|(within, _)| *within == section).map(|(_, key)| key).collect()
}

/// A path as section, which may be empty, and key.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('.').unwrap_or(("", path))
}
