//! Lee 2008: what is exact is exact, and what is approximate is so in the way the paper's theorems say.

mod common;

use common::{Spread, in_dimension, state, with_boids};
use quelea::scenario::settings::{LeeAlgorithm, LeeStop, PerceptionKind, Search, SpaceKind};
use quelea::world::Term;
use quelea::{Scenario, State, World};
use std::collections::BTreeSet;

fn lee(dimension: usize, boids: usize, neighbours: usize) -> Scenario {
    let mut scenario = with_boids(&in_dimension(&Scenario::preset("lee2008").unwrap(), dimension), boids);
    scenario.first.species.perception.neighbours = neighbours;
    scenario
}

fn searching(scenario: &Scenario, algorithm: LeeAlgorithm, o: usize) -> Scenario {
    let mut changed = scenario.clone();
    changed.general.search = Search::Representative;
    changed.general.representative.algorithm = algorithm;
    changed.general.representative.o = o;
    changed
}

fn found<const D: usize>(scenario: &Scenario, state: &State<D>) -> Vec<Vec<u32>> {
    let mut world = World::from_state(scenario, state.clone()).unwrap();
    (0..state.len() as u32).map(|id| world.neighbours(id).iter().map(|other| other.boid.id).collect()).collect()
}

/// The share of the k nearest that an algorithm finds.
fn recall(found: &[Vec<u32>], nearest: &[Vec<u32>]) -> f64 {
    let (mut hits, mut all) = (0, 0);
    for (found, nearest) in found.iter().zip(nearest) {
        let found: BTreeSet<&u32> = found.iter().collect();
        hits += nearest.iter().filter(|id| found.contains(id)).count();
        all += nearest.len();
    }
    hits as f64 / all as f64
}

/// SteeringBasic, SteeringWithPS, and SteeringWithRB with every cell opened find exactly whom brute force finds:
/// recall is 1, and nobody else is named.
fn exact_algorithms_are_exact<const D: usize>() {
    for spread in [Spread::Uniform, Spread::Clustered, Spread::Coincident] {
        for kind in [SpaceKind::Torus, SpaceKind::Walls] {
            let mut scenario = lee(D, 300, 20);
            scenario.general.space.kind = kind;
            let state: State<D> = state(&scenario, spread, 9);
            let mut brute = scenario.clone();
            brute.general.search = Search::Brute;
            let nearest = found(&brute, &state);
            assert!(nearest.iter().all(|nearest| nearest.len() == 20), "{spread:?}");
            for (algorithm, o) in
                [(LeeAlgorithm::Basic, 1), (LeeAlgorithm::Partition, 1), (LeeAlgorithm::Representative, 100)]
            {
                let found = found(&searching(&scenario, algorithm, o), &state);
                assert_eq!(recall(&found, &nearest), 1.0, "{algorithm} {D}D {spread:?} {kind}");
                assert_eq!(found, nearest, "{algorithm} {D}D {spread:?} {kind}");
            }
        }
    }
}

#[test]
fn exact_algorithms_find_the_nearest_and_nobody_else() {
    exact_algorithms_are_exact::<2>();
    exact_algorithms_are_exact::<3>();
}

/// An exact algorithm steers as every exact search does, up to the order in which it adds.
#[test]
fn exact_algorithms_step_as_exact_searches_do() {
    let scenario = lee(2, 300, 20);
    let state: State<2> = state(&scenario, Spread::Uniform, 9);
    let stepped = |scenario: &Scenario| {
        let mut world = World::from_state(scenario, state.clone()).unwrap();
        world.step();
        world.state()
    };
    let expected = stepped(&scenario);
    for algorithm in [LeeAlgorithm::Basic, LeeAlgorithm::Partition] {
        let stepped = stepped(&searching(&scenario, algorithm, 1));
        for (a, b) in stepped.velocities.iter().flatten().zip(expected.velocities.iter().flatten()) {
            assert!((a - b).abs() < 1e-5, "{algorithm}: {a} {b}");
        }
    }
}

/// Lee's searches repeat too, on any number of threads.
#[test]
fn threads_change_nothing() {
    let scenario = searching(&lee(2, 500, 30), LeeAlgorithm::Representative, 1);
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::<2>::new(&scenario).unwrap();
            (0..20).for_each(|_| world.step());
            world.state().hash()
        })
    };
    assert!([2, 3, 7].iter().all(|threads| hash(*threads) == hash(1)));
}

/// Whom a representative brings in or leaves out lies about the k-th distance: opening cells helps from there on.
#[test]
fn opened_far_enough_the_representative_search_is_exact() {
    let scenario = lee(2, 1024, 100);
    let state: State<2> = state(&scenario, Spread::Uniform, 2);
    let nearest = found(&scenario, &state);
    let recalls: Vec<f64> = [1, 2, 3, 4, 5]
        .map(|o| recall(&found(&searching(&scenario, LeeAlgorithm::Representative, o), &state), &nearest))
        .to_vec();
    assert!(recalls[1..].is_sorted() && recalls[4] == 1.0, "{recalls:?}");
    assert!(recalls[..3].iter().all(|recall| (0.9..0.98).contains(recall)), "{recalls:?}");
}

/// Where Figure 6 stops, some neighbours are wrong: about one in forty at k = 100 in a world with walls.
#[test]
fn the_printed_stop_misses_some() {
    let mut scenario = lee(2, 1024, 100);
    scenario.general.space.kind = SpaceKind::Walls;
    let state: State<2> = state(&scenario, Spread::Uniform, 2);
    let mut printed = searching(&scenario, LeeAlgorithm::Partition, 1);
    printed.general.representative.stop = LeeStop::Printed;
    let wrong = 1.0 - recall(&found(&printed, &state), &found(&scenario, &state));
    assert!((0.01..0.05).contains(&wrong), "{wrong}");
}

/// Theorems 1 and 2: for the same neighbours, alignment and cohesion through representatives are what they are
/// one by one. Theorem 3: separation is not.
fn theorems<const D: usize>() {
    let scenario = lee(D, 400, 40);
    let state: State<D> = state(&scenario, Spread::Uniform, 5);
    let mut approximate = searching(&scenario, LeeAlgorithm::Representative, 1);
    approximate.general.representative.cells = if D == 2 { 8 } else { 4 };
    let mut through = World::from_state(&approximate, state.clone()).unwrap();
    let found = found(&approximate, &state);
    let (mut looked, mut represented, mut separations) = (0, 0, 0);
    for id in (0..state.len()).step_by(7) {
        // The same neighbours one by one: as friends.
        let mut friends = scenario.clone();
        friends.first.species.perception.kind = PerceptionKind::Friends;
        friends.first.species.perception.edges = found[id].iter().map(|other| [id, *other as usize]).collect();
        let singly = World::from_state(&friends, state.clone()).unwrap().terms(id as u32);
        let through = through.terms(id as u32);
        let differ = |rule: &str| {
            let force = |terms: &[Term<D>]| terms.iter().find(|term| term.rule == rule).unwrap().force;
            let (a, b) = (force(&through), force(&singly));
            let size = b.iter().map(|x| x * x).sum::<f32>().sqrt();
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt() / size.max(1e-3)
        };
        assert!(differ("alignment") < 1e-4, "{D}D boid {id}: alignment differs by {}", differ("alignment"));
        assert!(differ("cohesion") < 1e-4, "{D}D boid {id}: cohesion differs by {}", differ("cohesion"));
        looked += 1;
        represented += usize::from(found[id].len() > 40);
        separations += usize::from(differ("separation") > 1e-3);
    }
    assert!(2 * represented > looked, "{represented} of {looked} have more than k neighbours");
    assert!(2 * separations > looked, "{separations} of {looked} separations differ");
}

#[test]
fn alignment_and_cohesion_through_representatives_are_exact_and_separation_is_not() {
    theorems::<2>();
    theorems::<3>();
}

#[test]
fn too_many_cells_are_refused() {
    let mut scenario = lee(3, 100, 7);
    scenario.general.search = Search::Representative;
    scenario.general.representative.cells = 4096;
    let error = scenario.validate().unwrap_err().to_string();
    assert!(error.contains("representative.cells") && error.contains("1 to 256 in 3D"), "{error}");
}
