//! Measures and engine agree on who perceives whom.

use quelea::measures::measure;
use quelea::scenario::presets::PRESETS;
use quelea::scenario::settings::Engine;
use quelea::{Scenario, World};

fn compare<const D: usize>(scenario: &Scenario) {
    let mut world = World::<D>::new(scenario).unwrap();
    (0..30).for_each(|_| world.step());
    let state = world.state();
    let perceived: usize = (0..state.len() as u32).map(|id| world.neighbours(id).len()).sum();
    let measured = measure(scenario, &state).mean_neighbours;
    // The engine compares distances in single precision, so a boid on the very rim may count in one of them only.
    let difference = (measured - perceived as f64 / state.len() as f64).abs();
    assert!(difference < 1e-2, "{}: {measured} measured, {perceived} perceived in all", scenario.general.name);
}

#[test]
fn the_mean_number_of_neighbours_is_what_the_fast_engine_perceives_in_every_preset() {
    for (name, _) in PRESETS {
        let scenario = Scenario::preset(name).unwrap();
        match (scenario.general.engine, scenario.general.dimension) {
            (Engine::Reference, _) => {}
            (Engine::Fast, 2) => compare::<2>(&scenario),
            (Engine::Fast, _) => compare::<3>(&scenario),
        }
    }
}
