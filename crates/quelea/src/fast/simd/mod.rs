//! SIMD: several boids at once, one per lane.
//!
//! The arithmetic of the fast engine is written once, generic over [`Lanes`], and compiled for every width the
//! processor may have. Lanes are boids, never neighbours: no lane ever meets another, there is no horizontal sum,
//! and so the width cannot change a result. Every operation is exactly rounded (IEEE 754), nothing is fused and
//! nothing approximate, so the instruction set cannot change it either.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
mod register;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
mod width;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use width::Width;

use std::ops::{Add, Div, Mul, Sub};

/// The largest number of lanes.
pub const MAX_LANES: usize = 16;

/// One single-precision number per lane.
pub trait Lanes:
    Copy + Send + Sync + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The number of lanes.
    const N: usize;
    /// One flag per lane.
    type Mask: Copy;
    /// One 32-bit integer per lane: counts and sort keys.
    type Int: Copy;

    /// The same number in every lane.
    fn splat(x: f32) -> Self;
    /// Loads one number per lane from the start of a slice, which must be long enough.
    fn load(from: &[f32]) -> Self;
    /// Stores one number per lane to the start of a slice, which must be long enough.
    fn store(self, to: &mut [f32]);
    /// The square root.
    fn sqrt(self) -> Self;
    /// The absolute value.
    fn abs(self) -> Self;
    /// The largest whole number that is not larger. Rarely needed: lane by lane, since SSE2 has no instruction for it.
    #[inline(always)]
    fn floor(self) -> Self {
        Self::load(&self.to_array().map(libm::floorf))
    }
    /// The minimum. Neither operand may be NaN; of two equal operands the second.
    fn min(self, other: Self) -> Self;
    /// The maximum. Neither operand may be NaN; of two equal operands the second.
    fn max(self, other: Self) -> Self;
    /// `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self == other`.
    fn eq(self, other: Self) -> Self::Mask;
    /// `self` where the mask is set, else +0.
    fn mask(self, mask: Self::Mask) -> Self;
    /// `self` where the mask is set, else `other`.
    fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// `a & b`.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `a | b`.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `a & !b`.
    fn and_not(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// One bit per lane, the first lane lowest.
    fn bitmask(mask: Self::Mask) -> u32;
    /// Zero as an integer.
    fn zero_int() -> Self::Int;
    /// Adds one where the mask is set.
    fn add_mask(count: Self::Int, mask: Self::Mask) -> Self::Int;
    /// Integers as floating-point numbers.
    fn to_float(count: Self::Int) -> Self;
    /// The bits of numbers that are not negative, plus an offset. With [`ZERO_FIRST`] keys sort like the numbers;
    /// with [`ZERO_LAST`] too, except that zero sorts last, so that one comparison can exclude it.
    fn ordered_key(self, offset: i32) -> Self::Int;
    /// `a < b`.
    fn int_lt(a: Self::Int, b: Self::Int) -> Self::Mask;
    /// 2 to the power of a whole number from −126 to 127.
    fn power_of_two(self) -> Self;
    /// The exponent of a positive normal number x: e in x = m·2^e, with m from 1 to 2.
    fn exponent(self) -> Self;
    /// The mantissa of a positive normal number: m in x = m·2^e, with m from 1 to 2.
    fn mantissa(self) -> Self;

    /// Runs a task in a function of its own, compiled for these lanes.
    fn out_of_line<T: Task>(task: T) -> T::Output;

    /// Whether any flag is set.
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::bitmask(mask) != 0
    }
    /// Writes the index of each lane whose flag is set, counted from `first`, to the start of a slice, and returns
    /// how many there are. Slots beyond them, up to the number of lanes, are clobbered.
    #[inline(always)]
    fn compress_indices(mask: Self::Mask, first: u32, to: &mut [u32]) -> usize {
        let bits = Self::bitmask(mask) as usize & 255;
        let to = &mut to[..Self::N];
        for index in 0..Self::N {
            to[index] = first + u32::from(SET_LANES[bits][index]);
        }
        usize::from(SET_COUNTS[bits])
    }
    /// `self + other` where the mask is set. The same as adding +0 elsewhere, as long as `self` is not −0.
    #[inline(always)]
    fn masked_add(self, other: Self, mask: Self::Mask) -> Self {
        self + other.mask(mask)
    }
    /// `self - other` where the mask is set.
    #[inline(always)]
    fn masked_sub(self, other: Self, mask: Self::Mask) -> Self {
        self - other.mask(mask)
    }
    /// Zero in every lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }
    /// A function of the lane's index.
    #[inline(always)]
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self {
        let numbers: [f32; MAX_LANES] = std::array::from_fn(f);
        Self::load(&numbers)
    }
    /// The numbers at the start of an array.
    #[inline(always)]
    fn to_array(self) -> [f32; MAX_LANES] {
        let mut numbers = [0.0; MAX_LANES];
        self.store(&mut numbers);
        numbers
    }
    /// Loads from a slice that may be shorter than the lanes; its last number fills the rest.
    #[inline(always)]
    fn load_partial(from: &[f32]) -> Self {
        if from.len() >= Self::N {
            return Self::load(from);
        }
        Self::from_fn(|lane| from[lane.min(from.len() - 1)])
    }
    /// Stores to a slice that may be shorter than the lanes.
    #[inline(always)]
    fn store_partial(self, to: &mut [f32]) {
        if to.len() >= Self::N {
            return self.store(to);
        }
        to.copy_from_slice(&self.to_array()[..to.len()]);
    }
}

/// See [`Lanes::ordered_key`].
pub const ZERO_FIRST: i32 = 0;
/// See [`Lanes::ordered_key`].
pub const ZERO_LAST: i32 = i32::MAX;

/// A computation that runs at any width.
pub trait Kernel {
    /// Its result.
    type Output;
    /// Runs it. Must be `#[inline(always)]`, and so must everything it calls with lanes: only then is it compiled
    /// for the width it runs at.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// A computation with its lanes fixed, to be run [out of line](Lanes::out_of_line).
///
/// The whole step is one function per width, and in a function of that size the compiler spills accumulators to
/// memory. The loop that matters gets all registers by being a function of its own.
pub trait Task {
    /// Its result.
    type Output;
    /// Runs it. Must be `#[inline(always)]`, like [`Kernel::run`].
    fn run(self) -> Self::Output;
}

/// For up to eight lanes: the lanes whose flags are set, by bitmask.
static SET_LANES: [[u8; 8]; 256] = {
    let mut lists = [[0; 8]; 256];
    let mut bits: usize = 0;
    while bits < 256 {
        let (mut lane, mut count) = (0, 0);
        while lane < 8 {
            if bits >> lane & 1 == 1 {
                lists[bits][count] = lane as u8;
                count += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    lists
};

/// The number of set bits: not every processor has an instruction for it.
static SET_COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut bits: usize = 0;
    while bits < 256 {
        counts[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    counts
};
