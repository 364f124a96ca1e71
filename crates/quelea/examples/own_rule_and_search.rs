//! A rule and a search of one's own, without touching the crate.
//!
//! The rule: boids are shy of crowds, and slow down where there are many. The search: a sorted list along
//! one axis, which is all a long corridor needs. The flock below uses both, and the search is checked
//! against the built-in ones.
//!
//! `cargo run --release --example own_rule_and_search`

use quelea::flock::Flock;
use quelea::rules::{Boid, Neighbour, Rule};
use quelea::search::Search;
use quelea::space::Space;
use quelea::{Scenario, World};

/// Brakes the more, the more others are near.
struct Shyness {
    per_neighbour: f32,
}

impl<const D: usize> Rule<D> for Shyness {
    fn force(&self, boid: &Boid<D>, neighbours: &[Neighbour<D>]) -> [f32; D] {
        let brake = (self.per_neighbour * neighbours.len() as f32).min(1.0);
        boid.velocity.map(|component| -brake * component)
    }
}

/// Everyone in the order of the x axis: whoever is near stands near in the list.
#[derive(Default)]
struct Sweep {
    by_x: Vec<(f32, u32)>,
}

impl<const D: usize> Search<D> for Sweep {
    fn index(&mut self, flock: &Flock<D>, _space: &Space<D>) {
        self.by_x = (0..flock.len()).map(|place| (flock.positions[0][place], place as u32)).collect();
        self.by_x.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    // Naming too many is allowed, naming too few is not: hence the little more than the radius.
    fn within(&self, flock: &Flock<D>, place: usize, radius: f32, found: &mut Vec<u32>) {
        let x = flock.positions[0][place];
        let reach = radius * 1.001 + 1e-3;
        let first = self.by_x.partition_point(|(other, _)| *other < x - reach);
        found.extend(self.by_x[first..].iter().take_while(|(other, _)| *other <= x + reach).map(|(_, place)| *place));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A corridor without seams: 2000 long, 40 wide.
    let corridor = Scenario::from_toml(
        r#"
        boids = 400
        space = { kind = "reflect", size = [2000, 40] }
        perception = { radius = 20 }
        separation = { radius = 8, limit = 0.1 }
        alignment = { weight = 0.1 }
        cohesion = { weight = 0.001 }
        "#,
    )?;

    let mut built_in = World::<2>::new(&corridor)?;
    let mut own = World::<2>::new(&corridor)?;
    own.set_search(Sweep::default());
    for _ in 0..100 {
        built_in.step();
        own.step();
    }
    assert_eq!(built_in.state().hash(), own.state().hash(), "an exact search cannot change a bit");
    println!("100 steps with the sweep and with the grid: the same state, {:016x}", own.state().hash());

    let speed = |world: &World<2>| {
        let state = world.state();
        state.velocities.iter().map(|v| v[0].hypot(v[1])).sum::<f64>() / state.len() as f64
    };
    let before = speed(&own);
    own.add_rule(Shyness { per_neighbour: 0.01 });
    (0..100).for_each(|_| own.step());
    assert!(speed(&own) < before);
    println!("100 more with shyness added: the mean speed fell from {before:.2} to {:.2}", speed(&own));
    Ok(())
}
