//! A run, put together from what was typed, the scenario and the checkpoint, and checked.

use crate::arguments::Order;
use crate::failure::wrong;
use crate::files::{self, Position};
use crate::new_file::same;
use crate::source::{self, Source, shown};
use anyhow::Context;
use quelea::model::parameters;
use quelea::{Scenario, Snapshot, State};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A run that can begin.
pub struct Plan {
    /// The scenario as it was named.
    pub name: String,
    pub scenario: Scenario,
    pub opening: Opening,
    /// The step at which the run began; not 0 only for a table with `--start-step`.
    pub first: u64,
    /// Every how many steps a sample is taken.
    pub every: u64,
    pub measures: Option<Place>,
    pub record: Option<Place>,
    pub checkpoint: Option<PathBuf>,
    pub checkpoint_every: Option<u64>,
    pub state_out: Option<PathBuf>,
    pub force: bool,
}

/// The state with which a run begins or goes on.
pub enum Opening {
    /// The scenario's own.
    Made,
    /// A table, and where it came from.
    Table(String, PathBuf),
    /// That of a checkpoint.
    Resumed(Box<State>),
}

/// Where samples go.
pub enum Place {
    /// To a file that is not there yet.
    New(PathBuf),
    /// On from where a file's body ended.
    There(Position),
}

impl Place {
    fn path(&self) -> &Path {
        match self {
            Place::New(path) => path,
            Place::There(position) => &position.path,
        }
    }
}

impl Plan {
    /// What was typed, made whole.
    pub fn of(order: &Order) -> anyhow::Result<Self> {
        let plan = match &order.resume {
            None => Self::fresh(order)?,
            Some(path) => Self::resumed(order, path)?,
        };
        if let Some(path) = plan.state_out.as_deref().filter(|path| files::ending(path) != "csv") {
            return Err(wrong(format!("--state-out {}: the last state is a table that ends in `.csv`", shown(path))));
        }
        plan.refuse_one_file_twice()?;
        Ok(plan)
    }

    /// What goes to one file by two names would be lost.
    fn refuse_one_file_twice(&self) -> anyhow::Result<()> {
        let outputs = [
            ("--measures", self.measures.as_ref().map(Place::path)),
            ("--record", self.record.as_ref().map(Place::path)),
            ("--checkpoint", self.checkpoint.as_deref()),
            ("--state-out", self.state_out.as_deref()),
        ];
        let named: Vec<_> = outputs.into_iter().filter_map(|(option, path)| Some((option, path?))).collect();
        for (place, (option, path)) in named.iter().enumerate() {
            if let Some((before, _)) = named[..place].iter().find(|(_, other)| same(other, path)) {
                return Err(wrong(format!(
                    "{before} and {option} both write {}: give each a file of its own",
                    shown(path)
                )));
            }
        }
        Ok(())
    }

    fn fresh(order: &Order) -> anyhow::Result<Self> {
        let name = order.scenario.as_deref().unwrap_or("p5").to_owned();
        let table = order.start.as_deref().map(source::text).transpose()?;
        let scenario = scenario(order, &name, table.as_deref())?;
        let opening = match (table, &order.start) {
            (Some(table), Some(path)) => Opening::Table(table, path.clone()),
            _ => Opening::Made,
        };
        Ok(Plan {
            name,
            scenario,
            opening,
            first: order.start_step.unwrap_or(0),
            every: order.every.unwrap_or(1),
            measures: order.measures.clone().map(Place::New),
            record: order.record.clone().map(Place::New),
            checkpoint: order.checkpoint.clone(),
            checkpoint_every: order.checkpoint_every,
            state_out: order.state_out.clone(),
            force: order.force,
        })
    }

    fn resumed(order: &Order, path: &Path) -> anyhow::Result<Self> {
        let read = Snapshot::read(&files::bytes(path)?);
        let snapshot = read.map_err(|error| wrong(format!("{} {error}", shown(path))))?;
        let notes: Value = serde_json::from_str(&snapshot.notes).unwrap_or_default();
        let mut scenario = snapshot.scenario;
        if let Some(name) = &order.scenario {
            refuse_other(name, &scenario, path)?;
        }
        if let Some(steps) = order.steps {
            scenario.override_with([format!("steps={steps}").as_str()]).context("on the command line")?;
        }
        let first = notes["first"].as_u64().unwrap_or(0);
        let (done, last) = (snapshot.state.step, first.saturating_add(scenario.general.steps));
        if done > last {
            let steps = scenario.general.steps;
            return Err(wrong(format!("--steps {steps}: {} is of step {done} already", shown(path))));
        }
        let (measures, record) = (Position::from_json(&notes["measures"]), Position::from_json(&notes["record"]));
        let every = notes["every"].as_u64().filter(|every| *every > 0);
        if let (Some(given), Some(every)) = (order.every, every)
            && given != every
            && (measures.is_some() || record.is_some())
        {
            return Err(wrong(format!(
                "--every {given}: the run's files have a sample every {every} steps, and go on so"
            )));
        }
        let state_out = notes["state_out"].as_str().map(PathBuf::from);
        Ok(Plan {
            name: notes["name"].as_str().unwrap_or(&scenario.general.name).to_owned(),
            scenario,
            opening: Opening::Resumed(Box::new(snapshot.state)),
            first,
            every: order.every.or(every).unwrap_or(1),
            measures: place(order.measures.as_deref(), measures),
            record: place(order.record.as_deref(), record),
            checkpoint: Some(order.checkpoint.clone().unwrap_or_else(|| path.to_owned())),
            checkpoint_every: order.checkpoint_every.or(notes["checkpoint_every"].as_u64().filter(|every| *every > 0)),
            state_out: order.state_out.clone().or(state_out),
            force: order.force,
        })
    }

    /// The step at which the run ends.
    pub fn last(&self) -> u64 {
        self.first.saturating_add(self.scenario.general.steps)
    }

    /// What a checkpoint must say for the run to go on from it.
    pub fn notes(&self, measures: Option<Position>, record: Option<Position>) -> String {
        let position = |position: Option<Position>| position.map(|position| position.to_json());
        let notes = json!({
            "name": self.name,
            "first": self.first,
            "every": self.every,
            "measures": position(measures),
            "record": position(record),
            "checkpoint_every": self.checkpoint_every,
            "state_out": self.state_out.as_ref().map(|path| path.to_string_lossy()),
        });
        notes.to_string()
    }
}

/// A file named on the command line, unless it is the one that the run has been writing.
fn place(named: Option<&Path>, there: Option<Position>) -> Option<Place> {
    match (named, there) {
        (Some(named), Some(there)) if same(named, &there.path) => Some(Place::There(there)),
        (Some(named), _) => Some(Place::New(named.to_owned())),
        (None, there) => there.map(Place::There),
    }
}

/// The scenario with everything that the command line changes, put in together, since it may only be valid
/// together.
fn scenario(order: &Order, name: &str, table: Option<&str>) -> anyhow::Result<Scenario> {
    let mut changes = order.set.clone();
    changes.extend(order.steps.map(|steps| format!("steps={steps}")));
    changes.extend(order.seed.map(|seed| format!("seed={seed}")));
    changes.extend(order.engine.as_ref().map(|engine| format!("engine={engine}")));
    let source = Source::open(name)?;
    let plain = source.with(&changes);
    let Some(table) = table else { return plain };
    if plain.as_ref().is_ok_and(|scenario| scenario.species.len() > 1) {
        return plain;
    }
    // A table brings its number of boids along where there is one species; --set may contradict it and is
    // told so when the two are compared.
    let rows = table.lines().skip(1).filter(|line| !line.trim().is_empty()).count();
    changes.insert(0, format!("boids={rows}"));
    let brought = source.with(&changes)?;
    if brought.species.len() == 1 { Ok(brought) } else { plain }
}

/// Refuses to go on with another scenario than that of the checkpoint.
fn refuse_other(name: &str, own: &Scenario, path: &Path) -> anyhow::Result<()> {
    let mut named = source::scenario(name)?;
    named.general.steps = own.general.steps;
    if named == *own {
        return Ok(());
    }
    let shown_value = |scenario: &Scenario, path: &str| match scenario.get(path) {
        Some(value) => value.to_string().trim().to_owned(),
        None => "left out".to_owned(),
    };
    let species = own.species.iter().skip(1).map(|species| format!("species.{}.", species.name));
    let prefixes: Vec<String> = std::iter::once(String::new()).chain(species).collect();
    let mut differences = Vec::new();
    // What they are called would only hide what they are.
    let words = ["name", "title", "source"];
    for row in parameters().into_iter().filter(|row| !words.contains(&row.path.as_str())) {
        for prefix in &prefixes {
            let key = format!("{prefix}{}", row.path);
            let (here, there) = (shown_value(&named, &key), shown_value(own, &key));
            if here != there {
                differences.push(format!("`{key}` is {here} there and {there} in the checkpoint"));
            }
        }
    }
    if differences.is_empty() {
        differences.push("their names, species, relations or obstacles differ".into());
    }
    let more = differences.len().saturating_sub(5);
    differences.truncate(5);
    if more > 0 {
        differences.push(format!("and {more} more"));
    }
    Err(wrong(format!(
        "{} is a checkpoint of another scenario than `{name}`:\n  {}\n  leave `{name}` out to go on with the checkpoint's own",
        shown(path),
        differences.join("\n  ")
    )))
}
