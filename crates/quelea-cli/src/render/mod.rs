//! `quelea render`: from the order as it was typed to a picture file.

pub mod arguments;
mod film;
mod gif;
mod mp4;
mod quiet;
mod still;

use crate::failure::{stopped, wrong};
use crate::new_file::NewFile;
use crate::output::harmless;
use crate::source::{Source, shown};
use crate::{interrupt, memory};
use arguments::Order;
use film::{Film, Reel};
use quelea::{Scenario, Simulation};
use quelea_draw::{Camera, Lens, Look, Painter, Scene};
use std::io::Write;
use std::path::Path;

/// What kind of file is asked for, by its ending.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Png,
    Gif,
    Mp4,
}

impl Ending {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("png") => Ok(Ending::Png),
            Some("gif") => Ok(Ending::Gif),
            Some("mp4") => Ok(Ending::Mp4),
            _ => Err(wrong(format!(
                "--out {}: the ending says what is written; allowed: .png (the last state), .gif and .mp4 (the run)",
                shown(path)
            ))),
        }
    }
}

/// Draws a scenario and says what was written.
pub fn render(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    let ending = Ending::of(&order.out)?;
    let mut changes = order.set.clone();
    changes.extend(order.steps.map(|steps| format!("steps={steps}")));
    changes.extend(order.seed.map(|seed| format!("seed={seed}")));
    changes.extend(order.engine.as_ref().map(|engine| format!("engine={engine}")));
    let scenario = Source::open(&order.scenario)?.with(&changes)?;
    for boid in [order.inspect, order.follow].into_iter().flatten() {
        if boid as usize >= scenario.boids() {
            return Err(wrong(format!("there is no boid {boid}: the flock has {}, from 0 on", scenario.boids())));
        }
    }
    memory::check(scenario.boids(), scenario.general.dimension, false)?;
    // While there is one thread.
    quiet::drivers();
    // Before there is a file that a signal could leave behind.
    interrupt::watch()?;
    let place = NewFile::reserve(&order.out, order.force)?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(order.threads.map_or(0, usize::from)).build()?;
    let drawn = threads.install(|| draw(order, ending, &scenario));
    // Ctrl-C also ends ffmpeg, whose complaint is then nothing to show.
    let begun = |error| if interrupt::asked() { stopped(UNFINISHED) } else { error };
    let (contents, said) = drawn.map_err(begun)?;
    place.finish(&contents)?;
    if order.quiet { Ok(()) } else { Ok(writeln!(out, "{}: {said}", order.out.display())?) }
}

const UNFINISHED: &str = "stopped; nothing is written: the same command begins anew";

/// The bytes of the file, and a line about it.
fn draw(order: &Order, ending: Ending, scenario: &Scenario) -> anyhow::Result<(Vec<u8>, String)> {
    let size = order.size;
    let mut reel: Box<dyn Reel> = match ending {
        Ending::Png => Box::new(still::Png::new(size)),
        Ending::Gif => Box::new(gif::Gif::new(size, order.fps.unwrap_or(25.0))?),
        Ending::Mp4 => Box::new(mp4::Mp4::new(size, order.fps.unwrap_or(30.0), &order.out)?),
    };
    let mut painter = pollster::block_on(Painter::offscreen(size.width, size.height))?;
    // Lines are as wide in proportion as in a picture of 1280 by 720, unless they would vanish.
    painter.set_pixel_ratio((size.width.min(size.height) as f32 / 720.0).max(0.8));
    let look = look(order, scenario);
    let mut simulation = Simulation::new(scenario)?;
    let film = Film::planned(order, ending == Ending::Png, scenario);
    let frames = film.shoot(&mut simulation, &look, order, |scene, camera| {
        painter.draw(scene, camera)?;
        reel.add(painter.read_pixels()?)
    })?;
    let contents = reel.develop()?;
    let what = match ending {
        Ending::Png => format!("step {}", simulation.steps()),
        Ending::Gif | Ending::Mp4 => {
            let frames = if frames == 1 { "1 frame".to_owned() } else { format!("{frames} frames") };
            format!("{frames}, steps {} to {}", film.skip, simulation.steps())
        }
    };
    let (width, height) = painter.size();
    let (backend, adapter, kilobytes) = (painter.backend(), painter.adapter(), contents.len().div_ceil(1000));
    let name = harmless(&scenario.general.name);
    Ok((
        contents,
        format!("{name}, {what}; {width} by {height} pixels, {kilobytes} kB, drawn by {backend} ({adapter})"),
    ))
}

fn look(order: &Order, scenario: &Scenario) -> Look {
    let mut look = Look::for_scenario(scenario);
    look.theme = order.theme.into();
    look.colour_by = order.colour.unwrap_or(look.colour_by);
    look.form = order.form.unwrap_or_default();
    look.size = order.boid_size;
    look.trails = order.trails;
    look.bounds = !order.no_bounds;
    look
}

/// The camera of one frame; `share` of the film has been shown.
fn camera(order: &Order, scene: &Scene, share: f32) -> Camera {
    let mut camera = Camera::fit(scene, order.size.width, order.size.height);
    if let Lens::Orbit { yaw, pitch, .. } = &mut camera.lens {
        *yaw = order.yaw.map_or(*yaw, f32::to_radians) + (order.turn * share).to_radians();
        *pitch = order.pitch.map_or(*pitch, f32::to_radians).clamp(-1.53, 1.53);
    }
    camera.follow(order.follow.map(|boid| boid as usize));
    camera.track(scene);
    let (x, y) = (0.5 * order.size.width as f32, 0.5 * order.size.height as f32);
    camera.zoom(order.zoom, x, y);
    camera
}
