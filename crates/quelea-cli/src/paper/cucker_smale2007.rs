//! F. Cucker and S. Smale, 2007: closed forms for two boids, and exponential convergence.
//!
//! With x and w the differences of position and velocity of two boids on a line that move apart,
//! dw/dt = −2H·w/(1 + x²)^β and dx/dt = w, so w(x) = w₀ − 2H·(A(x) − A(x₀)), with A the integral of the weight:
//! arctan for β = 1, arsinh for β = ½.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings, plain};
use super::laboratory::Laboratory;
use crate::plot::{Curve, Curves};
use quelea::{EngineName, Scenario, Simulation, State};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

pub const EXPERIMENT: Experiment = Experiment {
    name: "cucker-smale2007",
    title: "Cucker and Smale 2007: Emergent Behavior in Flocks",
    files: &["convergence.svg", "convergence.csv"],
    run,
};

/// The time until which two boids are followed. The slowest of them gets within e^(−0.158·T) of its limit.
const END: f64 = 120.0;

/// H, in front of the weight.
const STRENGTH: f64 = 1.0;

fn scenario(engine: EngineName, boids: usize, strength: f64, exponent: f64, step: f64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("cucker-smale")?;
    scenario.general.engine = engine;
    let settings = &mut scenario.species[0].settings;
    settings.boids = boids;
    (settings.alignment.weight, settings.alignment.exponent, settings.motion.step) = (strength, exponent, step);
    scenario.validate()?;
    Ok(scenario)
}

/// Two boids on a line that move apart.
struct Pair {
    /// Their distance at the end.
    distance: f64,
    /// The difference of their velocities at the end.
    speed: f64,
    /// The rate at which that difference decays at the end.
    rate: f64,
    /// Time, and the difference of velocities.
    course: Vec<(f64, f64)>,
}

/// Follows two boids that start a distance of 1 apart.
fn pair(laboratory: &Laboratory, engine: &EngineName, exponent: f64, speed: f64) -> anyhow::Result<Pair> {
    let step = 0.02;
    let scenario = scenario(*engine, 2, STRENGTH, exponent, step)?;
    let state = State::from_arrays(vec![[0.0, 0.0], [1.0, 0.0]], vec![[0.0, 0.0], [speed, 0.0]]);
    let mut flock = Simulation::from_state(&scenario, state)?;
    let mut course = vec![(0.0, speed)];
    let difference = |flock: &Simulation| {
        let state = flock.state();
        (state.positions[1][0] - state.positions[0][0], state.velocities[1][0] - state.velocities[0][0])
    };
    laboratory.steps(&mut flock, (END / step) as u64, 10, |flock| {
        course.push((flock.steps() as f64 * step, difference(flock).1));
        Ok(())
    })?;
    let (distance, speed) = difference(&flock);
    // Early enough that single precision still resolves the difference, late enough that the weight is constant.
    let rate = |from: usize, to: usize| (course[from].1 / course[to].1).ln() / (course[to].0 - course[from].0);
    let small = if *engine == EngineName::REFERENCE { 1e-6 } else { 1e-3 };
    let late = course.iter().position(|(_, speed)| *speed < small).unwrap_or(course.len() - 1).max(10);
    let rate = rate(late - 10, late);
    Ok(Pair { distance, speed, rate, course })
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    two_boids(laboratory, &mut results)?;
    many_boids(laboratory, &mut results)?;
    Ok(results)
}

fn two_boids(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let cases = [(1.0, 1.0), (1.0, 1.57), (1.0, 1.58), (1.0, 2.0), (0.5, 2.0)];
    let engines = [EngineName::REFERENCE, EngineName::FAST];
    let inputs: Vec<(EngineName, f64, f64)> =
        engines.iter().flat_map(|engine| cases.map(|(exponent, speed)| (*engine, exponent, speed))).collect();
    let found = laboratory.run_all(&inputs, |(engine, exponent, speed)| pair(laboratory, engine, *exponent, *speed))?;
    // For β = 1 from x = 1: w₀ = 2(arctan x − π/4) at the limit, so x = tan(π/4 + w₀/2).
    let limit = (FRAC_PI_4 + 0.5).tan();
    let limit_of_half = (1f64.asinh() + 1.0).sinh();
    for (engine, pairs) in engines.iter().zip(found.chunks(cases.len())) {
        let mut findings = Findings::new(
            &format!("Two boids, {engine} engine"),
            "They start a distance of 1 apart and move apart with the speed w₀; H = 1, followed by fourth-order \
             Runge-Kutta up to t = 120. For β = 1 they flock if w₀ < 2(π/2 − arctan 1) = 1.5708; for β = ½ always.",
        );
        let [one, below, above, two, half] = pairs else { continue };
        findings.compare("β = 1, w₀ = 1: final distance", plain(one.distance), Expected::exact(limit));
        let rate = Expected::exact(2.0 / (1.0 + limit * limit));
        findings.compare("β = 1, w₀ = 1: rate of decay", plain(one.rate), rate);
        // Just below the threshold they slow down for ever, and take very long to.
        let slowing = Expected::exact(1.57 - 2.0 * (below.distance.atan() - FRAC_PI_4));
        findings.compare("β = 1, w₀ = 1.57: speed at the distance reached", plain(below.speed), slowing);
        findings.at_least(
            "β = 1, w₀ = 1.58: limiting speed",
            plain(above.speed),
            Expected::exact(1.58 - 2.0 * (FRAC_PI_2 - FRAC_PI_4)),
        );
        let escape = Expected::exact(2.0 - 2.0 * (two.distance.atan() - FRAC_PI_4));
        findings.compare("β = 1, w₀ = 2: speed at the distance reached", plain(two.speed), escape);
        findings.at_least(
            "β = 1, w₀ = 2: limiting speed",
            plain(two.speed),
            Expected::exact(2.0 - 2.0 * (FRAC_PI_2 - FRAC_PI_4)),
        );
        findings.compare("β = ½, w₀ = 2: final distance", plain(half.distance), Expected::exact(limit_of_half));
        let rate = Expected::exact(2.0 / (1.0 + limit_of_half * limit_of_half).sqrt());
        findings.compare("β = ½, w₀ = 2: rate of decay", plain(half.rate), rate);
        results.tables.push(findings.into_table());
    }
    let curves = cases.iter().zip(&found).enumerate().map(|(colour, ((exponent, speed), pair))| Curve {
        name: format!("β = {exponent}, w₀ = {speed}"),
        colour,
        points: pair.course.iter().copied().filter(|(time, _)| *time <= 20.0).collect(),
        ..Curve::default()
    });
    results.figures.push(Figure {
        file: "convergence.svg",
        heading: "Two boids that move apart: the difference of their velocities".to_owned(),
        curves: Curves {
            x_label: "time".to_owned(),
            y_label: "difference of velocities w".to_owned(),
            logarithmic: false,
            curves: curves.collect(),
        },
    });
    let rows: Vec<(f64, f64, f64, f64)> = (cases.iter().zip(&found))
        .flat_map(|((exponent, speed), pair)| pair.course.iter().map(|(time, w)| (*exponent, *speed, *time, *w)))
        .collect();
    let column = |value: fn(&(f64, f64, f64, f64)) -> f64| rows.iter().map(value).collect();
    results.data.push((
        "convergence.csv",
        data([
            ("beta", column(|row| row.0)),
            ("initial_difference", column(|row| row.1)),
            ("time", column(|row| row.2)),
            ("difference", column(|row| row.3)),
        ]),
    ));
    Ok(())
}

/// The largest deviation of a velocity from the mean, and the sum of velocities.
fn spread(state: &State) -> (f64, [f64; 2]) {
    let velocities = state.velocities.as_arrays::<2>();
    let sum = velocities.iter().fold([0.0; 2], |sum, v| [sum[0] + v[0], sum[1] + v[1]]);
    let mean = sum.map(|x| x / velocities.len() as f64);
    let largest = velocities.iter().map(|v| (v[0] - mean[0]).hypot(v[1] - mean[1])).fold(0.0, f64::max);
    (largest, sum)
}

fn many_boids(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let (boids, strength, step) = (60, 0.02, 0.05);
    let mut findings = Findings::new(
        "Sixty boids, reference engine",
        "With β = 0 every difference from the mean velocity decays as e^(−HNt), whatever the positions; for any β the \
         sum of velocities is conserved and the largest difference never grows.",
    );
    let mut flat = Simulation::new(&scenario(EngineName::REFERENCE, boids, strength, 0.0, step)?)?;
    let before = spread(&flat.state()).0;
    laboratory.steps(&mut flat, 40, 40, |_| Ok(()))?;
    let rate = (before / spread(&flat.state()).0).ln() / 2.0;
    findings.compare("β = 0: rate of decay, HN", plain(rate), Expected::exact(strength * boids as f64));

    let mut flock = Simulation::new(&scenario(EngineName::REFERENCE, boids, strength, 0.4, step)?)?;
    let (first, sum) = spread(&flock.state());
    let (mut last, mut growth, mut drift) = (first, 0.0f64, 0.0f64);
    laboratory.steps(&mut flock, 1600, 1, |flock| {
        let (largest, now) = spread(&flock.state());
        growth = growth.max(largest - last);
        drift = drift.max((now[0] - sum[0]).hypot(now[1] - sum[1]));
        last = largest;
        Ok(())
    })?;
    findings.at_most("β = 0.4: change of the sum of velocities", plain(drift), Expected::exact(1e-9));
    findings.at_most("β = 0.4: growth of the largest difference in a step", plain(growth), Expected::exact(1e-12));
    findings.at_most("β = 0.4: largest difference at t = 80", plain(last), Expected::exact(1e-3 * first));
    results.tables.push(findings.into_table());
    Ok(())
}
