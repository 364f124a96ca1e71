//! Where scenarios come from.

use crate::failure::wrong;
use quelea::Scenario;
use quelea::scenario::presets::PRESETS;
use std::path::Path;

/// Reads a scenario by the name of a preset or the path of a file. A preset wins over a file of its name;
/// `./name` is always the file.
pub fn scenario(name: &str) -> anyhow::Result<Scenario> {
    let preset = PRESETS.iter().any(|(preset, _)| *preset == name);
    let path = Path::new(name);
    if !preset && (path.exists() || path.extension().is_some() || path.components().count() > 1) {
        return Ok(Scenario::from_named_toml(name, &text(path)?)?);
    }
    Scenario::preset(name).map_err(|mut error| {
        if !preset && let Some(fault) = error.faults.first_mut() {
            let names = fault.allowed.take().unwrap_or_default();
            fault.allowed = Some(format!("{names}; or the path of a scenario file"));
        }
        error.into()
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
