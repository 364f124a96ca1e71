//! Input files named by the user. One that cannot be read is a user error: another path or file is needed.

use crate::error::user_error;
use std::io;
use std::path::Path;

/// Reads a text file.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).map_err(|error| cannot_read(path, &error))
}

/// Reads a file.
pub fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| cannot_read(path, &error))
}

pub fn cannot_read(path: &Path, error: &io::Error) -> anyhow::Error {
    user_error(format!("cannot read {}: {error}", quoted(path)))
}

/// A path as messages show it.
pub fn quoted(path: &Path) -> String {
    format!("`{}`", path.display())
}

/// The extension of a file name, in lower case; empty if there is none.
pub fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}
