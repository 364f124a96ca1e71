//! `quelea completions`.

use crate::arguments::Arguments;
use clap::CommandFactory;
use std::io::Write;

/// Prints a completion script.
pub fn write(shell: clap_complete::Shell, out: &mut dyn Write) -> anyhow::Result<()> {
    // The generator panics on a write error, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "quelea", &mut script);
    Ok(out.write_all(&script)?)
}
