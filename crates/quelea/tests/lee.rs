//! Lee 2008: the exact algorithms are exact, and the approximate one errs as the paper's theorems say.

mod common;

use common::{Spread, in_dimension, state, with_boids};
use quelea::engine::RuleForce;
use quelea::model::settings::{LeeAlgorithm, LeeStop, PerceptionKind, Search, SpaceKind};
use quelea::{Scenario, Simulation, State};
use std::collections::BTreeSet;

/// The preset in some dimension, with so many boids that each perceive so many.
fn lee(dimension: usize, boids: usize, neighbours: usize) -> Scenario {
    let mut scenario = with_boids(&in_dimension(&Scenario::preset("lee2008").unwrap(), dimension), boids);
    scenario.species[0].settings.perception.neighbours = neighbours;
    scenario
}

/// The same scenario searched with one of Lee's algorithms.
fn with_algorithm(scenario: &Scenario, algorithm: LeeAlgorithm, o: usize) -> Scenario {
    let mut changed = scenario.clone();
    changed.general.search = Search::Representative;
    changed.general.representative.algorithm = algorithm;
    changed.general.representative.o = o;
    changed
}

/// The ids of the neighbours that each boid finds.
fn found(scenario: &Scenario, state: &State) -> Vec<Vec<u32>> {
    let mut flock = Simulation::from_state(scenario, state.clone()).unwrap();
    (0..state.len() as u32).map(|id| flock.neighbours(id).iter().map(|other| other.id).collect()).collect()
}

/// The fraction of the k nearest that an algorithm finds.
fn recall(found: &[Vec<u32>], nearest: &[Vec<u32>]) -> f64 {
    let (mut hits, mut all) = (0, 0);
    for (found, nearest) in found.iter().zip(nearest) {
        let found: BTreeSet<&u32> = found.iter().collect();
        hits += nearest.iter().filter(|id| found.contains(id)).count();
        all += nearest.len();
    }
    hits as f64 / all as f64
}

/// SteeringBasic, SteeringWithPS, and SteeringWithRB with every cell opened find exactly what brute force finds:
/// recall is 1, and nobody else is found.
fn check_exact_algorithms(dimension: usize) {
    for spread in [Spread::Uniform, Spread::Clustered, Spread::Coincident] {
        for kind in [SpaceKind::Torus, SpaceKind::Walls] {
            let mut scenario = lee(dimension, 300, 20);
            scenario.general.space.kind = kind;
            let state = state(&scenario, spread, 9);
            let mut brute = scenario.clone();
            brute.general.search = Search::Brute;
            let nearest = found(&brute, &state);
            assert!(nearest.iter().all(|nearest| nearest.len() == 20), "{spread:?}");
            for (algorithm, o) in
                [(LeeAlgorithm::Basic, 1), (LeeAlgorithm::Partition, 1), (LeeAlgorithm::Representative, 100)]
            {
                let found = found(&with_algorithm(&scenario, algorithm, o), &state);
                assert_eq!(recall(&found, &nearest), 1.0, "{algorithm} {dimension}D {spread:?} {kind}");
                assert_eq!(found, nearest, "{algorithm} {dimension}D {spread:?} {kind}");
            }
        }
    }
}

#[test]
fn exact_algorithms_find_the_nearest_and_nobody_else() {
    check_exact_algorithms(2);
    check_exact_algorithms(3);
}

/// Up to the order of summation.
#[test]
fn exact_algorithms_step_like_exact_searches() {
    let scenario = lee(2, 300, 20);
    let state = state(&scenario, Spread::Uniform, 9);
    let stepped = |scenario: &Scenario| {
        let mut flock = Simulation::from_state(scenario, state.clone()).unwrap();
        flock.step();
        flock.state()
    };
    let expected = stepped(&scenario);
    for algorithm in [LeeAlgorithm::Basic, LeeAlgorithm::Partition] {
        let stepped = stepped(&with_algorithm(&scenario, algorithm, 1));
        for (a, b) in stepped.velocities.as_slice().iter().zip(expected.velocities.as_slice()) {
            assert!((a - b).abs() < 1e-5, "{algorithm}: {a} {b}");
        }
    }
}

#[test]
fn the_approximate_search_has_the_same_bits_on_any_threads() {
    let scenario = with_algorithm(&lee(2, 500, 30), LeeAlgorithm::Representative, 1);
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut flock = Simulation::new(&scenario).unwrap();
            flock.run(20);
            flock.hash()
        })
    };
    assert!([2, 3, 7].iter().all(|threads| hash(*threads) == hash(1)));
}

/// The neighbours that a representative adds or misses are at about the k-th distance: opening cells helps once they
/// are opened that far.
#[test]
fn recall_of_the_representative_search_rises_to_one_as_cells_are_opened() {
    let scenario = lee(2, 1024, 100);
    let state = state(&scenario, Spread::Uniform, 2);
    let nearest = found(&scenario, &state);
    let recalls: Vec<f64> = [1, 2, 3, 4, 5]
        .map(|o| recall(&found(&with_algorithm(&scenario, LeeAlgorithm::Representative, o), &state), &nearest))
        .to_vec();
    assert!(recalls[1..].is_sorted() && recalls[4] == 1.0, "{recalls:?}");
    assert!(recalls[..3].iter().all(|recall| (0.9..0.98).contains(recall)), "{recalls:?}");
}

/// About one in forty at k = 100 in a world with walls.
#[test]
fn the_stop_printed_in_figure_6_misses_some_neighbours() {
    let mut scenario = lee(2, 1024, 100);
    scenario.general.space.kind = SpaceKind::Walls;
    let state = state(&scenario, Spread::Uniform, 2);
    let mut printed = with_algorithm(&scenario, LeeAlgorithm::Partition, 1);
    printed.general.representative.stop = LeeStop::Printed;
    let wrong = 1.0 - recall(&found(&printed, &state), &found(&scenario, &state));
    assert!((0.01..0.05).contains(&wrong), "{wrong}");
}

/// Theorems 1 and 2: for the same neighbours, alignment and cohesion are the same through representatives as one by
/// one. Theorem 3: separation is not.
fn check_theorems(dimension: usize) {
    let scenario = lee(dimension, 400, 40);
    let state = state(&scenario, Spread::Uniform, 5);
    let mut approximate = with_algorithm(&scenario, LeeAlgorithm::Representative, 1);
    approximate.general.representative.cells = if dimension == 2 { 8 } else { 4 };
    let mut represented = Simulation::from_state(&approximate, state.clone()).unwrap();
    let found = found(&approximate, &state);
    let (mut inspected, mut larger, mut separations) = (0, 0, 0);
    for id in (0..state.len()).step_by(7) {
        // The same neighbours one by one: as friends.
        let mut friends = scenario.clone();
        friends.species[0].settings.perception.kind = PerceptionKind::Friends;
        friends.species[0].settings.perception.edges = found[id].iter().map(|other| [id, *other as usize]).collect();
        let mut friends = Simulation::from_state(&friends, state.clone()).unwrap();
        let [through, one_by_one] =
            [&mut represented, &mut friends].map(|flock| flock.inspect(id as u32).unwrap().forces);
        let difference = |rule: &str| {
            let force = |forces: &[RuleForce]| forces.iter().find(|force| force.rule == rule).unwrap().force.clone();
            let (a, b) = (force(&through), force(&one_by_one));
            let length = b.iter().map(|x| x * x).sum::<f64>().sqrt();
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt() / length.max(1e-3)
        };
        for rule in ["alignment", "cohesion"] {
            assert!(difference(rule) < 1e-4, "{dimension}D boid {id}: {rule} differs by {}", difference(rule));
        }
        inspected += 1;
        larger += usize::from(found[id].len() > 40);
        separations += usize::from(difference("separation") > 1e-3);
    }
    assert!(2 * larger > inspected, "{larger} of {inspected} have more than k neighbours");
    assert!(2 * separations > inspected, "{separations} of {inspected} separations differ");
}

#[test]
fn alignment_and_cohesion_through_representatives_are_exact_and_separation_is_not() {
    check_theorems(2);
    check_theorems(3);
}

#[test]
fn too_many_cells_are_refused() {
    let mut scenario = lee(3, 100, 7);
    scenario.general.search = Search::Representative;
    scenario.general.representative.cells = 4096;
    let error = scenario.validate().unwrap_err().to_string();
    assert!(error.contains("representative.cells") && error.contains("1 to 256 in 3D"), "{error}");
}
