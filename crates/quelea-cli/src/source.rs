//! Scenarios by name: a preset or a file.

use crate::error::user_error;
use crate::input::{read_scenario, read_standard_input};
use crate::output::escape_name;
use quelea::Scenario;
use quelea::model::settings::Schedule;
use quelea::model::{Inert, presets};
use std::borrow::Cow;
use std::path::Path;

/// The text of a scenario and the name of its file.
pub struct Source {
    file: String,
    text: Cow<'static, str>,
}

impl Source {
    /// Opens a preset or a file. A preset takes precedence over a file of the same name; `./name` is always the
    /// file.
    pub fn open(name: &str) -> anyhow::Result<Self> {
        if name.trim().is_empty() {
            return Err(user_error(
                "the name of the scenario is empty; allowed: a preset (see `quelea presets`) or the path of a scenario file",
            ));
        }
        if name == "-" {
            return Ok(Source { file: "standard input".to_owned(), text: read_standard_input()?.into() });
        }
        let is_preset = presets::text(name).is_ok();
        let path = Path::new(name);
        if !is_preset && (path.exists() || path.extension().is_some() || path.components().count() > 1) {
            return Ok(Source { file: escape_name(name), text: read_scenario(path)?.into() });
        }
        let text = presets::text(name).map_err(|mut error| {
            if let Some(issue) = error.issues.first_mut() {
                let names = issue.allowed.take().unwrap_or_default();
                issue.allowed = Some(format!("{names}; or the path of a scenario file"));
            }
            error
        })?;
        Ok(Source { file: format!("{name}.toml"), text: text.into() })
    }

    /// A scenario that is in memory already. `file` is what errors call it.
    pub fn from_text(file: &str, text: String) -> Self {
        Source { file: file.to_owned(), text: text.into() }
    }

    /// The name of the file, as errors have it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The keys of the file that have no effect, with their lines. A preset has some on purpose: what its source says
    /// about a goal, say, for those who set one.
    pub fn inert_keys(&self, scenario: &Scenario) -> Vec<(usize, Inert)> {
        match self.text {
            Cow::Borrowed(_) => Vec::new(),
            Cow::Owned(_) => scenario.inert_keys(&self.text),
        }
    }

    /// Reads the scenario with overrides of the form `path=value` and further schedules. Only the result has to be
    /// valid.
    pub fn with_overrides(&self, overrides: &[String], ramps: &[Schedule]) -> anyhow::Result<Scenario> {
        let overrides = overrides.iter().map(String::as_str);
        let read = Scenario::from_named_toml_with_ramps(&self.file, &self.text, overrides, ramps);
        read.map_err(|error| match error.file {
            Some(_) => error.into(),
            None => anyhow::Error::from(error).context("on the command line"),
        })
    }
}

/// Reads a scenario as it is.
pub fn scenario(name: &str) -> anyhow::Result<Scenario> {
    Source::open(name)?.with_overrides(&[], &[])
}

/// `--set` and the options that are shorthands for it, as overrides.
pub fn overrides(set: &[String], steps: Option<u64>, seed: Option<u64>, engine: Option<&str>) -> Vec<String> {
    let mut overrides = set.to_vec();
    overrides.extend(steps.map(|steps| format!("steps={steps}")));
    overrides.extend(seed.map(|seed| format!("seed={seed}")));
    overrides.extend(engine.map(|engine| format!("engine={engine}")));
    overrides
}
