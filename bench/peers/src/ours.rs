//! Quelea: the rules of p5 on a torus.

use crate::{Step, NEIGHBOURS};
use quelea::model::settings::{SpaceKind, StartPosition};
use quelea::{Scenario, World};

/// A flock on a number of threads; 0 for one per core.
pub fn flock(boids: usize, threads: usize) -> Step {
    let mut scenario = Scenario::preset("p5").expect("p5 is a preset");
    let settings = &mut scenario.species[0].settings;
    let radius = settings.perception.radius;
    let side = (boids as f64 * std::f64::consts::PI * radius * radius / NEIGHBOURS).sqrt();
    settings.boids = boids;
    settings.start.position = StartPosition::Uniform;
    scenario.general.space.kind = SpaceKind::Torus;
    scenario.general.space.size = vec![side; 2];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    let mut world = World::<2>::new(&scenario).expect("the scenario is valid");
    Box::new(move || pool.install(|| world.step()))
}
