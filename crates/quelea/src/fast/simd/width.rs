//! How many boids are stepped at once, and which instruction set does it.
//!
//! `unsafe` here is the call into code compiled for a feature that was found at run time.
#![allow(unsafe_code)]

use super::{Kernel, Lanes};

/// How many boids are stepped at once. It changes the time a step takes, never its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Width {
    /// One: plain code for any processor.
    One,
    /// Four: SSE2 on x86-64, NEON on AArch64, SIMD128 in the browser.
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
    /// Every width of this processor, the narrowest first.
    pub fn available() -> Vec<Width> {
        // A page has one width: the code of another would be a part of its download that nobody runs.
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return vec![Width::Four];
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Self::available_beside_one()
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    fn available_beside_one() -> Vec<Width> {
        #[allow(unused_mut)]
        let mut widths = vec![Width::One];
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
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

    /// The widest of this processor.
    pub fn detect() -> Width {
        Width::available().pop().unwrap_or(Width::One)
    }

    /// The number of lanes this width has on this processor.
    pub fn lanes(self) -> usize {
        struct Count;
        impl Kernel for Count {
            type Output = usize;
            #[inline(always)]
            fn run<L: Lanes>(self) -> usize {
                L::N
            }
        }
        self.run(Count)
    }

    /// Runs a kernel at this width, or at the next narrower one that this processor has; in a page at the only one.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Width::Sixteen && has_avx512() {
                // SAFETY: the processor has just been found to have it.
                return unsafe { super::x86::run_avx512(kernel) };
            }
            if matches!(self, Width::Sixteen | Width::Eight) && is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has just been found to have it.
                return unsafe { super::x86::run_avx2(kernel) };
            }
            if self != Width::One {
                return kernel.run::<super::x86::Sse2>();
            }
        }
        #[cfg(target_arch = "aarch64")]
        if self != Width::One {
            return kernel.run::<super::neon::Neon>();
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return kernel.run::<super::wasm::Simd128>();
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        kernel.run::<f32>()
    }
}
