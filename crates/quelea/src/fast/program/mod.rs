//! The step as data, for engines on other kinds of processors.
//!
//! The arithmetic of the fast engine writes itself down as lists of operations ([`Op`]), specialised to a scenario:
//! what it does not use is not there. An engine that carries them out in the canonical order, each operation rounded
//! by itself, gets the bits of the fast engine. Loops over boids are not recorded: finding the candidates of a boid
//! and visiting them in order is the work of the engine. So is what is better written as a loop, and comes as tables:
//! [obstacles](Obstacles), [waypoints](Waypoints), [flow fields](FlowGrid) and lists of friends.
//!
//! `quelea-gpu` makes compute shaders of it.

mod model;
mod recorder;
mod tables;

pub use super::individual::Memory;
pub use model::{Avoid, Model, Perception, PursuitProgram, SpeciesProgram, StageProgram};
pub use tables::{FlowGrid, Obstacles, Part, Shape, Waypoints};

/// The index of an operation in its list, and the value it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(pub(super) u32);

impl Value {
    /// The index in the list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation. Numbers are in single precision; each operation rounds to nearest, ties to even, and none may be fused
/// with another. Comparisons and what is made of them are truth values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// A constant, as bits.
    Constant(u32),
    /// A truth value that is always the same.
    Truth(bool),
    /// What the engine provides.
    Input(Input),
    /// The sum.
    Add(Value, Value),
    /// The difference.
    Sub(Value, Value),
    /// The product.
    Mul(Value, Value),
    /// The quotient.
    Div(Value, Value),
    /// The first where it is less, else the second.
    Min(Value, Value),
    /// The first where it is greater, else the second.
    Max(Value, Value),
    /// The square root.
    Sqrt(Value),
    /// The absolute value.
    Abs(Value),
    /// The largest whole number that is not larger.
    Floor(Value),
    /// 2 to the power of a whole number from −126 to 127.
    PowerOfTwo(Value),
    /// The exponent of a positive normal number.
    Exponent(Value),
    /// The mantissa of a positive normal number, from 1 to 2.
    Mantissa(Value),
    /// Whether the first is less.
    Less(Value, Value),
    /// Whether both are equal.
    Equal(Value, Value),
    /// Whether both are true.
    And(Value, Value),
    /// Whether one is true.
    Or(Value, Value),
    /// Whether the first is true and the second is not.
    AndNot(Value, Value),
    /// One number where a truth value holds, else the other.
    Select {
        /// The truth value.
        mask: Value,
        /// The result where it holds.
        yes: Value,
        /// The result elsewhere.
        no: Value,
    },
}

impl Op {
    /// The values it is computed from.
    pub fn operands(&self) -> impl Iterator<Item = Value> {
        let [a, b, c] = match *self {
            Op::Constant(_) | Op::Truth(_) | Op::Input(_) => [None; 3],
            Op::Sqrt(a) | Op::Abs(a) | Op::Floor(a) | Op::PowerOfTwo(a) | Op::Exponent(a) | Op::Mantissa(a) => {
                [Some(a), None, None]
            }
            Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) | Op::Min(a, b) | Op::Max(a, b) => {
                [Some(a), Some(b), None]
            }
            Op::Less(a, b) | Op::Equal(a, b) | Op::And(a, b) | Op::Or(a, b) | Op::AndNot(a, b) => {
                [Some(a), Some(b), None]
            }
            Op::Select { mask, yes, no } => [Some(mask), Some(yes), Some(no)],
        };
        [a, b, c].into_iter().flatten()
    }
}

/// What the engine provides. Vectors come one axis at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// The position of the boid.
    Position(u8),
    /// Its velocity.
    Velocity(u8),
    /// What it remembers.
    Memory(Memory, u8),
    /// A random number from 0 to 1: its place in the stream with this key, in this step.
    Random(u64, u8),
    /// Likewise in step 0, whatever the step: for what makes boids differ.
    LastingRandom(u64, u8),
    /// A random number from −1 to 1, with 53 bits before it is rounded: its place in the stream with this key.
    RandomOffset(u64, u8),
    /// The waypoint it is after.
    Target(u8),
    /// The vector of the flow grid at its position.
    Flow(u8),
    /// The force of obstacles.
    Avoidance(u8),
    /// The fraction of their force that the rules after avoidance keep.
    RemainingWeight,
    /// In a loop over candidates: the offset to the candidate.
    Offset(u8),
    /// What alignment averages of the candidate: its velocity, or its heading.
    Motion(u8),
    /// The velocity of the candidate.
    CandidateVelocity(u8),
    /// Whether the id of the candidate is smaller than that of the nearest so far.
    HasSmallerId,
    /// A sum over candidates: in their loop as it is so far, after it as it is in the end.
    Sum(Sum),
}

/// A sum over candidates. All begin at zero but those that say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sum {
    /// Pushes away from neighbours that are too close.
    Separation(u8),
    /// The number of those.
    SeparationCount,
    /// The motion of neighbours.
    Alignment(u8),
    /// The number of those.
    AlignmentCount,
    /// The sum of their weights.
    AlignmentWeight,
    /// The offsets to neighbours.
    Cohesion(u8),
    /// The number of those.
    CohesionCount,
    /// The number of perceived boids.
    PerceivedCount,
    /// Of the pursuit with this index: the offsets to its targets.
    Pursuit(u8, u8),
    /// The number of targets.
    PursuitCount(u8),
    /// The squared distance of the nearest target so far. Begins at that of the furthest that counts.
    PursuitBest(u8),
}

/// What a program computes for a boid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Output {
    /// The new position.
    Position(u8),
    /// The new velocity.
    Velocity(u8),
    /// What it remembers.
    Memory(Memory, u8),
}
