//! Closed forms of the statistics of series.

use super::*;
use crate::geometry::vector::length;
use crate::state::random::{Random, Stream};

/// Normally distributed samples in which each remembers a share of the one before.
fn remembering(share: f64, count: u32) -> Vec<f64> {
    let mut last = 0.0;
    let innovation = libm::sqrt(1.0 - share * share);
    (0..count)
        .map(|id| {
            last = share * last + innovation * Random::new(5, 0, id, Stream::Noise).normal();
            last
        })
        .collect()
}

#[test]
fn a_constant_order_parameter_has_binder_two_thirds_and_no_error() {
    let statistics = TimeStatistics::new(&[0.75; 100], 1000);
    assert!((statistics.binder.value - 2.0 / 3.0).abs() < 1e-15);
    assert_eq!((statistics.susceptibility.value, statistics.mean.error), (0.0, 0.0));
    assert!(statistics.converged);
}

/// Polarisations of flocks with independent random headings.
fn disorder<const D: usize>(boids: u32, samples: u64) -> Vec<f64> {
    let sample = |step: u64| {
        let mut sum = [0.0; D];
        for id in 0..boids {
            let heading = Random::new(3, step, id, Stream::StartVelocity).direction::<D>();
            (0..D).for_each(|axis| sum[axis] += heading[axis]);
        }
        length(sum) / f64::from(boids)
    };
    (0..samples).map(sample).collect()
}

#[test]
fn isotropic_disorder_has_binder_one_third_in_2d_and_four_ninths_in_3d() {
    // The sum of N random headings is normally distributed for large N: ⟨φ⁴⟩/⟨φ²⟩² is 2 in 2D and 5/3 in 3D, less 1/N
    // and 2/(3N) of a finite flock.
    let (flat, solid) = (disorder::<2>(100, 4000), disorder::<3>(100, 4000));
    for (samples, expected) in [(flat, 1.0 / 3.0), (solid, 4.0 / 9.0)] {
        let binder = TimeStatistics::new(&samples, 100).binder;
        assert!(binder.error < 0.02 && (binder.value - expected).abs() < 3.0 * binder.error + 0.004, "{binder:?}");
    }
}

#[test]
fn susceptibility_of_disorder_is_that_of_a_rayleigh_distribution() {
    // φ√N has ⟨φ²⟩N = 1 and ⟨φ⟩√N = √π/2: χ = 1 − π/4.
    let statistics = TimeStatistics::new(&disorder::<2>(100, 4000), 100);
    let susceptibility = statistics.susceptibility;
    let expected = 1.0 - std::f64::consts::FRAC_PI_4;
    assert!((susceptibility.value - expected).abs() < 3.0 * susceptibility.error, "{susceptibility:?}");
    assert!(susceptibility.error < 0.05 * expected, "{susceptibility:?}");
}

#[test]
fn independent_samples_need_no_blocks() {
    let samples = remembering(0.0, 4096);
    let average = block_average(&samples);
    // 1/√4096, with the error of an error from 4096/16 blocks or more.
    assert!(average.converged && (average.mean.error * 64.0 - 1.0).abs() < 0.15, "{average:?}");
    assert!(average.block <= 32, "{average:?}");
}

#[test]
fn block_errors_of_correlated_samples_are_those_of_an_autoregressive_process() {
    // The variance of the mean is (1 + a)/(1 − a)/n: 19 times that of independent samples for a = 0.9.
    let samples = remembering(0.9, 1 << 16);
    let average = block_average(&samples);
    let expected = libm::sqrt(19.0 / f64::from(1 << 16));
    assert!(average.converged && (average.mean.error / expected - 1.0).abs() < 0.15, "{average:?} {expected}");
    assert!(average.block > 19, "{average:?}");
    assert!(average.mean.value.abs() < 3.0 * expected);
}

#[test]
fn an_average_over_less_than_the_correlation_time_has_not_converged() {
    let trend: Vec<f64> = (0..200).map(f64::from).collect();
    let average = block_average(&trend);
    assert!(!average.converged && average.blocks >= 8 && average.mean.value == 99.5, "{average:?}");
    // The error from 8 blocks or more of a straight line, not that of 200 independent samples (4.1).
    assert!(average.mean.error > 10.0, "{average:?}");
}

#[test]
fn too_few_samples_have_no_error() {
    assert!(block_average(&[]).mean.value.is_nan());
    let one = TimeStatistics::new(&[0.5], 10);
    assert_eq!((one.samples, one.mean.value, one.susceptibility.value), (1, 0.5, 0.0));
    assert!(one.mean.error.is_nan() && one.binder.error.is_nan());
    let two = block_average(&[1.0, 3.0]);
    assert_eq!((two.mean.value, two.mean.error, two.converged), (2.0, 1.0, false));
}

#[test]
fn a_histogram_counts_every_sample_once() {
    let histogram = Histogram::new(&[-0.1, 0.0, 0.24, 0.25, 0.999, 1.0, 1.1, f64::NAN], 0.0, 1.0, 4);
    assert_eq!((histogram.counts.as_slice(), histogram.outside), (&[2, 1, 0, 2][..], 3));
    let area: f64 = histogram.densities().iter().map(|(_, density)| density * histogram.width).sum();
    assert!((area - 1.0).abs() < 1e-15);
    assert_eq!(Histogram::new(&[], 0.0, 1.0, 3).densities()[1], (0.5, 0.0));
}
