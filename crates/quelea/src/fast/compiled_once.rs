//! The engine is compiled in this crate, once for each dimension.
//!
//! A generic function is compiled in every crate that calls it, and the step is a very large one: a program that uses
//! [`World`] would compile the whole engine again. These functions find out the dimension when they are called, and
//! call one that is not generic.

use crate::engine::StepStats;
use crate::fast::indexed_flock::Halo;
use crate::fast::integration::Stage;
use crate::fast::world::World;
use crate::fast::{stats, step, world};
use std::any::Any;
use std::ops::Range;

macro_rules! compiled_once {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $generic:path;)*) => {
        $($(#[$doc])*
        pub(super) fn $name<const D: usize>(world: &mut World<D> $(, $argument: $type)*) -> $result {
            fn flat(world: &mut World<2> $(, $argument: $type)*) -> $result {
                $generic(world $(, $argument)*)
            }
            fn solid(world: &mut World<3> $(, $argument: $type)*) -> $result {
                $generic(world $(, $argument)*)
            }
            let world: &mut dyn Any = world;
            if let Some(world) = world.downcast_mut() {
                return flat(world $(, $argument)*);
            }
            if let Some(world) = world.downcast_mut() {
                return solid(world $(, $argument)*);
            }
            unreachable!("a world has two or three dimensions")
        })*
    };
}

compiled_once! {
    /// Does one step.
    fn step() -> () = step::step;
    /// Writes the new state of the boids in these slots of an indexed flock.
    fn write_next(stage: Stage, slots: Range<usize>, halo: Option<&Halo>) -> () = step::write_next;
    /// Sorts the boids and builds the index, as a step does first.
    fn index() -> () = step::index;
    /// Counts what a step has to do, from about `sample` groups of boids spread over the flock.
    fn stats(sample: usize) -> StepStats = stats::stats;
    /// The slots of those that the boid in a slot of an indexed flock perceives.
    fn perceived(slot: usize) -> Vec<u32> = world::perceived;
    /// The force of each rule on one boid of an indexed flock; in 2D the third component is zero.
    fn forces(id: u32) -> Vec<(String, [f32; 3])> = world::forces;
}
