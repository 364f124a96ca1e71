//! The tables to plot, and what is known of the scenarios behind them.

use super::arguments::PlotArgs;
use crate::error::user_error;
use crate::files::{Table, read_table, scenario_of_table};
use crate::input::quoted;
use crate::output::escape_control;
use quelea::Scenario;
use quelea::model::parameters;
use std::path::Path;

/// A table to plot.
pub struct Source {
    /// The path of its file, as messages show it.
    pub quoted: String,
    /// The name of its file, as a legend shows it; empty for a table that is not from a file.
    file: String,
    /// The name that the user gave it.
    pub label: Option<String>,
    /// The scenario of its run, or of the first run of its sweep.
    pub scenario: Option<Scenario>,
    pub table: Table,
}

/// The longest name of a file in a legend, in characters.
const MAX_FILE_NAME: usize = 36;

/// The most parameters that a legend names to distinguish two scenarios with the same name.
const MAX_DIFFERENCES: usize = 2;

impl Source {
    /// Reads all files of a command.
    pub fn read_all(arguments: &PlotArgs) -> anyhow::Result<Vec<Self>> {
        let (files, labels) = (&arguments.files, &arguments.label);
        if !labels.is_empty() && labels.len() != files.len() {
            return Err(user_error(format!(
                "--label: {} names for {} files; allowed: one for each, in their order",
                labels.len(),
                files.len()
            )));
        }
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        // Files with the same name in different folders are shown with their folders.
        let ambiguous = |path: &Path| files.iter().any(|other| other != path && name(other) == name(path));
        let read = |(index, path): (usize, &std::path::PathBuf)| {
            let shown = if ambiguous(path) { path.display().to_string() } else { name(path) };
            Ok(Source {
                quoted: quoted(path),
                file: shorten(&escape_control(&shown)),
                label: labels.get(index).map(|label| label.trim().to_owned()),
                scenario: scenario_of_table(path),
                table: read_table(path)?,
            })
        };
        files.iter().enumerate().map(read).collect()
    }

    /// A table in memory.
    pub fn in_memory(table: Table, scenario: Scenario) -> Self {
        Source { quoted: "the table".to_owned(), file: String::new(), label: None, scenario: Some(scenario), table }
    }

    /// What a title calls it: its label, its scenario, or its file.
    pub fn title(&self) -> &str {
        let scenario = self.scenario.as_ref().map(|scenario| scenario.general.name.as_str());
        self.label.as_deref().or(scenario).unwrap_or(&self.file)
    }

    /// What a legend calls it among others: its label, or its file, scenario, differences and, for a run, seed.
    pub fn legend(&self, all: &[&Source], with_seed: bool) -> String {
        if let Some(label) = &self.label {
            return label.clone();
        }
        let Some(scenario) = &self.scenario else { return self.file.clone() };
        let mut words = vec![scenario.general.name.clone()];
        words.extend(differences(scenario, all));
        if with_seed {
            words.push(format!("seed {}", scenario.general.seed));
        }
        format!("{}: {}", self.file, words.join(", "))
    }
}

/// Parameters in which a scenario differs from others of the same name, as `path = value`.
fn differences(scenario: &Scenario, all: &[&Source]) -> Vec<String> {
    let others = all.iter().filter_map(|source| source.scenario.as_ref());
    let others: Vec<&Scenario> = others.filter(|other| other.general.name == scenario.general.name).collect();
    let rows = parameters().into_iter().filter(|row| !["seed", "title"].contains(&row.path.as_str()));
    let differing = rows.filter_map(|row| {
        let own = scenario.get(&row.path);
        let text = own.as_ref().map_or_else(|| "default".to_owned(), ToString::to_string);
        others.iter().any(|other| other.get(&row.path) != own).then(|| format!("{} = {text}", row.path))
    });
    differing.take(MAX_DIFFERENCES).collect()
}

/// A long name without its middle, since its ends distinguish it best.
fn shorten(name: &str) -> String {
    let length = name.chars().count();
    if length <= MAX_FILE_NAME {
        return name.to_owned();
    }
    let start: String = name.chars().take(MAX_FILE_NAME / 3).collect();
    let end: String = name.chars().skip(length - (MAX_FILE_NAME - MAX_FILE_NAME / 3 - 1)).collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_ends() {
        assert_eq!(shorten("m.csv"), "m.csv");
        let long = shorten(&format!("first{}last.parquet", "-".repeat(80)));
        assert!(long.starts_with("first") && long.ends_with("last.parquet") && long.chars().count() == MAX_FILE_NAME);
    }
}
