//! The standard output, and text that is safe to print.

use std::io::{self, BufWriter, StdoutLock, Write};

/// The standard output. Its errors name it.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub fn new() -> Self {
        Output(BufWriter::new(io::stdout().lock()))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(name_stdout)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(name_stdout)
    }
}

/// Adds the name and keeps the kind, by which a broken pipe is recognised.
fn name_stdout(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to the standard output: {error}"))
}

/// Escapes control characters: text may hold names from files, which must not reach the terminal as commands.
pub fn escape_control(text: &str) -> String {
    let escape = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// A name on one line: unlike a message, it has no line breaks of its own.
pub fn escape_name(name: &str) -> String {
    escape_control(name).replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_newlines_kept() {
        assert_eq!(escape_control("`\u{1b}[31mä`:\n  \r\u{9b}1m\t–"), "`\\u{1b}[31mä`:\n  \\r\\u{9b}1m\\t–");
    }

    #[test]
    fn a_name_stays_on_one_line() {
        assert_eq!(escape_name("a\nb\u{1b}[1m\\n"), "a\\nb\\u{1b}[1m\\n");
    }

    #[test]
    fn a_broken_pipe_keeps_its_kind() {
        let error = name_stdout(io::ErrorKind::BrokenPipe.into());
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        assert!(error.to_string().contains("standard output"));
    }
}
