//! Kinds of errors, and the exit code of each.

use crate::interrupt;
use quelea::{ScenarioError, StartError, TableError};
use std::fmt;
use std::io;
use std::process::ExitCode;

/// An error that the user can correct in the command, the scenario or an input file.
#[derive(Debug)]
struct UserError(String);

/// The program was interrupted; the message says how to continue.
#[derive(Debug)]
struct Interrupted(String);

/// Another program has stopped reading a stream.
#[derive(Debug)]
struct ReaderGone(String);

/// Another rank has said what is wrong.
#[derive(Debug)]
struct Reported(String, u8);

macro_rules! message_error {
    ($($name:ident),*) => {
        $(
            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                    f.write_str(&self.0)
                }
            }
            impl std::error::Error for $name {}
        )*
    };
}
message_error!(UserError, Interrupted, ReaderGone, Reported);

/// An error that the user can correct in the command, the scenario or an input file.
pub fn user_error(message: impl Into<String>) -> anyhow::Error {
    UserError(message.into()).into()
}

/// The result of a command that was interrupted by Ctrl-C or a signal: neither done nor failed.
pub fn interrupted(message: impl Into<String>) -> anyhow::Error {
    Interrupted(message.into()).into()
}

/// Whether the command was interrupted by Ctrl-C or a signal.
pub fn is_interrupted(error: &anyhow::Error) -> bool {
    error.is::<Interrupted>()
}

/// The error of a write to a stream that nobody reads any more.
pub fn reader_gone(message: impl Into<String>) -> anyhow::Error {
    ReaderGone(message.into()).into()
}

/// Whether a stream could not be written because nobody reads it any more.
pub fn is_reader_gone(error: &anyhow::Error) -> bool {
    error.is::<ReaderGone>()
}

/// The error of a rank whose message another one prints.
#[cfg(feature = "mpi")]
pub fn reported(code: u8) -> anyhow::Error {
    Reported("another rank says why".to_owned(), code).into()
}

/// Whether another rank has said what is wrong.
pub fn is_reported(error: &anyhow::Error) -> bool {
    error.is::<Reported>()
}

/// Whether the reader of the standard output has closed it.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// 2 for errors that the user can correct, 128 plus its number after a signal, 1 for everything else.
pub fn exit_code(error: &anyhow::Error) -> ExitCode {
    let by_user = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<UserError>() || cause.is::<ScenarioError>() || cause.is::<TableError>() || cause.is::<StartError>()
    };
    if let Some(Reported(_, code)) = error.downcast_ref() {
        return ExitCode::from(*code);
    }
    ExitCode::from(match error {
        error if is_interrupted(error) => interrupt::exit_code(),
        error if error.chain().any(by_user) => 2,
        _ => 1,
    })
}
