//! The world: a flock, its laws, and what the fast engine needs to step it.

use crate::flock::{Flock, Part};
use crate::lanes::Width;
use crate::laws::Laws;
use crate::look::{Finder, Group, Scratch, View};
use crate::reference::Reference;
use crate::rules::{Neighbour, Rule, neighbour_at, neighbourhood};
use crate::scenario::settings::{Combine, Engine, PerceptionKind, Search as SearchKind};
use crate::search::{Search, grid::Grid, lee::Lee, tree::Tree};
use crate::simulation::{Simulation, StartError, check_change, ready};
use crate::steer::Helm;
use crate::step::Old;
use crate::vector::Vector;
use crate::{Scenario, ScenarioError, State};

/// A flock that steps fast: in single precision, on all threads of the pool it is called in, all boids at
/// once. Same scenario, same bits, whatever the threads, the search or the processor.
///
/// ```
/// use quelea::{Scenario, World};
///
/// let scenario = Scenario::preset("p5")?;
/// let mut world = World::<2>::new(&scenario)?;
/// for _ in 0..10 {
///     world.step();
/// }
/// assert_eq!(world.state().len(), 300);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct World<const D: usize> {
    scenario: Scenario,
    laws: Laws<D>,
    steps: u64,
    flock: Flock<D>,
    /// The flock of the next step while it is written; else scratch memory.
    spare: Flock<D>,
    grid: Grid<D>,
    headings: [Vec<f32>; D],
    place_of: Vec<u32>,
    search: Option<Box<dyn Search<D>>>,
    /// Whether the search was given by the caller, and stays when the scenario changes.
    own_search: bool,
    lee: Option<Lee<D>>,
    rules: Vec<Box<dyn Rule<D>>>,
    width: Width,
}

/// One rule's share in what a boid does.
#[derive(Clone, Debug, PartialEq)]
pub struct Term<const D: usize> {
    /// The rule's name, as in `motion.order`; `added` for rules from outside.
    pub rule: &'static str,
    /// Its force, cut and weighted.
    pub force: [f32; D],
}

impl<const D: usize> World<D> {
    /// A world in the first state of a scenario.
    pub fn new(scenario: &Scenario) -> Result<Self, StartError> {
        ready::<D>(scenario)?;
        Self::from_state(scenario, crate::start::start(scenario))
    }

    /// A flock of the reference engine, as it is at the moment, without the defects that only the reference
    /// repeats: whom a boid perceives is the same in both engines, and can be asked here.
    pub fn of_reference(reference: &Reference<D>) -> Result<Self, StartError> {
        let mut scenario = reference.scenario().clone();
        scenario.general.engine = Engine::Fast;
        scenario.general.reference.quirks.clear();
        Self::from_state(&scenario, reference.state())
    }

    /// A world in a given state.
    pub fn from_state(scenario: &Scenario, mut state: State<D>) -> Result<Self, StartError> {
        ready::<D>(scenario)?;
        if !scenario.general.reference.quirks.is_empty() {
            return Err(StartError::Engine(format!(
                "`{}` reproduces a shipped program's defects ({}), which only the reference engine does: use engine = \"reference\"",
                scenario.general.name,
                scenario.general.reference.quirks.join(", ")
            )));
        }
        state.fit(scenario)?;
        crate::start::remember(scenario, &mut state);
        let (flock, steps) = (Flock::from_state(&state), state.step);
        // It is twice as large as the flock: let go of it before there is a second one.
        drop(state);
        let mut world = World {
            laws: Laws::of(scenario),
            scenario: scenario.clone(),
            steps,
            spare: flock.clone(),
            flock,
            grid: Grid::default(),
            headings: [const { Vec::new() }; D],
            place_of: Vec::new(),
            search: None,
            own_search: false,
            lee: None,
            rules: Vec::new(),
            width: Width::widest(),
        };
        world.choose_search();
        Ok(world)
    }

    /// The flock as it is stored.
    pub fn flock(&self) -> &Flock<D> {
        &self.flock
    }

    /// How many steps have been done.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The whole state, by id.
    pub fn state(&self) -> State<D> {
        self.flock.to_state(self.steps)
    }

    /// How many boids are stepped at once. It changes the time a step takes, never its result.
    pub fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// How many boids are stepped at once on this processor.
    pub fn lanes(&self) -> usize {
        struct Count;
        impl crate::lanes::Work for Count {
            type Output = usize;
            #[inline(always)]
            fn run<L: crate::lanes::Lanes>(self) -> usize {
                L::N
            }
        }
        self.width.run(Count)
    }

    /// The bytes that the flock, its copy and its index take.
    pub fn bytes(&self) -> usize {
        let scratch = self.headings.iter().map(Vec::capacity).sum::<usize>() + self.place_of.capacity();
        self.flock.bytes() + self.spare.bytes() + self.grid.bytes() + 4 * scratch
    }

    /// Adds a rule to the scenario's own.
    pub fn add_rule(&mut self, rule: impl Rule<D> + 'static) {
        self.rules.push(Box::new(rule));
    }

    /// Finds neighbours in another way than the scenario says.
    pub fn set_search(&mut self, search: impl Search<D> + 'static) {
        self.search = Some(Box::new(search));
        self.own_search = true;
        self.lee = None;
    }

    /// Moves the pointer, or takes it away.
    pub fn set_pointer(&mut self, position: Option<[f32; D]>) {
        self.scenario.general.pointer.position = position.map(|position| position.map(f64::from).to_vec());
        self.laws = Laws::of(&self.scenario);
    }

    /// Gives a species, by its number, another place to go to, or none. Its waypoints or its path, if it had
    /// any, are forgotten.
    pub fn set_goal(&mut self, species: usize, position: Option<[f32; D]>) {
        let first = std::iter::once(&mut self.scenario.first);
        let Some(kind) = first.chain(&mut self.scenario.others).nth(species) else { return };
        let goal = &mut kind.species.goal;
        goal.position = position.map(|position| position.map(f64::from).to_vec());
        goal.waypoints.clear();
        goal.path.clear();
        self.laws = Laws::of(&self.scenario);
    }

    /// Those a boid perceives, by its id, in the order of their ids. Nothing if there is no such boid. An
    /// approximate search may name others than the nearest, and more: all whom a representative stands for.
    pub fn neighbours(&mut self, id: u32) -> Vec<Neighbour<D>> {
        self.index();
        let old = self.old();
        let Some(place) = old.view.flock.ids.iter().position(|found| *found == id) else { return Vec::new() };
        let law = &old.view.laws.kinds[usize::from(old.view.flock.species_of(place))];
        let mut neighbours = match old.lee {
            Some(lee) => {
                let found = lee.found(&old.view, place, law);
                found.iter().map(|other| neighbour_at(&old.view, place, *other as usize)).collect()
            }
            None => neighbourhood(&old.view, place, law, &mut Scratch::default()).1,
        };
        neighbours.sort_by_key(|neighbour| neighbour.boid.id);
        neighbours
    }

    /// What each rule makes a boid do in the coming step, by its id: the very numbers the step adds up.
    pub fn terms(&mut self, id: u32) -> Vec<Term<D>> {
        self.index();
        let old = self.old();
        let view = &old.view;
        let Some(place) = view.flock.ids.iter().position(|found| *found == id) else { return Vec::new() };
        let law = &view.laws.kinds[usize::from(view.flock.species_of(place))];
        let group = Group::<f32, D>::new(view.flock, place..place + 1);
        let mut scratch = Scratch::default();
        let sums = match old.lee {
            Some(lee) => lee.look(view, &group, law),
            None => view.look(&group, law, &mut scratch),
        };
        let wander = crate::step::wander(&old, &group, law);
        let added = crate::rules::forces(old.rules, view, &group, law, &mut scratch);
        let (position, mut velocity) = (group.position, group.velocity);
        let passed = view.flock.waypoints.get(place).copied().unwrap_or(0);
        let aim = law.goal.as_ref().map_or(Vector::zero(), |goal| {
            goal.aim(&[goal.waypoint(&view.laws.space, view.flock.position(place), passed)])
        });
        let avoidance = crate::surroundings::avoid::avoidance(view.laws, law, &group, Width::One);
        let helm = Helm { laws: view.laws, law, position, velocity, sums, wander, aim, avoidance, added };
        let mut terms = Vec::new();
        for rule in &law.rules {
            let force = helm.force(rule, velocity);
            terms.push(Term { rule: rule.name(), force: force.0 });
            if law.motion.combine == Combine::InTurn {
                velocity = velocity + force * (law.motion.scale * law.motion.step);
            }
        }
        if !old.rules.is_empty() {
            terms.push(Term { rule: "added", force: (added * helm.avoidance.leave).0 });
        }
        terms
    }

    /// Sorts the flock by cell and prepares the search. Doing it twice changes nothing.
    pub(crate) fn index(&mut self) {
        self.laws.place(&self.scenario, self.steps);
        let nearest = |law: &crate::laws::Law<D>| {
            matches!(law.perception, PerceptionKind::Nearest | PerceptionKind::NearestWithin)
        };
        let hints = if self.laws.kinds.iter().any(nearest) { self.flock.len() } else { 0 };
        self.flock.hints.resize(hints, 0);
        self.spare.hints.resize(hints, 0);
        self.grid.sort(&mut self.flock, &mut self.spare, &self.laws.space, self.laws.reach);
        if self.laws.headings {
            for axis in 0..D {
                self.headings[axis].resize(self.flock.len(), 0.0);
            }
            for place in 0..self.flock.len() {
                let heading = Vector(self.flock.velocity(place)).unit();
                (0..D).for_each(|axis| self.headings[axis][place] = heading.0[axis]);
            }
        }
        if self.laws.kinds.iter().any(|law| law.perception == PerceptionKind::Friends) {
            self.place_of.resize(self.flock.len(), 0);
            for (place, id) in self.flock.ids.iter().enumerate() {
                self.place_of[*id as usize] = place as u32;
            }
        }
        if let Some(search) = &mut self.search {
            search.index(&self.flock, &self.laws.space);
        }
        if let Some(lee) = &mut self.lee {
            let motion = if self.laws.headings { &self.headings } else { &self.flock.velocities };
            lee.index(&self.flock, motion);
        }
    }

    /// What a step reads, and where it writes.
    pub(crate) fn old_and_new(&mut self) -> (Old<'_, D>, Part<'_, D>) {
        let World { flock, headings, grid, laws, scenario, search, own_search, place_of, rules, lee, .. } = self;
        let finder = match search {
            Some(search) => Finder::Other(&**search),
            None if scenario.general.search == SearchKind::Brute && !*own_search => Finder::Brute,
            None => Finder::Grid,
        };
        let view = View { flock, headings, grid, laws, finder, place_of };
        (Old { view, rules, lee: lee.as_ref(), step: self.steps, width: self.width }, self.spare.parts())
    }

    fn old(&mut self) -> Old<'_, D> {
        self.old_and_new().0
    }

    /// The new state becomes the state.
    pub(crate) fn finish_step(&mut self) {
        std::mem::swap(&mut self.flock, &mut self.spare);
        self.steps += 1;
    }

    fn choose_search(&mut self) {
        if self.own_search {
            return;
        }
        let kind = self.scenario.general.search;
        self.search = (kind == SearchKind::Tree).then(|| Box::new(Tree::default()) as Box<dyn Search<D>>);
        self.lee = (kind == SearchKind::Representative).then(|| Lee::new(&self.scenario, &self.laws.space));
    }
}

impl<const D: usize> Simulation<D> for World<D> {
    fn step(&mut self) {
        World::step(self);
    }
    fn steps(&self) -> u64 {
        self.steps
    }
    fn len(&self) -> usize {
        self.flock.len()
    }
    fn state(&self) -> State<D> {
        World::state(self)
    }
    fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        check_change(&self.scenario, &scenario)?;
        self.laws = Laws::of(&scenario);
        self.scenario = scenario;
        let mut state = self.state();
        crate::start::remember(&self.scenario, &mut state);
        self.flock = Flock::from_state(&state);
        self.spare = self.flock.clone();
        self.choose_search();
        Ok(())
    }
}
