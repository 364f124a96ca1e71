//! What the program says: results on the standard output, errors on the standard error.

use std::io::{self, BufWriter, StdoutLock, Write};

/// The standard output, which says so itself where it cannot be written.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub fn open() -> Self {
        Output(BufWriter::new(io::stdout().lock()))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

/// The kind stays: a reader that went away is no failure.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to the standard output: {error}"))
}

/// Text that may hold names from files, such that no terminal takes a part of it for a command.
pub fn harmless(text: &str) -> String {
    let shown = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out_and_lines_stay() {
        assert_eq!(harmless("`\u{1b}[31mä`:\n  \r\u{9b}1m\t–"), "`\\u{1b}[31mä`:\n  \\r\\u{9b}1m\\t–");
    }

    #[test]
    fn a_reader_that_went_away_is_still_known_as_such() {
        let error = named(io::ErrorKind::BrokenPipe.into());
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        assert!(error.to_string().contains("standard output"));
    }
}
