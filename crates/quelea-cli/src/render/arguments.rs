//! The arguments of `quelea render`.

use super::size::Size;
use crate::arguments::{ProgressArgs, engine_names, path_and_value};
use crate::numbers;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quelea::model::settings::Schedule;
use quelea_draw::{Backdrop, ColourBy, Form, Ride, Theme};
use std::path::PathBuf;

/// A picture or a video as it was typed.
#[derive(Args)]
pub struct RenderArgs {
    /// Preset name or path of a TOML scenario file
    #[arg(default_value = "p5")]
    pub scenario: String,
    /// File to write: .png shows the final state, .gif and .mp4 the run (.mp4 needs ffmpeg)
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Size in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true, default_value = "1280x720")]
    pub size: Size,
    /// Number of steps [default: from the scenario for .png, else 300]
    #[arg(long, value_name = "N", value_parser = numbers::steps)]
    pub steps: Option<u64>,
    /// Number of steps before the first frame
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = numbers::steps)]
    pub skip: u64,
    /// Show every K-th step
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = numbers::stride)]
    pub every: u64,
    /// Frames per second [default: 25 for .gif, 30 for .mp4]
    #[arg(long, value_name = "F", value_parser = numbers::number(1.0f64, 120.0))]
    pub fps: Option<f64>,
    /// Set a parameter, such as `--set separation.radius=30`; repeatable. `quelea describe` lists all parameters
    #[arg(long, value_name = "PATH=VALUE", value_parser = path_and_value)]
    pub set: Vec<String>,
    /// Change a parameter during the run, with a plateau every EVERY steps: `noise.strength=0:2:500`, or
    /// `noise.strength=0:2:500:back` for there and back again; repeatable
    #[arg(long, value_name = "PATH=FROM:TO:EVERY[:back]")]
    pub ramp: Vec<Schedule>,
    /// Seed of all random numbers [default: from the scenario]
    #[arg(long, value_name = "S", value_parser = numbers::seed)]
    pub seed: Option<u64>,
    /// Engine that steps the flock [default: from the scenario]
    #[arg(long, value_name = "ENGINE", value_parser = engine_names())]
    pub engine: Option<String>,
    /// Number of threads; does not change the result [default: one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Light or dark
    #[arg(long, default_value = "dark", value_parser = choice_parser(&Theme::CHOICES))]
    pub theme: Theme,
    /// What the colour of a boid shows [default: species if there are several, else heading]
    #[arg(long, value_name = "BY", value_parser = choice_parser(&ColourBy::CHOICES))]
    pub colour: Option<ColourBy>,
    /// Form of a boid
    #[arg(long, value_parser = choice_parser(&Form::CHOICES))]
    pub form: Option<Form>,
    /// What is behind the flock
    #[arg(long, default_value = "plain", value_parser = choice_parser(&Backdrop::CHOICES))]
    pub backdrop: Backdrop,
    /// Size of the boids; 1 suits the world and their number
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = numbers::number(0.01f32, 100.0))]
    pub boid_size: f32,
    /// Length of the trails in steps
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = numbers::integer(0usize, 1000))]
    pub trails: usize,
    /// Hide the edges of the world
    #[arg(long)]
    pub no_bounds: bool,
    /// Show what this boid perceives and the force of each rule
    #[arg(long, value_name = "ID", value_parser = numbers::integer(0, numbers::MAX_BOIDS_HERE - 1))]
    pub inspect: Option<u32>,
    /// Keep this boid in the centre
    #[arg(long, value_name = "ID", value_parser = numbers::integer(0, numbers::MAX_BOIDS_HERE - 1))]
    pub follow: Option<u32>,
    /// How the boid is followed
    #[arg(long, requires = "follow", default_value = "centre", value_parser = choice_parser(&Ride::CHOICES))]
    pub ride: Ride,
    /// Magnify the centre
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = numbers::number(0.01f32, 100.0))]
    pub zoom: f32,
    /// In 3D: direction of the camera around the vertical axis, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = numbers::number(-36000.0f32, 36000.0))]
    pub yaw: Option<f32>,
    /// In 3D: elevation of the camera above the horizon, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = numbers::number(-36000.0f32, 36000.0))]
    pub pitch: Option<f32>,
    /// In 3D: how far the camera orbits during a video, in degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, value_parser = numbers::number(-36000.0f32, 36000.0))]
    pub turn: f32,
    /// Replace an existing file
    #[arg(long)]
    pub force: bool,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Parses one of several words, each with its value and meaning.
fn choice_parser<T: Copy + Send + Sync + 'static>(
    choices: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|(_, word, meaning)| PossibleValue::new(*word).help(*meaning));
    PossibleValuesParser::new(words).try_map(|found| {
        let choice = choices.iter().find(|(_, word, _)| *word == found);
        choice.map(|(value, ..)| *value).ok_or("not a choice")
    })
}
