//! A JSON Schema of scenario files, made from the parameter table that also validates them.

use super::species;
use quelea::model::{Parameter, ParameterType, parameters};
use serde_json::{Map, Value, json};

/// The schema. What must hold between parameters is left to `quelea check`.
pub fn schema() -> Value {
    let mut lists = [
        ("obstacle", "A solid obstacle.", Vec::new()),
        ("schedule", "A parameter that changes during a run, plateau by plateau.", Vec::new()),
    ];
    let mut root = Table::default();
    for row in parameters() {
        match lists.iter_mut().find(|(list, ..)| row.path.starts_with(&format!("{list}."))) {
            Some((_, _, rows)) => rows.push(row),
            None => root.add(&row.path, &row),
        }
    }
    for (list, about, rows) in lists {
        let mut entry = Table::default();
        rows.iter().for_each(|row| entry.add(&row.path[list.len() + 1..], row));
        root.0.insert(list.to_owned(), list_of(about, entry.close()));
    }
    root.0.insert("species".to_owned(), list_of("A further species.", species_schema()));
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Quelea scenario",
        "description": format!("A scenario of Quelea {}.", env!("CARGO_PKG_VERSION")),
    });
    merge(&mut schema, root.close());
    schema
}

/// A further species: what is left out is inherited, so nothing has a default.
fn species_schema() -> Value {
    let mut entry = Table::default();
    let name = json!({
        "description": "Name of the species: letters, digits, `-` and `_`.",
        "type": "string",
        "minLength": 1,
    });
    entry.0.insert("name".to_owned(), name);
    for mut row in species::parameters() {
        row.default.clear();
        entry.add(&row.path, &row);
    }
    let mut schema = entry.close();
    schema["required"] = json!(["name"]);
    schema
}

fn list_of(about: &str, entry: Value) -> Value {
    json!({ "description": about, "type": "array", "items": entry })
}

/// The properties of a TOML table that is being described.
#[derive(Default)]
struct Table(Map<String, Value>);

impl Table {
    /// Adds a parameter, and the sections on its path.
    fn add(&mut self, path: &str, row: &Parameter) {
        let Some((section, key)) = path.split_once('.') else {
            self.0.insert(path.to_owned(), parameter(row));
            return;
        };
        // The one section whose keys a file makes up: names of species.
        if key == "NAME" {
            let schema = json!({
                "description": row.description,
                "type": "object",
                "additionalProperties": parameter(row),
            });
            self.0.insert(section.to_owned(), schema);
            return;
        }
        let schema = self.0.entry(section).or_insert_with(|| Table::default().close());
        if let Some(properties) = schema["properties"].as_object_mut() {
            let mut inner = Table(std::mem::take(properties));
            inner.add(key, row);
            *properties = inner.0;
        }
    }

    /// The table: no other keys are allowed.
    fn close(self) -> Value {
        json!({ "type": "object", "properties": self.0, "additionalProperties": false })
    }
}

/// The schema of one parameter.
fn parameter(row: &Parameter) -> Value {
    let unit = if row.unit.is_empty() { String::new() } else { format!(" Unit: {}.", row.unit) };
    let mut schema = json!({ "description": format!("{}{unit}", row.description) });
    merge(&mut schema, value_schema(row.value_type));
    if let Some(default) = row.default.parse().ok().and_then(|default| to_json(&default)) {
        schema["default"] = default;
    }
    schema
}

fn value_schema(value_type: ParameterType) -> Value {
    let number = |low: f64, high: f64| json!({ "type": "number", "minimum": plain(low), "maximum": plain(high) });
    let list = |items: Value| json!({ "type": "array", "items": items });
    match value_type {
        ParameterType::Number(low, high) => number(low, high),
        ParameterType::Integer(low, high) => {
            json!({ "type": "integer", "minimum": plain(low), "maximum": plain(high) })
        }
        ParameterType::Bool => json!({ "type": "boolean" }),
        ParameterType::Choice(choices) => words(choices),
        ParameterType::Choices(choices) => list(words(choices)),
        ParameterType::Numbers(low, high) => list(number(low, high)),
        ParameterType::Points => list(list(json!({ "type": "number" }))),
        ParameterType::Pairs => {
            let id = json!({ "type": "integer", "minimum": 0 });
            list(json!({ "type": "array", "items": id, "minItems": 2, "maxItems": 2 }))
        }
        ParameterType::Text => json!({ "type": "string" }),
        // A type that this program does not know yet takes anything.
        _ => json!({}),
    }
}

/// One of several words, with their meanings where editors look for them.
fn words(choices: &[(&str, &str)]) -> Value {
    let (words, meanings): (Vec<&str>, Vec<&str>) =
        choices.iter().map(|(word, meaning)| (*word, meaning.trim())).unzip();
    json!({
        "type": "string",
        "enum": words,
        "markdownEnumDescriptions": meanings,
        "x-taplo": { "docs": { "enumValues": meanings } },
    })
}

/// A number as a person would write it: 360 rather than 360.0.
fn plain(number: f64) -> Value {
    to_json(&quelea::Value::number(number)).unwrap_or_default()
}

fn to_json(value: &quelea::Value) -> Option<Value> {
    match value {
        quelea::Value::Bool(flag) => Some(json!(flag)),
        quelea::Value::Integer(number) => Some(json!(number)),
        quelea::Value::Float(number) => Some(json!(number)),
        quelea::Value::Text(text) => Some(json!(text)),
        quelea::Value::List(list) => list.iter().map(to_json).collect(),
        _ => None,
    }
}

/// Adds the keys of one object to another.
fn merge(object: &mut Value, others: Value) {
    if let (Value::Object(object), Value::Object(others)) = (object, others) {
        object.extend(others);
    }
}
