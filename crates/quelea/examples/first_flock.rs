//! A first flock, in a minute.
//!
//! `cargo run --release -p quelea --example first_flock`

use quelea::{Scenario, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A scenario is data. This preset has 300 boids that burst from the centre of a canvas.
    let scenario = Scenario::preset("p5")?;

    // Any parameter can be changed; an unknown name or an invalid value is refused with a reason.
    let scenario = scenario.with("boids", 500)?.with("perception.radius", 40)?;

    // A simulation runs any scenario. The same scenario and seed give the same bits on any machine.
    let mut flock = Simulation::new(&scenario)?;

    println!(" step  polarisation  clusters  nearest neighbour");
    for _ in 0..=10 {
        // How well the boids align (0 to 1), how many groups they form, how close they fly.
        let measures = flock.measure();
        println!(
            "{:5}  {:12.3}  {:8}  {:17.2}",
            flock.steps(),
            measures.polarisation,
            measures.clusters,
            measures.mean_nearest_distance
        );
        // In each step every boid perceives its neighbours, steers and moves, all at once.
        flock.run(100);
    }

    // An inspection shows what a boid perceives and what each rule makes it do.
    let boid = flock.inspect(7).expect("there are 500 boids");
    println!("\nBoid 7 perceives {} others. The forces on it:", boid.neighbours.len());
    for force in &boid.forces {
        println!("  {:10} ({:+.4}, {:+.4})", force.rule, force.force[0], force.force[1]);
    }
    println!("\nState hash {:016x}: run it again, or on another machine, and compare.", flock.hash());
    Ok(())
}
