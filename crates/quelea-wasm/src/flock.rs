//! The class `Flock`: an experiment as a page sees it. Errors are texts for people; whatever is refused
//! leaves the flock as it was.

use crate::experiment::{Change, Experiment, Refused};
use crate::record::Record;
use crate::replay::Replay;
use crate::running::Running;
use crate::{crowd, link, relations, table, tools};
use quelea::Scenario;
use quelea::scenario::settings::{PointerMode, Relation, Search};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// A flock that runs in a page.
#[wasm_bindgen]
pub struct Flock {
    experiment: Experiment,
    /// What was opened: a preset, a file, a link.
    opened: Scenario,
    /// What a link asked for and is not done yet.
    replay: Option<Replay>,
    record: Record,
}

impl Flock {
    pub(crate) fn scenario(&self) -> &Scenario {
        self.experiment.scenario()
    }

    pub(crate) fn running(&self) -> &dyn Running {
        self.experiment.running()
    }

    pub(crate) fn running_mut(&mut self) -> &mut dyn Running {
        self.experiment.running_mut()
    }
}

type Answer<T> = Result<T, String>;

fn told(refused: impl Into<Refused>) -> String {
    refused.into().to_string()
}

#[wasm_bindgen]
impl Flock {
    /// Starts a preset.
    #[wasm_bindgen(js_name = ofPreset)]
    pub fn of_preset(name: &str) -> Answer<Flock> {
        Flock::start(Scenario::preset(name).map_err(told)?)
    }

    /// Starts a scenario written as TOML.
    #[wasm_bindgen(js_name = ofToml)]
    pub fn of_toml(text: &str) -> Answer<Flock> {
        Flock::start(Scenario::from_toml(text).map_err(told)?)
    }

    /// Starts what a link says; `catchUp` then does again what it says was done.
    #[wasm_bindgen(js_name = ofLink)]
    pub fn of_link(link: &str) -> Answer<Flock> {
        let (experiment, replay) = Replay::of(link::read(link).map_err(told)?).map_err(told)?;
        let opened = experiment.start().clone();
        Ok(Flock { experiment, opened, replay: Some(replay), record: Record::default() })
    }

    fn start(scenario: Scenario) -> Answer<Flock> {
        let experiment = Experiment::new(scenario.clone()).map_err(told)?;
        Ok(Flock { experiment, opened: scenario, replay: None, record: Record::default() })
    }

    /// Does at most so many steps of what a link asked for. True when all is done.
    #[wasm_bindgen(js_name = catchUp)]
    pub fn catch_up(&mut self, steps: u32) -> Answer<bool> {
        let Some(replay) = &mut self.replay else { return Ok(true) };
        let done = replay.go_on(&mut self.experiment, steps).map_err(told)?;
        if done {
            self.replay = None;
        }
        Ok(done)
    }

    /// The step a link asked for, while it is not reached.
    #[wasm_bindgen(js_name = catchUpTo)]
    pub fn catch_up_to(&self) -> Option<f64> {
        self.replay.as_ref().map(|replay| replay.step() as f64)
    }

    /// Does so many steps.
    pub fn step(&mut self, steps: u32) {
        for _ in 0..steps {
            self.experiment.running_mut().step();
        }
    }

    /// Back to the first state, with the parameters as they are now.
    pub fn restart(&mut self) -> Answer<()> {
        self.begin(self.experiment.scenario().clone())
    }

    /// Back to the first state of what was opened, with its parameters.
    pub fn reset(&mut self) -> Answer<()> {
        self.begin(self.opened.clone())
    }

    fn begin(&mut self, scenario: Scenario) -> Answer<()> {
        self.experiment = Experiment::new(scenario).map_err(told)?;
        self.replay = None;
        self.record.clear();
        Ok(())
    }

    /// How many steps have been done.
    pub fn steps(&self) -> f64 {
        self.experiment.running().steps() as f64
    }

    /// How many boids there are.
    pub fn boids(&self) -> usize {
        self.experiment.running().boids()
    }

    /// 2 or 3.
    pub fn dimension(&self) -> usize {
        self.experiment.scenario().general.dimension
    }

    /// The hash of the state, as `quelea run` prints it.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.experiment.running().hash())
    }

    /// Where every boid is, by id, axis by axis.
    pub fn positions(&self) -> Vec<f32> {
        self.experiment.running().positions()
    }

    /// How every boid moves, by id, axis by axis.
    pub fn velocities(&self) -> Vec<f32> {
        self.experiment.running().velocities()
    }

    /// The number of every boid's species, by id.
    pub fn species(&self) -> Vec<u8> {
        self.experiment.running().species()
    }

    /// The scenario as it is now, as TOML.
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
        table::values(self.experiment.scenario()).to_string()
    }

    /// The names of all species, the first one first.
    #[wasm_bindgen(js_name = speciesNames)]
    pub fn species_names(&self) -> Vec<String> {
        self.experiment.scenario().kinds().map(|kind| kind.name.clone()).collect()
    }

    /// Changes a parameter: at once where that is possible, else the flock starts anew. The value is TOML, or
    /// empty to leave it out. True if the flock started anew.
    pub fn set(&mut self, path: &str, value: &str) -> Answer<bool> {
        let change = Change::Set(vec![(path.to_owned(), value.to_owned())]);
        if Experiment::is_live(path) {
            self.edit(change)?;
            return Ok(false);
        }
        let mut scenario = self.experiment.scenario().clone();
        scenario.set(path, &crate::experiment::parse(value)).map_err(told)?;
        self.begin(scenario)?;
        Ok(true)
    }

    /// What species do about each other, as JSON: the choices, and a row for each species with a word for each.
    pub fn relations(&self) -> String {
        relations::table(self.experiment.scenario()).to_string()
    }

    /// Lets one species `flock` with another, `ignore`, `avoid`, `hunt` or `flee` it. Where its model has no
    /// rule for that, it gets one.
    #[wasm_bindgen(js_name = setRelation)]
    pub fn set_relation(&mut self, of: &str, about: &str, relation: &str) -> Answer<()> {
        let relation: Relation =
            relation.parse().map_err(|allowed| format!("`{relation}` is no relation; allowed: {allowed}"))?;
        self.edit(relations::set(self.experiment.scenario(), of, about, relation).map_err(told)?)
    }

    /// Starts anew with so many boids of the first species. With `keep_density` the world grows or shrinks
    /// with the flock, so that a boid has as many neighbours as before.
    #[wasm_bindgen(js_name = setBoids)]
    pub fn set_boids(&mut self, boids: u32, keep_density: bool) -> Answer<()> {
        let mut scenario = self.experiment.scenario().clone();
        if keep_density {
            crowd::scale(&mut scenario, boids as usize);
        }
        scenario.first.species.boids = boids as usize;
        scenario.validate().map_err(told)?;
        self.begin(scenario)
    }

    /// Lets the pointer `attract`, `repel`, or do nothing (`off`).
    #[wasm_bindgen(js_name = setPointerMode)]
    pub fn set_pointer_mode(&mut self, mode: &str) -> Answer<()> {
        let mode: PointerMode = mode.parse()?;
        self.edit(tools::pointer(self.experiment.scenario(), mode))
    }

    /// Puts the pointer somewhere; an empty list takes it away.
    #[wasm_bindgen(js_name = setPointer)]
    pub fn set_pointer(&mut self, position: &[f64]) -> Answer<()> {
        self.edit(tools::point(Some(position).filter(|position| !position.is_empty())))
    }

    /// Puts the goal somewhere.
    #[wasm_bindgen(js_name = setGoal)]
    pub fn set_goal(&mut self, position: &[f64]) -> Answer<()> {
        self.edit(tools::goal(self.experiment.scenario(), position))
    }

    /// Adds a boid of the first species.
    #[wasm_bindgen(js_name = addBoid)]
    pub fn add_boid(&mut self, position: &[f64], velocity: &[f64]) -> Answer<()> {
        let species = self.experiment.scenario().first.name.clone();
        self.edit(Change::Join { species, position: position.to_vec(), velocity: velocity.to_vec() })
    }

    /// Adds a predator, and the species it belongs to where there is none.
    #[wasm_bindgen(js_name = addPredator)]
    pub fn add_predator(&mut self, position: &[f64], velocity: &[f64]) -> Answer<()> {
        if let Some(change) = tools::predators(self.experiment.scenario()) {
            self.edit(change)?;
        }
        let (position, velocity) = (position.to_vec(), velocity.to_vec());
        self.edit(Change::Join { species: tools::PREDATOR.into(), position, velocity })
    }

    /// Puts a ball in the way.
    #[wasm_bindgen(js_name = addObstacle)]
    pub fn add_obstacle(&mut self, centre: &[f64], radius: f64) -> Answer<()> {
        self.edit(tools::obstacle(self.experiment.scenario(), centre, radius))
    }

    fn edit(&mut self, change: Change) -> Answer<()> {
        // Whoever takes part does not wait for the rest of what a link asked for.
        self.replay = None;
        self.experiment.edit(change).map_err(told)
    }

    /// Measures the flock and keeps the sample. JSON: the step and every measure.
    pub fn sample(&mut self) -> String {
        let running = self.experiment.running();
        let (step, measures) = (running.steps(), running.measure());
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
        self.experiment.running().table()
    }

    /// What one boid perceives and what its rules make of it, as JSON; nothing if there is no such boid.
    pub fn inspect(&mut self, id: u32) -> Option<String> {
        self.experiment.running_mut().inspect(id).map(|inspection| inspection.to_json().to_string())
    }

    /// A copy of the flock in its present state that finds neighbours in another way, to be timed.
    pub fn trial(&self, search: &str) -> Answer<Trial> {
        let scenario = self.searching(search)?;
        let running = self.experiment.running().go_on(&scenario, &[]).map_err(told)?;
        Ok(Trial { running })
    }

    /// How far one step with this search leads from one with the grid, as JSON.
    pub fn accuracy(&self, search: &str) -> Answer<String> {
        let (exact, other) = (self.searching(Search::Grid.word())?, self.searching(search)?);
        let difference = self.experiment.running().difference(&exact, &other).map_err(told)?;
        let (none, angle, largest) = (difference.none, difference.angle, difference.largest_angle);
        Ok(json!({ "same": none, "angle": angle, "largestAngle": largest }).to_string())
    }

    fn searching(&self, search: &str) -> Answer<Scenario> {
        self.experiment.scenario().clone().with("search", search).map_err(told)
    }
}

/// A copy of a flock, to be timed.
#[wasm_bindgen]
pub struct Trial {
    running: Box<dyn Running>,
}

#[wasm_bindgen]
impl Trial {
    /// Does one step.
    pub fn step(&mut self) {
        self.running.step();
    }
}

/// The parameter table as JSON.
#[wasm_bindgen]
pub fn parameters() -> String {
    table::parameters().to_string()
}

/// The presets as JSON.
#[wasm_bindgen]
pub fn presets() -> String {
    table::presets().to_string()
}
