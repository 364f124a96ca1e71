use quelea::model::settings::Obstacle;
use quelea::{Scenario, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenario = Scenario::builder()
        .set("name", "walled")
        .set("space.size", [300, 200])
        .set("boids", 40)
        .set("start.position", "ball")
        .set("start.at", [50, 100])
        .set("start.radius", 20)
        .set("avoid.method", "steer")
        .obstacle(Obstacle::default())
        .set("obstacle.0.shape", "polygon")
        .set("obstacle.0.points", vec![vec![90.0, 60.0], vec![200.0, 60.5], vec![200.0, 140.0]])
        .set("obstacle.0.closed", false)
        .set("obstacle.0.thickness", 4)
        .obstacle(Obstacle::cuboid([250.0, 40.0], [20.0, 30.0]))
        .set("obstacle.1.velocity", [0, 1])
        .obstacle(Obstacle::capsule([20.0, 20.0], [60.0, 30.0], 3.0))
        .build()?;
    let mut flock = Simulation::new(&scenario)?;
    flock.run(1000);
    let measures = flock.measure();
    println!("polarisation {:.2}, clusters {}", measures.polarisation, measures.clusters);
    Ok(())
}
