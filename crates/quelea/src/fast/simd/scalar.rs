//! One lane: plain code for any processor.

use super::{Lanes, Task};

impl Lanes for f32 {
    const N: usize = 1;
    type Mask = bool;
    type Int = i32;
    #[inline(always)]
    fn splat(x: f32) -> Self {
        x
    }
    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        from[0]
    }
    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[0] = self;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn eq(self, other: Self) -> bool {
        self == other
    }
    #[inline(always)]
    fn mask(self, mask: bool) -> Self {
        if mask { self } else { 0.0 }
    }
    #[inline(always)]
    fn select(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }
    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn and_not(a: bool, b: bool) -> bool {
        a & !b
    }
    #[inline(always)]
    fn bitmask(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn zero_int() -> i32 {
        0
    }
    #[inline(always)]
    fn add_mask(count: i32, mask: bool) -> i32 {
        count + i32::from(mask)
    }
    #[inline(always)]
    fn to_float(count: i32) -> f32 {
        count as f32
    }
    #[inline(always)]
    fn ordered_key(self, order: i32) -> i32 {
        (self.to_bits() as i32).wrapping_add(order)
    }
    #[inline(always)]
    fn int_lt(a: i32, b: i32) -> bool {
        a < b
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        f32::from_bits(((self as i32 + 127) << 23) as u32)
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        ((self.to_bits() >> 23) as i32 - 127) as f32
    }
    #[inline(always)]
    fn mantissa(self) -> Self {
        f32::from_bits(self.to_bits() & 0x7f_ffff | 0x3f80_0000)
    }
    #[inline(never)]
    fn out_of_line<T: Task>(task: T) -> T::Output {
        task.run()
    }
}
