//! One flock on many ranks, to the bit like on one.
//!
//! Each rank owns consecutive rows of cells, and with them a stretch of the canonical order. Before each step boids
//! move to the rank that owns their row, and copies of those near a cut go to the ranks whose boids may perceive them.
//! A rank then sorts its own boids together with the copies, in canonical order, and steps its own. So every boid adds
//! up the same neighbours in the same order, wherever the cuts are: they may move at any time, to where the work is.
//!
//! What needs everyone (perceiving all, friends, Voronoi neighbours, herding) cannot be divided and is refused.

mod cuts;
mod halo;
mod message;
#[cfg(test)]
mod tests;

use crate::engine::canonical_order::CellLayout;
use crate::engine::{StartError, check_part};
use crate::fast::compiled::{CompiledModel, SpeciesModel};
use crate::fast::compiled_once;
use crate::fast::flock::Flock;
use crate::fast::indexed_flock::Halo;
use crate::fast::integration::Stage;
use crate::fast::search::grid::{Corners, corners};
use crate::fast::simd::Width;
use crate::fast::space::Space;
use crate::fast::step::{index_sorted, prepare};
use crate::fast::workspace::{ActiveSearch, Workspace};
use crate::fast::world::{World, check_quirks};
use crate::model::Scenario;
use crate::model::settings::{Integrator, PerceptionKind, Search};
use crate::parallel;
use crate::ranks::Ranks;
use crate::state::State;
use crate::state::part::{Part, ids_of_rank};
use crate::state::start::{Memories, initial_part};
use cuts::Cuts;
use halo::Surroundings;
use message::{Extent, Reader, Used};
use std::ops::Range;
use std::time::{Duration, Instant};

/// How many steps pass between two looks at who has how much to do.
const STEPS_BETWEEN_BALANCES: u64 = 16;

/// Cuts stay while the busiest rank has at most this many times the mean to do.
const TOLERATED_IMBALANCE: f64 = 1.03;

/// At most this many groups of rows are counted to find the first cuts.
const MAX_BUCKETS: usize = 4096;

/// Part of a flock that several ranks step together.
pub struct Distributed<const D: usize> {
    ranks: Box<dyn Ranks>,
    /// The boids of this rank.
    world: World<D>,
    /// The number of boids of all ranks.
    boids: usize,
    used: Used,
    cuts: Option<(CellLayout<D>, Cuts)>,
    /// How far boids perceive, as far as it is known; it grows if they have to look further.
    radius: f32,
    costs: Costs,
    /// What computing had cost when the cuts were last looked at.
    computed: Duration,
}

/// What steps cost this rank, without bringing boids to their first owners.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// The time spent stepping and sorting.
    pub computing: Duration,
    /// The time spent waiting for others and exchanging boids.
    pub exchanging: Duration,
    /// Copies of boids received from other ranks.
    pub copies: u64,
    /// Boids that moved to this rank.
    pub moved: u64,
    /// Bytes sent to other ranks.
    pub bytes: u64,
    /// Stages that were repeated because boids had to look further than expected.
    pub repeated: u64,
}

impl<const D: usize> Distributed<D> {
    /// The part of a rank of a flock in the initial state of a scenario.
    pub fn new(scenario: &Scenario, ranks: Box<dyn Ranks>) -> Result<Self, StartError> {
        check_part::<D>(scenario)?;
        let ids = ids_of_rank(scenario.boids(), ranks.count(), ranks.rank());
        let part = initial_part(scenario, ids.clone());
        Self::from_part(scenario, part, ids.start, ranks)
    }

    /// The part of a rank of a flock in a given state: here boids with consecutive ids, from `first` on. Together the
    /// ranks must have them all; who has which does not matter.
    pub fn from_part(
        scenario: &Scenario,
        part: State,
        first: usize,
        ranks: Box<dyn Ranks>,
    ) -> Result<Self, StartError> {
        check_part::<D>(scenario)?;
        check_quirks(scenario)?;
        check_divisible(scenario)?;
        let remembers = shared_memories(&*ranks, &part);
        let mut flock = Flock::from_state(&part, &Space::new(&scenario.space()));
        let high_ids = first + scenario.boids() > u32::MAX as usize;
        for (slot, id) in flock.ids.iter_mut().enumerate() {
            let whole = (first + slot) as u64;
            *id = whole as u32;
            if high_ids {
                flock.high_ids.push((whole >> 32) as u32);
            }
        }
        let (steps, model) = (part.step, CompiledModel::new(scenario));
        drop(part);
        let mut used = Used {
            high_ids,
            species: scenario.species.iter().skip(1).any(|species| species.settings.boids > 0),
            smoothed: remembers.smoothed,
            wander: remembers.wander,
            waypoints: remembers.waypoints,
            stages: model.integrator() == Integrator::Rk4,
            radius_hints: model.has_nearest(),
        };
        used.fill(&mut flock);
        used.add_memories(scenario, &mut flock);
        let workspace = Workspace::new(&flock, ActiveSearch::Grid);
        let radius = known_radius(&model);
        let world = World {
            scenario: scenario.clone(),
            model,
            steps,
            flock,
            workspace,
            rules: Vec::new(),
            width: Width::detect(),
        };
        Ok(Distributed {
            ranks,
            world,
            boids: scenario.boids(),
            used,
            cuts: None,
            radius,
            costs: Costs::default(),
            computed: Duration::ZERO,
        })
    }

    /// Does one step, together with all other ranks.
    pub fn step(&mut self) {
        self.follow_schedule();
        for stage in Stage::of(self.world.model.integrator()) {
            loop {
                let own = self.take_part();
                let halo = Halo::default();
                let start = Instant::now();
                compiled_once::write_next(&mut self.world, *stage, own.clone(), Some(&halo));
                self.costs.computing += start.elapsed();
                if self.saw_enough(&halo) {
                    let World { flock, workspace, .. } = &mut self.world;
                    std::mem::swap(flock, &mut workspace.next);
                    flock.keep(own);
                    break;
                }
                self.world.flock.keep(own);
                self.costs.repeated += 1;
            }
        }
        self.world.steps += 1;
        if self.world.steps.is_multiple_of(STEPS_BETWEEN_BALANCES) {
            self.balance();
        }
    }

    /// Gives scheduled parameters their values in the coming step.
    fn follow_schedule(&mut self) {
        let (scenario, steps) = (&self.world.scenario, self.world.steps);
        if scenario.schedule.is_empty() || !scenario.changes_at(steps) {
            return;
        }
        let changed = scenario.at_step(steps);
        self.world.model = CompiledModel::new(&changed);
        let known = known_radius(&self.world.model);
        self.radius = if self.used.radius_hints { self.radius.max(known) } else { known };
        self.used.add_memories(&changed, &mut self.world.flock);
        self.world.scenario = changed;
    }

    /// Moves boids to their owners, gets copies of those that the boids of this rank may perceive, and sorts all of
    /// them. Returns the slots of the boids of this rank.
    fn take_part(&mut self) -> Range<usize> {
        let is_first = self.cuts.is_none();
        prepare(&mut self.world);
        self.lay_out();
        self.cut();
        let exchanging = Instant::now();
        self.exchange();
        self.costs.exchanging += exchanging.elapsed();
        if is_first {
            // Boids have found their owners, which nearly all had to, and will not have to again.
            self.costs = Costs::default();
        }

        let sorting = Instant::now();
        let World { flock, workspace, .. } = &mut self.world;
        workspace.next.ids.resize(flock.len(), 0);
        self.used.fill(&mut workspace.next);
        workspace.next.keep(0..flock.len());
        workspace.grid.sort_into_cells(flock, &mut workspace.next);
        let (_, cuts) = self.cuts.as_ref().expect("the flock is cut");
        let own = workspace.grid.slots_of_rows(cuts.rows(self.ranks.rank()));
        index_sorted(&mut self.world);
        self.costs.computing += sorting.elapsed();
        own
    }

    /// Divides the space into the same cells on every rank.
    fn lay_out(&mut self) {
        let World { model, flock, workspace, .. } = &mut self.world;
        let corners = (!model.space.is_torus()).then(|| common_corners(&*self.ranks, corners(flock)));
        workspace.grid.lay_out(corners, self.boids, &model.space, model.reach);
        if self.radius == 0.0 {
            // The nearest may be further away than expected; then the step is repeated with a larger radius.
            let expected = |species: &SpeciesModel<D>| 2.0 * species.neighbours as f32 + 8.0;
            let most = model.species.iter().map(expected).fold(0.0, f32::max);
            self.radius = workspace.grid.radius_for(self.boids, most);
        }
    }

    /// Finds the first cuts, or moves those of the last step to the present layout.
    fn cut(&mut self) {
        let layout = self.world.workspace.grid.layout().clone();
        let cuts = match &self.cuts {
            None => self.first_cuts(),
            Some((old, cuts)) => cuts.moved(old, &layout),
        };
        self.cuts = Some((layout, cuts));
    }

    /// Cuts between which about equal numbers of boids lie.
    fn first_cuts(&self) -> Cuts {
        let grid = &self.world.workspace.grid;
        let rows = grid.row_count();
        let buckets = rows.min(MAX_BUCKETS);
        let mut counts = vec![0u32; buckets];
        let flock = &self.world.flock;
        (0..flock.len()).for_each(|slot| counts[grid.row_of(flock.position(slot)) * buckets / rows] += 1);
        let mut costs = vec![0.0; rows];
        let all = self.ranks.gather(counts);
        for (bucket, first) in (0..buckets).map(|bucket| (bucket, (bucket * rows).div_ceil(buckets))) {
            let end = ((bucket + 1) * rows).div_ceil(buckets);
            let count: f64 = all.iter().map(|counts| f64::from(counts[bucket])).sum();
            costs[first..end].fill(count / (end - first) as f64);
        }
        Cuts::balanced(&costs, self.ranks.count())
    }

    /// Moves the cuts to where everyone has about as much to do, by the time that the last steps took.
    fn balance(&mut self) {
        let (layout, cuts) = self.cuts.as_ref().expect("the flock is cut");
        let (own, grid, flock) = (cuts.rows(self.ranks.rank()), &self.world.workspace.grid, &self.world.flock);
        let seconds = (self.costs.computing - self.computed).as_secs_f64();
        let per_boid = (seconds / flock.len().max(1) as f64) as f32;
        let mut costs = vec![0.0f32; own.len()];
        for row in (0..flock.len()).map(|slot| grid.row_of(flock.position(slot))).filter(|row| own.contains(row)) {
            costs[row - own.start] += per_boid;
        }
        let start = Instant::now();
        let all = self.ranks.gather(costs.iter().map(|cost| cost.to_bits()).collect());
        self.costs.exchanging += start.elapsed();
        let shares: Vec<Vec<f64>> =
            all.iter().map(|costs| costs.iter().map(|cost| f64::from(f32::from_bits(*cost))).collect()).collect();
        let totals = shares.iter().map(|costs| costs.iter().sum::<f64>());
        let (most, total) = (totals.clone().fold(0.0, f64::max), totals.sum::<f64>());
        if most * self.ranks.count() as f64 > total * TOLERATED_IMBALANCE {
            // Owners are in the order of their rows, so that their costs are those of all rows.
            self.cuts = Some((layout.clone(), Cuts::balanced(&shares.concat(), self.ranks.count())));
        }
        self.computed = self.costs.computing;
    }

    /// Moves boids to their owners and copies to those who may perceive them.
    fn exchange(&mut self) {
        let (rank, ranks, used) = (self.ranks.rank(), self.ranks.count(), self.used);
        let World { flock, workspace, .. } = &mut self.world;
        let (_, cuts) = self.cuts.as_ref().expect("the flock is cut");
        let surroundings = Surroundings { grid: &workspace.grid, cuts, rank, ranks, radius: self.radius };
        let Departures { leaving, copied } = departures(&surroundings, flock);
        let pack = |to: usize| {
            let mut message = Vec::new();
            used.pack(flock, &leaving[to], Extent::Whole, &mut message);
            used.pack(flock, &copied[to], Extent::Perceived, &mut message);
            // Most ranks are not neighbours: nothing is sent to them.
            if message.len() == 2 { Vec::new() } else { message }
        };
        let messages: Vec<Vec<u32>> = (0..ranks).map(pack).collect();
        let sent = messages.iter().enumerate().filter(|(to, _)| *to != rank).map(|(_, message)| 4 * message.len());
        self.costs.bytes += sent.sum::<usize>() as u64;
        let rows = surroundings.stored_rows();
        workspace.grid.store_rows(rows);

        let mut gone: Vec<u32> = leaving.into_iter().flatten().collect();
        gone.sort_unstable();
        gone.iter().rev().for_each(|slot| flock.swap_remove(*slot as usize));
        let received = self.ranks.exchange(messages);
        let mut messages: Vec<Reader> =
            received.iter().filter(|message| !message.is_empty()).map(|message| Reader(message)).collect();
        let stayed = flock.len();
        messages.iter_mut().for_each(|message| used.unpack(message, Extent::Whole, flock));
        let own = flock.len();
        messages.iter_mut().for_each(|message| used.unpack(message, Extent::Perceived, flock));
        self.costs.moved += (own - stayed) as u64;
        self.costs.copies += (flock.len() - own) as u64;
    }

    /// Whether no boid of any rank looked further than copies reach. If one did, copies will reach further.
    fn saw_enough(&mut self, halo: &Halo) -> bool {
        if !self.used.radius_hints {
            return true;
        }
        let start = Instant::now();
        let all = self.ranks.gather(vec![halo.furthest().to_bits()]);
        self.costs.exchanging += start.elapsed();
        let furthest = all.iter().map(|message| f32::from_bits(message[0])).fold(0.0, f32::max);
        let enough = furthest <= self.radius;
        let known = known_radius(&self.world.model);
        self.radius = (furthest * if enough { 1.1 } else { 1.5 }).max(known);
        enough
    }

    /// The boids of this rank. Between steps they are in no particular order.
    pub fn own(&self) -> &Flock<D> {
        &self.world.flock
    }

    /// The state of the boids of this rank, with their ids.
    pub fn part(&self) -> Part {
        let flock = &self.world.flock;
        let ids = (0..flock.len()).map(|slot| flock.id(slot)).collect();
        Part { ids, state: flock.to_state_in_order(self.steps(), |slot| slot) }
    }

    /// The hash of the state of the whole flock, the same on every rank: that of [`State::hash`].
    pub fn hash(&self) -> u64 {
        self.part().hash(&*self.ranks, self.boids)
    }

    /// The number of boids of all ranks.
    pub fn boids(&self) -> usize {
        self.boids
    }

    /// The number of steps done.
    pub fn steps(&self) -> u64 {
        self.world.steps
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.world.scenario
    }

    /// How this rank talks to the others.
    pub fn ranks(&self) -> &dyn Ranks {
        &*self.ranks
    }

    /// What all steps so far cost this rank.
    pub fn costs(&self) -> Costs {
        self.costs
    }
}

/// Who leaves, and who is copied: for each rank, the slots of boids.
#[derive(Clone, Default)]
struct Departures {
    leaving: Vec<Vec<u32>>,
    copied: Vec<Vec<u32>>,
}

fn departures<const D: usize>(surroundings: &Surroundings<D>, flock: &Flock<D>) -> Departures {
    let (rank, ranks) = (surroundings.rank, surroundings.ranks);
    let chunk = parallel::chunk_size(flock.len()).max(1);
    let none = || vec![Vec::new(); ranks];
    let interior = surroundings.interior();
    let found = parallel::map_tasks(flock.len().div_ceil(chunk), |index| {
        let mut departures = Departures { leaving: none(), copied: none() };
        for slot in index * chunk..((index + 1) * chunk).min(flock.len()) {
            if interior.contains(&flock.positions[D - 1][slot]) {
                continue;
            }
            let position = flock.position(slot);
            let owner = surroundings.owner(position);
            if owner != rank {
                departures.leaving[owner].push(slot as u32);
            }
            surroundings.for_each_other(position, owner, |other| {
                let copied = &mut departures.copied[other];
                if copied.last() != Some(&(slot as u32)) {
                    copied.push(slot as u32);
                }
            });
        }
        departures
    });
    let mut all = Departures { leaving: none(), copied: none() };
    for part in found {
        all.leaving.iter_mut().zip(part.leaving).for_each(|(all, part)| all.extend(part));
        all.copied.iter_mut().zip(part.copied).for_each(|(all, part)| all.extend(part));
    }
    all
}

/// What the boids of any rank remember already.
fn shared_memories(ranks: &dyn Ranks, part: &State) -> Memories {
    let own = [!part.smoothed.is_empty(), !part.wander.is_empty(), !part.waypoints.is_empty()].map(u32::from);
    let all = ranks.gather(own.to_vec());
    let [smoothed, wander, waypoints] = [0, 1, 2].map(|index| all.iter().any(|flags| flags[index] != 0));
    Memories { smoothed, wander, waypoints }
}

/// The corners of the box around the boids of all ranks.
fn common_corners<const D: usize>(ranks: &dyn Ranks, own: Corners<D>) -> Corners<D> {
    let message = own.0.iter().chain(&own.1).map(|x| x.to_bits()).collect();
    let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
    for corners in ranks.gather(message) {
        for axis in 0..D {
            low[axis] = low[axis].min(f32::from_bits(corners[axis]));
            high[axis] = high[axis].max(f32::from_bits(corners[D + axis]));
        }
    }
    (low, high)
}

/// How far boids perceive at least: the largest radius of the model, except for those who perceive their nearest.
fn known_radius<const D: usize>(model: &CompiledModel<D>) -> f32 {
    let of_species = |species: &SpeciesModel<D>| {
        let radius = if species.perceives_nearest() { 0.0 } else { species.ranges.furthest() };
        let pursued = [species.flee, species.hunt].into_iter().flatten().map(|pursuit| pursuit.radius);
        pursued.fold(radius, f32::max)
    };
    model.species.iter().map(of_species).fold(0.0, f32::max)
}

/// Refuses what needs everyone.
fn check_divisible(scenario: &Scenario) -> Result<(), StartError> {
    let refuse = |what: String| {
        Err(StartError::Engine(format!("{what}, which cannot be divided among ranks: use engine = \"fast\"")))
    };
    if scenario.general.search == Search::Representative {
        return refuse("search = \"representative\" looks at the whole flock".into());
    }
    for (index, species) in scenario.species.iter().enumerate() {
        let kind = species.settings.perception.kind;
        if matches!(kind, PerceptionKind::All | PerceptionKind::Friends | PerceptionKind::Voronoi) {
            return refuse(format!(
                "`{}` perceives boids at any distance (perception.kind = \"{}\")",
                species.name,
                kind.word()
            ));
        }
        let herds = |other: usize| scenario.relation(index, other) == crate::model::settings::Relation::Herd;
        if (0..scenario.species.len()).any(herds) {
            return refuse(format!("`{}` herds, and a herder aims at the whole herd", species.name));
        }
    }
    Ok(())
}
