//! How the rules' forces become one.

use super::Reference;
use super::avoid::avoidance;
use super::maths::{cut, length, sum, times};
use super::rules;
use super::surroundings::Surroundings;
use crate::scenario::settings::{Combine, ORDER};

/// The boid that steers.
#[derive(Clone, Copy, Debug)]
pub struct Boid<const D: usize> {
    pub id: usize,
    pub position: [f64; D],
    pub velocity: [f64; D],
}

/// What a boid wants to do.
#[derive(Clone, Debug)]
pub struct Steering<const D: usize> {
    /// Each rule's force, limited and weighted, in the order in which the rules count.
    pub terms: Vec<(&'static str, [f64; D])>,
    /// The one force they become.
    pub force: [f64; D],
    /// The velocity, which only `in-turn` changes before the boid moves.
    pub velocity: [f64; D],
    /// Where the wander point has crept.
    pub wander: [f64; D],
    /// The waypoint that it heads for.
    pub waypoint: u32,
}

/// Asks every rule in its order and combines their forces.
pub fn steer<const D: usize>(flock: &Reference<D>, id: usize, surroundings: &Surroundings<D>) -> Steering<D> {
    let motion = &flock.species(id).motion;
    // Validation asks for a budget where one is needed.
    let budget = motion.max_force.unwrap_or(f64::INFINITY);
    let mut boid = flock.boid(id);
    let mut terms = Vec::new();
    let mut force = [0.0; D];
    let mut spent = 0.0;
    let wander = rules::crept_wander_point(flock, id);
    let waypoint = rules::passed_waypoint(flock, id);
    let avoidance = avoidance(flock, &boid);
    let mut leave = 1.0;
    for rule in motion.order.iter().filter_map(|word| ORDER.into_iter().find(|rule| rule == word)) {
        let term = match rule {
            "separation" => rules::separation(flock, &boid, surroundings),
            "alignment" => rules::alignment(flock, &boid, surroundings),
            "cohesion" => rules::cohesion(flock, &boid, surroundings),
            "flee" => rules::flee(flock, &boid, surroundings),
            "hunt" => rules::hunt(flock, &boid, surroundings),
            "goal" => rules::goal(flock, &boid, waypoint),
            "flow" => rules::flow(flock, &boid),
            "pointer" => rules::pointer(flock, &boid),
            "avoid" => times(avoidance.force, flock.species(id).avoid.weight),
            _ => rules::wander(flock, &boid, wander),
        };
        // The rules behind this one count the less, the nearer a collision is.
        let term = if leave < 1.0 { times(term, leave) } else { term };
        if rule == "avoid" {
            leave = avoidance.leave;
        }
        terms.push((rule, term));
        match motion.combine {
            Combine::Sum | Combine::Heading => force = sum(force, term),
            // Ben Eater: every rule edits the velocity that the next one sees.
            Combine::InTurn => boid.velocity = sum(boid.velocity, times(term, motion.scale * motion.step)),
            // Buckland: what is used up is the length of the sum so far.
            Combine::BudgetOfSum => {
                let left = budget - length(force);
                if left > 0.0 {
                    force = sum(force, cut(term, left));
                }
            }
            // Reynolds 1987: what is used up are the lengths added so far, even if they cancel.
            Combine::BudgetOfLengths => {
                let left = budget - spent;
                if left > 0.0 {
                    let granted = cut(term, left);
                    spent += length(granted);
                    force = sum(force, granted);
                }
            }
        }
    }
    Steering { terms, force, velocity: boid.velocity, wander, waypoint }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, velocity_after_a_step};

    /// Three forces on a boid at rest in the middle: (3, 0), then (-3, 0), then (0, 4).
    fn combined(combine: &str) -> [f64; 2] {
        let scenario = format!(
            "[space]\nkind = 'open'\n[goal]\nposition = [3, 0]\nresponse = 'raw'\n
             [pointer]\nmode = 'attract'\nposition = [-9, 0]\nfalloff = 'constant'\nweight = 3\n
             [motion]\norder = ['goal', 'pointer', 'cohesion']\nmax_speed = 100\nmax_force = 5\ncombine = '{combine}'\n"
        );
        velocity_after_a_step(&scenario, &[([0.0, 0.0], [0.0, 0.0]), ([0.0, 4.0], [0.0, 0.0])])
    }

    #[test]
    fn forces_add_up() {
        assert_near(combined("sum"), [0.0, 4.0]);
    }

    #[test]
    fn a_budget_of_the_sum_counts_how_long_the_sum_is() {
        // 3 of 5 are used, so that -3 is cut to -2; then 1 is used, and 4 are left.
        assert_near(combined("budget-of-sum"), [1.0, 4.0]);
    }

    #[test]
    fn a_budget_of_lengths_counts_all_that_was_added() {
        // 3 of 5 are used, then the other 2.
        assert_near(combined("budget-of-lengths"), [1.0, 0.0]);
    }

    #[test]
    fn rules_in_turn_see_the_velocity_that_the_last_one_left() {
        let scenario = "[space]\nkind = 'open'\n[goal]\nposition = [3, 0]\nresponse = 'seek'\n
             [pointer]\nmode = 'attract'\nposition = [-9, 0]\nfalloff = 'constant'\nweight = 6\n
             [motion]\norder = ['pointer', 'goal']\nmax_speed = 2\ncombine = 'in-turn'\nscale = 0.5\n";
        // The pointer makes it (-3, 0); seeking from there asks for (2, 0) - (-3, 0), half of which is added.
        assert_near(velocity_after_a_step(scenario, &[([0.0, 0.0], [0.0, 0.0])]), [-0.5, 0.0]);
    }

    #[test]
    fn forces_turn_the_heading_and_leave_the_speed() {
        let heading = |inertia: f64, velocity: [f64; 2], goal: [f64; 2]| {
            let scenario = format!(
                "[space]\nkind = 'open'\n[goal]\nposition = {goal:?}\nresponse = 'raw'\n
                 [motion]\ncombine = 'heading'\nmax_speed = 2\ninertia = {inertia:?}\n"
            );
            velocity_after_a_step(&scenario, &[([0.0, 0.0], velocity)])
        };
        assert_near(heading(1.0, [2.0, 0.0], [0.0, 1.0]), [2f64.sqrt(), 2f64.sqrt()]);
        assert_near(heading(0.75, [2.0, 0.0], [0.0, 1.0]), [1.2, 1.6]);
        // Without a force it flies on, at whatever speed.
        assert_eq!(heading(1.0, [7.0, 0.0], [0.0, 0.0]), [7.0, 0.0]);
    }

    #[test]
    fn a_rule_that_the_order_does_not_name_does_not_act() {
        let scenario = "[space]\nkind = 'open'\n[goal]\nposition = [3, 0]\n[motion]\norder = ['wander']\n";
        assert_eq!(velocity_after_a_step(scenario, &[([0.0, 0.0], [1.0, 0.0])]), [1.0, 0.0]);
    }
}
