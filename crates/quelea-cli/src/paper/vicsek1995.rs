//! T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen, O. Shochet, 1995: order against noise and against density.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings};
use super::laboratory::{Laboratory, mean_of};
use crate::files::Table;
use crate::plot::{Curve, Curves};
use quelea::Scenario;
use quelea::measures::series::TimeStatistics;
use quelea::model::settings::StartVelocity;
use std::f64::consts::PI;

pub const EXPERIMENT: Experiment = Experiment {
    name: "vicsek1995",
    title: "Vicsek, Czirók, Ben-Jacob, Cohen and Shochet 1995: Novel Type of Phase Transition in a System of \
            Self-Driven Particles",
    files: &["noise.svg", "density.svg", "noise.csv", "density.csv"],
    run,
};

/// The boxes of figure 2a: the number of boids and the side.
const BOXES: [(usize, f64); 5] = [(40, 3.1), (100, 5.0), (400, 10.0), (4000, 31.6), (10_000, 50.0)];

/// Order in the two smallest boxes at η = 0.5, 1, …, 5, as an independent program found it: 20,000 steps after 5,000.
const COMPUTED: [[f64; 10]; 2] = [
    [0.989, 0.957, 0.905, 0.837, 0.751, 0.652, 0.544, 0.426, 0.301, 0.202],
    [0.988, 0.953, 0.897, 0.821, 0.729, 0.621, 0.498, 0.362, 0.212, 0.133],
];

/// The error of these, which were printed with three digits after a single run.
const COMPUTED_ERROR: f64 = 0.004;

/// Figure 2b: the number of boids in a box of side 20 at η = 2, and the order that an independent program found in one
/// run. Below one boid per unit of area, groups drift slowly and single runs scatter by 0.1.
const DENSITIES: [(usize, f64, f64); 8] = [
    (40, 0.33, 0.1),
    (100, 0.34, 0.1),
    (200, 0.43, 0.1),
    (400, 0.60, 0.05),
    (800, 0.74, 0.02),
    (1600, 0.77, 0.01),
    (2800, 0.80, 0.01),
    (4000, 0.81, 0.01),
];

fn scenario(boids: usize, side: f64, noise: f64, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("vicsek")?;
    scenario.general.seed = seed;
    scenario.general.space.size = vec![side; 2];
    scenario.species[0].settings.boids = boids;
    scenario.species[0].settings.noise.strength = noise;
    scenario.validate()?;
    Ok(scenario)
}

/// The mean of the cosine of the noise: what it leaves of perfect order.
fn bound(noise: f64) -> f64 {
    if noise == 0.0 { 1.0 } else { (noise / 2.0).sin() / (noise / 2.0) }
}

fn noises() -> impl Iterator<Item = f64> {
    (1..=10).map(|half| f64::from(half) * 0.5)
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    order_against_noise(laboratory, &mut results)?;
    order_against_density(laboratory, &mut results)?;
    Ok(results)
}

fn order_against_noise(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let boxes = &BOXES[..laboratory.pick(3, 5)];
    let mut inputs: Vec<(usize, f64, f64)> =
        boxes.iter().flat_map(|(boids, side)| noises().map(|noise| (*boids, *side, noise))).collect();
    inputs.push((100, 5.0, 2.0 * PI));
    let found = laboratory.run_all(&inputs, |(boids, side, noise)| {
        let (settle, steps) = laboratory.pick((2000, 8000), if *boids > 1000 { (4000, 6000) } else { (5000, 20_000) });
        let mut scenario = scenario(*boids, *side, *noise, 1)?;
        if *boids > 1000 {
            // From random headings the domains of a large flock take more than 10,000 steps to merge.
            scenario.species[0].settings.start.velocity = StartVelocity::Direction;
        }
        laboratory.polarisation(&scenario, settle, steps)
    })?;
    let at = |boids: usize, noise: f64| {
        let index = inputs.iter().position(|input| (input.0, input.2) == (boids, noise));
        found[index.unwrap_or(0)]
    };

    let mut against = Findings::new(
        "Order against noise",
        "φ at four boids per unit of area. An independent program of the same rule in double precision found the \
         expected values, one run each; the paper prints its own as points in a figure only.",
    );
    for ((boids, _), row) in boxes.iter().zip(COMPUTED) {
        for (noise, value) in noises().zip(row) {
            let expected = Expected::computed(value, COMPUTED_ERROR);
            against.compare(format!("N = {boids}, η = {noise}"), at(*boids, noise).mean, expected);
        }
    }
    against.compare("N = 100, η = 2π: pure noise, √π/(2√N)", at(100, 2.0 * PI).mean, Expected::exact(PI.sqrt() / 20.0));
    let mut bounds = Findings::new(
        "The bound",
        "However well boids agree before the noise, b = sin(η/2)/(η/2) is left after it: ⟨φ²⟩ ≤ b² + (1 − b²)/N. It is \
         reached where everybody sees everybody.",
    );
    for (boids, _) in boxes {
        for noise in noises().step_by(2) {
            let expected =
                Expected::exact((bound(noise).powi(2) * (1.0 - 1.0 / *boids as f64) + 1.0 / *boids as f64).sqrt());
            bounds.at_most(format!("N = {boids}, η = {noise}"), at(*boids, noise).mean, expected);
        }
    }
    results.tables.extend([against.into_table(), bounds.into_table()]);
    results.data.push(("noise.csv", table(&inputs, &found)));
    let mut curves: Vec<Curve> = (boxes.iter().enumerate())
        .map(|(colour, (boids, _))| Curve {
            name: format!("N = {boids}"),
            colour,
            points: noises().map(|noise| (noise, at(*boids, noise).mean.value)).collect(),
            errors: noises().map(|noise| at(*boids, noise).mean.error).collect(),
            ..Curve::default()
        })
        .collect();
    curves.push(Curve {
        name: "sin(η/2)/(η/2)".to_owned(),
        colour: 6,
        dashed: true,
        hollow: true,
        points: noises().map(|noise| (noise, bound(noise))).collect(),
        ..Curve::default()
    });
    results.figures.push(Figure {
        file: "noise.svg",
        heading: "Order φ against noise η, four boids per unit of area".to_owned(),
        curves: Curves { x_label: "η".to_owned(), y_label: "φ".to_owned(), logarithmic: false, curves },
    });
    Ok(())
}

fn order_against_density(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let seeds = laboratory.pick(2, 6);
    let inputs: Vec<(usize, u64)> =
        DENSITIES.iter().flat_map(|(boids, ..)| (1..=seeds).map(|seed| (*boids, seed))).collect();
    let found = laboratory.run_all(&inputs, |(boids, seed)| {
        let (settle, steps) = laboratory.pick((4000, 2000), (5000, 5000));
        laboratory.polarisation(&scenario(*boids, 20.0, 2.0, *seed)?, settle, steps)
    })?;
    let mut findings = Findings::new(
        "Order against density",
        "φ in a box of side 20 at η = 2, over several seeds, beside one run of an independent program.",
    );
    let (mut points, mut errors) = (Vec::new(), Vec::new());
    for (index, (boids, value, error)) in DENSITIES.iter().enumerate() {
        let runs = &found[index * seeds as usize..(index + 1) * seeds as usize];
        let mean = mean_of(&runs.iter().map(|run| run.mean.value).collect::<Vec<f64>>());
        findings.compare(format!("ρ = {}", *boids as f64 / 400.0), mean, Expected::computed(*value, *error));
        points.push((*boids as f64 / 400.0, mean.value));
        errors.push(mean.error);
    }
    results.tables.push(findings.into_table());
    let rows: Vec<(usize, f64, f64)> = inputs.iter().map(|(boids, _)| (*boids, 20.0, 2.0)).collect();
    results.data.push(("density.csv", table(&rows, &found)));
    let curve = Curve { name: "L = 20, η = 2".to_owned(), points, errors, ..Curve::default() };
    results.figures.push(Figure {
        file: "density.svg",
        heading: "Order φ against density ρ".to_owned(),
        curves: Curves { x_label: "ρ".to_owned(), y_label: "φ".to_owned(), logarithmic: false, curves: vec![curve] },
    });
    Ok(())
}

fn table(inputs: &[(usize, f64, f64)], found: &[TimeStatistics]) -> Table {
    let column = |value: &dyn Fn(&TimeStatistics) -> f64| found.iter().map(value).collect::<Vec<f64>>();
    data([
        ("boids", inputs.iter().map(|input| input.0 as f64).collect()),
        ("side", inputs.iter().map(|input| input.1).collect()),
        ("noise", inputs.iter().map(|input| input.2).collect()),
        ("polarisation", column(&|found| found.mean.value)),
        ("polarisation_error", column(&|found| found.mean.error)),
        ("susceptibility", column(&|found| found.susceptibility.value)),
        ("binder_cumulant", column(&|found| found.binder.value)),
    ])
}
