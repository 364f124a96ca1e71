//! One flock, whatever its engine and dimension.

use crate::engine::{
    Capture, Engine, EngineInfo, FlockView, Inspection, Neighbour, StartError, StepStats, check_countable,
};
use crate::measures::{self, Measures, measure};
use crate::model::settings::EndWhen;
use crate::model::{Scenario, ScenarioError, ScenarioIssue, Value};
use crate::registry;
use crate::state::snapshot::{Snapshot, SnapshotError};
use crate::state::start::initial_state;
use crate::state::{State, TableError};
use std::any::Any;

/// A running flock, whatever its engine and dimension.
///
/// ```
/// use quelea::{Scenario, Simulation};
///
/// let scenario = Scenario::preset("p5")?.with("boids", 500)?;
/// let mut flock = Simulation::new(&scenario)?;
/// flock.run(100);
/// println!("polarisation {:.2}, state {:016x}", flock.measure().polarisation, flock.hash());
///
/// flock.set("separation.weight", 2.0)?;
/// let boid = flock.inspect(7).expect("there are 500 boids");
/// println!("boid 7 perceives {} others", boid.neighbours.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Parameters with a schedule change between the steps: after each step, [`scenario`](Simulation::scenario) has the
/// values with which it was done.
///
/// It runs on the threads of the rayon pool it is called in. For a dimension and an engine known at compile time,
/// use [`World`](crate::World) or [`Reference`](crate::Reference) directly.
pub struct Simulation {
    engine: Box<dyn Engine>,
}

impl Simulation {
    /// A flock in the initial state of a scenario.
    pub fn new(scenario: &Scenario) -> Result<Self, StartError> {
        scenario.validate()?;
        check_countable(scenario)?;
        let scenario = scenario.at_step(0);
        Ok(Simulation { engine: registry::open(&scenario, initial_state(&scenario))? })
    }

    /// A flock in a given state.
    pub fn from_state(scenario: &Scenario, mut state: State) -> Result<Self, StartError> {
        scenario.validate()?;
        state.validate_against(scenario)?;
        let scenario = after_steps(scenario, state.step);
        Ok(Simulation { engine: registry::open(&scenario, state)? })
    }

    /// A flock from a snapshot. It continues as if it had never stopped.
    pub fn from_snapshot(bytes: &[u8]) -> Result<Self, OpenError> {
        let Snapshot { scenario, state, .. } = Snapshot::read(bytes)?;
        Ok(Self::from_state(&scenario, state)?)
    }

    /// A flock stepped by a given engine.
    pub fn with_engine(engine: impl Engine + 'static) -> Self {
        Simulation { engine: Box::new(engine) }
    }

    /// Does one step.
    pub fn step(&mut self) {
        self.follow_schedule();
        self.engine.step();
    }

    /// Gives scheduled parameters their values in the coming step. [`step`](Self::step) does so by itself; only who steps
    /// the engine instead has to ask for it before each step.
    pub fn follow_schedule(&mut self) {
        let (scenario, steps) = (self.scenario(), self.steps());
        if scenario.schedule.is_empty() || !scenario.changes_at(steps) {
            return;
        }
        let changed = scenario.at_step(steps);
        if changed != *scenario {
            let followed = self.engine.change(changed);
            followed.expect("every plateau was checked before the first step");
        }
    }

    /// Does `steps` steps.
    pub fn run(&mut self, steps: u64) {
        (0..steps).for_each(|_| self.step());
    }

    /// Steps until the end condition of the scenario holds, or all its `steps` are done.
    ///
    /// ```
    /// use quelea::{Scenario, Simulation};
    ///
    /// let text = "boids = 20\nsteps = 500\nspace.kind = 'open'\ngoal.position = [60, 0]\ngoal.weight = 0.1\n\
    ///     start.position = 'ball'\nend.when = 'at-goal'\nend.within = 20";
    /// let mut flock = Simulation::new(&Scenario::from_toml(text)?)?;
    /// let outcome = flock.run_to_end();
    /// assert!(outcome.reached && outcome.step < 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_to_end(&mut self) -> Outcome {
        loop {
            match self.outcome() {
                Some(outcome) => return outcome,
                None => self.step(),
            }
        }
    }

    /// How the run ended: its end condition holds, or all `steps` of the scenario are done; `None` before that.
    pub fn outcome(&self) -> Option<Outcome> {
        let (reached, step) = (self.has_ended(), self.steps());
        (reached || step >= self.scenario().general.steps).then_some(Outcome { reached, step })
    }

    /// Whether the end condition of the scenario holds. It is looked at after 0, `end.every`, 2·`end.every`, … steps;
    /// in between, and without such a condition, this is false.
    pub fn has_ended(&self) -> bool {
        let end = &self.scenario().general.end;
        // Taking the state is a copy, which most runs can do without.
        end.when != EndWhen::Never
            && self.steps().is_multiple_of(end.every)
            && measures::has_ended(self.scenario(), &self.state())
    }

    /// The number of steps done.
    pub fn steps(&self) -> u64 {
        self.engine.steps()
    }

    /// The number of boids.
    pub fn len(&self) -> usize {
        self.engine.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.engine.is_empty()
    }

    /// The number of dimensions, 2 or 3.
    pub fn dimension(&self) -> usize {
        self.scenario().general.dimension
    }

    /// The scenario as it is now.
    pub fn scenario(&self) -> &Scenario {
        self.engine.scenario()
    }

    /// Ids, positions and velocities as the engine stores them, without a copy.
    ///
    /// ```
    /// # use quelea::{Scenario, Simulation};
    /// let flock = Simulation::new(&Scenario::preset("p5")?)?;
    /// let view = flock.view();
    /// for slot in 0..view.len() {
    ///     let (id, x, y) = (view.ids[slot], view.positions.get(slot, 0), view.positions.get(slot, 1));
    ///     # let _ = (id, x, y);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view(&self) -> FlockView<'_> {
        self.engine.view()
    }

    /// The whole state, by id, as a copy in double precision.
    pub fn state(&self) -> State {
        self.engine.state()
    }

    /// The whole state as it is now, for another thread to wait for: a flock on another device steps on meanwhile.
    pub fn capture(&self) -> Capture {
        self.engine.capture()
    }

    /// The hash of the state: equal only if every bit is equal.
    pub fn hash(&self) -> u64 {
        self.state().hash()
    }

    /// The state, the scenario and some notes as bytes; see [`from_snapshot`](Self::from_snapshot).
    pub fn snapshot(&self, notes: &str) -> Vec<u8> {
        Snapshot::write(self.scenario(), &self.state(), notes)
    }

    /// Order parameters, distances and clusters of the present state.
    pub fn measure(&self) -> Measures {
        measure(self.scenario(), &self.state())
    }

    /// Only the measures that are wanted, by name; others may be 0. An engine on another device may find them there,
    /// without a copy of the state, and with the same bits.
    ///
    /// ```
    /// # use quelea::{Scenario, Simulation};
    /// let mut flock = Simulation::new(&Scenario::preset("p5")?)?;
    /// flock.run(10);
    /// let polarisation = flock.measure_only(|name| name == "polarisation").polarisation;
    /// assert_eq!(polarisation, flock.measure().polarisation);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn measure_only(&mut self, wanted: impl Fn(&str) -> bool) -> Measures {
        let names = Measures::DEFINITIONS.iter().map(|(name, ..)| *name);
        let names: Vec<&str> = names.filter(|name| wanted(name)).collect();
        let Some(values) = self.engine.measure(&names) else {
            return measures::measure_only(self.scenario(), &self.state(), wanted);
        };
        let mut found = Measures::default();
        names.iter().zip(values).for_each(|(name, value)| found.set(name, value));
        found
    }

    /// The boids that one boid perceives, by id; empty if there is no such boid.
    pub fn neighbours(&mut self, id: u32) -> Vec<Neighbour> {
        self.engine.inspect(id).map(|inspection| inspection.neighbours).unwrap_or_default()
    }

    /// What one boid perceives and what each rule makes it do; `None` if there is no such boid.
    pub fn inspect(&mut self, id: u32) -> Option<Inspection> {
        self.engine.inspect(id)
    }

    /// Counts what a step has to do, from about `sample` groups of boids spread over the flock.
    pub fn stats(&mut self, sample: usize) -> StepStats {
        self.engine.stats(sample)
    }

    /// The engine as one of a given type, if it is of that type: for what only that engine can do.
    pub fn engine<E: Engine>(&self) -> Option<&E> {
        let engine: &dyn Any = &*self.engine;
        engine.downcast_ref()
    }

    /// The engine as one of a given type, to be stepped by who calls [`follow_schedule`](Self::follow_schedule) first.
    pub fn engine_mut<E: Engine>(&mut self) -> Option<&mut E> {
        let engine: &mut dyn Any = &mut *self.engine;
        engine.downcast_mut()
    }

    /// Waits until all steps are done: an engine on another device may be ahead of it. Only who measures time needs
    /// this.
    pub fn wait(&self) {
        self.engine.wait();
    }

    /// What kind of engine this is, and what it costs.
    pub fn info(&self) -> EngineInfo {
        self.engine.info()
    }

    /// Changes a live parameter by its path. Refused, with the flock unchanged, if the parameter needs a restart
    /// or the result is not valid.
    pub fn set(&mut self, path: &str, value: impl Into<Value>) -> Result<(), ScenarioError> {
        let mut changed = self.scenario().clone();
        changed.set_unchecked(path, &value.into())?;
        self.change(changed)
    }

    /// Replaces the scenario of the running flock. Refused if it is not valid or a parameter that differs needs a
    /// restart, or follows a schedule that stays the same.
    pub fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        let old = self.scenario();
        if old.schedule.is_empty() && scenario.schedule.is_empty() {
            return self.engine.change(scenario);
        }
        let differs = |path: &&str| old.get(path) != scenario.get(path);
        if old.schedule == scenario.schedule
            && let Some(path) = scenario.scheduled_paths().into_iter().find(differs)
        {
            return Err(ScenarioIssue::new(path, "follows a schedule: change that instead").into());
        }
        scenario.validate()?;
        self.engine.change(after_steps(&scenario, self.steps()))
    }

    /// Moves the pointer, one coordinate per axis, or removes it.
    pub fn move_pointer(&mut self, position: Option<&[f64]>) -> Result<(), ScenarioError> {
        let mut changed = self.scenario().clone();
        changed.general.pointer.position = position.map(<[f64]>::to_vec);
        self.change(changed)
    }

    /// Continues the present state with another scenario, whatever differs: another engine, other rules, further
    /// species or obstacles. The numbers of boids must match. If it is refused, the flock stays as it was.
    pub fn continue_with(&mut self, scenario: &Scenario) -> Result<(), StartError> {
        self.restart(scenario, self.state())
    }

    /// Starts again with another scenario and state: in the same engine and its memory if it can, which keeps what a
    /// program added. If it is refused, the flock stays as it was.
    pub fn restart(&mut self, scenario: &Scenario, mut state: State) -> Result<(), StartError> {
        scenario.validate()?;
        state.validate_against(scenario)?;
        let scenario = &after_steps(scenario, state.step);
        let (old, new) = (&self.scenario().general, &scenario.general);
        if (old.engine, old.dimension) == (new.engine, new.dimension) {
            return self.engine.restart(scenario, state);
        }
        self.engine = registry::open(scenario, state)?;
        Ok(())
    }

    /// Adds a boid of a species, by index, and returns its id. If it is refused, the flock stays as it was.
    pub fn add_boid(&mut self, species: usize, position: &[f64], velocity: &[f64]) -> Result<u32, StartError> {
        let id = self.len() as u32;
        self.insert_boid(id, species, position, velocity)?;
        Ok(id)
    }

    /// Adds a boid of a species, by index, with a given id; the ids from there on rise by one, also in
    /// `perception.edges`. Puts back a boid that was removed. If it is refused, the flock stays as it was.
    pub fn insert_boid(
        &mut self,
        id: u32,
        species: usize,
        position: &[f64],
        velocity: &[f64],
    ) -> Result<(), StartError> {
        let (inserted, boids) = (id as usize, self.len());
        if inserted > boids {
            let problem = format!("a new boid cannot have the id {id}: there are {boids} boids");
            return Err(TableError::Mismatch(problem).into());
        }
        let mut scenario = self.scenario().clone();
        let Some(found) = scenario.species.get_mut(species) else {
            return Err(ScenarioError::from(unknown_species(species, self.scenario())).into());
        };
        found.settings.boids += 1;
        for (name, vector) in [("position", position), ("velocity", velocity)] {
            let (numbers, dimension) = (vector.len(), self.dimension());
            if numbers != dimension {
                let problem = format!("the {name} of a new boid has {numbers} numbers in {dimension}D");
                return Err(TableError::Mismatch(problem).into());
            }
        }
        for species in &mut scenario.species {
            let edges = &mut species.settings.perception.edges;
            edges.iter_mut().flatten().filter(|end| **end >= inserted).for_each(|end| *end += 1);
        }
        let mut state = self.state();
        state.insert(inserted, species as u8, position, velocity);
        self.restart(&scenario, state)
    }

    /// Removes a boid; the ids above it fall by one, also in `perception.edges`. Returns whether there was such a boid.
    pub fn remove_boid(&mut self, id: u32) -> Result<bool, StartError> {
        Ok(self.remove_boids(&[id])? > 0)
    }

    /// Removes boids at once; the ids above each fall by one, also in `perception.edges`. Returns how many of them there
    /// were. If it is refused, the flock stays as it was.
    pub fn remove_boids(&mut self, ids: &[u32]) -> Result<usize, StartError> {
        let mut state = self.state();
        let mut ids: Vec<usize> = ids.iter().map(|id| *id as usize).filter(|id| *id < state.len()).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(0);
        }
        let mut scenario = self.scenario().clone();
        for species in &mut scenario.species {
            let edges = &mut species.settings.perception.edges;
            edges.retain(|edge| edge.iter().all(|end| ids.binary_search(end).is_err()));
            edges.iter_mut().flatten().for_each(|end| *end -= ids.partition_point(|id| *id < *end));
        }
        // From the last, so that the ids of the others stay.
        for id in ids.iter().rev() {
            scenario.species[usize::from(state.species[*id])].settings.boids -= 1;
            state.remove(*id);
        }
        self.restart(&scenario, state)?;
        Ok(ids.len())
    }
}

/// A scenario with the scheduled values with which the last of these steps was done.
fn after_steps(scenario: &Scenario, steps: u64) -> Scenario {
    scenario.at_step(steps.saturating_sub(1))
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the end condition held; if not, the number of steps was the limit.
    pub reached: bool,
    /// The number of steps done.
    pub step: u64,
}

fn unknown_species(index: usize, scenario: &Scenario) -> ScenarioIssue {
    let count = scenario.species.len();
    ScenarioIssue::new("species", format!("has no entry {index}: there are {count}, counted from 0"))
}

/// Why a snapshot cannot be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// It is not a usable snapshot.
    #[error("the snapshot {0}")]
    Snapshot(#[from] SnapshotError),
    /// Its flock cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
}
