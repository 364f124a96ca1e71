//! A flock of one boid, or of none, is an ordinary flock.

use quelea::measures::measure;
use quelea::reference::Reference;
use quelea::scenario::settings::Search;
use quelea::simulation::Simulation;
use quelea::{Scenario, World};

/// Steps a flock with each search and each engine: nobody perceives anybody, and all agree.
fn nobody_is_perceived<const D: usize>(scenario: &Scenario) {
    let fly = |mut flock: Box<dyn Simulation<D>>| {
        (0..20).for_each(|_| flock.step());
        let state = flock.state();
        assert_eq!(state.len(), scenario.boids());
        assert_eq!(measure(scenario, &state).mean_neighbours, 0.0);
        state
    };
    let reference = fly(Box::new(Reference::new(scenario).unwrap()));
    for (search, _) in Search::CHOICES {
        let scenario = scenario.clone().with("search", *search);
        // Lee's algorithms look for the nearest only.
        let Ok(scenario) = scenario else { continue };
        let world = fly(Box::new(World::<D>::new(&scenario).unwrap()));
        for (fast, exact) in world.positions.iter().flatten().zip(reference.positions.iter().flatten()) {
            assert!((fast - exact).abs() < 1e-3, "{search}: {fast} and {exact}");
        }
    }
}

#[test]
fn whom_a_lone_boid_asks_for_does_not_matter() {
    for boids in [0, 1] {
        for kind in ["nearest", "nearest-within", "radius", "all"] {
            for neighbours in [1, 2, 7, 4_000_000_000u64] {
                let world = format!("boids = {boids}\nperception = {{ kind = '{kind}', neighbours = {neighbours} }}\n");
                let flat = format!("{world}space.size = [200, 200]\n");
                nobody_is_perceived::<2>(&Scenario::from_toml(&flat).unwrap());
                let solid = format!("{world}dimension = 3\nspace.kind = 'walls'\nspace.size = [200, 200, 200]\n");
                nobody_is_perceived::<3>(&Scenario::from_toml(&solid).unwrap());
            }
        }
    }
}

#[test]
fn two_boids_ask_for_at_most_one() {
    let two = "boids = 2\nspace.kind = 'open'\nperception.kind = 'nearest'\n";
    Scenario::from_toml(&format!("{two}perception.neighbours = 1")).unwrap();
    let error = Scenario::from_toml(&format!("{two}perception.neighbours = 2")).unwrap_err().to_string();
    assert!(error.contains("asks for 2 neighbours in a flock of 2\n  allowed: at most 1: everyone else"), "{error}");
}
