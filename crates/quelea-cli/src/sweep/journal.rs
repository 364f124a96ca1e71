//! The journal of a sweep: a line for each finished run.
//!
//! A line is appended when a run is done and never changed. It ends with its own checksum, so that the half line
//! of a killed program is recognised and dropped, and its run repeated.

use super::plan::{Outcome, Plan};
use crate::atomic_file::replace;
use crate::error::user_error;
use crate::input::{cannot_read, quoted};
use anyhow::{Context, bail};
use quelea::state::snapshot::checksum;
use std::collections::{BTreeMap, HashSet};
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
    pub fn path_for(out: &Path) -> PathBuf {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".journal");
        out.with_file_name(name)
    }

    /// Opens the journal of a sweep, or starts it. That of another sweep is refused unless `force` allows to
    /// drop it.
    pub fn open(path: &Path, plan: &Plan, force: bool) -> anyhow::Result<Self> {
        let cannot_write = || format!("cannot write {}", quoted(path));
        let header = header(plan);
        let found = match std::fs::read(path) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(cannot_read(path, &error)),
        };
        let is_own = found.as_ref().is_some_and(|text| text.starts_with(&header));
        if found.is_some() && !is_own && !force {
            return Err(user_error(format!(
                "{} is the journal of another sweep: finish that one with its own command, choose another --out, or drop it with --force",
                quoted(path)
            )));
        }
        let text = found.filter(|_| is_own).unwrap_or_default();
        let lines = text.strip_prefix(&header).unwrap_or_default();
        let complete: Vec<(&str, u64, Outcome)> = lines
            .split_inclusive('\n')
            .filter_map(|line| {
                let (run, outcome) = parse_line(line, plan.measure_columns().len())?;
                Some((line, run, outcome))
            })
            .collect();
        // Locked before anything changes: another program may be writing it.
        if path.exists() {
            lock(&File::options().append(true).open(path).with_context(cannot_write)?, path)?;
        }
        let repaired: String =
            std::iter::once(header.as_str()).chain(complete.iter().map(|(line, ..)| *line)).collect();
        if repaired != text {
            replace(path, repaired.as_bytes())?;
        }
        let file = File::options().append(true).open(path).with_context(cannot_write)?;
        lock(&file, path)?;
        let own_runs: HashSet<u64> = plan.runs().collect();
        let done = complete.into_iter().map(|(_, run, outcome)| (run, outcome));
        let done = done.filter(|(run, _)| own_runs.contains(run)).collect();
        Ok(Journal { path: path.to_owned(), file, done })
    }

    /// Appends a finished run.
    pub fn append(&mut self, plan: &Plan, run: u64, outcome: Outcome) -> anyhow::Result<()> {
        let line = format_line(plan, run, &outcome);
        self.file.write_all(line.as_bytes()).with_context(|| {
            format!("cannot write {}: the {} runs in it are safe", quoted(&self.path), self.done.len())
        })?;
        self.done.insert(run, outcome);
        Ok(())
    }

    /// Removes the journal once the table is written.
    pub fn remove(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", quoted(&self.path)))
    }
}

fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!("{} is being written by another sweep", quoted(path));
    }
    Ok(())
}

/// The first two lines: the fingerprint of the sweep, and the names of the columns.
fn header(plan: &Plan) -> String {
    let mut names: Vec<String> = plan.varied.iter().map(|vary| vary.path.clone()).collect();
    names.push("seed".to_owned());
    names.extend(plan.measure_columns());
    format!("# quelea sweep, journal 1, {:016x}\nrun,{},state_hash,check\n", plan.fingerprint(), names.join(","))
}

/// A line for a run. It repeats the varied values for human readers; only the number of the run is read back.
fn format_line(plan: &Plan, run: u64, outcome: &Outcome) -> String {
    let table = plan.table(&[(run, outcome.clone())]);
    let quote =
        |text: String| if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text };
    let fields: Vec<String> = table.columns().iter().map(|(_, values)| quote(values.to_text(0))).collect();
    let fields = fields.join(",");
    format!("{fields},{:016x}\n", checksum(fields.as_bytes()))
}

/// Parses a line; `None` if it is incomplete.
fn parse_line(line: &str, measures: usize) -> Option<(u64, Outcome)> {
    let (fields, check) = line.strip_suffix('\n')?.rsplit_once(',')?;
    if u64::from_str_radix(check, 16).ok()? != checksum(fields.as_bytes()) {
        return None;
    }
    let run = fields.split(',').next()?.parse().ok()?;
    // From the end, since varied values may contain commas.
    let mut from_end = fields.rsplit(',');
    let state_hash = u64::from_str_radix(from_end.next()?, 16).ok()?;
    let mut values: Vec<f64> = from_end.take(measures).map(|text| text.parse().ok()).collect::<Option<_>>()?;
    values.reverse();
    (values.len() == measures).then_some((run, Outcome { measures: values, state_hash }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::corrupter::Corrupter;

    const FIELDS: &str = "3,\"[1, 2]\",7,0.25,1e-300,00000000000000ff";

    #[test]
    fn an_incomplete_or_changed_line_is_dropped() {
        let line = format!("{FIELDS},{:016x}\n", checksum(FIELDS.as_bytes()));
        let outcome = Outcome { measures: vec![0.25, 1e-300], state_hash: 255 };
        assert_eq!(parse_line(&line, 2), Some((3, outcome)));
        for end in 0..line.len() {
            assert_eq!(parse_line(&line[..end], 2), None, "{end}");
        }
        for index in 0..line.len() - 1 {
            let mut bytes = line.clone().into_bytes();
            bytes[index] ^= 1;
            assert_eq!(parse_line(&String::from_utf8(bytes).unwrap(), 2), None, "{index}");
        }
    }

    #[test]
    fn no_line_makes_the_parser_panic() {
        let mut corrupter = Corrupter::new();
        for _ in 0..20_000 {
            let mut bytes = FIELDS.as_bytes().to_vec();
            corrupter.corrupt(&mut bytes);
            let corrupted = String::from_utf8_lossy(&bytes);
            // With a valid checksum, so that the fields are parsed.
            let sealed = format!("{corrupted},{:016x}\n", checksum(corrupted.as_bytes()));
            for measures in [0, 2, 9] {
                let parsed = parse_line(&sealed, measures);
                assert!(parsed.is_none_or(|(_, outcome)| outcome.measures.len() == measures));
                let _ = parse_line(&corrupted, measures);
            }
        }
    }
}
