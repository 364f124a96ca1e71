use quelea::{Scenario, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenario = Scenario::from_toml(
        r#"
name = "scheduled"
boids = 30
dimension = 2
seed = 1

[space]
size = [100, 100]

[separation]
weight = 2

[[schedule]]
path = "separation.weight"
from = 2
to = 0
every = 50
"#,
    )?;
    let mut flock = Simulation::new(&scenario)?;
    flock.run(1000);
    let measures = flock.measure();
    println!("polarisation {:.2}, clusters {}", measures.polarisation, measures.clusters);
    Ok(())
}
