use quelea::model::settings::Obstacle;
use quelea::{Scenario, Simulation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scenario = Scenario::builder()
        .set("name", "p5")
        .set("title", "Daniel Shiffman's p5.js flock: 300 boids that burst from the middle and find each other.")
        .set("source", "processing/p5.js-website:src/content/examples/en/13_Classes_And_Objects/03_Flocking/code.js@1458d707")
        .set("steps", 2000)
        .set("space.kind", "wrap")
        .set("space.size", [640, 400])
        .set("space.margin", 5)
        .set("reference.update", "one-by-one")
        .set("boids", 300)
        .set("body", 5)
        .set("start.position", "centre")
        .set("perception.coincident", "ignore")
        .set("separation.weight", 1.5)
        .set("separation.radius", 25)
        .set("separation.response", "seek")
        .set("separation.limit", 0.05)
        .set("alignment.response", "seek")
        .set("alignment.limit", 0.05)
        .set("cohesion.response", "seek")
        .set("cohesion.limit", 0.05)
        .set("flee.weight", 0.48)
        .set("flee.radius", 100)
        .set("flee.response", "unit")
        .set("avoid.strength", 53.99999999999999)
        .set("avoid.contact", 2.5)
        .set("avoid.contact_push", 2.4)
        .set("motion.order", ["avoid", "flee", "separation", "alignment", "cohesion"])
        .set("motion.max_speed", 3)
        .set("relations.predator", "flee")
        .obstacle(Obstacle::sphere([300.0, 200.0], 30.0))
        .species("predator", |species| {
            species
                .set("boids", 1)
                .set("body", 10)
                .set("flee.weight", 1)
                .set("flee.radius", 50)
                .set("flee.response", "raw")
                .set("hunt.weight", 0.144)
                .set("hunt.radius", 200)
                .set("hunt.response", "unit")
                .set("avoid.strength", 59.4)
                .set("avoid.contact_push", 2.64)
                .set("motion.order", ["avoid", "hunt"])
                .set("motion.max_speed", 3.3000000000000003)
                .set("relations.boid", "hunt")
                .set("relations.predator", "avoid")
        })
        .build()?;
    let mut flock = Simulation::new(&scenario)?;
    flock.run(1000);
    let measures = flock.measure();
    println!("polarisation {:.2}, clusters {}", measures.polarisation, measures.clusters);
    Ok(())
}
