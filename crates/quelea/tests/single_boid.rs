//! A flock of one boid, or of none, is an ordinary flock.

use quelea::model::settings::Search;
use quelea::{EngineName, Scenario, Simulation, State};

/// The state after 20 steps, in which nobody perceives anybody.
fn run(scenario: &Scenario) -> State {
    let mut flock = Simulation::new(scenario).unwrap();
    flock.run(20);
    assert_eq!(flock.len(), scenario.boids());
    assert_eq!(flock.measure().mean_neighbours, 0.0);
    flock.state()
}

/// Runs a flock with each search and each engine: nobody perceives anybody, and all agree.
fn check(scenario: &Scenario) {
    let reference = run(&scenario.clone().with("engine", EngineName::REFERENCE.as_str()).unwrap());
    for (search, _) in Search::CHOICES {
        // Lee's algorithms search for the nearest only, and are refused for other kinds of perception.
        let Ok(scenario) = scenario.clone().with("search", *search) else { continue };
        let fast = run(&scenario);
        for (fast, exact) in fast.positions.as_slice().iter().zip(reference.positions.as_slice()) {
            // Coordinates up to 200 in single precision, over 20 steps.
            assert!((fast - exact).abs() < 1e-3, "{search}: {fast} and {exact}");
        }
    }
}

#[test]
fn a_single_boid_runs_with_any_perception_and_any_number_of_neighbours() {
    for boids in [0, 1] {
        for kind in ["nearest", "nearest-within", "radius", "all"] {
            for neighbours in [1, 2, 7, 4_000_000_000u64] {
                let flock = format!("boids = {boids}\nperception = {{ kind = '{kind}', neighbours = {neighbours} }}\n");
                check(&Scenario::from_toml(&format!("{flock}space.size = [200, 200]\n")).unwrap());
                let solid = format!("{flock}dimension = 3\nspace.kind = 'walls'\nspace.size = [200, 200, 200]\n");
                check(&Scenario::from_toml(&solid).unwrap());
            }
        }
    }
}

#[test]
fn two_boids_may_ask_for_at_most_one_neighbour() {
    let two = "boids = 2\nspace.kind = 'open'\nperception.kind = 'nearest'\n";
    Scenario::from_toml(&format!("{two}perception.neighbours = 1")).unwrap();
    let error = Scenario::from_toml(&format!("{two}perception.neighbours = 2")).unwrap_err().to_string();
    assert!(error.contains("asks for 2 neighbours in a flock of 2\n  allowed: at most 1: everyone else"), "{error}");
}
