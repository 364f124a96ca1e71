//! How the forces of the rules are combined.

use super::Reference;
use super::avoid::avoidance;
use super::neighbourhood::Neighbourhood;
use super::rules;
use crate::geometry::vector::{add, clamp_length, length, scale};
use crate::model::RuleKind;
use crate::model::settings::Combine;

/// The boid that steers.
#[derive(Clone, Copy, Debug)]
pub struct Boid<const D: usize> {
    pub id: usize,
    pub position: [f64; D],
    pub velocity: [f64; D],
}

/// The result of steering.
#[derive(Clone, Debug)]
pub struct Steering<const D: usize> {
    /// The force of each rule, limited and weighted, in the order in which rules act.
    pub forces: Vec<(RuleKind, [f64; D])>,
    /// The combined force.
    pub force: [f64; D],
    /// The velocity, which only `in-turn` changes before the boid moves.
    pub velocity: [f64; D],
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
    let mut forces = Vec::new();
    let mut force = [0.0; D];
    let mut spent = 0.0;
    let wander = rules::advance_wander_point(flock, id);
    let waypoint = rules::advance_waypoint(flock, id);
    let avoidance = avoidance(flock, &boid);
    let mut remaining_weight = 1.0;
    for rule in motion.order.iter().copied() {
        let rule_force = match rule {
            RuleKind::Separation => rules::separation(flock, &boid, neighbourhood),
            RuleKind::Alignment => rules::alignment(flock, &boid, neighbourhood),
            RuleKind::Cohesion => rules::cohesion(flock, &boid, neighbourhood),
            RuleKind::Flee => rules::flee(flock, &boid, neighbourhood),
            RuleKind::Hunt => rules::hunt(flock, &boid, neighbourhood),
            RuleKind::Goal => rules::goal(flock, &boid, waypoint),
            RuleKind::Flow => rules::flow(flock, &boid),
            RuleKind::Pointer => rules::pointer(flock, &boid),
            RuleKind::Avoid => scale(avoidance.force, flock.species(id).avoid.weight),
            RuleKind::Wander => rules::wander(flock, &boid, wander),
        };
        // The rules after `avoid` count the less, the nearer a collision is.
        let rule_force = if remaining_weight < 1.0 { scale(rule_force, remaining_weight) } else { rule_force };
        if rule == RuleKind::Avoid {
            remaining_weight = avoidance.remaining_weight;
        }
        forces.push((rule, rule_force));
        match motion.combine {
            Combine::Sum | Combine::Heading => force = add(force, rule_force),
            // Ben Eater: every rule edits the velocity that the next one sees.
            Combine::InTurn => boid.velocity = add(boid.velocity, scale(rule_force, motion.scale * motion.step)),
            // Buckland: the length of the sum so far counts against the budget.
            Combine::BudgetOfSum => {
                let left = budget - length(force);
                if left > 0.0 {
                    force = add(force, clamp_length(rule_force, left));
                }
            }
            // Reynolds 1987: the lengths added so far count against the budget, even if they cancel.
            Combine::BudgetOfLengths => {
                let left = budget - spent;
                if left > 0.0 {
                    let granted = clamp_length(rule_force, left);
                    spent += length(granted);
                    force = add(force, granted);
                }
            }
        }
    }
    Steering { forces, force, velocity: boid.velocity, wander, waypoint }
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
