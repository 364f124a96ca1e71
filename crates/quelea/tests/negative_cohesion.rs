//! Cohesion with a negative weight drives a flock apart, as Conrad Parker scatters his.

use quelea::{EngineName, Scenario, Simulation, State};

/// The state after 20 steps.
fn run(scenario: &Scenario, engine: EngineName) -> State {
    let mut flock = Simulation::new(&scenario.clone().with("engine", engine.as_str()).unwrap()).unwrap();
    flock.run(20);
    flock.state()
}

/// The mean distance from the centre of the flock.
fn mean_radius(state: &State) -> f64 {
    let (positions, boids) = (state.positions.as_arrays::<3>(), state.len() as f64);
    let centre: [f64; 3] = std::array::from_fn(|axis| positions.iter().map(|x| x[axis]).sum::<f64>() / boids);
    let distance = |x: &[f64; 3]| (0..3).map(|axis| (x[axis] - centre[axis]).powi(2)).sum::<f64>().sqrt();
    positions.iter().map(distance).sum::<f64>() / boids
}

#[test]
fn parkers_flock_gathers_or_scatters_with_the_sign_of_cohesion_in_both_engines() {
    let mean_radius_with = |weight: f64| {
        let mut parker = Scenario::preset("parker").unwrap();
        parker.override_with(["reference.update=at-once", &format!("cohesion.weight={weight}")]).unwrap();
        let [fast, exact] = [EngineName::FAST, EngineName::REFERENCE].map(|engine| mean_radius(&run(&parker, engine)));
        assert!((fast - exact).abs() < 0.1, "{fast} and {exact}");
        exact
    };
    let without = mean_radius_with(0.0);
    assert!(mean_radius_with(0.01) < 0.9 * without && mean_radius_with(-0.01) > 1.1 * without, "{without}");
}
