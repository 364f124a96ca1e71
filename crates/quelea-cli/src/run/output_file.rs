//! Where samples of a run go.

use crate::atomic_file::is_same_file;
use crate::files::{ResumePoint, is_stdout};
use std::path::{Path, PathBuf};

/// A file for samples.
pub enum OutputFile {
    /// A file to create.
    New(PathBuf),
    /// A file that the run has written before.
    Existing(ResumePoint),
}

impl OutputFile {
    pub fn path(&self) -> &Path {
        match self {
            OutputFile::New(path) => path,
            OutputFile::Existing(point) => &point.path,
        }
    }

    /// The file named on the command line, unless the run has written that one before.
    pub fn choose(named: Option<&Path>, existing: Option<ResumePoint>) -> Option<Self> {
        match (named, existing) {
            (Some(named), Some(existing)) if is_same_file(named, &existing.path) => {
                Some(OutputFile::Existing(existing))
            }
            (Some(named), _) => Some(OutputFile::New(named.to_owned())),
            (None, existing) => existing.map(OutputFile::Existing),
        }
    }
}

/// Whether two outputs would be mixed up in one file or stream.
pub fn is_same_output(a: &Path, b: &Path) -> bool {
    is_same_file(a, b) || is_stdout(a) && is_stdout(b)
}
