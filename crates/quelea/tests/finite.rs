//! No valid scenario, however odd, makes a number that is not finite.

mod common;

use proptest::prelude::*;
use quelea::parameters::{Kind, Parameter, table};
use quelea::reference::Reference;
use quelea::scenario::presets::PRESETS;
use quelea::scenario::settings::{ORDER, QUIRKS};
use quelea::simulation::Simulation;
use quelea::state::FURTHEST;
use quelea::{Scenario, World, start};
use toml_edit::{Array, Value};

/// Some value that a parameter takes: often at the ends of its range, where trouble is.
fn value(parameter: &Parameter, dimension: usize, pick: u64) -> Option<Value> {
    let number = |low: f64, high: f64, pick: u64| match pick % 6 {
        0 => low,
        1 => high,
        2 => 1f64.clamp(low, high),
        3 => 10f64.clamp(low, high),
        _ => low + (high - low) * ((pick / 6) % 1000) as f64 / 1000.0,
    };
    Some(match parameter.kind {
        Kind::Number(low, high) => number(low, high, pick).into(),
        // Few boids: everyone looks at everyone.
        Kind::Whole(low, high) => (number(low, high.min(12.0), pick) as i64).into(),
        Kind::Flag => pick.is_multiple_of(2).into(),
        Kind::Choice(words) => words[pick as usize % words.len()].0.into(),
        Kind::Numbers(low, high) => {
            Value::Array((0..dimension as u64).map(|axis| number(low, high, pick / (axis + 1))).collect::<Array>())
        }
        Kind::Words => {
            let words: &[&str] = if parameter.path.ends_with("quirks") { &QUIRKS } else { &ORDER };
            let from = pick as usize % words.len();
            Value::Array(words[from..].iter().chain(&words[..from]).copied().collect::<Array>())
        }
        Kind::Pairs => Value::Array([[0, 1], [1, 2], [2, 2]].into_iter().map(Array::from_iter).collect::<Array>()),
        Kind::Points | Kind::Text => return None,
    })
}

fn stays_finite<const D: usize>(scenario: &Scenario) {
    // As far as a parameter may be, and as far as a table may put a boid.
    for far in [1e9, FURTHEST] {
        stays_finite_with_one::<D>(scenario, far);
    }
}

fn stays_finite_with_one<const D: usize>(scenario: &Scenario, far: f64) {
    let mut state = start::start::<D>(scenario);
    // One in the middle of an obstacle.
    if let (Some(last), Some(obstacle)) = (state.positions.last_mut(), scenario.obstacles.first()) {
        *last = std::array::from_fn(|axis| obstacle.centre.get(axis).copied().unwrap_or(0.0));
    }
    // Two in one place, and one far off.
    if let [first, second, third, ..] = &mut state.positions[..] {
        *second = *first;
        *third = [far; D];
    }
    check(scenario, Reference::from_state(scenario, state.clone()).unwrap());
    if scenario.general.reference.quirks.is_empty() {
        check(scenario, World::from_state(scenario, state).unwrap());
    }
}

fn check<const D: usize>(scenario: &Scenario, mut flock: impl Simulation<D>) {
    for _ in 0..5 {
        flock.step();
        let state = flock.state();
        let numbers = state.positions.iter().chain(&state.velocities).chain(&state.smoothed).chain(&state.wander);
        assert!(numbers.flatten().all(|x| x.is_finite()), "{}\n{state:?}", scenario.to_toml());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn every_valid_scenario_stays_finite(
        preset in 0..PRESETS.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..12),
    ) {
        let mut scenario = Scenario::preset(PRESETS[preset].0).unwrap();
        let dimension = scenario.general.dimension;
        scenario.first.species.boids = 12;
        scenario.first.species.perception.neighbours = 5;
        let rows: Vec<Parameter> = table().into_iter().filter(|row| row.path != "dimension").collect();
        for (row, pick) in changes {
            // A change that is not valid on its own is left out.
            if let Some(value) = value(row.get(&rows), dimension, pick) {
                let _ = scenario.set(&row.get(&rows).path, &value);
            }
        }
        if dimension == 3 { stays_finite::<3>(&scenario) } else { stays_finite::<2>(&scenario) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn every_flock_stays_finite_in_every_surroundings(
        pick in 0u64..10_000,
        solid in any::<bool>(),
        steer in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..12),
    ) {
        let dimension = if solid { 3 } else { 2 };
        let mut scenario = common::surrounded(dimension, if steer { "steer" } else { "force-field" }, pick);
        scenario.first.species.boids = 10;
        let concerns = ["obstacle.", "avoid.", "flow.", "goal.", "motion.", "space.", "hunt.", "flee.", "body"];
        let rows: Vec<Parameter> =
            table().into_iter().filter(|row| concerns.iter().any(|name| row.path.starts_with(name))).collect();
        for (row, pick) in changes {
            let row = row.get(&rows);
            // An obstacle's keys are set for one obstacle or another.
            let path = row.path.replace("obstacle.", &format!("obstacle.{}.", pick as usize % scenario.obstacles.len()));
            if let Some(value) = value(row, dimension, pick) {
                let _ = scenario.set(&path, &value);
            }
        }
        if solid { stays_finite::<3>(&scenario) } else { stays_finite::<2>(&scenario) }
    }
}
