//! No valid scenario, however odd, produces a number that is not finite.

mod common;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quelea::model::presets::PRESETS;
use quelea::model::{MAX_MAGNITUDE, Parameter, ParameterType, parameters};
use quelea::state::MAX_DISTANCE;
use quelea::{EngineName, Scenario, Simulation, Value, initial_state};

/// The same cases in every run.
fn fixed(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1987), failure_persistence: None, ..ProptestConfig::default() }
}

/// Some value of a parameter, often at the ends of its range, where trouble is likely.
fn value(parameter: &Parameter, dimension: usize, pick: u64) -> Option<Value> {
    let number = |low: f64, high: f64, pick: u64| match pick % 6 {
        0 => low,
        1 => high,
        2 => 1f64.clamp(low, high),
        3 => 10f64.clamp(low, high),
        _ => low + (high - low) * ((pick / 6) % 1000) as f64 / 1000.0,
    };
    Some(match parameter.value_type {
        ParameterType::Number(low, high) => number(low, high, pick).into(),
        // Few boids, since the reference compares everyone with everyone.
        ParameterType::Integer(low, high) => (number(low, high.min(12.0), pick) as i64).into(),
        ParameterType::Bool => pick.is_multiple_of(2).into(),
        ParameterType::Choice(words) => words[pick as usize % words.len()].0.into(),
        ParameterType::Numbers(low, high) => {
            (0..dimension as u64).map(|axis| number(low, high, pick / (axis + 1))).collect::<Vec<f64>>().into()
        }
        ParameterType::Choices(words) => {
            let first = pick as usize % words.len();
            words[first..].iter().chain(&words[..first]).map(|(word, _)| *word).collect::<Vec<&str>>().into()
        }
        ParameterType::Pairs => [[0, 1], [1, 2], [2, 2]].into(),
        _ => return None,
    })
}

/// Steps a flock of every engine that runs the scenario, with two boids at one point, one inside an obstacle and one
/// far away.
fn check(scenario: &Scenario) {
    // As far as a parameter may be, and as far as a table may put a boid.
    for far in [MAX_MAGNITUDE, MAX_DISTANCE] {
        let mut state = initial_state(scenario);
        if let (Some(last), Some(obstacle)) = (state.len().checked_sub(1), scenario.obstacles.first()) {
            let centre = |axis: usize| obstacle.centre.get(axis).copied().unwrap_or(0.0);
            state.positions[last].iter_mut().enumerate().for_each(|(axis, x)| *x = centre(axis));
        }
        if state.len() >= 3 {
            let first = state.positions[0].to_vec();
            state.positions[1].copy_from_slice(&first);
            state.positions[2].fill(far);
        }
        for engine in [EngineName::REFERENCE, EngineName::FAST] {
            // Quirks need the reference engine.
            let Ok(scenario) = scenario.clone().with("engine", engine.as_str()) else { continue };
            let mut flock = Simulation::from_state(&scenario, state.clone()).unwrap();
            for _ in 0..5 {
                flock.step();
                let state = flock.state();
                let groups = [&state.positions, &state.velocities, &state.smoothed, &state.wander];
                let finite = groups.iter().all(|group| group.as_slice().iter().all(|x| x.is_finite()));
                assert!(finite, "{engine}\n{}\n{state:?}", scenario.to_toml());
            }
        }
    }
}

proptest! {
    #![proptest_config(fixed(3000))]
    #[test]
    fn every_valid_scenario_stays_finite(
        preset in 0..PRESETS.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..12),
    ) {
        let mut scenario = Scenario::preset(PRESETS[preset].0).unwrap();
        let dimension = scenario.general.dimension;
        scenario.species[0].settings.boids = 12;
        scenario.species[0].settings.perception.neighbours = 5;
        let rows: Vec<Parameter> = parameters().into_iter().filter(|row| row.path != "dimension").collect();
        for (row, pick) in changes {
            // A change that is not valid on its own is left out.
            if let Some(value) = value(row.get(&rows), dimension, pick) {
                let _ = scenario.set(&row.get(&rows).path, value);
            }
        }
        check(&scenario);
    }
}

proptest! {
    #![proptest_config(fixed(1500))]
    #[test]
    fn every_flock_stays_finite_in_every_environment(
        pick in 0u64..10_000,
        dimension in 2usize..=3,
        steer in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..12),
    ) {
        let mut scenario = common::in_environment(dimension, if steer { "steer" } else { "force-field" }, pick);
        scenario.species[0].settings.boids = 10;
        let sections = ["obstacle.", "avoid.", "flow.", "goal.", "motion.", "space.", "hunt.", "flee.", "body"];
        let rows: Vec<Parameter> =
            parameters().into_iter().filter(|row| sections.iter().any(|name| row.path.starts_with(name))).collect();
        for (row, pick) in changes {
            let row = row.get(&rows);
            // A key of an obstacle is set for one of them.
            let path = row.path.replace("obstacle.", &format!("obstacle.{}.", pick as usize % scenario.obstacles.len()));
            if let Some(value) = value(row, dimension, pick) {
                let _ = scenario.set(&path, value);
            }
        }
        check(&scenario);
    }
}

proptest! {
    #![proptest_config(fixed(1500))]
    #[test]
    fn every_model_of_research_stays_finite(
        pick in 0u64..10_000,
        dimension in 2usize..=3,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..12),
    ) {
        let mut scenario = common::researching(dimension, pick);
        scenario.species[0].settings.boids = 10;
        let sections = [
            "separation.", "alignment.", "cohesion.", "noise.", "motion.", "spread.", "perception.", "flee.", "goal.",
        ];
        let rows: Vec<Parameter> =
            parameters().into_iter().filter(|row| sections.iter().any(|name| row.path.starts_with(name))).collect();
        for (row, pick) in changes {
            let row = row.get(&rows);
            if let Some(value) = value(row, dimension, pick) {
                let _ = scenario.set(&row.path, value);
            }
        }
        check(&scenario);
    }
}
