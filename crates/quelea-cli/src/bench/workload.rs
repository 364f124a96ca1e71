//! What is measured: p5's rules on a torus as wide as the wanted number of neighbours asks for.

use crate::interrupt;
use quelea::model::settings::{PerceptionKind, Search, SpaceKind, StartPosition};
use quelea::{Scenario, Simulation, State, initial_state};

/// How the boids are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// Evenly, as they start.
    Uniform,
    /// As they are after 2000 steps.
    Clustered,
}

impl Spread {
    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Spread::Uniform => "uniform",
            Spread::Clustered => "clustered",
        }
    }
}

/// One thing to measure.
#[derive(Clone, Debug)]
pub struct Workload {
    pub boids: usize,
    pub dimension: usize,
    /// Whether the nearest are perceived, not those within a radius.
    pub nearest: bool,
    pub neighbours: usize,
    pub spread: Spread,
    pub search: Search,
    pub threads: usize,
}

/// How many boids a tile of a clustered flock has at most: larger flocks are made of such tiles, since 2000
/// steps of ten million boids take too long for a preparation.
const TILE: usize = 10_000;

impl Workload {
    /// Whom a boid perceives, in a word or two.
    pub fn perception(&self) -> String {
        match self.nearest {
            true => format!("nearest {}", self.neighbours),
            false => "radius".to_owned(),
        }
    }

    /// The scenario, with the radius at which an evenly spread boid has the wanted neighbours.
    pub fn scenario(&self) -> anyhow::Result<Scenario> {
        let mut scenario = Scenario::preset("p5")?;
        let radius = scenario.species[0].settings.perception.radius;
        let ball = match self.dimension {
            2 => std::f64::consts::PI * radius.powi(2),
            _ => 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
        };
        // No wider than a torus allows: a small flock then has fewer neighbours.
        let neighbours = if self.nearest { 30.0 } else { self.neighbours as f64 };
        let side = (self.boids as f64 * ball / neighbours).powf(1.0 / self.dimension as f64).max(2.0 * radius);
        let general = &mut scenario.general;
        general.dimension = self.dimension;
        general.search = self.search;
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

    /// The state to measure from. Nothing if interrupted.
    pub fn start(&self) -> anyhow::Result<Option<State>> {
        let scenario = self.scenario()?;
        match self.spread {
            Spread::Uniform => Ok(Some(initial_state(&scenario))),
            Spread::Clustered => self.clustered(&scenario),
        }
    }

    /// A flock after 2000 steps, or as many copies of a smaller one, side by side, as make it up. The torus of
    /// each copy is open to the next, so nothing changes at the seams.
    fn clustered(&self, scenario: &Scenario) -> anyhow::Result<Option<State>> {
        let dimension = self.dimension;
        let tiles_along = (1usize..).find(|tiles| self.boids / tiles.pow(dimension as u32) <= TILE).unwrap_or(1);
        let tiles = tiles_along.pow(dimension as u32);
        let each = self.boids / tiles;
        let mut small = scenario.clone();
        small.species[0].settings.boids = each;
        let side = scenario.general.space.size[0] / tiles_along as f64;
        small.general.space.size = vec![side; dimension];
        small.species[0].settings.perception.neighbours = self.neighbours.min(each.saturating_sub(1)).max(1);
        // A torus too narrow for the radius cannot be tiled; such a flock is small enough to be run itself.
        let (small, tiles_along) = if small.validate().is_ok() { (small, tiles_along) } else { (scenario.clone(), 1) };
        let mut flock = Simulation::new(&small)?;
        for _ in 0..2000 {
            if interrupt::asked() {
                return Ok(None);
            }
            flock.step();
        }
        let tile = flock.state();

        let mut state = initial_state(scenario);
        for id in 0..state.len() {
            let (copy, boid) = (id / tile.len(), id % tile.len());
            // Boids left over by the division stay where they started.
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
