//! `quelea check`.

use crate::source;
use std::io::Write;

/// Reports that a scenario is valid, or fails with everything that is wrong with it.
pub fn check(name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let scenario = source::scenario(name)?;
    let general = &scenario.general;
    let (boids, dimension, engine) = (scenario.boids(), general.dimension, general.engine);
    Ok(writeln!(out, "{name}: valid: {boids} boids in {dimension}D, {engine} engine")?)
}
