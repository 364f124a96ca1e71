//! The formats of the measures of a run.

use super::{Field, ResumePoint, StreamFormat, TableFormat, TableWriter, ndjson};
use crate::error::user_error;
use crate::input::{extension, quoted};
use std::path::Path;

/// The format of a table of measures.
#[derive(Clone, Copy)]
pub enum MeasuresFormat {
    Table(TableFormat),
    Ndjson,
}

impl MeasuresFormat {
    /// The format for the extension of a file, or the one chosen for a stream whose name has none.
    pub fn new(path: &Path, chosen: Option<StreamFormat>) -> anyhow::Result<Self> {
        match (StreamFormat::for_stream(path, chosen)?, extension(path).as_str()) {
            (Some(StreamFormat::Xyz), _) => Err(user_error(format!(
                "{}: extended XYZ holds boids, not measures\n  allowed: `ndjson` or `csv`",
                quoted(path)
            ))),
            (Some(StreamFormat::Csv), _) => Ok(MeasuresFormat::Table(TableFormat::Csv)),
            (Some(StreamFormat::Ndjson), _) | (None, "ndjson") => Ok(MeasuresFormat::Ndjson),
            (None, "csv" | "parquet") => TableFormat::from_path(path).map(MeasuresFormat::Table),
            (None, _) => Err(user_error(format!("{}: measures end in `.csv`, `.parquet` or `.ndjson`", quoted(path)))),
        }
    }

    /// Starts a table. `metadata` is stored if the format has a place for it.
    pub fn create(self, fields: Vec<Field>, metadata: &[(&str, String)]) -> Box<dyn TableWriter> {
        match self {
            MeasuresFormat::Table(format) => format.create(fields, metadata),
            MeasuresFormat::Ndjson => Box::new(ndjson::Rows::default()),
        }
    }

    /// Resumes a table that already has rows.
    pub fn resume(self, fields: Vec<Field>, point: &ResumePoint) -> anyhow::Result<Box<dyn TableWriter>> {
        match self {
            MeasuresFormat::Table(format) => format.resume(fields, point),
            MeasuresFormat::Ndjson => Ok(Box::new(ndjson::Rows::default())),
        }
    }
}
