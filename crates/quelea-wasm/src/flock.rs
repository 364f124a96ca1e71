//! The class `Flock`: an experiment in a page. Errors are texts to be shown; whatever is refused leaves the flock
//! as it was.

use crate::accuracy::Difference;
use crate::density::keep_density;
use crate::edit::Change;
use crate::error::ExperimentError;
use crate::experiment::{Experiment, is_live, leave_out};
use crate::record::Record;
use crate::replay::Replay;
use crate::trial::Trial;
use crate::{inspection, link, parameter_table, relations, tools};
use quelea::model::settings::{PointerMode, Relation, Search};
use quelea::{Scenario, Simulation};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// A flock in a page.
#[wasm_bindgen]
pub struct Flock {
    experiment: Experiment,
    /// The scenario of the preset, file or link it was opened from.
    opened: Scenario,
    /// The part of a link that has not been replayed yet.
    replay: Option<Replay>,
    record: Record,
}

type Result<T> = std::result::Result<T, String>;

fn message(error: impl Into<ExperimentError>) -> String {
    error.into().to_string()
}

impl Flock {
    pub(crate) fn simulation(&self) -> &Simulation {
        self.experiment.simulation()
    }

    pub(crate) fn simulation_mut(&mut self) -> &mut Simulation {
        self.experiment.simulation_mut()
    }

    fn start(scenario: Scenario) -> Result<Flock> {
        let experiment = Experiment::new(scenario.clone()).map_err(message)?;
        Ok(Flock { experiment, opened: scenario, replay: None, record: Record::default() })
    }

    fn restart_with(&mut self, scenario: Scenario) -> Result<()> {
        self.experiment = Experiment::new(scenario).map_err(message)?;
        self.replay = None;
        self.record.clear();
        Ok(())
    }

    fn edit(&mut self, change: Change) -> Result<()> {
        // A change by the user ends the replay of a link.
        self.replay = None;
        self.experiment.edit(change).map_err(message)
    }

    fn with_search(&self, search: &str) -> Result<Scenario> {
        self.experiment.scenario().clone().with("search", search).map_err(message)
    }
}

#[wasm_bindgen]
impl Flock {
    /// Starts a preset.
    #[wasm_bindgen(js_name = ofPreset)]
    pub fn from_preset(name: &str) -> Result<Flock> {
        Flock::start(Scenario::preset(name).map_err(message)?)
    }

    /// Starts a scenario given as TOML.
    #[wasm_bindgen(js_name = ofToml)]
    pub fn from_toml(text: &str) -> Result<Flock> {
        Flock::start(Scenario::from_toml(text).map_err(message)?)
    }

    /// Continues a flock from a snapshot, as a program has written it.
    #[wasm_bindgen(js_name = ofSnapshot)]
    pub fn from_snapshot(bytes: &[u8]) -> Result<Flock> {
        let experiment = Experiment::from_snapshot(bytes).map_err(message)?;
        let opened = experiment.start().clone();
        Ok(Flock { experiment, opened, replay: None, record: Record::default() })
    }

    /// The flock as a snapshot, from which a program can continue it.
    pub fn snapshot(&self) -> Vec<u8> {
        self.experiment.simulation().snapshot("")
    }

    /// Starts the scenario of a link; `catchUp` then replays its edits and steps.
    #[wasm_bindgen(js_name = ofLink)]
    pub fn from_link(link: &str) -> Result<Flock> {
        let (experiment, replay) = Replay::start(link::read(link).map_err(message)?).map_err(message)?;
        let opened = experiment.start().clone();
        Ok(Flock { experiment, opened, replay: Some(replay), record: Record::default() })
    }

    /// Replays at most `steps` steps of a link. Returns whether everything is done.
    #[wasm_bindgen(js_name = catchUp)]
    pub fn catch_up(&mut self, steps: u32) -> Result<bool> {
        let Some(replay) = &mut self.replay else { return Ok(true) };
        let done = replay.advance(&mut self.experiment, steps).map_err(message)?;
        if done {
            self.replay = None;
        }
        Ok(done)
    }

    /// The last step of a link that is being replayed.
    #[wasm_bindgen(js_name = catchUpTo)]
    pub fn catch_up_to(&self) -> Option<f64> {
        self.replay.as_ref().map(|replay| replay.last_step() as f64)
    }

    /// Does `steps` steps.
    pub fn step(&mut self, steps: u32) {
        self.experiment.simulation_mut().run(steps.into());
    }

    /// Returns to the initial state, with the present parameters.
    pub fn restart(&mut self) -> Result<()> {
        self.restart_with(self.experiment.scenario().clone())
    }

    /// Returns to the initial state and the parameters it was opened with.
    pub fn reset(&mut self) -> Result<()> {
        self.restart_with(self.opened.clone())
    }

    /// The number of steps done.
    pub fn steps(&self) -> f64 {
        self.simulation().steps() as f64
    }

    /// The number of boids.
    pub fn boids(&self) -> usize {
        self.simulation().len()
    }

    /// The number of dimensions, 2 or 3.
    pub fn dimension(&self) -> usize {
        self.simulation().dimension()
    }

    /// The hash of the state, as `quelea run` prints it.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.simulation().hash())
    }

    /// All positions, by id, one number per axis each.
    pub fn positions(&self) -> Vec<f32> {
        self.simulation().state().positions.as_slice().iter().map(|x| *x as f32).collect()
    }

    /// All velocities, by id, one number per axis each.
    pub fn velocities(&self) -> Vec<f32> {
        self.simulation().state().velocities.as_slice().iter().map(|x| *x as f32).collect()
    }

    /// The present scenario as TOML.
    #[wasm_bindgen(js_name = toToml)]
    pub fn to_toml(&self) -> String {
        self.experiment.scenario().to_toml()
    }

    /// The experiment as part of a web address.
    #[wasm_bindgen(js_name = toLink)]
    pub fn to_link(&self) -> String {
        link::write(&self.experiment)
    }

    /// The values of all parameters as JSON: TOML texts by path.
    pub fn values(&self) -> String {
        parameter_table::values(self.experiment.scenario()).to_string()
    }

    /// The names of the species, in order.
    #[wasm_bindgen(js_name = speciesNames)]
    pub fn species_names(&self) -> Vec<String> {
        self.experiment.scenario().species.iter().map(|species| species.name.clone()).collect()
    }

    /// Changes a parameter. The value is TOML, or empty to leave the parameter out. A parameter that is not live
    /// restarts the flock; returns whether it did.
    pub fn set(&mut self, path: &str, value: &str) -> Result<bool> {
        if is_live(path) {
            self.edit(Change::Set(vec![(path.to_owned(), value.to_owned())]))?;
            return Ok(false);
        }
        let mut scenario = self.experiment.scenario().clone();
        let changed = match value {
            // Unlike in a link, an unknown path is an error here.
            "" => leave_out(&mut scenario, path).and_then(|()| scenario.unset(path)),
            value => scenario.set(path, quelea::Value::parse_or_word(value)),
        };
        changed.map_err(message)?;
        self.restart_with(scenario)?;
        Ok(true)
    }

    /// The relations between species as JSON: the choices, and a row of words for each species.
    pub fn relations(&self) -> String {
        relations::to_json(self.experiment.scenario()).to_string()
    }

    /// Makes one species `flock` with another, `ignore`, `avoid`, `hunt` or `flee` it. A model without a rule for
    /// that gets one.
    #[wasm_bindgen(js_name = setRelation)]
    pub fn set_relation(&mut self, of: &str, about: &str, relation: &str) -> Result<()> {
        let relation: Relation =
            relation.parse().map_err(|allowed| format!("`{relation}` is not a relation; allowed: {allowed}"))?;
        self.edit(relations::set(self.experiment.scenario(), of, about, relation).map_err(message)?)
    }

    /// Restarts with another number of boids of the first species. With `keep_density` the space grows or shrinks
    /// with the flock, so that a boid has as many neighbours as before.
    #[wasm_bindgen(js_name = setBoids)]
    pub fn set_boids(&mut self, boids: u32, keep_density: bool) -> Result<()> {
        let mut scenario = self.experiment.scenario().clone();
        if keep_density {
            self::keep_density(&mut scenario, boids as usize);
        }
        if let Some(first) = scenario.species.first_mut() {
            first.settings.boids = boids as usize;
        }
        self.restart_with(scenario)
    }

    /// Makes the pointer `attract` or `repel`, or switches it `off`.
    #[wasm_bindgen(js_name = setPointerMode)]
    pub fn set_pointer_mode(&mut self, mode: &str) -> Result<()> {
        let mode: PointerMode =
            mode.parse().map_err(|allowed| format!("`{mode}` is not a pointer mode; allowed: {allowed}"))?;
        self.edit(tools::set_pointer_mode(self.experiment.scenario(), mode))
    }

    /// Moves the pointer; an empty list removes it.
    #[wasm_bindgen(js_name = setPointer)]
    pub fn set_pointer(&mut self, position: &[f64]) -> Result<()> {
        self.edit(tools::move_pointer(Some(position).filter(|position| !position.is_empty())))
    }

    /// Moves the goal of all species.
    #[wasm_bindgen(js_name = setGoal)]
    pub fn set_goal(&mut self, position: &[f64]) -> Result<()> {
        self.edit(tools::move_goal(self.experiment.scenario(), position))
    }

    /// Adds a boid of the first species.
    #[wasm_bindgen(js_name = addBoid)]
    pub fn add_boid(&mut self, position: &[f64], velocity: &[f64]) -> Result<()> {
        let species = self.experiment.scenario().species.first().map(|first| first.name.clone()).unwrap_or_default();
        self.edit(Change::Join { species, position: position.to_vec(), velocity: velocity.to_vec() })
    }

    /// Adds a predator, and its species if there is none.
    #[wasm_bindgen(js_name = addPredator)]
    pub fn add_predator(&mut self, position: &[f64], velocity: &[f64]) -> Result<()> {
        if let Some(change) = tools::add_predators(self.experiment.scenario()) {
            self.edit(change)?;
        }
        let (position, velocity) = (position.to_vec(), velocity.to_vec());
        self.edit(Change::Join { species: tools::PREDATOR.into(), position, velocity })
    }

    /// Adds a spherical obstacle.
    #[wasm_bindgen(js_name = addObstacle)]
    pub fn add_obstacle(&mut self, centre: &[f64], radius: f64) -> Result<()> {
        self.edit(tools::add_obstacle(self.experiment.scenario(), centre, radius))
    }

    /// Measures the flock and records the sample. Returns the step and every measure as JSON.
    pub fn sample(&mut self) -> String {
        let simulation = self.experiment.simulation();
        let (step, measures) = (simulation.steps(), simulation.measure());
        self.record.add(step, measures);
        let values = measures.values().into_iter().map(|(name, value)| (name.to_owned(), json!(value)));
        let all: Map<String, Value> = std::iter::once(("step".to_owned(), json!(step))).chain(values).collect();
        Value::Object(all).to_string()
    }

    /// All samples as CSV.
    #[wasm_bindgen(js_name = measuresCsv)]
    pub fn measures_csv(&self) -> String {
        self.record.to_csv()
    }

    /// The state as CSV, as `quelea run --state-out` writes it.
    #[wasm_bindgen(js_name = stateCsv)]
    pub fn state_csv(&self) -> String {
        self.simulation().state().to_csv()
    }

    /// What a boid perceives and what its rules make it do, as JSON; nothing if there is no such boid.
    pub fn inspect(&mut self, id: u32) -> Option<String> {
        self.simulation_mut().inspect(id).map(|inspection| inspection::to_json(&inspection).to_string())
    }

    /// A copy of the flock in its present state with another search, to be timed.
    pub fn trial(&self, search: &str) -> Result<Trial> {
        let simulation = Simulation::from_state(&self.with_search(search)?, self.simulation().state());
        Ok(Trial::new(simulation.map_err(message)?))
    }

    /// How far one step with a search differs from one with the grid, as JSON.
    pub fn accuracy(&self, search: &str) -> Result<String> {
        let (exact, other) = (self.with_search(Search::Grid.word())?, self.with_search(search)?);
        let difference = Difference::after_step(&self.simulation().state(), &exact, &other).map_err(message)?;
        Ok(difference.to_json().to_string())
    }
}
