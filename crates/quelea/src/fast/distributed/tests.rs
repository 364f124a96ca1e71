//! A divided flock has the bits of a whole one, and its measures.

use super::*;
use crate::fast::World;
use crate::measures::encounters::Encounters;
use crate::measures::{Measures, has_ended, has_ended_divided, measure, measure_divided};
use crate::ranks::ThreadRanks;

/// What a run ends in: its hash, its measures, how many encounters there were, and whether its end is reached.
type Outcome = (u64, Measures, [u64; 2], bool);

/// Steps a flock on so many ranks, each with so many threads.
fn run_on<const D: usize>(scenario: &Scenario, ranks: usize, threads: usize, steps: u64) -> Outcome {
    let step_part = |ranks: ThreadRanks| {
        let mut flock = Distributed::<D>::new(scenario, Box::new(ranks)).unwrap();
        let mut encounters = Encounters::new(scenario);
        for _ in 0..steps {
            flock.step();
            encounters.watch_divided(flock.ranks(), &flock.part());
        }
        let (part, ranks, boids) = (flock.part(), flock.ranks(), flock.boids());
        let measures = measure_divided(scenario, ranks, boids, &part, |_| true);
        let has_ended = has_ended_divided(scenario, ranks, boids, &part);
        (flock.hash(), measures, [encounters.catches, encounters.near_misses], has_ended)
    };
    let results: Vec<Outcome> = std::thread::scope(|scope| {
        let threads: Vec<_> = ThreadRanks::new(ranks)
            .into_iter()
            .map(|ranks| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                scope.spawn(move || pool.install(|| step_part(ranks)))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(results.iter().all(|result| *result == results[0]), "{results:x?}");
    results[0]
}

fn check<const D: usize>(name: &str, scenario: &Scenario, steps: u64) {
    let mut world = World::<D>::new(scenario).unwrap();
    let mut encounters = Encounters::new(scenario);
    for _ in 0..steps {
        world.step();
        encounters.watch(&world.state());
    }
    let state = world.state();
    let counts = [encounters.catches, encounters.near_misses];
    let whole = (state.hash(), measure(scenario, &state), counts, has_ended(scenario, &state));
    for (ranks, threads) in [1, 2, 3, 7, 16].into_iter().flat_map(|ranks| [(ranks, 1), (ranks, 2)]) {
        let divided = run_on::<D>(scenario, ranks, threads, steps);
        assert_eq!(divided, whole, "{name} on {ranks} ranks with {threads} threads each");
    }
}

fn check_text(name: &str, text: &str, steps: u64) {
    let scenario = Scenario::from_toml(text).unwrap();
    crate::geometry::with_dimension!(scenario.general.dimension, D => check::<D>(name, &scenario, steps));
}

#[test]
fn any_number_of_ranks_gives_the_same_bits() {
    check_text("torus", "boids = 700\nspace.size = [100, 80]\nperception.radius = 9", 12);
    check_text("solid torus", "boids = 700\ndimension = 3\nspace.size = [30, 30, 40]\nperception.radius = 6", 8);
    check_text("walls", "boids = 500\nspace.kind = 'walls'\nspace.size = [100, 80]\nperception.radius = 9", 12);
    check_text(
        "open",
        "boids = 500\nspace.kind = 'open'\nstart.position = 'ball'\nstart.radius = 30\nperception.radius = 7",
        12,
    );
    check_text(
        "one point",
        "boids = 300\nspace.size = [100, 80]\nperception.radius = 9\nstart.position = 'centre'",
        12,
    );
    let outside = "start.position = 'gaussian'\nstart.radius = 130";
    check_text("outside", &format!("boids = 300\nspace.size = [100, 80]\nperception.radius = 9\n{outside}"), 12);
    check_text("fewer boids than ranks", "boids = 5\nspace.size = [100, 80]\nperception.radius = 30", 12);
    check_text("reach of half the torus", "boids = 200\nspace.size = [100, 80]\nperception.radius = 40", 6);
    check_text(
        "nearest",
        "boids = 600\nspace.size = [100, 80]\nperception.kind = 'nearest'\nperception.neighbours = 7",
        12,
    );
    check_text(
        "nearest in a cluster",
        "boids = 400\nspace.kind = 'open'\nperception.kind = 'nearest'\nperception.neighbours = 12\nstart.position = 'gaussian'\nstart.radius = 20",
        12,
    );
}

#[test]
fn encounters_and_ends_are_the_same_on_any_number_of_ranks() {
    let hawks = "boids = 200\nspace.size = [60, 60]\nperception.radius = 6\nrelations.hawk = 'flee'\nflee.radius = 9\nbody = 1\n[[species]]\nname = 'hawk'\nboids = 9\nrelations.boid = 'hunt'\nhunt.radius = 20\n";
    let scenario = Scenario::from_toml(hawks).unwrap();
    let (_, _, counts, _) = run_on::<2>(&scenario, 2, 1, 30);
    assert!(counts[0] > 3 && counts[1] > 3, "{counts:?}");
    check_text("hawks", hawks, 30);
    let goal = "boids = 90\nspace.kind = 'open'\nspace.size = [60, 60]\ngoal.position = [30, 30]\ngoal.weight = 1\n[end]\nwhen = 'at-goal'\nwithin = ";
    check_text("at the goal", &format!("{goal}9"), 10);
    check_text("not at the goal", &format!("{goal}1e-6"), 10);
    let dense = "boids = 90\nspace.size = [20, 20]\nperception.radius = 6\nend.when = 'one-cluster'\n";
    check_text("one cluster", dense, 4);
    check_text(
        "one cluster of hawks",
        &format!("{dense}end.species = 'hawk'\n[[species]]\nname = 'hawk'\nboids = 4"),
        4,
    );
    check_text("several clusters", &dense.replace("perception.radius = 6", "perception.radius = 1"), 4);
}

#[test]
fn presets_have_the_same_bits_on_any_number_of_ranks() {
    let mut divided = 0;
    for name in crate::model::presets::names() {
        let scenario = Scenario::preset(name).unwrap();
        let boids = scenario.species[0].settings.boids.min(150);
        // Quirks and some integrators need the reference.
        let fast = scenario.with("boids", boids as f64).and_then(|scenario| scenario.with("engine", "fast"));
        let Ok(scenario) = fast else { continue };
        if check_quirks(&scenario).is_ok() && check_divisible(&scenario).is_ok() {
            divided += 1;
            crate::geometry::with_dimension!(scenario.general.dimension, D => check::<D>(name, &scenario, 12));
        }
    }
    assert!(divided >= 10, "only {divided} presets can be divided");
}

#[test]
fn ids_may_need_more_than_32_bits() {
    let scenario = Scenario::from_toml(
        "boids = 200\nspace.size = [40, 40]\nperception.radius = 6\nwander.weight = 0.5\nnoise.kind = 'angular'\nnoise.strength = 0.2\nspread.max_speed = 0.3",
    );
    let scenario = scenario.unwrap();
    // Consecutive ids on both sides of 2³².
    let lowest = (1usize << 32) - 50;
    let run = |ranks: usize| -> Vec<(u64, Vec<f64>)> {
        let parts: Vec<Part> = std::thread::scope(|scope| {
            let threads: Vec<_> = ThreadRanks::new(ranks)
                .into_iter()
                .map(|rank| {
                    let scenario = &scenario;
                    scope.spawn(move || {
                        let ids = rank.rank() * 200 / ranks..(rank.rank() + 1) * 200 / ranks;
                        let part = initial_part(scenario, ids.clone());
                        let mut flock =
                            Distributed::<2>::from_part(scenario, part, lowest + ids.start, Box::new(rank)).unwrap();
                        (0..10).for_each(|_| flock.step());
                        flock.part()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let rows = parts.iter().flat_map(|part| part.ids.iter().zip(part.state.positions.iter()));
        let mut rows: Vec<(u64, Vec<f64>)> = rows.map(|(id, position)| (*id, position.to_vec())).collect();
        rows.sort_by_key(|row| row.0);
        rows
    };
    let one = run(1);
    assert_eq!((one.len(), one[0].0, one[199].0), (200, lowest as u64, lowest as u64 + 199));
    assert_eq!(run(3), one);
}
