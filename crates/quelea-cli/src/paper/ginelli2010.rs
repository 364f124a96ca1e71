//! F. Ginelli and H. Chaté, 2010, and M. Ballerini et al., 2008: neighbours by number instead of distance.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings, plain};
use super::laboratory::{Laboratory, mean_of, polarisation};
use crate::plot::{Curve, Curves};
use quelea::measures::series::Estimate;
use quelea::model::settings::PerceptionKind;
use quelea::{Scenario, Simulation};
use std::f64::consts::TAU;

pub const EXPERIMENT: Experiment = Experiment {
    name: "ginelli2010",
    title: "Ginelli and Chaté 2010: Relevance of Metric-Free Interactions in Flocking Phenomena",
    files: &["order.svg", "order.csv"],
    run,
};

/// η from 0 to 1, order φ and Binder cumulant G for the seven nearest, as an independent program found them.
const COMPUTED: [(f64, f64, f64); 4] =
    [(0.1, 0.945, 0.666), (0.2, 0.863, 0.666), (0.3, 0.736, 0.662), (0.5, 0.17, 0.392)];

/// A preset with this noise, and all lengths and speeds multiplied.
fn scenario(preset: &str, noise: f64, scale: f64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset(preset)?;
    scenario.general.space.size.iter_mut().for_each(|side| *side *= scale);
    let settings = &mut scenario.species[0].settings;
    settings.noise.strength = TAU * noise;
    settings.motion.max_speed *= scale;
    settings.start.speed *= scale;
    scenario.validate()?;
    Ok(scenario)
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    invariance(laboratory, &mut results)?;
    order(laboratory, &mut results)?;
    predator(laboratory, &mut results)?;
    Ok(results)
}

/// The order after some steps.
fn order_after(laboratory: &Laboratory, scenario: &Scenario, steps: u64) -> anyhow::Result<f64> {
    let mut flock = Simulation::new(scenario)?;
    laboratory.steps(&mut flock, steps, steps, |_| Ok(()))?;
    Ok(polarisation(&mut flock))
}

/// Density does not matter: with lengths and speeds doubled, every digit of the order is the same.
fn invariance(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let mut findings = Findings::new(
        "Density does not matter",
        "φ after 500 steps from the same seed with all lengths and speeds doubled, less φ before. Neighbours by number \
         or by Voronoi cells give the same to the last bit; neighbours within a radius of 1 do not.",
    );
    let presets = [("topological", "seven nearest"), ("voronoi", "Voronoi cells")];
    for (preset, name) in presets {
        let orders = [1.0, 2.0].map(|scale| order_after(laboratory, &scenario(preset, 0.3, scale)?, 500));
        let [one, two] = orders;
        findings.compare(name, plain(two? - one?), Expected::exact(0.0));
    }
    let metric = |scale: f64| -> anyhow::Result<f64> {
        let mut scenario = scenario("topological", 0.3, scale)?;
        let perception = &mut scenario.species[0].settings.perception;
        (perception.kind, perception.radius) = (PerceptionKind::Radius, 1.0);
        order_after(laboratory, &scenario, 500)
    };
    findings.at_least(
        "a radius of 1, which must differ",
        plain((metric(2.0)? - metric(1.0)?).abs()),
        Expected::exact(0.01),
    );
    results.tables.push(findings.into_table());
    Ok(())
}

fn order(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let voronoi: Vec<f64> = vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    let inputs: Vec<(&str, f64)> = COMPUTED
        .iter()
        .map(|row| ("topological", row.0))
        .chain(voronoi.iter().map(|noise| ("voronoi", *noise)))
        .collect();
    let found = laboratory.run_all(&inputs, |(preset, noise)| {
        let mut scenario = scenario(preset, *noise, 1.0)?;
        let (settle, steps) = match (*preset, laboratory.quick) {
            ("voronoi", true) => {
                scenario.species[0].settings.boids = 256;
                scenario.general.space.size = vec![16.0; 2];
                (600, 1200)
            }
            ("voronoi", false) => (1500, 4000),
            (_, true) => (2000, 4000),
            (_, false) => (2000, 20_000),
        };
        laboratory.polarisation(&scenario, settle, steps)
    })?;
    let mut findings = Findings::new(
        "Order against noise",
        "The seven nearest, 512 boids. An independent program found the expected values in one run of 4000 steps each.",
    );
    for ((noise, order, binder), found) in COMPUTED.iter().zip(&found) {
        let error = if *noise < 0.4 { 0.003 } else { 0.02 };
        findings.compare(format!("η = {noise}: φ"), found.mean, Expected::computed(*order, error));
        let error = if *noise < 0.4 { 0.002 } else { 0.04 };
        findings.compare(format!("η = {noise}: G"), found.binder, Expected::computed(*binder, error));
    }
    let least = found.iter().map(|found| found.binder.value).fold(f64::INFINITY, f64::min);
    findings.at_least("least G: no dip below that of disorder", plain(least), Expected::published(0.2, 0.0));
    results.tables.push(findings.into_table());
    let curves = ["topological", "voronoi"].into_iter().zip(["seven nearest", "Voronoi cells"]).enumerate();
    let curves = curves.map(|(colour, (preset, name))| {
        let rows = || inputs.iter().zip(&found).filter(|((of, _), _)| *of == preset);
        Curve {
            name: name.to_owned(),
            colour,
            points: rows().map(|((_, noise), found)| (*noise, found.mean.value)).collect(),
            errors: rows().map(|(_, found)| found.mean.error).collect(),
            ..Curve::default()
        }
    });
    results.figures.push(Figure {
        file: "order.svg",
        heading: "Order φ against noise η without a metric".to_owned(),
        curves: Curves {
            x_label: "η".to_owned(),
            y_label: "φ".to_owned(),
            logarithmic: false,
            curves: curves.collect(),
        },
    });
    results.data.push((
        "order.csv",
        data([
            ("voronoi", inputs.iter().map(|input| f64::from(u8::from(input.0 == "voronoi"))).collect()),
            ("noise", inputs.iter().map(|input| input.1).collect()),
            ("polarisation", found.iter().map(|found| found.mean.value).collect()),
            ("polarisation_error", found.iter().map(|found| found.mean.error).collect()),
            ("binder_cumulant", found.iter().map(|found| found.binder.value).collect()),
        ]),
    ));
    Ok(())
}

/// A flock that a predator crosses in a straight line. Within the radius there are about seven others.
const CROSSED: &str = r#"
    name = "crossed"
    dimension = 2
    boids = 200
    relations = { hawk = "flee" }
    space = { kind = "open" }
    start = { position = "lattice", radius = 0.55, at = [0, 0], velocity = "direction", speed = 0.05 }
    perception = { radius = 1.05, neighbours = 7 }
    separation = { radius = 0.6, falloff = "inverse", average = "sum", weight = 0.6 }
    alignment = { of = "heading", average = "mean", relative = false }
    cohesion = { falloff = "constant", average = "mean" }
    flee = { weight = 10, radius = 1, response = "unit", target = "nearest" }
    noise = { kind = "angular", strength = 0.3 }
    motion = { combine = "heading", order = ["separation", "alignment", "cohesion", "flee"], max_speed = 0.05 }
    [[species]]
    name = "hawk"
    boids = 1
    relations = { hawk = "ignore" }
    start = { position = "point", at = [40, 0], velocity = "direction", direction = [-1, 0], speed = 0.15 }
    noise = { kind = "none" }
    motion = { order = [], max_speed = 0.15 }
"#;

fn predator(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let seeds = laboratory.pick(20, 100);
    let kinds = [PerceptionKind::Radius, PerceptionKind::Nearest];
    let inputs: Vec<(PerceptionKind, u64)> =
        kinds.iter().flat_map(|kind| (1..=seeds).map(|seed| (*kind, seed))).collect();
    let found = laboratory.run_all(&inputs, |(kind, seed)| {
        let mut scenario = Scenario::from_toml(CROSSED)?;
        scenario.general.seed = *seed;
        scenario.species[0].settings.perception.kind = *kind;
        let mut flock = Simulation::new(&scenario)?;
        laboratory.steps(&mut flock, 2500, 2500, |_| Ok(()))?;
        let measures = flock.measure();
        // The hawk is a group of its own.
        Ok((measures.clusters.saturating_sub(1) as f64, measures.mean_neighbours))
    })?;
    let mean = |half: usize, value: fn(&(f64, f64)) -> f64| {
        mean_of(&found[half * seeds as usize..(half + 1) * seeds as usize].iter().map(value).collect::<Vec<f64>>())
    };
    let (metric, topological) = (mean(0, |run| run.0), mean(1, |run| run.0));
    let mut findings = Findings::new(
        "Break-up under a predator",
        "200 boids that a hawk crosses, with neighbours within a radius or the seven nearest, about as many in both; \
         the number of groups, linked by distances below the radius, after 2500 steps. In the simulations of Ballerini \
         et al. metric flocks most often end in five pieces, topological ones in one; their model is not printed.",
    );
    let difference = Estimate { value: metric.value - topological.value, error: metric.error.hypot(topological.error) };
    findings.at_least("groups with a radius less groups with seven nearest", difference, Expected::published(0.0, 0.0));
    findings.compare("groups with a radius", metric, Expected::published(5.0, 0.0));
    findings.compare("groups with seven nearest", topological, Expected::published(1.0, 0.0));
    results.tables.push(findings.into_table());
    Ok(())
}
