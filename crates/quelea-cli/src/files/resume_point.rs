//! Where a growing file can be resumed, as a checkpoint stores it.

use super::npy;
use quelea::state::snapshot::checksum;
use serde_json::{Value, json};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// The end of the body of a file at some moment, and how to recognise that file.
#[derive(Clone, Debug, PartialEq)]
pub struct ResumePoint {
    pub path: PathBuf,
    pub length: u64,
    /// The number of rows in the footer that followed it.
    pub rows: u64,
    /// See [`checksum_before`].
    pub checksum: u64,
}

impl ResumePoint {
    pub fn to_json(&self) -> Value {
        json!({
            "path": self.path.to_string_lossy(),
            "bytes": self.length,
            "rows": self.rows,
            "sum": format!("{:016x}", self.checksum),
        })
    }

    pub fn from_json(value: &Value) -> Option<Self> {
        let checksum = u64::from_str_radix(value["sum"].as_str()?, 16).ok()?;
        let (length, rows) = (value["bytes"].as_u64()?, value["rows"].as_u64()?);
        Some(ResumePoint { path: value["path"].as_str()?.into(), length, rows, checksum })
    }
}

/// The number of bytes that a checksum covers.
const COVERED: u64 = 1 << 16;

/// A checksum of the last bytes before a position in a file, without a header that changes with the file: the longest
/// is that of a NumPy array.
pub fn checksum_before(file: &mut (impl Read + Seek), end: u64) -> io::Result<u64> {
    let start = end.saturating_sub(COVERED);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(end - start).read_to_end(&mut bytes)?;
    Ok(checksum(if start == 0 { bytes.get(npy::HEADER_LENGTH..).unwrap_or(&[]) } else { &bytes }))
}
