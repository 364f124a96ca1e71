//! Measures and engine agree on who perceives whom.

mod common;

use quelea::Simulation;

#[test]
fn the_mean_number_of_neighbours_is_what_the_fast_engine_perceives_in_every_preset() {
    for scenario in common::fast_presets() {
        let mut flock = Simulation::new(&scenario).unwrap();
        flock.run(30);
        let perceived: usize = (0..flock.len() as u32).map(|id| flock.neighbours(id).len()).sum();
        let measured = flock.measure().mean_neighbours;
        // The engine compares distances in single precision, so a boid on the very edge may count in one only.
        let difference = (measured - perceived as f64 / flock.len() as f64).abs();
        assert!(difference < 1e-2, "{}: {measured} measured, {perceived} perceived in all", scenario.general.name);
    }
}
