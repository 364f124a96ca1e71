//! Reading a scenario file, and what can be wrong with it.

use super::unknown::{is_section, unknown_key};
use super::{Kind, Scenario, settings::Obstacle};
use crate::parameters::{Refusal, Section};
use std::collections::HashMap;
use std::fmt;
use toml_edit::{Document, Item, Table, TableLike, Value};

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The line of the file, counted from 1, where there is a file.
    pub line: Option<usize>,
    /// The key, such as `separation.radius`.
    pub key: String,
    /// What is wrong.
    pub problem: String,
    /// What is allowed.
    pub allowed: Option<String>,
    /// The nearest valid key or word.
    pub hint: Option<String>,
}

impl Fault {
    pub(super) fn new(key: &str, problem: impl Into<String>) -> Self {
        Fault { line: None, key: key.into(), problem: problem.into(), allowed: None, hint: None }
    }
    pub(super) fn refused(key: &str, Refusal { problem, allowed, hint }: Refusal) -> Self {
        Fault { allowed: Some(allowed), hint, ..Fault::new(key, problem) }
    }
    pub(super) fn allowing(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }
    pub(super) fn hinting(mut self, hint: Option<&str>) -> Self {
        self.hint = hint.map(str::to_owned);
        self
    }
}

/// A scenario that cannot be run, with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioError {
    /// The file, where there is one.
    pub file: Option<String>,
    /// What is wrong, in the order of the file.
    pub faults: Vec<Fault>,
}

impl ScenarioError {
    pub(super) fn one(file: Option<&str>, fault: Fault) -> Self {
        ScenarioError { file: file.map(str::to_owned), faults: vec![fault] }
    }
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (number, fault) in self.faults.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            match (&self.file, fault.line) {
                (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
                (Some(file), None) => write!(f, "{file}: ")?,
                (None, Some(line)) => write!(f, "line {line}: ")?,
                (None, None) => {}
            }
            if !fault.key.is_empty() {
                write!(f, "`{}` ", fault.key)?;
            }
            write!(f, "{}", fault.problem)?;
            if let Some(hint) = &fault.hint {
                write!(f, "; did you mean `{hint}`?")?;
            }
            if let Some(allowed) = &fault.allowed {
                write!(f, "\n  allowed: {allowed}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioError {}

impl Scenario {
    /// Reads a scenario from TOML text.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        Self::from_file_text(None, text, &[])
    }

    /// Reads a scenario from the text of a named file, so that errors can name it.
    pub fn from_named_toml(file: &str, text: &str) -> Result<Self, ScenarioError> {
        Self::from_file_text(Some(file), text, &[])
    }

    /// Reads a scenario from the text of a named file with parameters changed by `path=value`, as after
    /// `--set`. Only the whole need be valid: a change may supply what the file lacks, or put right a value
    /// that the file has wrong. An error that names no file is about the changes.
    ///
    /// ```
    /// use quelea::Scenario;
    ///
    /// let text = "boids = 10\nperception.radius = -1";
    /// let changes = ["space.size=[100, 100]", "perception.radius=20"];
    /// assert!(Scenario::from_named_toml("flock.toml", text).is_err());
    /// assert!(Scenario::from_named_toml_with("flock.toml", text, changes).is_ok());
    /// ```
    pub fn from_named_toml_with<'a>(
        file: &str,
        text: &str,
        changes: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ScenarioError> {
        Self::from_file_text(Some(file), text, &super::parsed(changes)?)
    }

    fn from_file_text(file: Option<&str>, text: &str, changes: &[(&str, Value)]) -> Result<Self, ScenarioError> {
        let document = Document::parse(text).map_err(|error| {
            let line = error.span().map(|span| line_of(text, span.start));
            let problem = format!("not valid TOML: {}", error.message().trim());
            ScenarioError::one(file, Fault { line, ..Fault::new("", problem) })
        })?;
        let mut reader = Reader { text, lines: HashMap::new(), faults: Vec::new() };
        let mut scenario = reader.scenario(document.as_table());
        let changed = |fault: &Fault| changes.iter().any(|(path, _)| *path == fault.key);
        for (path, value) in changes {
            scenario.put(path, value).map_err(|fault| ScenarioError::one(None, fault))?;
        }
        // What a change has put right is no longer wrong.
        reader.faults.retain(|fault| !changed(fault));
        if reader.faults.is_empty() {
            reader.faults.extend(scenario.faults());
            if reader.faults.iter().any(changed) {
                reader.faults.retain(changed);
                return Err(ScenarioError { file: None, faults: reader.faults });
            }
            for fault in &mut reader.faults {
                fault.line = line_or_table(&reader.lines, &fault.key);
            }
        }
        reader.faults.sort_by_key(|fault| fault.line);
        match reader.faults.is_empty() {
            true => Ok(scenario),
            false => Err(ScenarioError { file: file.map(str::to_owned), faults: reader.faults }),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Where each key stands, for faults that only show when the whole has been read.
    lines: HashMap<String, usize>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn scenario(&mut self, document: &Table) -> Scenario {
        let mut scenario = Scenario::default();
        for (key, item) in document.iter() {
            match key {
                "species" | "obstacle" => {}
                _ => self.item(document, key, key, item, &mut |path, value| scenario.put(path, value)),
            }
        }
        for (index, (table, line)) in self.tables(document, "obstacle").into_iter().enumerate() {
            let mut obstacle = Obstacle::default();
            let prefix = format!("obstacle.{index}");
            if let Some(line) = line {
                self.lines.insert(prefix.clone(), line);
                self.lines.entry("obstacle".into()).or_insert(line);
            }
            self.table(table, &prefix, &mut |path, value| refused(path, &prefix, |rest| obstacle.set(rest, value)));
            scenario.obstacles.push(obstacle);
        }
        for (index, (table, line)) in self.tables(document, "species").into_iter().enumerate() {
            let name = table.get("name").and_then(Item::as_str).map(str::to_owned);
            if name.is_none() {
                let fault =
                    Fault::new("species.name", "is missing").allowing("text in quotes: every species has a name");
                self.faults.push(Fault { line, ..fault });
            }
            let name = name.unwrap_or_else(|| format!("species {}", index + 1));
            // A `[[species]]` that repeats the first one's name would be two species of one name: validation says so.
            let mut kind = Kind { name: name.clone(), species: scenario.first.species.clone(), ..Kind::default() };
            let prefix = format!("species.{name}");
            if let Some(line) = table.key("name").and_then(|key| key.span()) {
                self.lines.insert(prefix.clone(), line_of(self.text, line.start));
            }
            for (key, item) in table.iter().filter(|(key, _)| *key != "name") {
                let path = format!("{prefix}.{key}");
                self.item(table, key, &path, item, &mut |path, value| {
                    refused(path, &prefix, |rest| kind.put(rest, value))
                });
            }
            scenario.others.push(kind);
        }
        scenario
    }

    /// The tables of a list, each with its line: those below `[[key]]`, or those in `key = [{ … }, …]`.
    fn tables<'t>(&mut self, document: &'t Table, key: &str) -> Vec<(&'t dyn TableLike, Option<usize>)> {
        let line = |span: Option<std::ops::Range<usize>>| span.map(|span| line_of(self.text, span.start));
        let tables: Option<Vec<_>> = match document.get(key) {
            None => Some(Vec::new()),
            Some(Item::ArrayOfTables(tables)) => {
                Some(tables.iter().map(|table| (table as &dyn TableLike, line(table.span()))).collect())
            }
            Some(Item::Value(Value::Array(list))) => {
                let tables = list.iter().map(Value::as_inline_table);
                tables.map(|table| table.map(|table| (table as &dyn TableLike, line(table.span())))).collect()
            }
            Some(_) => None,
        };
        tables.unwrap_or_else(|| {
            let fault = Fault::new(key, "is not a list of tables");
            self.fault(document, key, fault.allowing(format!("[[{key}]] before each one, or {key} = [{{ … }}, …]")));
            Vec::new()
        })
    }

    fn table(&mut self, table: &dyn TableLike, prefix: &str, put: &mut Put) {
        for (key, item) in table.iter() {
            self.item(table, key, &format!("{prefix}.{key}"), item, put);
        }
    }

    fn item(&mut self, table: &dyn TableLike, key: &str, path: &str, item: &Item, put: &mut Put) {
        if let Some(span) = table.key(key).and_then(|key| key.span()) {
            self.lines.insert(path.to_owned(), line_of(self.text, span.start));
        }
        let outcome = match item {
            Item::Value(value) if !value.is_inline_table() => put(path, value),
            Item::Value(_) | Item::Table(_) => match item.as_table_like() {
                // One without keys is not missed, if it is one.
                Some(inner) if !inner.is_empty() || is_section(path) => return self.table(inner, path, put),
                _ => Err(unknown_key(path)),
            },
            Item::None | Item::ArrayOfTables(_) => Err(unknown_key(path)),
        };
        if let Err(fault) = outcome {
            self.fault(table, key, fault);
        }
    }

    fn fault(&mut self, table: &dyn TableLike, key: &str, fault: Fault) {
        let line = table.key(key).and_then(|key| key.span()).map(|span| line_of(self.text, span.start));
        self.faults.push(Fault { line, ..fault });
    }
}

type Put<'a> = dyn FnMut(&str, &Value) -> Result<(), Fault> + 'a;

/// Sets a key below a prefix, and turns a refusal into a fault that names the whole path.
fn refused(path: &str, prefix: &str, set: impl FnOnce(&str) -> Option<Result<(), Refusal>>) -> Result<(), Fault> {
    let rest = path.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.')).unwrap_or(path);
    match set(rest) {
        Some(Ok(())) => Ok(()),
        Some(Err(refusal)) => Err(Fault::refused(path, refusal)),
        None => Err(unknown_key(path)),
    }
}

/// The line of a key, or of the table that it is missing from.
fn line_or_table(lines: &HashMap<String, usize>, key: &str) -> Option<usize> {
    let within = key.rsplit_once('.').map(|(within, _)| within);
    lines.get(key).copied().or_else(|| line_or_table(lines, within?))
}

fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count() + 1
}
