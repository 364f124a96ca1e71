//! The reference repeats trajectories that were recorded by running the original programs.
//!
//! `golden/README.md` describes the files. A trace is followed from its first state as closely as its chaos allows:
//! within 10⁻⁹, or a hundred times what a disturbance of 10⁻¹² had grown to by then. Where that tolerance is a good
//! part of the world, a comparison would always pass: such checkpoints are left out, and counted. The step from 100
//! to 101 is also done from the recorded state, and must agree to rounding. Of traces in single precision, that step
//! alone is compared.

mod common;
#[path = "golden/trace.rs"]
mod trace;

use quelea::reference::{Rule, RuleContext};
use quelea::{Reference, Scenario, State};
use std::collections::HashMap;
use std::path::PathBuf;
use trace::{Trace, golden};

const CHECKPOINTS: [u64; 7] = [1, 2, 10, 50, 100, 101, 200];

/// Every trace, with the checkpoints that are too chaotic to compare.
const TRACES: [(&str, &[u64]); 33] = [
    ("agentpy-2d/a", &[50, 100, 101, 200]),
    ("eater-1200x800/a", &[200]),
    ("harry-pretty-mouse/a", &[]),
    ("harry-pretty-nomouse/a", &[]),
    ("jyanar-shipped-f64/a", &[100, 101, 200]),
    ("krabmaga-f64/a", &[100, 101, 200]),
    ("mason-inorder/a", &[]),
    ("mason-noise/a", &[]),
    ("mason-shuffled/a", &[]),
    ("mesa-inorder/a", &[]),
    ("mesa-shuffled/a", &[]),
    ("netlogo-inorder/a", &[200]),
    ("netlogo-shuffled/a", &[]),
    ("noc-5_9/a", &[]),
    ("opensteer-brute-f64/a", &[]),
    ("opensteer-lq-f64/a", &[]),
    ("opensteer-lq-f64/c", &[]),
    ("p5-seed002/a", &[]),
    ("p5-seed002/centre", &[200]),
    ("processing-f64/a", &[]),
    ("sisyphe-dorsogna/a", &[]),
    ("sisyphe-vicsek0/a", &[]),
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
    ("webgpu-f64/a", &[]),
];

/// The traces in single precision, with the error allowed in one step, relative to coordinates above 1.
const SINGLE: [(&str, f64); 2] = [("threejs-nopointer/a", 1e-5), ("webgpu-f32/a", 3e-8)];

/// A checkpoint is compared if its tolerance is at most this fraction of the shortest side of the world. The tolerances
/// of all traces are below 0.2 % of it or above 60 %, so the exact fraction does not matter.
const LARGEST_TOLERANCE: f64 = 0.1;

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

/// The noise of MASON's flockers from recorded random numbers: a vector of length 0.05.
struct RecordedNoise(HashMap<(u64, u32), [f64; 2]>);

impl<const D: usize> Rule<D> for RecordedNoise {
    fn name(&self) -> &str {
        "recorded noise"
    }

    fn force(&self, context: &mut RuleContext<D>) -> [f64; D] {
        let [x, y] = self.0[&(context.step, context.boid.id)].map(|u| 2.0 * u - 1.0);
        let length = (x * x + y * y).sqrt();
        std::array::from_fn(|axis| 0.05 * [x, y][axis] / length)
    }
}

fn follow_trace<const D: usize>(trace: &Trace, scenario: &Scenario, left_out: &[u64]) {
    let (name, orders) = (trace.name, trace.orders());
    let start = |step: u64| {
        let mut flock = Reference::<D>::from_state(scenario, trace.state(step)).unwrap();
        if let Some(noise) = trace.noise() {
            flock.add_rule(RecordedNoise(noise));
        }
        flock
    };
    let step = |flock: &mut Reference<D>| match &orders {
        Some(orders) => flock.step_in_order(&orders[flock.steps() as usize]),
        None => flock.step(),
    };

    let mut flock = start(0);
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

    let mut flock = start(100);
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

/// Repeats the step from 100 to 101 of a trace in single precision.
fn follow_single(name: &str) {
    let (name, tolerance) = SINGLE.into_iter().find(|(trace, _)| trace.starts_with(name)).unwrap();
    let trace = Trace::open(name);
    let scenario = trace.scenario();
    with_dimension!(scenario.general.dimension, D => {
        let mut flock = Reference::<D>::from_state(&scenario, trace.state(100)).unwrap();
        flock.step();
        let error = largest_difference(&flock.state(), &trace.state(101), |x| x.abs().max(1.0));
        println!("{name}: 100 to 101: {error:.2e} of {tolerance:.2e}");
        assert!(error <= tolerance, "{name}: 100 to 101: off by {error:e}");
    });
}

#[test]
fn only_the_23_of_231_checkpoints_that_are_too_chaotic_to_compare_are_left_out() {
    for (name, left_out) in TRACES {
        let trace = Trace::open(name);
        let largest = LARGEST_TOLERANCE * shortest_side(&trace.scenario());
        let chaotic = |step: &u64| trace.tolerance(*step) > largest;
        assert_eq!(CHECKPOINTS.into_iter().filter(chaotic).collect::<Vec<_>>(), left_out, "{name}");
    }
    let left_out: usize = TRACES.iter().map(|(_, left_out)| left_out.len()).sum();
    assert_eq!((left_out, TRACES.len() * CHECKPOINTS.len()), (23, 231));
}

#[test]
fn every_recorded_trace_is_followed() {
    let subfolders = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        entries.filter(|entry| entry.file_type().unwrap().is_dir()).map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let mut found: Vec<_> = subfolders(golden()).into_iter().flat_map(subfolders).collect();
    found.sort();
    let followed = TRACES.map(|(name, _)| name).into_iter().chain(SINGLE.map(|(name, _)| name));
    let mut followed: Vec<_> = followed.map(|name| golden().join(name)).collect();
    followed.sort();
    assert_eq!(found, followed);
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

#[test]
fn wgpu_flies_as_recorded_in_double_and_in_single_precision() {
    follow("webgpu-f64");
    follow_single("webgpu-f32");
}

#[test]
fn processing_flies_as_recorded() {
    follow("processing-");
}

#[test]
fn agentpy_flies_as_recorded() {
    follow("agentpy-");
}

#[test]
fn mason_flies_as_recorded_in_order_shuffled_and_with_its_random_numbers() {
    follow("mason-");
}

#[test]
fn netlogo_flies_as_recorded_in_order_and_shuffled() {
    follow("netlogo-");
}

#[test]
fn three_js_flies_as_recorded_in_single_precision() {
    follow_single("threejs-");
}

#[test]
fn krabmaga_flies_as_recorded_with_all_its_defects() {
    follow("krabmaga-");
}

#[test]
fn sisyphe_mills_and_aligns_as_recorded() {
    follow("sisyphe-");
}
