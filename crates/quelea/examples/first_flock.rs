//! A first flock, in a minute.
//!
//! `cargo run --release --example first_flock`

use quelea::measures::measure;
use quelea::{Scenario, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A scenario is data. This one is a preset: 300 boids that burst from the middle of a canvas.
    let scenario = Scenario::preset("p5")?;

    // Anything about it can be changed, and a wrong name or value is refused with a reason.
    let scenario = scenario.with("boids", 500)?.with("perception.radius", 40)?;

    // The world holds the flock. Same scenario, same seed, same bits, on any machine.
    let mut world = World::<2>::new(&scenario)?;

    println!(" step  polarisation  clusters  nearest neighbour");
    for _ in 0..=10 {
        // How much they fly one way (0 to 1), into how many groups they fall, how close they fly.
        let state = world.state();
        let measures = measure(&scenario, &state);
        println!(
            "{:5}  {:12.3}  {:8}  {:17.2}",
            state.step, measures.polarisation, measures.clusters, measures.mean_nearest_distance
        );
        // Each step, every boid looks round, steers and moves, all at once.
        (0..100).for_each(|_| world.step());
    }

    // A boid can be asked what it sees and what each rule makes it do.
    let neighbours = world.neighbours(7);
    println!("\nBoid 7 perceives {} others. Its rules say:", neighbours.len());
    for term in world.terms(7) {
        println!("  {:10} ({:+.4}, {:+.4})", term.rule, term.force[0], term.force[1]);
    }
    println!("\nState hash {:016x}: run it again, or on another machine, and compare.", world.state().hash());
    Ok(())
}
