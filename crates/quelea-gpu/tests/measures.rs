//! What is measured on the GPU has the bits of what is measured of the state.

#[path = "../../quelea/tests/common/mod.rs"]
mod flocks;

use flocks::{SPREADS, Spread, fast_presets, perceiving, state, with_boids};
use quelea::measures::measure_only;
use quelea::model::settings::{PerceptionKind, SpaceKind};
use quelea::{Engine, Measures, Scenario, Simulation, State, World, initial_state};
use quelea_gpu::GpuWorld;

/// What a GPU can measure, one by one and together.
const GROUPS: [&[&str]; 6] = [
    &["polarisation"],
    &["mean_speed", "polarisation"],
    &["min_nearest_distance"],
    &["mean_neighbours"],
    &["milling"],
    &["mean_neighbours", "mean_nearest_distance", "min_nearest_distance", "polarisation", "mean_speed"],
];

fn values(measures: &Measures, names: &[&str]) -> Vec<f64> {
    let value = |name: &&str| measures.values().iter().find(|(own, _)| own == name).unwrap().1;
    names.iter().map(value).collect()
}

/// Compares all groups after some steps. Returns which were measured on the device.
fn compare_in<const D: usize>(scenario: &Scenario, start: State, steps: usize) -> Vec<bool> {
    let mut gpu = GpuWorld::<D>::from_state(scenario, start.clone()).unwrap();
    let mut cpu = World::<D>::from_state(scenario, start).unwrap();
    (0..steps).for_each(|_| gpu.step());
    (0..steps).for_each(|_| cpu.step());
    let state = cpu.state();
    let on_device = GROUPS.map(|names| {
        let found = Engine::measure(&mut gpu, names)?;
        let expected = values(&measure_only(scenario, &state, |name| names.contains(&name)), names);
        let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let name = &scenario.general.name;
        assert_eq!(bits(&found), bits(&expected), "{name} {D}D {names:?}: {found:?}, not {expected:?}");
        Some(())
    });
    // Measuring has changed nothing.
    gpu.step();
    cpu.step();
    assert_eq!(gpu.state().hash(), cpu.state().hash());
    on_device.iter().map(Option::is_some).collect()
}

fn compare(scenario: &Scenario, start: State, steps: usize) -> Vec<bool> {
    match scenario.general.dimension {
        2 => compare_in::<2>(scenario, start, steps),
        _ => compare_in::<3>(scenario, start, steps),
    }
}

/// Whether the numbers of perceived boids can be found there.
fn counts(scenario: &Scenario) -> bool {
    let listed = |kind| matches!(kind, PerceptionKind::Friends | PerceptionKind::Voronoi);
    scenario.species.iter().all(|species| !listed(species.settings.perception.kind))
}

#[test]
fn every_preset_is_measured_on_the_device() {
    for preset in fast_presets() {
        let preset = with_boids(&preset, 150);
        let on_device = compare(&preset, initial_state(&preset), 3);
        let is_torus = preset.general.space.kind == SpaceKind::Torus;
        assert_eq!(on_device[..3], [true; 3], "{}", preset.general.name);
        assert_eq!(on_device[4], !is_torus, "{}", preset.general.name);
        assert!(on_device[3] || !counts(&preset), "{}", preset.general.name);
    }
}

#[test]
fn random_flocks_are_measured_on_the_device() {
    let mut counted = 0;
    for dimension in [2, 3] {
        for pick in 0..14 {
            let scenario = perceiving(dimension, pick);
            let start = state(&scenario, SPREADS[pick as usize % SPREADS.len()], pick);
            let on_device = compare(&scenario, start, pick as usize % 3);
            assert_eq!(on_device[..3], [true; 3], "{dimension}D {pick}");
            counted += usize::from(on_device[3]);
        }
    }
    assert!(counted >= 10, "perceived boids were counted in {counted} of 28");
}

/// More than one block, and the last one not full.
#[test]
fn large_flocks_are_added_up_in_blocks() {
    for dimension in [2, 3] {
        let text = format!(
            "dimension = {dimension}\nboids = 70000\nspace = {{ kind = \"walls\", size = {:?} }}\n\
             start.position = \"uniform\"\nperception.radius = 1.5\nseparation.radius = 1",
            &[200, 200, 70][..dimension]
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        assert_eq!(compare(&scenario, initial_state(&scenario), 1), [true; 6]);
    }
}

#[test]
fn flocks_of_nobody_one_and_two() {
    for boids in [0, 1, 2] {
        let scenario = with_boids(&Scenario::preset("p5").unwrap(), boids);
        compare(&scenario, state(&scenario, Spread::Uniform, 3), 2);
    }
}

/// Half the space away is the same in both directions, and a size that is no number of single precision rounds.
#[test]
fn distances_across_a_seam() {
    for size in ["[10, 14]", "[0.1, 0.3]", "[1e5, 3e-3]"] {
        let text = format!(
            "boids = 60\nspace = {{ kind = \"torus\", size = {size}, origin = [0.7, -0.1] }}\n\
             start.position = \"uniform\"\nmotion.max_speed = 0.01\n\
             perception.radius = 1e-3\nseparation.radius = 1e-3\nalignment.radius = 1e-3\ncohesion.radius = 1e-3"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        compare(&scenario, initial_state(&scenario), 20);
    }
}

#[test]
fn what_the_device_cannot_measure_is_left_to_the_processor() {
    let scenario = Scenario::preset("p5").unwrap();
    let mut start = initial_state(&scenario);
    let mut flock = GpuWorld::<2>::from_state(&scenario, start.clone()).unwrap();
    assert_eq!(Engine::measure(&mut flock, &["polarisation", "clusters"]), None);
    // In single precision they are infinite.
    start.velocities[7].fill(1e300);
    let mut flock = GpuWorld::<2>::from_state(&scenario, start).unwrap();
    assert_eq!(Engine::measure(&mut flock, &["polarisation"]), None);
    assert!(Engine::measure(&mut flock, &["mean_neighbours"]).is_some());
}

#[test]
fn a_simulation_measures_where_the_flock_is() {
    quelea_gpu::register();
    let scenario = Scenario::preset("p5").unwrap().with("engine", "gpu").unwrap();
    let mut flock = Simulation::new(&scenario).unwrap();
    flock.run(20);
    let all = flock.measure();
    for (name, value) in all.values() {
        let found = flock.measure_only(|wanted| wanted == name);
        assert_eq!(values(&found, &[name]), [value], "{name}");
    }
}
