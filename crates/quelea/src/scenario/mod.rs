//! A scenario: everything that decides a run, as data.
//!
//! It comes from a TOML file, a preset or Rust code, and is the same thing each time. The keys are
//! described once, in [`settings`]; this module holds them together. What stands at the top of a file
//! describes the first species; each `[[species]]` starts as a copy of it and says what differs.
//!
//! ```
//! use quelea::Scenario;
//!
//! let scenario = Scenario::preset("p5")?.with("boids", 1000)?.with("separation.radius", 30.0)?;
//! assert_eq!(scenario.boids(), 1000);
//! assert!(Scenario::preset("p5")?.with("separation.radus", 30.0).is_err());
//! # Ok::<(), quelea::ScenarioError>(())
//! ```

pub mod presets;
mod read;
pub mod settings;
mod surroundings;
mod unknown;
mod validate;
mod write;

pub use read::{Fault, ScenarioError};

use crate::parameters::{Parameter, Refusal, Section, nearest};
use settings::{General, Obstacle, Relation, Species};
use std::collections::BTreeMap;
use toml_edit::Value;
use unknown::unknown_key;

/// The name of the first species unless the file gives another.
pub const FIRST_SPECIES: &str = "boid";

/// Everything that decides a run.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scenario {
    /// What concerns the whole experiment: name, dimension, seed, search, the world, …
    pub general: General,
    /// What is solid in the world.
    pub obstacles: Vec<Obstacle>,
    /// The first species; its keys stand at the top of the file.
    pub first: Kind,
    /// Further species.
    pub others: Vec<Kind>,
}

/// A species with its name and what it does about others.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its numbers and rules.
    pub species: Species,
    /// What it does about other species, by their names. Its own species it flocks with, and others it
    /// ignores, unless this says otherwise.
    pub relations: BTreeMap<String, Relation>,
}

impl Default for Kind {
    fn default() -> Self {
        Kind { name: FIRST_SPECIES.into(), species: Species::default(), relations: BTreeMap::new() }
    }
}

impl Kind {
    /// Whether it does this about any species.
    pub fn does(&self, relation: Relation) -> bool {
        self.relations.values().any(|found| *found == relation)
    }
}

impl Scenario {
    /// Every species, the first one first. A species' number is its place here.
    pub fn kinds(&self) -> impl Iterator<Item = &Kind> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// How many boids there are, of all species.
    pub fn boids(&self) -> usize {
        self.kinds().map(|kind| kind.species.boids).sum()
    }

    /// What species `a` does about species `b`, by number.
    pub fn relation(&self, a: usize, b: usize) -> Relation {
        let kinds: Vec<_> = self.kinds().collect();
        let own = if a == b { Relation::Flock } else { Relation::Ignore };
        kinds[a].relations.get(&kinds[b].name).copied().unwrap_or(own)
    }

    /// The same scenario with one parameter changed, checked as a whole.
    pub fn with(mut self, path: &str, value: impl Into<Value>) -> Result<Self, ScenarioError> {
        self.set(path, &value.into())?;
        Ok(self)
    }

    /// Changes one parameter by its path. If the changed scenario is not valid, it is left as it was.
    pub fn set(&mut self, path: &str, value: &Value) -> Result<(), ScenarioError> {
        self.set_all([(path, value.clone())])
    }

    /// Changes several parameters that may only be valid together.
    pub fn set_all<'a>(&mut self, changes: impl IntoIterator<Item = (&'a str, Value)>) -> Result<(), ScenarioError> {
        let mut changed = self.clone();
        for (path, value) in changes {
            changed.put(path, &value).map_err(|fault| ScenarioError::one(None, fault))?;
        }
        changed.validate()?;
        *self = changed;
        Ok(())
    }

    /// Changes parameters given as text, `path=value`, as after `--set`. A word needs no quotes.
    pub fn override_with<'a>(&mut self, changes: impl IntoIterator<Item = &'a str>) -> Result<(), ScenarioError> {
        self.set_all(parsed(changes)?)
    }

    /// The value of one parameter as TOML.
    pub fn get(&self, path: &str) -> Option<Value> {
        if let Some(rest) = path.strip_prefix("species.") {
            let (name, rest) = rest.split_once('.')?;
            return self.kinds().find(|kind| kind.name == name)?.get(rest);
        }
        if let Some(rest) = path.strip_prefix("obstacle.") {
            let (index, rest) = rest.split_once('.')?;
            return self.obstacles.get(index.parse::<usize>().ok()?)?.get(rest);
        }
        self.general.get(path).or_else(|| self.first.get(path))
    }

    /// Changes one parameter without checking the scenario as a whole.
    fn put(&mut self, path: &str, value: &Value) -> Result<(), Fault> {
        let done = if let Some(rest) = path.strip_prefix("species.") {
            let names: Vec<String> = self.kinds().map(|kind| kind.name.clone()).collect();
            let (name, rest) = rest.split_once('.').unwrap_or((rest, ""));
            let kind = std::iter::once(&mut self.first).chain(&mut self.others).find(|kind| kind.name == name);
            let Some(kind) = kind else {
                let near = nearest(name, names.iter().map(String::as_str));
                return Err(Fault::new(path, "names a species that does not exist")
                    .allowing(names.join(", "))
                    .hinting(near));
            };
            kind.put(rest, value)
        } else if let Some(rest) = path.strip_prefix("obstacle.") {
            let (index, rest) = rest.split_once('.').unwrap_or((rest, ""));
            let count = self.obstacles.len();
            match index.parse::<usize>().ok().and_then(|index| self.obstacles.get_mut(index)) {
                Some(obstacle) => obstacle.set(rest, value),
                None => {
                    return Err(Fault::new(path, "names an obstacle that does not exist")
                        .allowing(format!("obstacle.N.key with N below {count}")));
                }
            }
        } else {
            self.general.set(path, value).or_else(|| self.first.put(path, value))
        };
        match done {
            Some(Ok(())) => Ok(()),
            Some(Err(refusal)) => Err(Fault::refused(path, refusal)),
            None => Err(unknown_key(path)),
        }
    }

    pub(crate) fn describe(prefix: &str, table: &mut Vec<Parameter>) {
        General::describe(prefix, table);
        Kind::describe(prefix, table);
        Obstacle::describe(&format!("{prefix}obstacle."), table);
    }
}

impl Kind {
    fn describe(prefix: &str, table: &mut Vec<Parameter>) {
        Species::describe(prefix, table);
        // The only key that a file makes up: it is the name of another species.
        table.push(Parameter {
            path: format!("{prefix}relations.NAME"),
            kind: crate::parameters::Kind::Choice(Relation::CHOICES),
            optional: true,
            default: String::new(),
            unit: "",
            sentence: "What it does about the species called NAME; if left out, it flocks with its own and ignores \
                       others."
                .into(),
            when: crate::parameters::When::Live,
        });
    }

    fn put(&mut self, path: &str, value: &Value) -> Option<Result<(), Refusal>> {
        if let Some(name) = path.strip_prefix("relations.") {
            let read = crate::parameters::take::<Relation>(value, 0.0, 0.0);
            return Some(read.map(|relation| {
                self.relations.insert(name.to_owned(), relation);
            }));
        }
        self.species.set(path, value)
    }

    fn get(&self, path: &str) -> Option<Value> {
        match path.strip_prefix("relations.") {
            Some(name) => self.relations.get(name).map(|relation| relation.word().into()),
            None => self.species.get(path),
        }
    }
}

/// Changes given as text, `path=value`.
fn parsed<'a>(changes: impl IntoIterator<Item = &'a str>) -> Result<Vec<(&'a str, Value)>, ScenarioError> {
    let parsed = changes.into_iter().map(|change| {
        let (path, text) = change.split_once('=').ok_or_else(|| {
            let fault = Fault::new(change, "has no `=`");
            ScenarioError::one(None, fault.allowing("path=value, such as separation.radius=30"))
        })?;
        let text = text.trim();
        let value = text.parse::<Value>().unwrap_or_else(|_| Value::from(text));
        Ok((path.trim(), value))
    });
    parsed.collect()
}
