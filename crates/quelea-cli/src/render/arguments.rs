//! What may stand after `quelea render`.

use crate::numbers;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use quelea_draw::{ColourBy, Form, Theme};
use std::path::PathBuf;
use std::str::FromStr;

/// A picture as it was ordered.
#[derive(Args)]
pub struct Order {
    /// A preset's name or the path of a scenario file in TOML
    #[arg(default_value = "p5")]
    pub scenario: String,
    /// The file to write: .png shows the last state, .gif and .mp4 the run (.mp4 needs ffmpeg)
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// The picture's size in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true, default_value = "1280x720")]
    pub size: Size,
    /// How many steps to do [default: the scenario's for .png, else 300]
    #[arg(long, value_name = "N", value_parser = numbers::steps)]
    pub steps: Option<u64>,
    /// How many of them to do before the first frame
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = numbers::steps)]
    pub skip: u64,
    /// Show every K-th step
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = numbers::stride)]
    pub every: u64,
    /// How many frames a second [default: 25 for .gif, 30 for .mp4]
    #[arg(long, value_name = "F", value_parser = numbers::number(1.0f64, 120.0))]
    pub fps: Option<f64>,
    /// Change a parameter, such as `--set separation.radius=30`; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = crate::arguments::change)]
    pub set: Vec<String>,
    /// The seed that all random numbers follow from [default: the scenario's]
    #[arg(long, value_name = "S", value_parser = numbers::seed)]
    pub seed: Option<u64>,
    /// Which engine steps the flock [default: the scenario's]
    #[arg(long, value_name = "ENGINE", value_parser = crate::arguments::engines())]
    pub engine: Option<String>,
    /// How many threads to use; the result is the same [default: one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Light or dark
    #[arg(long, default_value = "dark")]
    pub theme: Ground,
    /// What a boid's colour says [default: species where there are several, else heading]
    #[arg(long, value_name = "BY", value_parser = colours())]
    pub colour: Option<ColourBy>,
    /// The form of a boid
    #[arg(long, value_parser = forms())]
    pub form: Option<Form>,
    /// How large boids are drawn; 1 suits the world and their number
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = numbers::number(0.01f32, 100.0))]
    pub boid_size: f32,
    /// How many past steps the trails show
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = numbers::whole(0usize, 1000))]
    pub trails: usize,
    /// Leave out the edges of the world
    #[arg(long)]
    pub no_bounds: bool,
    /// Show what this boid perceives, and an arrow for each of its rules
    #[arg(long, value_name = "ID", value_parser = numbers::whole(0, numbers::BOIDS - 1))]
    pub inspect: Option<u32>,
    /// Keep this boid in the middle
    #[arg(long, value_name = "ID", value_parser = numbers::whole(0, numbers::BOIDS - 1))]
    pub follow: Option<u32>,
    /// Enlarge the middle so many times
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = numbers::number(0.01f32, 100.0))]
    pub zoom: f32,
    /// In 3D: the camera's direction round the vertical axis, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = numbers::number(-36000.0f32, 36000.0))]
    pub yaw: Option<f32>,
    /// In 3D: the camera's height above the horizon, in degrees
    #[arg(long, value_name = "DEGREES", value_parser = numbers::number(-36000.0f32, 36000.0))]
    pub pitch: Option<f32>,
    /// In 3D: how far the camera goes round during a moving picture, in degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, value_parser = numbers::number(-36000.0f32, 36000.0))]
    pub turn: f32,
    /// Replace a file that exists
    #[arg(long)]
    pub force: bool,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// A size in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

/// A picture's largest side. Larger ones do not fit into most GPUs.
const LARGEST: u32 = 8192;

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once(['x', 'X', '×']).and_then(|(width, height)| {
            let side = |text: &str| text.trim().parse::<u32>().ok().filter(|side| (16..=LARGEST).contains(side));
            Some(Size { width: side(width)?, height: side(height)? })
        });
        numbers.ok_or_else(|| format!("allowed: WIDTHxHEIGHT, such as 1280x720, each from 16 to {LARGEST}"))
    }
}

/// Light or dark, as a word.
#[derive(Clone, Copy, ValueEnum)]
pub enum Ground {
    /// Dark boids on a light ground
    Light,
    /// Light boids on a dark ground
    Dark,
}

impl From<Ground> for Theme {
    fn from(ground: Ground) -> Self {
        match ground {
            Ground::Light => Theme::Light,
            Ground::Dark => Theme::Dark,
        }
    }
}

fn chosen<T: Copy + Send + Sync + 'static>(
    choices: &'static [(T, &'static str, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|(_, word, meaning)| PossibleValue::new(*word).help(*meaning));
    PossibleValuesParser::new(words).try_map(|found| {
        let choice = choices.iter().find(|(_, word, _)| *word == found);
        choice.map(|(value, ..)| *value).ok_or("not a choice")
    })
}

fn colours() -> impl TypedValueParser<Value = ColourBy> {
    chosen(&ColourBy::CHOICES)
}

fn forms() -> impl TypedValueParser<Value = Form> {
    chosen(&Form::CHOICES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_within_reason() {
        assert_eq!("640x400".parse(), Ok(Size { width: 640, height: 400 }));
        for wrong in ["640", "640x", "x400", "0x400", "640x99999", "-1x5", "axb", ""] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
}
