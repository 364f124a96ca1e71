//! `quelea man`: manual pages made from the same table as `--help`.

use crate::arguments::Arguments;
use crate::atomic_file::AtomicFile;
use anyhow::Context;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io::Write;
use std::path::PathBuf;

/// Where the pages go, as it was typed.
#[derive(Args)]
pub struct ManArgs {
    /// Folder to write a page for the program and one for each command to; it is created [default: print the page of
    /// the program]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

/// Prints the page of the program, or writes all pages.
pub fn man(arguments: &ManArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut program = Arguments::command().disable_help_subcommand(true);
    program.build();
    let Some(folder) = &arguments.out else {
        return Ok(out.write_all(&page(&program)?)?);
    };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create `{}`", folder.display()))?;
    let mut pages = Vec::new();
    collect(&program, &mut pages)?;
    // Everything that can be refused is refused before the first file appears.
    let files: Vec<_> = pages
        .into_iter()
        .map(|(name, page)| Ok((AtomicFile::reserve(&folder.join(name), arguments.force)?, page)))
        .collect::<anyhow::Result<_>>()?;
    let count = files.len();
    files.into_iter().try_for_each(|(file, page)| file.commit(&page))?;
    Ok(writeln!(out, "{count} pages in {}", folder.display())?)
}

/// The pages of a command and all below it: `quelea.1`, `quelea-run.1`, …
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> anyhow::Result<()> {
    pages.push((Man::new(command.clone()).get_filename(), page(command)?));
    command.get_subcommands().filter(|command| !command.is_hide_set()).try_for_each(|command| collect(command, pages))
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
