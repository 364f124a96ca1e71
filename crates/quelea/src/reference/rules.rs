//! The rules, one function each: the desired motion, and the force that follows.

use super::Reference;
use super::falloff::{pull, value};
use super::flow::flow_at;
use super::frameworks::{UnityCell, away_from_nearest_heading, three_js_pull, three_js_push, three_js_weight};
use super::herding::herding_aim;
use super::neighbourhood::{Neighbour, Neighbourhood, nearest};
use super::noise::individual;
use super::steering::Boid;
use crate::geometry::path::{next_waypoint, waypoint_index};
use crate::geometry::vector::{add, div, heading, is_zero, length, scale, sub, unit};
use crate::model::environment::{Target as GoalTarget, path_velocity};
use crate::model::kernel::Kernel;
use crate::model::settings::{Average, KernelKind, Of, PointerMode, Relation, Response, Target};
use crate::state::random::{IndividualTrait, Random, Stream};

/// What a rule makes a boid do.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<const D: usize> {
    /// The desired motion.
    pub desired: [f64; D],
    /// The force that follows, limited and weighted.
    pub force: [f64; D],
    /// Whether the rule applies to anyone.
    pub applies: bool,
}

impl<const D: usize> Outcome<D> {
    /// A rule that applies to nobody.
    pub const NOTHING: Self = Outcome { desired: [0.0; D], force: [0.0; D], applies: false };

    /// A rule that is its own force.
    pub fn from_force(force: [f64; D]) -> Self {
        Outcome { desired: force, force, applies: true }
    }
}

/// How a desired motion becomes a force.
#[derive(Clone, Copy, Debug)]
struct Answer {
    response: Response,
    slowing: Option<f64>,
    limit: Option<f64>,
    weight: f64,
}

impl Answer {
    fn to<const D: usize>(self, flock: &Reference<D>, boid: &Boid<D>, desired: [f64; D]) -> Outcome<D> {
        self.limited(flock, desired, respond(boid, desired, self.response, self.slowing))
    }

    /// A force with its limit and weight.
    fn limited<const D: usize>(self, flock: &Reference<D>, desired: [f64; D], force: [f64; D]) -> Outcome<D> {
        let limited = self.limit.map_or(force, |limit| flock.quirks.limit(force, limit));
        Outcome { desired, force: scale(limited, self.weight), applies: true }
    }
}

/// Away from those too close.
pub fn separation<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> Outcome<D> {
    let species = flock.species(boid.id);
    let (rule, perception) = (&species.separation, &species.perception);
    let kernel = rule.kernel(perception);
    let radius = rule.radius.map(|mean| individual(flock, boid.id, IndividualTrait::SeparationRadius, mean));
    let answer = Answer { response: rule.response, slowing: None, limit: rule.limit, weight: rule.weight };
    if flock.quirks.unity_cells {
        return answer.to(flock, boid, UnityCell::new(flock, boid.id, seen).separation(boid.position));
    }
    let too_close = || seen.within(perception, rule.inner_radius, radius, rule.view);
    let mut desired = [0.0; D];
    let mut count = 0;
    for neighbour in too_close() {
        let (offset, distance) = (neighbour.offset, neighbour.distance);
        let push = match flock.quirks.three_js_zones {
            true => three_js_push(&kernel, offset, distance),
            false => pull(&kernel, offset, distance),
        };
        desired = sub(desired, push);
        count += 1;
    }
    if count == 0 {
        return Outcome::NOTHING;
    }
    desired = average_of(desired, rule.average, count, seen.perceived());
    if flock.quirks.netlogo_separation {
        desired = away_from_nearest_heading(boid.velocity, too_close());
    }
    answer.to(flock, boid, desired)
}

/// Matches the motion of neighbours.
pub fn alignment<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> Outcome<D> {
    let species = flock.species(boid.id);
    let rule = &species.alignment;
    let kernel = rule.kernel(&species.perception);
    let radius = rule.radius.map(|mean| individual(flock, boid.id, IndividualTrait::AlignmentRadius, mean));
    let motion_of = |velocity: [f64; D]| match rule.of {
        Of::Velocity => velocity,
        Of::Heading => unit(velocity),
    };
    let answer = Answer { response: rule.response, slowing: None, limit: rule.limit, weight: rule.weight };
    if flock.quirks.unity_cells {
        return answer.to(flock, boid, UnityCell::new(flock, boid.id, seen).alignment(boid.velocity));
    }
    let own = motion_of(boid.velocity);
    let mut desired = [0.0; D];
    let mut count = 0;
    for neighbour in flockmates(seen.within(&species.perception, rule.inner_radius, radius, rule.view)) {
        let motion = motion_of(neighbour.velocity);
        let motion = if rule.pairwise { sub(motion, own) } else { motion };
        desired = add(
            desired,
            match kernel.falloff {
                _ if flock.quirks.three_js_zones => {
                    scale(motion, three_js_weight(&kernel, rule.inner_radius, neighbour.distance))
                }
                KernelKind::Constant => motion,
                _ => scale(motion, value(&kernel, neighbour.distance)),
            },
        );
        count += 1;
    }
    if flock.quirks.veldic_alignment {
        return Outcome::from_force(scale(veldic_alignment(flock, boid, desired, count), rule.weight));
    }
    if count == 0 && !(flock.quirks.mason_alone && rule.include_self) {
        return Outcome::NOTHING;
    }
    let mut perceived = seen.perceived();
    if rule.include_self && !rule.pairwise {
        desired = add(desired, own);
        count += 1;
        perceived += 1;
    }
    desired = average_of(desired, rule.average, count, perceived);
    if flock.quirks.krabmaga_consistency {
        desired = div(desired, count as f64);
    }
    if rule.relative && !rule.pairwise && matches!(rule.response, Response::Raw | Response::Unit) {
        desired = sub(desired, own);
    }
    answer.to(flock, boid, desired)
}

/// How many neighbours alignment applies to.
pub fn aligned_neighbours<const D: usize>(flock: &Reference<D>, id: usize, seen: &Neighbourhood<D>) -> usize {
    let species = flock.species(id);
    let rule = &species.alignment;
    let radius = rule.radius.map(|mean| individual(flock, id, IndividualTrait::AlignmentRadius, mean));
    flockmates(seen.within(&species.perception, rule.inner_radius, radius, rule.view)).count()
}

/// Veldic's alignment as shipped: `total` is averaged for the last boid of the species alone, and the
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
pub fn cohesion<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> Outcome<D> {
    let species = flock.species(boid.id);
    let rule = &species.cohesion;
    let kernel = rule.kernel(&species.perception);
    let radius = rule.radius.map(|mean| individual(flock, boid.id, IndividualTrait::CohesionRadius, mean));
    let mut desired = [0.0; D];
    let mut count = 0;
    for neighbour in flockmates(seen.within(&species.perception, rule.inner_radius, radius, rule.view)) {
        let (offset, distance) = (neighbour.offset, neighbour.distance);
        let pull = match flock.quirks.three_js_zones {
            true => three_js_pull(&kernel, rule.inner_radius, offset, distance),
            false => pull(&kernel, offset, distance),
        };
        desired = add(desired, pull);
        count += 1;
    }
    if count == 0 || flock.quirks.jyanar_cohesion {
        return Outcome::NOTHING;
    }
    // A boid's offset from itself is zero: it adds to the number alone.
    let own = usize::from(rule.include_self);
    desired = average_of(desired, rule.average, count + own, seen.perceived() + own);
    let slowing = Some(rule.slowing);
    Answer { response: rule.response, slowing, limit: rule.limit, weight: rule.weight }.to(flock, boid, desired)
}

/// Away from the species it flees from.
pub fn flee<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> Outcome<D> {
    let rule = &flock.species(boid.id).flee;
    let kernel = Kernel::simple(rule.falloff, rule.radius);
    let away = |threat: &Neighbour<D>| {
        let offset = predicted(threat, length(threat.velocity), rule.prediction);
        scale(pull(&kernel, offset, length(offset)), -1.0)
    };
    let desired = match rule.target {
        Target::All => in_reach(&seen.threats, rule.radius).map(away).fold([0.0; D], add),
        Target::Nearest => nearest(&seen.threats, rule.radius).map_or([0.0; D], away),
    };
    let answer = Answer { response: rule.response, slowing: None, limit: rule.limit, weight: rule.weight };
    answer.to(flock, boid, desired)
}

/// Towards the species it hunts.
pub fn hunt<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, seen: &Neighbourhood<D>) -> Outcome<D> {
    let rule = &flock.species(boid.id).hunt;
    let speed = length(flock.boids.velocities[boid.id]);
    let offset = |prey: &Neighbour<D>| predicted(prey, speed, rule.prediction);
    let desired = match rule.target {
        Target::All => {
            let total = in_reach(&seen.prey, rule.radius).map(offset).fold([0.0; D], add);
            div(total, in_reach(&seen.prey, rule.radius).count().max(1) as f64)
        }
        Target::Nearest => nearest(&seen.prey, rule.radius).map_or([0.0; D], offset),
    };
    let answer = Answer { response: rule.response, slowing: None, limit: rule.limit, weight: rule.weight };
    answer.to(flock, boid, desired)
}

/// The offset to where another boid will be: after the time in which this speed covers the distance, or the longest
/// time to predict.
fn predicted<const D: usize>(other: &Neighbour<D>, speed: f64, longest: f64) -> [f64; D] {
    if longest == 0.0 {
        return other.offset;
    }
    let time = if speed > 0.0 { (other.distance / speed).min(longest) } else { longest };
    add(other.offset, scale(other.velocity, time))
}

/// Behind the stray or behind the herd.
pub fn herd<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Outcome<D> {
    let rule = &flock.species(boid.id).herd;
    let Some(aim) = herding_aim(flock, boid.id) else { return Outcome::NOTHING };
    let desired = sub(aim, boid.position);
    let answer = Answer { response: rule.response, slowing: None, limit: rule.limit, weight: rule.weight };
    answer.to(flock, boid, desired)
}

/// Towards a goal.
pub fn goal<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, waypoint: u32) -> Outcome<D> {
    let rule = &flock.species(boid.id).goal;
    let Some(target) = target(flock, boid.id, waypoint) else {
        return Outcome::NOTHING;
    };
    let mut desired = flock.space.offset(boid.position, target);
    if flock.quirks.three_js_pull {
        desired[1] *= 2.5;
    }
    let slowing = Some(rule.slowing);
    let answer = Answer { response: rule.response, slowing, limit: rule.limit, weight: rule.weight };
    match rule.match_velocity {
        0.0 => answer.to(flock, boid, desired),
        factor => {
            let difference = sub(goal_velocity(flock, boid.id), boid.velocity);
            let force = add(respond(boid, desired, rule.response, slowing), scale(difference, factor));
            answer.limited(flock, desired, force)
        }
    }
}

/// The velocity of the goal in this step.
fn goal_velocity<const D: usize>(flock: &Reference<D>, id: usize) -> [f64; D] {
    let Some(GoalTarget::Moving(path)) = &flock.targets[usize::from(flock.boids.species[id])] else { return [0.0; D] };
    path_velocity(path, flock.scenario.time(flock.boids.step), flock.scenario.species[0].settings.motion.step)
}

/// Where a boid wants to go: to its next waypoint, to where its goal has moved, or to a fixed point.
pub fn target<const D: usize>(flock: &Reference<D>, id: usize, counter: u32) -> Option<[f64; D]> {
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
pub fn pointer<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Outcome<D> {
    let rule = &flock.scenario.general.pointer;
    let sign = match rule.mode {
        PointerMode::Off => return Outcome::NOTHING,
        PointerMode::Repel => -1.0,
        PointerMode::Attract => 1.0,
    };
    let Some(position) = &rule.position else {
        return Outcome::NOTHING;
    };
    let towards = flock.space.offset(boid.position, std::array::from_fn(|axis| position[axis]));
    let from_rim = length(towards) - rule.radius;
    if from_rim >= rule.reach {
        return Outcome::NOTHING;
    }
    let distance = from_rim.max(rule.closest);
    let strength = value(&Kernel::simple(rule.falloff, 0.0), distance);
    Outcome::from_force(scale(unit(towards), sign * rule.weight * strength))
}

/// Along the flow field.
pub fn flow<const D: usize>(flock: &Reference<D>, boid: &Boid<D>) -> Outcome<D> {
    let rule = &flock.species(boid.id).flow;
    let desired = flow_at(flock, boid.id, boid.position);
    let answer = Answer { response: rule.response, slowing: None, limit: rule.limit, weight: rule.weight };
    answer.to(flock, boid, desired)
}

/// A random course: towards a point on a sphere ahead of the boid.
pub fn wander<const D: usize>(flock: &Reference<D>, boid: &Boid<D>, point: [f64; D]) -> Outcome<D> {
    let rule = &flock.species(boid.id).wander;
    if rule.weight == 0.0 {
        return Outcome::NOTHING;
    }
    Outcome::from_force(scale(add(scale(heading(boid.velocity), rule.distance), point), rule.weight))
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
fn respond<const D: usize>(boid: &Boid<D>, desired: [f64; D], response: Response, slowing: Option<f64>) -> [f64; D] {
    if is_zero(desired) {
        return desired;
    }
    let speed = boid.max_speed;
    let seek = |speed: f64| sub(scale(unit(desired), speed), boid.velocity);
    match response {
        Response::Raw => desired,
        Response::Unit => unit(desired),
        Response::Seek => seek(speed),
        Response::Arrive => seek(speed * slowing.map_or(1.0, |slowing| (length(desired) / slowing).min(1.0))),
        Response::UnitSeek => unit(seek(speed)),
    }
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
