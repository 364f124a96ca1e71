//! A growing file together with its format, and when it is committed.

use super::{FileFormat, GrowingFile, ResumePoint};
use std::path::Path;
use std::time::{Duration, Instant};

/// A file that is written in some format during a run.
pub struct Stream<F> {
    pub format: F,
    file: GrowingFile,
    started: Instant,
    /// The time of the last commit.
    committed: Option<Instant>,
}

/// The number of pending bytes that are committed at once.
const MAX_PENDING: usize = 16 << 20;

impl<F: FileFormat> Stream<F> {
    /// Starts a file. An existing one stays until the first commit, so that a command which is refused for
    /// another reason changes nothing.
    pub fn create(path: &Path, force: bool, format: F) -> anyhow::Result<Self> {
        let file = GrowingFile::create(path, force, format.header().len() as u64)?;
        Ok(Stream { format, file, started: Instant::now(), committed: None })
    }

    /// Continues a reopened file.
    pub fn resume(file: GrowingFile, format: F) -> Self {
        let now = Instant::now();
        Stream { format, file, started: now, committed: Some(now) }
    }

    /// Commits the first time, and then if much is pending or the last commit is long ago. The interval grows
    /// with the run, which bounds the number of commits and the size of a Parquet footer.
    pub fn commit_if_due(&mut self) -> anyhow::Result<()> {
        let interval = (self.started.elapsed() / 100).clamp(Duration::from_millis(200), Duration::from_secs(60));
        let overdue = self.committed.is_none_or(|committed| committed.elapsed() >= interval);
        if overdue || self.format.pending_bytes() >= MAX_PENDING { self.commit(false) } else { Ok(()) }
    }

    /// Writes everything pending to the file; `sync` waits until it is on disk.
    pub fn commit(&mut self, sync: bool) -> anyhow::Result<()> {
        let body = self.format.take_body()?;
        self.file.commit(&self.format.header(), &body, &self.format.footer()?, sync)?;
        self.committed = Some(Instant::now());
        Ok(())
    }

    /// Where the file can be resumed after the last commit.
    pub fn resume_point(&self) -> anyhow::Result<ResumePoint> {
        Ok(ResumePoint { rows: self.format.pending_rows(), ..self.file.resume_point()? })
    }
}
