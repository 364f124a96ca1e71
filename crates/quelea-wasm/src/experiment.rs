//! An experiment: a scenario, a flock that runs it, and everything that was done to the flock since it
//! started. What it started from and what was done are enough to come to the same state again, to the bit.

use crate::running::{Boid, Running, open};
use quelea::parameters::{When, table};
use quelea::{Scenario, ScenarioError, StartError};
use toml_edit::{DocumentMut, Table, TableLike, Value};

/// A flock that runs, and how it came to be where it is.
pub struct Experiment {
    start: Scenario,
    edits: Vec<Edit>,
    running: Box<dyn Running>,
}

/// Something that was done to a running flock.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// After how many steps.
    pub step: u64,
    /// What was done.
    pub change: Change,
}

/// What can be done to a running flock without starting it anew.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Parameters, by their paths, with their values as TOML, or empty to leave them out; together, since they
    /// may only be valid together.
    Set(Vec<(String, String)>),
    /// A boid joins, of the species of this name.
    Join {
        /// The species' name.
        species: String,
        /// Where.
        position: Vec<f64>,
        /// How it moves.
        velocity: Vec<f64>,
    },
    /// A scenario takes the place of the present one, with as many boids: further species, obstacles.
    Replace(String),
}

/// Why a change was refused. The flock goes on as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The scenario would not be valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The flock could not go on.
    #[error(transparent)]
    Start(#[from] StartError),
    /// What was asked for does not exist.
    #[error("{0}")]
    Unknown(String),
}

/// The most boids in a page: some dozens of times what it can step in a frame, and far from filling its memory.
const MOST: usize = 1_000_000;

/// Parameters that start a run anew in a file, but that a running flock can take over with its state.
const TAKEN_OVER: [&str; 2] = ["engine", "reference.update"];

impl Experiment {
    /// Starts a scenario.
    pub fn new(scenario: Scenario) -> Result<Self, Refused> {
        scenario.validate()?;
        if scenario.boids() > MOST {
            return Err(Refused::Unknown(format!(
                "{} boids are too many for a page: at most {MOST}. `quelea run` takes as many as the machine has memory for",
                scenario.boids()
            )));
        }
        let running = open(&scenario)?;
        Ok(Experiment { start: scenario, edits: Vec::new(), running })
    }

    /// What it started from.
    pub fn start(&self) -> &Scenario {
        &self.start
    }

    /// What was done since, in order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// What it runs now.
    pub fn scenario(&self) -> &Scenario {
        self.running.scenario()
    }

    /// The flock.
    pub fn running(&self) -> &dyn Running {
        &*self.running
    }

    /// The flock, to step or to look at.
    pub fn running_mut(&mut self) -> &mut dyn Running {
        &mut *self.running
    }

    /// Does something to the running flock and remembers it.
    pub fn edit(&mut self, change: Change) -> Result<(), Refused> {
        self.apply(&change)?;
        let step = self.running.steps();
        // A slider that is dragged, or a pointer that moves, only counts where it is when the flock steps.
        let replaced = |edit: &Edit| edit.step == step && same_paths(&edit.change, &change);
        if self.edits.last().is_some_and(replaced) {
            self.edits.pop();
        }
        self.edits.push(Edit { step, change });
        Ok(())
    }

    fn apply(&mut self, change: &Change) -> Result<(), Refused> {
        let mut scenario = self.running.scenario().clone();
        match change {
            Change::Set(values) => {
                let (left_out, given): (Vec<_>, Vec<_>) = values.iter().partition(|(_, value)| value.is_empty());
                for (path, _) in left_out {
                    scenario = without(&scenario, path)?;
                }
                scenario.set_all(given.iter().map(|(path, value)| (path.as_str(), parse(value))))?;
                if values.iter().any(|(path, _)| TAKEN_OVER.contains(&path.as_str())) {
                    self.running = self.running.go_on(&scenario, &[])?;
                } else {
                    self.running.change(scenario)?;
                }
            }
            Change::Join { species, position, velocity } => {
                let number = scenario.kinds().position(|kind| kind.name == *species);
                let number = number.ok_or_else(|| Refused::Unknown(format!("there is no species `{species}`")))?;
                let kind = match number.checked_sub(1) {
                    None => &mut scenario.first,
                    Some(further) => &mut scenario.others[further],
                };
                kind.species.boids += 1;
                let boid = Boid { species: number as u8, position: position.clone(), velocity: velocity.clone() };
                self.running = self.running.go_on(&scenario, &[boid])?;
            }
            Change::Replace(text) => {
                self.running = self.running.go_on(&Scenario::from_toml(text)?, &[])?;
            }
        }
        Ok(())
    }

    /// Whether a parameter can change while the flock runs.
    pub fn is_live(path: &str) -> bool {
        let path = match path.strip_prefix("species.") {
            Some(rest) => rest.split_once('.').map_or(rest, |(_, path)| path),
            None => path,
        };
        // The only paths that scenarios make up: they end with a species' name.
        let path = if path.starts_with("relations.") { "relations.NAME" } else { path };
        TAKEN_OVER.contains(&path) || table().iter().any(|row| row.path == path && row.when == When::Live)
    }
}

/// A value as TOML; what is not TOML is a word.
pub fn parse(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::from(text))
}

/// The same scenario with an optional parameter left out. Only a file can leave something out.
fn without(scenario: &Scenario, path: &str) -> Result<Scenario, Refused> {
    let mut file: DocumentMut = scenario.to_toml().parse().map_err(|error| Refused::Unknown(format!("{error}")))?;
    let (species, path) = match path.strip_prefix("species.").and_then(|rest| rest.split_once('.')) {
        Some((name, path)) => (Some(name), path),
        None => (None, path),
    };
    let mut table: Option<&mut dyn TableLike> = match species {
        None => Some(file.as_table_mut()),
        Some(name) => {
            let list = file.get_mut("species").and_then(|item| item.as_array_of_tables_mut());
            let named = |table: &&mut Table| table.get("name").and_then(|item| item.as_str()) == Some(name);
            list.and_then(|list| list.iter_mut().find(named)).map(|table| table as &mut dyn TableLike)
        }
    };
    let (sections, key) = path.rsplit_once('.').unwrap_or(("", path));
    for section in sections.split('.').filter(|section| !section.is_empty()) {
        table = table.and_then(|table| table.get_mut(section)).and_then(|item| item.as_table_like_mut());
    }
    table.and_then(|table| table.remove(key));
    Ok(Scenario::from_toml(&file.to_string())?)
}

fn same_paths(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Set(one), Change::Set(other)) => one.iter().map(|set| &set.0).eq(other.iter().map(|set| &set.0)),
        _ => false,
    }
}
