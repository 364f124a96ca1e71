//! SIMD: several boids at once, one per lane.
//!
//! All arithmetic of the fast engine is written once, generic over [`Lanes`], and compiled for every width
//! the processor may have. Lanes are boids, never neighbours: no lane ever meets another, there is no
//! horizontal sum, and so the width cannot change a result. Every operation here is exactly rounded (IEEE
//! 754), nothing is fused and nothing approximate, so the instruction set cannot change it either.
//!
//! This is the only file with `unsafe` in it. There are two reasons: the vendor intrinsics, each of which is
//! safe once the processor is known to have it, and the call into code compiled for a feature that
//! [`Width::widest`] has found at run time.
#![allow(unsafe_code)]

use std::ops::{Add, Div, Mul, Sub};

/// One number per lane, in single precision.
pub trait Lanes:
    Copy + Send + Sync + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// How many lanes there are.
    const N: usize;
    /// One truth per lane.
    type Mask: Copy;
    /// One whole number per lane: counts, and keys to compare by.
    type Whole: Copy;

    /// The same number in every lane.
    fn splat(x: f32) -> Self;
    /// The first numbers of a slice, one per lane. The slice must have enough.
    fn load(from: &[f32]) -> Self;
    /// Writes one number per lane to the start of a slice. The slice must have room.
    fn store(self, to: &mut [f32]);
    /// The square root.
    fn sqrt(self) -> Self;
    /// Without its sign.
    fn abs(self) -> Self;
    /// The smaller. Neither may be NaN.
    fn min(self, other: Self) -> Self;
    /// The larger. Neither may be NaN.
    fn max(self, other: Self) -> Self;
    /// Whether it is smaller.
    fn lt(self, other: Self) -> Self::Mask;
    /// Whether it is equal.
    fn eq(self, other: Self) -> Self::Mask;
    /// Itself where the mask holds, else +0.
    fn only(self, mask: Self::Mask) -> Self;
    /// Itself where the mask holds, else the other.
    fn or_else(self, mask: Self::Mask, other: Self) -> Self;
    /// Both.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Either.
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The first, and not the second.
    fn but_not(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// One bit per lane, that of the first lane the lowest.
    fn bits(mask: Self::Mask) -> u32;
    /// A count of none.
    fn none() -> Self::Whole;
    /// One more where the mask holds.
    fn counted(count: Self::Whole, mask: Self::Mask) -> Self::Whole;
    /// The counts as numbers.
    fn number(count: Self::Whole) -> Self;
    /// The bits of numbers that are not below zero, and a whole number added to each: with [`ZERO_FIRST`] keys are in
    /// the order of the numbers, with [`ZERO_LAST`] too, but for zero, which comes last. So one comparison can leave
    /// zero out.
    fn key(self, order: i32) -> Self::Whole;
    /// Whether the first key comes before the second.
    fn before(a: Self::Whole, b: Self::Whole) -> Self::Mask;

    /// Does a task in a function of its own, compiled for these lanes.
    fn apart<T: Task>(task: T) -> T::Output;

    /// Whether it holds in any lane.
    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        Self::bits(mask) != 0
    }
    /// Writes the number of each lane where the mask holds, counted from `first`, to the start of a slice, and
    /// returns how many they are. What is written beyond them, as far as there are lanes, is of no consequence.
    #[inline(always)]
    fn list(mask: Self::Mask, first: u32, to: &mut [u32]) -> usize {
        let bits = Self::bits(mask) as usize & 255;
        let to = &mut to[..Self::N];
        for index in 0..Self::N {
            to[index] = first + u32::from(LISTS[bits][index]);
        }
        usize::from(COUNTS[bits])
    }
    /// Itself plus another where the mask holds. Equal to adding +0 elsewhere, as long as it is not −0.
    #[inline(always)]
    fn plus(self, other: Self, mask: Self::Mask) -> Self {
        self + other.only(mask)
    }
    /// Itself minus another where the mask holds.
    #[inline(always)]
    fn minus(self, other: Self, mask: Self::Mask) -> Self {
        self - other.only(mask)
    }
    /// Zero in every lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0.0)
    }
    /// A function of the lane's number.
    #[inline(always)]
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self {
        let numbers: [f32; WIDEST] = std::array::from_fn(f);
        Self::load(&numbers)
    }
    /// The numbers, in the first places of an array.
    #[inline(always)]
    fn to_array(self) -> [f32; WIDEST] {
        let mut numbers = [0.0; WIDEST];
        self.store(&mut numbers);
        numbers
    }
    /// The start of a slice that may be shorter than the lanes; the last number fills the rest.
    #[inline(always)]
    fn load_some(from: &[f32]) -> Self {
        if from.len() >= Self::N {
            return Self::load(from);
        }
        Self::from_fn(|lane| from[lane.min(from.len() - 1)])
    }
    /// Writes the first lanes to a slice that may be shorter than the lanes.
    #[inline(always)]
    fn store_some(self, to: &mut [f32]) {
        if to.len() >= Self::N {
            return self.store(to);
        }
        to.copy_from_slice(&self.to_array()[..to.len()]);
    }
}

/// See [`Lanes::key`].
pub const ZERO_FIRST: i32 = 0;
/// See [`Lanes::key`].
pub const ZERO_LAST: i32 = i32::MAX;

/// The largest number of lanes there is.
pub const WIDEST: usize = 16;

/// For up to eight lanes: those where a mask holds, by the bits of the mask.
static LISTS: [[u8; 8]; 256] = {
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

/// How many bits are set: not every processor has an instruction for it.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut bits: usize = 0;
    while bits < 256 {
        counts[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    counts
};

impl Lanes for f32 {
    const N: usize = 1;
    type Mask = bool;
    type Whole = i32;
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
    fn only(self, mask: bool) -> Self {
        if mask { self } else { 0.0 }
    }
    #[inline(always)]
    fn or_else(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn either(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn but_not(a: bool, b: bool) -> bool {
        a & !b
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn none() -> i32 {
        0
    }
    #[inline(always)]
    fn counted(count: i32, mask: bool) -> i32 {
        count + i32::from(mask)
    }
    #[inline(always)]
    fn number(count: i32) -> f32 {
        count as f32
    }
    #[inline(always)]
    fn key(self, order: i32) -> i32 {
        (self.to_bits() as i32).wrapping_add(order)
    }
    #[inline(always)]
    fn before(a: i32, b: i32) -> bool {
        a < b
    }
    #[inline(never)]
    fn apart<T: Task>(task: T) -> T::Output {
        task.run()
    }
}

/// Implements [`Lanes`] for a register type whose masks are registers of the same kind.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! register_lanes {
    ($Name:ident, $n:literal, $register:ty, $add:expr, $sub:expr, $mul:expr, $div:expr, $splat:expr, $load:expr,
     $store:expr, $sqrt:expr, $abs:expr, $min:expr, $max:expr, $lt:expr, $eq:expr, $and:expr, $or:expr, $and_not:expr, $blend:expr, $bits:expr,
     $Whole:ty, $none:expr, $counted:expr, $number:expr, $key:expr, $before:expr, $apart:ident) => {
        register_ops!($Name, $register, Add add $add, Sub sub $sub, Mul mul $mul, Div div $div);
        // SAFETY, for all of them: values of this type are made only in code that `Width::run` enters after
        // finding the feature, or where it belongs to the baseline. Loads and stores check their length.
        impl Lanes for $Name {
            const N: usize = $n;
            type Mask = $register;
            type Whole = $Whole;
            #[inline(always)]
            fn splat(x: f32) -> Self { $Name(unsafe { $splat(x) }) }
            #[inline(always)]
            fn load(from: &[f32]) -> Self { $Name(unsafe { $load(from[..$n].as_ptr().cast()) }) }
            #[inline(always)]
            fn store(self, to: &mut [f32]) { unsafe { $store(to[..$n].as_mut_ptr().cast(), self.0) } }
            #[inline(always)]
            fn sqrt(self) -> Self { $Name(unsafe { $sqrt(self.0) }) }
            #[inline(always)]
            fn abs(self) -> Self { $Name(unsafe { $abs(self.0) }) }
            #[inline(always)]
            fn min(self, other: Self) -> Self { $Name(unsafe { $min(self.0, other.0) }) }
            #[inline(always)]
            fn max(self, other: Self) -> Self { $Name(unsafe { $max(self.0, other.0) }) }
            #[inline(always)]
            fn lt(self, other: Self) -> $register { unsafe { $lt(self.0, other.0) } }
            #[inline(always)]
            fn eq(self, other: Self) -> $register { unsafe { $eq(self.0, other.0) } }
            #[inline(always)]
            fn only(self, mask: $register) -> Self { $Name(unsafe { $and(self.0, mask) }) }
            #[inline(always)]
            fn or_else(self, mask: $register, other: Self) -> Self { $Name(unsafe { $blend(mask, self.0, other.0) }) }
            #[inline(always)]
            fn both(a: $register, b: $register) -> $register { unsafe { $and(a, b) } }
            #[inline(always)]
            fn either(a: $register, b: $register) -> $register { unsafe { $or(a, b) } }
            #[inline(always)]
            fn but_not(a: $register, b: $register) -> $register { unsafe { $and_not(a, b) } }
            #[inline(always)]
            fn bits(mask: $register) -> u32 { unsafe { $bits(mask) as u32 } }
            #[inline(always)]
            fn none() -> $Whole { unsafe { $none() } }
            #[inline(always)]
            fn counted(count: $Whole, mask: $register) -> $Whole { unsafe { $counted(count, mask) } }
            #[inline(always)]
            fn number(count: $Whole) -> Self { $Name(unsafe { $number(count) }) }
            #[inline(always)]
            fn key(self, order: i32) -> $Whole { unsafe { $key(self.0, order) } }
            #[inline(always)]
            fn before(a: $Whole, b: $Whole) -> $register { unsafe { $before(a, b) } }
            #[inline(always)]
            #[allow(unused_unsafe, reason = "what belongs to the baseline is safe to call")]
            fn apart<T: Task>(task: T) -> T::Output { unsafe { $apart(task) } }
        }
    };
}

#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! register_ops {
    ($Name:ident, $register:ty, $($Op:ident $method:ident $f:expr),*) => {
        /// Lanes in one register.
        #[derive(Clone, Copy)]
        pub struct $Name($register);
        $(impl $Op for $Name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: as for the other operations of this type.
                $Name(unsafe { $f(self.0, other.0) })
            }
        })*
    };
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use std::arch::x86_64::*;

    #[inline(always)]
    unsafe fn blend_sse2(mask: __m128, a: __m128, b: __m128) -> __m128 {
        // SAFETY: SSE2 belongs to the x86-64 baseline.
        unsafe { _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b)) }
    }

    // A mask that holds is −1 as a whole number: taking it off counts one.
    register_lanes!(
        Sse2,
        4,
        __m128,
        _mm_add_ps,
        _mm_sub_ps,
        _mm_mul_ps,
        _mm_div_ps,
        _mm_set1_ps,
        _mm_loadu_ps,
        _mm_storeu_ps,
        _mm_sqrt_ps,
        |x| _mm_andnot_ps(_mm_set1_ps(-0.0), x),
        _mm_min_ps,
        _mm_max_ps,
        _mm_cmplt_ps,
        _mm_cmpeq_ps,
        _mm_and_ps,
        _mm_or_ps,
        |a, b| _mm_andnot_ps(b, a),
        blend_sse2,
        _mm_movemask_ps,
        __m128i,
        _mm_setzero_si128,
        |count, mask| _mm_sub_epi32(count, _mm_castps_si128(mask)),
        _mm_cvtepi32_ps,
        |x, order| _mm_add_epi32(_mm_castps_si128(x), _mm_set1_epi32(order)),
        |a, b| _mm_castsi128_ps(_mm_cmplt_epi32(a, b)),
        apart_sse2
    );

    register_lanes!(
        Avx2,
        8,
        __m256,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_mul_ps,
        _mm256_div_ps,
        _mm256_set1_ps,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_sqrt_ps,
        |x| _mm256_andnot_ps(_mm256_set1_ps(-0.0), x),
        _mm256_min_ps,
        _mm256_max_ps,
        |a, b| _mm256_cmp_ps::<_CMP_LT_OQ>(a, b),
        |a, b| _mm256_cmp_ps::<_CMP_EQ_OQ>(a, b),
        _mm256_and_ps,
        _mm256_or_ps,
        |a, b| _mm256_andnot_ps(b, a),
        |mask, a, b| _mm256_blendv_ps(b, a, mask),
        _mm256_movemask_ps,
        __m256i,
        _mm256_setzero_si256,
        |count, mask| _mm256_sub_epi32(count, _mm256_castps_si256(mask)),
        _mm256_cvtepi32_ps,
        |x, order| _mm256_add_epi32(_mm256_castps_si256(x), _mm256_set1_epi32(order)),
        |a, b| _mm256_castsi256_ps(_mm256_cmpgt_epi32(b, a)),
        apart_avx2
    );

    register_ops!(Avx512, __m512, Add add _mm512_add_ps, Sub sub _mm512_sub_ps, Mul mul _mm512_mul_ps, Div div _mm512_div_ps);

    // SAFETY: as for the other registers. Masks have registers of their own here.
    impl Lanes for Avx512 {
        const N: usize = 16;
        type Mask = __mmask16;
        type Whole = __m512i;
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
        fn only(self, mask: __mmask16) -> Self {
            Avx512(unsafe { _mm512_maskz_mov_ps(mask, self.0) })
        }
        #[inline(always)]
        fn or_else(self, mask: __mmask16, other: Self) -> Self {
            Avx512(unsafe { _mm512_mask_mov_ps(other.0, mask, self.0) })
        }
        #[inline(always)]
        fn plus(self, other: Self, mask: __mmask16) -> Self {
            Avx512(unsafe { _mm512_mask_add_ps(self.0, mask, self.0, other.0) })
        }
        #[inline(always)]
        fn minus(self, other: Self, mask: __mmask16) -> Self {
            Avx512(unsafe { _mm512_mask_sub_ps(self.0, mask, self.0, other.0) })
        }
        #[inline(always)]
        fn both(a: __mmask16, b: __mmask16) -> __mmask16 {
            a & b
        }
        #[inline(always)]
        fn either(a: __mmask16, b: __mmask16) -> __mmask16 {
            a | b
        }
        #[inline(always)]
        fn but_not(a: __mmask16, b: __mmask16) -> __mmask16 {
            a & !b
        }
        #[inline(always)]
        fn bits(mask: __mmask16) -> u32 {
            u32::from(mask)
        }
        #[inline(always)]
        fn list(mask: __mmask16, first: u32, to: &mut [u32]) -> usize {
            const LANES: [i32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
            unsafe {
                let lanes = _mm512_add_epi32(_mm512_loadu_epi32(LANES.as_ptr()), _mm512_set1_epi32(first as i32));
                _mm512_storeu_epi32(to[..16].as_mut_ptr().cast(), _mm512_maskz_compress_epi32(mask, lanes));
            }
            mask.count_ones() as usize
        }
        #[inline(always)]
        fn none() -> __m512i {
            unsafe { _mm512_setzero_si512() }
        }
        #[inline(always)]
        fn counted(count: __m512i, mask: __mmask16) -> __m512i {
            unsafe { _mm512_mask_add_epi32(count, mask, count, _mm512_set1_epi32(1)) }
        }
        #[inline(always)]
        fn number(count: __m512i) -> Self {
            Avx512(unsafe { _mm512_cvtepi32_ps(count) })
        }
        #[inline(always)]
        fn key(self, order: i32) -> __m512i {
            unsafe { _mm512_add_epi32(_mm512_castps_si512(self.0), _mm512_set1_epi32(order)) }
        }
        #[inline(always)]
        fn before(a: __m512i, b: __m512i) -> __mmask16 {
            unsafe { _mm512_cmplt_epi32_mask(a, b) }
        }
        #[inline(always)]
        fn apart<T: Task>(task: T) -> T::Output {
            unsafe { apart_avx512(task) }
        }
    }

    #[inline(never)]
    fn apart_sse2<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn apart_avx2<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[inline(never)]
    #[target_feature(enable = "avx512f,popcnt")]
    fn apart_avx512<T: Task>(task: T) -> T::Output {
        task.run()
    }

    #[target_feature(enable = "avx2")]
    pub fn run_avx2<W: Work>(work: W) -> W::Output {
        work.run::<Avx2>()
    }

    #[target_feature(enable = "avx512f,popcnt")]
    pub fn run_avx512<W: Work>(work: W) -> W::Output {
        work.run::<Avx512>()
    }
}

// There these intrinsics are safe: a module that has them does not load where the browser lacks them.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unused_unsafe)]
mod wasm {
    use super::*;
    use std::arch::wasm32::*;

    register_lanes!(
        Simd128,
        4,
        v128,
        f32x4_add,
        f32x4_sub,
        f32x4_mul,
        f32x4_div,
        f32x4_splat,
        v128_load,
        v128_store,
        f32x4_sqrt,
        f32x4_abs,
        f32x4_pmin,
        f32x4_pmax,
        f32x4_lt,
        f32x4_eq,
        v128_and,
        v128_or,
        v128_andnot,
        |mask, a, b| v128_bitselect(a, b, mask),
        i32x4_bitmask,
        v128,
        || i32x4_splat(0),
        |count, mask| i32x4_sub(count, mask),
        f32x4_convert_i32x4,
        |x, order| i32x4_add(x, i32x4_splat(order)),
        i32x4_lt,
        apart_simd128
    );

    #[inline(never)]
    fn apart_simd128<T: Task>(task: T) -> T::Output {
        task.run()
    }
}

/// Work that can be done at any width.
pub trait Work {
    /// What comes of it.
    type Output;
    /// Does it with these lanes. Must be `#[inline(always)]`, and so must all it calls with lanes: only then
    /// is it compiled for the width it runs at.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Work with lanes that are settled, to be done [apart](Lanes::apart).
///
/// All of the step is one function at each width, and in one so long the compiler keeps what a loop adds up in
/// memory. The loop that matters gets all registers by being a function of its own.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Does it. Must be `#[inline(always)]`, like [`Work::run`].
    fn run(self) -> Self::Output;
}

/// How many boids are stepped at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One: plain code for any processor.
    One,
    /// Four: SSE2 on x86-64, SIMD128 in the browser.
    Four,
    /// Eight: AVX2.
    Eight,
    /// Sixteen: AVX-512.
    Sixteen,
}

/// Whether the processor has what `run_avx512` is compiled for.
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt")
}

impl Width {
    /// Every width this processor has, the narrowest first.
    pub fn available() -> Vec<Width> {
        #[allow(unused_mut)]
        let mut widths = vec![Width::One];
        #[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
        widths.push(Width::Four);
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                widths.push(Width::Eight);
            }
            if has_avx512() {
                widths.push(Width::Sixteen);
            }
        }
        widths
    }

    /// The widest this processor has.
    pub fn widest() -> Width {
        Width::available().pop().unwrap_or(Width::One)
    }

    /// Does the work at this width, or at the next narrower one that this processor has.
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Width::Sixteen && has_avx512() {
                // SAFETY: the processor has just been found to have it.
                return unsafe { x86::run_avx512(work) };
            }
            if matches!(self, Width::Sixteen | Width::Eight) && is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has just been found to have it.
                return unsafe { x86::run_avx2(work) };
            }
            if self != Width::One {
                return work.run::<x86::Sse2>();
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if self != Width::One {
            return work.run::<wasm::Simd128>();
        }
        work.run::<f32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sums;
    impl Work for Sums {
        type Output = Vec<u32>;
        #[inline(always)]
        fn run<L: Lanes>(self) -> Vec<u32> {
            let mut out = Vec::new();
            for start in (0..48).step_by(L::N) {
                let x = L::from_fn(|lane| (start + lane) as f32 * 0.37 - 5.0);
                let y = L::from_fn(|lane| 1.0 / (1.0 + (start + lane) as f32));
                let small = x.lt(L::splat(3.0));
                let even = y.eq(L::splat(0.5));
                let results = [
                    x + y,
                    x - y,
                    x * y,
                    x / y,
                    (x * x).sqrt(),
                    x.abs(),
                    x.min(y),
                    x.max(y),
                    x.only(small),
                    x.or_else(small, y),
                    x.only(L::both(small, even)),
                    x.only(L::either(small, even)),
                    x.only(L::but_not(small, even)),
                    L::number(L::counted(L::counted(L::none(), small), even)),
                ];
                for lane in 0..L::N {
                    out.extend(results.iter().map(|result| result.to_array()[lane].to_bits()));
                }
            }
            out
        }
    }

    #[test]
    fn every_width_computes_the_same_bits() {
        let plain = Width::One.run(Sums);
        for width in Width::available() {
            assert_eq!(width.run(Sums), plain, "{width:?}");
        }
    }

    #[test]
    fn keys_are_in_the_order_of_numbers_with_zero_first_or_last() {
        struct Keys;
        impl Work for Keys {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self) {
                let numbers = [0.0, f32::from_bits(1), 1e-20, 0.25, 1.0, 3e38, f32::INFINITY];
                for a in numbers {
                    for b in numbers {
                        let before = |order: i32| L::bits(L::before(L::splat(a).key(order), L::splat(b).key(order)));
                        let all = |holds: bool| if holds { (1u32 << L::N) - 1 } else { 0 };
                        assert_eq!(before(ZERO_FIRST), all(a < b), "{a} {b}");
                        assert_eq!(before(ZERO_LAST), all(a != 0.0 && (a < b || b == 0.0)), "{a} {b}");
                    }
                }
            }
        }
        Width::available().into_iter().for_each(|width| width.run(Keys));
    }

    #[test]
    fn every_width_lists_the_lanes_where_a_mask_holds() {
        struct Listed;
        impl Work for Listed {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self) {
                for bits in 0..1u32 << L::N {
                    let holds = |lane: usize| bits >> lane & 1 == 1;
                    let mask = L::from_fn(|lane| f32::from(u8::from(holds(lane)))).eq(L::splat(1.0));
                    assert_eq!(L::bits(mask), bits);
                    assert_eq!(L::any(mask), bits != 0);
                    let mut list = [0; WIDEST];
                    let count = L::list(mask, 70, &mut list);
                    let lanes: Vec<u32> = (0..L::N).filter(|lane| holds(*lane)).map(|lane| 70 + lane as u32).collect();
                    assert_eq!(list[..count], lanes);
                }
            }
        }
        Width::available().into_iter().for_each(|width| width.run(Listed));
    }

    #[test]
    fn a_task_apart_computes_the_same_bits() {
        struct Root<L: Lanes>(L);
        impl<L: Lanes> Task for Root<L> {
            type Output = L;
            #[inline(always)]
            fn run(self) -> L {
                (self.0 / L::splat(3.0)).sqrt()
            }
        }
        struct Apart;
        impl Work for Apart {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self) {
                let x = L::from_fn(|lane| lane as f32);
                assert_eq!(L::apart(Root(x)).to_array(), Root(x).run().to_array());
            }
        }
        Width::available().into_iter().for_each(|width| width.run(Apart));
    }

    #[test]
    fn a_short_slice_is_filled_up_and_written_back_in_part() {
        struct Short;
        impl Work for Short {
            type Output = ();
            #[inline(always)]
            fn run<L: Lanes>(self) {
                let lanes = L::load_some(&[1.0, 2.0]);
                assert_eq!(lanes.to_array()[L::N - 1], if L::N == 1 { 1.0 } else { 2.0 });
                let mut out = [0.0; 1];
                lanes.store_some(&mut out);
                assert_eq!(out, [1.0]);
            }
        }
        Width::available().into_iter().for_each(|width| width.run(Short));
    }
}
