//! What kind of failure an error is, and which exit code says so.

use quelea::{ScenarioError, StartError, TableError};
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Something the user can put right by writing something else.
#[derive(Debug)]
struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

/// An error that the user can put right by writing something else.
pub fn wrong(message: impl Into<String>) -> anyhow::Error {
    Wrong(message.into()).into()
}

/// Something that was stopped from outside, and how to go on.
#[derive(Debug)]
struct Stopped(String);

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stopped {}

/// The end of something that was stopped by Ctrl-C or a signal: not a failure, and not done either.
pub fn stopped(advice: impl Into<String>) -> anyhow::Error {
    Stopped(advice.into()).into()
}

/// Whether it was stopped from outside.
pub fn is_stopped(error: &anyhow::Error) -> bool {
    error.is::<Stopped>()
}

/// The exit code of what was stopped by Ctrl-C: that of a shell's own, 128 and the signal's number.
pub const STOPPED: u8 = 130;

/// 2 for what the user can put right in the command, the scenario or a table; 130 for what was stopped; 1 for
/// everything else.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    let wrong = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<Wrong>() || cause.is::<ScenarioError>() || cause.is::<TableError>() || cause.is::<StartError>()
    };
    ExitCode::from(match error {
        error if is_stopped(error) => STOPPED,
        error if error.chain().any(wrong) => 2,
        _ => 1,
    })
}

/// Whether the reader of the output went away before its end.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
