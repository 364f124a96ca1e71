//! When a run ends early, and that it ends at the same step however it is run.

use quelea::measures::has_ended;
use quelea::{Scenario, Simulation, State};

fn read(text: &str) -> Scenario {
    Scenario::from_toml(text).unwrap_or_else(|error| panic!("{error}"))
}

fn at(scenario: &Scenario, positions: &[[f64; 2]]) -> bool {
    let mut state = State::from_arrays(positions.to_vec(), vec![[0.0; 2]; positions.len()]);
    state.validate_against(scenario).unwrap();
    has_ended(scenario, &state)
}

#[test]
fn at_goal_compares_the_centre_of_the_species_with_the_point() {
    let scenario = read(
        "boids = 2\nspace.kind = 'open'\n[end]\nwhen = 'at-goal'\nat = [10, 0]\nwithin = 5\n\
         [[species]]\nname = 'dog'\nboids = 1\ngoal.position = [0, 50]",
    );
    // The dog does not count.
    assert!(at(&scenario, &[[0.0, 0.0], [12.0, 0.0], [900.0, 0.0]]));
    // Nearer, not as near.
    assert!(!at(&scenario, &[[5.0, 0.0], [5.0, 0.0], [10.0, 0.0]]));
    let dog = scenario.clone().with("end.species", "dog").unwrap();
    assert!(at(&dog, &[[0.0, 0.0], [0.0, 0.0], [10.0, 4.0]]));
    // Without a point of its own, the goal of the species.
    let mut goal = dog.clone();
    goal.general.end.at = None;
    goal.validate().unwrap();
    assert!(at(&goal, &[[0.0, 0.0], [0.0, 0.0], [0.0, 46.0]]));
    assert!(!at(&goal, &[[0.0, 0.0], [0.0, 0.0], [10.0, 4.0]]));
}

#[test]
fn a_moving_goal_is_where_the_step_puts_it() {
    let scenario = read(
        "boids = 1\nspace.kind = 'open'\ngoal.path = [[0, 0], [100, 0]]\ngoal.speed = 2\n\
         end = { when = 'at-goal', within = 1 }",
    );
    let mut state = State::from_arrays(vec![[20.0, 0.0]], vec![[0.0; 2]]);
    assert!(!has_ended(&scenario, &state));
    state.step = 10;
    assert!(has_ended(&scenario, &state));
}

#[test]
fn one_cluster_counts_as_the_measure_does_for_all_or_for_one_species() {
    let scenario = read(
        "boids = 3\nspace.size = [100, 100]\nperception.radius = 10\nend.when = 'one-cluster'\n\
         [[species]]\nname = 'hawk'\nboids = 1",
    );
    // Across the seam of the torus.
    assert!(at(&scenario, &[[1.0, 1.0], [95.0, 1.0], [90.0, 1.0], [10.0, 1.0]]));
    assert!(!at(&scenario, &[[1.0, 1.0], [95.0, 1.0], [90.0, 1.0], [50.0, 1.0]]));
    let boids = scenario.with("end.species", "boid").unwrap();
    assert!(at(&boids, &[[1.0, 1.0], [95.0, 1.0], [90.0, 1.0], [50.0, 1.0]]));
    // A hawk between two boids does not join them.
    assert!(!at(&boids, &[[1.0, 1.0], [1.0, 1.0], [17.0, 1.0], [9.0, 1.0]]));
}

#[test]
fn nothing_ends_without_a_condition_or_without_boids() {
    let plain = read("boids = 1\nspace.size = [100, 100]");
    assert!(!at(&plain, &[[0.0, 0.0]]));
    for end in ["when = 'one-cluster'", "when = 'at-goal'\nat = [0, 0]\nwithin = 1000"] {
        let empty = read(&format!("boids = 0\nspace.kind = 'open'\n[end]\n{end}"));
        assert!(!at(&empty, &[]), "{end}");
    }
}

/// A flock that flies to its goal and reaches it before the limit.
const FLIGHT: &str = "boids = 20\nsteps = 300\nspace.kind = 'open'\nstart.position = 'ball'\n\
    goal.position = [60, 0]\ngoal.weight = 0.1\n[end]\nwhen = 'at-goal'\nwithin = 20\n";

#[test]
fn a_run_ends_at_the_same_step_after_every_snapshot_and_with_every_exact_search() {
    let scenario = read(FLIGHT);
    let mut flock = Simulation::new(&scenario).unwrap();
    let outcome = flock.run_to_end();
    assert!(outcome.reached && outcome.step > 5 && outcome.step < 300, "{outcome:?}");
    assert_eq!(flock.steps(), outcome.step);
    assert_eq!(flock.run_to_end(), outcome, "it has ended");

    for search in ["brute", "kd-tree"] {
        let mut other = Simulation::new(&scenario.clone().with("search", search).unwrap()).unwrap();
        assert_eq!((other.run_to_end(), other.hash()), (outcome, flock.hash()), "{search}");
    }
    let mut begun = Simulation::new(&scenario).unwrap();
    for _ in 0..outcome.step {
        let mut rest = Simulation::from_snapshot(&begun.snapshot("")).unwrap();
        assert_eq!((rest.run_to_end(), rest.hash()), (outcome, flock.hash()));
        begun.step();
    }
}

#[test]
fn the_condition_is_looked_at_as_often_as_asked() {
    let first = Simulation::new(&read(FLIGHT)).unwrap().run_to_end().step;
    let mut seldom = Simulation::new(&read(FLIGHT).with("end.every", 25).unwrap()).unwrap();
    let outcome = seldom.run_to_end();
    assert_eq!((outcome.reached, outcome.step), (true, first.next_multiple_of(25)));
    let mut short = Simulation::new(&read(FLIGHT).with("steps", first - 1).unwrap()).unwrap();
    let outcome = short.run_to_end();
    assert_eq!((outcome.reached, outcome.step), (false, first - 1));
}

#[test]
fn an_end_that_cannot_come_is_refused() {
    let refused = |text: &str| Scenario::from_toml(text).unwrap_err().to_string();
    for when in ["at-goal", "one-cluster"] {
        let end = format!("space.kind = 'open'\n[end]\nwhen = '{when}'\nat = [0, 0]\nspecies = 'boit'");
        let error = refused(&end);
        assert!(error.contains("line 5: `end.species` names a species that does not exist"), "{error}");
        assert!(error.contains("did you mean `boid`?\n  allowed: boid"), "{error}");
    }
    let error = refused("space.kind = 'open'\nend.when = 'at-goal'");
    assert!(error.contains("`end.at` is missing, and the species has no goal"), "{error}");
    let error = refused("space.size = [9, 9]\nperception.radius = 1\nend.when = 'at-goal'\nend.at = [0, 0]");
    assert!(error.contains("`end.when` is \"at-goal\" on a torus"), "{error}");
    let error = refused("space.size = [9, 9]\nperception.radius = 1\nend.every = 0");
    assert!(error.contains("`end.every` 0 is out of range"), "{error}");
}
