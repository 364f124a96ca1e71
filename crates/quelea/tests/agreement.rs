//! The fast engine does what the reference does, to single precision.

mod common;

use common::{SPREADS, Spread, fast_presets, in_dimension, in_environment, perceiving, researching, state, with_boids};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quelea::geometry::Boundary;
use quelea::model::settings::{Integrator, PerceptionKind, Update};
use quelea::model::{ParameterType, parameters};
use quelea::state::random::{Random, Stream};
use quelea::{Reference, Scenario, Simulation, State, Value, Vectors};

/// One step of the reference, in which all boids move at once, as they do in the fast engine.
fn reference_step(scenario: &Scenario, state: &State) -> State {
    with_dimension!(state.dimension, D => {
        let mut reference = Reference::<D>::from_state(scenario, state.clone()).unwrap();
        reference.set_update(Update::AtOnce);
        reference.step();
        reference.state()
    })
}

/// The largest difference between two vectors along any axis.
fn difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// By how much the reference's step changes, for each boid, when every position and velocity is disturbed by what
/// single precision rounds off: in position and in velocity.
///
/// Single precision cannot decide some cases: a neighbour at the very edge of the radius, or a desired motion of
/// nearly zero that is scaled to full length. This measures how close to such a case each boid is.
fn rounding_sensitivity(scenario: &Scenario, before: &State, spread: Spread, length: f64) -> Vec<(f64, f64)> {
    let exact = reference_step(scenario, before);
    let mut sensitivity = vec![(0.0f64, 0.0f64); before.len()];
    for run in 0..6 {
        let mut disturbed = before.clone();
        for id in 0..before.len() {
            // Coincident boids stay coincident: that is a case of its own, not a matter of rounding.
            let together = matches!(spread, Spread::Coincident | Spread::Start);
            let mut random = Random::new(run, 9, if together { 0 } else { id as u32 }, Stream::Wander);
            disturbed.positions[id].iter_mut().for_each(|x| *x += random.between(-2e-7, 2e-7) * length);
            // Velocities too: they decide when a surface that is nearly grazed is reached, and which way to turn round.
            let mut random = Random::new(run, 10, id as u32, Stream::Wander);
            disturbed.velocities[id].iter_mut().for_each(|x| *x *= 1.0 + random.between(-2e-7, 2e-7));
        }
        // And the noise: its sines and logarithms are exact to 4e-7.
        let mut scenario = scenario.clone();
        for species in &mut scenario.species {
            species.settings.noise.strength *= 1.0 + if run % 2 == 0 { 1e-6 } else { -1e-6 };
        }
        let after = reference_step(&scenario, &disturbed);
        for (id, (position, velocity)) in sensitivity.iter_mut().enumerate() {
            *position = position.max(difference(&after.positions[id], &exact.positions[id]));
            *velocity = velocity.max(difference(&after.velocities[id], &exact.velocities[id]));
        }
    }
    sensitivity
}

/// Compares one step of both engines.
///
/// The tolerances are ten to a hundred rounding errors of single precision (6e-8) in the largest coordinate and the
/// largest speed, and eight times what rounding the state can change; see [`rounding_sensitivity`].
fn check_step(scenario: &Scenario, spread: Spread, seed: u64) {
    let before = state(scenario, spread, seed);
    let mut flock = Simulation::from_state(scenario, before.clone()).unwrap();
    flock.step();
    let (fast, exact) = (flock.state(), reference_step(scenario, &before));
    let length = before.positions.as_slice().iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    let max_speeds = scenario.species.iter().map(|species| species.settings.motion.max_speed);
    let speed = max_speeds.fold(1e-3, f64::max);

    let sensitivity = rounding_sensitivity(scenario, &before, spread, length);
    for (id, (position, velocity)) in sensitivity.into_iter().enumerate() {
        let check = |what: &str, fast: &Vectors, exact: &Vectors, tolerance: f64| {
            let (fast, exact, name) = (&fast[id], &exact[id], &scenario.general.name);
            assert!(
                difference(fast, exact) <= tolerance,
                "{name} {spread:?} seed {seed}: {what} of {id}: fast {fast:?}, reference {exact:?}\n{}",
                scenario.to_toml()
            );
        };
        check("position", &fast.positions, &exact.positions, 1e-6 * length + 8.0 * position);
        check("velocity", &fast.velocities, &exact.velocities, 1e-5 * speed + 8.0 * velocity);
    }
}

#[test]
fn every_preset_steps_like_the_reference_in_two_and_three_dimensions() {
    for preset in fast_presets() {
        for spread in SPREADS {
            for boids in [0, 1, 2, 50, preset.species[0].settings.boids.min(200)] {
                check_step(&with_boids(&in_dimension(&preset, 2), boids), spread, 1);
                check_step(&with_boids(&in_dimension(&preset, 3), boids), spread, 2);
            }
        }
    }
}

#[test]
fn any_perception_and_any_relation_act_like_the_reference() {
    for pick in 0..300 {
        for spread in [Spread::Uniform, Spread::Clustered, Spread::Coincident] {
            check_step(&perceiving(2, pick), spread, pick);
            check_step(&perceiving(3, pick), spread, pick);
        }
    }
}

#[test]
fn any_model_of_research_acts_like_the_reference() {
    for pick in 0..400 {
        for spread in [Spread::Uniform, Spread::Clustered, Spread::Coincident] {
            for dimension in [2, 3] {
                let scenario = researching(dimension, pick);
                // Coincident boids that drift apart within a step leave nothing but rounding errors between them.
                if spread == Spread::Coincident && scenario.species[0].settings.motion.integrator != Integrator::Euler {
                    continue;
                }
                check_step(&scenario, spread, pick);
            }
        }
    }
}

#[test]
fn an_isolated_boid_perceives_nobody() {
    let mut tried = 0;
    for preset in fast_presets().map(|preset| in_dimension(&preset, 2)) {
        let perception = &preset.species[0].settings.perception;
        let space = preset.space::<2>();
        let shortest = match space.boundary {
            Boundary::Open => f64::INFINITY,
            _ => space.bounding_box().1.into_iter().fold(f64::INFINITY, f64::min),
        };
        // In some presets a boid perceives half the world.
        if perception.kind != PerceptionKind::Radius || perception.radius > 0.45 * shortest {
            continue;
        }
        tried += 1;
        let scenario = with_boids(&preset, 2);
        let mut flock = Simulation::from_state(&scenario, state(&scenario, Spread::Isolated, 1)).unwrap();
        assert!((0..2).all(|id| flock.neighbours(id).is_empty()), "{}", preset.general.name);
    }
    // Some presets do not perceive by radius.
    assert!(tried >= 10, "{tried}");
}

#[test]
fn any_environment_acts_like_the_reference() {
    for pick in 0..120 {
        for method in ["steer", "force-field"] {
            for spread in [Spread::Uniform, Spread::Clustered] {
                check_step(&in_environment(2, method, pick), spread, pick);
                check_step(&in_environment(3, method, pick), spread, pick);
            }
        }
    }
}

/// A preset with a few parameters changed at random, in either dimension. A change that is not valid is left out.
fn changed(preset: usize, dimension: usize, boids: usize, changes: &[(usize, u64)]) -> Scenario {
    let presets: Vec<Scenario> = fast_presets().collect();
    let mut scenario = with_boids(&in_dimension(&presets[preset % presets.len()], dimension), boids);
    let table = parameters();
    for &(row, pick) in changes {
        let row = &table[row % table.len()];
        let fraction = (pick % 1000) as f64 / 1000.0;
        let value: Value = match row.value_type {
            // Within a factor of four of the present value, so that the flock stays plausible.
            ParameterType::Number(low, high) => {
                let now = scenario.get(&row.path).and_then(|value| value.as_float()).unwrap_or(10.0);
                (now * (0.25 + 3.75 * fraction)).clamp(low, high).into()
            }
            ParameterType::Integer(low, _) if row.path.ends_with("neighbours") => {
                ((1.0 + fraction * 10.0).max(low) as i64).into()
            }
            ParameterType::Bool => pick.is_multiple_of(2).into(),
            ParameterType::Choice(words) if row.path != "engine" => words[pick as usize % words.len()].0.into(),
            _ => continue,
        };
        // Representatives are an approximation, so the engines differ on purpose.
        if value.as_str() != Some("representative") {
            let _ = scenario.set(&row.path, value);
        }
    }
    scenario
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, rng_seed: RngSeed::Fixed(1987), failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_plausible_scenario_steps_like_the_reference(
        preset in 0usize..100,
        dimension in 2usize..=3,
        boids in 0usize..60,
        spread in 0usize..5,
        seed in 0u64..1000,
        changes in prop::collection::vec((0usize..1000, any::<u64>()), 0..8),
    ) {
        check_step(&changed(preset, dimension, boids, &changes), SPREADS[spread], seed);
    }
}
