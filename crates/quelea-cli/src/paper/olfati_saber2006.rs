//! R. Olfati-Saber, 2006: flocks on a lattice.

use super::experiment::{Experiment, Figure, Results, data};
use super::findings::{Expected, Findings, plain};
use super::laboratory::Laboratory;
use crate::plot::{Curve, Curves};
use quelea::{EngineName, Scenario, Simulation, State};

pub const EXPERIMENT: Experiment = Experiment {
    name: "olfati-saber2006",
    title: "Olfati-Saber 2006: Flocking for Multi-Agent Dynamic Systems: Algorithms and Theory",
    files: &["lattice.svg", "lattice.csv"],
    run,
};

/// The distance that neighbours keep, and how far they see.
const SPACING: f64 = 7.0;
const RANGE: f64 = 8.4;

/// The quantities by which the paper judges a flock.
#[derive(Clone, Copy)]
struct Quality {
    /// The deviation energy of the lattice, relative to the square of the spacing.
    energy: f64,
    /// The kinetic energy relative to the centre, for each boid.
    mismatch: f64,
    /// The largest distance from the centre.
    radius: f64,
    /// The number of groups.
    groups: f64,
}

impl Quality {
    fn of(flock: &Simulation) -> Self {
        let state = flock.state();
        let (positions, velocities) = (state.positions.as_arrays::<2>(), state.velocities.as_arrays::<2>());
        let count = positions.len() as f64;
        let mean =
            |list: &[[f64; 2]]| list.iter().fold([0.0; 2], |sum, x| [sum[0] + x[0] / count, sum[1] + x[1] / count]);
        let (centre, drift) = (mean(positions), mean(velocities));
        let (mut squares, mut edges) = (0.0, 0.0);
        for a in 0..positions.len() {
            for b in (0..positions.len()).filter(|b| *b != a) {
                let distance = (positions[a][0] - positions[b][0]).hypot(positions[a][1] - positions[b][1]);
                if distance < RANGE {
                    squares += (distance - SPACING) * (distance - SPACING);
                    edges += 1.0;
                }
            }
        }
        let from = |x: &[f64; 2], y: [f64; 2]| (x[0] - y[0]).hypot(x[1] - y[1]);
        Quality {
            energy: squares / (edges + 1.0) / (SPACING * SPACING),
            mismatch: velocities.iter().map(|v| 0.5 * from(v, drift).powi(2)).sum::<f64>() / count,
            radius: positions.iter().map(|x| from(x, centre)).fold(0.0, f64::max),
            groups: flock.measure().clusters as f64,
        }
    }
}

fn run(laboratory: &Laboratory) -> anyhow::Result<Results> {
    let mut results = Results::default();
    pair(laboratory, &mut results)?;
    leader(laboratory, &mut results)?;
    fragmentation(laboratory, &mut results)?;
    Ok(results)
}

/// Two boids come to rest at the spacing.
fn pair(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let mut findings = Findings::new(
        "Two boids, reference engine",
        "Without a leader. They come to rest at the distance d = 7 where the action function is zero, and the sum of \
         their velocities is conserved.",
    );
    for distance in [6.8, 8.0] {
        let mut scenario = without_leader(2, 1)?;
        scenario.general.engine = EngineName::REFERENCE;
        let state = State::from_arrays(vec![[0.0, 0.0], [distance, 0.0]], vec![[1.0, 0.5], [0.5, 0.5]]);
        let mut flock = Simulation::from_state(&scenario, state)?;
        laboratory.steps(&mut flock, 3000, 3000, |_| Ok(()))?;
        let state = flock.state();
        let end = state.positions[1][0] - state.positions[0][0];
        findings.compare(format!("from {distance}: distance at rest"), plain(end), Expected::exact(SPACING));
        let sum = state.velocities[0][0] + state.velocities[1][0];
        findings.compare(format!("from {distance}: sum of velocities"), plain(sum), Expected::exact(1.5));
    }
    results.tables.push(findings.into_table());
    Ok(())
}

/// The preset as Algorithm 1.
fn without_leader(boids: usize, seed: u64) -> anyhow::Result<Scenario> {
    let mut scenario = Scenario::preset("olfati-saber")?;
    scenario.general.seed = seed;
    let settings = &mut scenario.species[0].settings;
    (settings.boids, settings.goal.weight) = (boids, 0.0);
    scenario.validate()?;
    Ok(scenario)
}

/// The 150 boids of the paper's first experiment.
fn leader(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let scenario = Scenario::preset("olfati-saber")?;
    let mut flock = Simulation::new(&scenario)?;
    let mut course = vec![(0, Quality::of(&flock))];
    laboratory.steps(&mut flock, laboratory.pick(3000, 6000), 20, |flock| {
        course.push((flock.steps(), Quality::of(flock)));
        Ok(())
    })?;
    let last = course[course.len() - 1].1;
    let reached = |holds: &dyn Fn(&Quality) -> bool| {
        let from = course.iter().rposition(|(_, quality)| !holds(quality)).map_or(0, |index| index + 1);
        course.get(from).map_or(f64::NAN, |(step, _)| *step as f64)
    };
    let connected = reached(&|quality| quality.groups == 1.0);
    let flocking = reached(&|quality| quality.energy <= 0.005 && quality.mismatch <= 0.3);
    let mut findings = Findings::new(
        "150 boids and a leader",
        "Algorithm 2. The paper does not print c₁ and c₂ of this run; here c₁ = 0.03 and c₂ = 2√c₁, and the steps at \
         which the flock is connected and settled depend on them.",
    );
    findings.at_most("deviation energy of the lattice, E/d²", plain(last.energy), Expected::published(0.005, 0.0));
    findings.at_most("velocity mismatch, K/n", plain(last.mismatch), Expected::published(0.3, 0.0));
    findings.compare("groups at the end", plain(last.groups), Expected::published(1.0, 0.0));
    findings.at_most(
        "radius at the end over that at the start",
        plain(last.radius / course[0].1.radius),
        Expected::published(1.0, 0.0),
    );
    findings.compare("connected from step", plain(connected), Expected::published(134.0, 0.0));
    findings.compare("settled from step", plain(flocking), Expected::published(170.0, 0.0));
    results.tables.push(findings.into_table());
    let relative = |value: fn(&Quality) -> f64, bound: f64| {
        let points = course.iter().map(move |(step, quality)| (*step as f64, value(quality) / bound));
        points.filter(|(step, value)| *step > 0.0 && *value > 0.0).collect()
    };
    let curve = |name: &str, colour: usize, value: fn(&Quality) -> f64, bound: f64| Curve {
        name: name.to_owned(),
        colour,
        points: relative(value, bound),
        ..Curve::default()
    };
    let threshold = Curve {
        name: "threshold".to_owned(),
        colour: 6,
        dashed: true,
        points: relative(|_| 1.0, 1.0),
        ..Curve::default()
    };
    results.figures.push(Figure {
        file: "lattice.svg",
        heading: "Lattice energy and velocity mismatch, each relative to the paper's threshold".to_owned(),
        curves: Curves {
            x_label: "step".to_owned(),
            y_label: "relative to the threshold".to_owned(),
            logarithmic: true,
            curves: vec![
                curve("E/d² over 0.005", 0, |quality| quality.energy, 0.005),
                curve("K/n over 0.3", 1, |quality| quality.mismatch, 0.3),
                threshold,
            ],
        },
    });
    let column = |value: &dyn Fn(&(u64, Quality)) -> f64| course.iter().map(value).collect::<Vec<f64>>();
    results.data.push((
        "lattice.csv",
        data([
            ("step", column(&|row| row.0 as f64)),
            ("deviation_energy", column(&|row| row.1.energy)),
            ("velocity_mismatch", column(&|row| row.1.mismatch)),
            ("radius", column(&|row| row.1.radius)),
            ("groups", column(&|row| row.1.groups)),
        ]),
    ));
    Ok(())
}

/// Without a leader a dense flock breaks up.
fn fragmentation(laboratory: &Laboratory, results: &mut Results) -> anyhow::Result<()> {
    let mut scenario = without_leader(40, 1)?;
    scenario.species[0].settings.start.radius = 8.0;
    let mut flock = Simulation::new(&scenario)?;
    let before = Quality::of(&flock);
    laboratory.steps(&mut flock, laboratory.pick(6000, 20_000), 6000, |_| Ok(()))?;
    let after = Quality::of(&flock);
    let mut findings = Findings::new(
        "40 boids without a leader",
        &format!(
            "Algorithm 1 from a dense cloud (a Gaussian of standard deviation 8), which makes {} groups at the start. It \
             breaks up (into 9 groups and 3 single boids in the paper, from a random start), and the parts drift apart, \
             while each settles on its lattice.",
            before.groups
        ),
    );
    findings.at_least("groups, more than at the start", plain(after.groups), Expected::exact(before.groups + 1.0));
    findings.at_least("growth of the radius", plain(after.radius / before.radius), Expected::exact(1.0));
    findings.at_most("deviation energy, E/d²", plain(after.energy), Expected::published(0.005, 0.0));
    results.tables.push(findings.into_table());
    Ok(())
}
