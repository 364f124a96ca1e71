//! The formats of streams. A stream is never rewritten, so its format must not need that.

use super::pipe::Pipe;
use crate::error::user_error;
use crate::input::{extension, quoted};
use clap::ValueEnum;
use std::path::Path;

/// A format whose bytes are final once they are written.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum StreamFormat {
    /// A JSON object per line
    Ndjson,
    Csv,
    /// Extended XYZ
    Xyz,
}

impl StreamFormat {
    /// The format of a stream: that of its extension, otherwise the chosen one, otherwise NDJSON. `None` for a file.
    pub fn for_stream(path: &Path, chosen: Option<Self>) -> anyhow::Result<Option<Self>> {
        if !Pipe::is_at(path) {
            return Ok(None);
        }
        let refuse = |name: &str| {
            Err(user_error(format!(
                "{}: a {name} file is rewritten as it grows, which a stream cannot be\n  allowed: `.ndjson`, `.csv` or `.xyz`",
                quoted(path)
            )))
        };
        match extension(path).as_str() {
            "parquet" => refuse("Parquet"),
            "npy" => refuse("NumPy"),
            _ => Ok(Some(Self::of_extension(path).or(chosen).unwrap_or(StreamFormat::Ndjson))),
        }
    }

    /// Whether a path is that of a stream, and not of a file.
    pub fn is_stream(path: &Path) -> bool {
        Pipe::is_at(path)
    }

    /// Whether a path is that of a stream whose name does not say its format.
    pub fn is_open_for(path: &Path) -> bool {
        Pipe::is_at(path) && Self::of_extension(path).is_none()
    }

    fn of_extension(path: &Path) -> Option<Self> {
        match extension(path).as_str() {
            "ndjson" => Some(StreamFormat::Ndjson),
            "csv" => Some(StreamFormat::Csv),
            "xyz" | "extxyz" => Some(StreamFormat::Xyz),
            _ => None,
        }
    }
}
