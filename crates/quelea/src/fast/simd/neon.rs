//! NEON, which belongs to the AArch64 baseline.
//!
//! `min` and `max` are a comparison and a selection: the instructions of that name order −0 below +0, which no other
//! processor here does.
#![allow(unsafe_code)]
#![allow(unused_unsafe, reason = "some of these intrinsics are safe where the feature is part of the baseline")]

use super::register::register_ops;
use super::{Lanes, Task};
use std::arch::aarch64::*;
use std::ops::{Add, Div, Mul, Sub};

register_ops!(Neon, float32x4_t, Add add vaddq_f32, Sub sub vsubq_f32, Mul mul vmulq_f32, Div div vdivq_f32);

// SAFETY, for all of them: NEON belongs to the AArch64 baseline. Loads and stores check their length.
impl Lanes for Neon {
    const N: usize = 4;
    type Mask = uint32x4_t;
    type Int = int32x4_t;
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Neon(unsafe { vdupq_n_f32(x) })
    }
    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        Neon(unsafe { vld1q_f32(from[..4].as_ptr()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        unsafe { vst1q_f32(to[..4].as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Neon(unsafe { vsqrtq_f32(self.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Neon(unsafe { vabsq_f32(self.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.select(self.lt(other), other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.select(other.lt(self), other)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> uint32x4_t {
        unsafe { vcltq_f32(self.0, other.0) }
    }
    #[inline(always)]
    fn eq(self, other: Self) -> uint32x4_t {
        unsafe { vceqq_f32(self.0, other.0) }
    }
    #[inline(always)]
    fn mask(self, mask: uint32x4_t) -> Self {
        Neon(unsafe { vreinterpretq_f32_u32(vandq_u32(vreinterpretq_u32_f32(self.0), mask)) })
    }
    #[inline(always)]
    fn select(self, mask: uint32x4_t, other: Self) -> Self {
        Neon(unsafe { vbslq_f32(mask, self.0, other.0) })
    }
    #[inline(always)]
    fn and(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        unsafe { vandq_u32(a, b) }
    }
    #[inline(always)]
    fn or(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        unsafe { vorrq_u32(a, b) }
    }
    #[inline(always)]
    fn and_not(a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        unsafe { vbicq_u32(a, b) }
    }
    #[inline(always)]
    fn bitmask(mask: uint32x4_t) -> u32 {
        const BITS: [u32; 4] = [1, 2, 4, 8];
        unsafe { vaddvq_u32(vandq_u32(mask, vld1q_u32(BITS.as_ptr()))) }
    }
    #[inline(always)]
    fn any(mask: uint32x4_t) -> bool {
        unsafe { vmaxvq_u32(mask) != 0 }
    }
    #[inline(always)]
    fn zero_int() -> int32x4_t {
        unsafe { vdupq_n_s32(0) }
    }
    #[inline(always)]
    fn add_mask(count: int32x4_t, mask: uint32x4_t) -> int32x4_t {
        // A set flag is −1 as an integer.
        unsafe { vsubq_s32(count, vreinterpretq_s32_u32(mask)) }
    }
    #[inline(always)]
    fn to_float(count: int32x4_t) -> Self {
        Neon(unsafe { vcvtq_f32_s32(count) })
    }
    #[inline(always)]
    fn ordered_key(self, offset: i32) -> int32x4_t {
        unsafe { vaddq_s32(vreinterpretq_s32_f32(self.0), vdupq_n_s32(offset)) }
    }
    #[inline(always)]
    fn int_lt(a: int32x4_t, b: int32x4_t) -> uint32x4_t {
        unsafe { vcltq_s32(a, b) }
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        Neon(unsafe { vreinterpretq_f32_s32(vshlq_n_s32::<23>(vaddq_s32(vcvtq_s32_f32(self.0), vdupq_n_s32(127)))) })
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        let biased = unsafe { vshrq_n_u32::<23>(vreinterpretq_u32_f32(self.0)) };
        Neon(unsafe { vcvtq_f32_s32(vsubq_s32(vreinterpretq_s32_u32(biased), vdupq_n_s32(127))) })
    }
    #[inline(always)]
    fn mantissa(self) -> Self {
        let bits = unsafe { vandq_u32(vreinterpretq_u32_f32(self.0), vdupq_n_u32(0x7f_ffff)) };
        Neon(unsafe { vreinterpretq_f32_u32(vorrq_u32(bits, vdupq_n_u32(0x3f80_0000))) })
    }
    #[inline(never)]
    fn out_of_line<T: Task>(task: T) -> T::Output {
        task.run()
    }
}
