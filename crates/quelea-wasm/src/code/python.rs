//! The scenario as a Python script.

use super::Code;
use super::difference::Difference;
use super::rust::changed;
use quelea::model::presets;
use quelea::model::settings::Obstacle;
use quelea::{Scenario, Value};

/// A script that runs a scenario and prints two measures.
pub fn script(scenario: &Scenario) -> Code {
    let short = from_preset(scenario);
    let embeds_toml = short.is_none();
    let arguments = short.unwrap_or_else(|| from_toml(scenario));
    let text = format!(
        r#"import quelea as q

flock = q.Flock({arguments})
flock.run(1000)
print(flock.measure("polarisation", "clusters"))
"#
    );
    Code { text, embeds_toml }
}

/// The preset with keywords, and with the obstacles that were added to it.
fn from_preset(scenario: &Scenario) -> Option<String> {
    let difference = Difference::from_preset(scenario)?;
    let known = difference.preset.obstacles.len();
    let mut plain = scenario.clone();
    let added = plain.obstacles.split_off(known.min(scenario.obstacles.len()));
    // Keywords count as if they stood in the file, so further species inherit them.
    let overrides: Vec<String> = difference.changes.iter().map(|(path, value)| format!("{path}={value}")).collect();
    let text = presets::text(difference.name()).ok()?;
    let read = Scenario::from_named_toml_with("", text, overrides.iter().map(String::as_str)).ok()?;
    if read != plain {
        return None;
    }
    let mut arguments = vec![quoted(difference.name())];
    for (path, value) in &difference.changes {
        arguments.push(format!("{}={}", path.replace('.', "_"), literal(value)?));
    }
    if !added.is_empty() {
        let obstacles = added.iter().map(obstacle).collect::<Option<Vec<_>>>()?;
        arguments.push(format!("obstacles=[{}]", obstacles.join(", ")));
    }
    let one_line = arguments.join(", ");
    if one_line.len() <= 80 {
        return Some(one_line);
    }
    Some(arguments.iter().map(|argument| format!("\n    {argument},")).collect::<String>() + "\n")
}

fn obstacle(obstacle: &Obstacle) -> Option<String> {
    let keys = changed(obstacle, &Obstacle::default())?;
    let entries = keys.iter().map(|(key, value)| Some(format!("{}: {}", quoted(key), literal(value)?)));
    Some(format!("{{{}}}", entries.collect::<Option<Vec<_>>>()?.join(", ")))
}

fn from_toml(scenario: &Scenario) -> String {
    let toml = scenario.to_toml();
    // A raw string cannot contain what would end it.
    if toml.contains("'''") || toml.ends_with(['\'', '\\']) { quoted(&toml) } else { format!("r'''\n{toml}'''") }
}

/// A text as Python writes it, which reads the escapes of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A value as Python writes it; None for what no parameter takes.
fn literal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => quoted(text),
        Value::List(list) => format!("[{}]", list.iter().map(literal).collect::<Option<Vec<_>>>()?.join(", ")),
        _ => return None,
    })
}
