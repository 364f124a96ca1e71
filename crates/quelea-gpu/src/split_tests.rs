//! Flocks whose columns are in parts have the same bits.

#[path = "../../quelea/tests/common/mod.rs"]
mod flocks;

use crate::device::Gpu;
use crate::error::GpuError;
use crate::world::GpuWorld;
use flocks::{Spread, in_dimension, state, with_boids};
use quelea::{Engine, Scenario, State, World, initial_state, measure};
use std::sync::Arc;

/// Steps a flock on a device whose buffers are as small as this flock can have them, and compares it with the processor.
fn compare<const D: usize>(scenario: &Scenario, state: &State, steps: u64) {
    let refused = |problem: &str| problem.contains("the flock is too large for");
    for bits in 9.. {
        let mut gpu = pollster::block_on(Gpu::open()).unwrap();
        gpu.limits.max_storage_buffer_binding_size = 1 << bits;
        let mut flock = match GpuWorld::<D>::on(Arc::new(gpu), scenario, state.clone()) {
            Ok(flock) => flock,
            Err(problem) if refused(&problem.to_string()) => continue,
            Err(problem) => panic!("{problem}"),
        };
        (0..steps).for_each(|_| flock.step());
        let mut expected = World::<D>::from_state(scenario, state.clone()).unwrap();
        (0..steps).for_each(|_| expected.step());
        let expected = expected.state();
        // On its way, too.
        assert_eq!(flock.capture().state().hash(), expected.hash(), "{} in {D}D", scenario.general.name);
        assert_eq!(flock.state().hash(), expected.hash(), "{} in {D}D", scenario.general.name);
        let names = ["polarisation", "mean_nearest_distance"];
        let measures = measure(scenario, &expected);
        let numbers = [measures.polarisation, measures.mean_nearest_distance];
        assert!(flock.measure(&names).is_none_or(|found| found == numbers), "{} in {D}D", scenario.general.name);
        match flock.info().device.unwrap().failure {
            // Outside a torus the number of cells is known only when the flock steps.
            Some(failure) if refused(&failure) => continue,
            failure => assert_eq!(failure, None),
        }
        let parts = flock.buffers.unsorted.positions.parts().0.len();
        assert!(parts > 1, "{} in {D}D is not divided: buffers of {} bytes", scenario.general.name, 1 << bits);
        assert!(flock.buffers().is_none());
        return;
    }
}

/// The same scenario in both dimensions.
fn compare_both(scenario: &Scenario, spread: Spread, steps: u64) {
    let (flat, deep) = (in_dimension(scenario, 2), in_dimension(scenario, 3));
    compare::<2>(&flat, &state(&flat, spread, 7), steps);
    compare::<3>(&deep, &state(&deep, spread, 7), steps);
}

fn preset(name: &str, boids: usize) -> Scenario {
    with_boids(&Scenario::preset(name).unwrap(), boids)
}

#[test]
fn a_flock_on_a_torus() {
    let mut scenario = preset("p5", 3000).with("space.kind", "torus").unwrap();
    compare_both(&scenario, Spread::Uniform, 5);
    // So sparse that there are as many cells as boids.
    scenario.general.space.size = vec![2000.0; 2];
    compare_both(&scenario, Spread::Uniform, 5);
}

#[test]
fn a_flock_in_a_box_and_a_clustered_one() {
    compare_both(&preset("p5", 1500), Spread::Uniform, 5);
    compare_both(&preset("p5", 1000), Spread::Clustered, 3);
}

/// More boids in one cell than are sorted by counting.
#[test]
fn a_crowd() {
    compare_both(&preset("p5", 1700), Spread::Coincident, 2);
}

#[test]
fn boids_that_perceive_their_nearest() {
    compare_both(&preset("topological", 1500), Spread::Uniform, 5);
}

#[test]
fn several_species() {
    for name in ["veldic", "couzin2005"] {
        compare_both(&preset(name, 1200), Spread::Uniform, 5);
    }
}

#[test]
fn boids_that_remember() {
    let scenario = preset("p5", 1500).with("wander.weight", 0.7).unwrap().with("motion.smoothing", 0.3).unwrap();
    compare_both(&scenario, Spread::Uniform, 5);
    compare_both(&preset("dorsogna", 800), Spread::Uniform, 3);
}

#[test]
fn boids_that_average_headings() {
    compare_both(&preset("p5", 1500).with("alignment.of", "heading").unwrap(), Spread::Uniform, 5);
}

#[test]
fn boids_with_friends() {
    let friends = preset("p5", 600)
        .with("perception.kind", "friends")
        .and_then(|scenario| scenario.with("perception.nearest_at_start", 7))
        .unwrap();
    compare_both(&friends, Spread::Uniform, 5);
}

#[test]
fn boids_among_obstacles() {
    for name in ["scenes/moving", "scenes/u-trap"] {
        let scenario = Scenario::preset(name).unwrap();
        compare::<2>(&scenario, &initial_state(&scenario), 20);
    }
}

/// Nobody is left out when a look counts neighbours, or when a flock starts again.
#[test]
fn looks_and_restarts() {
    let scenario = preset("p5", 3000).with("space.kind", "torus").unwrap();
    let mut gpu = pollster::block_on(Gpu::open()).unwrap();
    gpu.limits.max_storage_buffer_binding_size = 1 << 13;
    let mut flock = GpuWorld::<2>::on(Arc::new(gpu), &scenario, initial_state(&scenario)).unwrap();
    let mut expected = World::<2>::new(&scenario).unwrap();
    assert_eq!(flock.stats(usize::MAX).neighbours, expected.stats(usize::MAX).neighbours);
    flock.step();
    flock.restart(&scenario, initial_state(&scenario)).unwrap();
    (0..3).for_each(|_| flock.step());
    (0..3).for_each(|_| expected.step());
    assert_eq!(flock.state().hash(), expected.state().hash());
    assert_eq!(flock.info().device.unwrap().failure, None);
}

#[test]
fn a_flock_in_more_parts_than_can_be_bound_is_refused_with_the_numbers() {
    let mut small = pollster::block_on(Gpu::open()).unwrap();
    small.limits.max_storage_buffer_binding_size = 16 * 100;
    small.limits.max_storage_buffers_per_shader_stage = 8;
    let scenario = Scenario::preset("p5").unwrap();
    let refused = GpuWorld::<2>::on(Arc::new(small), &scenario, initial_state(&scenario)).err().unwrap().to_string();
    // 300 boids in 5 parts of 64, before and after the step, and more.
    let expected = "buffers of at most 1600 bytes, and can have 8";
    assert!(refused.contains(expected) && refused.contains("engine = \"fast\""), "{refused}");
}

#[test]
fn more_boids_than_shaders_have_numbers_for_are_refused() {
    let gpu = pollster::block_on(Gpu::open()).unwrap();
    let fields = crate::fields::Fields::new(true, true, true, Vec::new());
    let needs = crate::buffers::Needs { velocities: false, headings: false, slot_of_id: false, counts_ahead: false };
    let refused = crate::buffers::Buffers::new(&gpu, 1_500_000_000, &fields, needs).err();
    // 2³² words, three for each.
    let Some(GpuError::TooLarge(refused)) = refused else { panic!("it is not refused") };
    assert!(refused.contains("numbers for 1431655765 of them"), "{refused}");
}
