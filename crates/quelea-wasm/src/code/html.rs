//! The scenario as a tag for a web page.

use super::Code;
use super::difference::Difference;
use quelea::{Scenario, Value};

/// The line that makes the tag known to a page.
const SCRIPT: &str = r#"<script type="module" src="quelea-flock.js"></script>"#;

/// The tag, and the script that makes it known.
pub fn tag(scenario: &Scenario) -> Code {
    let short = attributes(scenario);
    let embeds_toml = short.is_none();
    let attributes = short.unwrap_or_else(|| format!("scenario=\"\n{}\"", escaped(&scenario.to_toml())));
    Code { text: format!("{SCRIPT}\n<quelea-flock {attributes} inspect></quelea-flock>\n"), embeds_toml }
}

/// The preset and the parameters that differ from it.
fn attributes(scenario: &Scenario) -> Option<String> {
    let difference = Difference::from_preset(scenario).filter(|difference| difference.leads_to(scenario))?;
    let preset = format!("preset=\"{}\"", escaped(difference.name()));
    let settings = difference.changes.iter().map(|(path, value)| format!("{path}={}", word_or_toml(value)));
    let settings: Vec<String> = settings.collect();
    // A semicolon separates the settings of the attribute.
    if settings.iter().any(|setting| setting.contains(';')) {
        return None;
    }
    Some(match settings[..] {
        [] => preset,
        _ => format!("{preset} set=\"{}\"", escaped(&settings.join("; "))),
    })
}

/// A value as TOML, a word without quotes.
fn word_or_toml(value: &Value) -> String {
    let is_word =
        |text: &&str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-');
    // What reads as another value, such as `true`, keeps its quotes.
    let word = value.as_str().filter(is_word).filter(|word| Value::parse_or_word(word) == *value);
    word.map_or_else(|| value.to_string(), str::to_owned)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
