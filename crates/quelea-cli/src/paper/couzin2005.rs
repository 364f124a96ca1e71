//! I. D. Couzin, J. Krause, N. R. Franks, S. A. Levin, 2005: how few informed individuals lead a group.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings};
use super::laboratory::{Laboratory, mean_of};
use crate::plot::{Curve, Curves};
use quelea::measures::series::Estimate;
use quelea::{Scenario, Simulation};

pub const EXPERIMENT: Experiment = Experiment {
    name: "couzin2005",
    title: "Couzin, Krause, Franks and Levin 2005: Effective Leadership and Decision-Making in Animal Groups on the Move",
    files: &["accuracy.svg", "accuracy.csv"],
    run,
};

/// The number of boids, of informed ones, and the mean cosine of the angle between the group's course and the preferred
/// direction that an independent program found over 100 replicates, 50 for 200 boids.
const COMPUTED: [(usize, usize, f64); 17] = [
    (10, 0, 0.10),
    (10, 1, 0.58),
    (10, 2, 0.84),
    (10, 5, 0.978),
    (30, 1, 0.33),
    (30, 2, 0.67),
    (30, 3, 0.75),
    (30, 6, 0.94),
    (30, 15, 0.993),
    (100, 2, 0.26),
    (100, 5, 0.87),
    (100, 10, 0.986),
    (100, 20, 0.994),
    (100, 50, 0.998),
    (200, 4, 0.40),
    (200, 10, 0.982),
    (200, 20, 0.993),
];

/// The standard error of such a mean: cosines spread the more, the less accurate the group is.
fn computed_error(cosine: f64) -> f64 {
    (0.7 * (1.0 - cosine * cosine)).sqrt() / 10.0
}

fn scenario(boids: usize, informed: usize, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("couzin2005")?;
    scenario.general.seed = seed;
    for (species, count) in scenario.species.iter_mut().zip([boids - informed, informed]) {
        species.settings.boids = count;
        species.settings.start.radius = 0.8 * (boids as f64).sqrt();
    }
    scenario.validate()?;
    Ok(scenario)
}

/// The centre of all boids.
fn centre(flock: &Simulation) -> [f64; 2] {
    let view = flock.view();
    let mean =
        |axis: usize| (0..view.len()).map(|slot| view.positions.get(slot, axis)).sum::<f64>() / view.len() as f64;
    [mean(0), mean(1)]
}

/// The cosine of the angle between the preferred direction, +x, and the course of the centre over the last 50 steps.
fn accuracy(laboratory: &Laboratory, scenario: &Scenario) -> anyhow::Result<f64> {
    let mut flock = Simulation::new(scenario)?;
    laboratory.steps(&mut flock, 950, 950, |_| Ok(()))?;
    let before = centre(&flock);
    laboratory.steps(&mut flock, 50, 50, |_| Ok(()))?;
    let after = centre(&flock);
    let course = [after[0] - before[0], after[1] - before[1]];
    Ok(course[0] / course[0].hypot(course[1]))
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let replicates = laboratory.pick(30, 200);
    let inputs: Vec<(usize, usize, u64)> = COMPUTED
        .iter()
        .flat_map(|(boids, informed, _)| (1..=replicates).map(|seed| (*boids, *informed, seed)))
        .collect();
    let cosines = laboratory
        .run_all(&inputs, |(boids, informed, seed)| accuracy(laboratory, &scenario(*boids, *informed, *seed)?))?;
    let means: Vec<Estimate> = cosines.chunks(replicates as usize).map(mean_of).collect();
    let at = |boids: usize, informed: usize| {
        let index = COMPUTED.iter().position(|(b, i, _)| (*b, *i) == (boids, informed));
        means[index.unwrap_or(0)]
    };

    let mut results = Results::default();
    let mut findings = Findings::new(
        "Accuracy",
        "The mean cosine of the angle between the group's course over the last 50 of 1000 steps and the direction that \
         the informed prefer. The paper gives its accuracies as curves; the expected values are those of an \
         independent program.",
    );
    for ((boids, informed, value), mean) in COMPUTED.iter().zip(&means) {
        let expected = Expected::computed(*value, computed_error(*value));
        findings.compare(format!("N = {boids}, {informed} informed"), *mean, expected);
    }
    let mut claims = Findings::new(
        "What the paper claims",
        "The larger the group, the smaller the share of informed individuals it needs; the bounds are the values of \
         the smaller group, and 0.95.",
    );
    let value = |estimate: Estimate| Expected { value: estimate.value, ..Expected::published(0.0, 0.0) };
    claims.at_least("a tenth informed: N = 30 over N = 10", at(30, 3), value(at(10, 1)));
    claims.at_least("a tenth informed: N = 100 over N = 30", at(100, 10), value(at(30, 3)));
    claims.at_least("a tenth informed: N = 200 over N = 100", at(200, 20), value(at(100, 10)));
    claims.at_most("N = 10, a fifth informed", at(10, 2), Expected::published(0.95, 0.0));
    claims.at_least("N = 200, a twentieth informed", at(200, 10), Expected::published(0.95, 0.0));
    claims.compare("N = 10, none informed", at(10, 0), Expected::exact(0.0));
    results.tables.extend([findings.into_table(), claims.into_table()]);

    let curves = [10, 30, 100, 200].into_iter().enumerate().map(|(colour, size)| {
        let rows = || COMPUTED.iter().zip(&means).filter(|((boids, ..), _)| *boids == size);
        Curve {
            name: format!("N = {size}"),
            colour,
            points: rows().map(|((_, informed, _), mean)| (*informed as f64 / size as f64, mean.value)).collect(),
            errors: rows().map(|(_, mean)| mean.error).collect(),
            ..Curve::default()
        }
    });
    results.figures.push(Figure {
        file: "accuracy.svg",
        heading: "Accuracy against the share of informed individuals".to_owned(),
        curves: Curves {
            x_label: "share informed".to_owned(),
            y_label: "mean cosine".to_owned(),
            logarithmic: false,
            curves: curves.collect(),
        },
    });
    results.data.push((
        "accuracy.csv",
        data([
            ("boids", inputs.iter().map(|input| input.0 as f64).collect()),
            ("informed", inputs.iter().map(|input| input.1 as f64).collect()),
            ("seed", inputs.iter().map(|input| input.2 as f64).collect()),
            ("cosine", cosines),
        ]),
    ));
    Ok(results)
}
