//! The arguments of `quelea measure`.

use crate::arguments::OutputArgs;
use crate::numbers;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// A measurement as it was typed.
#[derive(Args)]
pub struct MeasureArgs {
    /// Trajectory with the columns frame (or step, or time), id, x, y[, z][, vx, vy[, vz]]: .csv or .parquet
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Frames (or steps) per unit of time; needed if the table has neither velocities nor times [default: 1]
    #[arg(long, value_name = "R", value_parser = numbers::number(1e-12, 1e12))]
    pub frame_rate: Option<f64>,
    /// Space: distances across its edges on a torus
    #[arg(long, value_enum, default_value_t = SpaceKind::Open)]
    pub space: SpaceKind,
    /// Size of the torus: W,H or W,H,D
    #[arg(long, value_name = "W,H[,D]", value_delimiter = ',', value_parser = numbers::number(1e-9, 1e9))]
    pub size: Vec<f64>,
    /// Number of nearest neighbours whose overlap is followed
    #[arg(long, value_name = "K", default_value_t = 7, value_parser = numbers::integer(1u32, 1_000_000))]
    pub neighbours: u32,
    /// Distance within which boids are neighbours and linked to clusters [default: neither is measured]
    #[arg(long, value_name = "R", value_parser = numbers::number(1e-9, 1e9))]
    pub radius: Option<f64>,
    /// Largest distance of g(r) and C(r) [default: half the torus, or the size of the flock]
    #[arg(long, value_name = "R", value_parser = numbers::number(1e-9, 1e9))]
    pub distance: Option<f64>,
    /// Number of bins of g(r) and C(r)
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = numbers::integer(1u32, 100_000))]
    pub bins: u32,
    /// Longest directional delay, in frames [default: a tenth of all frames, at most 100, fewer if that takes long]
    #[arg(long, value_name = "N", value_parser = numbers::integer(0u32, 1_000_000))]
    pub max_delay: Option<u32>,
    /// Folder to write tables and plots to; it is created
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Format of the tables
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    pub format: Format,
    /// Format of the plots
    #[arg(long, value_enum, default_value_t = Plots::Png)]
    pub plots: Plots,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// What a space does at its edges, as far as distances are concerned.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum SpaceKind {
    /// No edges
    Open,
    /// Opposite edges are joined
    Torus,
}

/// The format of the tables.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Format {
    /// .csv
    Csv,
    /// .parquet
    Parquet,
}

/// The format of the plots.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Plots {
    /// .png
    Png,
    /// .svg
    Svg,
    /// No plots
    None,
}
