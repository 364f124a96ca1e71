use quelea::{Scenario, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenario = Scenario::preset("p5")?
        .with("space.kind", "torus")?
        .with("space.size", [300.0, 200.5])?
        .with("boids", 120)?
        .with("separation.weight", 2.25)?;
    let mut flock = Simulation::new(&scenario)?;
    flock.run(1000);
    let measures = flock.measure();
    println!("polarisation {:.2}, clusters {}", measures.polarisation, measures.clusters);
    Ok(())
}
