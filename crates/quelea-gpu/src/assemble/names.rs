//! The names that a step kernel has for what programs need.

use super::AXES;
use crate::emit::{Names, sum_name};
use crate::fields::Fields;
use quelea::fast::program::{Input, Memory, Sum};
use std::collections::HashMap;

/// The names that a step kernel has for what programs need.
pub(super) struct StepNames<'a, const D: usize> {
    pub fields: &'a Fields,
    pub uses_headings: bool,
    /// Sums that stand for others.
    pub same: HashMap<Sum, Sum>,
}

impl<const D: usize> StepNames<'_, D> {
    /// A vector that is loaded where it is first needed.
    fn loaded(&self, name: &str, buffer: &str, at: &str, axis: u8) -> (String, Option<String>) {
        let load = format!("let {name} = row({buffer}[{at}]);");
        (format!("{name}.{}", AXES[usize::from(axis)]), Some(load))
    }

    fn random(&self, name: String, key: u64, number: &str, place: u8, step: &str) -> (String, Option<String>) {
        let (low, high) = (key as u32, (key >> 32) as u32);
        let state = format!("random_state(constants.{step}, id, vec2u({low}u, {high}u))");
        let load = format!("let {name} = {number}({state}, {}u);", u32::from(place) + 1);
        (name, Some(load))
    }
}

impl<const D: usize> Names for StepNames<'_, D> {
    fn input(&self, input: Input) -> (String, Option<String>) {
        let part = |name: &str, axis: u8| (format!("{name}.{}", AXES[usize::from(axis)]), None);
        match input {
            Input::Position(axis) => part("position", axis),
            Input::Velocity(axis) => part("velocity", axis),
            Input::Memory(which, axis) => {
                let field = self.fields.memory(which).expect("who remembers has the memory");
                let name = match which {
                    Memory::Smoothed => "smoothed".to_owned(),
                    Memory::Wander => "wander".to_owned(),
                    Memory::Stage(index) => format!("stage{index}"),
                };
                self.loaded(&name, "memory", &format!("{field}u * grid.boids + slot"), axis)
            }
            Input::Random(key, place) => {
                self.random(format!("random_{key}_{place}"), key, "random_number", place, "step_key")
            }
            Input::LastingRandom(key, place) => {
                self.random(format!("lasting_{key}_{place}"), key, "random_number", place, "lasting_key")
            }
            Input::RandomOffset(key, place) => {
                self.random(format!("offset_{key}_{place}"), key, "random_offset", place, "step_key")
            }
            Input::Target(axis) => part("waypoint", axis),
            Input::Flow(axis) => part("flow", axis),
            Input::Avoidance(axis) => part("avoidance.force", axis),
            Input::RemainingWeight => ("avoidance.remaining_weight".into(), None),
            Input::Offset(axis) => part("d", axis),
            Input::Motion(axis) if self.uses_headings => self.loaded("other_heading", "headings", "j", axis),
            Input::Motion(axis) | Input::CandidateVelocity(axis) if D == 2 => {
                (format!("other.{}", ["z", "w"][usize::from(axis)]), None)
            }
            Input::Motion(0) | Input::CandidateVelocity(0) => ("other.w".into(), None),
            Input::Motion(axis) | Input::CandidateVelocity(axis) => {
                let load = "let other_velocity = velocities[j];".to_owned();
                (format!("other_velocity.{}", ["x", "y"][usize::from(axis) - 1]), Some(load))
            }
            Input::HasSmallerId => ("(ids[j] < best_id)".into(), None),
            Input::Sum(sum) => (sum_name(*self.same.get(&sum).unwrap_or(&sum)), None),
        }
    }
}
