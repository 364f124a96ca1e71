//! A flock that runs, whatever its dimension and its engine.

use crate::inspection::{self, Inspection};
use quelea::measures::{Measures, measure};
use quelea::reference::Reference;
use quelea::scenario::settings::Engine;
use quelea::{Scenario, ScenarioError, Simulation, StartError, State, World};
use quelea_draw::{Look, Scene};

/// What a page needs of a flock, with vectors as lists: a page does not know dimensions.
pub trait Running {
    /// Does one step.
    fn step(&mut self);
    /// How many steps have been done.
    fn steps(&self) -> u64;
    /// How many boids there are.
    fn boids(&self) -> usize;
    /// What it runs.
    fn scenario(&self) -> &Scenario;
    /// Changes live parameters.
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError>;
    /// Goes on from the present state with another scenario and some boids more.
    fn go_on(&self, scenario: &Scenario, more: &[Boid]) -> Result<Box<dyn Running>, StartError>;
    /// The hash of the state.
    fn hash(&self) -> u64;
    /// Where every boid is, by id, axis by axis.
    fn positions(&self) -> Vec<f32>;
    /// How every boid moves, by id, axis by axis.
    fn velocities(&self) -> Vec<f32>;
    /// The number of every boid's species, by id.
    fn species(&self) -> Vec<u8>;
    /// What the flock is like.
    fn measure(&self) -> Measures;
    /// What one boid perceives and what its rules make of it.
    fn inspect(&mut self, id: u32) -> Option<Inspection>;
    /// Puts the flock into a scene.
    fn show(&self, scene: &mut Scene, look: &Look);
    /// The state as a table.
    fn table(&self) -> String;
    /// How far one step with this scenario leads from one step with that one.
    fn difference(&self, one: &Scenario, other: &Scenario) -> Result<Difference, StartError>;
}

/// A boid that joins a running flock.
#[derive(Clone, Debug, PartialEq)]
pub struct Boid {
    /// The number of its species.
    pub species: u8,
    /// Where it is.
    pub position: Vec<f64>,
    /// How it moves.
    pub velocity: Vec<f64>,
}

/// How much two ways to do the same step differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Whether every bit is the same.
    pub none: bool,
    /// The mean angle between a boid's two new velocities, in degrees.
    pub angle: f64,
    /// The largest such angle, in degrees.
    pub largest_angle: f64,
}

/// Opens a scenario in its first state, with the engine it asks for.
pub fn open(scenario: &Scenario) -> Result<Box<dyn Running>, StartError> {
    match scenario.general.dimension {
        3 => Ok(Box::new(Flock { engine: engine(scenario, quelea::start::start::<3>(scenario))? })),
        _ => Ok(Box::new(Flock { engine: engine(scenario, quelea::start::start::<2>(scenario))? })),
    }
}

/// The engine that steps a flock. Both are kept as what they are, since a page asks them for more than steps.
enum Kind<const D: usize> {
    Fast(Box<World<D>>),
    Reference(Box<Reference<D>>),
}

struct Flock<const D: usize> {
    engine: Kind<D>,
}

fn engine<const D: usize>(scenario: &Scenario, state: State<D>) -> Result<Kind<D>, StartError> {
    Ok(match scenario.general.engine {
        Engine::Fast => Kind::Fast(Box::new(World::from_state(scenario, state)?)),
        Engine::Reference => Kind::Reference(Box::new(Reference::from_state(scenario, state)?)),
    })
}

impl<const D: usize> Flock<D> {
    fn simulation(&self) -> &dyn Simulation<D> {
        match &self.engine {
            Kind::Fast(world) => &**world,
            Kind::Reference(reference) => &**reference,
        }
    }

    fn simulation_mut(&mut self) -> &mut dyn Simulation<D> {
        match &mut self.engine {
            Kind::Fast(world) => &mut **world,
            Kind::Reference(reference) => &mut **reference,
        }
    }
}

impl<const D: usize> Running for Flock<D> {
    fn step(&mut self) {
        self.simulation_mut().step();
    }

    fn steps(&self) -> u64 {
        self.simulation().steps()
    }

    fn boids(&self) -> usize {
        self.simulation().len()
    }

    fn scenario(&self) -> &Scenario {
        self.simulation().scenario()
    }

    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        self.simulation_mut().change(scenario)
    }

    fn go_on(&self, scenario: &Scenario, more: &[Boid]) -> Result<Box<dyn Running>, StartError> {
        let mut state = self.simulation().state();
        for boid in more {
            let vector = |list: &[f64]| std::array::from_fn(|axis| list.get(axis).copied().unwrap_or(0.0));
            state.species.push(boid.species);
            state.positions.push(vector(&boid.position));
            state.velocities.push(vector(&boid.velocity));
            // A newcomer remembers nothing yet.
            if !state.smoothed.is_empty() {
                state.smoothed.push([0.0; D]);
            }
            if !state.wander.is_empty() {
                state.wander.push(vector(&boid.velocity));
            }
            if !state.waypoints.is_empty() {
                state.waypoints.push(0);
            }
        }
        Ok(Box::new(Flock { engine: engine(scenario, state)? }))
    }

    fn hash(&self) -> u64 {
        self.simulation().state().hash()
    }

    fn positions(&self) -> Vec<f32> {
        flat(&self.simulation().state().positions)
    }

    fn velocities(&self) -> Vec<f32> {
        flat(&self.simulation().state().velocities)
    }

    fn species(&self) -> Vec<u8> {
        self.simulation().state().species
    }

    fn measure(&self) -> Measures {
        measure(self.scenario(), &self.simulation().state())
    }

    fn inspect(&mut self, id: u32) -> Option<Inspection> {
        match &mut self.engine {
            Kind::Fast(world) => inspection::in_world(world, id),
            Kind::Reference(reference) => inspection::in_reference(reference, id),
        }
    }

    fn show(&self, scene: &mut Scene, look: &Look) {
        scene.update(self.scenario(), &self.simulation().state(), look);
    }

    fn table(&self) -> String {
        self.simulation().state().to_csv()
    }

    fn difference(&self, one: &Scenario, other: &Scenario) -> Result<Difference, StartError> {
        let after = |scenario: &Scenario| -> Result<State<D>, StartError> {
            let mut flock = Flock { engine: engine(scenario, self.simulation().state())? };
            flock.step();
            Ok(flock.simulation().state())
        };
        let (one, other) = (after(one)?, after(other)?);
        let angles = one.velocities.iter().zip(&other.velocities).map(|(a, b)| angle(a, b));
        let (sum, largest) = angles.fold((0.0, 0.0_f64), |(sum, largest), angle| (sum + angle, largest.max(angle)));
        let boids = one.len().max(1) as f64;
        Ok(Difference { none: one.hash() == other.hash(), angle: sum / boids, largest_angle: largest })
    }
}

/// The angle between two vectors in degrees; 0 where one of them is 0.
fn angle<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let dot = |a: &[f64; D], b: &[f64; D]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths > 0.0 { (dot(a, b) / lengths).clamp(-1.0, 1.0).acos().to_degrees() } else { 0.0 }
}

fn flat<const D: usize>(rows: &[[f64; D]]) -> Vec<f32> {
    rows.iter().flatten().map(|x| *x as f32).collect()
}
