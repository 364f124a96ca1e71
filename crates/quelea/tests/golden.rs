//! The reference repeats trajectories that were recorded by running the original programs.
//!
//! `golden/README.md` says what the files are. A trace is followed from its first state, as closely as its
//! own chaos allows: within 10⁻⁹, or a hundred times what a disturbance of 10⁻¹² had become by then. The
//! step from 100 to 101 is also done alone, from the recorded state, and must hold to rounding.

use quelea::reference::Reference;
use quelea::scenario::settings::{Obstacle, PointerMode};
use quelea::simulation::Simulation;
use quelea::{Scenario, State};
use std::path::PathBuf;

const RECORDED: [u64; 7] = [1, 2, 10, 50, 100, 101, 200];

struct Trace {
    folder: PathBuf,
    meta: serde_json::Value,
}

impl Trace {
    fn open(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
        let text = std::fs::read_to_string(folder.join("meta.json")).unwrap();
        Trace { folder, meta: serde_json::from_str(&text).unwrap() }
    }

    fn text(&self, kind: &str, step: u64) -> Option<String> {
        std::fs::read_to_string(self.folder.join(format!("{kind}_{step:04}.csv"))).ok()
    }

    /// The whole state: the boids, then the predators, and the memories that were recorded.
    fn state<const D: usize>(&self, step: u64) -> State<D> {
        let mut state = State::<D>::from_csv(&self.text("state", step).unwrap()).unwrap();
        if let Some(text) = self.text("predators", step) {
            let predators = State::<D>::from_csv(&text).unwrap();
            state.species.extend(vec![1; predators.len()]);
            state.positions.extend(predators.positions);
            state.velocities.extend(predators.velocities);
        }
        if let Some(text) = self.text("hidden", step) {
            let numbers = |line: &str| line.split(',').skip(1).map(|x| x.parse().unwrap()).collect::<Vec<f64>>();
            state.smoothed = text.lines().skip(1).map(|line| numbers(line).try_into().unwrap()).collect();
        }
        state.step = step;
        state
    }

    /// How far a start disturbed by 10⁻¹² had moved by then.
    fn sensitivity(&self, step: u64) -> f64 {
        self.meta["checks"]["sensitivity"]["max_abs_difference"][step.to_string()].as_f64().unwrap()
    }

    /// In which order the boids moved in each step, where the source shuffled them.
    fn orders(&self) -> Option<Vec<Vec<u32>>> {
        let text = std::fs::read_to_string(self.folder.join("orders.csv")).ok()?;
        let order = |line: &str| line.split_once(',').unwrap().1.split(' ').map(|id| id.parse().unwrap()).collect();
        Some(text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(order).collect())
    }

    fn numbers(value: &serde_json::Value) -> Vec<f64> {
        value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    }
}

/// Follows a trace from its first state, and repeats its step from 100 to 101.
fn follow<const D: usize>(trace: &Trace, scenario: &Scenario) {
    let orders = trace.orders();
    let step = |flock: &mut Reference<D>| match &orders {
        Some(orders) => flock.step_in_order(&orders[flock.steps() as usize]),
        None => flock.step(),
    };

    let mut flock = Reference::<D>::from_state(scenario, trace.state(0)).unwrap();
    for recorded in RECORDED {
        while flock.steps() < recorded {
            step(&mut flock);
        }
        let allowed = (100.0 * trace.sensitivity(recorded)).max(1e-9);
        let error = distance(&flock.state(), &trace.state(recorded), |_| 1.0);
        println!("{}: step {recorded}: {error:.2e} of {allowed:.2e}", trace.folder.display());
        assert!(error <= allowed, "step {recorded}: off by {error:e}, allowed are {allowed:e}");
    }

    let mut flock = Reference::<D>::from_state(scenario, trace.state(100)).unwrap();
    step(&mut flock);
    let error = distance(&flock.state(), &trace.state(101), |x| x.abs().max(1.0));
    println!("{}: 100 to 101: {error:.2e}", trace.folder.display());
    assert!(error <= 1e-12, "100 to 101: off by {error:e}");
}

/// The largest difference of any component, in units of `scale` of it.
fn distance<const D: usize>(ours: &State<D>, theirs: &State<D>, scale: impl Fn(f64) -> f64) -> f64 {
    assert_eq!(ours.species, theirs.species);
    let ours = ours.positions.iter().chain(&ours.velocities).flatten();
    let theirs = theirs.positions.iter().chain(&theirs.velocities).flatten();
    // Not `f64::max`, for which a number beats NaN: what is no number is as far off as can be.
    let differences = ours.zip(theirs).map(|(a, b)| (a - b).abs() / scale(*b));
    differences.fold(0.0, |most, x| {
        if x <= most {
            most
        } else if x.is_nan() {
            f64::INFINITY
        } else {
            x
        }
    })
}

fn preset(name: &str) -> Scenario {
    Scenario::preset(name).unwrap()
}

/// Veldic's page with the surroundings of one trace: no obstacle, predator or goal but those it names.
fn veldic(name: &str, trace: &Trace) -> Scenario {
    let surroundings = &trace.meta["environment"];
    let predators = State::<3>::from_csv(&trace.text("predators", 0).unwrap_or("id,x,y,z,vx,vy,vz".into())).unwrap();
    let mut scenario = preset(name)
        .with("boids", trace.meta["N"].as_i64().unwrap())
        .unwrap()
        .with("species.predator.boids", predators.len() as i64)
        .unwrap();
    scenario.obstacles = (surroundings["obstacles"].as_array().unwrap().iter())
        .map(|obstacle| Obstacle {
            centre: Trace::numbers(&obstacle["center"]),
            radius: obstacle["radius"].as_f64().unwrap(),
            ..Obstacle::default()
        })
        .collect();
    if !surroundings["goal"].is_null() {
        scenario.first.species.goal.position = Some(Trace::numbers(&surroundings["goal"]));
    }
    scenario
}

#[test]
fn harry_without_a_mouse_flies_as_recorded() {
    let mut scenario = preset("harry");
    scenario.general.pointer.mode = PointerMode::Off;
    follow::<2>(&Trace::open("harry-pretty-nomouse/a"), &scenario);
}

#[test]
fn harry_shies_from_the_mouse_as_recorded() {
    let trace = Trace::open("harry-pretty-mouse/a");
    let mut scenario = preset("harry");
    scenario.general.pointer.position = Some(Trace::numbers(&trace.meta["environment"]["mouse"]));
    follow::<2>(&trace, &scenario);
}

#[test]
fn p5_flies_as_recorded() {
    follow::<2>(&Trace::open("p5-seed002/a"), &preset("p5"));
}

#[test]
fn p5_bursts_from_the_centre_as_recorded() {
    follow::<2>(&Trace::open("p5-seed002/centre"), &preset("p5"));
}

#[test]
fn noc_flies_as_recorded() {
    follow::<2>(&Trace::open("noc-5_9/a"), &preset("noc"));
}

#[test]
fn jyanar_flies_as_recorded_with_all_its_defects() {
    follow::<2>(&Trace::open("jyanar-shipped-f64/a"), &preset("jyanar"));
}

#[test]
fn eater_flies_as_recorded() {
    follow::<2>(&Trace::open("eater-1200x800/a"), &preset("eater"));
}

#[test]
fn mesa_in_order_flies_as_recorded() {
    follow::<2>(&Trace::open("mesa-inorder/a"), &preset("mesa"));
}

#[test]
fn mesa_shuffled_flies_as_recorded() {
    follow::<2>(&Trace::open("mesa-shuffled/a"), &preset("mesa"));
}

#[test]
fn opensteer_flies_as_recorded_whichever_database_it_used() {
    for trace in ["opensteer-brute-f64/a", "opensteer-lq-f64/a", "opensteer-lq-f64/c"] {
        follow::<3>(&Trace::open(trace), &preset("opensteer"));
    }
}

#[test]
fn veldic_mended_flies_as_recorded() {
    for trace in ["plain/a", "plain/c", "goal/a", "obstacles/a", "predators/a"] {
        let trace = Trace::open(&format!("veldic-fixed-{trace}"));
        follow::<3>(&trace, &veldic("veldic", &trace));
    }
}

#[test]
fn veldic_shipped_flies_as_recorded_with_its_defect() {
    for trace in ["plain/a", "plain/c", "goal/a", "obstacles/a", "predators/a"] {
        let trace = Trace::open(&format!("veldic-{trace}"));
        follow::<3>(&trace, &veldic("veldic-shipped", &trace));
    }
}
