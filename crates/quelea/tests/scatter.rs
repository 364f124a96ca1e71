//! Cohesion with a weight below 0 drives a flock apart, as Conrad Parker scatters his.

use quelea::reference::Reference;
use quelea::simulation::Simulation;
use quelea::{Scenario, State, World};

fn fly(mut flock: impl Simulation<3>) -> State<3> {
    (0..20).for_each(|_| flock.step());
    flock.state()
}

/// The mean distance from the middle of all.
fn spread(state: &State<3>) -> f64 {
    let boids = state.len() as f64;
    let middle: [f64; 3] = std::array::from_fn(|axis| state.positions.iter().map(|x| x[axis]).sum::<f64>() / boids);
    let from_middle = |x: &[f64; 3]| (0..3).map(|axis| (x[axis] - middle[axis]).powi(2)).sum::<f64>().sqrt();
    state.positions.iter().map(from_middle).sum::<f64>() / boids
}

#[test]
fn parkers_flock_gathers_or_scatters_in_both_engines() {
    let spread_with = |weight: f64| {
        let mut parker = Scenario::preset("parker").unwrap();
        parker.override_with(["reference.update=at-once", &format!("cohesion.weight={weight}")]).unwrap();
        let (fast, exact) = (fly(World::new(&parker).unwrap()), fly(Reference::new(&parker).unwrap()));
        assert!((spread(&fast) - spread(&exact)).abs() < 0.1, "{} and {}", spread(&fast), spread(&exact));
        spread(&exact)
    };
    let still = spread_with(0.0);
    assert!(spread_with(0.01) < 0.9 * still && spread_with(-0.01) > 1.1 * still, "{still}");
}
