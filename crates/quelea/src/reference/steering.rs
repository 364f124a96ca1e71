//! How the rules' forces become one.

use super::Reference;
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
    for rule in motion.order.iter().filter_map(|word| ORDER.into_iter().find(|rule| rule == word)) {
        let term = match rule {
            "separation" => rules::separation(flock, &boid, surroundings),
            "alignment" => rules::alignment(flock, &boid, surroundings),
            "cohesion" => rules::cohesion(flock, &boid, surroundings),
            "flee" => rules::flee(flock, &boid, surroundings),
            "hunt" => rules::hunt(flock, &boid, surroundings),
            "goal" => rules::goal(flock, &boid),
            "pointer" => rules::pointer(flock, &boid),
            "avoid" => rules::avoid(flock, &boid),
            _ => rules::wander(flock, &boid, wander),
        };
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
    Steering { terms, force, velocity: boid.velocity, wander }
}
