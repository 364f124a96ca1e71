//! What every engine offers, and what every engine must agree on.
//!
//! An engine steps a flock. The fast engine and the reference are built in; another crate can add one by
//! implementing [`Engine`] and registering it ([`crate::registry`]). Programs, pages and pictures use engines
//! through [`Simulation`](crate::Simulation) and need not know which one runs.

pub mod canonical_order;
mod capture;
mod inspection;
mod stats;
mod view;

pub use capture::Capture;
pub use inspection::{Inspection, Neighbour, RuleForce};
pub use stats::StepStats;
pub use view::{Components, FlockView};

use crate::model::settings::Search;
use crate::model::{Effect, Scenario, ScenarioError, ScenarioIssue, parameters};
use crate::state::{State, TableError};
use std::any::Any;

/// A flock that steps.
///
/// An engine is opened with a valid scenario and a state that fits it. It is deterministic: the same scenario and
/// state give the same bits, on any number of threads.
pub trait Engine: Send + Any {
    /// Does one step.
    fn step(&mut self);

    /// The number of steps done.
    fn steps(&self) -> u64;

    /// The scenario as it is now.
    fn scenario(&self) -> &Scenario;

    /// The boids as they are stored, without a copy.
    fn view(&self) -> FlockView<'_>;

    /// The whole state, by id. A flock opened from it continues exactly as this one would.
    fn state(&self) -> State;

    /// The whole state as it is now, for another thread to wait for: the flock may step on meanwhile.
    fn capture(&self) -> Capture {
        let state = self.state();
        Capture::new(move || state)
    }

    /// Replaces the scenario of the running flock. Refused if it is not valid or a parameter that differs needs
    /// a restart.
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError>;

    /// Starts again with another scenario of the same dimension and another state, keeping what a program added, such
    /// as rules. If it is refused, nothing changes.
    fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError>;

    /// The boids that one boid perceives, by id; empty if there is no such boid. An approximate search may return
    /// others than the nearest.
    fn neighbours(&mut self, id: u32) -> Vec<Neighbour>;

    /// The force of each rule that can act on one boid in the coming step, limited and weighted, in the order in which
    /// rules act; empty if there is no such boid.
    fn forces(&mut self, id: u32) -> Vec<RuleForce>;

    /// What kind of engine this is, and what it costs.
    fn info(&self) -> EngineInfo;

    /// Counts what a step has to do, from about `sample` groups of boids spread over the flock. Unless an engine says
    /// otherwise, each boid is a group of its own and is compared with all others.
    fn stats(&mut self, sample: usize) -> StepStats {
        let ids: Vec<u32> = self.view().ids.iter().copied().step_by((self.len() / sample.max(1)).max(1)).collect();
        let neighbours = ids.iter().map(|id| self.neighbours(*id).len()).sum();
        StepStats::from_sums(ids.len(), ids.len(), ids.len() * self.len().saturating_sub(1), neighbours)
    }

    /// The measures with these names, by the names of [`Measures`](crate::Measures), if this engine finds all of them
    /// where the flock is: to the bit as [`measure_only`](crate::measures::measure_only) does in its state. `None` lets
    /// the state be measured.
    fn measure(&mut self, names: &[&str]) -> Option<Vec<f64>> {
        let _ = names;
        None
    }

    /// Waits until all steps are done. An engine on another device may be ahead of it; whatever is asked of it waits by
    /// itself.
    fn wait(&self) {}

    /// The number of boids.
    fn len(&self) -> usize {
        self.view().ids.len()
    }

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What one boid perceives and what each rule makes it do; `None` if there is no such boid.
    fn inspect(&mut self, id: u32) -> Option<Inspection> {
        let (neighbours, forces) = (self.neighbours(id), self.forces(id));
        Inspection::new(self.scenario(), &self.view(), id, neighbours, forces)
    }
}

/// The precision an engine computes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// What kind of engine runs a flock, and what it costs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EngineInfo {
    /// The engine's name, as in `engine = "…"`.
    pub engine: &'static str,
    /// The precision it computes in.
    pub precision: Precision,
    /// How it finds neighbours.
    pub search: Search,
    /// Why its result is approximate; `None` if it is exact up to rounding.
    pub approximation: Option<&'static str>,
    /// How many threads it uses at most.
    pub threads: usize,
    /// How many boids a thread steps at once.
    pub lanes: usize,
    /// The bytes that the flock, its copy and its index take.
    pub memory_bytes: usize,
    /// The device it computes on; `None` for the processor.
    pub device: Option<Device>,
}

/// A device that steps a flock instead of the processor.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Device {
    /// Its name.
    pub name: String,
    /// Whether its results have the bits of the processor, in a few words.
    pub promise: String,
    /// What went wrong with it, and how the flock went on.
    pub failure: Option<String>,
}

impl Device {
    /// A device that works.
    pub fn new(name: String, promise: String) -> Self {
        Device { name, promise, failure: None }
    }
}

impl EngineInfo {
    /// The description of an exact engine that compares all pairs, on one thread.
    pub fn new(engine: &'static str, precision: Precision, memory_bytes: usize) -> Self {
        let search = Search::Brute;
        EngineInfo { engine, precision, search, approximation: None, threads: 1, lanes: 1, memory_bytes, device: None }
    }
}

/// Why a flock cannot start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The scenario is not valid.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The state does not fit it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// This engine, or this dimension, cannot run it.
    #[error("{0}")]
    Engine(String),
}

/// Checks that a scenario is valid and of this dimension.
pub(crate) fn check_start<const D: usize>(scenario: &Scenario) -> Result<(), StartError> {
    check_countable(scenario)?;
    check_part::<D>(scenario)
}

/// Checks that one process can have all boids of a scenario.
pub(crate) fn check_countable(scenario: &Scenario) -> Result<(), StartError> {
    let (boids, most) = (scenario.boids(), Scenario::MOST_IN_ONE_PROCESS);
    match boids > most {
        true => Err(StartError::Engine(format!(
            "{boids} boids are too many for one process, which takes at most {most}: divide them with engine = \"mpi\""
        ))),
        false => Ok(()),
    }
}

/// Checks a scenario of which an engine with `D` dimensions steps a part.
pub(crate) fn check_part<const D: usize>(scenario: &Scenario) -> Result<(), StartError> {
    scenario.validate()?;
    let dimension = scenario.general.dimension;
    if dimension != D {
        return Err(StartError::Engine(format!("the scenario has dimension {dimension}, not {D}")));
    }
    Ok(())
}

/// Checks that a running flock can take on a changed scenario: it is valid, and only live parameters differ.
///
/// Every engine must refuse what this refuses.
pub fn check_change(old: &Scenario, new: &Scenario) -> Result<(), ScenarioError> {
    new.validate_now()?;
    let mut issues: Vec<ScenarioIssue> = Vec::new();
    let mut compare = |path: String| {
        if old.get(&path) != new.get(&path) {
            issues.push(needs_restart(&path));
        }
    };
    for row in parameters() {
        if row.effect == Effect::Restart {
            for species in old.species.iter().skip(1) {
                compare(format!("species.{}.{}", species.name, row.path));
            }
            compare(row.path);
        }
    }
    let names = |scenario: &Scenario| scenario.species.iter().map(|species| species.name.clone()).collect::<Vec<_>>();
    if names(old) != names(new) {
        issues.push(needs_restart("species"));
    }
    if issues.is_empty() { Ok(()) } else { Err(ScenarioError::new(issues)) }
}

fn needs_restart(key: &str) -> ScenarioIssue {
    ScenarioIssue::new(key, "cannot change while the flock runs: restart it")
}
