//! Input files named by the user. One that cannot be read is a user error: another path or file is needed.

use crate::error::user_error;
use crate::output::escape_name;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest scenario, in bytes: far more than any has, and little enough to read at once.
const MAX_SCENARIO: u64 = 64 << 20;

/// Reads the text of a scenario. A device that never ends is refused.
pub fn read_scenario(path: &Path) -> anyhow::Result<String> {
    let file = File::open(path).map_err(|error| cannot_read(path, &error))?;
    read_scenario_from(file, &quoted(path))
}

/// Reads a scenario that another program writes.
pub fn read_standard_input() -> anyhow::Result<String> {
    read_scenario_from(io::stdin().lock(), "the standard input")
}

fn read_scenario_from(source: impl Read, name: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = source.take(MAX_SCENARIO + 1).read_to_end(&mut bytes);
    read.map_err(|error| user_error(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > MAX_SCENARIO {
        return Err(user_error(format!("{name} has more than {} MiB, which no scenario has", MAX_SCENARIO >> 20)));
    }
    decode(bytes).map_err(|problem| user_error(format!("cannot read {name}: {problem}")))
}

/// Reads a text file.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(path)?;
    decode(bytes).map_err(|problem| user_error(format!("cannot read {}: {problem}", quoted(path))))
}

/// Text as UTF-8, or as UTF-16 with a byte-order mark, which PowerShell writes.
fn decode(bytes: Vec<u8>) -> Result<String, String> {
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks_exact(2);
        let is_whole = pairs.remainder().is_empty();
        let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16(&units).ok().filter(|_| is_whole).ok_or_else(|| "it is not valid UTF-16".to_owned())
    };
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => utf16(u16::from_le_bytes),
        Some([0xfe, 0xff]) => utf16(u16::from_be_bytes),
        _ => String::from_utf8(bytes).map_err(|error| {
            format!("it is not text: byte {} is not UTF-8; save it as UTF-8", error.utf8_error().valid_up_to())
        }),
    }
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
    format!("`{}`", escape_name(&path.to_string_lossy()))
}

/// The extension of a file name, in lower case; empty if there is none.
pub fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}
