//! `quelea describe`: the parameter table.

use crate::error::user_error;
use crate::suggestion::did_you_mean;
use crate::text_table::align;
use quelea::model::{Effect, Parameter, ParameterType, parameters};
use serde_json::{Value, json};
use std::io::Write;

/// Prints the whole parameter table, the section at a path, or one parameter in full.
pub fn describe(path: Option<&str>, as_json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let rows = match path {
        None => parameters(),
        Some(path) => parameters_at(path)?,
    };
    if as_json {
        let list: Value = rows.iter().map(to_json).collect();
        return Ok(writeln!(out, "{list:#}")?);
    }
    match &rows[..] {
        [only] if Some(only.path.as_str()) == path => write_in_full(only, out),
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
    let mut sections: Vec<&str> = others.iter().filter_map(|row| Some(row.path.rsplit_once('.')?.0)).collect();
    sections.dedup();
    let names = sections.iter().copied().chain(others.iter().map(|row| row.path.as_str()));
    let (hint, sections) = (did_you_mean(path, names), sections.join(", "));
    Err(user_error(format!(
        "`{path}` is neither a parameter nor a section{hint}\n  sections: {sections}\n  `quelea describe` lists all parameters"
    )))
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
        let lines: Vec<_> =
            choices.iter().map(|(word, meaning)| [format!("  {word}"), meaning.trim().into()]).collect();
        out.write_all(align(&lines).as_bytes())?;
    }
    Ok(())
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
