//! Steering: from what a boid makes of its surroundings to a force.
//!
//! Each rule has a wish, a response turns it into a force, and the forces are combined as the scenario says.
//! See docs/model.md for the formulas; they stand here in the same order.

use crate::lanes::Lanes;
use crate::laws::{Law, Laws, Motion, Rule, Wish};
use crate::look::{Sums, heading};
use crate::scenario::settings::{Average, Combine, Falloff, Response};
use crate::surroundings::avoid::Avoidance;
use crate::vector::Vector;

/// What a group of boids of one species knows when it steers.
pub(crate) struct Helm<'a, L: Lanes, const D: usize> {
    pub laws: &'a Laws<D>,
    pub law: &'a Law<D>,
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
    pub sums: Sums<L, D>,
    /// The point its wandering follows, where it wanders.
    pub wander: Vector<L, D>,
    /// Where it wants to go, where it has a goal.
    pub aim: Vector<L, D>,
    /// What obstacles make it do.
    pub avoidance: Avoidance<L, D>,
    /// The force of rules from outside the crate.
    pub added: Vector<L, D>,
}

/// What comes of steering.
pub(crate) struct Steering<L: Lanes, const D: usize> {
    /// The velocity that the rules left, where they edit it in turn; else as it was.
    pub velocity: Vector<L, D>,
    /// The combined force.
    pub force: Vector<L, D>,
}

impl<L: Lanes, const D: usize> Helm<'_, L, D> {
    /// Combines the rules' forces.
    #[inline(always)]
    pub fn steer(&self) -> Steering<L, D> {
        let motion = &self.law.motion;
        let rules = &self.law.rules;
        let (mut velocity, mut force) = (self.velocity, Vector::zero());
        let budget = L::splat(motion.max_force.unwrap_or(f32::MAX));
        let mut used = L::zero();
        // Rules from outside the crate come last.
        for index in 0..=rules.len() {
            let wanted = match rules.get(index) {
                Some(rule) => self.force(rule, velocity),
                None => self.added * self.avoidance.leave,
            };
            match motion.combine {
                Combine::Sum | Combine::Heading => force = force + wanted,
                Combine::InTurn => velocity = velocity + wanted * L::splat(motion.scale * motion.step),
                Combine::BudgetOfSum | Combine::BudgetOfLengths => {
                    let added = wanted.cut((budget - used).max(L::zero()));
                    force = force + added;
                    used = if motion.combine == Combine::BudgetOfSum { force.length() } else { used + added.length() };
                }
            }
        }
        Steering { velocity, force }
    }

    /// The force of one rule on boids that move with this velocity.
    #[inline(always)]
    pub fn force(&self, rule: &Rule, velocity: Vector<L, D>) -> Vector<L, D> {
        let (wish, there) = self.wish(rule, velocity);
        let force = respond(rule, &self.law.motion, wish, velocity);
        let force = match rule.limit {
            Some(limit) => force.cut(L::splat(limit)),
            None => force,
        };
        let force = (force * L::splat(rule.weight)).only(L::zero().lt(there));
        if rule.yields { force * self.avoidance.leave } else { force }
    }

    /// What a rule wishes for, and how many it concerns: none, no force.
    #[inline(always)]
    fn wish(&self, rule: &Rule, velocity: Vector<L, D>) -> (Vector<L, D>, L) {
        let (sums, one) = (&self.sums, L::splat(1.0));
        match rule.wish {
            Wish::Separation { average } => (self.averaged(sums.push, average, sums.pushes, false), sums.pushes),
            Wish::Alignment { average, include_self, relative } => {
                let own = if self.law.senses.headings { velocity.unit() } else { velocity };
                let sum = if include_self { sums.along + own } else { sums.along };
                let mean = self.averaged(sum, average, sums.alongs, include_self);
                (if relative { mean - own } else { mean }, sums.alongs)
            }
            Wish::Cohesion { average, include_self } => {
                (self.averaged(sums.centre, average, sums.centres, include_self), sums.centres)
            }
            Wish::Flee => (sums.flee, sums.flees),
            Wish::Hunt => (sums.hunt, sums.hunts),
            Wish::Goal => (self.laws.space.offset(self.position, self.aim), one),
            Wish::Flow => match &self.law.flow {
                Some(flow) => (flow.at(&self.laws.space, self.position), one),
                None => (Vector::zero(), one),
            },
            Wish::Pointer => (self.pointer(), one),
            Wish::Avoid => (self.avoidance.force, one),
            Wish::Wander => {
                let ahead = heading(velocity) * L::splat(self.law.wander.distance);
                (ahead + self.wander, one)
            }
        }
    }

    /// A sum over `count` others divided as the rule says, the boid itself counted or not.
    #[inline(always)]
    fn averaged(&self, sum: Vector<L, D>, average: Average, count: L, include_self: bool) -> Vector<L, D> {
        let one = L::splat(1.0);
        let number = match average {
            Average::Sum => return sum,
            Average::Mean => count,
            Average::Perceived => self.sums.perceived,
        };
        let number = if include_self { number + one } else { number.max(one) };
        sum * (one / number)
    }

    /// A mouse, a finger: towards it or away from it, by the distance from its rim.
    #[inline(always)]
    fn pointer(&self) -> Vector<L, D> {
        let Some(pointer) = &self.laws.pointer else { return Vector::zero() };
        let to = self.laws.space.offset(self.position, Vector::splat(pointer.position));
        let m = to.length() - L::splat(pointer.radius);
        let felt = m.lt(L::splat(pointer.reach));
        let m = m.max(L::splat(pointer.closest));
        let one = L::splat(1.0);
        let strength = match pointer.falloff {
            Falloff::Offset => m,
            Falloff::Constant => one,
            Falloff::Inverse => one / m,
            Falloff::InverseSquare => one / (m * m),
        };
        (to.unit() * (strength * L::splat(pointer.weight))).only(felt)
    }
}

/// Turns a wish into a force. A wish of exactly zero gives none.
#[inline(always)]
fn respond<L: Lanes, const D: usize>(
    rule: &Rule,
    motion: &Motion,
    wish: Vector<L, D>,
    velocity: Vector<L, D>,
) -> Vector<L, D> {
    if rule.response == Response::Raw {
        return wish;
    }
    let unit = wish.unit();
    let speed = L::splat(motion.max_speed);
    let force = match rule.response {
        Response::Raw | Response::Unit => unit,
        Response::Seek => unit * speed - velocity,
        Response::Arrive => {
            let share = match rule.slowing {
                Some(slowing) => (wish.length() / L::splat(slowing)).min(L::splat(1.0)),
                None => L::splat(1.0),
            };
            unit * (speed * share) - velocity
        }
        Response::UnitSeek => (unit * speed - velocity).unit(),
    };
    force.only(L::zero().lt(unit.dot(unit)))
}
