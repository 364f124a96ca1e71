//! G. Grégoire, H. Chaté 2004 and H. Chaté, F. Ginelli, G. Grégoire, F. Raynaud 2008: the onset of order is a jump.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings, plain};
use super::laboratory::{Laboratory, polarisation};
use crate::plot::{Curve, Curves};
use quelea::measures::profiles::{BandProfile, NumberFluctuations};
use quelea::measures::series::{Histogram, TimeStatistics, binder_cumulant};
use quelea::model::settings::{NoiseKind, PerceptionKind, StartVelocity};
use quelea::{Scenario, Simulation};
use std::f64::consts::TAU;

pub const EXPERIMENT: Experiment = Experiment {
    name: "chate2008",
    title: "Chaté, Ginelli, Grégoire and Raynaud 2008: Collective Motion of Self-Propelled Particles Interacting \
            without Cohesion",
    files: &[
        "transition.svg",
        "loop.svg",
        "bands.svg",
        "coexistence.svg",
        "transition.csv",
        "loop.csv",
        "bands.csv",
        "coexistence.csv",
    ],
    run,
};

/// The kind of noise, η, and φ, χ and G that an independent program found in a box of side 32 with 2048 boids.
const COMPUTED: [(NoiseKind, f64, f64, f64, f64); 10] = [
    (NoiseKind::Vectorial, 0.50, 0.862, 0.2, 0.667),
    (NoiseKind::Vectorial, 0.60, 0.756, 0.9, 0.666),
    (NoiseKind::Vectorial, 0.61, 0.744, 0.8, 0.666),
    (NoiseKind::Vectorial, 0.62, 0.086, 4.4, 0.32),
    (NoiseKind::Vectorial, 0.64, 0.049, 1.4, 0.35),
    (NoiseKind::Angular, 0.30, 0.761, 0.6, 0.666),
    (NoiseKind::Angular, 0.40, 0.560, 6.7, 0.657),
    (NoiseKind::Angular, 0.46, 0.302, 26.0, 0.541),
    (NoiseKind::Angular, 0.48, 0.267, 21.0, 0.543),
    (NoiseKind::Angular, 0.52, 0.120, 6.6, 0.430),
];

/// A flock with two boids per unit of area. Angular noise of η turns headings by up to πη either way.
fn scenario(kind: NoiseKind, noise: f64, side: f64, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("vicsek-vectorial")?;
    scenario.general.seed = seed;
    scenario.general.space.size = vec![side; 2];
    let settings = &mut scenario.species[0].settings;
    settings.boids = (2.0 * side * side) as usize;
    settings.noise.kind = kind;
    settings.noise.strength = if kind == NoiseKind::Angular { TAU * noise } else { noise };
    scenario.validate()?;
    Ok(scenario)
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    mean_field(laboratory, &mut results)?;
    transition(laboratory, &mut results)?;
    if !laboratory.quick {
        coexistence(laboratory, &mut results)?;
    }
    hysteresis(laboratory, &mut results)?;
    bands(laboratory, &mut results)?;
    number_fluctuations(laboratory, &mut results)?;
    Ok(results)
}

/// The order of infinitely many boids that all see each other: the fixed point of
/// φ = ⟨(φ + η·cos ξ)/|φ + η·e^(iξ)|⟩, reached from perfect order.
fn mean_field_order(noise: f64) -> f64 {
    let next = |order: f64| {
        let part = |index: u32| {
            let angle = TAU * (f64::from(index) + 0.5) / 2000.0;
            let (x, y) = (order + noise * angle.cos(), noise * angle.sin());
            x / x.hypot(y)
        };
        (0..2000).map(part).sum::<f64>() / 2000.0
    };
    (0..4000).fold(1.0, |order, _| next(order))
}

fn mean_field(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let noises = [0.3, 0.4, 0.5, 0.6, 0.66, 0.68];
    let found = laboratory.run_all(&noises, |noise| {
        let mut scenario = scenario(NoiseKind::Vectorial, *noise, 22.4, 1)?;
        let settings = &mut scenario.species[0].settings;
        settings.perception.kind = PerceptionKind::All;
        settings.start.velocity = StartVelocity::Direction;
        laboratory.polarisation(&scenario, 150, laboratory.pick(150, 600))
    })?;
    let mut findings = Findings::new(
        "Everybody sees everybody",
        "1003 boids. For infinitely many, the order is the solution of φ = ⟨(φ + η cos ξ)/|φ + η e^(iξ)|⟩, which the \
         expected values solve; it ends at η = 0.671. Finite flocks differ by terms of the order of 1/N.",
    );
    for (noise, found) in noises.iter().zip(&found) {
        match mean_field_order(*noise) {
            order if order > 0.1 => {
                let expected = Expected { error: 1.0 / 1003.0, ..Expected::exact(order) };
                findings.compare(format!("η = {noise}: φ"), found.mean, expected);
            }
            _ => findings.at_most(format!("η = {noise}: φ, disordered"), found.mean, Expected::exact(0.15)),
        }
    }
    results.tables.push(findings.into_table());
    Ok(())
}

fn transition(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let (settle, steps) = laboratory.pick((3000, 6000), (8000, 24_000));
    let rows: Vec<_> = COMPUTED
        .into_iter()
        .filter(|(kind, noise, ..)| !laboratory.quick || *kind == NoiseKind::Vectorial || [0.3, 0.46].contains(noise))
        .collect();
    let found = laboratory.run_all(&rows, |(kind, noise, ..)| {
        laboratory.polarisation(&scenario(*kind, *noise, 32.0, 1)?, settle, steps)
    })?;
    let mut findings = Findings::new(
        "The transition in a small box",
        "2048 boids in a box of side 32. With vectorial noise the order jumps between η = 0.61 and 0.62. With angular \
         noise it looks continuous in a box of this size, as the paper says. An independent program found the expected \
         values in one run of 24,000 steps each.",
    );
    for ((kind, noise, order, _, binder), found) in rows.iter().zip(&found) {
        // Near the transition with angular noise the order drifts slowly.
        let error = if found.susceptibility.value > 3.0 { 0.03 } else { 0.003 };
        findings.compare(format!("{kind}, η = {noise}: φ"), found.mean, Expected::computed(*order, error));
        let error = if *binder < 0.6 { 0.05 } else { 0.003 };
        findings.compare(format!("{kind}, η = {noise}: G"), found.binder, Expected::computed(*binder, error));
    }
    let disorder: Vec<&TimeStatistics> =
        rows.iter().zip(&found).filter(|((_, noise, ..), _)| *noise >= 0.62).map(|(_, found)| found).collect();
    if let Some(last) = disorder.last() {
        let expected = Expected { error: 0.03, ..Expected::exact(1.0 / 3.0) };
        findings.compare("vectorial, η = 0.64: G of disorder in 2D", last.binder, expected);
    }
    results.tables.push(findings.into_table());
    let curves = [NoiseKind::Vectorial, NoiseKind::Angular].into_iter().enumerate().map(|(colour, wanted)| {
        let rows = || rows.iter().zip(&found).filter(|((kind, ..), _)| *kind == wanted);
        Curve {
            name: format!("{wanted} noise"),
            colour,
            points: rows().map(|((_, noise, ..), found)| (*noise, found.mean.value)).collect(),
            errors: rows().map(|(_, found)| found.mean.error).collect(),
            ..Curve::default()
        }
    });
    results.figures.push(figure("transition.svg", "Order φ against noise η, L = 32", "η", "φ", curves.collect()));
    results.data.push((
        "transition.csv",
        data([
            ("angular", rows.iter().map(|row| f64::from(u8::from(row.0 == NoiseKind::Angular))).collect()),
            ("noise", rows.iter().map(|row| row.1).collect()),
            ("polarisation", found.iter().map(|found| found.mean.value).collect()),
            ("polarisation_error", found.iter().map(|found| found.mean.error).collect()),
            ("susceptibility", found.iter().map(|found| found.susceptibility.value).collect()),
            ("binder_cumulant", found.iter().map(|found| found.binder.value).collect()),
        ]),
    ));
    Ok(())
}

/// Where both states are possible, flocks change between them, and the Binder cumulant of all together is negative.
fn coexistence(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    const NOISE: f64 = 0.616;
    let seeds: Vec<u64> = (1..=8).collect();
    let courses = laboratory.run_all(&seeds, |seed| {
        let mut flock = Simulation::new(&scenario(NoiseKind::Vectorial, NOISE, 32.0, *seed)?)?;
        laboratory.steps(&mut flock, 10_000, 10_000, |_| Ok(()))?;
        let mut samples = Vec::new();
        laboratory.steps(&mut flock, 50_000, 10, |flock| {
            samples.push(polarisation(flock));
            Ok(())
        })?;
        Ok(samples)
    })?;
    let samples = courses.concat();
    let mut findings = Findings::new(
        "Two states at one noise",
        "Eight flocks in a box of side 32 at η = 0.616, 50,000 steps each: some are ordered, some are not, some change. \
         A flock stays in a state for tens of thousands of steps, so the share of each is uncertain, and so is G, but \
         not its sign: with the share p ordered, G is about 1 − 1/(3p), and negative for p < 1/3.",
    );
    findings.at_most(
        "Binder cumulant of all flocks together",
        plain(binder_cumulant(&samples)),
        Expected::published(0.0, 0.0),
    );
    results.tables.push(findings.into_table());
    let points = Histogram::new(&samples, 0.0, 1.0, 50).densities();
    let (orders, densities) = points.iter().copied().unzip();
    let curve = Curve { name: "eight flocks".to_owned(), points, ..Curve::default() };
    let heading = "How often each order φ occurs at η = 0.616, L = 32";
    results.figures.push(figure("coexistence.svg", heading, "φ", "density", vec![curve]));
    results.data.push(("coexistence.csv", data([("polarisation", orders), ("density", densities)])));
    Ok(())
}

/// η up and down again. Where both states are stable, order remembers where it comes from.
fn hysteresis(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let side = laboratory.pick(48.0, 64.0);
    let plateau = laboratory.pick(400, 2000);
    let noises: Vec<f64> = (0..=14).chain((0..14).rev()).map(|step| 0.58 + 0.01 * f64::from(step)).collect();
    let mut flock = Simulation::new(&scenario(NoiseKind::Vectorial, noises[0], side, 1)?)?;
    laboratory.steps(&mut flock, 4 * plateau, plateau, |_| Ok(()))?;
    let mut orders = Vec::new();
    for noise in &noises {
        flock.set("noise.strength", *noise)?;
        let mut samples = Vec::new();
        laboratory.steps(&mut flock, plateau, 4, |flock| {
            samples.push(polarisation(flock));
            Ok(())
        })?;
        orders.push(samples.split_off(samples.len() / 2));
    }
    let mean = |samples: &[f64]| samples.iter().sum::<f64>() / samples.len() as f64;
    let top = noises.len() / 2;
    let gap = (0..top).map(|index| mean(&orders[index]) - mean(&orders[2 * top - index])).fold(0.0, f64::max);
    let mut findings = Findings::new(
        "Hysteresis",
        &format!(
            "η rises from 0.58 to 0.72 and falls again, {plateau} steps at each value, in a box of side {side}. In a \
             discontinuous transition the rising branch stays ordered where the falling one is still disordered."
        ),
    );
    findings.at_least("largest difference between the branches", plain(gap), Expected::published(0.3, 0.0));
    results.tables.push(findings.into_table());
    let branch = |name: &str, colour: usize, range: std::ops::RangeInclusive<usize>| Curve {
        name: name.to_owned(),
        colour,
        dashed: colour == 1,
        hollow: colour == 1,
        points: range.map(|index| (noises[index], mean(&orders[index]))).collect(),
        ..Curve::default()
    };
    let curves = vec![branch("rising", 0, 0..=top), branch("falling", 1, top..=2 * top)];
    results.figures.push(figure("loop.svg", "Order φ while η rises and falls", "η", "φ", curves));
    let rows = noises.clone();
    let order = orders.iter().map(|samples| mean(samples)).collect();
    results.data.push(("loop.csv", data([("noise", rows), ("polarisation", order)])));
    Ok(())
}

/// Near the onset order travels in bands; far from it the flock is homogeneous.
fn bands(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let side = 64.0;
    let inputs = [0.3, 0.6];
    let found = laboratory.run_all(&inputs, |noise| {
        let mut scenario = scenario(NoiseKind::Vectorial, *noise, side, 1)?;
        // Along an axis of the box, so that a band closes upon itself at once.
        scenario.species[0].settings.start.velocity = StartVelocity::Direction;
        let mut flock = Simulation::new(&scenario)?;
        laboratory.steps(&mut flock, 1500, 500, |_| Ok(()))?;
        let mut profile = BandProfile::new(&scenario, 32);
        laboratory.steps(&mut flock, 500, 100, |flock| {
            profile.add(&flock.state());
            Ok(())
        })?;
        Ok((profile.slabs(), profile.contrast()))
    })?;
    let mut findings = Findings::new(
        "Bands",
        &format!(
            "Density in slabs along the direction of motion, relative to the mean, in a box of side {side}. Near the \
             onset (η = 0.6) a dense band moves through a gas; far from it (η = 0.3) there is none."
        ),
    );
    findings.at_least("η = 0.6: largest density over the mean", plain(found[1].1), Expected::published(1.5, 0.0));
    findings.at_least(
        "contrast at η = 0.6 over that at η = 0.3",
        plain(found[1].1 / found[0].1),
        Expected::published(1.0, 0.0),
    );
    results.tables.push(findings.into_table());
    let curves = inputs.iter().zip(&found).enumerate().map(|(colour, (noise, (slabs, _)))| Curve {
        name: format!("η = {noise}"),
        colour,
        points: slabs.iter().map(|slab| (slab.position, slab.density)).collect(),
        ..Curve::default()
    });
    let heading = "Density along the direction of motion, relative to the mean";
    results.figures.push(figure("bands.svg", heading, "position along the motion", "density", curves.collect()));
    results.data.push((
        "bands.csv",
        data([
            ("position", found[1].0.iter().map(|slab| slab.position).collect()),
            ("density_far_from_onset", found[0].0.iter().map(|slab| slab.density).collect()),
            ("density_near_onset", found[1].0.iter().map(|slab| slab.density).collect()),
            ("order_near_onset", found[1].0.iter().map(|slab| slab.order).collect()),
        ]),
    ));
    Ok(())
}

/// Deep in the ordered phase the number of boids in a box fluctuates more than by chance.
fn number_fluctuations(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let side = laboratory.pick(64.0, 256.0);
    let mut scenario = scenario(NoiseKind::Vectorial, 0.5, side, 1)?;
    let settings = &mut scenario.species[0].settings;
    (settings.motion.max_speed, settings.start.speed) = (1.0, 1.0);
    settings.start.velocity = StartVelocity::Direction;
    scenario.validate()?;
    let divisions: Vec<usize> = laboratory.pick(vec![4, 6, 8, 12, 16, 24], vec![6, 8, 12, 16, 24, 32, 48, 64, 96]);
    let mut counts = NumberFluctuations::new(&scenario, &divisions);
    let mut flock = Simulation::new(&scenario)?;
    laboratory.steps(&mut flock, laboratory.pick(2000, 20_000), 1000, |_| Ok(()))?;
    laboratory.steps(&mut flock, laboratory.pick(3000, 30_000), 20, |flock| {
        counts.add(&flock.state());
        Ok(())
    })?;
    let mut findings = Findings::new(
        "Giant number fluctuations",
        &format!(
            "The variance of the number n of boids in a box grows as a power of its mean: 1 by chance. v = 1, η = 0.5, \
             in a square of side {side}; the published exponent is that of Mahault, Ginelli and Chaté 2019 for boxes \
             far larger than these. Beyond a tenth of the square the variance is cut off, and the exponent depends on \
             the range that is fitted."
        ),
    );
    if let Some(fit) = counts.exponent(8.0) {
        findings.compare("exponent of the variance", fit.exponent, Expected::published(1.67, 0.02));
        findings.at_least("exponent, against chance", fit.exponent, Expected::exact(1.0));
    }
    results.tables.push(findings.into_table());
    Ok(())
}

fn figure(file: &'static str, heading: &str, x_label: &str, y_label: &str, curves: Vec<Curve>) -> Figure {
    let (x_label, y_label) = (x_label.to_owned(), y_label.to_owned());
    Figure { file, heading: heading.to_owned(), curves: Curves { x_label, y_label, logarithmic: false, curves } }
}
