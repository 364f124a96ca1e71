//! `quelea describe`: the parameter table.

use crate::failure::wrong;
use crate::suggestion::did_you_mean;
use crate::table::aligned;
use quelea::model::{Effect, Parameter, ParameterType, parameters};
use serde_json::{Value, json};
use std::io::Write;

/// Prints the whole parameter table, the rows below a path, or all about one parameter.
pub fn describe(path: Option<&str>, as_json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let table = parameters();
    let rows = match path {
        None => table,
        Some(path) => below(path, table)?,
    };
    if as_json {
        let list: Value = rows.iter().map(as_object).collect();
        return Ok(writeln!(out, "{list:#}")?);
    }
    match &rows[..] {
        [one] if Some(one.path.as_str()) == path => write_one(one, out),
        rows => {
            let mut lines = vec![["PARAMETER", "DEFAULT", "UNIT", "CHANGES", "MEANING"].map(String::from)];
            lines.extend(rows.iter().map(|row| {
                [row.path.as_str(), &short(&row.default), row.unit, changes(row), &row.description].map(String::from)
            }));
            Ok(out.write_all(aligned(&lines).as_bytes())?)
        }
    }
}

/// A default that fits into a column; the whole of it stands in the parameter's own description.
fn short(default: &str) -> String {
    const WIDTH: usize = 20;
    match default.char_indices().nth(WIDTH) {
        Some((cut, _)) => format!("{}…", &default[..cut]),
        None if default.is_empty() => "–".to_owned(),
        None => default.to_owned(),
    }
}

fn below(path: &str, table: Vec<Parameter>) -> anyhow::Result<Vec<Parameter>> {
    let is_below =
        |row: &&Parameter| row.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let rows: Vec<Parameter> = table.iter().filter(is_below).cloned().collect();
    if rows.is_empty() {
        let mut sections: Vec<&str> = table.iter().filter_map(|row| Some(row.path.rsplit_once('.')?.0)).collect();
        sections.dedup();
        let names = sections.iter().copied().chain(table.iter().map(|row| row.path.as_str()));
        let (near, sections) = (did_you_mean(path, names), sections.join(", "));
        return Err(wrong(format!(
            "`{path}` is neither a parameter nor a section{near}\n  sections: {sections}\n  `quelea describe` lists every parameter"
        )));
    }
    Ok(rows)
}

fn write_one(row: &Parameter, out: &mut dyn Write) -> anyhow::Result<()> {
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
    writeln!(out, "  changes  {}", changes(row))?;
    if let ParameterType::Choice(choices) = row.value_type {
        writeln!(out)?;
        let lines: Vec<_> =
            choices.iter().map(|(word, meaning)| [format!("  {word}"), meaning.trim().into()]).collect();
        out.write_all(aligned(&lines).as_bytes())?;
    }
    Ok(())
}

fn changes(row: &Parameter) -> &'static str {
    match row.effect {
        Effect::Live => "live",
        Effect::Restart => "restart",
    }
}

fn as_object(row: &Parameter) -> Value {
    let mut object = json!({
        "path": row.path,
        "type": type_word(row.value_type),
        "optional": row.optional,
        "default": row.default,
        "unit": row.unit,
        "meaning": row.description,
        "changes": changes(row),
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

fn type_word(value_type: ParameterType) -> &'static str {
    match value_type {
        ParameterType::Number(..) => "number",
        ParameterType::Integer(..) => "whole",
        ParameterType::Bool => "flag",
        ParameterType::Choice(..) => "choice",
        ParameterType::Numbers(..) => "numbers",
        ParameterType::Choices(_) => "words",
        ParameterType::Pairs => "pairs",
        ParameterType::Points => "points",
        _ => "text",
    }
}
