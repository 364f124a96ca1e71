//! Measures the time of a frame: `cargo run --release -p quelea-draw --example speed -- [boids] [frames]`.

use quelea::{Scenario, initial_state};
use quelea_draw::{Camera, DrawError, Painter, Scene, Style};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u32>());
    let boids = numbers.next().transpose()?.unwrap_or(50_000);
    let frames = numbers.next().transpose()?.unwrap_or(20);
    let (width, height) = (1280, 720);
    let mut painter = pollster::block_on(Painter::offscreen(width, height))?;
    println!("{boids} boids, {width} by {height} pixels, {} ({})", painter.backend(), painter.adapter());
    for (name, trails) in [("p5", 0), ("p5", 20), ("opensteer", 0)] {
        let scenario = Scenario::preset(name)?.with("boids", boids)?.with("start.position", "uniform")?;
        let mut style = Style::for_scenario(&scenario);
        style.trails = trails;
        let mut scene = Scene::empty(scenario.general.dimension, style.theme);
        let mut state = initial_state(&scenario);
        let (mut updating, mut drawing) = (0.0, 0.0);
        for _ in 0..frames {
            state.step += 1;
            let began = Instant::now();
            scene.update(&scenario, &state, &style);
            updating += began.elapsed().as_secs_f64();
            drawing += draw(&mut painter, &scene)?;
        }
        let mean = |seconds: f64| 1000.0 * seconds / f64::from(frames.max(1));
        println!("{name}, trails {trails}: scene {:.2} ms, picture {:.2} ms per frame", mean(updating), mean(drawing));
    }
    Ok(())
}

/// Draws and reads the pixels back; returns the seconds both took. Without reading, the GPU would not be done.
fn draw(painter: &mut Painter, scene: &Scene) -> Result<f64, DrawError> {
    let (width, height) = painter.size();
    let camera = Camera::fit(scene, width, height);
    let began = Instant::now();
    painter.draw(scene, &camera)?;
    painter.read_pixels()?;
    Ok(began.elapsed().as_secs_f64())
}
