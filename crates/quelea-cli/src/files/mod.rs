//! Tables and trajectories as files: formats, and files that grow with a run.

// Tables in memory.
mod table;
mod values;

// Files.
mod format;
mod growing_file;
mod pipe;
mod resume_point;
mod stream;

// Formats.
mod csv;
mod measures_format;
mod ndjson;
mod npy;
#[cfg(feature = "parquet")]
mod parquet;
mod record;
mod record_columns;
mod stream_format;
mod table_format;
mod xyz;

#[cfg(test)]
pub mod corrupter;

pub use format::{FileFormat, TableWriter};
pub use growing_file::GrowingFile;
pub use measures_format::MeasuresFormat;
pub use pipe::is_stdout;
pub use record::{Record, RecordFormat, RecordedRun};
pub use record_columns::{RecordColumn, RecordColumns};
pub use resume_point::ResumePoint;
pub use stream::Stream;
pub use stream_format::StreamFormat;
pub use table::{Field, Table};
#[cfg(feature = "parquet")]
pub use table_format::table_metadata;
pub use table_format::{TableFormat, read_table, scenario_of_table};
pub use values::{Values, format_number};
