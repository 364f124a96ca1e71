//! The rules, one function each: what a boid wishes, and the force that comes of it.

use super::Reference;
use super::flow::flow_at;
use super::maths::{difference, heading, is_zero, length, over, sum, times, unit};
use super::steering::Boid;
use super::surroundings::{Neighbour, Surroundings, nearest};
use crate::random::{Random, Stream};
use crate::scenario::settings::{Average, Falloff, Of, PointerMode, Relation, Response, Target};
use crate::surroundings::goal::{following, nth};
use crate::surroundings::path::Path;
use crate::surroundings::{time, vector};

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

/// Towards a place, or the next of several.
pub fn goal<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, waypoint: u32) -> [f64; D] {
    let rule = &flock.species(boid.id).goal;
    let Some(place) = goal_of(flock, boid.id, waypoint) else {
        return [0.0; D];
    };
    let wish = flock.world.offset(boid.position, place);
    let force = responded(flock, boid, wish, rule.response, Some(rule.slowing));
    times(limited(flock, force, rule.limit), rule.weight)
}

/// Where a boid wants to go: to its next waypoint, to where its goal has moved to, or to one place.
fn goal_of<const D: usize>(flock: &Reference<D>, id: usize, waypoint: u32) -> Option<[f64; D]> {
    let rule = &flock.species(id).goal;
    if !rule.waypoints.is_empty() {
        return Some(vector(&rule.waypoints[nth(rule.ends, rule.waypoints.len(), waypoint)]));
    }
    if let Some(path) = Path::new(&rule.path, rule.speed, rule.ends) {
        return Some(path.at(time(&flock.scenario, flock.state.step)));
    }
    rule.position.as_deref().map(vector)
}

/// The waypoint that a boid heads for in this step: the one after that of the last step, if it is there.
pub fn passed_waypoint<const D: usize>(flock: &Reference<D>, id: usize) -> u32 {
    let rule = &flock.species(id).goal;
    let waypoint = flock.state.waypoints.get(id).copied().unwrap_or(0);
    if rule.waypoints.is_empty() {
        return waypoint;
    }
    let Some(place) = goal_of(flock, id, waypoint) else { return waypoint };
    match length(flock.world.offset(flock.state.positions[id], place)) < rule.within {
        true => following(rule.ends, rule.waypoints.len(), waypoint),
        false => waypoint,
    }
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

/// With the stream.
pub fn flow<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).flow;
    let wish = flow_at(flock, boid.id, boid.position);
    let force = responded(flock, boid, wish, rule.response, None);
    times(limited(flock, force, rule.limit), rule.weight)
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
    if rule.weight == 0.0 {
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

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, flock, force};
    use crate::simulation::Simulation;

    const OPEN: &str = "[space]\nkind = 'open'\n[motion]\nmax_speed = 2\n";
    const STILL: [f64; 2] = [0.0, 0.0];

    #[test]
    fn every_response_turns_a_wish_into_its_force() {
        // The wish is (30, 40), 50 long; the boid flies at (1, 0) and at most at 2.
        let seek = [0.2, 1.6];
        let length = (0.2f64 * 0.2 + 1.6 * 1.6).sqrt();
        for (response, expected) in [
            ("raw", [30.0, 40.0]),
            ("unit", [0.6, 0.8]),
            ("seek", seek),
            ("arrive", [0.6 - 1.0, 0.8]),
            ("unit-seek", seek.map(|x| x / length)),
        ] {
            let goal = format!("{OPEN}[goal]\nposition = [30, 40]\nresponse = '{response}'\nslowing = 100");
            assert_near(force("goal", &goal, &[([0.0, 0.0], [1.0, 0.0])]), expected);
        }
        let limited = format!("{OPEN}[goal]\nposition = [30, 40]\nresponse = 'raw'\nlimit = 5\nweight = -2");
        assert_near(force("goal", &limited, &[(STILL, STILL)]), [-6.0, -8.0]);
    }

    #[test]
    fn a_wish_of_zero_is_no_force() {
        for response in ["raw", "unit", "seek", "arrive", "unit-seek"] {
            let goal = format!("{OPEN}[goal]\nposition = [0, 0]\nresponse = '{response}'");
            assert_eq!(force("goal", &goal, &[([0.0, 0.0], [1.0, 0.0])]), STILL);
        }
    }

    #[test]
    fn every_falloff_has_its_law() {
        // Two units away, straight ahead.
        let boids = [(STILL, STILL), ([2.0, 0.0], STILL)];
        for (falloff, push) in [("offset", 2.0), ("constant", 1.0), ("inverse", 0.5), ("inverse-square", 0.25)] {
            let separation = format!("{OPEN}[separation]\nfalloff = '{falloff}'");
            assert_eq!(force("separation", &separation, &boids), [-push, 0.0]);
            // The pointer's rim is one unit nearer.
            let pointer =
                format!("{OPEN}[pointer]\nmode = 'repel'\nposition = [3, 0]\nradius = 1\nfalloff = '{falloff}'");
            assert_eq!(force("pointer", &pointer, &[(STILL, STILL)]), [-push, 0.0]);
        }
    }

    #[test]
    fn sums_are_divided_as_the_rule_says() {
        // One is too close, three are perceived.
        let boids = [(STILL, STILL), ([2.0, 0.0], STILL), ([0.0, 6.0], STILL), ([0.0, -6.0], STILL)];
        for (average, push) in [("sum", 6.0), ("mean", 6.0), ("perceived", 2.0)] {
            let separation =
                format!("{OPEN}[separation]\nweight = 3\nradius = 3\nfalloff = 'offset'\naverage = '{average}'");
            assert_eq!(force("separation", &separation, &boids), [-push, 0.0]);
        }
        // A rule that reaches further than the perception still divides by something.
        let far = format!(
            "{OPEN}[perception]\nradius = 1\n[separation]\nradius = 3\nfalloff = 'offset'\naverage = 'perceived'"
        );
        assert_eq!(force("separation", &far, &boids), [-2.0, 0.0]);
    }

    #[test]
    fn alignment_takes_velocities_or_headings_with_or_without_the_boids_own() {
        let boids = [(STILL, [1.0, 0.0]), ([1.0, 0.0], [0.0, 3.0]), ([0.0, 1.0], [0.0, 1.0])];
        for (keys, expected) in [
            ("", [-1.0, 2.0]),
            ("relative = false", [0.0, 2.0]),
            ("of = 'heading'", [-1.0, 1.0]),
            ("average = 'sum'", [-1.0, 4.0]),
            ("include_self = true\nrelative = false", [1.0 / 3.0, 4.0 / 3.0]),
            ("response = 'seek'", [-1.0, 2.0]),
        ] {
            assert_near(force("alignment", &format!("{OPEN}[alignment]\n{keys}"), &boids), expected);
        }
    }

    #[test]
    fn cohesion_may_count_the_boid_itself() {
        let boids = [(STILL, STILL), ([4.0, 0.0], STILL), ([0.0, 8.0], STILL), ([300.0, 0.0], STILL)];
        assert_near(force("cohesion", OPEN, &boids), [2.0, 4.0]);
        let own = format!("{OPEN}[cohesion]\ninclude_self = true");
        assert_near(force("cohesion", &own, &boids), [4.0 / 3.0, 8.0 / 3.0]);
        assert_eq!(force("cohesion", &own, &boids[..1]), STILL);
    }

    const HUNT: &str = "[relations]\nother = 'RELATION'\n[[species]]\nname = 'other'\nboids = 2\n";

    #[test]
    fn prey_flees_from_all_or_the_nearest_and_hunters_chase_the_middle_or_the_nearest() {
        let boids = [(STILL, STILL), ([4.0, 0.0], STILL), ([0.0, 2.0], STILL)];
        let with = |rule: &str, relation: &str| format!("{OPEN}{rule}\n{}", HUNT.replace("RELATION", relation));
        for (rule, expected) in [
            ("target = 'all'\nfalloff = 'offset'", [-4.0, -2.0]),
            ("target = 'nearest'\nfalloff = 'offset'", [0.0, -2.0]),
            ("target = 'all'\nradius = 3\nfalloff = 'inverse'", [0.0, -0.5]),
        ] {
            assert_eq!(force("flee", &with(&format!("[flee]\n{rule}"), "flee"), &boids), expected);
        }
        for (target, expected) in [("all", [2.0, 1.0]), ("nearest", [0.0, 2.0])] {
            assert_eq!(force("hunt", &with(&format!("[hunt]\ntarget = '{target}'"), "hunt"), &boids), expected);
        }
    }

    #[test]
    fn relations_decide_which_rules_see_a_species() {
        let boids = [(STILL, STILL), ([4.0, 0.0], [0.0, 1.0]), ([4.0, 0.0], [0.0, 1.0])];
        let seen = |relation: &str| {
            let terms = flock(&format!("{OPEN}{}", HUNT.replace("RELATION", relation)), &boids).terms(0);
            let acts = |(rule, force): (&'static str, [f64; 2])| (force != STILL).then_some(rule);
            terms.into_iter().filter_map(acts).collect::<Vec<_>>()
        };
        assert_eq!(seen("flock"), ["separation", "alignment", "cohesion"]);
        assert_eq!(seen("avoid"), ["separation"]);
        assert_eq!(seen("flee"), ["flee"]);
        assert_eq!(seen("hunt"), ["hunt"]);
        assert!(seen("ignore").is_empty());
    }

    #[test]
    fn the_pointer_draws_or_repels_within_its_reach() {
        let at = |mode: &str, reach: f64| {
            let pointer = format!("{OPEN}[pointer]\nposition = [3, 4]\nmode = '{mode}'\nreach = {reach}\nweight = 50");
            force("pointer", &pointer, &[(STILL, STILL)])
        };
        assert_near(at("attract", 6.0), [1.2, 1.6]);
        assert_near(at("repel", 6.0), [-1.2, -1.6]);
        assert_eq!(at("repel", 5.0), STILL);
        assert_eq!(at("off", 6.0), STILL);
        // On the pointer itself there is no way to go.
        let on = format!("{OPEN}[pointer]\nposition = [0, 0]\nmode = 'repel'");
        assert_eq!(force("pointer", &on, &[(STILL, STILL)]), STILL);
    }

    #[test]
    fn obstacles_push_with_the_square_of_the_distance_until_contact() {
        let avoid = |x: f64| {
            let obstacle = format!("{OPEN}[avoid]\ncontact_push = 7\n[[obstacle]]\ncentre = [0, 0]\nradius = 3");
            force("avoid", &obstacle, &[([x, 0.0], STILL)])
        };
        assert_near(avoid(5.0), [2.5, 0.0]);
        assert_near(avoid(-5.0), [-2.5, 0.0]);
        assert_near(avoid(3.05), [7.0, 0.0]);
        assert_near(avoid(1.0), [7.0, 0.0]);
        assert_near(avoid(0.0), [7.0, 0.0]);
        assert_eq!(avoid(53.0), STILL);
    }

    #[test]
    fn a_wander_point_creeps_on_its_sphere_and_pulls_from_in_front() {
        let wander = format!("{OPEN}[wander]\nweight = 1\nradius = 3\ndistance = 5\njitter = 1");
        let mut flock = flock(&wander, &[(STILL, [0.0, 1.0])]);
        let before = flock.state().wander[0];
        let pull = flock.terms(0).pop().unwrap().1;
        flock.step();
        let point = flock.state().wander[0];
        assert_near(pull, [point[0], 5.0 + point[1]]);
        assert!((super::length(point) - 3.0).abs() < 1e-12);
        assert!(point != before && (point[0] - before[0]).abs() < 3.0);
    }

    #[test]
    fn coincident_boids_push_nowhere_and_close_ones_not_without_bound() {
        for falloff in ["offset", "constant", "inverse", "inverse-square"] {
            let separation = format!("{OPEN}[separation]\nradius = 1\nfalloff = '{falloff}'");
            assert_eq!(force("separation", &separation, &[(STILL, STILL), (STILL, STILL)]), STILL);
            let push = force("separation", &separation, &[(STILL, STILL), ([1e-300, 0.0], STILL)]);
            assert!(push[0].is_finite() && push[0].abs() <= 1e12, "{push:?}");
        }
    }
}
