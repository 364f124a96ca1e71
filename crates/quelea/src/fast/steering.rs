//! Steering: from what a boid perceives to a force.
//!
//! Each rule has a desired motion, a response turns it into a force, and the forces are combined as the scenario
//! says. The formulas are those of docs/model.md, in the same order.

use crate::fast::compiled::{CompiledModel, CompiledRule, SpeciesModel};
use crate::fast::environment::avoid::Avoidance;
use crate::fast::perception::{NeighbourSums, heading};
use crate::fast::simd::Lanes;
use crate::fast::turning::turn_towards;
use crate::fast::vector::Vector;
use crate::model::RuleKind;
use crate::model::settings::{Average, Combine, Falloff, KernelKind, Response};

/// What a group of boids of one species knows when it steers.
pub(crate) struct SteeringInput<'a, L: Lanes, const D: usize> {
    pub model: &'a CompiledModel<D>,
    pub species: &'a SpeciesModel<D>,
    pub position: Vector<L, D>,
    pub velocity: Vector<L, D>,
    /// The speed limit of each boid in this step.
    pub max_speed: L,
    pub sums: NeighbourSums<L, D>,
    /// What boids that graze add to their force; `None` if the species never grazes.
    pub grazing: Option<Grazing<L, D>>,
    /// The wander point, relative to the centre of its sphere.
    pub wander: Vector<L, D>,
    /// The position of the goal, if there is one.
    pub target: Vector<L, D>,
    /// The flow at the position, if there is one.
    pub flow: Vector<L, D>,
    /// What obstacles make it do.
    pub avoidance: Avoidance<L, D>,
    /// The force of rules from outside the crate.
    pub outside: Vector<L, D>,
}

/// Boids that graze, and the random step each of them takes.
#[derive(Clone, Copy)]
pub(crate) struct Grazing<L: Lanes, const D: usize> {
    pub grazes: L::Mask,
    pub step: Vector<L, D>,
}

/// What one rule makes boids do.
pub(crate) struct Answer<L: Lanes, const D: usize> {
    desired: Vector<L, D>,
    /// Whether it applies to anybody, and is heard.
    acts: L::Mask,
    /// The force, limited and weighted.
    pub force: Vector<L, D>,
}

impl<L: Lanes, const D: usize> Answer<L, D> {
    /// The velocity turned towards the desired motion.
    #[inline(always)]
    pub fn turned(&self, rule: &CompiledRule, velocity: Vector<L, D>) -> Vector<L, D> {
        let turned = turn_towards(velocity, self.desired, rule.max_turn.splat()) * velocity.length();
        turned.select(self.acts, velocity)
    }
}

/// The rules that are still allowed to act, while they act one after the other.
pub(crate) struct Silence<L: Lanes> {
    silent: L,
}

impl<L: Lanes> Silence<L> {
    #[inline(always)]
    pub fn new() -> Self {
        Silence { silent: L::zero() }
    }
}

/// The result of steering.
pub(crate) struct Steering<L: Lanes, const D: usize> {
    /// The velocity after rules that edit it in turn; else unchanged.
    pub velocity: Vector<L, D>,
    /// The combined force.
    pub force: Vector<L, D>,
    /// The number of headings that alignment compares noise with.
    pub headings: L,
}

impl<L: Lanes, const D: usize> SteeringInput<'_, L, D> {
    /// Combines the forces of all rules.
    #[inline(always)]
    pub fn steer(&self) -> Steering<L, D> {
        let (motion, rules) = (&self.species.motion, &self.species.rules);
        let (mut velocity, mut force) = (self.velocity, Vector::zero());
        let budget = L::splat(motion.max_force.unwrap_or(f32::MAX));
        let mut used = L::zero();
        let mut joint = Vector::zero();
        let mut silence = Silence::new();
        // Rules from outside the crate come last.
        for index in 0..=rules.len() {
            let wanted = match rules.get(index) {
                Some(rule) => {
                    let answer = self.answer(rule, velocity, &mut silence);
                    if motion.combine == Combine::Turns {
                        velocity = answer.turned(rule, velocity);
                        continue;
                    }
                    answer.force
                }
                None => self.outside * self.avoidance.remaining_weight,
            };
            if rules.get(index).is_some_and(|rule| rule.joint) {
                joint = joint + wanted;
                continue;
            }
            match motion.combine {
                Combine::Turns => {}
                Combine::Sum | Combine::Heading => force = force + wanted,
                Combine::InTurn => velocity = velocity + wanted * L::splat(motion.scale * motion.step),
                Combine::BudgetOfSum | Combine::BudgetOfLengths => {
                    let granted = wanted.clamp_length((budget - used).max(L::zero()));
                    force = force + granted;
                    used = match motion.combine {
                        Combine::BudgetOfSum => force.length(),
                        _ => used + granted.length(),
                    };
                }
            }
        }
        if motion.has_joint {
            force = joint.unit() + force;
        }
        if let Some(grazing) = &self.grazing {
            force = force + grazing.step;
        }
        let one = L::splat(1.0);
        let headings = if motion.noise_of_sum { one + self.sums.alignment_count } else { one };
        Steering { velocity, force, headings }
    }

    /// What one rule makes boids with this velocity do. Rules must be asked in order: one may silence those after it.
    #[inline(always)]
    pub fn answer(&self, rule: &CompiledRule, velocity: Vector<L, D>, silence: &mut Silence<L>) -> Answer<L, D> {
        let (desired, applies_to) = self.desired_motion(rule, velocity);
        let mut acts = L::zero().lt(applies_to);
        if self.species.silences {
            acts = L::and(acts, self.is_heard(rule, applies_to, silence));
        }
        let mut force = respond(rule, self.max_speed, desired, velocity);
        if rule.match_velocity != 0.0 {
            let goal = self.species.goal.as_ref().map_or(Vector::zero(), |goal| goal.velocity());
            force = force + (goal - velocity) * L::splat(rule.match_velocity);
        }
        let force = match rule.limit {
            Some(limit) => force.clamp_length(L::splat(limit)),
            None => force,
        };
        let force = (force * L::splat(rule.weight)).mask(acts);
        let force = if rule.attenuated { force * self.avoidance.remaining_weight } else { force };
        Answer { desired, acts, force }
    }

    /// Where a rule may act, given those before it.
    #[inline(always)]
    fn is_heard(&self, rule: &CompiledRule, applies_to: L, silence: &mut Silence<L>) -> L::Mask {
        let one = L::splat(1.0);
        let mut heard = silence.silent.lt(one);
        if let (Some(grazing), RuleKind::Alignment | RuleKind::Cohesion) = (&self.grazing, rule.kind) {
            heard = L::and_not(heard, grazing.grazes);
        }
        if rule.exclusive {
            silence.silent = one.select(L::and(heard, L::zero().lt(applies_to)), silence.silent);
        }
        heard
    }

    /// The desired motion of a rule, and the number of boids it applies to: without any there is no force.
    #[inline(always)]
    fn desired_motion(&self, rule: &CompiledRule, velocity: Vector<L, D>) -> (Vector<L, D>, L) {
        let (sums, one) = (&self.sums, L::splat(1.0));
        match rule.kind {
            RuleKind::Separation => (self.average(sums.separation, rule, sums.separation_count), sums.separation_count),
            RuleKind::Alignment => {
                let own = if self.species.ranges.uses_headings { velocity.unit() } else { velocity };
                let mut sum = if rule.include_self { sums.alignment + own } else { sums.alignment };
                if rule.pairwise {
                    let constant = self.species.kernels.alignment.kind == KernelKind::Constant;
                    sum = sum - own * if constant { sums.alignment_count } else { sums.alignment_weight };
                }
                let mean = self.average(sum, rule, sums.alignment_count);
                (if rule.relative { mean - own } else { mean }, sums.alignment_count)
            }
            RuleKind::Cohesion => (self.average(sums.cohesion, rule, sums.cohesion_count), sums.cohesion_count),
            RuleKind::Flee => (sums.flee, sums.flee_count),
            RuleKind::Hunt => (sums.hunt, sums.hunt_count),
            RuleKind::Herd => match self.species.herding.and_then(|herding| herding.aim) {
                Some(aim) => (Vector::splat(aim) - self.position, one),
                None => (Vector::zero(), L::zero()),
            },
            RuleKind::Goal => (self.model.space.offset(self.position, self.target), one),
            RuleKind::Flow => (self.flow, one),
            RuleKind::Pointer => (self.pointer(), one),
            RuleKind::Avoid => (self.avoidance.force, one),
            RuleKind::Wander => {
                let ahead = heading(velocity) * L::splat(self.species.wander.distance);
                (ahead + self.wander, one)
            }
        }
    }

    /// A sum over `count` neighbours divided as the rule says.
    #[inline(always)]
    fn average(&self, sum: Vector<L, D>, rule: &CompiledRule, count: L) -> Vector<L, D> {
        let one = L::splat(1.0);
        let divisor = match rule.average {
            Average::Sum => return sum,
            Average::Mean => count,
            Average::Perceived => self.sums.perceived_count,
        };
        let divisor = if rule.include_self { divisor + one } else { divisor.max(one) };
        sum * (one / divisor)
    }

    /// Towards the pointer or away from it, by the distance from its rim.
    #[inline(always)]
    fn pointer(&self) -> Vector<L, D> {
        let Some(pointer) = &self.model.pointer else { return Vector::zero() };
        let offset = self.model.space.offset(self.position, Vector::splat(pointer.position));
        let distance = offset.length() - L::splat(pointer.radius);
        let in_range = distance.lt(L::splat(pointer.reach));
        let distance = distance.max(L::splat(pointer.min_distance));
        let one = L::splat(1.0);
        let strength = match pointer.falloff {
            Falloff::Offset => distance,
            Falloff::Constant => one,
            Falloff::Inverse => one / distance,
            Falloff::InverseSquare => one / (distance * distance),
        };
        (offset.unit() * (strength * L::splat(pointer.weight))).mask(in_range)
    }
}

/// Turns a desired motion into a force. A desired motion of exactly zero gives none.
#[inline(always)]
fn respond<L: Lanes, const D: usize>(
    rule: &CompiledRule,
    speed: L,
    desired: Vector<L, D>,
    velocity: Vector<L, D>,
) -> Vector<L, D> {
    if rule.response == Response::Raw {
        return desired;
    }
    let unit = desired.unit();
    let force = match rule.response {
        Response::Raw | Response::Unit => unit,
        Response::Seek => unit * speed - velocity,
        Response::Arrive => {
            let share = match rule.slowing {
                Some(slowing) => (desired.length() / L::splat(slowing)).min(L::splat(1.0)),
                None => L::splat(1.0),
            };
            unit * (speed * share) - velocity
        }
        Response::UnitSeek => (unit * speed - velocity).unit(),
    };
    force.mask(L::zero().lt(unit.dot(unit)))
}
