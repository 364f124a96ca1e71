//! Lanes that compute nothing: they write down what is done with them.
//!
//! The arithmetic of the step is generic over [`Lanes`]. Run with [`Traced`], it leaves a list of operations instead
//! of a number. What a scenario decides (which rules there are, which kernel, which boundary) is decided while the
//! list is written, so it has only what this scenario needs. Equal operations are written down once, and operations
//! on constants are done at once, which rounds as the step would.

use super::{Input, Op, Value};
use crate::fast::simd::{Lanes, Task};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Add, Div, Mul, Sub};

/// A number of the program that is being recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Traced(pub Value);

/// A truth value of the program that is being recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TracedMask(pub Value);

#[derive(Default)]
struct Recorder {
    ops: Vec<Op>,
    known: HashMap<Op, Value>,
}

thread_local! {
    static RECORDER: RefCell<Recorder> = RefCell::default();
}

/// Records what `f` does with traced lanes.
pub(crate) fn record<R>(f: impl FnOnce() -> R) -> (R, Vec<Op>) {
    RECORDER.with_borrow_mut(|recorder| *recorder = Recorder::default());
    let result = f();
    (result, RECORDER.take().ops)
}

fn push(op: Op) -> Value {
    RECORDER.with_borrow_mut(|Recorder { ops, known }| {
        *known.entry(op).or_insert_with(|| {
            ops.push(op);
            Value(ops.len() as u32 - 1)
        })
    })
}

/// The number of a constant; `None` if it is known only when the program runs.
fn constant(value: Value) -> Option<f32> {
    RECORDER.with_borrow(|recorder| match recorder.ops[value.index()] {
        Op::Constant(bits) => Some(f32::from_bits(bits)),
        _ => None,
    })
}

fn truth(value: Value) -> Option<bool> {
    RECORDER.with_borrow(|recorder| match recorder.ops[value.index()] {
        Op::Truth(truth) => Some(truth),
        _ => None,
    })
}

impl Traced {
    /// A number that is known only when the program runs.
    pub fn input(input: Input) -> Self {
        Traced(push(Op::Input(input)))
    }

    fn unary(self, op: fn(Value) -> Op, now: fn(f32) -> f32) -> Self {
        match constant(self.0) {
            Some(x) => Self::splat(now(x)),
            None => Traced(push(op(self.0))),
        }
    }

    fn binary(self, other: Self, op: fn(Value, Value) -> Op, now: fn(f32, f32) -> f32) -> Self {
        match (constant(self.0), constant(other.0)) {
            (Some(a), Some(b)) => Self::splat(now(a, b)),
            _ => Traced(push(op(self.0, other.0))),
        }
    }

    fn compare(self, other: Self, op: fn(Value, Value) -> Op, now: fn(&f32, &f32) -> bool) -> TracedMask {
        match (constant(self.0), constant(other.0)) {
            (Some(a), Some(b)) => TracedMask::known(now(&a, &b)),
            _ => TracedMask(push(op(self.0, other.0))),
        }
    }
}

impl TracedMask {
    /// A truth value that is known only when the program runs.
    pub fn input(input: Input) -> Self {
        TracedMask(push(Op::Input(input)))
    }

    /// One that is known already.
    pub fn known(truth: bool) -> Self {
        TracedMask(push(Op::Truth(truth)))
    }
}

impl Add for Traced {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.binary(other, Op::Add, |a, b| a + b)
    }
}

impl Sub for Traced {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.binary(other, Op::Sub, |a, b| a - b)
    }
}

impl Mul for Traced {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.binary(other, Op::Mul, |a, b| a * b)
    }
}

impl Div for Traced {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.binary(other, Op::Div, |a, b| a / b)
    }
}

impl Lanes for Traced {
    /// Nobody asks: only loops over boids do, and those are not recorded.
    const N: usize = 1;
    type Mask = TracedMask;
    type Int = ();

    fn splat(x: f32) -> Self {
        Traced(push(Op::Constant(x.to_bits())))
    }
    fn load(_: &[f32]) -> Self {
        unreachable!("a program reads no memory: what differs between boids comes from `Individuals`")
    }
    fn store(self, _: &mut [f32]) {
        unreachable!("a program has no numbers to store")
    }
    fn floor(self) -> Self {
        self.unary(Op::Floor, libm::floorf)
    }
    fn sqrt(self) -> Self {
        self.unary(Op::Sqrt, libm::sqrtf)
    }
    fn abs(self) -> Self {
        self.unary(Op::Abs, f32::abs)
    }
    fn min(self, other: Self) -> Self {
        self.binary(other, Op::Min, <f32 as Lanes>::min)
    }
    fn max(self, other: Self) -> Self {
        self.binary(other, Op::Max, <f32 as Lanes>::max)
    }
    fn lt(self, other: Self) -> TracedMask {
        self.compare(other, Op::Less, |a, b| a < b)
    }
    fn eq(self, other: Self) -> TracedMask {
        self.compare(other, Op::Equal, |a, b| a == b)
    }
    fn mask(self, mask: TracedMask) -> Self {
        self.select(mask, Self::zero())
    }
    fn select(self, mask: TracedMask, other: Self) -> Self {
        match truth(mask.0) {
            Some(true) => self,
            Some(false) => other,
            None if self.0 == other.0 => self,
            None => Traced(push(Op::Select { mask: mask.0, yes: self.0, no: other.0 })),
        }
    }
    fn and(a: TracedMask, b: TracedMask) -> TracedMask {
        match (truth(a.0), truth(b.0)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) | (_, Some(false)) => TracedMask::known(false),
            _ => TracedMask(push(Op::And(a.0, b.0))),
        }
    }
    fn or(a: TracedMask, b: TracedMask) -> TracedMask {
        match (truth(a.0), truth(b.0)) {
            (Some(false), _) => b,
            (_, Some(false)) => a,
            (Some(true), _) | (_, Some(true)) => TracedMask::known(true),
            _ => TracedMask(push(Op::Or(a.0, b.0))),
        }
    }
    fn and_not(a: TracedMask, b: TracedMask) -> TracedMask {
        match (truth(a.0), truth(b.0)) {
            (_, Some(false)) => a,
            (Some(false), _) | (_, Some(true)) => TracedMask::known(false),
            _ => TracedMask(push(Op::AndNot(a.0, b.0))),
        }
    }
    fn bitmask(_: TracedMask) -> u32 {
        unreachable!("a program has no lanes to count")
    }
    /// Perhaps: what is done only if some lane needs it is always recorded.
    fn any(mask: TracedMask) -> bool {
        truth(mask.0).unwrap_or(true)
    }
    fn zero_int() {}
    fn add_mask((): (), _: TracedMask) {
        unreachable!("loops over candidates are not recorded")
    }
    fn to_float((): ()) -> Self {
        unreachable!("loops over candidates are not recorded")
    }
    fn ordered_key(self, _: i32) {}
    fn int_lt((): (), (): ()) -> TracedMask {
        unreachable!("loops over candidates are not recorded")
    }
    fn power_of_two(self) -> Self {
        self.unary(Op::PowerOfTwo, <f32 as Lanes>::power_of_two)
    }
    fn exponent(self) -> Self {
        self.unary(Op::Exponent, <f32 as Lanes>::exponent)
    }
    fn mantissa(self) -> Self {
        self.unary(Op::Mantissa, <f32 as Lanes>::mantissa)
    }
    fn out_of_line<T: Task>(task: T) -> T::Output {
        task.run()
    }
}
