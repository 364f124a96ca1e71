//! `quelea describe`: the parameter table.

mod schema;
mod species;

use crate::error::user_error;
use crate::suggestion::did_you_mean;
use crate::text_table::align;
use clap::Args;
use quelea::model::{Effect, Parameter, ParameterType, parameters};
use serde_json::{Value, json};
use std::io::Write;

/// What to describe, as it was typed.
#[derive(Args)]
pub struct DescribeArgs {
    /// Section or parameter, such as `separation` or `separation.radius`; or `species` [default: all]
    path: Option<String>,
    /// Print a JSON list with ranges and choices
    #[arg(long)]
    json: bool,
    /// Print a JSON Schema of scenario files, for editors
    #[arg(long, conflicts_with_all = ["path", "json"])]
    schema: bool,
}

/// Prints the whole parameter table, the section at a path, or one parameter in full.
pub fn describe(arguments: &DescribeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if arguments.schema {
        return Ok(writeln!(out, "{:#}", schema::schema())?);
    }
    let path = arguments.path.as_deref().map(table_path);
    let rows = match path.as_deref() {
        None => parameters(),
        Some("species") => species::parameters(),
        Some(path) => parameters_at(path)?,
    };
    if arguments.json {
        let list: Value = rows.iter().map(to_json).collect();
        return Ok(writeln!(out, "{list:#}")?);
    }
    match &rows[..] {
        _ if path.as_deref() == Some("species") => species::write(out),
        [only] => write_in_full(only, out),
        rows => {
            let mut lines = vec![["PARAMETER", "DEFAULT", "UNIT", "CHANGES", "MEANING"].map(String::from)];
            lines.extend(rows.iter().map(|row| {
                [row.path.as_str(), &abbreviate(&row.default), row.unit, effect(row), &row.description]
                    .map(String::from)
            }));
            Ok(out.write_all(align(&lines).as_bytes())?)
        }
    }
}

/// The names that can be described besides the paths of parameters, in the order of a scenario file.
pub fn sections() -> Vec<String> {
    let mut sections: Vec<String> =
        parameters().iter().filter_map(|row| Some(row.path.rsplit_once('.')?.0.to_owned())).collect();
    sections.dedup();
    sections.push("species".to_owned());
    sections
}

/// The path in the table of a path that names one species, obstacle or schedule, as after `--set`.
fn table_path(path: &str) -> String {
    let parts: Vec<&str> = path.trim().split('.').collect();
    match &parts[..] {
        ["species", _, key @ ..] if !key.is_empty() => key.join("."),
        [list @ ("obstacle" | "schedule"), index, key @ ..] if index.parse::<usize>().is_ok() => {
            [&[*list], key].concat().join(".")
        }
        _ => path.trim().to_owned(),
    }
}

/// A default that fits into a column.
fn abbreviate(default: &str) -> String {
    const WIDTH: usize = 20;
    match default.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &default[..end]),
        None if default.is_empty() => "–".to_owned(),
        None => default.to_owned(),
    }
}

/// One parameter, or all of a section.
fn parameters_at(path: &str) -> anyhow::Result<Vec<Parameter>> {
    let (found, others): (Vec<Parameter>, Vec<Parameter>) = parameters()
        .into_iter()
        .partition(|row| row.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')));
    if !found.is_empty() {
        return Ok(found);
    }
    // The relation to any species is one parameter.
    if path.starts_with("relations.") {
        return parameters_at("relations");
    }
    Err(unknown(path, &others))
}

fn unknown(path: &str, rows: &[Parameter]) -> anyhow::Error {
    let sections = sections();
    let names = || sections.iter().chain(rows.iter().map(|row| &row.path)).map(String::as_str);
    let same_key: Vec<&str> =
        rows.iter().map(|row| row.path.as_str()).filter(|name| name.rsplit('.').next() == Some(path)).collect();
    // The beginning of a name is no misspelling of another.
    let begins = names().find(|name| path.len() > 1 && name.starts_with(path));
    let hint = match (begins, &same_key[..]) {
        (Some(name), _) => format!("; did you mean `{name}`?"),
        (None, []) => did_you_mean(path, names()),
        (None, same_key) => format!("\n  with this key: {}", same_key.join(", ")),
    };
    user_error(format!(
        "`{path}` is neither a parameter nor a section{hint}\n  sections: {}\n  `quelea describe` lists all parameters",
        sections.join(", ")
    ))
}

fn write_in_full(row: &Parameter, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {}", row.path, row.description)?;
    writeln!(out, "  takes    {}", row.value_type)?;
    let default = match (row.optional, row.default.as_str()) {
        (true, "") => "left out",
        (false, "") => "none",
        (_, default) => default,
    };
    writeln!(out, "  default  {default}")?;
    if !row.unit.is_empty() {
        writeln!(out, "  unit     {}", row.unit)?;
    }
    writeln!(out, "  changes  {}", effect(row))?;
    if let ParameterType::Choice(choices) = row.value_type {
        writeln!(out)?;
        write_choices(choices, "  ", out)?;
    }
    Ok(())
}

fn write_choices(choices: &[(&str, &str)], indent: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let lines: Vec<_> =
        choices.iter().map(|(word, meaning)| [format!("{indent}{word}"), meaning.trim().into()]).collect();
    Ok(out.write_all(align(&lines).as_bytes())?)
}

fn effect(row: &Parameter) -> &'static str {
    match row.effect {
        Effect::Live => "live",
        Effect::Restart => "restart",
    }
}

fn to_json(row: &Parameter) -> Value {
    let mut object = json!({
        "path": row.path,
        "type": type_word(row.value_type),
        "optional": row.optional,
        "default": row.default,
        "unit": row.unit,
        "meaning": row.description,
        "changes": effect(row),
    });
    match row.value_type {
        ParameterType::Number(low, high) | ParameterType::Integer(low, high) | ParameterType::Numbers(low, high) => {
            object["low"] = json!(low);
            object["high"] = json!(high);
        }
        ParameterType::Choice(choices) => {
            let choice = |(word, meaning): &(&str, &str)| json!({ "word": word, "meaning": meaning.trim() });
            object["choices"] = choices.iter().map(choice).collect();
        }
        _ => {}
    }
    object
}

/// The word for a type in the JSON list.
fn type_word(value_type: ParameterType) -> &'static str {
    match value_type {
        ParameterType::Number(..) => "number",
        ParameterType::Integer(..) => "whole",
        ParameterType::Bool => "flag",
        ParameterType::Choice(..) => "choice",
        ParameterType::Numbers(..) => "numbers",
        ParameterType::Choices(..) => "words",
        ParameterType::Pairs => "pairs",
        ParameterType::Points => "points",
        _ => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::table_path;

    #[test]
    fn a_path_of_one_species_obstacle_or_schedule_is_that_of_its_parameter() {
        for (typed, path) in [
            ("species.hawk.hunt.radius", "hunt.radius"),
            ("species.hawk", "species.hawk"),
            ("obstacle.0.radius", "obstacle.radius"),
            ("schedule.12.to", "schedule.to"),
            ("obstacle.0", "obstacle"),
            ("obstacle.radius", "obstacle.radius"),
            (" boids ", "boids"),
        ] {
            assert_eq!(table_path(typed), path);
        }
    }
}
