//! A scenario: everything that decides a run.
//!
//! The keys at the top of a file describe the first species; each `[[species]]` starts as a copy of it and says
//! what differs.

use super::builder::ScenarioBuilder;
use super::issue::{ScenarioError, ScenarioIssue};
use super::parameter::{Parameter, nearest};
use super::section::Section;
use super::settings::{General, Obstacle, Relation, Schedule, SpeciesSettings};
use super::species::Species;
use super::unknown::unknown_key;
use super::value::Value;
use super::{RuleKind, presets, read, validate, write};
use crate::geometry::{Extent, Space, with_dimension};

/// Everything that decides a run.
///
/// ```
/// use quelea::Scenario;
///
/// let scenario = Scenario::preset("p5")?.with("boids", 1000)?.with("separation.radius", 30.0)?;
/// assert_eq!(scenario.boids(), 1000);
/// assert!(Scenario::preset("p5")?.with("separation.radus", 30.0).is_err());
/// # Ok::<(), quelea::ScenarioError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scenario {
    /// What concerns the whole experiment: name, dimension, seed, search, space, …
    pub general: General,
    /// Solid obstacles.
    pub obstacles: Vec<Obstacle>,
    /// Parameters that change during a run. [`Simulation`](crate::Simulation) follows them; an engine on its own
    /// does not.
    pub schedule: Vec<Schedule>,
    /// The species, at least one. The keys of the first stand at the top of the file.
    pub species: Vec<Species>,
}

impl Default for Scenario {
    fn default() -> Self {
        Scenario {
            general: General::default(),
            obstacles: Vec::new(),
            schedule: Vec::new(),
            species: vec![Species::default()],
        }
    }
}

impl Scenario {
    /// A preset by name; see [`presets`].
    pub fn preset(name: &str) -> Result<Self, ScenarioError> {
        Self::from_named_toml(&format!("{name}.toml"), presets::text(name)?)
    }

    /// Builds a scenario in Rust; it is checked once, at the end.
    pub fn builder() -> ScenarioBuilder {
        ScenarioBuilder::default()
    }

    /// Reads a scenario from TOML text.
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        read::scenario(None, text, &[], &[])
    }

    /// Reads a scenario from the text of a named file, so that errors can name it.
    pub fn from_named_toml(file: &str, text: &str) -> Result<Self, ScenarioError> {
        read::scenario(Some(file), text, &[], &[])
    }

    /// Reads a scenario from the text of a named file with parameters overridden by `path=value`, as after
    /// `--set`. Only the result has to be valid: an override may supply what the file lacks, or correct a value
    /// that the file has wrong. An error that names no file is about the overrides.
    ///
    /// An override counts as if it were in the file: further species inherit it, unless the file gives them a value
    /// of their own.
    ///
    /// ```
    /// use quelea::Scenario;
    ///
    /// let text = "boids = 10\nperception.radius = -1";
    /// let overrides = ["space.size=[100, 100]", "perception.radius=20"];
    /// assert!(Scenario::from_named_toml("flock.toml", text).is_err());
    /// assert!(Scenario::from_named_toml_with("flock.toml", text, overrides).is_ok());
    /// ```
    pub fn from_named_toml_with<'a>(
        file: &str,
        text: &str,
        overrides: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ScenarioError> {
        read::scenario(Some(file), text, &read::overrides(overrides)?, &[])
    }

    /// The same with further schedules, as after `--ramp`. An error about one of them names no file.
    pub fn from_named_toml_with_ramps<'a>(
        file: &str,
        text: &str,
        overrides: impl IntoIterator<Item = &'a str>,
        ramps: &[Schedule],
    ) -> Result<Self, ScenarioError> {
        read::scenario(Some(file), text, &read::overrides(overrides)?, ramps)
    }

    /// The scenario as TOML. Reading it back gives the same scenario.
    pub fn to_toml(&self) -> String {
        write::scenario(self)
    }

    /// Checks what must hold between parameters.
    pub fn validate(&self) -> Result<(), ScenarioError> {
        let issues = validate::issues(self);
        if issues.is_empty() { Ok(()) } else { Err(ScenarioError::new(issues)) }
    }

    /// Checks the parameters as they are, without what the schedule will make of them.
    pub(crate) fn validate_now(&self) -> Result<(), ScenarioError> {
        let issues = validate::issues_now(self);
        if issues.is_empty() { Ok(()) } else { Err(ScenarioError::new(issues)) }
    }

    /// The largest number of boids in one process. More have to be divided among several.
    pub const MOST_IN_ONE_PROCESS: usize = 4_000_000_000;

    /// The number of boids of all species.
    pub fn boids(&self) -> usize {
        self.species.iter().map(|species| species.settings.boids).sum()
    }

    /// How species `a` relates to species `b`, by index.
    pub fn relation(&self, a: usize, b: usize) -> Relation {
        let default = if a == b { Relation::Flock } else { Relation::Ignore };
        self.species[a].relations.get(&self.species[b].name).copied().unwrap_or(default)
    }

    /// Whether there is anything that a rule could be about: `avoid` needs obstacles.
    pub(crate) fn has_subject(&self, rule: RuleKind) -> bool {
        rule != RuleKind::Avoid || !self.obstacles.is_empty()
    }

    /// The space and its boundary. `D` must be the scenario's dimension.
    pub fn space<const D: usize>(&self) -> Space<D> {
        self.general.space.to_space()
    }

    /// The box that holds the space, whatever its dimension.
    pub fn extent(&self) -> Extent {
        with_dimension!(self.general.dimension, D => self.space::<D>().extent())
    }

    /// The time at which a step begins. Everything that moves by itself follows the clock of the first species.
    pub(crate) fn time(&self, step: u64) -> f64 {
        step as f64 * self.time_step()
    }

    /// The time step of the first species.
    pub(crate) fn time_step(&self) -> f64 {
        self.species.first().map_or(1.0, |species| species.settings.motion.step)
    }

    /// The same scenario with one parameter changed, checked as a whole.
    pub fn with(mut self, path: &str, value: impl Into<Value>) -> Result<Self, ScenarioError> {
        self.set(path, value)?;
        Ok(self)
    }

    /// Changes one parameter by its path. If the result is not valid, the scenario stays as it was.
    ///
    /// A path without a species is that of the first: species that have inherited its value keep theirs.
    pub fn set(&mut self, path: &str, value: impl Into<Value>) -> Result<(), ScenarioError> {
        self.set_all([(path, value.into())])
    }

    /// Changes several parameters that may only be valid together.
    pub fn set_all<'a>(&mut self, changes: impl IntoIterator<Item = (&'a str, Value)>) -> Result<(), ScenarioError> {
        let mut changed = self.clone();
        for (path, value) in changes {
            changed.set_unchecked(path, &value)?;
        }
        changed.validate()?;
        *self = changed;
        Ok(())
    }

    /// Changes parameters given as text, `path=value`, as after `--set`. A word needs no quotes.
    pub fn override_with<'a>(&mut self, overrides: impl IntoIterator<Item = &'a str>) -> Result<(), ScenarioError> {
        self.set_all(read::overrides(overrides)?)
    }

    /// Resets a parameter to what it is when a file leaves it out: its default, or for a further species the
    /// value of the first. If the result is not valid, the scenario stays as it was.
    pub fn unset(&mut self, path: &str) -> Result<(), ScenarioError> {
        let mut changed = self.clone();
        let known = match self.resolve(path)? {
            Address::Species(0, key) => changed.species[0].reset(key, &SpeciesSettings::default()),
            Address::Species(index, key) => changed.species[index].reset(key, &self.species[0].settings),
            Address::Obstacle(index, key) => changed.obstacles[index].reset(key, &Obstacle::default()),
            Address::Schedule(index, key) => changed.schedule[index].reset(key, &Schedule::default()),
            Address::General => {
                let default = SpeciesSettings::default();
                changed.general.reset(path, &General::default())
                    || changed.species.first_mut().is_some_and(|first| first.reset(path, &default))
            }
        };
        if !known {
            return Err(unknown_key(path).into());
        }
        changed.validate()?;
        *self = changed;
        Ok(())
    }

    /// The value of one parameter.
    pub fn get(&self, path: &str) -> Option<Value> {
        match self.resolve(path).ok()? {
            Address::Species(index, key) => self.species[index].get(key),
            Address::Obstacle(index, key) => self.obstacles[index].get(key),
            Address::Schedule(index, key) => self.schedule[index].get(key),
            Address::General => self.general.get(path).or_else(|| self.species.first()?.get(path)),
        }
    }

    /// Changes one parameter without checking the scenario as a whole.
    pub(crate) fn set_unchecked(&mut self, path: &str, value: &Value) -> Result<(), ScenarioIssue> {
        let done = match self.resolve(path)? {
            Address::Species(index, key) => self.species[index].set(key, value),
            Address::Obstacle(index, key) => self.obstacles[index].set(key, value),
            Address::Schedule(index, key) => self.schedule[index].set(key, value),
            Address::General => self.general.set(path, value).or_else(|| self.species.first_mut()?.set(path, value)),
        };
        match done {
            Some(Ok(())) => Ok(()),
            Some(Err(error)) => Err(ScenarioIssue::from_value_error(path, error)),
            None => Err(unknown_key(path)),
        }
    }

    /// The further species that have the value of the first, as they do where a file does not say otherwise. Empty for
    /// what only one species has: relations, and paths that name a species.
    pub(super) fn heirs(&self, path: &str) -> Vec<usize> {
        let first = |species: &Species| species.settings.get(path);
        let (Ok(Address::General), Some(own)) = (self.resolve(path), self.species.first().map(first)) else {
            return Vec::new();
        };
        // A parameter that is left out everywhere is inherited too, but not one that species do not have.
        let known = SpeciesSettings::default().reset(path, &SpeciesSettings::default());
        (1..self.species.len()).filter(|index| known && first(&self.species[*index]) == own).collect()
    }

    /// Gives a further species the value of the first.
    pub(super) fn inherit(&mut self, index: usize, path: &str) {
        if let [first, others @ ..] = &mut self.species[..] {
            others[index - 1].settings.reset(path, &first.settings);
        }
    }

    /// What a path belongs to. Refused if it names a species, an obstacle or a schedule that does not exist.
    fn resolve<'a>(&self, path: &'a str) -> Result<Address<'a>, ScenarioIssue> {
        if let Some(rest) = path.strip_prefix("species.") {
            let (name, key) = rest.split_once('.').unwrap_or((rest, ""));
            let index = self.species.iter().position(|species| species.name == name);
            return index.map(|index| Address::Species(index, key)).ok_or_else(|| {
                let names: Vec<&str> = self.species.iter().map(|species| species.name.as_str()).collect();
                let issue = ScenarioIssue::new(path, "names a species that does not exist");
                issue.allowed(names.join(", ")).suggest(nearest(name, names))
            });
        }
        if path.starts_with("obstacle.") {
            let (index, key) = entry(path, "an obstacle", self.obstacles.len())?;
            return Ok(Address::Obstacle(index, key));
        }
        if path.starts_with("schedule.") {
            let (index, key) = entry(path, "a schedule", self.schedule.len())?;
            return Ok(Address::Schedule(index, key));
        }
        Ok(Address::General)
    }

    /// The path of a parameter in the parameter table.
    pub(super) fn table_path(&self, path: &str) -> Result<String, ScenarioIssue> {
        Ok(match self.resolve(path)? {
            Address::Obstacle(_, key) => format!("obstacle.{key}"),
            Address::Schedule(_, key) => format!("schedule.{key}"),
            Address::General if path.starts_with("relations.") => "relations.NAME".to_owned(),
            Address::Species(_, key) if key.starts_with("relations.") => "relations.NAME".to_owned(),
            Address::Species(_, key) => key.to_owned(),
            Address::General => path.to_owned(),
        })
    }

    pub(super) fn describe(table: &mut Vec<Parameter>) {
        General::describe("", table);
        Species::describe(table);
        Obstacle::describe("obstacle.", table);
        Schedule::describe("schedule.", table);
    }
}

/// Splits a path `LIST.N.key` into N and the key. Refused if there is no entry N.
fn entry<'a>(path: &'a str, what: &str, count: usize) -> Result<(usize, &'a str), ScenarioIssue> {
    let (list, rest) = path.split_once('.').unwrap_or((path, ""));
    let (index, key) = rest.split_once('.').unwrap_or((rest, ""));
    let index = index.parse::<usize>().ok().filter(|index| *index < count);
    index.map(|index| (index, key)).ok_or_else(|| {
        let issue = ScenarioIssue::new(path, format!("names {what} that does not exist"));
        issue.allowed(format!("{list}.N.key with N below {count}"))
    })
}

/// What a path of a parameter belongs to, with the rest of the path.
enum Address<'a> {
    /// The whole experiment, or the first species.
    General,
    Species(usize, &'a str),
    Obstacle(usize, &'a str),
    Schedule(usize, &'a str),
}
