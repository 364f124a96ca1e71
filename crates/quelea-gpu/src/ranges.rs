//! Between which numbers a value lies, as far as its operations and what is known where it is computed say: division by a
//! number that is neither very small nor very large is simpler.

use quelea::fast::program::{Input, Op, Sum, Value};

/// From the one to the other, quotients need no special cases: see exact.wgsl.
pub(crate) const LEAST_MODERATE: f32 = 1e-18;
pub(crate) const MOST_MODERATE: f32 = 1e18;

/// More than any number of boids.
const MOST_BOIDS: f32 = 8e9;

/// A range that a value is in, given truth values that are known.
pub(crate) fn range(ops: &[Op], facts: &[(Value, bool)], value: Value) -> (f32, f32) {
    let of = |value| range(ops, facts, value);
    let (mut low, mut high) = match ops[value.index()] {
        Op::Constant(bits) => (f32::from_bits(bits), f32::from_bits(bits)),
        // What is not a number is in neither, so that the bound of the second is all that is certain.
        Op::Max(_, b) => (of(b).0, f32::INFINITY),
        Op::Input(Input::Sum(
            Sum::SeparationCount
            | Sum::AlignmentCount
            | Sum::CohesionCount
            | Sum::PerceivedCount
            | Sum::PursuitCount(_),
        )) => (0.0, MOST_BOIDS),
        _ => (f32::NEG_INFINITY, f32::INFINITY),
    };
    if let Op::Max(a, b) = ops[value.index()] {
        let (a, b) = (of(a), of(b));
        low = low.max(b.0);
        high = high.min(a.1.max(b.1));
    }
    for (fact, holds) in facts {
        if let (Op::Less(a, b), true) = (ops[fact.index()], holds) {
            if a == value {
                high = high.min(of_constant(ops, b).unwrap_or(f32::INFINITY));
            }
            if b == value {
                low = low.max(of_constant(ops, a).unwrap_or(f32::NEG_INFINITY));
            }
        }
    }
    (low, high)
}

fn of_constant(ops: &[Op], value: Value) -> Option<f32> {
    match ops[value.index()] {
        Op::Constant(bits) => Some(f32::from_bits(bits)),
        _ => None,
    }
}
