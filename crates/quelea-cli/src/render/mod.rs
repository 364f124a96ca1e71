//! `quelea render`: a picture or a video of a flock.

pub mod arguments;
mod camera;
mod encoder;
mod frames;
mod gif;
mod mp4;
mod on_device;
mod png;
mod size;

use crate::atomic_file::AtomicFile;
use crate::error::{interrupted, user_error};
use crate::output::escape_name;
use crate::source::{Source, overrides};
use crate::{interrupt, memory};
use arguments::RenderArgs;
use encoder::Format;
use frames::Frames;
use quelea::{Scenario, Simulation};
use quelea_draw::Style;
use std::io::Write;

/// Renders a scenario and prints what was written.
pub fn render(arguments: &RenderArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let format = Format::from_path(&arguments.out)?;
    let RenderArgs { set, steps, seed, engine, .. } = arguments;
    let overrides = overrides(set, *steps, *seed, engine.as_deref());
    let scenario = Source::open(&arguments.scenario)?.with_overrides(&overrides, &arguments.ramp)?;
    for boid in [arguments.inspect, arguments.follow].into_iter().flatten() {
        if boid as usize >= scenario.boids() {
            let count = scenario.boids();
            return Err(user_error(format!("there is no boid {boid}: the flock has {count}, counted from 0")));
        }
    }
    memory::check(scenario.boids(), scenario.general.dimension, false)?;
    // Before a temporary file exists that a signal could leave behind.
    interrupt::install_handler()?;
    let file = AtomicFile::reserve(&arguments.out, arguments.force)?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.map_or(0, usize::from)).build()?;
    let rendered = threads.install(|| render_file(arguments, format, &scenario));
    // Ctrl-C also ends ffmpeg, whose error message is then irrelevant.
    let (contents, description) =
        rendered.map_err(|error| if interrupt::requested() { interrupted(STOPPED) } else { error })?;
    file.commit(&contents)?;
    if !arguments.quiet {
        writeln!(out, "{}: {description}", escape_name(&arguments.out.to_string_lossy()))?;
    }
    Ok(())
}

const STOPPED: &str = "stopped; nothing is written: the same command starts again";

/// The contents of the file, and a description of it.
fn render_file(arguments: &RenderArgs, format: Format, scenario: &Scenario) -> anyhow::Result<(Vec<u8>, String)> {
    let size = arguments.size;
    let mut encoder = format.encoder(arguments)?;
    let mut simulation = Simulation::new(scenario)?;
    let mut painter = on_device::painter(&simulation, size.width, size.height)?;
    // Line widths are those of 1280 by 720 pixels, scaled, but never too thin to see.
    painter.set_pixel_ratio((size.width.min(size.height) as f32 / 720.0).max(0.8));
    let frames = Frames::new(arguments, format == Format::Png, scenario);
    let count =
        frames.render(&mut simulation, &style(arguments, scenario), arguments, |simulation, scene, camera| {
            match on_device::flock(simulation).filter(|_| scene.crowd.is_some()) {
                Some(flock) => painter.draw_crowd(scene, camera, &flock)?,
                None => painter.draw(scene, camera)?,
            }
            encoder.add_frame(painter.read_pixels()?)
        })?;
    let contents = encoder.finish()?;
    let shown = match format {
        Format::Png => format!("step {}", simulation.steps()),
        Format::Gif | Format::Mp4 => {
            let count = if count == 1 { "1 frame".to_owned() } else { format!("{count} frames") };
            format!("{count}, steps {} to {}", frames.first, simulation.steps())
        }
    };
    let (width, height) = painter.size();
    let (backend, adapter, kilobytes) = (painter.backend(), painter.adapter(), contents.len().div_ceil(1000));
    let name = escape_name(&scenario.general.name);
    Ok((
        contents,
        format!("{name}, {shown}; {width} by {height} pixels, {kilobytes} kB, drawn by {backend} ({adapter})"),
    ))
}

fn style(arguments: &RenderArgs, scenario: &Scenario) -> Style {
    let mut style = Style::for_scenario(scenario);
    style.theme = arguments.theme;
    style.colour_by = arguments.colour.unwrap_or(style.colour_by);
    style.form = arguments.form.unwrap_or_default();
    style.backdrop = arguments.backdrop;
    style.size = arguments.boid_size;
    style.trails = arguments.trails;
    style.bounds = !arguments.no_bounds;
    style
}
