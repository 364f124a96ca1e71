//! `quelea completions`: scripts that ask this program what may follow, so that they know its presets, parameters
//! and measures.

mod candidates;

use crate::arguments::Arguments;
use candidates::completer;
use clap::{Command, CommandFactory};
use clap_complete::CompleteEnv;
use clap_complete::env::{Bash, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

/// Set by the scripts: the shell that asks.
const VARIABLE: &str = "QUELEA_COMPLETE";

const SHELLS: Shells = Shells(&[
    &Scripted { shell: Bash, script: include_str!("quelea.bash") },
    &Scripted { shell: Zsh, script: include_str!("quelea.zsh") },
    &Fish,
    &Elvish,
    &Powershell,
]);

/// The shells, for the command line.
pub fn shells() -> impl Iterator<Item = &'static str> {
    SHELLS.names()
}

/// Prints a completion script.
pub fn write(shell: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(shell) = SHELLS.completer(shell) {
        shell.write_registration(VARIABLE, "quelea", "quelea", "quelea", out)?;
    }
    Ok(())
}

/// Answers the question of a script and ends the program, if a script has asked one.
pub fn answer_and_exit() {
    CompleteEnv::with_factory(|| with_completers(Arguments::command())).var(VARIABLE).shells(SHELLS).complete();
}

/// Gives every argument that takes a preset, a path or a measure what completes it.
fn with_completers(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_subcommands(with_completers);
    command.mut_args(|argument| match completer(&name, argument.get_id().as_str()) {
        Some(completer) => argument.add(completer),
        None => argument,
    })
}

/// A shell with a script of our own, where the usual one splits words at `=` or puts a space after it.
struct Scripted<S> {
    shell: S,
    script: &'static str,
}

impl<S: EnvCompleter> EnvCompleter for Scripted<S> {
    fn name(&self) -> &'static str {
        self.shell.name()
    }

    fn is(&self, name: &str) -> bool {
        self.shell.is(name)
    }

    fn write_registration(&self, _: &str, _: &str, _: &str, _: &str, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.shell.write_complete(command, words, folder, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `check` for every argument of a command and its subcommands.
    fn for_each_argument(command: &Command, check: &mut impl FnMut(&str, &clap::Arg)) {
        command.get_arguments().for_each(|argument| check(command.get_name(), argument));
        command.get_subcommands().for_each(|command| for_each_argument(command, check));
    }

    #[test]
    fn every_argument_that_takes_a_path_or_a_preset_is_completed() {
        let mut count = 0;
        for_each_argument(&Arguments::command(), &mut |command, argument| {
            let names: Vec<&str> =
                argument.get_value_names().unwrap_or_default().iter().map(|name| name.as_str()).collect();
            let takes_path = names.iter().any(|name| name.starts_with("PATH"));
            if takes_path || ["scenario", "preset"].contains(&argument.get_id().as_str()) {
                assert!(completer(command, argument.get_id().as_str()).is_some(), "{command} {argument}");
                count += 1;
            }
        });
        assert!(count > 10, "{count}");
    }

    #[test]
    fn scripts_ask_by_the_variable_that_the_program_answers() {
        for shell in shells() {
            let mut script = Vec::new();
            write(shell, &mut script).unwrap();
            assert!(String::from_utf8(script).unwrap().contains(VARIABLE), "{shell}");
        }
    }
}
