//! The arguments of `quelea bench`.

use crate::arguments::{engine_names, path_and_value};
use crate::numbers;
use clap::Args;
use std::path::PathBuf;

/// A benchmark as it was typed. What is left out is measured for all its values.
#[derive(Args)]
pub struct BenchArgs {
    /// Measure a preset, or a scenario file, instead of the rules of p5; repeatable
    #[arg(long, value_name = "NAME", conflicts_with_all = ["dimension", "search", "nearest", "radius", "uniform"])]
    pub preset: Vec<String>,
    /// Set a parameter of the preset, such as `--set search=kd-tree`; repeatable. `quelea describe` lists all parameters
    #[arg(long, value_name = "PATH=VALUE", requires = "preset", value_parser = path_and_value)]
    pub set: Vec<String>,
    /// Number of boids, or a list such as `1000,10000` [default: 1000 to 10000000; with --preset, its own number]
    #[arg(long, value_name = "N", value_delimiter = ',', allow_hyphen_values = true, value_parser = numbers::integer(1, numbers::MAX_BOIDS_HERE))]
    pub boids: Vec<u32>,
    /// Mean number of neighbours within the radius; with --nearest, the k of the k nearest [default: 30; 7; with
    /// --preset, its own density]
    #[arg(long, value_name = "K", value_parser = numbers::integer(1, numbers::MAX_BOIDS_HERE))]
    pub neighbours: Option<u32>,
    /// Dimension, 2 or 3 [default: both]
    #[arg(long, value_name = "D", value_parser = numbers::integer(2u8, 3))]
    pub dimension: Option<u8>,
    /// Engine; on a GPU there is a roofline instead of the peak of one thread [default: fast; with --preset, its own]
    #[arg(long, value_name = "ENGINE", value_parser = engine_names(), conflicts_with = "scaling")]
    pub engine: Option<String>,
    /// Neighbour search
    #[arg(long, value_name = "SEARCH", default_value = "grid", value_parser = ["grid", "brute", "kd-tree"])]
    pub search: String,
    /// Only perception of the k nearest
    #[arg(long, conflicts_with = "radius")]
    pub nearest: bool,
    /// Only perception within a radius
    #[arg(long)]
    pub radius: bool,
    /// Only uniformly distributed flocks
    #[arg(long, conflicts_with = "clustered")]
    pub uniform: bool,
    /// Only clustered flocks; with --preset, after 2000 steps instead of at the start
    #[arg(long)]
    pub clustered: bool,
    /// Number of threads [default: one, and one per core]
    #[arg(long, value_name = "T", value_parser = numbers::threads)]
    pub threads: Option<u16>,
    /// Compare one flock on 1, 2, 4, … threads with as many processes
    #[arg(long, conflicts_with_all = ["preset", "plot"])]
    pub scaling: bool,
    /// Minimum time per row; a row takes at least three steps
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = numbers::number(0.0f64, 86400.0))]
    pub seconds: f64,
    /// Print a JSON list with one object per row
    #[arg(long)]
    pub json: bool,
    /// Plot the table: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Replace an existing picture
    #[arg(long)]
    pub force: bool,
}
