//! Presets of frameworks without a recording: one step of a few boids against the formula of the source.

use quelea::{Reference, Scenario, State};

/// The positions and velocities after one step of a preset with as many boids as given, all moved at once.
fn step<const D: usize>(preset: &str, boids: &[([f64; D], [f64; D])]) -> (Vec<[f64; D]>, Vec<[f64; D]>) {
    let scenario = Scenario::preset(preset).unwrap().with("boids", boids.len()).unwrap();
    let scenario = scenario.with("reference.update", "at-once").unwrap();
    let (positions, velocities) = boids.iter().copied().unzip();
    let mut flock = Reference::<D>::from_state(&scenario, State::from_arrays(positions, velocities)).unwrap();
    flock.step();
    let state = flock.state();
    (state.positions.as_arrays().to_vec(), state.velocities.as_arrays().to_vec())
}

fn assert_near<const D: usize>(a: [f64; D], b: [f64; D]) {
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} is not {b:?}");
}

fn length<const D: usize>(a: [f64; D]) -> f64 {
    a.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn sum<const D: usize>(terms: &[(f64, [f64; D])]) -> [f64; D] {
    std::array::from_fn(|axis| terms.iter().map(|(factor, a)| factor * a[axis]).sum())
}

#[test]
fn agents_jl_adds_means_over_all_in_sight_and_normalises() {
    // The second is within 2 across the seam, the third within 5, the fourth is not in sight.
    let boids = [
        ([99.5, 50.0], [0.6, 0.8]),
        ([0.5, 51.0], [0.0, -1.0]),
        ([97.0, 53.0], [1.0, 0.0]),
        ([50.0, 50.0], [0.3, 0.4]),
    ];
    let (near, far) = ([1.0, 1.0], [-2.5, 3.0]);
    let velocity = sum(&[
        (1.0, [0.6, 0.8]),
        (0.1 / 2.0, near),
        (0.1 / 2.0, far),
        (-0.25 / 2.0, near),
        (0.04 / 2.0, [0.0, -1.0]),
        (0.04 / 2.0, [1.0, 0.0]),
    ]);
    let velocity = velocity.map(|x| x / length(velocity));
    let (positions, velocities) = step("agents-jl", &boids);
    assert_near(velocities[0], velocity);
    assert_near(positions[0], [(99.5 + velocity[0]).rem_euclid(100.0), 50.0 + velocity[1]]);
    // One who sees nobody only gets its speed.
    assert_near(velocities[3], [0.6, 0.8]);
}

#[test]
fn flamegpu_brakes_in_company_and_pushes_at_walls_after_the_speed_limit() {
    // The first two are within 0.01, the third within 0.05 of both, the last is alone near two walls.
    let boids = [
        ([0.0, 0.0, 0.0], [0.9, 0.0, 0.0]),
        ([0.006, 0.0, 0.0], [0.0, 0.8, 0.0]),
        ([0.0, 0.03, 0.0], [0.0, 0.0, 0.7]),
        ([-0.4999, 0.45, 0.0], [-0.6, 0.0, 0.0]),
    ];
    let push = 10.0 * (1.0 - 0.6) * (1.0 - 0.6);
    let change = sum(&[
        (-push, [0.006, 0.0, 0.0]),
        (0.055 / 2.0, [0.006, 0.03, 0.0]),
        (0.015 / 2.0, [0.0, 0.8, 0.7]),
        (-1.0, [0.9, 0.0, 0.0]),
    ]);
    let velocity = sum(&[(1.0, [0.9, 0.0, 0.0]), (0.15, change)]);
    assert!(length(velocity) > 0.5 && length(velocity) < 0.9);
    let (positions, velocities) = step("flamegpu", &boids);
    assert_near(velocities[0], velocity);
    assert_near(positions[0], velocity.map(|x| 0.0005 * x));
    // The walls push by 0.05 along each axis; the position is cut to the box and the velocity kept.
    assert_near(velocities[3], [-0.55, -0.05, 0.0]);
    assert_near(positions[3], [-0.5, 0.45 - 0.000025, 0.0]);
}

#[test]
fn flamegpu_keeps_speeds_between_a_half_and_one() {
    let at = [0.0, 0.0, 0.0];
    assert_near(step("flamegpu", &[(at, [0.1, 0.0, 0.0])]).1[0], [0.5, 0.0, 0.0]);
    assert_near(step("flamegpu", &[(at, [0.0, 1.2, 0.0])]).1[0], [0.0, 1.0, 0.0]);
}
