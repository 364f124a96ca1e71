//! A record as a folder: every rank writes the boids it has, and what is between two checkpoints is a file of its own.
//!
//! A run that is resumed removes the files that begin after its checkpoint. Readers of Parquet take the folder as one
//! table.

use crate::error::user_error;
use crate::files::{Record, RecordColumns, RecordFormat, RecordedRun, Stream};
use crate::input::quoted;
use anyhow::Context;
use quelea::Scenario;
use quelea::engine::Precision;
use quelea::state::part::Part;
use std::fs;
use std::path::{Path, PathBuf};

/// The record of one rank.
pub struct Dataset {
    folder: PathBuf,
    rank: usize,
    columns: RecordColumns,
    every: u64,
    open: Option<Stream<Record>>,
}

impl Dataset {
    /// The record in a folder, of which one rank has to see to it that it is there.
    pub fn new(folder: &Path, rank: usize, columns: Option<RecordColumns>, every: u64) -> Self {
        let columns = columns.unwrap_or(RecordColumns { positions: true, velocities: true });
        Dataset { folder: folder.to_owned(), rank, columns, every, open: None }
    }

    /// Adds the boids of this rank.
    pub fn sample(&mut self, scenario: &Scenario, part: &Part) -> anyhow::Result<()> {
        let mut order: Vec<usize> = (0..part.ids.len()).collect();
        order.sort_unstable_by_key(|slot| part.ids[*slot]);
        if self.open.is_none() {
            let path = self.folder.join(file_name(part.state.step, self.rank));
            let run = RecordedRun {
                scenario,
                precision: Precision::Single,
                columns: self.columns,
                every: self.every,
                species: &[],
            };
            let metadata =
                [("quelea.version", env!("CARGO_PKG_VERSION").to_owned()), ("quelea.scenario", scenario.to_toml())];
            let record = RecordFormat::new(&path, None)?.create(&run, "", &metadata)?;
            self.open = Some(Stream::create(&path, true, record)?);
        }
        let Some(stream) = &mut self.open else { return Ok(()) };
        stream.format.append_part(part, &order);
        stream.commit_if_due()
    }

    /// Brings everything to disk. The next sample begins another file.
    pub fn close(&mut self) -> anyhow::Result<()> {
        self.open.take().map_or(Ok(()), |mut stream| stream.commit(true))
    }
}

fn file_name(step: u64, rank: usize) -> String {
    format!("from-{step:012}-rank-{rank:05}.parquet")
}

/// The step at which a file of a record begins.
fn first_step(name: &str) -> Option<u64> {
    let (step, rank) = name.strip_prefix("from-")?.strip_suffix(".parquet")?.split_once("-rank-")?;
    rank.parse::<usize>().ok()?;
    step.parse().ok()
}

/// Makes the folder of a record ready for the steps after `keep`, or for all of them: removes what a run wrote later.
/// A record of another run is refused unless `force` allows to remove it.
pub fn prepare(folder: &Path, keep: Option<u64>, force: bool) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", quoted(folder)))?;
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", quoted(folder)))?;
    let files: Vec<(PathBuf, u64)> =
        entries.flatten().filter_map(|entry| Some((entry.path(), first_step(entry.file_name().to_str()?)?))).collect();
    if keep.is_none() && !force && !files.is_empty() {
        return Err(user_error(format!("{} holds a record already; --force replaces it", quoted(folder))));
    }
    for (path, _) in files.iter().filter(|(_, step)| keep.is_none_or(|keep| *step > keep)) {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", quoted(path)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_know_their_first_step() {
        assert_eq!(first_step(&file_name(1200, 7)), Some(1200));
        assert_eq!(first_step("from-x-rank-1.parquet"), None);
        assert_eq!(first_step("notes.txt"), None);
    }

    #[test]
    fn a_resumed_record_loses_what_came_after_its_checkpoint_alone() {
        let folder = tempfile::tempdir().unwrap();
        for name in [file_name(0, 0), file_name(0, 1), file_name(101, 0), "notes.txt".to_owned()] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert!(prepare(folder.path(), None, false).unwrap_err().to_string().contains("--force"));
        prepare(folder.path(), Some(100), false).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        prepare(folder.path(), None, true).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
