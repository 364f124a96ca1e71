//! The class `Flock`: an experiment in a page. Errors have a text and details; whatever is refused leaves the flock as
//! it was.

use crate::accuracy::Difference;
use crate::code::Code;
use crate::density;
use crate::device::{self, Refusal, Wish};
use crate::dimension::change_dimension;
use crate::edit::Change;
use crate::error::{ExperimentError, PageError};
use crate::experiment::{Experiment, MAX_BOIDS, is_live, leave_out};
use crate::gpu::Gpu;
use crate::history::{Action, History};
use crate::record::Sample;
use crate::replay::Replay;
use crate::run::Run;
use crate::threads::on_threads;
use crate::trial::Trial;
use crate::{inert_table, inspection, link, parameter_table, relations, switches, tools};
use quelea::model::presets;
use quelea::model::settings::{Obstacle, PointerMode, Relation, Search};
use quelea::{Scenario, Simulation};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// A flock in a page. It steps on the processor or, if the page says so, on a graphics device. There it has to be
/// fetched (`fetch`) before something is done for which its boids have to be known: asking for its state, measuring,
/// inspecting, editing, restarting, undoing. Otherwise its last steps are done again on the processor, which takes long.
#[wasm_bindgen]
pub struct Flock {
    run: Run,
    history: History,
    /// The device to step on, if it is not to be the processor.
    wish: Option<Wish>,
}

type Result<T> = std::result::Result<T, PageError>;

fn message(error: impl Into<ExperimentError>) -> PageError {
    error.into().into()
}

fn unknown_word(word: &str, what: &'static str, allowed: impl ToString) -> PageError {
    message(ExperimentError::UnknownWord { word: word.to_owned(), what, allowed: allowed.to_string() })
}

impl Flock {
    pub(crate) fn simulation(&self) -> &Simulation {
        self.run.experiment.simulation()
    }

    pub(crate) fn simulation_mut(&mut self) -> &mut Simulation {
        self.run.experiment.simulation_mut()
    }

    fn new(run: Run) -> Flock {
        Flock { run, history: History::default(), wish: None }
    }

    /// Replaces the run by another one; the old one comes back with `undo`.
    fn begin(&mut self, run: Run) {
        let mut before = std::mem::replace(&mut self.run, run);
        before.leave();
        self.history.restarted(before);
    }

    fn restart_with(&mut self, scenario: Scenario) -> Result<()> {
        let experiment = Experiment::new(scenario).map_err(message)?;
        let mut run = Run::new(experiment, self.run.opened.clone(), &self.run.preset);
        (run.shelf, run.spread) = (self.run.shelf.clone(), self.run.spread);
        // A pointer that is pressed during a restart is released after it.
        run.before_pointer = self.run.before_pointer.clone();
        self.begin(run);
        Ok(())
    }

    fn edit(&mut self, change: Change) -> Result<()> {
        // A change by the user ends the replay of a link.
        self.run.replay = None;
        let deltas = self.run.edit(change).map_err(message)?;
        self.history.edited(deltas);
        Ok(())
    }

    /// Changes the flock without remembering how to undo it: the pointer comes and goes with the mouse.
    fn edit_for_now(&mut self, change: Change) -> Result<()> {
        self.run.replay = None;
        self.run.experiment.edit(change).map_err(message)
    }

    fn add(&mut self, obstacle: Obstacle) -> Result<()> {
        self.edit(tools::add_obstacle(self.run.scenario(), obstacle))
    }

    /// Takes the last action back, or what was taken back. Returns what happened to the flock.
    fn take_back(&mut self, undo: bool) -> Result<&'static str> {
        self.release_pointer()?;
        match self.history.take(undo) {
            None => Ok("nothing"),
            Some(Action::Restarted(run)) => {
                let mut other = std::mem::replace(&mut self.run, *run);
                other.leave();
                let same = other.opened == self.run.opened && other.preset == self.run.preset;
                self.history.put(!undo, Action::Restarted(Box::new(other)));
                Ok(if same { "restarted" } else { "opened" })
            }
            Some(Action::Edited(mut deltas)) => {
                self.run.replay = None;
                let (mut reverted, mut result) = (Vec::new(), Ok("changed"));
                while let Some(delta) = deltas.last() {
                    match self.run.revert(delta) {
                        Ok(inverse) => reverted.push(inverse),
                        Err(error) => {
                            result = Err(message(error));
                            break;
                        }
                    }
                    deltas.pop();
                }
                self.history.put(undo, Action::Edited(deltas));
                self.history.put(!undo, Action::Edited(reverted));
                result
            }
        }
    }

    /// Moves the flock to where it is to step.
    async fn settle(&mut self) {
        if let Some(wish) = &self.wish {
            self.run.settle(wish).await;
        }
    }

    /// Takes the flock to the processor if its device has failed.
    fn rescue(&mut self) {
        if self.run.rescue().is_some() {
            self.wish = None;
        }
    }

    fn with_search(&self, search: &str) -> Result<Scenario> {
        self.run.experiment.scenario().clone().with("search", search).map_err(message)
    }
}

#[wasm_bindgen]
impl Flock {
    /// Starts a preset or a scene.
    #[wasm_bindgen(js_name = ofPreset)]
    pub fn from_preset(name: &str) -> Result<Flock> {
        let scenario = Scenario::preset(name).map_err(message)?;
        Ok(Flock::new(Run::new(Experiment::new(scenario.clone()).map_err(message)?, scenario, name)))
    }

    /// Starts a scenario given as TOML.
    #[wasm_bindgen(js_name = ofToml)]
    pub fn from_toml(text: &str) -> Result<Flock> {
        let scenario = Scenario::from_toml(text).map_err(message)?;
        Ok(Flock::new(Run::new(Experiment::new(scenario.clone()).map_err(message)?, scenario, "")))
    }

    /// Continues a flock from a snapshot, as a program has written it.
    #[wasm_bindgen(js_name = ofSnapshot)]
    pub fn from_snapshot(bytes: &[u8]) -> Result<Flock> {
        let experiment = Experiment::from_snapshot(bytes).map_err(message)?;
        let opened = experiment.start().clone();
        Ok(Flock::new(Run::new(experiment, opened, "")))
    }

    /// The flock as a snapshot, from which a program can continue it.
    pub fn snapshot(&self) -> Vec<u8> {
        self.simulation().snapshot("")
    }

    /// Starts the scenario of a link; `catchUp` then replays its edits and steps.
    #[wasm_bindgen(js_name = ofLink)]
    pub fn from_link(link: &str) -> Result<Flock> {
        let plan = link::read(link).map_err(message)?;
        // Older links do not say which preset they were made from, but a scenario keeps its name.
        let named = || presets::names().find(|name| *name == plan.start.general.name).unwrap_or_default();
        let preset = plan.preset.clone().unwrap_or_else(|| named().to_owned());
        let (experiment, replay) = Replay::start(plan).map_err(message)?;
        let opened = experiment.start().clone();
        let mut run = Run::new(experiment, opened, &preset);
        run.replay = Some(replay);
        Ok(Flock::new(run))
    }

    /// Opens a preset or a scene instead; `undo` returns to the flock before. A preset with a pointer starts without it:
    /// in a page, the mouse is the pointer.
    #[wasm_bindgen(js_name = openPreset)]
    pub fn open_preset(&mut self, name: &str) -> Result<()> {
        let mut scenario = Scenario::preset(name).map_err(message)?;
        if tools::pointer_acts(&scenario) {
            scenario.general.pointer.position = None;
        }
        self.begin(Run::new(Experiment::new(scenario.clone()).map_err(message)?, scenario, name));
        Ok(())
    }

    /// Opens a scenario given as TOML instead; `undo` returns to the flock before.
    #[wasm_bindgen(js_name = openToml)]
    pub fn open_toml(&mut self, text: &str) -> Result<()> {
        self.begin(Flock::from_toml(text)?.run);
        Ok(())
    }

    /// Opens a link instead; `catchUp` then replays it, and `undo` returns to the flock before.
    #[wasm_bindgen(js_name = openLink)]
    pub fn open_link(&mut self, link: &str) -> Result<()> {
        self.begin(Flock::from_link(link)?.run);
        Ok(())
    }

    /// The name of the preset or scene it was opened from; empty for a file.
    pub fn preset(&self) -> String {
        self.run.preset.clone()
    }

    /// Ends the present action: edits from here on are undone on their own, and until then together.
    #[wasm_bindgen(js_name = endAction)]
    pub fn end_action(&mut self) {
        self.history.close();
    }

    /// Undoes the last action. Returns what happened: `nothing`, `changed`, `restarted` (to the flock before a
    /// restart) or `opened` (to the flock that was open before).
    pub fn undo(&mut self) -> Result<String> {
        self.take_back(true).map(str::to_owned)
    }

    /// Does the last undone action again. Returns what happened, as `undo` does.
    pub fn redo(&mut self) -> Result<String> {
        self.take_back(false).map(str::to_owned)
    }

    /// Whether there is something to undo.
    #[wasm_bindgen(js_name = canUndo)]
    pub fn can_undo(&self) -> bool {
        self.history.has(true)
    }

    /// Whether there is something to redo.
    #[wasm_bindgen(js_name = canRedo)]
    pub fn can_redo(&self) -> bool {
        self.history.has(false)
    }

    /// Replays at most `steps` steps of a link, where the flock is to step. Returns whether everything is done.
    #[wasm_bindgen(js_name = catchUp)]
    pub async fn catch_up(&mut self, steps: u32) -> Result<bool> {
        self.settle().await;
        let Run { replay: Some(replay), experiment, .. } = &mut self.run else { return Ok(true) };
        let done = match device::has(experiment.simulation()) {
            true => replay.advance_on_device(experiment, steps).await,
            false => on_threads(|| replay.advance(experiment, steps)),
        };
        let done = done.map_err(message)?;
        self.rescue();
        if done {
            self.run.replay = None;
        }
        Ok(done)
    }

    /// The last step of a link that is being replayed.
    #[wasm_bindgen(js_name = catchUpTo)]
    pub fn catch_up_to(&self) -> Option<f64> {
        self.run.replay.as_ref().map(|replay| replay.last_step() as f64)
    }

    /// Does `steps` steps at once, on the processor.
    pub fn step(&mut self, steps: u32) {
        self.run.leave();
        on_threads(|| self.run.experiment.simulation_mut().run(steps.into()));
    }

    /// Does `steps` steps where the flock is to step: at once on the processor, in time on a device.
    pub async fn advance(&mut self, steps: u32) {
        self.settle().await;
        if self.run.advance(steps).await.is_some() {
            self.wish = None;
        }
    }

    /// Steps on a device from now on, if it takes the flock and there are at least so many boids. Whatever is opened or
    /// restarted later is stepped there too.
    #[wasm_bindgen(js_name = useGpu)]
    pub fn use_gpu(&mut self, gpu: &Gpu, fewest_boids: usize) {
        self.wish = Some(Wish { device: gpu.device.clone(), fewest_boids });
        self.run.refusal = None;
    }

    /// Steps on the processor from now on. The flock has to be fetched before.
    #[wasm_bindgen(js_name = useCpu)]
    pub fn use_cpu(&mut self) {
        (self.wish, self.run.refusal) = (None, None);
        self.run.leave();
    }

    /// Copies the flock from its device, for what is asked of it before its next step. Nothing happens on the processor.
    pub async fn fetch(&self) {
        device::fetch(self.simulation()).await;
    }

    /// Where the flock steps as JSON: whether that is a device (`gpu`), and if it is not, though it should be, why: a
    /// `refusal` with its `kind` (`few`, `engine`, `search`, `refused`, `failed`) and the `problem`.
    pub fn device(&self) -> String {
        let before = || Refusal::of(self.run.scenario(), self.wish.as_ref()?);
        let refusal = self.run.refusal.clone().or_else(before);
        let is_there = device::has(self.simulation());
        json!({ "gpu": is_there, "refusal": refusal.map(|refusal| refusal.to_json()) }).to_string()
    }

    /// Returns to the initial state, with the present parameters.
    pub fn restart(&mut self) -> Result<()> {
        self.restart_with(self.run.experiment.scenario().clone())
    }

    /// Returns to the initial state and the parameters it was opened with.
    pub fn reset(&mut self) -> Result<()> {
        self.restart_with(self.run.opened.clone())?;
        (self.run.spread, self.run.shelf) = (false, Default::default());
        Ok(())
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
        self.run.experiment.scenario().to_toml()
    }

    /// The present scenario as code, `rust`, `python` or `html`. Returns JSON: the text, and whether it embeds the
    /// scenario as TOML. Runs of it start at step 0 with the present parameters.
    #[wasm_bindgen(js_name = toCode)]
    pub fn to_code(&self, form: &str) -> Result<String> {
        let code = Code::write(self.run.scenario(), form);
        let unknown = || unknown_word(form, "a form of code", "rust, python, html");
        Ok(code.ok_or_else(unknown)?.to_json().to_string())
    }

    /// The experiment as part of a web address.
    #[wasm_bindgen(js_name = toLink)]
    pub fn to_link(&self) -> String {
        link::write(&self.run.experiment, &self.run.preset)
    }

    /// The values of all parameters as JSON: TOML texts by path.
    pub fn values(&self) -> String {
        parameter_table::values(self.run.experiment.scenario()).to_string()
    }

    /// The parameters that have no effect at present as JSON: the reason of each by path.
    pub fn inert(&self) -> String {
        inert_table::inert(self.run.scenario()).to_string()
    }

    /// The names of the species, in order.
    #[wasm_bindgen(js_name = speciesNames)]
    pub fn species_names(&self) -> Vec<String> {
        self.run.experiment.scenario().species.iter().map(|species| species.name.clone()).collect()
    }

    /// Changes a parameter. The value is TOML, or empty to leave the parameter out. A parameter that is not live
    /// restarts the flock; returns whether it did. Another `dimension` converts the space and everything in it.
    pub fn set(&mut self, path: &str, value: &str) -> Result<bool> {
        if is_live(path) {
            self.edit(Change::Set(vec![(path.to_owned(), value.to_owned())]))?;
            return Ok(false);
        }
        let mut scenario = self.run.experiment.scenario().clone();
        if let ("dimension", Ok(dimension @ 2..=3)) = (path, value.parse()) {
            change_dimension(&mut scenario, dimension);
        }
        let changed = match value {
            // Unlike in a link, an unknown path is an error here.
            "" => leave_out(&mut scenario, path).and_then(|()| scenario.unset(path)),
            value => scenario.set(path, quelea::Value::parse_or_word(value)),
        };
        changed.map_err(message)?;
        if path == "start.position" {
            self.run.spread = false;
        }
        self.restart_with(scenario)?;
        Ok(true)
    }

    /// The relations between species as JSON: the choices, and a row of words for each species.
    pub fn relations(&self) -> String {
        relations::to_json(self.run.experiment.scenario()).to_string()
    }

    /// Makes one species `flock` with another, `ignore`, `avoid`, `hunt` or `flee` it. A model without a rule for
    /// that gets one.
    #[wasm_bindgen(js_name = setRelation)]
    pub fn set_relation(&mut self, of: &str, about: &str, relation: &str) -> Result<()> {
        let relation: Relation = relation.parse().map_err(|allowed| unknown_word(relation, "a relation", allowed))?;
        self.edit(relations::set(self.run.experiment.scenario(), of, about, relation).map_err(message)?)
    }

    /// Restarts with another number of boids of the first species. With `keep_density` the space grows or shrinks
    /// with the flock, so that a boid has as many neighbours as before. A large flock that would start at one point
    /// starts spread out; returns whether it does so from now on.
    #[wasm_bindgen(js_name = setBoids)]
    pub fn set_boids(&mut self, boids: f64, keep_density: bool) -> Result<bool> {
        if boids > MAX_BOIDS as f64 {
            return Err(message(ExperimentError::TooManyBoids { boids, most: MAX_BOIDS }));
        }
        if !(boids >= 0.0 && boids.fract() == 0.0) {
            return Err(message(ExperimentError::NotACount { boids, most: MAX_BOIDS }));
        }
        let boids = boids as usize;
        let mut scenario = self.run.scenario().clone();
        if keep_density {
            density::keep_density(&mut scenario, boids);
        }
        if let Some(first) = scenario.species.first_mut() {
            first.settings.boids = boids;
        }
        let spread = density::spread(&mut scenario);
        let gathered = self.run.spread && density::gather(&mut scenario, &self.run.opened);
        self.restart_with(scenario)?;
        self.run.spread = spread || (self.run.spread && !gathered);
        Ok(spread)
    }

    /// Makes the pointer `attract` or `repel`, or switches it `off`.
    #[wasm_bindgen(js_name = setPointerMode)]
    pub fn set_pointer_mode(&mut self, mode: &str) -> Result<()> {
        let mode: PointerMode = mode.parse().map_err(|allowed| unknown_word(mode, "a pointer mode", allowed))?;
        self.edit_for_now(tools::set_pointer_mode(self.run.scenario(), mode))
    }

    /// Moves the pointer; an empty list removes it.
    #[wasm_bindgen(js_name = setPointer)]
    pub fn set_pointer(&mut self, position: &[f64]) -> Result<()> {
        self.edit_for_now(tools::move_pointer(Some(position).filter(|position| !position.is_empty())))
    }

    /// Whether the model has a pointer that acts, wherever it is.
    #[wasm_bindgen(js_name = pointerActs)]
    pub fn pointer_acts(&self) -> bool {
        tools::pointer_acts(self.run.scenario())
    }

    /// Lets the pointer `attract` or `repel` at a position until it is released.
    #[wasm_bindgen(js_name = pressPointer)]
    pub fn press_pointer(&mut self, mode: &str, position: &[f64]) -> Result<()> {
        let before = self.run.scenario().clone();
        self.set_pointer_mode(mode)?;
        self.run.before_pointer.get_or_insert(before);
        self.set_pointer(position)
    }

    /// Releases the pointer: everything is as it was before it was pressed.
    #[wasm_bindgen(js_name = releasePointer)]
    pub fn release_pointer(&mut self) -> Result<()> {
        let Some(before) = self.run.before_pointer.take() else { return Ok(()) };
        let restored = tools::restore_pointer(self.run.scenario(), &before);
        match Change::between(self.run.scenario(), &restored) {
            Some(change) => self.edit_for_now(change),
            None => Ok(()),
        }
    }

    /// Moves the goal of all species.
    #[wasm_bindgen(js_name = setGoal)]
    pub fn set_goal(&mut self, position: &[f64]) -> Result<()> {
        self.edit(tools::move_goal(self.run.scenario(), position))
    }

    /// Removes the goals of all species.
    #[wasm_bindgen(js_name = removeGoal)]
    pub fn remove_goal(&mut self) -> Result<()> {
        let scenario = self.run.scenario();
        Change::between(scenario, &tools::without_goal(scenario)).map_or(Ok(()), |change| self.edit(change))
    }

    /// Adds a boid of the first species.
    #[wasm_bindgen(js_name = addBoid)]
    pub fn add_boid(&mut self, position: &[f64], velocity: &[f64]) -> Result<()> {
        let species =
            self.run.experiment.scenario().species.first().map(|first| first.name.clone()).unwrap_or_default();
        self.edit(Change::Join { species, position: position.to_vec(), velocity: velocity.to_vec(), id: None })
    }

    /// Adds a predator, and its species if there is none.
    #[wasm_bindgen(js_name = addPredator)]
    pub fn add_predator(&mut self, position: &[f64], velocity: &[f64]) -> Result<()> {
        let (position, velocity) = (position.to_vec(), velocity.to_vec());
        let join = Change::Join { species: tools::PREDATOR.into(), position, velocity, id: None };
        if let Some(change) = tools::add_predators(self.run.scenario()) {
            self.edit(change)?;
        }
        self.edit(join)
    }

    /// Removes boids by id; the ids above each fall by one. Ids that do not exist are ignored. The species of predators
    /// that `addPredator` added goes with the last of them.
    #[wasm_bindgen(js_name = removeBoids)]
    pub fn remove_boids(&mut self, ids: &[u32]) -> Result<()> {
        let boids = self.boids();
        let ids: Vec<u32> = ids.iter().copied().filter(|id| (*id as usize) < boids).collect();
        if ids.is_empty() {
            return Ok(());
        }
        self.edit(Change::Leave(ids))?;
        let without = tools::without_empty_predators(self.run.scenario(), &self.run.opened);
        without.map_or(Ok(()), |change| self.edit(change))
    }

    /// Adds a spherical obstacle.
    #[wasm_bindgen(js_name = addObstacle)]
    pub fn add_obstacle(&mut self, centre: &[f64], radius: f64) -> Result<()> {
        self.add(Obstacle::sphere(centre, radius))
    }

    /// Adds a box, with its length along each axis.
    #[wasm_bindgen(js_name = addBox)]
    pub fn add_box(&mut self, centre: &[f64], size: &[f64]) -> Result<()> {
        self.add(Obstacle::cuboid(centre, size))
    }

    /// Adds a straight wall with round ends, at least twice the radius thick.
    #[wasm_bindgen(js_name = addWall)]
    pub fn add_wall(&mut self, from: &[f64], to: &[f64], radius: f64) -> Result<()> {
        self.add(Obstacle::capsule(from, to, tools::wall_radius(self.run.scenario(), radius)))
    }

    /// Adds a solid polygon, given by the numbers of its corners.
    #[wasm_bindgen(js_name = addPolygon)]
    pub fn add_polygon(&mut self, corners: &[f64]) -> Result<()> {
        self.add(tools::polygon(corners).map_err(message)?)
    }

    /// Moves an obstacle by an offset.
    #[wasm_bindgen(js_name = moveObstacle)]
    pub fn move_obstacle(&mut self, index: usize, offset: &[f64]) -> Result<()> {
        self.edit(Change::Move { obstacle: index, offset: offset.to_vec() })
    }

    /// Removes an obstacle.
    #[wasm_bindgen(js_name = removeObstacle)]
    pub fn remove_obstacle(&mut self, index: usize) -> Result<()> {
        let mut scenario = self.run.scenario().clone();
        if index >= scenario.obstacles.len() {
            return Err(message(ExperimentError::UnknownObstacle(index)));
        }
        scenario.obstacles.remove(index);
        self.edit(Change::Replace(scenario.to_toml()))
    }

    /// The switches as JSON: `goal`, `predators` and `obstacles` are true if there are any, false if they are switched
    /// off, and null if there are none.
    pub fn switches(&self) -> String {
        switches::to_json(&self.run).to_string()
    }

    /// Switches `goal`, `predators` or `obstacles` on or off, without a restart.
    #[wasm_bindgen(js_name = switchOn)]
    pub fn switch_on(&mut self, what: &str, on: bool) -> Result<()> {
        self.run.replay = None;
        let deltas = switches::switch(&mut self.run, what, on).map_err(message)?;
        self.history.edited(deltas);
        Ok(())
    }

    /// Measures the flock and records the sample. Returns the step and every measure as JSON. Of a large flock only what
    /// needs no search for neighbours is measured; the others are null.
    pub fn sample(&mut self) -> String {
        let simulation = self.run.experiment.simulation();
        let (step, state, scenario) = (simulation.steps(), simulation.state(), simulation.scenario());
        let sample = on_threads(move || Sample::of(scenario, &state));
        let values = sample.values().map(|(name, value)| (name.to_owned(), json!(value)));
        let all: Map<String, Value> = std::iter::once(("step".to_owned(), json!(step))).chain(values).collect();
        self.run.record.add(step, sample);
        Value::Object(all).to_string()
    }

    /// All samples as CSV.
    #[wasm_bindgen(js_name = measuresCsv)]
    pub fn measures_csv(&self) -> String {
        self.run.record.to_csv()
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
        let state = self.simulation().state();
        let difference = on_threads(|| Difference::after_step(&state, &exact, &other)).map_err(message)?;
        Ok(difference.to_json().to_string())
    }
}
