//! Where scenarios come from.

use crate::failure::wrong;
use quelea::Scenario;
use quelea::scenario::presets::{PRESETS, preset_text};
use std::path::Path;

/// Reads a scenario by the name of a preset or the path of a file. A preset wins over a file of its name;
/// `./name` is always the file.
pub fn scenario(name: &str) -> anyhow::Result<Scenario> {
    scenario_with(name, &[])
}

/// The same with parameters changed by `path=value`; only the whole need be valid.
pub fn scenario_with(name: &str, changes: &[String]) -> anyhow::Result<Scenario> {
    let preset = PRESETS.iter().any(|(preset, _)| *preset == name);
    let path = Path::new(name);
    let is_file = !preset && (path.exists() || path.extension().is_some() || path.components().count() > 1);
    let read = if is_file {
        Scenario::from_named_toml_with(name, &text(path)?, changes.iter().map(String::as_str))
    } else {
        let text = preset_text(name).map_err(|mut error| {
            if let Some(fault) = error.faults.first_mut() {
                let names = fault.allowed.take().unwrap_or_default();
                fault.allowed = Some(format!("{names}; or the path of a scenario file"));
            }
            error
        })?;
        Scenario::from_named_toml_with(&format!("{name}.toml"), text, changes.iter().map(String::as_str))
    };
    read.map_err(|error| match error.file {
        Some(_) => error.into(),
        None => anyhow::Error::from(error).context("on the command line"),
    })
}

/// The text of a file that the user named. If it cannot be read, another path or another file is needed.
pub fn text(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot read {}: {error}", shown(path))))
}

/// A path in an error message.
pub fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}
