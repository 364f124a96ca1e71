//! The arguments of `quelea plot`.

use clap::Args;
use std::path::PathBuf;

/// A plot as it was typed.
#[derive(Args)]
pub struct PlotArgs {
    /// Measures of runs, or tables of sweeps, to draw in one picture: .csv or .parquet
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Picture to write: .svg or .png [default: name of the first file with .svg]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Measures to plot, such as `polarisation,clusters`; repeatable [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub measure: Vec<String>,
    /// Varied parameter on the horizontal axis [default: the first]
    #[arg(long, value_name = "PATH")]
    pub x: Option<String>,
    /// Varied parameter on the vertical axis of a heat map [default: the second]
    #[arg(long, value_name = "PATH")]
    pub y: Option<String>,
    /// Varied parameter with a line for each value, instead of a heat map
    #[arg(long, value_name = "PATH", conflicts_with = "y")]
    pub by: Option<String>,
    /// Names for the legend, one for each file; sweeps with the same name are drawn as one [default: file, scenario,
    /// seed]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub label: Vec<String>,
    /// Size of the picture in pixels [default: by the number of panels]
    #[arg(long, value_name = "WIDTHxHEIGHT", allow_hyphen_values = true)]
    pub size: Option<String>,
    /// Replace an existing picture
    #[arg(long)]
    pub force: bool,
}
