//! SSE2, AVX2 and AVX-512.
//!
//! `unsafe` here is the vendor intrinsics, each of which is safe once the processor is known to have it: SSE2 belongs
//! to the x86-64 baseline, the others are entered only through [`run_avx2`] and [`run_avx512`].
#![allow(unsafe_code)]

use super::register::{register_lanes, register_ops};
use super::{Kernel, Lanes, Task};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Sub};

#[inline(always)]
unsafe fn blend_sse2(mask: __m128, a: __m128, b: __m128) -> __m128 {
    // SAFETY: SSE2 belongs to the x86-64 baseline.
    unsafe { _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b)) }
}

// A set flag is −1 as an integer, so subtracting the mask counts it.
register_lanes!(
    Sse2,
    lanes: 4,
    register: __m128,
    add: _mm_add_ps,
    sub: _mm_sub_ps,
    mul: _mm_mul_ps,
    div: _mm_div_ps,
    splat: _mm_set1_ps,
    load: _mm_loadu_ps,
    store: _mm_storeu_ps,
    sqrt: _mm_sqrt_ps,
    abs: |x| _mm_andnot_ps(_mm_set1_ps(-0.0), x),
    min: _mm_min_ps,
    max: _mm_max_ps,
    lt: _mm_cmplt_ps,
    eq: _mm_cmpeq_ps,
    and: _mm_and_ps,
    or: _mm_or_ps,
    and_not: |a, b| _mm_andnot_ps(b, a),
    select: blend_sse2,
    bitmask: _mm_movemask_ps,
    int: __m128i,
    zero_int: _mm_setzero_si128,
    add_mask: |count, mask| _mm_sub_epi32(count, _mm_castps_si128(mask)),
    to_float: _mm_cvtepi32_ps,
    ordered_key: |x, offset| _mm_add_epi32(_mm_castps_si128(x), _mm_set1_epi32(offset)),
    int_lt: |a, b| _mm_castsi128_ps(_mm_cmplt_epi32(a, b)),
    power_of_two: |x| _mm_castsi128_ps(_mm_slli_epi32::<23>(_mm_add_epi32(_mm_cvtps_epi32(x), _mm_set1_epi32(127)))),
    exponent: |x| _mm_cvtepi32_ps(_mm_sub_epi32(_mm_srli_epi32::<23>(_mm_castps_si128(x)), _mm_set1_epi32(127))),
    mantissa: |x| _mm_or_ps(
        _mm_and_ps(x, _mm_castsi128_ps(_mm_set1_epi32(0x7f_ffff))),
        _mm_set1_ps(1.0)
    ),
    out_of_line: out_of_line_sse2,
);

register_lanes!(
    Avx2,
    lanes: 8,
    register: __m256,
    add: _mm256_add_ps,
    sub: _mm256_sub_ps,
    mul: _mm256_mul_ps,
    div: _mm256_div_ps,
    splat: _mm256_set1_ps,
    load: _mm256_loadu_ps,
    store: _mm256_storeu_ps,
    sqrt: _mm256_sqrt_ps,
    abs: |x| _mm256_andnot_ps(_mm256_set1_ps(-0.0), x),
    min: _mm256_min_ps,
    max: _mm256_max_ps,
    lt: |a, b| _mm256_cmp_ps::<_CMP_LT_OQ>(a, b),
    eq: |a, b| _mm256_cmp_ps::<_CMP_EQ_OQ>(a, b),
    and: _mm256_and_ps,
    or: _mm256_or_ps,
    and_not: |a, b| _mm256_andnot_ps(b, a),
    select: |mask, a, b| _mm256_blendv_ps(b, a, mask),
    bitmask: _mm256_movemask_ps,
    int: __m256i,
    zero_int: _mm256_setzero_si256,
    add_mask: |count, mask| _mm256_sub_epi32(count, _mm256_castps_si256(mask)),
    to_float: _mm256_cvtepi32_ps,
    ordered_key: |x, offset| _mm256_add_epi32(_mm256_castps_si256(x), _mm256_set1_epi32(offset)),
    int_lt: |a, b| _mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a)),
    power_of_two: |x| _mm256_castsi256_ps(_mm256_slli_epi32::<23>(_mm256_add_epi32(_mm256_cvtps_epi32(x), _mm256_set1_epi32(127)))),
    exponent: |x| _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_srli_epi32::<23>(_mm256_castps_si256(x)), _mm256_set1_epi32(127))),
    mantissa: |x| _mm256_or_ps(
        _mm256_and_ps(x, _mm256_castsi256_ps(_mm256_set1_epi32(0x7f_ffff))),
        _mm256_set1_ps(1.0)
    ),
    out_of_line: out_of_line_avx2,
);

register_ops!(Avx512, __m512, Add add _mm512_add_ps, Sub sub _mm512_sub_ps, Mul mul _mm512_mul_ps, Div div _mm512_div_ps);

// SAFETY: as for the other registers. Masks have registers of their own here.
impl Lanes for Avx512 {
    const N: usize = 16;
    type Mask = __mmask16;
    type Int = __m512i;
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Avx512(unsafe { _mm512_set1_ps(x) })
    }
    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        Avx512(unsafe { _mm512_loadu_ps(from[..16].as_ptr()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        unsafe { _mm512_storeu_ps(to[..16].as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Avx512(unsafe { _mm512_sqrt_ps(self.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Avx512(unsafe { _mm512_abs_ps(self.0) })
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_min_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Avx512(unsafe { _mm512_max_ps(self.0, other.0) })
    }
    #[inline(always)]
    fn lt(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0) }
    }
    #[inline(always)]
    fn eq(self, other: Self) -> __mmask16 {
        unsafe { _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(self.0, other.0) }
    }
    #[inline(always)]
    fn mask(self, mask: __mmask16) -> Self {
        Avx512(unsafe { _mm512_maskz_mov_ps(mask, self.0) })
    }
    #[inline(always)]
    fn select(self, mask: __mmask16, other: Self) -> Self {
        Avx512(unsafe { _mm512_mask_mov_ps(other.0, mask, self.0) })
    }
    #[inline(always)]
    fn masked_add(self, other: Self, mask: __mmask16) -> Self {
        Avx512(unsafe { _mm512_mask_add_ps(self.0, mask, self.0, other.0) })
    }
    #[inline(always)]
    fn masked_sub(self, other: Self, mask: __mmask16) -> Self {
        Avx512(unsafe { _mm512_mask_sub_ps(self.0, mask, self.0, other.0) })
    }
    #[inline(always)]
    fn and(a: __mmask16, b: __mmask16) -> __mmask16 {
        a & b
    }
    #[inline(always)]
    fn or(a: __mmask16, b: __mmask16) -> __mmask16 {
        a | b
    }
    #[inline(always)]
    fn and_not(a: __mmask16, b: __mmask16) -> __mmask16 {
        a & !b
    }
    #[inline(always)]
    fn bitmask(mask: __mmask16) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn compress_indices(mask: __mmask16, first: u32, to: &mut [u32]) -> usize {
        const LANES: [i32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        unsafe {
            let lanes = _mm512_add_epi32(_mm512_loadu_epi32(LANES.as_ptr()), _mm512_set1_epi32(first as i32));
            _mm512_storeu_epi32(to[..16].as_mut_ptr().cast(), _mm512_maskz_compress_epi32(mask, lanes));
        }
        mask.count_ones() as usize
    }
    #[inline(always)]
    fn zero_int() -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }
    #[inline(always)]
    fn add_mask(count: __m512i, mask: __mmask16) -> __m512i {
        unsafe { _mm512_mask_add_epi32(count, mask, count, _mm512_set1_epi32(1)) }
    }
    #[inline(always)]
    fn to_float(count: __m512i) -> Self {
        Avx512(unsafe { _mm512_cvtepi32_ps(count) })
    }
    #[inline(always)]
    fn ordered_key(self, offset: i32) -> __m512i {
        unsafe { _mm512_add_epi32(_mm512_castps_si512(self.0), _mm512_set1_epi32(offset)) }
    }
    #[inline(always)]
    fn int_lt(a: __m512i, b: __m512i) -> __mmask16 {
        unsafe { _mm512_cmplt_epi32_mask(a, b) }
    }
    #[inline(always)]
    fn power_of_two(self) -> Self {
        let biased = unsafe { _mm512_add_epi32(_mm512_cvtps_epi32(self.0), _mm512_set1_epi32(127)) };
        Avx512(unsafe { _mm512_castsi512_ps(_mm512_slli_epi32::<23>(biased)) })
    }
    #[inline(always)]
    fn exponent(self) -> Self {
        let biased = unsafe { _mm512_srli_epi32::<23>(_mm512_castps_si512(self.0)) };
        Avx512(unsafe { _mm512_cvtepi32_ps(_mm512_sub_epi32(biased, _mm512_set1_epi32(127))) })
    }
    #[inline(always)]
    fn mantissa(self) -> Self {
        let bits = unsafe { _mm512_and_si512(_mm512_castps_si512(self.0), _mm512_set1_epi32(0x7f_ffff)) };
        Avx512(unsafe { _mm512_castsi512_ps(_mm512_or_si512(bits, _mm512_set1_epi32(0x3f80_0000))) })
    }
    #[inline(always)]
    fn out_of_line<T: Task>(task: T) -> T::Output {
        unsafe { out_of_line_avx512(task) }
    }
}

#[inline(never)]
fn out_of_line_sse2<T: Task>(task: T) -> T::Output {
    task.run()
}

#[inline(never)]
#[target_feature(enable = "avx2")]
fn out_of_line_avx2<T: Task>(task: T) -> T::Output {
    task.run()
}

#[inline(never)]
#[target_feature(enable = "avx512f,popcnt")]
fn out_of_line_avx512<T: Task>(task: T) -> T::Output {
    task.run()
}

#[target_feature(enable = "avx2")]
pub fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

#[target_feature(enable = "avx512f,popcnt")]
pub fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx512>()
}
