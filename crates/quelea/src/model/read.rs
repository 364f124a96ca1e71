//! Reads a scenario from TOML, with the line of everything that is wrong.

use super::issue::{MAX_LISTED, ScenarioError, ScenarioIssue};
use super::scenario::Scenario;
use super::section::Section;
use super::setting::ValueError;
use super::settings::Schedule;
use super::species::Species;
use super::unknown::{is_key, is_section, unknown_key};
use super::validate;
use super::value::Value;
use std::collections::HashMap;
use toml_edit::{Document, Item, Table, TableLike};

/// Reads a file's text, applies overrides, adds ramps and checks the result.
pub(super) fn scenario(
    file: Option<&str>,
    text: &str,
    overrides: &[(&str, Value)],
    ramps: &[Schedule],
) -> Result<Scenario, ScenarioError> {
    let (mut scenario, mut reader) = parse(text).map_err(|issue| ScenarioError::in_file(file, vec![issue]))?;
    for (path, value) in overrides {
        let heirs = scenario.heirs(path);
        scenario.set_unchecked(path, value)?;
        heirs.into_iter().for_each(|index| scenario.inherit(index, path));
    }
    let in_file = scenario.schedule.len();
    scenario.schedule.extend_from_slice(ramps);
    let origins = scenario.schedule_heirs();
    if let Some((path, _)) = overrides.iter().find(|(path, _)| scenario.is_scheduled(path)) {
        let issue = ScenarioIssue::new(path, "follows a schedule, which would replace this value");
        return Err(issue.allowed("other values for the schedule").into());
    }
    // An override corrects what the file has wrong.
    let overridden = |issue: &ScenarioIssue| overrides.iter().any(|(path, _)| *path == issue.key);
    reader.issues.retain(|issue| !overridden(issue));
    if reader.issues.is_empty() {
        reader.issues.extend(validate::issues(&scenario));
        reader.issues.iter_mut().for_each(|issue| blame_origin(issue, &origins));
        let of_ramps = split_off_ramps(&mut reader.issues, in_file, ramps);
        if !of_ramps.is_empty() {
            return Err(ScenarioError::new(of_ramps));
        }
        if reader.issues.iter().any(overridden) {
            reader.issues.retain(overridden);
            return Err(ScenarioError::new(reader.issues));
        }
        for issue in &mut reader.issues {
            issue.line = line_of_key(&reader.lines, &issue.key);
        }
    }
    reader.issues.sort_by_key(|issue| issue.line);
    if reader.issues.is_empty() { Ok(scenario) } else { Err(ScenarioError::in_file(file, reader.issues)) }
}

/// Blames the schedule that the user wrote for what is wrong with one that repeats it.
fn blame_origin(issue: &mut ScenarioIssue, origins: &[usize]) {
    let Some(rest) = issue.key.strip_prefix("schedule.") else { return };
    let (index, key) = rest.split_once('.').map_or((rest, None), |(index, key)| (index, Some(key)));
    let origin = index.parse::<usize>().ok().and_then(|index| origins.get(index));
    if let Some(origin) = origin {
        issue.key =
            std::iter::once(format!("schedule.{origin}")).chain(key.map(str::to_owned)).collect::<Vec<_>>().join(".");
    }
}

fn parse(text: &str) -> Result<(Scenario, Reader), ScenarioIssue> {
    let document = Document::parse(text).map_err(|error| {
        let line = error.span().map(|span| Lines::new(text).at(span.start));
        let problem = format!("not valid TOML: {}", error.message().trim());
        ScenarioIssue { line, ..ScenarioIssue::new("", problem) }
    })?;
    let mut reader = Reader { text: Lines::new(text), lines: HashMap::new(), issues: Vec::new() };
    let scenario = reader.scenario(document.as_table());
    Ok((scenario, reader))
}

/// The keys that a text gives a value, each with its line, in the order of the text.
pub(super) fn keys(text: &str) -> Vec<(usize, String)> {
    let lines = parse(text).map(|(_, reader)| reader.lines).unwrap_or_default();
    let mut keys: Vec<(usize, String)> =
        lines.into_iter().filter(|(path, _)| is_key(path)).map(|(path, line)| (line, path)).collect();
    keys.sort_unstable();
    keys
}

/// Parses overrides of the form `path=value`.
pub(super) fn overrides<'a>(
    overrides: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<(&'a str, Value)>, ScenarioError> {
    let parsed = overrides.into_iter().map(|text| {
        let (path, value) = text.split_once('=').ok_or_else(|| {
            ScenarioIssue::new(text, "has no `=`").allowed("path=value, such as separation.radius=30")
        })?;
        Ok((path.trim(), Value::parse_or_word(value.trim())))
    });
    parsed.collect()
}

struct Reader {
    text: Lines,
    /// The line of each key, for issues that only show once the whole file has been read.
    lines: HashMap<String, usize>,
    issues: Vec<ScenarioIssue>,
}

impl Reader {
    fn scenario(&mut self, document: &Table) -> Scenario {
        let mut scenario = Scenario::default();
        for (key, item) in document.iter() {
            match key {
                "species" | "obstacle" | "schedule" => {}
                _ => self.item(document, key, key, item, &mut |path, value| scenario.set_unchecked(path, value)),
            }
        }
        scenario.obstacles = self.sections(document, "obstacle");
        scenario.schedule = self.sections(document, "schedule");
        for (index, (table, line)) in self.tables(document, "species").into_iter().enumerate() {
            let name = table.get("name").and_then(Item::as_str).map(str::to_owned);
            if name.is_none() {
                let issue = ScenarioIssue::new("species.name", "is missing")
                    .allowed("text in quotes: every species has a name");
                self.issues.push(ScenarioIssue { line, ..issue });
            }
            let name = name.unwrap_or_else(|| format!("species {}", index + 1));
            // A name that repeats the first species' is an issue for validation.
            let mut species = Species::new(name.clone(), scenario.species[0].settings.clone());
            let prefix = format!("species.{name}");
            if let Some(span) = table.key("name").and_then(|key| key.span()) {
                self.lines.insert(prefix.clone(), self.text.at(span.start));
            }
            for (key, item) in table.iter().filter(|(key, _)| *key != "name") {
                let path = format!("{prefix}.{key}");
                self.item(table, key, &path, item, &mut |path, value| {
                    set_below(path, &prefix, |key| species.set(key, value))
                });
            }
            scenario.species.push(species);
        }
        scenario
    }

    /// The sections of a list.
    fn sections<S: Section>(&mut self, document: &Table, list: &str) -> Vec<S> {
        let mut sections = Vec::new();
        for (index, (table, line)) in self.tables(document, list).into_iter().enumerate() {
            let mut section = S::default();
            let prefix = format!("{list}.{index}");
            if let Some(line) = line {
                self.lines.insert(prefix.clone(), line);
                self.lines.entry(list.into()).or_insert(line);
            }
            self.table(table, &prefix, &mut |path, value| set_below(path, &prefix, |key| section.set(key, value)));
            sections.push(section);
        }
        sections
    }

    /// The tables of a list, each with its line: those below `[[key]]`, or those in `key = [{ … }, …]`.
    fn tables<'t>(&mut self, document: &'t Table, key: &str) -> Vec<(&'t dyn TableLike, Option<usize>)> {
        let line = |span: Option<std::ops::Range<usize>>| span.map(|span| self.text.at(span.start));
        let tables: Option<Vec<_>> = match document.get(key) {
            None => Some(Vec::new()),
            Some(Item::ArrayOfTables(tables)) => {
                Some(tables.iter().map(|table| (table as &dyn TableLike, line(table.span()))).collect())
            }
            Some(Item::Value(toml_edit::Value::Array(list))) => {
                let tables = list.iter().map(toml_edit::Value::as_inline_table);
                tables.map(|table| table.map(|table| (table as &dyn TableLike, line(table.span())))).collect()
            }
            Some(_) => None,
        };
        tables.unwrap_or_else(|| {
            let issue = ScenarioIssue::new(key, "is not a list of tables");
            self.issue(document, key, issue.allowed(format!("[[{key}]] before each one, or {key} = [{{ … }}, …]")));
            Vec::new()
        })
    }

    fn table(&mut self, table: &dyn TableLike, prefix: &str, set: &mut Set) {
        for (key, item) in table.iter() {
            self.item(table, key, &format!("{prefix}.{key}"), item, set);
        }
    }

    fn item(&mut self, table: &dyn TableLike, key: &str, path: &str, item: &Item, set: &mut Set) {
        if let Some(span) = table.key(key).and_then(|key| key.span()) {
            self.lines.insert(path.to_owned(), self.text.at(span.start));
        }
        let outcome = match item {
            // Finding the nearest key takes time, and nobody reads thousands of them.
            Item::Value(_) if self.issues.len() >= MAX_LISTED && !is_key(path) && !is_section(path) => {
                Err(ScenarioIssue::new(path, "is not a key"))
            }
            Item::Value(value) if !value.is_inline_table() => set(path, &Value::from_toml(value)),
            Item::Value(_) | Item::Table(_) => match item.as_table_like() {
                // An empty table is fine if the section exists.
                Some(inner) if !inner.is_empty() || is_section(path) => return self.table(inner, path, set),
                _ => Err(unknown_key(path)),
            },
            Item::None | Item::ArrayOfTables(_) => Err(unknown_key(path)),
        };
        if let Err(issue) = outcome {
            self.issue(table, key, issue);
        }
    }

    fn issue(&mut self, table: &dyn TableLike, key: &str, issue: ScenarioIssue) {
        let line = table.key(key).and_then(|key| key.span()).map(|span| self.text.at(span.start));
        self.issues.push(ScenarioIssue { line, ..issue });
    }
}

type Set<'a> = dyn FnMut(&str, &Value) -> Result<(), ScenarioIssue> + 'a;

/// Sets a key below a prefix; an error names the whole path.
fn set_below(
    path: &str,
    prefix: &str,
    set: impl FnOnce(&str) -> Option<Result<(), ValueError>>,
) -> Result<(), ScenarioIssue> {
    let key = path.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.')).unwrap_or(path);
    match set(key) {
        Some(Ok(())) => Ok(()),
        Some(Err(error)) => Err(ScenarioIssue::from_value_error(path, error)),
        None => Err(unknown_key(path)),
    }
}

/// Splits off the issues of ramps, which follow the schedules of the file, and names each as it was typed.
fn split_off_ramps(issues: &mut Vec<ScenarioIssue>, in_file: usize, ramps: &[Schedule]) -> Vec<ScenarioIssue> {
    let ramp = |issue: &ScenarioIssue| {
        let index = issue.key.strip_prefix("schedule.")?.split('.').next()?.parse::<usize>().ok()?;
        ramps.get(index.checked_sub(in_file)?)
    };
    let (own, others) = std::mem::take(issues).into_iter().partition(|issue| ramp(issue).is_some());
    *issues = others;
    let named = |issue: ScenarioIssue| match ramp(&issue) {
        Some(ramp) => {
            // The path is in the key already.
            let repeated = format!("is \"{}\", which ", ramp.path);
            let problem = issue.problem.strip_prefix(&repeated).unwrap_or(&issue.problem).to_owned();
            ScenarioIssue { key: format!("--ramp {}", ramp.path), problem, ..issue }
        }
        None => issue,
    };
    Vec::into_iter(own).map(named).collect()
}

/// The line of a key, or of the table that it is missing from.
fn line_of_key(lines: &HashMap<String, usize>, key: &str) -> Option<usize> {
    let parent = key.rsplit_once('.').map(|(parent, _)| parent);
    lines.get(key).copied().or_else(|| line_of_key(lines, parent?))
}

/// Where the lines of a text end.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        Lines(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(offset, _)| offset).collect())
    }

    /// The line of an offset, counted from 1.
    fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|end| *end < offset) + 1
    }
}
