//! The arguments of `quelea paper`.

use super::lee2008::SIZES;
use crate::numbers;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The papers whose experiments can be reproduced.
#[derive(Subcommand)]
pub enum Paper {
    /// J. M. Lee, An Efficient Flocking Behaviors for Large Flocks by Using Representative Boid, 2008: its table
    /// and figure, the accuracy of its method, and a faster exact one
    Lee2008(Lee2008Args),
    /// T. Vicsek et al., Novel Type of Phase Transition in a System of Self-Driven Particles, 1995: order against
    /// noise and against density
    Vicsek1995(ExperimentArgs),
    /// H. Chaté et al., Collective Motion of Self-Propelled Particles Interacting without Cohesion, 2008: the jump,
    /// hysteresis, bands and giant number fluctuations
    Chate2008(ExperimentArgs),
    /// I. D. Couzin et al., Collective Memory and Spatial Sorting in Animal Groups, 2002: swarm, torus and parallel
    /// groups, and their hysteresis
    Couzin2002(ExperimentArgs),
    /// I. D. Couzin et al., Effective Leadership and Decision-Making in Animal Groups on the Move, 2005: how few
    /// informed individuals lead
    Couzin2005(ExperimentArgs),
    /// M. R. D'Orsogna et al., Self-Propelled Particles with Soft-Core Interactions, 2006: rings, mills and collapse
    Dorsogna2006(ExperimentArgs),
    /// F. Ginelli and H. Chaté, Relevance of Metric-Free Interactions in Flocking Phenomena, 2010: neighbours by number
    /// or by Voronoi cells
    Ginelli2010(ExperimentArgs),
    /// R. Olfati-Saber, Flocking for Multi-Agent Dynamic Systems, 2006: lattices, and a virtual leader
    #[command(name = "olfati-saber2006")]
    OlfatiSaber2006(ExperimentArgs),
    /// D. Strömbom et al., Solving the Shepherding Problem, 2014: success against the number of neighbours
    Strombom2014(ExperimentArgs),
    /// F. Cucker and S. Smale, Emergent Behavior in Flocks, 2007: closed forms for two boids, and exponential
    /// convergence
    #[command(name = "cucker-smale2007")]
    CuckerSmale2007(ExperimentArgs),
}

/// What all experiments but Lee's take.
#[derive(Args)]
pub struct ExperimentArgs {
    /// Folder for the report, its figures and the data; by default named after the paper
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Fewer and shorter runs: under a minute on two cores
    #[arg(long)]
    pub quick: bool,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
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
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = numbers::one_of(&SIZES))]
    pub largest: usize,
    /// Replace existing files
    #[arg(long)]
    pub force: bool,
}
