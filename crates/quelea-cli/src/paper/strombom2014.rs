//! D. Strömbom et al., 2014: one dog herds a flock if every sheep looks at about half of it.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings};
use super::laboratory::Laboratory;
use crate::plot::{Curve, Curves};
use quelea::Scenario;
use quelea::measures::series::Estimate;

pub const EXPERIMENT: Experiment = Experiment {
    name: "strombom2014",
    title: "Strömbom, Mann, Wilson, Hailes, Morton, Sumpter and King 2014: Solving the Shepherding Problem",
    files: &["success.svg", "success.csv"],
    run,
};

/// The number of sheep, of those that each of them sees, and how many of 20 runs of an independent program succeeded.
const COMPUTED: [(usize, usize, u32); 18] = [
    (20, 1, 0),
    (20, 2, 0),
    (20, 4, 1),
    (20, 6, 0),
    (20, 8, 0),
    (20, 10, 9),
    (20, 12, 20),
    (20, 16, 20),
    (20, 19, 20),
    (100, 5, 0),
    (100, 10, 0),
    (100, 20, 1),
    (100, 30, 0),
    (100, 40, 11),
    (100, 50, 20),
    (100, 60, 20),
    (100, 80, 20),
    (100, 98, 20),
];

/// Longer than any run that succeeds.
const MOST_STEPS: u64 = 4000;

fn scenario(sheep: usize, seen: usize, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("strombom")?;
    scenario.general.seed = seed;
    scenario.general.steps = MOST_STEPS;
    scenario.species[0].settings.boids = sheep;
    for species in &mut scenario.species {
        species.settings.perception.neighbours = seen;
    }
    scenario.validate()?;
    Ok(scenario)
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let rows: Vec<(usize, usize, u32)> =
        COMPUTED.into_iter().filter(|(sheep, ..)| !laboratory.quick || *sheep == 20).collect();
    let runs = laboratory.pick(20, 50);
    let inputs: Vec<(usize, usize, u64)> =
        rows.iter().flat_map(|(sheep, seen, _)| (1..=runs).map(|seed| (*sheep, *seen, seed))).collect();
    let found =
        laboratory.run_all(&inputs, |(sheep, seen, seed)| laboratory.steps_to_end(&scenario(*sheep, *seen, *seed)?))?;
    let shares: Vec<Estimate> = found
        .chunks(runs as usize)
        .map(|outcomes| share(outcomes.iter().flatten().count() as f64, runs as f64))
        .collect();

    let mut results = Results::default();
    let mut findings = Findings::new(
        "Success against the number of neighbours",
        "The share of runs in which the centre of the flock came within 10 of the goal in 4000 steps. An independent \
         program found the expected shares in 20 runs each; the paper draws the line at about n = 0.53·N.",
    );
    for ((sheep, seen, successes), share) in rows.iter().zip(&shares) {
        let expected = self::share(f64::from(*successes), 20.0);
        findings.compare(
            format!("N = {sheep}, n = {seen}"),
            *share,
            Expected::computed(f64::from(*successes) / 20.0, expected.error),
        );
    }
    results.tables.push(findings.into_table());
    let curves = [20, 100].into_iter().filter(|size| rows.iter().any(|(sheep, ..)| sheep == size)).enumerate();
    let curves = curves.map(|(colour, size)| {
        let rows = || rows.iter().zip(&shares).filter(|((sheep, ..), _)| *sheep == size);
        Curve {
            name: format!("N = {size}"),
            colour,
            points: rows().map(|((sheep, seen, _), share)| (*seen as f64 / *sheep as f64, share.value)).collect(),
            errors: rows().map(|(_, share)| share.error).collect(),
            ..Curve::default()
        }
    });
    results.figures.push(Figure {
        file: "success.svg",
        heading: "One dog's success against the share of the flock that a sheep sees".to_owned(),
        curves: Curves {
            x_label: "n/N".to_owned(),
            y_label: "share of runs".to_owned(),
            logarithmic: false,
            curves: curves.collect(),
        },
    });
    results.data.push((
        "success.csv",
        data([
            ("sheep", inputs.iter().map(|input| input.0 as f64).collect()),
            ("neighbours", inputs.iter().map(|input| input.1 as f64).collect()),
            ("seed", inputs.iter().map(|input| input.2 as f64).collect()),
            ("steps", found.iter().map(|steps| steps.map_or(f64::NAN, |steps| steps as f64)).collect()),
        ]),
    ));
    Ok(results)
}

/// The share of successes. Its error is that of the share with two successes and two failures more (Agresti and
/// Coull), so that it is not 0 where all runs agree.
fn share(successes: f64, runs: f64) -> Estimate {
    let p = (successes + 2.0) / (runs + 4.0);
    Estimate { value: successes / runs, error: (p * (1.0 - p) / (runs + 4.0)).sqrt() }
}
