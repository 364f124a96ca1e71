//! Devices that fail, or that need help to round as a processor does.

use crate::device::Gpu;
use crate::error::GpuError;
use crate::world::GpuWorld;
use quelea::{Engine, Scenario, World, initial_state};
use std::sync::Arc;

/// A device that no other test uses.
fn gpu() -> Gpu {
    pollster::block_on(Gpu::open()).unwrap()
}

fn on(gpu: Gpu, scenario: &Scenario) -> GpuWorld<2> {
    GpuWorld::on(Arc::new(gpu), scenario, initial_state(scenario)).unwrap()
}

#[test]
fn the_adapter_of_the_tests_has_the_bits_of_the_processor() {
    let gpu = gpu();
    assert!(gpu.is_exact(), "{}: {}", gpu.name(), gpu.promise());
}

#[test]
fn products_that_are_hidden_from_the_compiler_have_the_same_bits() {
    let scenario = Scenario::preset("vicsek").unwrap();
    let mut guarded = gpu();
    guarded.arithmetic.guards_products = true;
    let (mut flock, mut expected) = (on(guarded, &scenario), World::<2>::new(&scenario).unwrap());
    (0..10).for_each(|_| flock.step());
    (0..10).for_each(|_| expected.step());
    assert_eq!(flock.state().hash(), expected.state().hash());
    assert_eq!(flock.info().device.unwrap().failure, None);
}

/// What was changed since the last look at the flock is not lost either.
#[test]
fn a_flock_on_a_lost_device_goes_on_on_the_processor() {
    let scenario = Scenario::preset("p5").unwrap();
    let changed = scenario.clone().with("cohesion.weight", 2.5).unwrap();
    let (mut flock, mut expected) = (on(gpu(), &scenario), World::<2>::new(&scenario).unwrap());
    (0..5).for_each(|_| flock.step());
    assert_eq!(flock.view().len(), 300);
    (0..5).for_each(|_| flock.step());
    flock.change(changed.clone()).unwrap();
    (0..5).for_each(|_| flock.step());
    flock.gpu().device.destroy();
    (0..5).for_each(|_| flock.step());

    (0..10).for_each(|_| expected.step());
    expected.change(changed).unwrap();
    (0..10).for_each(|_| expected.step());
    assert_eq!((flock.steps(), flock.state().hash()), (20, expected.state().hash()));
    // Later changes build on earlier ones.
    for (parameter, value) in [("separation.weight", 3.0), ("alignment.weight", 0.25)] {
        let changed = flock.scenario().clone().with(parameter, value).unwrap();
        flock.change(changed.clone()).unwrap();
        expected.change(changed).unwrap();
    }
    assert_eq!(flock.scenario(), expected.scenario());
    (0..3).for_each(|_| flock.step());
    (0..3).for_each(|_| expected.step());
    assert_eq!(flock.state().hash(), expected.state().hash());
    let failure = flock.info().device.unwrap().failure.unwrap();
    assert!(failure.contains("went on on the processor"), "{failure}");
    assert!(matches!(flock.finish(), Err(GpuError::Failed { .. })));
    assert_eq!(flock.inspect(3), expected.inspect(3));
}

#[test]
fn what_is_not_computed_here_is_refused_by_its_key() {
    crate::register();
    let scenario = Scenario::preset("lee2008").unwrap().with("engine", "gpu").unwrap();
    let approximate = scenario.clone().with("search", "representative").unwrap();
    let problem = quelea::Simulation::new(&approximate).err().unwrap().to_string();
    assert!(problem.contains("`search`") && problem.contains("GPU"), "{problem}");
    let mut flock = quelea::Simulation::new(&scenario).unwrap();
    let before = flock.state();
    let problem = flock.set("search", "representative").unwrap_err().to_string();
    assert!(problem.contains("`search`") && problem.contains("GPU"), "{problem}");
    assert_eq!(flock.state(), before);
}
