//! The rules, one function each: the desired motion, and the force that follows.

use super::Reference;
use super::flow::flow_at;
use super::neighbourhood::{Neighbour, Neighbourhood, nearest};
use super::steering::Boid;
use crate::geometry::path::{next_waypoint, waypoint_index};
use crate::geometry::vector::{add, div, heading, is_zero, length, scale, sub, unit};
use crate::model::environment::Target as GoalTarget;
use crate::model::settings::{Average, Falloff, Of, PointerMode, Relation, Response, Target};
use crate::state::random::{Random, Stream};

/// Away from those too close.
pub fn separation<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> [f64; D] {
    let species = flock.species(boid.id);
    let (rule, perception) = (&species.separation, &species.perception);
    let floor = closest(rule.radius.unwrap_or(perception.radius));
    let mut desired = [0.0; D];
    let mut count = 0;
    for neighbour in seen.within(perception, rule.radius, rule.view) {
        desired = add(desired, push(neighbour, rule.falloff, floor));
        count += 1;
    }
    desired = average_of(desired, rule.average, count, seen.perceived());
    let force = respond(flock, boid, desired, rule.response, None);
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// Matches the motion of neighbours.
pub fn alignment<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> [f64; D] {
    let species = flock.species(boid.id);
    let rule = &species.alignment;
    let motion_of = |velocity: [f64; D]| match rule.of {
        Of::Velocity => velocity,
        Of::Heading => unit(velocity),
    };
    let own = motion_of(boid.velocity);
    let mut desired = [0.0; D];
    let mut count = 0;
    for neighbour in flockmates(seen.within(&species.perception, rule.radius, rule.view)) {
        desired = add(desired, motion_of(neighbour.velocity));
        count += 1;
    }
    if flock.quirks.veldic_alignment {
        return scale(veldic_alignment(flock, boid, desired, count), rule.weight);
    }
    if count == 0 {
        return [0.0; D];
    }
    let mut perceived = seen.perceived();
    if rule.include_self {
        desired = add(desired, own);
        count += 1;
        perceived += 1;
    }
    desired = average_of(desired, rule.average, count, perceived);
    if rule.relative && matches!(rule.response, Response::Raw | Response::Unit) {
        desired = sub(desired, own);
    }
    let force = respond(flock, boid, desired, rule.response, None);
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// Veldic's alignment as shipped: `total` is average_of for the last boid of the species alone, and the
/// others compare their velocity with the sum, even where nobody is near and it is zero.
fn veldic_alignment<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, total: [f64; D], count: usize) -> [f64; D] {
    let species = flock.boids.species[boid.id];
    let is_last = !flock.boids.species[boid.id + 1..].contains(&species);
    match (is_last, count) {
        (true, 0) => [0.0; D],
        (true, _) => sub(div(total, count as f64), boid.velocity),
        (false, _) => sub(total, boid.velocity),
    }
}

/// Towards the centre of neighbours.
pub fn cohesion<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> [f64; D] {
    let species = flock.species(boid.id);
    let rule = &species.cohesion;
    let mut desired = [0.0; D];
    let mut count = 0;
    for neighbour in flockmates(seen.within(&species.perception, rule.radius, rule.view)) {
        desired = add(desired, neighbour.offset);
        count += 1;
    }
    if count == 0 || flock.quirks.jyanar_cohesion {
        return [0.0; D];
    }
    // A boid's offset from itself is zero: it adds to the number alone.
    let own = usize::from(rule.include_self);
    desired = average_of(desired, rule.average, count + own, seen.perceived() + own);
    let force = respond(flock, boid, desired, rule.response, Some(rule.slowing));
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// Away from the species it flees from.
pub fn flee<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).flee;
    let away = |threat: &Neighbour<D>| push(threat, rule.falloff, closest(rule.radius));
    let desired = match rule.target {
        Target::All => in_reach(&seen.threats, rule.radius).map(away).fold([0.0; D], add),
        Target::Nearest => nearest(&seen.threats, rule.radius).map_or([0.0; D], away),
    };
    let force = respond(flock, boid, desired, rule.response, None);
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// Towards the species it hunts.
pub fn hunt<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).hunt;
    let desired = match rule.target {
        Target::All => {
            let total = in_reach(&seen.prey, rule.radius).map(|prey| prey.offset).fold([0.0; D], add);
            div(total, in_reach(&seen.prey, rule.radius).count().max(1) as f64)
        }
        Target::Nearest => nearest(&seen.prey, rule.radius).map_or([0.0; D], |prey| prey.offset),
    };
    let force = respond(flock, boid, desired, rule.response, None);
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// Towards a goal.
pub fn goal<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, waypoint: u32) -> [f64; D] {
    let rule = &flock.species(boid.id).goal;
    let Some(target) = target(flock, boid.id, waypoint) else {
        return [0.0; D];
    };
    let desired = flock.space.offset(boid.position, target);
    let force = respond(flock, boid, desired, rule.response, Some(rule.slowing));
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// Where a boid wants to go: to its next waypoint, to where its goal has moved, or to a fixed point.
fn target<const D: usize>(flock: &Reference<D>, id: usize, counter: u32) -> Option<[f64; D]> {
    Some(match flock.targets[usize::from(flock.boids.species[id])].as_ref()? {
        GoalTarget::Point(point) => *point,
        GoalTarget::Moving(path) => path.at(flock.scenario.time(flock.boids.step)),
        GoalTarget::Waypoints { points, at_end, .. } => points[waypoint_index(*at_end, points.len(), counter)],
    })
}

/// The waypoint counter for this step: that of the last step, or the next if its waypoint is reached.
pub fn advance_waypoint<const D: usize>(flock: &Reference<D>, id: usize) -> u32 {
    let counter = flock.boids.waypoints.get(id).copied().unwrap_or(0);
    let goal = &flock.targets[usize::from(flock.boids.species[id])];
    let Some(GoalTarget::Waypoints { points, within, at_end }) = goal else { return counter };
    let point = points[waypoint_index(*at_end, points.len(), counter)];
    match length(flock.space.offset(flock.boids.positions[id], point)) < *within {
        true => next_waypoint(*at_end, points.len(), counter),
        false => counter,
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
    let Some(position) = &rule.position else {
        return [0.0; D];
    };
    let towards = flock.space.offset(boid.position, std::array::from_fn(|axis| position[axis]));
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
    scale(unit(towards), sign * rule.weight * strength)
}

/// Along the flow field.
pub fn flow<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> [f64; D] {
    let rule = &flock.species(boid.id).flow;
    let desired = flow_at(flock, boid.id, boid.position);
    let force = respond(flock, boid, desired, rule.response, None);
    scale(limited(flock, force, rule.limit), rule.weight)
}

/// A random course: towards a point on a sphere ahead of the boid.
pub fn wander<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, point: [f64; D]) -> [f64; D] {
    let rule = &flock.species(boid.id).wander;
    if rule.weight == 0.0 {
        return [0.0; D];
    }
    scale(add(scale(heading(boid.velocity), rule.distance), point), rule.weight)
}

/// Moves the wander point: a little along each axis, and back onto its sphere. It moves whether or not a budget leaves
/// its force anything, so that it depends on the step alone.
pub fn advance_wander_point<const D: usize>(flock: &Reference<D>, id: usize) -> [f64; D] {
    let species = flock.species(id);
    let rule = &species.wander;
    let point = flock.boids.wander.get(id).copied().unwrap_or([0.0; D]);
    if rule.weight == 0.0 {
        return point;
    }
    let mut random = Random::new(flock.scenario.general.seed, flock.boids.step, id as u32, Stream::Wander);
    let moved = point.map(|x| x + rule.jitter * species.motion.step * random.between(-1.0, 1.0));
    scale(unit(moved), rule.radius)
}

/// The neighbours it flocks with, without those it only separates from.
fn flockmates<'a, const D: usize>(
    neighbours: impl Iterator<Item = &'a Neighbour<D>>,
) -> impl Iterator<Item = &'a Neighbour<D>> {
    neighbours.filter(|neighbour| neighbour.relation == Relation::Flock)
}

fn in_reach<const D: usize>(boids: &[Neighbour<D>], radius: f64) -> impl Iterator<Item = &Neighbour<D>> {
    boids.iter().filter(move |boid| boid.distance < radius)
}

/// The smallest distance a push is computed with: nothing is infinite, and coincident boids do not push.
fn closest(radius: f64) -> f64 {
    1e-6 * radius
}

/// The push away from one neighbour.
fn push<const D: usize>(neighbour: &Neighbour<D>, falloff: Falloff, floor: f64) -> [f64; D] {
    let distance = neighbour.distance.max(floor);
    let away = scale(neighbour.offset, -1.0);
    // Divided step by step, as the sources do it (a direction, then "weighted by distance").
    match falloff {
        Falloff::Offset => away,
        Falloff::Constant => div(away, distance),
        Falloff::Inverse => div(div(away, distance), distance),
        Falloff::InverseSquare => div(div(div(away, distance), distance), distance),
    }
}

/// A sum over neighbours divided as the rule says. A rule with a radius larger than the perception's may apply to
/// somebody while nobody is perceived; then it divides by one.
fn average_of<const D: usize>(total: [f64; D], average: Average, count: usize, perceived: usize) -> [f64; D] {
    match average {
        Average::Sum => total,
        Average::Mean => div(total, count.max(1) as f64),
        Average::Perceived => div(total, perceived.max(1) as f64),
    }
}

/// The force that a desired motion becomes. A desired motion of exactly zero gives none. Rules without a slowing
/// distance arrive as they seek.
fn respond<const D: usize>(
    flock: &Reference<D>,
    boid: &Boid<D>,
    desired: [f64; D],
    response: Response,
    slowing: Option<f64>,
) -> [f64; D] {
    if is_zero(desired) {
        return desired;
    }
    let speed = flock.species(boid.id).motion.max_speed;
    let seek = |speed: f64| sub(scale(unit(desired), speed), boid.velocity);
    match response {
        Response::Raw => desired,
        Response::Unit => unit(desired),
        Response::Seek => seek(speed),
        Response::Arrive => seek(speed * slowing.map_or(1.0, |slowing| (length(desired) / slowing).min(1.0))),
        Response::UnitSeek => unit(seek(speed)),
    }
}

fn limited<const D: usize>(flock: &Reference<D>, force: [f64; D], limit: Option<f64>) -> [f64; D] {
    limit.map_or(force, |limit| flock.quirks.limit(force, limit))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, flock, force};
    use crate::model::RuleKind;

    const OPEN: &str = "[space]\nkind = 'open'\n[motion]\nmax_speed = 2\n";
    const STILL: [f64; 2] = [0.0, 0.0];

    #[test]
    fn every_response_turns_the_desired_motion_into_its_force() {
        // The desired motion is (30, 40), 50 long; the boid flies at (1, 0), and at 2 at most.
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
    fn a_desired_motion_of_zero_is_no_force() {
        for response in ["raw", "unit", "seek", "arrive", "unit-seek"] {
            let goal = format!("{OPEN}[goal]\nposition = [0, 0]\nresponse = '{response}'");
            assert_eq!(force("goal", &goal, &[([0.0, 0.0], [1.0, 0.0])]), STILL);
        }
    }

    #[test]
    fn every_falloff_depends_on_distance_as_defined() {
        // The neighbour is 2 units away, straight ahead.
        let boids = [(STILL, STILL), ([2.0, 0.0], STILL)];
        for (falloff, push) in [("offset", 2.0), ("constant", 1.0), ("inverse", 0.5), ("inverse-square", 0.25)] {
            let separation = format!("{OPEN}[separation]\nfalloff = '{falloff}'");
            assert_eq!(force("separation", &separation, &boids), [-push, 0.0]);
            // The pointer is 3 units away and its radius is 1.
            let pointer =
                format!("{OPEN}[pointer]\nmode = 'repel'\nposition = [3, 0]\nradius = 1\nfalloff = '{falloff}'");
            assert_eq!(force("pointer", &pointer, &[(STILL, STILL)]), [-push, 0.0]);
        }
    }

    #[test]
    fn sums_are_divided_as_average_says() {
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
    fn prey_flees_from_all_or_the_nearest_and_hunters_pursue_the_centre_or_the_nearest() {
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
    fn relations_decide_which_rules_apply_to_a_species() {
        let boids = [(STILL, STILL), ([4.0, 0.0], [0.0, 1.0]), ([4.0, 0.0], [0.0, 1.0])];
        let acting = |relation: &str| {
            let forces = flock(&format!("{OPEN}{}", HUNT.replace("RELATION", relation)), &boids).forces(0);
            let acts = |(rule, force): (RuleKind, [f64; 2])| (force != STILL).then_some(rule.word());
            forces.into_iter().filter_map(acts).collect::<Vec<_>>()
        };
        assert_eq!(acting("flock"), ["separation", "alignment", "cohesion"]);
        assert_eq!(acting("avoid"), ["separation"]);
        assert_eq!(acting("flee"), ["flee"]);
        assert_eq!(acting("hunt"), ["hunt"]);
        assert!(acting("ignore").is_empty());
    }

    #[test]
    fn the_pointer_attracts_or_repels_within_its_reach() {
        let at = |mode: &str, reach: f64| {
            let pointer = format!("{OPEN}[pointer]\nposition = [3, 4]\nmode = '{mode}'\nreach = {reach}\nweight = 50");
            force("pointer", &pointer, &[(STILL, STILL)])
        };
        assert_near(at("attract", 6.0), [1.2, 1.6]);
        assert_near(at("repel", 6.0), [-1.2, -1.6]);
        assert_eq!(at("repel", 5.0), STILL);
        assert_eq!(at("off", 6.0), STILL);
        // At the pointer itself there is no direction to take.
        let on = format!("{OPEN}[pointer]\nposition = [0, 0]\nmode = 'repel'");
        assert_eq!(force("pointer", &on, &[(STILL, STILL)]), STILL);
    }

    #[test]
    fn obstacles_push_with_the_inverse_square_of_the_distance_until_contact() {
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
    fn a_wander_point_moves_on_its_sphere_and_attracts_from_ahead() {
        let wander = format!("{OPEN}[wander]\nweight = 1\nradius = 3\ndistance = 5\njitter = 1");
        let mut flock = flock(&wander, &[(STILL, [0.0, 1.0])]);
        let before = flock.boids.wander[0];
        let force = flock.forces(0).pop().unwrap().1;
        flock.step();
        let point = flock.boids.wander[0];
        assert_near(force, [point[0], 5.0 + point[1]]);
        assert!((super::length(point) - 3.0).abs() < 1e-12);
        assert!(point != before && (point[0] - before[0]).abs() < 3.0);
    }

    #[test]
    fn coincident_boids_do_not_push_and_the_push_of_close_ones_is_bounded() {
        for falloff in ["offset", "constant", "inverse", "inverse-square"] {
            let separation = format!("{OPEN}[separation]\nradius = 1\nfalloff = '{falloff}'");
            assert_eq!(force("separation", &separation, &[(STILL, STILL), (STILL, STILL)]), STILL);
            let push = force("separation", &separation, &[(STILL, STILL), ([1e-300, 0.0], STILL)]);
            assert!(push[0].is_finite() && push[0].abs() <= 1e12, "{push:?}");
        }
    }
}
