//! Tests of the reference engine as a whole, and helpers for the tests of its parts.

use super::*;
use crate::model::Value;
use crate::model::presets::PRESETS;

/// A flock from a few lines of TOML and the positions and velocities of its boids. Further species, if the TOML
/// has any, come last.
pub fn flock<const D: usize>(scenario: &str, boids: &[([f64; D], [f64; D])]) -> Reference<D> {
    let mut scenario = Scenario::from_toml(&format!("dimension = {D}\n{scenario}")).unwrap_or_else(|e| panic!("{e}"));
    let others: usize = scenario.species[1..].iter().map(|species| species.settings.boids).sum();
    scenario.species[0].settings.boids = boids.len() - others;
    let (positions, velocities) = boids.iter().copied().unzip();
    Reference::from_state(&scenario, State::from_arrays(positions, velocities)).unwrap()
}

/// The velocity of boid 0 after one step.
pub fn velocity_after_a_step<const D: usize>(scenario: &str, boids: &[([f64; D], [f64; D])]) -> [f64; D] {
    let mut flock = flock(scenario, boids);
    flock.step();
    flock.boids.velocities[0]
}

/// The force of one rule on boid 0.
pub fn force<const D: usize>(rule: &str, scenario: &str, boids: &[([f64; D], [f64; D])]) -> [f64; D] {
    let forces = flock(scenario, boids).forces(0);
    forces.into_iter().find(|(kind, _)| kind.word() == rule).unwrap().1
}

pub fn assert_near<const D: usize>(a: [f64; D], b: [f64; D]) {
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12), "{a:?} is not {b:?}");
}

const PULL: &str = "[space]\nkind = 'open'\n[cohesion]\nweight = 1\n[perception]\nkind = 'all'\n
    [motion]\norder = ['cohesion']\nmax_speed = 100\n";

const APART: [([f64; 2], [f64; 2]); 2] = [([0.0, 0.0], [0.0, 0.0]), ([10.0, 0.0], [0.0, 0.0])];

#[test]
fn boids_that_move_at_once_perceive_the_old_state() {
    let mut flock = flock(PULL, &APART);
    flock.step();
    assert_eq!(flock.boids.positions, [[10.0, 0.0], [0.0, 0.0]]);
}

#[test]
fn boids_that_move_one_by_one_perceive_who_has_moved() {
    let mut flock = flock(PULL, &APART);
    flock.set_update(Update::OneByOne);
    flock.step();
    assert_eq!(flock.boids.positions, [[10.0, 0.0], [10.0, 0.0]]);
}

#[test]
fn one_step_can_move_boids_in_a_given_order() {
    let mut flock = flock(PULL, &APART);
    flock.step_in_order(&[1, 0, 99]);
    assert_eq!(flock.boids.positions, [[0.0, 0.0], [0.0, 0.0]]);
    assert_eq!(flock.steps(), 1);
}

#[test]
fn species_that_move_one_after_the_other_perceive_the_new_positions_of_the_first() {
    let scenario = format!(
        "{PULL}[relations]\nhunter = 'ignore'\n[[species]]\nname = 'hunter'\nboids = 1\n
         [species.relations]\nboid = 'hunt'\n[species.motion]\norder = ['hunt']\n"
    );
    // The two boids swap positions at once. The hunter then goes for the nearer one.
    let boids = [APART[0], APART[1], ([-1.0, 0.0], [0.0, 0.0])];
    let mut flock = flock(&scenario, &boids);
    flock.set_update(Update::SpeciesBySpecies);
    flock.step();
    assert_eq!(flock.boids.positions, [[10.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
    assert_eq!(flock.state().species, [0, 0, 1]);
}

#[test]
fn a_run_resumed_from_its_state_continues_with_the_same_bits() {
    for name in ["opensteer", "buckland"] {
        let scenario = Scenario::preset(name).unwrap().with("boids", 20).unwrap();
        if scenario.general.dimension == 3 { resumes::<3>(&scenario) } else { resumes::<2>(&scenario) }
    }
}

fn resumes<const D: usize>(scenario: &Scenario) {
    let mut whole = Reference::<D>::new(scenario).unwrap();
    (0..10).for_each(|_| whole.step());
    let mut resumed = Reference::<D>::from_state(scenario, whole.state()).unwrap();
    for flock in [&mut whole, &mut resumed] {
        (0..10).for_each(|_| flock.step());
    }
    assert_eq!(whole.state().hash(), resumed.state().hash());
}

#[test]
fn a_running_flock_accepts_live_changes_and_refuses_others() {
    let order = "['separation', 'wander']".parse::<Value>().unwrap();
    let scenario = Scenario::preset("p5").unwrap().with("boids", 5).unwrap().with("motion.order", order).unwrap();
    let mut flock = Reference::<2>::new(&scenario).unwrap();
    flock.step();
    flock.change(scenario.clone().with("wander.weight", 1.0).unwrap()).unwrap();
    flock.step();
    assert_eq!(flock.state().wander.len(), 5);
    assert!(flock.change(scenario.with("boids", 6).unwrap()).is_err());
    assert_eq!(flock.steps(), 2);
}

#[test]
fn a_scenario_of_another_dimension_is_refused() {
    let error = Reference::<3>::new(&Scenario::preset("p5").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the scenario has dimension 2, not 3");
}

#[test]
fn a_state_that_does_not_fit_the_scenario_is_refused() {
    let scenario = Scenario::preset("p5").unwrap().with("boids", 1).unwrap();
    let state = |x: f64, velocities: usize| State::from_arrays(vec![[x, 0.0]], vec![[0.0, 0.0]; velocities]);
    assert!(Reference::<2>::from_state(&scenario, state(1.0, 1)).is_ok());
    assert!(Reference::<2>::from_state(&scenario, state(f64::NAN, 1)).is_err());
    assert!(Reference::<2>::from_state(&scenario, state(1.0, 2)).is_err());
    assert!(Reference::<2>::from_state(&scenario, State::new(2)).is_err());
}

#[test]
fn every_preset_runs_with_no_boid_one_boid_and_coincident_boids() {
    for (name, _) in PRESETS {
        let mut scenario = Scenario::preset(name).unwrap();
        for boids in [0, 1, 5] {
            scenario.species[0].settings.boids = boids;
            // The most that five boids allow. A single boid has no nearest neighbour.
            scenario.species.iter_mut().for_each(|species| species.settings.perception.neighbours = 4);
            if boids == 1 && scenario.validate().is_err() {
                continue;
            }
            if scenario.general.dimension == 3 { stays_finite::<3>(&scenario) } else { stays_finite::<2>(&scenario) }
        }
    }
}

fn stays_finite<const D: usize>(scenario: &Scenario) {
    let mut state = initial_state(scenario);
    state.positions.as_mut_slice().fill(1.0);
    let mut flock = Reference::<D>::from_state(scenario, state).unwrap();
    for _ in 0..20 {
        flock.step();
        let state = flock.state();
        let numbers = [&state.positions, &state.velocities, &state.smoothed, &state.wander];
        assert!(
            numbers.iter().flat_map(|group| group.as_slice()).all(|x| x.is_finite()),
            "{}: {state:?}",
            scenario.general.name
        );
    }
}
