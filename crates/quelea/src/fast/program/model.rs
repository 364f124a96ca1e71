//! A scenario compiled into programs.

use super::recorder::{Traced, TracedMask, record};
use super::{FlowGrid, Input, Obstacles, Op, Output, Sum, Value, Waypoints};
use crate::engine::canonical_order::Reach;
use crate::engine::{StartError, check_start};
use crate::fast::compiled::{CompiledModel, SpeciesModel};
use crate::fast::environment::avoid::Avoidance;
use crate::fast::environment::flow::FlowField;
use crate::fast::environment::goal::Goal;
use crate::fast::environment::herding;
use crate::fast::flock::Flock;
use crate::fast::group::Group;
use crate::fast::individual::{Individuals, Memory, normal_deviation};
use crate::fast::integration::{NewMotion, Stage};
use crate::fast::neighbour_sums::NeighbourSums;
use crate::fast::perception::{Limits, add_neighbour};
use crate::fast::pursuit::{Targets, pursued};
use crate::fast::simd::Lanes;
use crate::fast::space::Space;
use crate::fast::step::{NewBoids, steer_and_move};
use crate::fast::vector::{Vector, per_axis};
use crate::fast::world::check_quirks;
use crate::geometry::voronoi_neighbours;
use crate::model::settings::{AvoidMethod, Combine, PerceptionKind, Relation, Target};
use crate::model::{Scenario, settings};
use crate::state::State;
use crate::state::random::{IndividualTrait, StepRandom, Stream};
use crate::state::start::{Memories, init_memory, with_friends_at_start};

/// A scenario, compiled for stepping and ready to be recorded.
#[derive(Clone, Debug)]
pub struct Model<const D: usize> {
    scenario: Scenario,
    compiled: CompiledModel<D>,
    memories: Memories,
}

/// What one stage of a step does, for each species by index.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StageProgram {
    /// The programs.
    pub species: Vec<SpeciesProgram>,
}

/// What one stage of a step does with a boid of one species.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpeciesProgram {
    /// The operations, each after those it needs.
    pub ops: Vec<Op>,
    /// Which boids it perceives.
    pub perception: Perception,
    /// New values of sums for a candidate to flock with. All are computed before any changes.
    pub flock: Vec<(Sum, Value)>,
    /// New values of sums for a candidate to avoid.
    pub avoid: Vec<(Sum, Value)>,
    /// Loops over the candidates of other species, one after the other, after that over neighbours.
    pub pursuits: Vec<PursuitProgram>,
    /// What the boid does, after all loops.
    pub outputs: Vec<(Output, Value)>,
    /// Whether it then has to be moved out of obstacles.
    pub resolves_penetration: bool,
}

/// Which boids a boid perceives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Perception {
    /// The kind.
    pub kind: PerceptionKind,
    /// Boids further away than this are in no sum; infinite if there is no such distance.
    pub furthest: f32,
    /// How many are perceived at most, if only the nearest are.
    pub nearest: usize,
    /// Of the nearest only those closer than this, squared.
    pub within_squared: f32,
    /// Perceived boids are further away than this, squared: 0 if coincident ones are ignored, else negative.
    pub above: f32,
    /// Its relation to each species, by index.
    pub relations: Vec<Relation>,
    /// Whether alignment averages headings, not velocities.
    pub uses_headings: bool,
}

/// A loop over species to flee from, to hunt or to herd.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PursuitProgram {
    /// The relation to the species it is about.
    pub relation: Relation,
    /// Boids further away do not count.
    pub radius: f32,
    /// New values of sums for a candidate with that relation.
    pub updates: Vec<(Sum, Value)>,
    /// Whether the candidate is the nearest so far, if only the nearest counts.
    pub is_nearest: Option<Value>,
    /// The squared distance that the nearest so far begins with.
    pub best: f32,
}

impl<const D: usize> Model<D> {
    /// Compiles a scenario, and makes a flock of a state that fits it.
    pub fn start(scenario: &Scenario, mut state: State) -> Result<(Self, Flock<D>), StartError> {
        check_start::<D>(scenario)?;
        state.validate_against(scenario)?;
        check_quirks(scenario)?;
        let scenario = with_friends_at_start(scenario, &state);
        Ok(Self::go_on(&scenario, state))
    }

    /// The same for a flock that goes on, whose state and scenario have been checked: friends are those that the
    /// scenario has now.
    pub fn go_on(scenario: &Scenario, mut state: State) -> (Self, Flock<D>) {
        init_memory(scenario, &mut state);
        let flock = Flock::from_state(&state, &Space::new(&scenario.space()));
        (Self::compile(scenario.clone(), &flock), flock)
    }

    /// Compiles a changed scenario for the same flock. `None` if boids would have to remember more than they do.
    pub fn changed(&self, scenario: &Scenario) -> Option<Self> {
        let needed = Memories::of(scenario);
        let has = self.memories;
        let lacks =
            needed.smoothed && !has.smoothed || needed.wander && !has.wander || needed.waypoints && !has.waypoints;
        (!lacks).then(|| Model { scenario: scenario.clone(), compiled: CompiledModel::new(scenario), memories: has })
    }

    fn compile(scenario: Scenario, flock: &Flock<D>) -> Self {
        let memories = Memories {
            smoothed: !flock.smoothed[0].is_empty(),
            wander: !flock.wander[0].is_empty(),
            waypoints: !flock.waypoints.is_empty(),
        };
        Model { compiled: CompiledModel::new(&scenario), scenario, memories }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Whether boids of some species perceive the nearest.
    pub fn has_nearest(&self) -> bool {
        self.compiled.has_nearest()
    }

    /// Whether boids of some species perceive friends.
    pub fn has_friends(&self) -> bool {
        self.compiled.species.iter().any(|species| species.perception == PerceptionKind::Friends)
    }

    /// Whether boids of some species perceive lists: friends, or Voronoi neighbours.
    pub fn has_lists(&self) -> bool {
        self.compiled.has_lists()
    }

    /// The number of species.
    pub fn species(&self) -> usize {
        self.compiled.species.len()
    }

    /// Moves what moves by itself to where it is in a step. Programs and tables recorded before may be out of date.
    pub fn advance_to(&mut self, step: u64) {
        self.compiled.advance_to(&self.scenario, step);
    }

    /// Whether goals or obstacles move by themselves.
    pub fn moves(&self) -> bool {
        self.moves_goals() || self.compiled.obstacles.list.iter().any(|obstacle| obstacle.moves())
    }

    /// Whether goals move by themselves, so that the programs of each step have constants of their own. Obstacles are
    /// in [`Self::obstacles`] alone.
    pub fn moves_goals(&self) -> bool {
        let moving = |species: &SpeciesModel<D>| matches!(species.goal, Some(Goal::Moving { .. }));
        self.compiled.species.iter().any(moving)
    }

    /// The space.
    pub fn space(&self) -> &Space<D> {
        &self.compiled.space
    }

    /// How far boids perceive, from which the cells follow.
    pub fn reach(&self) -> Reach {
        self.compiled.reach
    }

    /// The largest distance at which boids look at each other; `None` if it is not known before they do, or if there
    /// is none.
    pub fn furthest(&self) -> Option<f32> {
        let of_species = |species: &SpeciesModel<D>| {
            let perceived = match species.perception {
                PerceptionKind::Radius => Some(species.ranges.furthest()),
                PerceptionKind::Friends | PerceptionKind::Voronoi => Some(0.0),
                PerceptionKind::Nearest | PerceptionKind::NearestWithin | PerceptionKind::All => None,
            }?;
            Some(pursued(species).map(|(_, pursuit)| pursuit.radius).fold(perceived, f32::max))
        };
        let all: Option<Vec<f32>> = self.compiled.species.iter().map(of_species).collect();
        Some(all?.into_iter().fold(0.0, f32::max)).filter(|furthest| furthest.is_finite())
    }

    /// Whether alignment matches headings, for any species: [`Self::record_heading`] computes them.
    pub fn uses_headings(&self) -> bool {
        self.compiled.uses_headings
    }

    /// Whether the flock remembers the acceleration of the last step.
    pub fn has_smoothed(&self) -> bool {
        self.memories.smoothed
    }

    /// Whether the flock remembers wander points.
    pub fn has_wander(&self) -> bool {
        self.memories.wander
    }

    /// Whether the flock remembers waypoint counters.
    pub fn has_waypoints(&self) -> bool {
        self.memories.waypoints
    }

    /// The first half of the key of random numbers, for this step and for all steps.
    pub fn random_keys(&self, step: u64) -> [u64; 2] {
        [step, 0].map(|step| StepRandom::new(self.compiled.seed, step).key())
    }

    /// The obstacles.
    pub fn obstacles(&self) -> Obstacles<D> {
        Obstacles::new(&self.compiled.obstacles)
    }

    /// How a species keeps clear of obstacles; `None` if it does not.
    pub fn avoid(&self, species: usize) -> Option<Avoid> {
        let (avoid, motion) = (&self.compiled.species[species].avoid, &self.compiled.species[species].motion);
        self.avoids(&self.compiled.species[species]).then(|| Avoid {
            method: avoid.method,
            look_ahead: avoid.look_ahead,
            half_turn: avoid.half_turn,
            clearance: avoid.clearance,
            strength: avoid.strength,
            reach: avoid.reach,
            contact: avoid.contact,
            contact_push: avoid.contact_push,
            step: motion.step,
            max_speed: motion.max_speed,
            max_stride: self.compiled.obstacles.min_half_thickness.min(1e18) + avoid.clearance,
            turns_heading: motion.combine == Combine::Heading,
        })
    }

    fn avoids(&self, species: &SpeciesModel<D>) -> bool {
        species.avoid.active && !self.compiled.obstacles.list.is_empty()
    }

    /// The waypoints of a species.
    pub fn waypoints(&self, species: usize) -> Option<Waypoints<D>> {
        Waypoints::new(self.compiled.species[species].goal.as_ref()?)
    }

    /// The flow grid of a species.
    pub fn flow_grid(&self, species: usize) -> Option<FlowGrid<D>> {
        FlowGrid::new(self.compiled.species[species].flow.as_ref()?)
    }

    /// The friends of each boid of a species by id, as ids.
    pub fn friends(&self, species: usize) -> &[Vec<u32>] {
        &self.compiled.species[species].friends
    }

    /// Whether a species perceives its friends, which [`Self::friends`] lists.
    pub fn perceives_friends(&self, species: usize) -> bool {
        self.compiled.species[species].perception == PerceptionKind::Friends
    }

    /// Whether a species perceives its Voronoi neighbours, which [`Self::voronoi`] lists.
    pub fn has_voronoi(&self) -> bool {
        self.compiled.has_voronoi()
    }

    /// The Voronoi neighbours of each boid by id, as ids, given the positions by id.
    pub fn voronoi(&self, positions: &[[f32; D]]) -> Vec<Vec<u32>> {
        let positions: Vec<[f64; D]> = positions.iter().map(|position| position.map(f64::from)).collect();
        voronoi_neighbours(&self.scenario.space(), &positions)
    }

    /// Whether herders aim at something that depends on where everyone is: [`Self::find_aims`] has to be called before
    /// each step is recorded.
    pub fn herds(&self) -> bool {
        self.compiled.species.iter().any(|species| species.herding.is_some())
    }

    /// Finds what herders aim at, given species and positions by id.
    pub fn find_aims(&mut self, species: &[u8], positions: &[[f32; D]]) {
        herding::find_aims_by_id(&mut self.compiled, |id| species.get(id).copied().unwrap_or(0), positions);
    }

    /// Records the step, stage by stage.
    pub fn record(&self) -> Vec<StageProgram> {
        let species = |stage| (0..self.compiled.species.len()).map(|index| self.record_species(index, stage)).collect();
        let stages = Stage::of(self.compiled.integrator()).iter();
        stages.map(|stage| StageProgram { species: species(*stage) }).collect()
    }

    /// Records the heading of a boid from its velocity: the operations, and the value for each axis.
    pub fn record_heading(&self) -> (Vec<Op>, [Value; D]) {
        let (heading, ops) = record(|| vector::<D>(Input::Velocity).unit());
        (ops, heading.0.map(|x| x.0))
    }

    /// Whether a step has stages that later ones build on, which takes memory.
    pub fn has_stages(&self) -> bool {
        self.compiled.integrator() == settings::Integrator::Rk4
    }

    fn record_species(&self, index: usize, stage: Stage) -> SpeciesProgram {
        let species = &self.compiled.species[index];
        let ((flock, avoid, pursuits, outputs), ops) = record(|| {
            let boids = TracedBoids { model: self, species };
            let flock = self.record_neighbour(&boids, Relation::Flock);
            let avoid = self.record_neighbour(&boids, Relation::Avoid);
            let mut sums = traced_sums();
            let pursuits = self.record_pursuits(&boids, &mut sums);
            let outputs = self.record_motion(&boids, sums, stage);
            (flock, avoid, pursuits, outputs)
        });
        let ranges = &species.ranges;
        let perception = Perception {
            kind: species.perception,
            furthest: ranges.furthest(),
            nearest: species.neighbours,
            within_squared: ranges.perceived,
            above: ranges.above,
            relations: species.relations.clone(),
            uses_headings: ranges.uses_headings,
        };
        let resolves_penetration =
            stage == Stage::Whole && self.avoids(species) && species.avoid.method == AvoidMethod::Steer;
        SpeciesProgram { ops, perception, flock, avoid, pursuits, outputs, resolves_penetration }
    }

    fn record_neighbour(&self, boids: &TracedBoids<D>, relation: Relation) -> Vec<(Sum, Value)> {
        let species = boids.species;
        let (position, velocity) = (boids.position(), boids.velocity());
        let group = Group { start: 0, count: 0, position, velocity };
        let mut limits = Limits::new(boids, &species.ranges, Traced::splat(f32::INFINITY));
        if species.perception != PerceptionKind::Radius {
            // Whoever is in the list, or among the nearest, is perceived.
            limits.perceived = Traced::splat(f32::INFINITY);
        }
        let d: Vector<Traced, D> = vector(Input::Offset);
        let present = match species.ranges.above < 0.0 {
            true => TracedMask::known(true),
            false => Traced::splat(species.ranges.above).lt(d.dot(d)),
        };
        let mut sums = traced_sums();
        let before = sum_values(&sums);
        add_neighbour(&mut sums, &group, species, &limits, d, vector(Input::Motion), present, relation);
        changed(before, sum_values(&sums))
    }

    /// Records the loops over species to pursue, and puts their results into the sums.
    fn record_pursuits(&self, boids: &TracedBoids<D>, sums: &mut NeighbourSums<Traced, D>) -> Vec<PursuitProgram> {
        let own_velocity = boids.velocity();
        let mut programs = Vec::new();
        for (relation, pursuit) in pursued(boids.species) {
            let index = programs.len() as u8;
            let so_far = || Targets::<Traced, D> {
                sum: vector(|axis| Input::Sum(Sum::Pursuit(index, axis))),
                count: Traced::input(Input::Sum(Sum::PursuitCount(index))),
                best: Traced::input(Input::Sum(Sum::PursuitBest(index))),
            };
            let values = |targets: &Targets<Traced, D>| {
                let mut values =
                    vec![(Sum::PursuitCount(index), targets.count.0), (Sum::PursuitBest(index), targets.best.0)];
                values.extend(targets.sum.0.iter().zip(0..).map(|(x, axis)| (Sum::Pursuit(index, axis), x.0)));
                values
            };
            let mut targets = so_far();
            let before = values(&targets);
            let (d, velocity) = (vector(Input::Offset), vector(Input::CandidateVelocity));
            let has_smaller_id = TracedMask::input(Input::HasSmallerId);
            let not_self = TracedMask::known(true);
            let nearest = targets.add(relation, &pursuit, own_velocity, d, velocity, not_self, has_smaller_id);
            programs.push(PursuitProgram {
                relation,
                radius: pursuit.radius,
                updates: changed(before, values(&targets)),
                is_nearest: (pursuit.target == Target::Nearest).then_some(nearest.0),
                best: pursuit.radius * pursuit.radius,
            });
            so_far().store(relation, sums);
        }
        programs
    }

    fn record_motion(
        &self,
        boids: &TracedBoids<D>,
        sums: NeighbourSums<Traced, D>,
        stage: Stage,
    ) -> Vec<(Output, Value)> {
        let NewBoids { motion, wander, stages } =
            steer_and_move(&self.compiled, boids.species, boids, sums, Vector::zero(), stage);
        let NewMotion { position, velocity, acceleration } = motion;
        let mut outputs = Vec::new();
        let mut put = |output: &dyn Fn(u8) -> Output, vector: Vector<Traced, D>| {
            outputs.extend(vector.0.iter().zip(0..).map(|(x, axis)| (output(axis), x.0)));
        };
        put(&Output::Position, position);
        put(&Output::Velocity, velocity);
        if self.memories.smoothed {
            put(&|axis| Output::Memory(Memory::Smoothed, axis), acceleration);
        }
        if self.memories.wander {
            put(&|axis| Output::Memory(Memory::Wander, axis), wander);
        }
        for (index, vector) in stages.into_iter().flatten().enumerate().filter(|_| self.has_stages()) {
            put(&|axis| Output::Memory(Memory::Stage(index as u8), axis), vector);
        }
        outputs
    }
}

/// How a species keeps clear of obstacles; see the parameters of the same names.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Avoid {
    /// How.
    pub method: AvoidMethod,
    /// How far ahead it probes, in time.
    pub look_ahead: f32,
    /// The tangent of half the sharpest turn in a step.
    pub half_turn: f32,
    /// How far it keeps away.
    pub clearance: f32,
    /// The strength of the force field.
    pub strength: f32,
    /// How far it reaches.
    pub reach: f32,
    /// Closer than this a boid touches.
    pub contact: f32,
    /// How strongly it is then pushed.
    pub contact_push: f32,
    /// The duration of a step.
    pub step: f32,
    /// The speed limit.
    pub max_speed: f32,
    /// The longest move that cannot leap over an obstacle.
    pub max_stride: f32,
    /// Whether forces turn the heading, at constant speed.
    pub turns_heading: bool,
}

/// A vector that is known only when the program runs.
fn vector<const D: usize>(input: impl Fn(u8) -> Input) -> Vector<Traced, D> {
    type L = Traced;
    per_axis!(axis => Traced::input(input(axis as u8)))
}

/// The sums over neighbours; those over other species are put in later.
fn traced_sums<const D: usize>() -> NeighbourSums<Traced, D> {
    let scalar = |sum| Traced::input(Input::Sum(sum));
    NeighbourSums {
        separation: vector(|axis| Input::Sum(Sum::Separation(axis))),
        separation_count: scalar(Sum::SeparationCount),
        alignment: vector(|axis| Input::Sum(Sum::Alignment(axis))),
        alignment_count: scalar(Sum::AlignmentCount),
        alignment_weight: scalar(Sum::AlignmentWeight),
        cohesion: vector(|axis| Input::Sum(Sum::Cohesion(axis))),
        cohesion_count: scalar(Sum::CohesionCount),
        perceived_count: scalar(Sum::PerceivedCount),
        ..NeighbourSums::zero()
    }
}

fn sum_values<const D: usize>(sums: &NeighbourSums<Traced, D>) -> Vec<(Sum, Value)> {
    let mut values = vec![
        (Sum::SeparationCount, sums.separation_count.0),
        (Sum::AlignmentCount, sums.alignment_count.0),
        (Sum::AlignmentWeight, sums.alignment_weight.0),
        (Sum::CohesionCount, sums.cohesion_count.0),
        (Sum::PerceivedCount, sums.perceived_count.0),
    ];
    for axis in 0..D {
        values.push((Sum::Separation(axis as u8), sums.separation.0[axis].0));
        values.push((Sum::Alignment(axis as u8), sums.alignment.0[axis].0));
        values.push((Sum::Cohesion(axis as u8), sums.cohesion.0[axis].0));
    }
    values
}

fn changed(before: Vec<(Sum, Value)>, after: Vec<(Sum, Value)>) -> Vec<(Sum, Value)> {
    before.iter().zip(after).filter(|(before, after)| *before != after).map(|(_, after)| after).collect()
}

/// Boids that are known only when the program runs.
struct TracedBoids<'a, const D: usize> {
    model: &'a Model<D>,
    species: &'a SpeciesModel<D>,
}

impl<const D: usize> Individuals<Traced, D> for TracedBoids<'_, D> {
    fn position(&self) -> Vector<Traced, D> {
        vector(Input::Position)
    }

    fn velocity(&self) -> Vector<Traced, D> {
        vector(Input::Velocity)
    }

    fn deviation(&self, which: IndividualTrait) -> Traced {
        let number = |index| Traced::input(Input::LastingRandom(Stream::Spread(which).key(), index));
        normal_deviation(number(0), number(1))
    }

    fn random<const N: usize>(&self, stream: Stream) -> [Traced; N] {
        std::array::from_fn(|index| Traced::input(Input::Random(stream.key(), index as u8)))
    }

    fn wander_offset(&self) -> Vector<Traced, D> {
        vector(|axis| Input::RandomOffset(Stream::Wander.key(), axis))
    }

    fn memory(&self, which: Memory) -> Vector<Traced, D> {
        let remembers = match which {
            Memory::Smoothed => self.model.memories.smoothed,
            Memory::Wander => self.model.memories.wander,
            Memory::Stage(_) => self.model.has_stages(),
        };
        if remembers { vector(|axis| Input::Memory(which, axis)) } else { Vector::zero() }
    }

    fn target(&self, goal: &Goal<D>) -> Vector<Traced, D> {
        match goal {
            Goal::Waypoints { .. } if self.model.memories.waypoints => vector(Input::Target),
            Goal::Waypoints { .. } => Vector::zero(),
            Goal::Point(_) | Goal::Moving { .. } => goal.target(&[]),
        }
    }

    fn flow(&self, flow: &FlowField<D>) -> Vector<Traced, D> {
        match flow {
            FlowField::Grid { .. } => vector(Input::Flow),
            _ => flow.at(&self.model.compiled.space, self.position()),
        }
    }

    fn avoidance(&self) -> Avoidance<Traced, D> {
        match self.model.avoids(self.species) {
            true => {
                Avoidance { force: vector(Input::Avoidance), remaining_weight: Traced::input(Input::RemainingWeight) }
            }
            false => Avoidance { force: Vector::zero(), remaining_weight: Traced::splat(1.0) },
        }
    }

    /// The engine does it afterwards.
    fn resolve_penetration(&self, moved: NewMotion<Traced, D>) -> NewMotion<Traced, D> {
        moved
    }
}
