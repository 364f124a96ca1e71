//! Sine, cosine, exponential, logarithm and powers in single precision.
//!
//! No two libraries round these alike, and a GPU has none that is exact. Here they are polynomials in + − × ÷ alone,
//! so every processor computes the same bits. The tests at the end state their errors.

use crate::fast::simd::Lanes;

/// 1.5·2²³: adding and subtracting it rounds a number below 2²² to the nearest whole one.
const ROUND: f32 = 12_582_912.0;

/// The nearest whole number; exact ties to even.
#[inline(always)]
fn round<L: Lanes>(x: L) -> L {
    (x + L::splat(ROUND)) - L::splat(ROUND)
}

/// A polynomial with its highest coefficient first.
#[inline(always)]
fn polynomial<L: Lanes, const N: usize>(x: L, coefficients: [f32; N]) -> L {
    let mut sum = L::splat(coefficients[0]);
    for coefficient in &coefficients[1..] {
        sum = sum * x + L::splat(*coefficient);
    }
    sum
}

/// Sine and cosine of an angle in radians, up to a thousand turns.
///
/// With h half the angle less a multiple of π, sin x = 2 sin h cos h and cos x = (cos h − sin h)(cos h + sin h),
/// whichever multiple it was. Between −π/2 and π/2 the Taylor series are exact to single precision.
#[inline(always)]
pub(crate) fn sin_cos<L: Lanes>(x: L) -> (L, L) {
    const PI: [f32; 3] = [3.140_625, 9.675_026e-4, 1.509_958e-7];
    let half = x * L::splat(0.5);
    let turns = round(half * L::splat(std::f32::consts::FRAC_1_PI));
    let mut h = half;
    for part in PI {
        h = h - turns * L::splat(part);
    }
    let h2 = h * h;
    let sine = h * polynomial(
        h2,
        [1.0 / 6_227_020_800.0, -1.0 / 39_916_800.0, 1.0 / 362_880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0, 1.0],
    );
    let cosine = polynomial(
        h2,
        [1.0 / 479_001_600.0, -1.0 / 3_628_800.0, 1.0 / 40_320.0, -1.0 / 720.0, 1.0 / 24.0, -1.0 / 2.0, 1.0],
    );
    (L::splat(2.0) * sine * cosine, (cosine - sine) * (cosine + sine))
}

/// ln 2 in two parts; multiples of the first are exact.
const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];

/// e to the power of x; 0 below −87, and no more than e⁸⁸.
#[inline(always)]
pub(crate) fn exp<L: Lanes>(x: L) -> L {
    let clamped = x.max(L::splat(-87.0)).min(L::splat(88.0));
    let power = round(clamped * L::splat(std::f32::consts::LOG2_E));
    let rest = clamped - power * L::splat(LN_2[0]) - power * L::splat(LN_2[1]);
    let series = polynomial(rest, [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 1.0 / 2.0, 1.0, 1.0]);
    (series * power.power_of_two()).select(L::splat(-87.0).lt(x), L::zero())
}

/// The natural logarithm of a positive normal number.
#[inline(always)]
pub(crate) fn ln<L: Lanes>(x: L) -> L {
    let one = L::splat(1.0);
    // The mantissa between √½ and √2, so that the series below is short.
    let large = L::splat(std::f32::consts::SQRT_2).lt(x.mantissa());
    let mantissa = (x.mantissa() * L::splat(0.5)).select(large, x.mantissa());
    let exponent = x.exponent() + one.mask(large);
    let s = (mantissa - one) / (mantissa + one);
    let s2 = s * s;
    let series = s * polynomial(s2, [2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0, 2.0]);
    series + exponent * L::splat(LN_2[1]) + exponent * L::splat(LN_2[0])
}

/// x to any power, for a positive normal x.
#[inline(always)]
pub(crate) fn pow<L: Lanes>(x: L, exponent: L) -> L {
    exp(exponent * ln(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest error of a function, relative to `scale` of the exact result.
    fn worst(range: (f64, f64), f: impl Fn(f32) -> f32, exact: impl Fn(f64) -> f64, scale: impl Fn(f64) -> f64) -> f64 {
        let error = |index: i32| {
            let x = (range.0 + (range.1 - range.0) * f64::from(index) / 1e6) as f32;
            let exact = exact(f64::from(x));
            (f64::from(f(x)) - exact).abs() / scale(exact)
        };
        (0..=1_000_000).map(error).fold(0.0, f64::max)
    }

    #[test]
    fn sine_and_cosine_are_within_4e7() {
        let pi = std::f64::consts::PI;
        for range in [(-pi, pi), (-1000.0 * pi, 1000.0 * pi)] {
            assert!(worst(range, |x| sin_cos(x).0, f64::sin, |_| 1.0) < 4e-7);
            assert!(worst(range, |x| sin_cos(x).1, f64::cos, |_| 1.0) < 4e-7);
        }
        assert_eq!(sin_cos(0.0f32), (0.0, 1.0));
    }

    #[test]
    fn the_exponential_is_within_2e7_of_itself() {
        assert!(worst((-86.9, 87.9), exp, f64::exp, |exact| exact) < 2e-7);
        assert_eq!((exp(0.0f32), exp(-90.0f32), exp(-1e30f32)), (1.0, 0.0, 0.0));
        assert!(exp(1e30f32).is_finite());
    }

    #[test]
    fn the_logarithm_is_within_3e7_of_the_larger_of_itself_and_one_tenth() {
        assert!(worst((0.01, 10.0), ln, f64::ln, |exact| exact.abs().max(0.1)) < 3e-7);
        assert!(worst((1e-30, 1e30), ln, f64::ln, |exact| exact.abs().max(0.1)) < 3e-7);
        assert_eq!(ln(1.0f32), 0.0);
    }

    #[test]
    fn a_power_is_within_3e7_times_its_logarithm() {
        for exponent in [-10.0f32, -1.5, -0.5, 0.0, 0.5, 2.0] {
            let scale = |exact: f64| exact * (1.0 + exact.ln().abs());
            let error = worst((0.01, 100.0), |x| pow(x, exponent), |x| x.powf(f64::from(exponent)), scale);
            assert!(error < 3e-7, "{exponent}: {error}");
        }
        assert_eq!(pow(7.0f32, 0.0), 1.0);
    }
}
