//! A rule and a search of your own, without touching the crate.
//!
//! The rule: boids shy away from crowds and slow down where there are many. The search: a list sorted along one axis,
//! which suits a long corridor. The flock below uses both, and the search is checked against the built-in one.
//!
//! `cargo run --release -p quelea --example own_rule_and_search`

use quelea::fast::Space;
use quelea::fast::{Flock, Rule, RuleContext, Search};
use quelea::{Scenario, Simulation, World};

/// Brakes the more, the more neighbours there are.
struct Shyness {
    per_neighbour: f32,
}

impl<const D: usize> Rule<D> for Shyness {
    fn name(&self) -> &str {
        "shyness"
    }

    fn force(&self, context: &mut RuleContext<D>) -> [f32; D] {
        let brake = (self.per_neighbour * context.neighbours.len() as f32).min(1.0);
        context.boid.velocity.map(|x| -brake * x)
    }
}

/// All boids, sorted along x.
#[derive(Default)]
struct SortedByX {
    slots: Vec<(f32, u32)>,
}

impl<const D: usize> Search<D> for SortedByX {
    fn index(&mut self, flock: &Flock<D>, _space: &Space<D>) {
        self.slots = (0..flock.len()).map(|slot| (flock.positions[0][slot], slot as u32)).collect();
        self.slots.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    // A search may return too many boids but not too few: hence a little more than the radius.
    fn within(&self, flock: &Flock<D>, slot: usize, radius: f32, found: &mut Vec<u32>) {
        let (x, reach) = (flock.positions[0][slot], radius * 1.001 + 1e-3);
        let first = self.slots.partition_point(|(other, _)| *other < x - reach);
        found.extend(self.slots[first..].iter().take_while(|(other, _)| *other <= x + reach).map(|(_, slot)| *slot));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A corridor without a seam, 2000 long and 40 wide.
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
    own.set_search(SortedByX::default());
    for _ in 0..100 {
        built_in.step();
        own.step();
    }
    assert_eq!(built_in.state().hash(), own.state().hash(), "an exact search cannot change a bit");
    println!("100 steps with the sorted list and with the grid: the same state, {:016x}", own.state().hash());

    own.add_rule(Shyness { per_neighbour: 0.01 });
    let mut flock = Simulation::with_engine(own);
    let before = flock.measure().mean_speed;
    flock.run(100);
    let after = flock.measure().mean_speed;
    assert!(after < before);
    println!("100 more with shyness added: the mean speed fell from {before:.2} to {after:.2}");

    let boid = flock.inspect(7).expect("there are 400 boids");
    let acting = boid.forces.iter().filter(|force| force.force.iter().any(|x| *x != 0.0));
    let names: Vec<&str> = acting.map(|force| force.rule.as_str()).collect();
    println!("boid 7 is steered by {}", names.join(", "));
    Ok(())
}
