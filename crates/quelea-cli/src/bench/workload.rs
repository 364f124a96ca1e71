//! What is measured: the rules of p5 on a torus whose size gives the wanted number of neighbours.

use super::arguments::BenchArgs;
use crate::interrupt;
use quelea::model::settings::{PerceptionKind, Search, SpaceKind, StartPosition};
use quelea::{EngineName, Scenario, Simulation, State, initial_state};

/// How the boids are distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// As a preset starts.
    Start,
    /// Uniformly, as they start.
    Uniform,
    /// As after 2000 steps.
    Clustered,
}

impl Spread {
    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Spread::Start => "start",
            Spread::Uniform => "uniform",
            Spread::Clustered => "clustered",
        }
    }
}

/// A flock to measure.
#[derive(Clone, Debug)]
pub struct Workload {
    pub boids: usize,
    pub dimension: usize,
    /// Whether boids perceive the k nearest instead of all within a radius.
    pub nearest: bool,
    pub neighbours: usize,
    pub spread: Spread,
    pub search: Search,
    pub engine: EngineName,
    pub threads: usize,
}

/// The sizes that are measured by default.
const SIZES: [u32; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The most boids in a tile of a clustered flock. Larger flocks are assembled from copies of a tile, since 2000
/// steps of ten million boids take too long.
const TILE_BOIDS: usize = 10_000;

/// The numbers of threads that are measured: one, and one per core.
pub fn thread_numbers(given: Option<u16>) -> Vec<usize> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    match given {
        Some(threads) => vec![usize::from(threads)],
        None if cores == 1 => vec![1],
        None => vec![1, cores],
    }
}

/// The engine with a name that the command line accepts.
pub fn engine_named(name: &str) -> EngineName {
    EngineName::named(name).expect("the command line accepts only existing engines")
}

/// The numbers of threads that are measured with an engine: the reference has one, and a device has its own.
pub fn thread_numbers_for(engine: EngineName, given: Option<u16>) -> Vec<usize> {
    let numbers = thread_numbers(given);
    match engine {
        EngineName::FAST => numbers,
        EngineName::REFERENCE => vec![1],
        _ => numbers.last().copied().into_iter().collect(),
    }
}

impl Workload {
    /// Every combination of what the arguments leave open.
    pub fn all(arguments: &BenchArgs) -> Vec<Workload> {
        let search: Search = arguments.search.parse().expect("the command line accepts only existing searches");
        let sizes = if arguments.boids.is_empty() { &SIZES[..] } else { &arguments.boids };
        let dimensions = arguments.dimension.map_or(vec![2, 3], |dimension| vec![usize::from(dimension)]);
        let perceptions: &[bool] = match (arguments.nearest, arguments.radius) {
            (true, _) => &[true],
            (_, true) => &[false],
            _ => &[false, true],
        };
        let spreads: &[Spread] = match (arguments.uniform, arguments.clustered) {
            (true, _) => &[Spread::Uniform],
            (_, true) => &[Spread::Clustered],
            _ => &[Spread::Uniform, Spread::Clustered],
        };
        let engine = arguments.engine.as_deref().map_or(EngineName::FAST, engine_named);
        let threads = thread_numbers_for(engine, arguments.threads);
        let mut workloads = Vec::new();
        for &boids in sizes {
            let boids = boids as usize;
            for &dimension in &dimensions {
                for &nearest in perceptions {
                    let default = if nearest { 7 } else { 30 };
                    let neighbours = arguments.neighbours.map_or(default, |neighbours| neighbours as usize);
                    for &spread in spreads {
                        for &threads in &threads {
                            workloads.push(Workload {
                                boids,
                                dimension,
                                nearest,
                                neighbours,
                                spread,
                                search,
                                engine,
                                threads,
                            });
                        }
                    }
                }
            }
        }
        workloads
    }

    /// The kind of perception, for tables.
    pub fn perception(&self) -> String {
        match self.nearest {
            true => format!("nearest {}", self.neighbours),
            false => "radius".to_owned(),
        }
    }

    /// What is measured, in words.
    pub fn describe(&self) -> String {
        let Workload { boids, dimension, neighbours, spread, .. } = self;
        let neighbours = match self.nearest {
            true => format!("that perceive the nearest {neighbours}"),
            false => format!("with {neighbours} neighbours within the radius"),
        };
        format!("{boids} boids in {dimension}D {neighbours}, {}", spread.word())
    }

    /// The scenario: a torus in which uniformly distributed boids have the wanted number of neighbours.
    pub fn scenario(&self) -> anyhow::Result<Scenario> {
        let mut scenario = Scenario::preset("p5")?;
        let radius = scenario.species[0].settings.perception.radius;
        let ball = match self.dimension {
            2 => std::f64::consts::PI * radius.powi(2),
            _ => 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
        };
        // A torus must be at least two radii wide, so a small flock has fewer neighbours.
        let neighbours = if self.nearest { 30.0 } else { self.neighbours as f64 };
        let side = (self.boids as f64 * ball / neighbours).powf(1.0 / self.dimension as f64).max(2.0 * radius);
        let general = &mut scenario.general;
        general.dimension = self.dimension;
        general.search = self.search;
        general.engine = self.engine;
        general.space.kind = SpaceKind::Torus;
        general.space.size = vec![side; self.dimension];
        let species = &mut scenario.species[0].settings;
        species.boids = self.boids;
        species.start.position = StartPosition::Uniform;
        if self.nearest {
            species.perception.kind = PerceptionKind::Nearest;
            species.perception.neighbours = self.neighbours;
        }
        scenario.validate()?;
        Ok(scenario)
    }

    /// The state to measure from; `None` if interrupted.
    pub fn start(&self, scenario: &Scenario) -> anyhow::Result<Option<State>> {
        match self.spread {
            Spread::Start | Spread::Uniform => Ok(Some(initial_state(scenario))),
            Spread::Clustered => self.clustered(scenario),
        }
    }

    /// A flock after 2000 steps, or a tiling of copies of a smaller one. Each tile was a torus, so it continues
    /// into the next without a seam.
    fn clustered(&self, scenario: &Scenario) -> anyhow::Result<Option<State>> {
        let dimension = self.dimension;
        let tiles_along = (1usize..).find(|tiles| self.boids / tiles.pow(dimension as u32) <= TILE_BOIDS).unwrap_or(1);
        let tiles = tiles_along.pow(dimension as u32);
        let tile_boids = self.boids / tiles;
        let mut small = scenario.clone();
        small.species[0].settings.boids = tile_boids;
        // A tile is too small for a device, and has the same bits without it.
        small.general.engine = EngineName::FAST;
        let side = scenario.general.space.size[0] / tiles_along as f64;
        small.general.space.size = vec![side; dimension];
        small.species[0].settings.perception.neighbours = self.neighbours.min(tile_boids.saturating_sub(1)).max(1);
        // A tile too narrow for the radius is not valid; such a flock is small enough to be run as a whole.
        let (small, tiles_along) = if small.validate().is_ok() { (small, tiles_along) } else { (scenario.clone(), 1) };
        let mut flock = Simulation::new(&small)?;
        for _ in 0..2000 {
            if interrupt::requested() {
                return Ok(None);
            }
            flock.step();
        }
        let tile = flock.state();

        let mut state = initial_state(scenario);
        for id in 0..state.len() {
            let (copy, boid) = (id / tile.len(), id % tile.len());
            // The remainder of the division keeps its initial state.
            if copy >= tiles_along.pow(dimension as u32) {
                break;
            }
            let shift = |axis: usize| (copy / tiles_along.pow(axis as u32) % tiles_along) as f64 * side;
            for axis in 0..dimension {
                state.positions[id][axis] = tile.positions[boid][axis] + shift(axis);
            }
            state.velocities[id].copy_from_slice(&tile.velocities[boid]);
        }
        Ok(Some(state))
    }
}
