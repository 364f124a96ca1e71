//! What a sweep has done so far, a line for each finished run.
//!
//! A line is added when a run is done and never changed. It ends with a checksum of itself, so that the
//! half line that a killed program leaves is known for what it is, dropped, and its run done again.

use super::plan::{Outcome, Plan};
use crate::failure::wrong;
use crate::new_file::replace;
use crate::source::shown;
use anyhow::{Context, bail};
use quelea::state::snapshot::checksum;
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The journal of a sweep, beside its table.
pub struct Journal {
    path: PathBuf,
    file: File,
    pub done: BTreeMap<u64, Outcome>,
}

impl Journal {
    /// `sweep.csv.journal` for `sweep.csv`.
    pub fn beside(out: &Path) -> PathBuf {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".journal");
        out.with_file_name(name)
    }

    /// Opens the journal of a sweep, or begins it. One of another sweep is refused, unless `force` says to
    /// drop it.
    pub fn open(path: &Path, plan: &Plan, force: bool) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", shown(path));
        let head = head(plan);
        let found = match std::fs::read(path) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(wrong(format!("cannot read {}: {error}", shown(path)))),
        };
        let ours = found.as_ref().is_some_and(|text| text.starts_with(&head));
        if found.is_some() && !ours && !force {
            return Err(wrong(format!(
                "{} is the journal of another sweep: finish that one with its own command, choose another --out, or drop it with --force",
                shown(path)
            )));
        }
        let text = found.filter(|_| ours).unwrap_or_default();
        let lines = text.strip_prefix(&head).unwrap_or_default();
        let good: Vec<(&str, u64, Outcome)> = lines
            .split_inclusive('\n')
            .filter_map(|line| {
                let (run, outcome) = read(line, plan.kept.len())?;
                Some((line, run, outcome))
            })
            .collect();
        // Locked before anything is changed: another program may be at it.
        if path.exists() {
            lock(&File::options().append(true).open(path).with_context(cannot)?, path)?;
        }
        let whole: String = std::iter::once(head.as_str()).chain(good.iter().map(|(line, ..)| *line)).collect();
        if whole != text {
            replace(path, whole.as_bytes())?;
        }
        let file = File::options().append(true).open(path).with_context(cannot)?;
        lock(&file, path)?;
        let mine: std::collections::HashSet<u64> = plan.runs().collect();
        let done = good.into_iter().map(|(_, run, outcome)| (run, outcome)).filter(|(run, _)| mine.contains(run));
        Ok(Journal { path: path.to_owned(), file, done: done.collect() })
    }

    /// Adds a finished run.
    pub fn add(&mut self, plan: &Plan, run: u64, outcome: Outcome) -> anyhow::Result<()> {
        let line = line(plan, run, &outcome);
        self.file.write_all(line.as_bytes()).with_context(|| {
            format!("cannot write {}: the {} runs in it are safe", shown(&self.path), self.done.len())
        })?;
        self.done.insert(run, outcome);
        Ok(())
    }

    /// Removes it, when the table is in its place.
    pub fn remove(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", shown(&self.path)))
    }
}

fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!("{} is being written by another sweep", shown(path));
    }
    Ok(())
}

/// The first two lines: whose journal it is, and the names of the columns.
fn head(plan: &Plan) -> String {
    let mut names: Vec<String> = plan.varied.iter().map(|vary| vary.path.clone()).collect();
    names.extend(std::iter::once("seed").chain(plan.measures()).map(String::from));
    format!("# quelea sweep, journal 1, {:016x}\nrun,{},state_hash,check\n", plan.fingerprint(), names.join(","))
}

fn line(plan: &Plan, run: u64, outcome: &Outcome) -> String {
    let table = plan.table(&[(run, outcome.clone())]);
    // The varied values are there for those who look; what counts is the run's number.
    let quoted =
        |text: String| if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text };
    let fields: Vec<String> = table.named().iter().map(|(_, values)| quoted(values.text(0))).collect();
    let fields = fields.join(",");
    format!("{fields},{:016x}\n", checksum(fields.as_bytes()))
}

/// Reads a line, or nothing if it is not whole.
fn read(line: &str, measures: usize) -> Option<(u64, Outcome)> {
    let (fields, check) = line.strip_suffix('\n')?.rsplit_once(',')?;
    if u64::from_str_radix(check, 16).ok()? != checksum(fields.as_bytes()) {
        return None;
    }
    let run = fields.split(',').next()?.parse().ok()?;
    // From the end, since varied values may have commas in them.
    let mut last = fields.rsplit(',');
    let state_hash = u64::from_str_radix(last.next()?, 16).ok()?;
    let mut values: Vec<f64> = last.take(measures).map(|text| text.parse().ok()).collect::<Option<_>>()?;
    values.reverse();
    (values.len() == measures).then_some((run, Outcome { measures: values, state_hash }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_not_whole_is_no_line() {
        let fields = "3,\"[1, 2]\",7,0.25,1e-300,00000000000000ff";
        let line = format!("{fields},{:016x}\n", checksum(fields.as_bytes()));
        let outcome = Outcome { measures: vec![0.25, 1e-300], state_hash: 255 };
        assert_eq!(read(&line, 2), Some((3, outcome)));
        for end in 0..line.len() {
            assert_eq!(read(&line[..end], 2), None, "{end}");
        }
        for place in 0..line.len() - 1 {
            let mut bytes = line.clone().into_bytes();
            bytes[place] ^= 1;
            assert_eq!(read(&String::from_utf8(bytes).unwrap(), 2), None, "{place}");
        }
    }

    #[test]
    fn no_line_makes_the_reader_panic() {
        let fields = "3,\"[1, 2]\",7,0.25,1e-300,00000000000000ff";
        let mut lot = crate::files::damage::Lot::drawn();
        for _ in 0..20_000 {
            let mut bytes = fields.as_bytes().to_vec();
            for _ in 0..1 + lot.below(4) {
                lot.damage(&mut bytes);
            }
            let damaged = String::from_utf8_lossy(&bytes);
            // With a checksum of its own, so that what is behind it is reached.
            let sealed = format!("{damaged},{:016x}\n", checksum(damaged.as_bytes()));
            for measures in [0, 2, 9] {
                let outcome = read(&sealed, measures);
                assert!(outcome.is_none_or(|(_, outcome)| outcome.measures.len() == measures));
                let _ = read(&damaged, measures);
            }
        }
    }
}
