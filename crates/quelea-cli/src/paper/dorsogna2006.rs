//! M. R. D'Orsogna, Y. L. Chuang, A. L. Bertozzi, L. S. Chayes, 2006: rings, mills and collapse.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings, plain};
use super::laboratory::Laboratory;
use crate::plot::{Curve, Curves};
use quelea::measures::measure;
use quelea::model::settings::{Integrator, StartPosition, StartVelocity};
use quelea::state::random::{Random, Stream};
use quelea::{Scenario, Simulation, State, initial_state};
use std::f64::consts::PI;

pub const EXPERIMENT: Experiment = Experiment {
    name: "dorsogna2006",
    title: "D'Orsogna, Chuang, Bertozzi and Chayes 2006: Self-Propelled Particles with Soft-Core Interactions",
    files: &["contraction.svg", "contraction.csv"],
    run,
};

/// A potential U = C_r·e^(−r/l_r) − C_a·e^(−r/l_a).
#[derive(Clone, Copy)]
struct Potential {
    attraction: (f64, f64),
    repulsion: (f64, f64),
}

/// Attraction everywhere: rings are stable.
const RINGS: Potential = Potential { attraction: (1.0, 2.0), repulsion: (0.5, 1.2) };
/// The mill: C = 2, l = ¼, so that C·l² = ⅛ < 1 is catastrophic.
const MILL: Potential = Potential { attraction: (0.5, 2.0), repulsion: (1.0, 0.5) };
/// H-stable: C = 10, l = 0.35, so that C·l² = 1.225 > 1.
const STABLE: Potential = Potential { attraction: (0.5, 2.0), repulsion: (5.0, 0.7) };

impl Potential {
    /// The slope of U.
    fn slope(&self, r: f64) -> f64 {
        let part = |(strength, length): (f64, f64)| strength / length * (-r / length).exp();
        part(self.attraction) - part(self.repulsion)
    }

    /// The radius of a ring of boids at equal distances that all turn one way: the pull of the others is what the
    /// circle needs.
    fn ring(&self, boids: usize, speed: f64) -> f64 {
        let excess = |radius: f64| {
            let pull = |n: usize| {
                let sine = (PI * n as f64 / boids as f64).sin();
                sine * self.slope(2.0 * radius * sine)
            };
            speed * speed / radius - (1..boids).map(pull).sum::<f64>()
        };
        // A small ring needs more than it has, a large one less.
        let (mut low, mut high) = (0.05, 4.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if excess(middle) > 0.0 { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    }

    fn scenario(&self, boids: usize, seed: u64) -> anyhow::Result<Scenario> {
        let mut scenario = Scenario::preset("dorsogna")?;
        scenario.general.seed = seed;
        let settings = &mut scenario.species[0].settings;
        settings.boids = boids;
        settings.separation.weight = self.repulsion.0 / self.repulsion.1;
        settings.separation.length = self.repulsion.1;
        settings.cohesion.weight = self.attraction.0 / self.attraction.1;
        settings.cohesion.length = self.attraction.1;
        scenario.validate()?;
        Ok(scenario)
    }
}

/// The speed at which propulsion and drag balance.
fn preferred_speed(scenario: &Scenario) -> f64 {
    let motion = &scenario.species[0].settings.motion;
    (motion.propulsion / motion.drag).sqrt()
}

/// A scenario and a state on a ring.
fn on_ring(potential: Potential, boids: usize) -> anyhow::Result<(Scenario, State, f64)> {
    let mut scenario = potential.scenario(boids, 1)?;
    let speed = preferred_speed(&scenario);
    let radius = potential.ring(boids, speed);
    let start = &mut scenario.species[0].settings.start;
    (start.position, start.at, start.radius) = (StartPosition::Ring, Some(vec![0.0; 2]), radius);
    (start.velocity, start.speed) = (StartVelocity::Tangent, speed);
    scenario.species[0].settings.motion.step = 0.005;
    scenario.validate()?;
    let state = initial_state(&scenario);
    Ok((scenario, state, radius))
}

/// The distances of all boids from their centre: the least, the mean and the largest.
fn radii(state: &State) -> [f64; 3] {
    let positions = state.positions.as_arrays::<2>();
    let count = positions.len() as f64;
    let centre = positions.iter().fold([0.0; 2], |sum, x| [sum[0] + x[0] / count, sum[1] + x[1] / count]);
    let distances = || positions.iter().map(|x| (x[0] - centre[0]).hypot(x[1] - centre[1]));
    [distances().fold(f64::INFINITY, f64::min), distances().sum::<f64>() / count, distances().fold(0.0, f64::max)]
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    rings(laboratory, &mut results)?;
    mills(laboratory, &mut results)?;
    contraction(laboratory, &mut results)?;
    Ok(results)
}

fn rings(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let mut findings = Findings::new(
        "Rings",
        "Boids at equal distances on a circle that all turn one way are a solution for one radius, which follows from \
         v²/R = Σ sin(πn/N)·U′(2R sin(πn/N)). With attraction everywhere the ring stays.",
    );
    for (potential, boids, printed) in
        [(RINGS, 60, 0.70256), (RINGS, 100, 0.42689), (MILL, 100, 1.97970), (MILL, 200, 1.43115)]
    {
        let (_, _, radius) = on_ring(potential, boids)?;
        let name = if potential.attraction == RINGS.attraction { "C = ½, l = 0.6" } else { "C = 2, l = ¼" };
        findings.compare(format!("{name}, N = {boids}: radius"), plain(radius), Expected::computed(printed, 0.0));
    }
    let (scenario, state, radius) = on_ring(RINGS, 60)?;
    let mut flock = Simulation::from_state(&scenario, state)?;
    laboratory.steps(&mut flock, 4000, 4000, |_| Ok(()))?;
    let [least, mean, largest] = radii(&flock.state());
    findings.compare("C = ½, l = 0.6, N = 60: mean radius at t = 20", plain(mean), Expected::exact(radius));
    findings.at_least("the same: least radius", plain(least), Expected::exact(radius * 0.999));
    findings.at_most("the same: largest radius", plain(largest), Expected::exact(radius * 1.001));
    results.tables.push(findings.into_table());
    Ok(())
}

fn mills(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let mut findings = Findings::new(
        "Mills",
        "C = 2, l = ¼, 100 boids. A ring is unstable and fattens into a single mill; random starts end in a double \
         mill, in which about half of the boids turn either way: `milling` does not see it, the absolute angular \
         momentum does. An independent program found the expected values, with their spread over its runs.",
    );
    let (scenario, mut state, _) = on_ring(MILL, 100)?;
    // As the other program did: rounding alone would take long to break the symmetry.
    for id in 0..state.len() {
        let mut random = Random::new(1, 0, id as u32, Stream::StartPosition);
        state.positions[id].iter_mut().for_each(|x| *x += random.between(-5e-4, 5e-4));
    }
    let mut flock = Simulation::from_state(&scenario, state)?;
    laboratory.steps(&mut flock, laboratory.pick(4000, 16_000), 4000, |_| Ok(()))?;
    let state = flock.state();
    let (found, [least, mean, largest]) = (measure(&scenario, &state), radii(&state));
    for (what, value, expected, error) in [
        ("inner radius", least, 0.74, 0.02),
        ("mean radius", mean, 1.73, 0.01),
        ("outer radius", largest, 2.58, 0.05),
        ("mean distance to the nearest", found.mean_nearest_distance, 0.36, 0.02),
        ("milling", found.milling, 0.997, 0.001),
        ("polarisation", found.polarisation, 0.004, 0.004),
        ("mean speed", found.mean_speed, 1.778, 0.003),
    ] {
        findings.compare(format!("from a ring: {what}"), plain(value), Expected::computed(expected, error));
    }
    let seeds: Vec<u64> = (1..=laboratory.pick(2, 6)).collect();
    let runs = laboratory.run_all(&seeds, |seed| {
        let scenario = MILL.scenario(100, *seed)?;
        let mut flock = Simulation::new(&scenario)?;
        laboratory.steps(&mut flock, 6000, 6000, |_| Ok(()))?;
        Ok(flock.state())
    })?;
    for (seed, state) in seeds.iter().zip(&runs) {
        let (found, [_, _, largest]) = (measure(&scenario, state), radii(state));
        let momentum = Expected::computed(0.955, 0.01);
        findings.compare(
            format!("seed {seed}: absolute angular momentum"),
            plain(found.absolute_angular_momentum),
            momentum,
        );
        findings.at_most(format!("seed {seed}: milling"), plain(found.milling), Expected::computed(0.3, 0.0));
        findings.compare(format!("seed {seed}: outer radius"), plain(largest), Expected::computed(2.75, 0.15));
    }
    results.tables.push(findings.into_table());
    Ok(())
}

/// Flocks of growing size that come to rest where the potential puts them.
fn contraction(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let sizes: &[usize] = laboratory.pick(&[50, 100, 200], &[50, 100, 200, 400]);
    let inputs: Vec<(Potential, usize)> =
        [MILL, STABLE].iter().flat_map(|potential| sizes.iter().map(|boids| (*potential, *boids))).collect();
    let found = laboratory.run_all(&inputs, |(potential, boids)| {
        let mut scenario = potential.scenario(*boids, 1)?;
        scenario.general.space.size = vec![(*boids as f64).sqrt(); 2];
        let settings = &mut scenario.species[0].settings;
        (settings.start.position, settings.start.velocity) = (StartPosition::Uniform, StartVelocity::Zero);
        // Friction instead of propulsion.
        let motion = &mut settings.motion;
        (motion.integrator, motion.damping, motion.propulsion, motion.drag) = (Integrator::Euler, 1.0, 0.0, 0.0);
        scenario.validate()?;
        let mut flock = Simulation::new(&scenario)?;
        laboratory.steps(&mut flock, laboratory.pick(6000, 20_000), 2000, |_| Ok(()))?;
        let measures = flock.measure();
        Ok((measures.mean_nearest_distance, measures.radius_of_gyration))
    })?;
    let mut findings = Findings::new(
        "H-stability",
        "Boids at rest, with friction instead of propulsion: where the potential puts them, for growing N. With C·l² < 1 \
         the flock does not grow, and distances shrink as 1/√N; with C·l² > 1 it grows, and distances converge, as \
         D'Orsogna et al. state. The bounds lie between the two.",
    );
    let distance = |potential: usize, size: usize| found[potential * sizes.len() + size].0;
    let last = sizes.len() - 1;
    let radius = |potential: usize, size: usize| found[potential * sizes.len() + size].1;
    let range = format!("N = {} over N = {}", sizes[last], sizes[last - 1]);
    let ratio = |value: &dyn Fn(usize, usize) -> f64, potential: usize| {
        plain(value(potential, last) / value(potential, last - 1))
    };
    let bound = |value: f64| Expected::published(value, 0.0);
    findings.at_most(format!("C·l² = ⅛: radius, {range}"), ratio(&radius, 0), bound(1.1));
    findings.at_most(format!("C·l² = ⅛: distance to the nearest, {range}"), ratio(&distance, 0), bound(0.75));
    findings.at_least(format!("C·l² = 1.225: radius, {range}"), ratio(&radius, 1), bound(1.2));
    findings.at_least(format!("C·l² = 1.225: distance to the nearest, {range}"), ratio(&distance, 1), bound(0.9));
    results.tables.push(findings.into_table());
    let curves = ["C·l² = ⅛, catastrophic", "C·l² = 1.225, H-stable"].into_iter().enumerate();
    let curves = curves.map(|(colour, name)| Curve {
        name: name.to_owned(),
        colour,
        points: (0..sizes.len()).map(|size| (sizes[size] as f64, distance(colour, size))).collect(),
        ..Curve::default()
    });
    results.figures.push(Figure {
        file: "contraction.svg",
        heading: "The mean distance to the nearest as the flock grows".to_owned(),
        curves: Curves {
            x_label: "N".to_owned(),
            y_label: "distance".to_owned(),
            logarithmic: true,
            curves: curves.collect(),
        },
    });
    results.data.push((
        "contraction.csv",
        data([
            (
                "stability",
                inputs
                    .iter()
                    .map(|(potential, _)| {
                        potential.repulsion.0 / potential.attraction.0
                            * (potential.repulsion.1 / potential.attraction.1).powi(2)
                    })
                    .collect(),
            ),
            ("boids", inputs.iter().map(|input| input.1 as f64).collect()),
            ("mean_nearest_distance", found.iter().map(|found| found.0).collect()),
            ("radius_of_gyration", found.iter().map(|found| found.1).collect()),
        ]),
    ));
    Ok(())
}
