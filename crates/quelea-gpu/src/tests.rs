//! Devices that fail, or that need help to round as a processor does.

use crate::device::Gpu;
use crate::doubles::Doubles;
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

/// Mesa computes in double precision, too.
#[test]
fn the_adapter_of_the_tests_has_the_bits_of_the_processor_in_double_precision() {
    let gpu = gpu();
    assert!(gpu.has_doubles(), "{}", gpu.name());
    assert_eq!(gpu.doubles(), Some(Doubles::native()));
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
    assert!(matches!(flock.gpu().check(), Err(GpuError::Failed { .. })));
    assert_eq!(flock.inspect(3), expected.inspect(3));
}

/// Friends are those from the start, also where the processor looks into the flock or goes on with it.
#[test]
fn friends_are_not_made_anew_while_a_flock_runs() {
    let text = "boids = 60\nspace.size = [100, 100]\nperception = { radius = 9, nearest_at_start = 3 }\n\
                separation.radius = 5";
    let stranger = Scenario::from_toml(text).unwrap();
    let friend = stranger.clone().with("perception.kind", "friends").unwrap();
    for start in [&stranger, &friend] {
        let (mut flock, mut expected) = (on(gpu(), start), World::<2>::new(start).unwrap());
        (0..5).for_each(|_| flock.step());
        (0..5).for_each(|_| expected.step());
        let changed = flock.scenario().clone().with("perception.kind", "friends").unwrap();
        flock.change(changed.clone()).unwrap();
        expected.change(changed).unwrap();
        assert_eq!(flock.inspect(3), expected.inspect(3));
        flock.gpu().device.destroy();
        (0..5).for_each(|_| flock.step());
        (0..5).for_each(|_| expected.step());
        assert_eq!(flock.state().hash(), expected.state().hash());
        assert_eq!(flock.inspect(3), expected.inspect(3));
    }
}

#[test]
fn a_flock_may_remember_what_is_not_a_number() {
    let text =
        "boids = 300\nspace.size = [100, 100]\nperception.radius = 9\nseparation.radius = 5\nwander.weight = 0.5";
    let mut flock = on(gpu(), &Scenario::from_toml(text).unwrap());
    flock.step();
    flock.buffers.unsorted.memory.write(&flock.gpu, 0, &vec![[f32::NAN; 4]; flock.len()]);
    assert!(flock.state().wander[7][0].is_nan());
    assert!(flock.inspect(7).is_some());
    // Boids have to remember more.
    let changed = flock.scenario().clone().with("motion.smoothing", 0.3).unwrap();
    flock.change(changed).unwrap();
    flock.step();
    flock.gpu().device.destroy();
    flock.step();
    assert_eq!((flock.steps(), flock.state().len()), (3, 300));
}

/// A state on its way is that of its step, whatever happens to the flock and to the device meanwhile.
#[test]
fn a_state_arrives_while_the_flock_steps_on() {
    let text = "boids = 300\nspace.size = [100, 100]\nperception.radius = 9\nseparation.radius = 5\nwander.weight = 0.5\n\
                motion.smoothing = 0.5\n[[species]]\nname = \"other\"\nboids = 40";
    for text in [text.to_owned(), format!("dimension = 3\n{}", text.replace("100]", "100, 100]"))] {
        let scenario = Scenario::from_toml(&text).unwrap();
        let changed = scenario.clone().with("cohesion.weight", 2.5).unwrap();
        match scenario.general.dimension {
            2 => captured::<2>(&scenario, &changed),
            _ => captured::<3>(&scenario, &changed),
        }
    }
}

fn captured<const D: usize>(scenario: &Scenario, changed: &Scenario) {
    let mut flock = GpuWorld::<D>::on(Arc::new(gpu()), scenario, initial_state(scenario)).unwrap();
    let mut expected = World::<D>::new(scenario).unwrap();
    let (mut captures, mut hashes) = (Vec::new(), Vec::new());
    for step in 0..12 {
        captures.push(flock.capture());
        hashes.push(expected.state().hash());
        if step == 5 {
            flock.change(changed.clone()).unwrap();
            expected.change(changed.clone()).unwrap();
        }
        flock.step();
        expected.step();
    }
    let found: Vec<u64> = std::thread::spawn(move || {
        let mut found: Vec<u64> = captures.drain(..8).map(|capture| capture.state().hash()).collect();
        // Also if somebody else wants to know at the same time, or the device is lost.
        flock.gpu().device.destroy();
        found.extend(captures.into_iter().map(|capture| capture.state().hash()));
        flock.step();
        found.push(flock.state().hash());
        found
    })
    .join()
    .unwrap();
    expected.step();
    hashes.push(expected.state().hash());
    assert_eq!(found, hashes);
}

#[test]
fn what_is_refused_for_one_flock_leaves_the_device_to_others() {
    let gpu = Arc::new(gpu());
    // The device is asked for more than it has: what it says is the problem of this flock.
    let refused = pollster::block_on(gpu.attempt(async {
        gpu.buffer("far too large", 1 << 50);
        Ok(())
    }));
    assert!(
        matches!(&refused, Err(GpuError::Failed { problem, .. }) if problem.contains("far too large")),
        "{refused:?}"
    );
    assert_eq!(gpu.check(), Ok(()));
    let scenario = Scenario::preset("p5").unwrap();
    let mut flock = GpuWorld::<2>::on(gpu, &scenario, initial_state(&scenario)).unwrap();
    (0..3).for_each(|_| flock.step());
    let mut expected = World::<2>::new(&scenario).unwrap();
    (0..3).for_each(|_| expected.step());
    assert_eq!((flock.state().hash(), flock.info().device.unwrap().failure), (expected.state().hash(), None));
}

#[test]
fn more_numbers_than_a_kernel_can_have_are_refused_in_plain_words() {
    let mut small = gpu();
    small.limits.max_uniform_buffer_binding_size = 64;
    let scenario = Scenario::preset("p5").unwrap();
    let refused = GpuWorld::<2>::on(Arc::new(small), &scenario, initial_state(&scenario)).err().unwrap().to_string();
    assert!(refused.contains("numbers of this scenario") && refused.contains("have 64"), "{refused}");
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
