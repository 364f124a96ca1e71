//! `cargo xtask studio`: builds what is out of date and serves the studio.

use crate::step::heading;
use crate::web;
use anyhow::bail;

/// Builds the page and the program, and serves the page until interrupted.
pub fn serve(arguments: &[&str]) -> anyhow::Result<()> {
    web::build()?;
    heading("Studio");
    let status = web::program(&[&["studio"], arguments].concat()).status()?;
    // Ctrl-C ends it with a signal, without an exit code.
    match status.code() {
        Some(0) | None => Ok(()),
        Some(code) => bail!("`quelea studio` ended with exit code {code}"),
    }
}
