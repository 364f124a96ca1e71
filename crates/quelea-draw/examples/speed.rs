//! How long a frame takes: `cargo run --release -p quelea-draw --example speed -- [boids] [frames]`.

use quelea::Scenario;
use quelea::start::start;
use quelea_draw::{Camera, Look, Painter, Scene};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u32>());
    let boids = numbers.next().transpose()?.unwrap_or(50_000);
    let frames = numbers.next().transpose()?.unwrap_or(20);
    let (width, height) = (1280, 720);
    let mut painter = pollster::block_on(Painter::offscreen(width, height))?;
    println!("{boids} boids, {width} by {height} pixels, {} ({})", painter.backend(), painter.adapter());
    for (name, trails) in [("p5", 0), ("p5", 20), ("opensteer", 0)] {
        let scenario = Scenario::preset(name)?.with("boids", i64::from(boids))?.with("start.position", "uniform")?;
        let look = Look { trails, ..Look::for_scenario(&scenario) };
        let mut scene = Scene::empty(scenario.general.dimension, look.theme);
        let (mut making, mut drawing) = (0.0, 0.0);
        if scenario.general.dimension == 2 {
            let mut state = start::<2>(&scenario);
            for _ in 0..=frames {
                state.step += 1;
                let began = Instant::now();
                scene.update(&scenario, &state, &look);
                making += began.elapsed().as_secs_f64();
                drawing += draw(&mut painter, &scene)?;
            }
        } else {
            let mut state = start::<3>(&scenario);
            for _ in 0..=frames {
                state.step += 1;
                let began = Instant::now();
                scene.update(&scenario, &state, &look);
                making += began.elapsed().as_secs_f64();
                drawing += draw(&mut painter, &scene)?;
            }
        }
        let each = |seconds: f64| 1000.0 * seconds / f64::from(frames + 1);
        println!("{name}, trails {trails}: scene {:.2} ms, picture {:.2} ms a frame", each(making), each(drawing));
    }
    Ok(())
}

/// Draws, and waits until a pixel could be read: the time of a whole frame, reading it back included.
fn draw(painter: &mut Painter, scene: &Scene) -> Result<f64, quelea_draw::DrawError> {
    let camera = Camera::fit(scene, 1280, 720);
    let began = Instant::now();
    painter.draw(scene, &camera)?;
    painter.read_pixels()?;
    Ok(began.elapsed().as_secs_f64())
}
