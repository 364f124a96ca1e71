//! Perception: what the boids of a group sum up over their neighbours.
//!
//! The boids of a group share their candidates and visit them one after the other in storage order; each lane keeps
//! only what its boid perceives. Adding +0 for the rest changes no sum, so the sums of a boid depend neither on who
//! else is in its group nor on which search found the candidates.

use crate::fast::compiled::{Ranges, RuleRange, SpeciesModel};
use crate::fast::fast_path::UniformPerception;
pub(crate) use crate::fast::group::heading;
use crate::fast::group::{Group, lane_mask, split_at_group};
use crate::fast::indexed_flock::{IndexedFlock, Scratch};
use crate::fast::individual::{InFlock, Individuals, spread};
use crate::fast::nearest::find_nearest;
pub(crate) use crate::fast::neighbour_sums::NeighbourSums;
use crate::fast::pursuit::pursue_and_evade;
use crate::fast::search::Candidates;
use crate::fast::simd::{Lanes, MAX_LANES, Task};
use crate::fast::vector::Vector;
use crate::model::settings::{KernelKind, PerceptionKind, Relation};
use crate::state::random::IndividualTrait;

/// How far each boid of a group perceives, rule by rule, as squares.
#[derive(Clone, Copy)]
pub(crate) struct Limits<L> {
    pub perceived: L,
    pub separation: L,
    alignment: L,
    cohesion: L,
}

impl<L: Lanes> Limits<L> {
    #[inline(always)]
    pub fn new<const D: usize>(boids: &impl Individuals<L, D>, ranges: &Ranges, nearest: L) -> Self {
        let radius = |range, which| nearest.min(squared_radius(boids, range, which));
        Limits {
            perceived: nearest.min(L::splat(ranges.perceived)),
            separation: radius(&ranges.separation, IndividualTrait::SeparationRadius),
            alignment: radius(&ranges.alignment, IndividualTrait::AlignmentRadius),
            cohesion: radius(&ranges.cohesion, IndividualTrait::CohesionRadius),
        }
    }
}

/// The squared radius of a rule for each boid of a group.
#[inline(always)]
fn squared_radius<L: Lanes, const D: usize>(
    boids: &impl Individuals<L, D>,
    range: &RuleRange,
    which: IndividualTrait,
) -> L {
    match range.spread {
        None => L::splat(range.radius),
        Some(radii) => {
            let radius = spread(boids, which, radii);
            radius * radius
        }
    }
}

/// What each boid of a group, all of one species, sums up over its neighbours.
#[inline(always)]
pub(crate) fn perceive<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    boids: &InFlock<L, D>,
    scratch: &mut Scratch<D>,
) -> NeighbourSums<L, D> {
    let InFlock { group, species, .. } = *boids;
    if let Some(lee) = indexed.lee {
        return lee.perceive(indexed, group, species);
    }
    let mut sums = NeighbourSums::zero();
    let mut by_list = [species.perceives_list(); MAX_LANES];
    if !species.perceives_list() {
        let nearest = match species.perception {
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => {
                let nearest = find_nearest(indexed, group, species, scratch);
                by_list = nearest.tied;
                // With fewer in range than wanted, rules with a larger radius of their own reach no further.
                let limit = nearest.limit.min(L::splat(species.ranges.perceived));
                scratch.radius_hints = limit.sqrt().to_array();
                limit
            }
            _ => {
                indexed.find_candidates(group.slots(), species.ranges.furthest(), &mut scratch.candidates);
                L::splat(f32::INFINITY)
            }
        };
        sums = accumulate(indexed, group, species, &Limits::new(boids, &species.ranges, nearest), scratch);
    }
    // Friends and Voronoi neighbours, and the nearest where ids must break a tie, come as lists.
    for lane in (0..group.count).filter(|lane| by_list[*lane]) {
        let one = accumulate_list(indexed, boids, group.start + lane, scratch);
        sums.set_lane(lane, &one);
    }
    pursue_and_evade(indexed, group, species, &mut sums, scratch);
    sums
}

/// Sums up the candidates in the fastest way that the ranges allow.
#[inline(always)]
fn accumulate<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    limits: &Limits<L>,
    scratch: &mut Scratch<D>,
) -> NeighbourSums<L, D> {
    let one_species = indexed.flock.species.is_empty() && species.relations[0] == Relation::Flock;
    let pairwise = scratch.candidates.pairwise && indexed.model.space.is_torus();
    match species.ranges.uniform && one_species && !pairwise {
        true => UniformPerception { indexed, group, species, limits }.accumulate(scratch),
        false => L::out_of_line(GeneralPerception { indexed, group, species, limits, candidates: &scratch.candidates }),
    }
}

/// The general case: several species, fields of view, a radius and a kernel per rule, shifts that differ from pair to
/// pair.
struct GeneralPerception<'a, L: Lanes, const D: usize> {
    indexed: &'a IndexedFlock<'a, D>,
    group: &'a Group<L, D>,
    species: &'a SpeciesModel<D>,
    limits: &'a Limits<L>,
    candidates: &'a Candidates<D>,
}

impl<L: Lanes, const D: usize> Task for GeneralPerception<'_, L, D> {
    type Output = NeighbourSums<L, D>;

    #[inline(always)]
    fn run(self) -> NeighbourSums<L, D> {
        let GeneralPerception { indexed, group, species, limits, candidates } = self;
        let mut sums = NeighbourSums::zero();
        for run in &candidates.runs {
            for segment in split_at_group(run.slots(), group.slots()) {
                for slot in segment.slots.clone() {
                    let relation = species.relations[usize::from(indexed.flock.species_of(slot))];
                    if !matches!(relation, Relation::Flock | Relation::Avoid) {
                        continue;
                    }
                    let d = indexed.offset(group.position, slot, run.shift, candidates.pairwise);
                    let mut present = L::splat(species.ranges.above).lt(d.dot(d));
                    if segment.in_group {
                        present = L::and_not(present, lane_mask::<L>(slot - group.start));
                    }
                    let motion = indexed.motion(&species.ranges, slot);
                    add_neighbour(&mut sums, group, species, limits, d, motion, present, relation);
                }
            }
        }
        sums
    }
}

/// Adds one candidate, with what alignment averages of it, to the sums of the lanes in which it is present.
#[inline(always)]
pub(crate) fn add_neighbour<L: Lanes, const D: usize>(
    sums: &mut NeighbourSums<L, D>,
    group: &Group<L, D>,
    species: &SpeciesModel<D>,
    limits: &Limits<L>,
    d: Vector<L, D>,
    motion: Vector<L, D>,
    present: L::Mask,
    relation: Relation,
) {
    let (ranges, kernels) = (&species.ranges, &species.kernels);
    let r2 = d.dot(d);
    let one = L::splat(1.0);
    let close = in_view(L::and(r2.lt(limits.separation), present), ranges.separation, ranges, group, d, r2);
    let push = d * kernels.separation.factor(r2);
    sums.separation = sums.separation.masked_sub(push, close);
    sums.separation_count = sums.separation_count.masked_add(one, close);
    sums.perceived_count = sums.perceived_count.masked_add(one, L::and(r2.lt(limits.perceived), present));
    if relation == Relation::Flock {
        let aligns = in_view(L::and(r2.lt(limits.alignment), present), ranges.alignment, ranges, group, d, r2);
        let mut motion = motion;
        if kernels.alignment.kind != KernelKind::Constant {
            let weight = kernels.alignment.value(r2);
            motion = motion * weight;
            sums.alignment_weight = sums.alignment_weight.masked_add(weight, aligns);
        }
        sums.alignment = sums.alignment.masked_add(motion, aligns);
        sums.alignment_count = sums.alignment_count.masked_add(one, aligns);
        let coheres = in_view(L::and(r2.lt(limits.cohesion), present), ranges.cohesion, ranges, group, d, r2);
        let pull = if kernels.cohesion.kind == KernelKind::Offset { d } else { d * kernels.cohesion.factor(r2) };
        sums.cohesion = sums.cohesion.masked_add(pull, coheres);
        sums.cohesion_count = sums.cohesion_count.masked_add(one, coheres);
    }
}

/// Adds a boid, or a representative of several, to the sums of one boid.
pub(crate) fn add_weighted<const D: usize>(
    sums: &mut NeighbourSums<f32, D>,
    boid: &Group<f32, D>,
    species: &SpeciesModel<D>,
    d: Vector<f32, D>,
    motion: Vector<f32, D>,
    count: f32,
) {
    let (ranges, kernels) = (&species.ranges, &species.kernels);
    let r2 = d.dot(d);
    let applies = |range: RuleRange| in_view(r2 < range.radius, range, ranges, boid, d, r2);
    if applies(ranges.separation) {
        let push = d * kernels.separation.factor(r2);
        sums.separation = sums.separation - push * count;
        sums.separation_count += count;
    }
    sums.perceived_count += count;
    if applies(ranges.alignment) {
        let weight = kernels.alignment.value(r2);
        sums.alignment = sums.alignment + motion * weight;
        sums.alignment_weight += count * weight;
        sums.alignment_count += count;
    }
    if applies(ranges.cohesion) {
        let pull = if kernels.cohesion.kind == KernelKind::Offset { d } else { d * kernels.cohesion.factor(r2) };
        sums.cohesion = sums.cohesion + pull * count;
        sums.cohesion_count += count;
    }
}

/// Of the boids within the outer radius, those beyond the inner one and in the field of view of a rule.
#[inline(always)]
fn in_view<L: Lanes, const D: usize>(
    in_range: L::Mask,
    range: RuleRange,
    ranges: &Ranges,
    group: &Group<L, D>,
    d: Vector<L, D>,
    r2: L,
) -> L::Mask {
    let in_range = match range.inner {
        0.0 => in_range,
        inner => L::and_not(in_range, r2.lt(L::splat(inner))),
    };
    let Some(cosine) = range.cos_half_view else { return in_range };
    let ahead = (L::splat(cosine) * r2.sqrt()).lt(group.heading().dot(d));
    let near = L::or(r2.lt(L::splat(ranges.near)), r2.eq(L::zero()));
    L::and(in_range, L::or(near, ahead))
}

/// The sums of one boid over the list of those it perceives.
fn accumulate_list<L: Lanes, const D: usize>(
    indexed: &IndexedFlock<D>,
    boids: &InFlock<L, D>,
    slot: usize,
    scratch: &mut Scratch<D>,
) -> NeighbourSums<f32, D> {
    let species = boids.species;
    let mut list = std::mem::take(&mut scratch.perceived);
    perceived_slots(indexed, slot, species, scratch, &mut list);
    let group = Group::<f32, D>::new(indexed.flock, slot..slot + 1);
    let InFlock { model, flock, step, width, .. } = *boids;
    let one = InFlock { model, species, flock, step, group: &group, waypoints: &[], width };
    let everyone = Limits { perceived: f32::INFINITY, ..Limits::new(&one, &species.ranges, f32::INFINITY) };
    let mut sums = NeighbourSums::zero();
    for &other in &list {
        let other = other as usize;
        let relation = species.relations[usize::from(indexed.flock.species_of(other))];
        let d = indexed.model.space.offset(group.position, Vector(indexed.flock.position(other)));
        let motion = indexed.motion(&species.ranges, other);
        add_neighbour(&mut sums, &group, species, &everyone, d, motion, true, relation);
    }
    scratch.perceived = list;
    sums
}

/// The slots of the boids that one boid perceives, in storage order.
pub(crate) fn perceived_slots<const D: usize>(
    indexed: &IndexedFlock<D>,
    slot: usize,
    species: &SpeciesModel<D>,
    scratch: &mut Scratch<D>,
    list: &mut Vec<u32>,
) {
    list.clear();
    let flock = indexed.flock;
    let group = Group::<f32, D>::new(flock, slot..slot + 1);
    let r2 = |other: usize| {
        let d = indexed.model.space.offset(group.position, Vector(flock.position(other)));
        d.dot(d)
    };
    let present = |other: usize| {
        let relation = species.relations[usize::from(flock.species_of(other))];
        other != slot && matches!(relation, Relation::Flock | Relation::Avoid) && r2(other) > species.ranges.above
    };
    match species.perception {
        PerceptionKind::Friends => {
            let friends = &species.friends[flock.ids[slot] as usize];
            let slots = friends.iter().map(|id| indexed.slot_of_id[*id as usize]);
            list.extend(slots.filter(|other| present(*other as usize)));
            return list.sort_unstable();
        }
        PerceptionKind::Voronoi => {
            let neighbours = &indexed.voronoi[flock.ids[slot] as usize];
            let slots = neighbours.iter().map(|id| indexed.slot_of_id[*id as usize]);
            list.extend(slots.filter(|other| present(*other as usize)));
            return list.sort_unstable();
        }
        PerceptionKind::Nearest | PerceptionKind::NearestWithin => {
            find_nearest(indexed, &group, species, scratch);
        }
        PerceptionKind::Radius => {
            let radius = species.ranges.perceived.sqrt();
            indexed.find_candidates(group.slots(), radius, &mut scratch.candidates);
        }
        PerceptionKind::All => scratch.candidates.set_everyone(flock.len()),
    }
    // Near the seam of a narrow torus a boid may be found twice, with two shifts.
    list.extend(scratch.candidates.runs.iter().flat_map(|run| run.start..run.end));
    list.sort_unstable();
    list.dedup();
    list.retain(|other| present(*other as usize) && r2(*other as usize) < species.ranges.perceived);
    if species.perceives_nearest() && list.len() > species.neighbours {
        let key = |other: &u32| (r2(*other as usize), flock.id(*other as usize));
        list.sort_unstable_by(|a, b| key(a).0.total_cmp(&key(b).0).then(key(a).1.cmp(&key(b).1)));
        list.truncate(species.neighbours);
        list.sort_unstable();
    }
}
