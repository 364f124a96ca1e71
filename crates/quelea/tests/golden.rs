//! The reference repeats trajectories that were recorded by running the original programs.
//!
//! `golden/README.md` describes the files. A trace is followed from its first state as closely as its chaos allows:
//! within 10⁻⁹, or a hundred times what a disturbance of 10⁻¹² had grown to by then. Where that tolerance is a good
//! part of the world, a comparison would always pass: such checkpoints are left out, and counted. The step from 100
//! to 101 is also done from the recorded state, and must agree to rounding.

mod common;

use quelea::model::settings::{Obstacle, PointerMode};
use quelea::{Reference, Scenario, State, Vectors};
use std::path::{Path, PathBuf};

const CHECKPOINTS: [u64; 7] = [1, 2, 10, 50, 100, 101, 200];

/// Every trace, with the checkpoints that are too chaotic to compare.
const TRACES: [(&str, &[u64]); 22] = [
    ("eater-1200x800/a", &[200]),
    ("harry-pretty-mouse/a", &[]),
    ("harry-pretty-nomouse/a", &[]),
    ("jyanar-shipped-f64/a", &[100, 101, 200]),
    ("mesa-inorder/a", &[]),
    ("mesa-shuffled/a", &[]),
    ("noc-5_9/a", &[]),
    ("opensteer-brute-f64/a", &[]),
    ("opensteer-lq-f64/a", &[]),
    ("opensteer-lq-f64/c", &[]),
    ("p5-seed002/a", &[]),
    ("p5-seed002/centre", &[200]),
    ("veldic-fixed-goal/a", &[100, 101, 200]),
    ("veldic-fixed-obstacles/a", &[200]),
    ("veldic-fixed-plain/a", &[200]),
    ("veldic-fixed-plain/c", &[]),
    ("veldic-fixed-predators/a", &[]),
    ("veldic-goal/a", &[100, 101, 200]),
    ("veldic-obstacles/a", &[200]),
    ("veldic-plain/a", &[200]),
    ("veldic-plain/c", &[]),
    ("veldic-predators/a", &[]),
];

/// A checkpoint is compared if its tolerance is at most this fraction of the shortest side of the world. The tolerances
/// of all traces are below 0.2 % of it or above 60 %, so the exact fraction does not matter.
const LARGEST_TOLERANCE: f64 = 0.1;

struct Trace {
    name: &'static str,
    folder: PathBuf,
    meta: serde_json::Value,
}

impl Trace {
    fn open(name: &'static str) -> Self {
        let folder = golden().join(name);
        let text = std::fs::read_to_string(folder.join("meta.json")).unwrap();
        Trace { name, folder, meta: serde_json::from_str(&text).unwrap() }
    }

    fn text(&self, kind: &str, step: u64) -> Option<String> {
        std::fs::read_to_string(self.folder.join(format!("{kind}_{step:04}.csv"))).ok()
    }

    /// The whole state: the boids, then the predators, and the memories that were recorded.
    fn state(&self, step: u64) -> State {
        let dimension = self.meta["dims"].as_u64().unwrap() as usize;
        let mut state = State::from_csv(dimension, &self.text("state", step).unwrap()).unwrap();
        if let Some(text) = self.text("predators", step) {
            let predators = State::from_csv(dimension, &text).unwrap();
            for (position, velocity) in predators.positions.iter().zip(&predators.velocities) {
                state.push(1, position, velocity);
            }
        }
        if let Some(text) = self.text("hidden", step) {
            let numbers = |line: &str| line.split(',').skip(1).map(|x| x.parse().unwrap()).collect::<Vec<f64>>();
            state.smoothed = Vectors::from_numbers(dimension, text.lines().skip(1).flat_map(numbers).collect());
        }
        state.step = step;
        state
    }

    /// How far the flock may be from the recorded one after so many steps.
    fn tolerance(&self, step: u64) -> f64 {
        let sensitivity = &self.meta["checks"]["sensitivity"]["max_abs_difference"][step.to_string()];
        (100.0 * sensitivity.as_f64().unwrap()).max(1e-9)
    }

    /// The order in which the boids moved in each step, where the source shuffled them.
    fn orders(&self) -> Option<Vec<Vec<u32>>> {
        let text = std::fs::read_to_string(self.folder.join("orders.csv")).ok()?;
        let order = |line: &str| line.split_once(',').unwrap().1.split(' ').map(|id| id.parse().unwrap()).collect();
        Some(text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(order).collect())
    }

    /// What the trace is a run of.
    fn scenario(&self) -> Scenario {
        let preset = |name| Scenario::preset(name).unwrap();
        let (system, _) = self.name.split_once('-').unwrap();
        match system {
            "harry" => {
                let mut scenario = preset("harry");
                match &self.meta["environment"]["mouse"] {
                    serde_json::Value::Array(_) => {
                        scenario.general.pointer.position = Some(numbers(&self.meta["environment"]["mouse"]));
                    }
                    _ => scenario.general.pointer.mode = PointerMode::Off,
                }
                scenario
            }
            "veldic" if self.name.starts_with("veldic-fixed") => self.veldic("veldic"),
            "veldic" => self.veldic("veldic-shipped"),
            name => preset(name),
        }
    }

    /// Veldic's page with the environment of the trace: no obstacle, predator or goal but those it lists.
    fn veldic(&self, preset: &str) -> Scenario {
        let environment = &self.meta["environment"];
        let predators = self.text("predators", 0).map_or(0, |text| State::from_csv(3, &text).unwrap().len());
        let mut scenario = Scenario::preset(preset).unwrap();
        scenario.species[0].settings.boids = self.meta["N"].as_u64().unwrap() as usize;
        scenario.set("species.predator.boids", predators).unwrap();
        let obstacles = environment["obstacles"].as_array().unwrap().iter();
        scenario.obstacles = obstacles
            .map(|obstacle| Obstacle::sphere(numbers(&obstacle["center"]), obstacle["radius"].as_f64().unwrap()))
            .collect();
        if !environment["goal"].is_null() {
            scenario.species[0].settings.goal.position = Some(numbers(&environment["goal"]));
        }
        scenario
    }
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// The shortest side of a scenario's world.
fn shortest_side(scenario: &Scenario) -> f64 {
    with_dimension!(scenario.general.dimension, D => {
        scenario.space::<D>().bounding_box().1.into_iter().fold(f64::INFINITY, f64::min)
    })
}

/// Follows the traces whose name starts with a prefix from their first state, and repeats the step from 100 to 101.
fn follow(prefix: &str) {
    let traces: Vec<_> = TRACES.iter().filter(|(name, _)| name.starts_with(prefix)).collect();
    assert!(!traces.is_empty(), "{prefix}");
    for (name, left_out) in traces {
        let trace = Trace::open(name);
        let scenario = trace.scenario();
        with_dimension!(scenario.general.dimension, D => follow_trace::<D>(&trace, &scenario, left_out));
    }
}

fn follow_trace<const D: usize>(trace: &Trace, scenario: &Scenario, left_out: &[u64]) {
    let (name, orders) = (trace.name, trace.orders());
    let step = |flock: &mut Reference<D>| match &orders {
        Some(orders) => flock.step_in_order(&orders[flock.steps() as usize]),
        None => flock.step(),
    };

    let mut flock = Reference::<D>::from_state(scenario, trace.state(0)).unwrap();
    for checkpoint in CHECKPOINTS {
        let tolerance = trace.tolerance(checkpoint);
        if left_out.contains(&checkpoint) {
            println!("{name}: step {checkpoint}: left out, since a tolerance of {tolerance:.2e} would accept anything");
            continue;
        }
        while flock.steps() < checkpoint {
            step(&mut flock);
        }
        let error = largest_difference(&flock.state(), &trace.state(checkpoint), |_| 1.0);
        println!("{name}: step {checkpoint}: {error:.2e} of {tolerance:.2e}");
        assert!(error <= tolerance, "{name}: step {checkpoint}: off by {error:e}, tolerance {tolerance:e}");
    }

    let mut flock = Reference::<D>::from_state(scenario, trace.state(100)).unwrap();
    step(&mut flock);
    let error = largest_difference(&flock.state(), &trace.state(101), |x| x.abs().max(1.0));
    println!("{name}: 100 to 101: {error:.2e}");
    assert!(error <= 1e-12, "{name}: 100 to 101: off by {error:e}");
}

/// The largest difference of any component, in units of `scale` of it; infinite if one is not a number.
fn largest_difference(ours: &State, theirs: &State, scale: impl Fn(f64) -> f64) -> f64 {
    assert_eq!((ours.len(), &ours.species), (theirs.len(), &theirs.species));
    let components = |state: &State| [state.positions.as_slice(), state.velocities.as_slice()].concat();
    let pairs = components(ours).into_iter().zip(components(theirs));
    let differences = pairs.map(|(a, b)| (a - b).abs() / scale(b));
    differences.map(|x| if x.is_nan() { f64::INFINITY } else { x }).fold(0.0, f64::max)
}

#[test]
fn only_the_15_of_154_checkpoints_that_are_too_chaotic_to_compare_are_left_out() {
    for (name, left_out) in TRACES {
        let trace = Trace::open(name);
        let largest = LARGEST_TOLERANCE * shortest_side(&trace.scenario());
        let chaotic = |step: &u64| trace.tolerance(*step) > largest;
        assert_eq!(CHECKPOINTS.into_iter().filter(chaotic).collect::<Vec<_>>(), left_out, "{name}");
    }
    let left_out: usize = TRACES.iter().map(|(_, left_out)| left_out.len()).sum();
    assert_eq!((left_out, TRACES.len() * CHECKPOINTS.len()), (15, 154));
}

#[test]
fn every_recorded_trace_is_followed() {
    let subfolders = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        entries.filter(|entry| entry.file_type().unwrap().is_dir()).map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut found: Vec<_> = subfolders(golden()).into_iter().flat_map(subfolders).collect();
    found.sort();
    assert_eq!(found, TRACES.map(|(name, _)| golden().join(name)));
}

#[test]
fn harry_flies_as_recorded_with_and_without_a_mouse() {
    follow("harry-");
}

#[test]
fn p5_flies_as_recorded() {
    follow("p5-");
}

#[test]
fn noc_flies_as_recorded() {
    follow("noc-");
}

#[test]
fn jyanar_flies_as_recorded_with_all_its_defects() {
    follow("jyanar-");
}

#[test]
fn eater_flies_as_recorded() {
    follow("eater-");
}

#[test]
fn mesa_flies_as_recorded_in_order_and_shuffled() {
    follow("mesa-");
}

#[test]
fn opensteer_flies_as_recorded_with_either_database() {
    follow("opensteer-");
}

#[test]
fn veldic_with_its_defect_fixed_flies_as_recorded() {
    follow("veldic-fixed-");
}

#[test]
fn veldic_as_shipped_flies_as_recorded() {
    ["veldic-goal", "veldic-obstacles", "veldic-plain", "veldic-predators"].into_iter().for_each(follow);
}
