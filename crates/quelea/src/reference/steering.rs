//! How the forces of the rules are combined.

use super::Reference;
use super::avoid::avoidance;
use super::neighbourhood::Neighbourhood;
use super::noise::{individual, random_direction, turn_towards};
use super::outside_rule::outside_forces;
use super::rules::{self, Outcome};
use crate::geometry::vector::{add, clamp_length, length, scale, unit};
use crate::model::RuleKind;
use crate::model::settings::{Combine, Relation};
use crate::state::random::{IndividualTrait, Random, Stream};

/// The boid that steers.
#[derive(Clone, Copy, Debug)]
pub struct Boid<const D: usize> {
    pub id: usize,
    pub position: [f64; D],
    pub velocity: [f64; D],
    /// Its own speed limit in this step.
    pub max_speed: f64,
}

/// The result of steering.
#[derive(Clone, Debug)]
pub struct Steering<const D: usize> {
    /// The force of each rule, limited and weighted, in the order in which rules act.
    pub forces: Vec<(RuleKind, [f64; D])>,
    /// The force of each rule added by a program.
    pub outside: Vec<[f64; D]>,
    /// The combined force.
    pub force: [f64; D],
    /// The velocity, which only `in-turn` changes before the boid moves.
    pub velocity: [f64; D],
    /// How many neighbours alignment applies to.
    pub aligned: usize,
    /// Whether it grazes: it stands still without a force.
    pub grazes: bool,
    /// Its own speed limit in this step.
    pub max_speed: f64,
    /// The wander point after this step.
    pub wander: [f64; D],
    /// The waypoint counter after this step.
    pub waypoint: u32,
}

/// Computes the force of every rule in order and combines them.
pub fn steer<const D: usize>(flock: &Reference<D>, id: usize, neighbourhood: &Neighbourhood<D>) -> Steering<D> {
    let motion = &flock.species(id).motion;
    // Validation requires a budget where one is needed.
    let budget = motion.max_force.unwrap_or(f64::INFINITY);
    let mut boid = flock.boid(id);
    boid.max_speed = max_speed(flock, id, neighbourhood);
    let grazing = grazing(flock, id, neighbourhood);
    let mut forces = Vec::new();
    let (mut force, mut joint) = ([0.0; D], [0.0; D]);
    let mut spent = 0.0;
    let wander = rules::advance_wander_point(flock, id);
    let waypoint = rules::advance_waypoint(flock, id);
    let avoidance = avoidance(flock, &boid);
    let mut remaining_weight = 1.0;
    let mut silent = false;
    for rule in motion.order.iter().copied() {
        let outcome = match rule {
            _ if silent || !flock.scenario.has_subject(rule) => Outcome::NOTHING,
            RuleKind::Alignment | RuleKind::Cohesion if grazing.is_some() => Outcome::NOTHING,
            RuleKind::Separation => rules::separation(flock, &boid, neighbourhood),
            RuleKind::Alignment => rules::alignment(flock, &boid, neighbourhood),
            RuleKind::Cohesion => rules::cohesion(flock, &boid, neighbourhood),
            RuleKind::Flee => rules::flee(flock, &boid, neighbourhood),
            RuleKind::Hunt => rules::hunt(flock, &boid, neighbourhood),
            RuleKind::Herd => rules::herd(flock, &boid),
            RuleKind::Goal => rules::goal(flock, &boid, waypoint),
            RuleKind::Flow => rules::flow(flock, &boid),
            RuleKind::Pointer => rules::pointer(flock, &boid),
            RuleKind::Avoid => Outcome::from_force(scale(avoidance.force, flock.species(id).avoid.weight)),
            RuleKind::Wander => rules::wander(flock, &boid, wander),
        };
        silent |= outcome.applies && is_exclusive(flock, id, rule);
        // The rules after `avoid` count the less, the nearer a collision is.
        let rule_force = match remaining_weight < 1.0 {
            true => scale(outcome.force, remaining_weight),
            false => outcome.force,
        };
        if rule == RuleKind::Avoid {
            remaining_weight = avoidance.remaining_weight;
        }
        forces.push((rule, rule_force));
        match motion.combine {
            Combine::Sum | Combine::Heading if motion.joint.contains(&rule) => joint = add(joint, rule_force),
            Combine::Sum | Combine::Heading => force = add(force, rule_force),
            // Ben Eater: every rule edits the velocity that the next one sees.
            Combine::InTurn => boid.velocity = add(boid.velocity, scale(rule_force, motion.scale * motion.step)),
            // NetLogo: every rule turns the heading that the next one sees.
            Combine::Turns if outcome.applies && rule.can_act(flock.species(id)) => {
                let turned = turn_towards(boid.velocity, outcome.desired, max_turn(flock, id, rule));
                boid.velocity = scale(turned, length(boid.velocity));
            }
            Combine::Turns => {}
            // Buckland: the length of the sum so far counts against the budget.
            Combine::BudgetOfSum => force = add(force, granted(rule_force, budget - length(force))),
            // Reynolds 1987: the lengths added so far count against the budget, even if they cancel.
            Combine::BudgetOfLengths => {
                let granted = granted(rule_force, budget - spent);
                spent += length(granted);
                force = add(force, granted);
            }
        }
    }
    // Rules added by a program come last, as one.
    let outside = outside_forces(flock, id, neighbourhood);
    let outside: Vec<_> = outside.into_iter().map(|force| scale(force, remaining_weight)).collect();
    let added = outside.iter().copied().fold([0.0; D], add);
    match motion.combine {
        _ if outside.is_empty() => {}
        Combine::Sum | Combine::Heading => force = add(force, added),
        Combine::InTurn => boid.velocity = add(boid.velocity, scale(added, motion.scale * motion.step)),
        Combine::Turns => {}
        Combine::BudgetOfSum => force = add(force, granted(added, budget - length(force))),
        Combine::BudgetOfLengths => force = add(force, granted(added, budget - spent)),
    }
    if !motion.joint.is_empty() {
        force = add(unit(joint), force);
    }
    if let Some(step) = grazing {
        force = add(force, step);
    }
    let (velocity, grazes, max_speed) = (boid.velocity, grazing.is_some(), boid.max_speed);
    let aligned = rules::aligned_neighbours(flock, id, neighbourhood);
    Steering { forces, outside, force, velocity, aligned, grazes, max_speed, wander, waypoint }
}

/// As much of a force as is left of the budget.
fn granted<const D: usize>(force: [f64; D], left: f64) -> [f64; D] {
    if left > 0.0 { clamp_length(force, left) } else { [0.0; D] }
}

/// The speed limit of one boid: its own, or that of a herder near its herd.
fn max_speed<const D: usize>(flock: &Reference<D>, id: usize, neighbourhood: &Neighbourhood<D>) -> f64 {
    let species = flock.species(id);
    match neighbourhood.herd.iter().any(|boid| boid.distance < species.herd.near) {
        true => species.herd.near_speed,
        false => individual(flock, id, IndividualTrait::MaxSpeed, species.motion.max_speed),
    }
}

/// What a boid that grazes adds to its force: a random direction, or nothing. `None` if it does not graze.
fn grazing<const D: usize>(flock: &Reference<D>, id: usize, neighbourhood: &Neighbourhood<D>) -> Option<[f64; D]> {
    let flee = &flock.species(id).flee;
    let own = usize::from(flock.boids.species[id]);
    let probability = flee.graze.filter(|_| flock.scenario.species[own].has_relation(Relation::Flee))?;
    if neighbourhood.threats.iter().any(|threat| threat.distance < flee.radius) {
        return None;
    }
    let mut random = Random::new(flock.scenario.general.seed, flock.boids.step, id as u32, Stream::Graze);
    let [chance, u, v] = [(); 3].map(|()| f64::from(random.unit_f32()));
    Some(if chance < probability { random_direction(u, v) } else { [0.0; D] })
}

/// Whether a rule silences the rules after it.
fn is_exclusive<const D: usize>(flock: &Reference<D>, id: usize, rule: RuleKind) -> bool {
    let species = flock.species(id);
    match rule {
        RuleKind::Separation => species.separation.exclusive,
        RuleKind::Alignment => species.alignment.exclusive,
        RuleKind::Cohesion => species.cohesion.exclusive,
        _ => false,
    }
}

/// The largest turn a rule makes in a step, in degrees.
fn max_turn<const D: usize>(flock: &Reference<D>, id: usize, rule: RuleKind) -> f64 {
    let species = flock.species(id);
    match rule {
        RuleKind::Separation => species.separation.max_turn,
        RuleKind::Alignment => species.alignment.max_turn,
        RuleKind::Cohesion => species.cohesion.max_turn,
        _ => 180.0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, velocity_after_a_step};

    /// The velocity after three forces on a boid at rest at the origin: (3, 0), then (-3, 0), then (0, 4).
    fn combined(combine: &str) -> [f64; 2] {
        let scenario = format!(
            "[space]\nkind = 'open'\n[goal]\nposition = [3, 0]\nresponse = 'raw'\n
             [pointer]\nmode = 'attract'\nposition = [-9, 0]\nfalloff = 'constant'\nweight = 3\n
             [motion]\norder = ['goal', 'pointer', 'cohesion']\nmax_speed = 100\nmax_force = 5\ncombine = '{combine}'\n"
        );
        velocity_after_a_step(&scenario, &[([0.0, 0.0], [0.0, 0.0]), ([0.0, 4.0], [0.0, 0.0])])
    }

    #[test]
    fn forces_are_summed() {
        assert_near(combined("sum"), [0.0, 4.0]);
    }

    #[test]
    fn a_budget_of_the_sum_limits_the_length_of_the_sum() {
        // 3 of 5 are used, so -3 is truncated to -2; the sum is then 1 long, and 4 are left.
        assert_near(combined("budget-of-sum"), [1.0, 4.0]);
    }

    #[test]
    fn a_budget_of_lengths_limits_the_sum_of_the_lengths() {
        // 3 of 5 are used, then the other 2.
        assert_near(combined("budget-of-lengths"), [1.0, 0.0]);
    }

    #[test]
    fn rules_in_turn_start_from_the_velocity_the_previous_one_left() {
        let scenario = "[space]\nkind = 'open'\n[goal]\nposition = [3, 0]\nresponse = 'seek'\n
             [pointer]\nmode = 'attract'\nposition = [-9, 0]\nfalloff = 'constant'\nweight = 6\n
             [motion]\norder = ['pointer', 'goal']\nmax_speed = 2\ncombine = 'in-turn'\nscale = 0.5\n";
        // The pointer makes the velocity (-3, 0); seek then asks for (2, 0) - (-3, 0), half of which is added.
        assert_near(velocity_after_a_step(scenario, &[([0.0, 0.0], [0.0, 0.0])]), [-0.5, 0.0]);
    }

    #[test]
    fn forces_turn_the_heading_and_keep_the_speed() {
        let heading = |inertia: f64, velocity: [f64; 2], goal: [f64; 2]| {
            let scenario = format!(
                "[space]\nkind = 'open'\n[goal]\nposition = {goal:?}\nresponse = 'raw'\n
                 [motion]\ncombine = 'heading'\nmax_speed = 2\ninertia = {inertia:?}\n"
            );
            velocity_after_a_step(&scenario, &[([0.0, 0.0], velocity)])
        };
        assert_near(heading(1.0, [2.0, 0.0], [0.0, 1.0]), [2f64.sqrt(), 2f64.sqrt()]);
        assert_near(heading(0.75, [2.0, 0.0], [0.0, 1.0]), [1.2, 1.6]);
        // Without a force it keeps its velocity, even above max_speed.
        assert_eq!(heading(1.0, [7.0, 0.0], [0.0, 0.0]), [7.0, 0.0]);
    }

    #[test]
    fn a_rule_missing_from_the_order_does_not_act() {
        let scenario = "[space]\nkind = 'open'\n[goal]\nposition = [3, 0]\n[motion]\norder = ['wander']\n";
        assert_eq!(velocity_after_a_step(scenario, &[([0.0, 0.0], [1.0, 0.0])]), [1.0, 0.0]);
    }
}
