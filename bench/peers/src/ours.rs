//! Quelea: p5's rules on a torus.

use crate::{Step, NEIGHBOURS};
use quelea::model::settings::{SpaceKind, StartPosition};
use quelea::{Scenario, World};

/// A flock on so many threads; 0: one per core.
pub fn flock(boids: usize, threads: usize) -> Step {
    let mut scenario = Scenario::preset("p5").expect("it is there");
    let radius = scenario.species[0].settings.perception.radius;
    let side = (boids as f64 * std::f64::consts::PI * radius * radius / NEIGHBOURS).sqrt();
    scenario.general.space.kind = SpaceKind::Torus;
    scenario.general.space.size = vec![side; 2];
    scenario.species[0].settings.boids = boids;
    scenario.species[0].settings.start.position = StartPosition::Uniform;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    let mut world = World::<2>::new(&scenario).expect("the scenario is valid");
    Box::new(move || pool.install(|| world.step()))
}
