//! The arguments of `quelea paper`.

use crate::numbers;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The papers whose experiments can be reproduced.
#[derive(Subcommand)]
pub enum Paper {
    /// J. M. Lee, An Efficient Flocking Behaviors for Large Flocks by Using Representative Boid, 2008: its table
    /// and figure, the accuracy of its method, and a faster exact one
    Lee2008(Lee2008Args),
}

/// The experiments as they were typed.
#[derive(Args)]
pub struct Lee2008Args {
    /// Folder for the report, its figure and the raw data
    #[arg(long, value_name = "DIR", default_value = "lee2008")]
    pub out: PathBuf,
    /// Frames per run
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = numbers::integer(1u32, 1_000_000_000))]
    pub frames: u32,
    /// Seeds for the accuracy
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = numbers::integer(1u64, 10_000))]
    pub seeds: u64,
    /// Largest flock for the speed: 1024, 10000 or 100000 boids
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = numbers::integer(1024usize, 100_000))]
    pub largest: usize,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
}
