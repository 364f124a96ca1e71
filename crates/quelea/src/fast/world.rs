//! The world: a flock, its compiled model, and the memory to step it.

use crate::engine::{
    self, Engine, EngineInfo, FlockView, Inspection, Precision, RuleForce, StartError, StepStats, check_change,
    check_start,
};
use crate::fast::compiled::CompiledModel;
use crate::fast::compiled_once;
use crate::fast::flock::Flock;
use crate::fast::group::Group;
use crate::fast::indexed_flock::Scratch;
use crate::fast::individual::InFlock;
use crate::fast::outside_rule::{Neighbour, Rule, each_outside_force, neighbour_at};
use crate::fast::perception::{perceive, perceived_slots};
use crate::fast::search::Search;
use crate::fast::simd::Width;
use crate::fast::steering::Silence;
use crate::fast::step::{StepInput, input_and_next, steering_input};
use crate::fast::vector::Vector;
use crate::fast::workspace::{ActiveSearch, Workspace};
use crate::model::settings::Combine;
use crate::model::{EngineName, Scenario, ScenarioError};
use crate::parallel;
use crate::state::State;
use crate::state::start::{Memories, init_memory, initial_state, with_friends_at_start};

/// A flock that steps fast: in single precision, on all threads of the pool it is called in, all boids at once. The
/// same scenario gives the same bits, whatever the threads, the exact search or the processor.
///
/// Use it where the dimension is known at compile time; [`Simulation`](crate::Simulation) takes any scenario.
///
/// ```
/// use quelea::{Scenario, World};
///
/// let scenario = Scenario::preset("p5")?;
/// let mut world = World::<2>::new(&scenario)?;
/// for _ in 0..10 {
///     world.step();
/// }
/// let flock = world.flock();
/// println!("boid {} is at x = {}", flock.ids[0], flock.positions[0][0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct World<const D: usize> {
    pub(super) scenario: Scenario,
    pub(super) model: CompiledModel<D>,
    pub(super) steps: u64,
    pub(super) flock: Flock<D>,
    pub(super) workspace: Workspace<D>,
    pub(super) rules: Vec<Box<dyn Rule<D>>>,
    pub(super) width: Width,
}

impl<const D: usize> World<D> {
    /// A world in the initial state of a scenario.
    pub fn new(scenario: &Scenario) -> Result<Self, StartError> {
        check_start::<D>(scenario)?;
        Self::from_state(scenario, initial_state(scenario))
    }

    /// A world in a given state.
    pub fn from_state(scenario: &Scenario, mut state: State) -> Result<Self, StartError> {
        check_start::<D>(scenario)?;
        check_quirks(scenario)?;
        state.validate_against(scenario)?;
        Ok(Self::go_on(with_friends_at_start(scenario, &state), state))
    }

    /// A world that goes on with the flock of another engine, whose state and scenario have been checked: friends are
    /// those that the scenario has now, and boids may have come to remember what is not a number.
    pub fn go_on(scenario: Scenario, mut state: State) -> Self {
        init_memory(&scenario, &mut state);
        let model = CompiledModel::new(&scenario);
        let (flock, steps) = (Flock::from_state(&state, &model.space), state.step);
        // It is twice as large as the flock: drop it before the flock is copied.
        drop(state);
        let workspace = Workspace::new(&flock, ActiveSearch::new(&scenario, &model.space));
        let (rules, width) = (Vec::new(), Width::detect());
        World { scenario, model, steps, flock, workspace, rules, width }
    }

    /// Does one step.
    pub fn step(&mut self) {
        compiled_once::step(self);
    }

    /// The boids as they are stored.
    pub fn flock(&self) -> &Flock<D> {
        &self.flock
    }

    /// The number of steps done.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The scenario as it is now.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The whole state, by id.
    pub fn state(&self) -> State {
        self.flock.to_state(self.steps)
    }

    /// Sets how many boids are stepped at once. It changes the time a step takes, never its result.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// The bytes that the flock, its copy and its index take.
    pub fn memory_bytes(&self) -> usize {
        self.flock.memory_bytes() + self.workspace.memory_bytes()
    }

    /// Counts what a step has to do, from about `sample` groups of boids spread over the flock.
    pub fn stats(&mut self, sample: usize) -> StepStats {
        compiled_once::stats(self, sample)
    }

    /// Adds a rule to those of the scenario.
    pub fn add_rule(&mut self, rule: impl Rule<D> + 'static) {
        self.rules.push(Box::new(rule));
    }

    /// Replaces the search of the scenario.
    pub fn set_search(&mut self, search: impl Search<D> + 'static) {
        self.workspace.search = ActiveSearch::Outside(Box::new(search));
    }

    /// Sets the goal of a species, by index, or removes it. Its waypoints or path, if any, are dropped.
    pub fn set_goal(&mut self, species: usize, position: Option<[f32; D]>) {
        let Some(species) = self.scenario.species.get_mut(species) else { return };
        let goal = &mut species.settings.goal;
        goal.position = position.map(|position| position.map(f64::from).to_vec());
        goal.waypoints.clear();
        goal.path.clear();
        self.model = CompiledModel::new(&self.scenario);
    }

    /// Replaces the scenario of the running flock. Refused if it is not valid or a parameter that differs needs a
    /// restart.
    pub fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        check_change(&self.scenario, &scenario)?;
        let old_search = &self.scenario.general;
        let same_search = old_search.search == scenario.general.search
            && old_search.representative == scenario.general.representative;
        self.model = CompiledModel::new(&scenario);
        self.scenario = scenario;
        self.init_memory();
        if !same_search && !matches!(self.workspace.search, ActiveSearch::Outside(_)) {
            self.workspace.search = ActiveSearch::new(&self.scenario, &self.model.space);
        }
        Ok(())
    }

    /// Adds the memories that a changed scenario needs.
    fn init_memory(&mut self) {
        let (needed, flock) = (Memories::of(&self.scenario), &self.flock);
        let lacks_smoothed = needed.smoothed && flock.smoothed[0].is_empty();
        let lacks_wander = needed.wander && flock.wander[0].is_empty();
        let lacks_waypoints = needed.waypoints && flock.waypoints.is_empty();
        if lacks_smoothed || lacks_wander || lacks_waypoints {
            let mut state = self.state();
            init_memory(&self.scenario, &mut state);
            self.flock = Flock::from_state(&state, &self.model.space);
            self.workspace.next = self.flock.clone();
        }
    }

    /// The boids that one boid perceives, by id; empty if there is no such boid. An approximate search may return
    /// others than the nearest, and more: all whom a representative stands for.
    pub fn neighbours(&mut self, id: u32) -> Vec<Neighbour<D>> {
        compiled_once::index(self);
        self.indexed_neighbours(id)
    }

    /// [`Self::neighbours`] of a flock that is indexed already.
    fn indexed_neighbours(&mut self, id: u32) -> Vec<Neighbour<D>> {
        let Some(slot) = self.flock.ids.iter().position(|found| *found == id) else { return Vec::new() };
        let found = compiled_once::perceived(self, slot);
        let (StepInput { indexed, .. }, _) = input_and_next(self);
        let mut neighbours: Vec<Neighbour<D>> =
            found.into_iter().map(|other| neighbour_at(&indexed, slot, other as usize)).collect();
        neighbours.sort_by_key(|neighbour| neighbour.boid.id);
        neighbours
    }

    /// The force of each rule that can act on one boid in the coming step, in the order in which rules act: the very
    /// numbers the step adds up. Empty if there is no such boid.
    pub fn forces(&mut self, id: u32) -> Vec<(String, [f32; D])> {
        compiled_once::index(self);
        self.indexed_forces(id)
    }

    /// [`Self::forces`] of a flock that is indexed already.
    fn indexed_forces(&mut self, id: u32) -> Vec<(String, [f32; D])> {
        let forces = compiled_once::forces(self, id).into_iter();
        forces.map(|(rule, force)| (rule, std::array::from_fn(|axis| force[axis]))).collect()
    }
}

/// Refuses what only the reference engine does.
pub(super) fn check_quirks(scenario: &Scenario) -> Result<(), StartError> {
    let quirks: Vec<&str> = scenario.general.reference.quirks.iter().map(|quirk| quirk.word()).collect();
    if quirks.is_empty() {
        return Ok(());
    }
    Err(StartError::Engine(format!(
        "`{}` reproduces defects of a published program ({}), which only the reference engine does: use engine = \"reference\"",
        scenario.general.name,
        quirks.join(", ")
    )))
}

/// The slots of those that the boid in a slot of an indexed flock perceives.
pub(super) fn perceived<const D: usize>(world: &mut World<D>, slot: usize) -> Vec<u32> {
    let (StepInput { indexed, .. }, _) = input_and_next(world);
    let species = &indexed.model.species[usize::from(indexed.flock.species_of(slot))];
    if let Some(lee) = indexed.lee {
        return lee.found(&indexed, slot, species);
    }
    let mut slots = Vec::new();
    perceived_slots(&indexed, slot, species, &mut Scratch::default(), &mut slots);
    slots
}

fn in_space<const D: usize>(vector: [f32; D]) -> [f32; 3] {
    std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or(0.0))
}

/// The force of each rule on one boid of an indexed flock.
pub(super) fn forces<const D: usize>(world: &mut World<D>, id: u32) -> Vec<(String, [f32; 3])> {
    let (StepInput { indexed, rules, step, .. }, _) = input_and_next(world);
    let (flock, model) = (indexed.flock, indexed.model);
    let Some(slot) = flock.ids.iter().position(|found| *found == id) else { return Vec::new() };
    let species = &model.species[usize::from(flock.species_of(slot))];
    let group = Group::<f32, D>::new(flock, slot..slot + 1);
    let mut scratch = Scratch::default();
    let passed = flock.waypoints.get(slot).copied().unwrap_or(0);
    let waypoint = species.goal.as_ref().map_or(0, |goal| goal.waypoint(&model.space, flock.position(slot), passed));
    let (waypoints, width) = (&[waypoint][..], Width::One);
    let boids = InFlock { model, species, flock, step, group: &group, waypoints, width };
    let sums = perceive(&indexed, &boids, &mut scratch);
    let input = steering_input(model, species, &boids, sums, Vector::zero());
    let (mut velocity, remaining_weight) = (input.velocity, input.avoidance.remaining_weight);
    let mut forces = Vec::new();
    let mut silence = Silence::new();
    for rule in &species.rules {
        let answer = input.answer(rule, velocity, &mut silence);
        forces.push((rule.kind.word().to_owned(), in_space(answer.force.0)));
        match species.motion.combine {
            Combine::InTurn => velocity = velocity + answer.force * (species.motion.scale * species.motion.step),
            Combine::Turns => velocity = answer.turned(rule, velocity),
            _ => {}
        }
    }
    if !rules.is_empty() {
        each_outside_force(rules, &indexed, step, slot, species, &mut scratch, |index, force| {
            forces.push((rules[index].name().to_owned(), in_space(force.map(|x| x * remaining_weight))));
        });
    }
    forces
}

impl<const D: usize> From<Neighbour<D>> for engine::Neighbour {
    fn from(neighbour: Neighbour<D>) -> Self {
        let offset = neighbour.offset.map(f64::from).to_vec();
        engine::Neighbour::new(neighbour.boid.id, offset, f64::from(neighbour.distance))
    }
}

fn in_double<const D: usize>((rule, force): (String, [f32; D])) -> RuleForce {
    RuleForce::new(rule, force.map(f64::from).to_vec())
}

impl<const D: usize> Engine for World<D> {
    fn step(&mut self) {
        World::step(self);
    }
    fn steps(&self) -> u64 {
        self.steps
    }
    fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    fn view(&self) -> FlockView<'_> {
        let Flock { ids, species, positions, velocities, .. } = &self.flock;
        let (positions, velocities) = (engine::Components::columns(positions), engine::Components::columns(velocities));
        FlockView::new(ids, species, positions, velocities)
    }
    fn state(&self) -> State {
        World::state(self)
    }
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        World::change(self, scenario)
    }
    fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError> {
        let mut world = World::from_state(scenario, state)?;
        std::mem::swap(&mut world.rules, &mut self.rules);
        if matches!(self.workspace.search, ActiveSearch::Outside(_)) {
            std::mem::swap(&mut world.workspace.search, &mut self.workspace.search);
        }
        world.width = self.width;
        *self = world;
        Ok(())
    }
    fn neighbours(&mut self, id: u32) -> Vec<engine::Neighbour> {
        World::neighbours(self, id).into_iter().map(Into::into).collect()
    }
    fn forces(&mut self, id: u32) -> Vec<RuleForce> {
        World::forces(self, id).into_iter().map(in_double).collect()
    }
    fn inspect(&mut self, id: u32) -> Option<Inspection> {
        // Indexing is most of the work: do it once for both.
        compiled_once::index(self);
        let neighbours = self.indexed_neighbours(id).into_iter().map(Into::into).collect();
        let forces = self.indexed_forces(id).into_iter().map(in_double).collect();
        Inspection::new(&self.scenario, &self.view(), id, neighbours, forces)
    }
    fn stats(&mut self, sample: usize) -> StepStats {
        World::stats(self, sample)
    }
    fn info(&self) -> EngineInfo {
        let mut info = EngineInfo::new(EngineName::FAST.as_str(), Precision::Single, self.memory_bytes());
        if let ActiveSearch::Lee(lee) = &self.workspace.search {
            info.approximation = lee.approximation();
        }
        info.search = self.scenario.general.search;
        (info.threads, info.lanes) = (parallel::threads(), self.width.lanes());
        info
    }
}
