//! I. D. Couzin, J. Krause, R. James, G. D. Ruxton, N. R. Franks, 2002: the states of a group, and its memory.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings};
use super::laboratory::{Laboratory, mean_of};
use crate::plot::{Curve, Curves};
use quelea::measures::series::Estimate;
use quelea::{Scenario, Simulation};

pub const EXPERIMENT: Experiment = Experiment {
    name: "couzin2002",
    title: "Couzin, Krause, James, Ruxton and Franks 2002: Collective Memory and Spatial Sorting in Animal Groups",
    files: &["states.svg", "loop.svg", "states.csv", "loop.csv"],
    run,
};

/// The width of the zone of orientation Δr_o, and polarisation and milling that an independent program found after
/// 4,500 steps, as means over 12 seeds with their standard errors (at least the digit that was written down).
const STATES: [(f64, [f64; 2], [f64; 2]); 11] = [
    (0.0, [0.16, 0.008], [0.16, 0.015]),
    (0.5, [0.18, 0.008], [0.29, 0.015]),
    (1.0, [0.21, 0.008], [0.35, 0.015]),
    (1.5, [0.19, 0.008], [0.57, 0.015]),
    (2.0, [0.20, 0.008], [0.71, 0.008]),
    (2.5, [0.20, 0.008], [0.75, 0.01]),
    (3.0, [0.30, 0.018], [0.75, 0.01]),
    (3.5, [0.997, 0.0006], [0.013, 0.003]),
    (4.0, [0.998, 0.0006], [0.011, 0.003]),
    (6.0, [0.998, 0.0006], [0.014, 0.003]),
    (10.0, [0.999, 0.0006], [0.03, 0.006]),
];

/// The width of the zone of attraction.
const ATTRACTION: f64 = 14.0;

/// The preset with a zone of orientation of this width.
fn scenario(orientation: f64, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("couzin2002")?;
    scenario.general.seed = seed;
    let settings = &mut scenario.species[0].settings;
    let (inner, outer) = (1.0 + orientation, 1.0 + orientation + ATTRACTION);
    settings.alignment.radius = Some(inner);
    (settings.cohesion.inner_radius, settings.cohesion.radius) = (inner, Some(outer));
    settings.perception.radius = outer;
    scenario.validate()?;
    Ok(scenario)
}

/// The mean polarisation and milling of a group over a time.
#[derive(Clone, Copy)]
struct Group {
    polarisation: f64,
    milling: f64,
    /// Whether it ended in one piece.
    whole: bool,
}

impl Group {
    fn observe(laboratory: &Laboratory, flock: &mut Simulation, steps: u64) -> anyhow::Result<Self> {
        let (mut polarisation, mut milling, mut count, mut whole) = (0.0, 0.0, 0.0, true);
        laboratory.steps(flock, steps, 10, |flock| {
            let measures = flock.measure();
            polarisation += measures.polarisation;
            milling += measures.milling;
            count += 1.0;
            whole = measures.clusters == 1;
            Ok(())
        })?;
        Ok(Group { polarisation: polarisation / count, milling: milling / count, whole })
    }
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    states(laboratory, &mut results)?;
    hysteresis(laboratory, &mut results)?;
    Ok(results)
}

fn states(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let seeds = laboratory.pick(3, 12);
    let inputs: Vec<(f64, u64)> =
        STATES.iter().flat_map(|(orientation, ..)| (1..=seeds).map(|seed| (*orientation, seed))).collect();
    let found = laboratory.run_all(&inputs, |(orientation, seed)| {
        let mut flock = Simulation::new(&scenario(*orientation, *seed)?)?;
        laboratory.steps(&mut flock, 4500, 4500, |_| Ok(()))?;
        Group::observe(laboratory, &mut flock, 500)
    })?;
    let mut findings = Findings::new(
        "Four states over the width of the zone of orientation",
        "100 boids, Δr_a = 14, a blind angle of 90°, 40°/s, error 0.05; mean over the steps 4500 to 5000. A group that \
         broke up is left out. The paper shows the same states as surfaces; the expected values are those of an \
         independent program.",
    );
    let (mut points, mut errors) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for (index, (orientation, polarisation, milling)) in STATES.iter().enumerate() {
        let runs = &found[index * seeds as usize..(index + 1) * seeds as usize];
        let whole: Vec<&Group> = runs.iter().filter(|group| group.whole).collect();
        let broken = match runs.len() - whole.len() {
            0 => String::new(),
            count => format!(" ({count} of {} broke up)", runs.len()),
        };
        let means = [
            mean_of(&whole.iter().map(|group| group.polarisation).collect::<Vec<f64>>()),
            mean_of(&whole.iter().map(|group| group.milling).collect::<Vec<f64>>()),
        ];
        let state = state(means[0].value, means[1].value);
        let expected = [polarisation, milling].map(|[value, error]| Expected::computed(*value, *error));
        for (which, name) in ["p", "m"].into_iter().enumerate() {
            findings.compare(format!("Δr_o = {orientation}, {state}{broken}: {name}"), means[which], expected[which]);
            points[which].push((*orientation, means[which].value));
            errors[which].push(means[which].error);
        }
    }
    results.tables.push(findings.into_table());
    results.figures.push(Figure {
        file: "states.svg",
        heading: "The states of a group over the width of its zone of orientation".to_owned(),
        curves: order_curves("Δr_o", points, errors, [0, 1], ["polarisation p", "milling m"]),
    });
    results.data.push((
        "states.csv",
        data([
            ("orientation", inputs.iter().map(|input| input.0).collect()),
            ("seed", inputs.iter().map(|input| input.1 as f64).collect()),
            ("polarisation", found.iter().map(|group| group.polarisation).collect()),
            ("milling", found.iter().map(|group| group.milling).collect()),
            ("whole", found.iter().map(|group| f64::from(u8::from(group.whole))).collect()),
        ]),
    ));
    Ok(())
}

/// The state of a group: by the thresholds of Tunstrøm et al. 2013, with the highly parallel groups told apart.
fn state(polarisation: f64, milling: f64) -> &'static str {
    match (polarisation, milling) {
        (p, m) if p > 0.65 && m < 0.35 => "parallel",
        (p, m) if m > 0.5 && p < 0.4 => "torus",
        (p, m) if p < 0.35 && m < 0.5 => "swarm",
        _ => "transition",
    }
}

/// Up and down in steps of 0.5, a thousand time steps each.
fn hysteresis(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let seeds: Vec<u64> = (1..=laboratory.pick(4, 12)).collect();
    let widths: Vec<f64> = (0..=8).chain((0..8).rev()).map(|half| f64::from(half) * 0.5).collect();
    let found = laboratory.run_all(&seeds, |seed| {
        let mut flock = Simulation::new(&scenario(0.0, *seed)?)?;
        laboratory.steps(&mut flock, 2000, 2000, |_| Ok(()))?;
        let mut course = Vec::new();
        for width in &widths {
            flock.change(scenario(*width, *seed)?)?;
            laboratory.steps(&mut flock, 500, 500, |_| Ok(()))?;
            course.push(Group::observe(laboratory, &mut flock, 500)?);
        }
        Ok(course)
    })?;
    let over_seeds = |index: usize, value: fn(&Group) -> f64| -> Estimate {
        mean_of(&found.iter().map(|course| value(&course[index])).collect::<Vec<f64>>())
    };
    let polarisation: Vec<Estimate> = (0..widths.len()).map(|i| over_seeds(i, |group| group.polarisation)).collect();
    let milling: Vec<Estimate> = (0..widths.len()).map(|i| over_seeds(i, |group| group.milling)).collect();
    let top = widths.len() / 2;
    let (up, down) = (|half: usize| half, |half: usize| 2 * top - half);
    let mut findings = Findings::new(
        "Collective memory",
        "Δr_o rises by 0.5 every 1000 steps to 4 and falls again; means over the last 500 steps of each. At 2.5 and 3 \
         the state depends on where the group comes from: a torus on the way up, a parallel group on the way down.",
    );
    let least = |value: f64| Expected::computed(value, 0.0);
    for half in [5, 6] {
        let width = half as f64 * 0.5;
        findings.at_least(format!("Δr_o = {width}, up: m"), milling[up(half)], least(0.6));
        findings.at_most(format!("Δr_o = {width}, up: p"), polarisation[up(half)], least(0.45));
        findings.at_least(format!("Δr_o = {width}, down: p"), polarisation[down(half)], least(0.9));
        findings.at_most(format!("Δr_o = {width}, down: m"), milling[down(half)], least(0.2));
    }
    findings.at_least("Δr_o = 4, the top: p", polarisation[top], least(0.9));
    results.tables.push(findings.into_table());
    let course = |range: std::ops::RangeInclusive<usize>, values: &[Estimate]| -> (Vec<(f64, f64)>, Vec<f64>) {
        range.map(|index| ((widths[index], values[index].value), values[index].error)).unzip()
    };
    let parts = [
        ("p, rising", 0, false, course(0..=top, &polarisation)),
        ("p, falling", 0, true, course(top..=2 * top, &polarisation)),
        ("m, rising", 1, false, course(0..=top, &milling)),
        ("m, falling", 1, true, course(top..=2 * top, &milling)),
    ];
    let curves = parts.into_iter().map(|(name, colour, falling, (points, errors))| Curve {
        name: name.to_owned(),
        colour,
        dashed: falling,
        hollow: falling,
        points,
        errors,
    });
    results.figures.push(Figure {
        file: "loop.svg",
        heading: "The state depends on where the group comes from".to_owned(),
        curves: Curves {
            x_label: "Δr_o".to_owned(),
            y_label: "p, m".to_owned(),
            logarithmic: false,
            curves: curves.collect(),
        },
    });
    results.data.push((
        "loop.csv",
        data([
            ("orientation", widths.clone()),
            ("polarisation", polarisation.iter().map(|mean| mean.value).collect()),
            ("polarisation_error", polarisation.iter().map(|mean| mean.error).collect()),
            ("milling", milling.iter().map(|mean| mean.value).collect()),
            ("milling_error", milling.iter().map(|mean| mean.error).collect()),
        ]),
    ));
    Ok(())
}

fn order_curves(
    x_label: &str,
    points: [Vec<(f64, f64)>; 2],
    errors: [Vec<f64>; 2],
    colours: [usize; 2],
    names: [&str; 2],
) -> Curves {
    let parts = points.into_iter().zip(errors).zip(colours).zip(names);
    let curves = parts.map(|(((points, errors), colour), name)| Curve {
        name: name.to_owned(),
        colour,
        points,
        errors,
        ..Curve::default()
    });
    Curves { x_label: x_label.to_owned(), y_label: "p, m".to_owned(), logarithmic: false, curves: curves.collect() }
}
