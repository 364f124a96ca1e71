//! Where scenarios come from.

use crate::failure::wrong;
use quelea::Scenario;
use quelea::model::presets;
use std::borrow::Cow;
use std::path::Path;

/// The text of a scenario, and the name of its file.
pub struct Source {
    file: String,
    text: Cow<'static, str>,
}

impl Source {
    /// Finds a scenario by the name of a preset or the path of a file. A preset wins over a file of its name;
    /// `./name` is always the file.
    pub fn open(name: &str) -> anyhow::Result<Self> {
        if name.trim().is_empty() {
            return Err(wrong(
                "the scenario's name is empty; allowed: a preset (see `quelea presets`), or the path of a scenario file",
            ));
        }
        let preset = presets::names().any(|preset| preset == name);
        let path = Path::new(name);
        if !preset && (path.exists() || path.extension().is_some() || path.components().count() > 1) {
            return Ok(Source { file: name.to_owned(), text: text(path)?.into() });
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

    /// Reads it with parameters changed by `path=value`; only the whole need be valid.
    pub fn with(&self, changes: &[String]) -> anyhow::Result<Scenario> {
        let read = Scenario::from_named_toml_with(&self.file, &self.text, changes.iter().map(String::as_str));
        read.map_err(|error| match error.file {
            Some(_) => error.into(),
            None => anyhow::Error::from(error).context("on the command line"),
        })
    }
}

/// Reads a scenario as it is.
pub fn scenario(name: &str) -> anyhow::Result<Scenario> {
    Source::open(name)?.with(&[])
}

/// The text of a file that the user named. If it cannot be read, another path or another file is needed.
pub fn text(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot read {}: {error}", shown(path))))
}

/// A path in an error message.
pub fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}
