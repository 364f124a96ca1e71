//! The present scenario as code to copy: a Rust program, a Python script, a tag for a web page. Each starts from a
//! preset and says what differs, where that gives exactly the same scenario; otherwise it carries the scenario as TOML.

mod difference;
mod html;
mod python;
mod rust;

use quelea::Scenario;
use serde_json::{Value, json};

/// A program, script or tag.
pub struct Code {
    /// What to copy.
    pub text: String,
    /// Whether the scenario stands in it as TOML, because the form has no shorter way to say it.
    pub embeds_toml: bool,
}

impl Code {
    /// Writes a scenario as `rust`, `python` or `html`; `None` for any other form.
    pub fn write(scenario: &Scenario, form: &str) -> Option<Self> {
        match form {
            "rust" => Some(rust::program(scenario)),
            "python" => Some(python::script(scenario)),
            "html" => Some(html::tag(scenario)),
            _ => None,
        }
    }

    /// The code as JSON.
    pub fn to_json(&self) -> Value {
        json!({ "text": self.text, "embedsToml": self.embeds_toml })
    }
}
