//! The rules, one function each: what a boid wishes, and the force that comes of it.

use super::Reference;
use super::maths::{difference, heading, is_zero, length, over, sum, times, unit};
use super::steering::Boid;
use super::surroundings::{Neighbour, Surroundings, nearest};
use crate::random::{Random, Stream};
use crate::scenario::settings::{Average, Falloff, Of, PointerMode, Relation, Response, Target};

/// Away from those too close.
pub fn separation<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Surroundings<D>) -> [f64; D] {
    let species = flock.species(boid.id);
    let (rule, perception) = (&species.separation, &species.perception);
    let floor = closest(rule.radius.unwrap_or(perception.radius));
    let mut wish = [0.0; D];
    let mut count = 0;
    for neighbour in seen.within(perception, rule.radius, rule.view) {
        wish = sum(wish, push(neighbour, rule.falloff, floor));
        count += 1;
    }
    wish = averaged(wish, rule.average, count, seen.perceived());
    let force = responded(flock, boid, wish, rule.response, None);
    times(limited(flock, force, rule.limit), rule.weight)
}

/// The way the others go.
pub fn alignment<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Surroundings<D>) -> [f64; D] {
    let species = flock.species(boid.id);
    let rule = &species.alignment;
    let motion_of = |velocity: [f64; D]| match rule.of {
        Of::Velocity => velocity,
        Of::Heading => unit(velocity),
    };
    let own = motion_of(boid.velocity);
    let mut wish = [0.0; D];
    let mut count = 0;
    for neighbour in flockmates(seen.within(&species.perception, rule.radius, rule.view)) {
        wish = sum(wish, motion_of(neighbour.velocity));
        count += 1;
    }
    if flock.quirks.veldic_alignment {
        return times(veldic_alignment(flock, boid, wish, count), rule.weight);
    }
    if count == 0 {
        return [0.0; D];
    }
    let mut perceived = seen.perceived();
    if rule.include_self {
        wish = sum(wish, own);
        count += 1;
        perceived += 1;
    }
    wish = averaged(wish, rule.average, count, perceived);
    if rule.relative && matches!(rule.response, Response::Raw | Response::Unit) {
        wish = difference(wish, own);
    }
    let force = responded(flock, boid, wish, rule.response, None);
    times(limited(flock, force, rule.limit), rule.weight)
}

/// Veldic's alignment as shipped: `total` is averaged for the last boid of the species alone, and the
/// others compare their velocity with the sum, even where nobody is near and it is zero.
fn veldic_alignment<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, total: [f64; D], count: usize) -> [f64; D] {
    let species = flock.state.species[boid.id];
    let is_last = !flock.state.species[boid.id + 1..].contains(&species);
    match (is_last, count) {
        (true, 0) => [0.0; D],
        (true, _) => difference(over(total, count as f64), boid.velocity),
        (false, _) => difference(total, boid.velocity),
    }
}

/// Towards the others' centre.
pub fn cohesion<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Surroundings<D>) -> [f64; D] {
    let species = flock.species(boid.id);
    let rule = &species.cohesion;
    let mut wish = [0.0; D];
    let mut count = 0;
    for neighbour in flockmates(seen.within(&species.perception, rule.radius, rule.view)) {
        wish = sum(wish, neighbour.offset);
        count += 1;
    }
    if count == 0 || flock.quirks.jyanar_cohesion {
        return [0.0; D];
    }
    // A boid's offset from itself is zero: it adds to the number alone.
    let own = usize::from(rule.include_self);
    wish = averaged(wish, rule.average, count + own, seen.perceived() + own);
    let force = responded(flock, boid, wish, rule.response, Some(rule.slowing));
    times(limited(flock, force, rule.limit), rule.weight)
}

/// Away from the species it flees from.
pub fn flee<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Surroundings<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).flee;
    let away = |threat: &Neighbour<D>| push(threat, rule.falloff, closest(rule.radius));
    let wish = match rule.target {
        Target::All => in_reach(&seen.threats, rule.radius).map(away).fold([0.0; D], sum),
        Target::Nearest => nearest(&seen.threats, rule.radius).map_or([0.0; D], away),
    };
    let force = responded(flock, boid, wish, rule.response, None);
    times(limited(flock, force, rule.limit), rule.weight)
}

/// Towards the species it hunts.
pub fn hunt<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Surroundings<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).hunt;
    let wish = match rule.target {
        Target::All => {
            let total = in_reach(&seen.prey, rule.radius).map(|prey| prey.offset).fold([0.0; D], sum);
            over(total, in_reach(&seen.prey, rule.radius).count().max(1) as f64)
        }
        Target::Nearest => nearest(&seen.prey, rule.radius).map_or([0.0; D], |prey| prey.offset),
    };
    let force = responded(flock, boid, wish, rule.response, None);
    times(limited(flock, force, rule.limit), rule.weight)
}

/// Towards a place.
pub fn goal<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).goal;
    let Some(place) = &rule.position else {
        return [0.0; D];
    };
    let wish = flock.world.offset(boid.position, std::array::from_fn(|axis| place[axis]));
    let force = responded(flock, boid, wish, rule.response, Some(rule.slowing));
    times(limited(flock, force, rule.limit), rule.weight)
}

/// Away from the pointer or towards it.
pub fn pointer<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.scenario.general.pointer;
    let sign = match rule.mode {
        PointerMode::Off => return [0.0; D],
        PointerMode::Repel => -1.0,
        PointerMode::Attract => 1.0,
    };
    let Some(place) = &rule.position else {
        return [0.0; D];
    };
    let towards = flock.world.offset(boid.position, std::array::from_fn(|axis| place[axis]));
    let from_rim = length(towards) - rule.radius;
    if from_rim >= rule.reach {
        return [0.0; D];
    }
    let distance = from_rim.max(rule.closest);
    let strength = match rule.falloff {
        Falloff::Offset => distance,
        Falloff::Constant => 1.0,
        Falloff::Inverse => 1.0 / distance,
        Falloff::InverseSquare => 1.0 / (distance * distance),
    };
    times(unit(towards), sign * rule.weight * strength)
}

/// Clear of obstacles: a force field round each.
pub fn avoid<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).avoid;
    let mut force = [0.0; D];
    for obstacle in &flock.scenario.obstacles {
        let centre = std::array::from_fn(|axis| obstacle.centre[axis]);
        let towards = flock.world.offset(boid.position, centre);
        let from_surface = length(towards) - obstacle.radius;
        if from_surface >= rule.reach {
            continue;
        }
        let strength = match from_surface < rule.contact {
            true => rule.contact_push,
            false => rule.strength / (from_surface * from_surface),
        };
        force = difference(force, times(unit(towards), strength));
    }
    times(force, rule.weight)
}

/// An own random course: towards a point on a sphere held in front of the boid.
pub fn wander<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, point: [f64; D]) -> [f64; D] {
    let rule = &flock.species(boid.id).wander;
    if rule.weight == 0.0 {
        return [0.0; D];
    }
    times(sum(times(heading(boid.velocity), rule.distance), point), rule.weight)
}

/// Where the wander point creeps in this step: a little along each axis, and back onto its sphere. It
/// creeps whether or not a budget leaves its force anything, so that it depends on the step alone.
pub fn crept_wander_point<const D: usize>(flock: &Reference<D>, id: usize) -> [f64; D] {
    let species = flock.species(id);
    let rule = &species.wander;
    let point = flock.state.wander.get(id).copied().unwrap_or([0.0; D]);
    if rule.weight == 0.0 || !species.motion.order.iter().any(|word| word == "wander") {
        return point;
    }
    let mut random = Random::new(flock.scenario.general.seed, flock.state.step, id as u32, Stream::Wander);
    let crept = point.map(|x| x + rule.jitter * species.motion.step * random.between(-1.0, 1.0));
    times(unit(crept), rule.radius)
}

/// Those it flocks with, without those it only keeps apart from.
fn flockmates<'a, const D: usize>(
    neighbours: impl Iterator<Item = &'a Neighbour<D>>,
) -> impl Iterator<Item = &'a Neighbour<D>> {
    neighbours.filter(|neighbour| neighbour.relation == Relation::Flock)
}

fn in_reach<const D: usize>(boids: &[Neighbour<D>], radius: f64) -> impl Iterator<Item = &Neighbour<D>> {
    boids.iter().filter(move |boid| boid.distance < radius)
}

/// The smallest distance that a push reckons with: nothing is infinite, and what coincides pushes nowhere.
fn closest(radius: f64) -> f64 {
    1e-6 * radius
}

/// The push away from one neighbour.
fn push<const D: usize>(neighbour: &Neighbour<D>, falloff: Falloff, floor: f64) -> [f64; D] {
    let distance = neighbour.distance.max(floor);
    let away = times(neighbour.offset, -1.0);
    // Divided again and again, as the sources do it (a direction, then "weighted by distance").
    match falloff {
        Falloff::Offset => away,
        Falloff::Constant => over(away, distance),
        Falloff::Inverse => over(over(away, distance), distance),
        Falloff::InverseSquare => over(over(over(away, distance), distance), distance),
    }
}

/// A sum over neighbours, divided as the rule says. A rule whose own radius is larger than the perception's
/// may apply to somebody while nobody is perceived; then it divides by one.
fn averaged<const D: usize>(total: [f64; D], average: Average, count: usize, perceived: usize) -> [f64; D] {
    match average {
        Average::Sum => total,
        Average::Mean => over(total, count.max(1) as f64),
        Average::Perceived => over(total, perceived.max(1) as f64),
    }
}

/// The force that a wish becomes. A wish of exactly zero is none. Rules without a slowing distance arrive
/// as they seek.
fn responded<const D: usize>(
    flock: &Reference<D>,
    boid: &Boid<D>,
    wish: [f64; D],
    response: Response,
    slowing: Option<f64>,
) -> [f64; D] {
    if is_zero(wish) {
        return wish;
    }
    let speed = flock.species(boid.id).motion.max_speed;
    let seek = |speed: f64| difference(times(unit(wish), speed), boid.velocity);
    match response {
        Response::Raw => wish,
        Response::Unit => unit(wish),
        Response::Seek => seek(speed),
        Response::Arrive => seek(speed * slowing.map_or(1.0, |slowing| (length(wish) / slowing).min(1.0))),
        Response::UnitSeek => unit(seek(speed)),
    }
}

fn limited<const D: usize>(flock: &Reference<D>, force: [f64; D], limit: Option<f64>) -> [f64; D] {
    limit.map_or(force, |limit| flock.quirks.limited(force, limit))
}
