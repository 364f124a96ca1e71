//! The step, from top to bottom: index, perceive, steer, move, bound.
//!
//! All boids read the old state and are written to the new one, each by one thread only, so that neither the number
//! of boids in a chunk nor the number of threads can change the result.

use crate::fast::compiled::{CompiledModel, SpeciesModel, Spread};
use crate::fast::environment::{goal::advance_waypoints, herding::find_aims};
use crate::fast::flock::{FlockSliceMut, pack_bf16_ceil};
use crate::fast::group::Group;
use crate::fast::headings::find_headings;
use crate::fast::indexed_flock::{CandidateSource, Halo, IndexedFlock, Scratch};
use crate::fast::individual::{InFlock, Individuals, Memory, max_turn, noise, spread};
use crate::fast::integration::{Mover, NewMotion, Stage, StageTask};
use crate::fast::neighbour_sums::NeighbourSums;
use crate::fast::outside_rule::{Rule, outside_forces};
use crate::fast::perception::perceive;
use crate::fast::simd::{Kernel, Lanes, Width};
use crate::fast::steering::{Grazing, SteeringInput};
use crate::fast::turning::Direction;
use crate::fast::vector::Vector;
use crate::fast::workspace::{ActiveSearch, Workspace};
use crate::fast::world::World;
use crate::geometry::voronoi_neighbours;
use crate::model::settings::Integrator;
use crate::parallel::{self, Split};
use crate::state::random::{IndividualTrait, Stream};
use std::ops::Range;

/// Does one step.
pub(super) fn step<const D: usize>(world: &mut World<D>) {
    // Integrators of higher order evaluate the forces several times, each time for the whole flock.
    for stage in Stage::of(world.model.integrator()) {
        index(world);
        write_next(world, *stage, 0..world.flock.len(), None);
        std::mem::swap(&mut world.flock, &mut world.workspace.next);
    }
    world.steps += 1;
}

/// Writes the new state of the boids in these slots of an indexed flock, after one stage of the step.
pub(super) fn write_next<const D: usize>(world: &mut World<D>, stage: Stage, slots: Range<usize>, halo: Option<&Halo>) {
    let (mut input, next) = input_and_next(world);
    (input.stage, input.indexed.halo) = (stage, halo);
    let next = next.split_at(slots.end).0.split_at(slots.start).1;
    let size = parallel::chunk_size(next.len());
    parallel::for_each_chunk(next, size, &|at, next| {
        input.width.run(Chunk { input: &input, first: slots.start + at, next });
    });
}

/// Sorts the flock into canonical order and prepares the search. Doing it twice changes nothing.
pub(super) fn index<const D: usize>(world: &mut World<D>) {
    prepare(world);
    let World { model, flock, workspace, .. } = world;
    workspace.grid.sort(flock, &mut workspace.next, &model.space, model.reach);
    index_sorted(world);
}

/// Moves to the coming step what moves by itself, and makes room for what boids remember within it.
pub(super) fn prepare<const D: usize>(world: &mut World<D>) {
    let World { scenario, model, steps, flock, workspace, .. } = world;
    model.advance_to(scenario, *steps);
    let hints = if model.has_nearest() { flock.len() } else { 0 };
    flock.radius_hints.resize(hints, 0);
    workspace.next.radius_hints.resize(hints, 0);
    let staged = if model.integrator() == Integrator::Rk4 { flock.len() } else { 0 };
    for flock in [&mut *flock, &mut workspace.next] {
        flock.stages.iter_mut().flatten().for_each(|array| array.resize(staged, 0.0));
    }
}

/// Finds what boids perceive of each other besides positions, and prepares the search, in a sorted flock.
pub(super) fn index_sorted<const D: usize>(world: &mut World<D>) {
    let World { scenario, model, flock, workspace, width, .. } = world;
    if model.uses_headings {
        find_headings(flock, &mut workspace.headings, *width);
    }
    if model.has_lists() {
        workspace.slot_of_id.resize(flock.len(), 0);
        for (slot, id) in flock.ids.iter().enumerate() {
            workspace.slot_of_id[*id as usize] = slot as u32;
        }
    }
    if model.has_voronoi() {
        // By id, so that neither the storage order nor the engine decides between equals.
        let position = |slot: &u32| flock.position(*slot as usize).map(f64::from);
        let positions: Vec<[f64; D]> = workspace.slot_of_id.iter().map(position).collect();
        workspace.voronoi = voronoi_neighbours(&scenario.space(), &positions);
    }
    find_aims(model, flock);
    match &mut workspace.search {
        ActiveSearch::Brute | ActiveSearch::Grid => {}
        ActiveSearch::KdTree(tree) => crate::fast::Search::index(tree, flock, &model.space),
        ActiveSearch::Outside(search) => search.index(flock, &model.space),
        ActiveSearch::Lee(lee) => {
            lee.index(flock, if model.uses_headings { &workspace.headings } else { &flock.velocities });
        }
    }
}

/// Everything a step reads.
pub(super) struct StepInput<'a, const D: usize> {
    pub indexed: IndexedFlock<'a, D>,
    pub rules: &'a [Box<dyn Rule<D>>],
    pub step: u64,
    pub stage: Stage,
    pub width: Width,
}

/// What a step reads, and where it writes.
pub(super) fn input_and_next<const D: usize>(world: &mut World<D>) -> (StepInput<'_, D>, FlockSliceMut<'_, D>) {
    let World { model, steps, flock, workspace, rules, width, .. } = world;
    let Workspace { next, grid, headings, slot_of_id, voronoi, search } = workspace;
    let (source, lee) = match search {
        ActiveSearch::Brute => (CandidateSource::Brute, None),
        ActiveSearch::Grid => (CandidateSource::Grid, None),
        ActiveSearch::Lee(lee) => (CandidateSource::Grid, Some(&*lee)),
        ActiveSearch::KdTree(tree) => (CandidateSource::Search(tree), None),
        ActiveSearch::Outside(search) => (CandidateSource::Search(&**search), None),
    };
    let indexed = IndexedFlock { flock, headings, grid, model, source, lee, slot_of_id, voronoi, halo: None };
    (StepInput { indexed, rules, step: *steps, stage: Stage::Whole, width: *width }, next.as_mut_slices())
}

/// Consecutive boids that one thread steps.
struct Chunk<'a, const D: usize> {
    input: &'a StepInput<'a, D>,
    /// The slot of the first.
    first: usize,
    next: FlockSliceMut<'a, D>,
}

impl<const D: usize> Kernel for Chunk<'_, D> {
    type Output = ();

    /// Steps the boids of the chunk, as many at once as there are lanes. A group never crosses the end of a row of
    /// cells: the next boid is at the other end of the space.
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let flock = self.input.indexed.flock;
        let end = self.first + self.next.len();
        let mut scratch = Scratch::default();
        let mut start = self.first;
        while start < end {
            let row_end = self.input.indexed.grid.end_of_group(flock.position(start));
            let group_end = (start + L::N).min(row_end).min(end);
            self.step_group(&Group::<L, D>::new(flock, start..group_end), &mut scratch);
            start = group_end;
        }
    }
}

impl<const D: usize> Chunk<'_, D> {
    #[inline(always)]
    fn step_group<L: Lanes>(&mut self, group: &Group<L, D>, scratch: &mut Scratch<D>) {
        let IndexedFlock { model, flock, .. } = self.input.indexed;
        let at = self.range(group);
        self.next.ids[at.clone()].copy_from_slice(&flock.ids[group.slots()]);
        if let Some(high_ids) = self.next.high_ids.get_mut(at.clone()) {
            high_ids.copy_from_slice(&flock.high_ids[group.slots()]);
        }
        advance_waypoints(model, flock, group.slots(), self.next.waypoints.get_mut(at.start..));
        let own = flock.species.get(group.slots()).unwrap_or_default();
        if let Some(species) = self.next.species.get_mut(at.start..) {
            species[..own.len()].copy_from_slice(own);
        }
        // The species of a group are stepped one after the other, each with its own lanes. The whole step is compiled
        // into this one call, for every width: a second call site would double that.
        for (index, species) in model.species.iter().enumerate() {
            let mut only = None;
            if !own.is_empty() {
                if !own.iter().any(|species| usize::from(*species) == index) {
                    continue;
                }
                let lanes = L::from_fn(|lane| f32::from(own.get(lane).copied().unwrap_or(u8::MAX)));
                only = Some(lanes.eq(L::splat(index as f32)));
            }
            self.step_species(group, species, only, scratch);
            if own.is_empty() {
                break;
            }
        }
    }

    /// Perceive, steer, move and bound, for the boids of one species in a group.
    #[inline(always)]
    fn step_species<L: Lanes>(
        &mut self,
        group: &Group<L, D>,
        species: &SpeciesModel<D>,
        only: Option<L::Mask>,
        scratch: &mut Scratch<D>,
    ) {
        let StepInput { indexed, rules, step, stage, width } = self.input;
        let (model, flock) = (indexed.model, indexed.flock);

        // Perceive.
        let waypoints = self.next.waypoints.get(self.range(group)).unwrap_or_default();
        let boids = InFlock { model, species, flock, step: *step, group, waypoints, width: *width };
        let sums = perceive(indexed, &boids, scratch);
        let outside = outside_forces(rules, indexed, *step, group, species, scratch);

        // Steer, move and bound.
        let NewBoids { motion, wander, stages } = steer_and_move(model, species, &boids, sums, outside, *stage);

        for (index, vector) in stages.into_iter().flatten().enumerate() {
            self.write_stage(group, only, index, vector);
        }
        self.write(group, only, motion, wander);
        for lane in 0..group.count {
            if let Some(hint) = self.next.radius_hints.get_mut(group.start - self.first + lane) {
                *hint = pack_bf16_ceil(scratch.radius_hints[lane]);
            }
        }
    }

    /// Writes the new state of a group, or of those of its lanes that belong to a species.
    #[inline(always)]
    fn write<L: Lanes>(
        &mut self,
        group: &Group<L, D>,
        only: Option<L::Mask>,
        moved: NewMotion<L, D>,
        wander: Vector<L, D>,
    ) {
        let at = self.range(group);
        for axis in 0..D {
            store_masked(self.next.positions[axis], &at, only, moved.position.0[axis]);
            store_masked(self.next.velocities[axis], &at, only, moved.velocity.0[axis]);
            store_masked(self.next.smoothed[axis], &at, only, moved.acceleration.0[axis]);
            store_masked(self.next.wander[axis], &at, only, wander.0[axis]);
        }
    }

    /// Writes what later stages of the step need.
    #[inline(always)]
    fn write_stage<L: Lanes>(
        &mut self,
        group: &Group<L, D>,
        only: Option<L::Mask>,
        index: usize,
        vector: Vector<L, D>,
    ) {
        let at = self.range(group);
        for axis in 0..D {
            store_masked(self.next.stages[index][axis], &at, only, vector.0[axis]);
        }
    }

    /// The slots of a group within this chunk.
    fn range<L: Lanes>(&self, group: &Group<L, D>) -> Range<usize> {
        group.start - self.first..group.start - self.first + group.count
    }
}

/// Stores the lanes that belong to a species, or all. Arrays that are not in use are empty.
#[inline(always)]
fn store_masked<L: Lanes>(array: &mut [f32], at: &Range<usize>, only: Option<L::Mask>, new: L) {
    let Some(array) = array.get_mut(at.clone()) else { return };
    match only {
        Some(mask) => new.select(mask, L::load_partial(array)).store_partial(array),
        None => new.store_partial(array),
    }
}

/// The boids of a group after a stage of the step.
pub(super) struct NewBoids<L: Lanes, const D: usize> {
    pub motion: NewMotion<L, D>,
    pub wander: Vector<L, D>,
    /// What later stages need; `None` if the step has one stage only.
    pub stages: Option<[Vector<L, D>; 4]>,
}

/// Steers and moves the boids of a group, all of one species, given what they perceive.
#[inline(always)]
pub(super) fn steer_and_move<L: Lanes, const D: usize>(
    model: &CompiledModel<D>,
    species: &SpeciesModel<D>,
    boids: &impl Individuals<L, D>,
    sums: NeighbourSums<L, D>,
    outside: Vector<L, D>,
    stage: Stage,
) -> NewBoids<L, D> {
    // Steer.
    let input = steering_input(model, species, boids, sums, outside);
    let steering = input.steer();

    // Move and bound.
    let mover = Mover {
        motion: &species.motion,
        space: &model.space,
        position: input.position,
        velocity: input.velocity,
        last_acceleration: boids.memory(Memory::Smoothed),
        max_speed: input.max_speed,
        max_turn: max_turn(boids, species),
        noise: noise(boids, species),
        grazes: input.grazing.as_ref().map(|grazing| grazing.grazes),
    };
    let (motion, stages) = match stage {
        Stage::Whole => (boids.resolve_penetration(mover.integrate(steering)), None),
        stage => {
            let stages = [0, 1, 2, 3].map(|index| boids.memory(Memory::Stage(index)));
            let (moved, stages) = L::out_of_line(StageTask { mover: &mover, stage, steering, stages });
            (moved, Some(stages))
        }
    };
    NewBoids { motion, wander: input.wander, stages }
}

/// What the boids of a group, all of one species, know when they steer.
#[inline(always)]
pub(super) fn steering_input<'a, L: Lanes, const D: usize>(
    model: &'a CompiledModel<D>,
    species: &'a SpeciesModel<D>,
    boids: &impl Individuals<L, D>,
    sums: NeighbourSums<L, D>,
    outside: Vector<L, D>,
) -> SteeringInput<'a, L, D> {
    SteeringInput {
        model,
        species,
        position: boids.position(),
        velocity: boids.velocity(),
        max_speed: max_speed(boids, species, &sums),
        grazing: graze(boids, species, &sums),
        wander: advance_wander_point(boids, species),
        target: species.goal.as_ref().map_or(Vector::zero(), |goal| boids.target(goal)),
        flow: species.flow.as_ref().map_or(Vector::zero(), |flow| boids.flow(flow)),
        avoidance: boids.avoidance(),
        sums,
        outside,
    }
}

/// The speed limit of each boid of a group: its own, or that of a herder near its herd.
#[inline(always)]
fn max_speed<L: Lanes, const D: usize>(
    boids: &impl Individuals<L, D>,
    species: &SpeciesModel<D>,
    sums: &NeighbourSums<L, D>,
) -> L {
    let speeds = Spread { mean: species.motion.max_speed, deviation: species.motion.max_speed_spread };
    let own = spread(boids, IndividualTrait::MaxSpeed, speeds);
    match &species.herding {
        Some(herding) => L::splat(herding.near_speed).select(L::zero().lt(sums.herd_count), own),
        None => own,
    }
}

/// Which boids of a group graze, having nobody to flee from, and the random step each of them takes.
#[inline(always)]
fn graze<L: Lanes, const D: usize>(
    boids: &impl Individuals<L, D>,
    species: &SpeciesModel<D>,
    sums: &NeighbourSums<L, D>,
) -> Option<Grazing<L, D>> {
    let probability = L::splat(species.graze?);
    let [chance, u, v] = boids.random(Stream::Graze);
    let grazes = sums.flee_count.eq(L::zero());
    Some(Grazing { grazes, step: L::out_of_line(Direction { u, v }).mask(L::and(grazes, chance.lt(probability))) })
}

/// Moves the wander point on its sphere by a random amount that depends on (seed, step, id).
#[inline(always)]
fn advance_wander_point<L: Lanes, const D: usize>(
    boids: &impl Individuals<L, D>,
    species: &SpeciesModel<D>,
) -> Vector<L, D> {
    let point = boids.memory(Memory::Wander);
    if species.wander.weight == 0.0 {
        return point;
    }
    let moved = point + boids.wander_offset() * L::splat(species.wander.jitter);
    moved.unit() * L::splat(species.wander.radius)
}
