//! `cargo xtask studio`: builds what is older than its source, and serves it.

use crate::step::heading;
use crate::web;
use anyhow::bail;

/// Builds the page and the program, and serves the one from the other until it is stopped.
pub fn studio(arguments: &[&str]) -> anyhow::Result<()> {
    web::build()?;
    heading("The program");
    let status = web::program(&[&["studio"], arguments].concat()).status()?;
    // Stopped by Ctrl-C it has no exit code.
    match status.code() {
        Some(0) | None => Ok(()),
        Some(code) => bail!("`quelea studio` ended with exit code {code}"),
    }
}
