//! `quelea presets` and `quelea show`.

use crate::error::user_error;
use crate::text_table::align;
use quelea::Scenario;
use quelea::model::presets;
use std::io::Write;

/// Lists the presets.
pub fn list(out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = vec![["NAME", "DIM", "BOIDS", "ENGINE", "TITLE", "SOURCE"].map(String::from)];
    for name in presets::names() {
        let scenario = Scenario::preset(name)?;
        let general = &scenario.general;
        rows.push([
            name.to_owned(),
            format!("{}D", general.dimension),
            scenario.boids().to_string(),
            general.engine.to_string(),
            general.title.clone(),
            general.source.clone(),
        ]);
    }
    Ok(out.write_all(align(&rows).as_bytes())?)
}

/// Prints the file of a preset.
pub fn show(name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    if name.trim().is_empty() {
        return Err(user_error("the name of the preset is empty; `quelea presets` lists all names"));
    }
    Ok(out.write_all(presets::text(name)?.as_bytes())?)
}
