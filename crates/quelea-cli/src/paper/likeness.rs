//! How like the exact flock an approximate one is: whom its boids see, where they steer, and what becomes of it.

use super::method::Method;
use super::race::{median, quantile};
use quelea::model::settings::PerceptionKind;
use quelea::{Scenario, Simulation, State, World, measure};
use std::collections::HashSet;

/// What a method saw and did in given states, boid by boid, against the exact search.
#[derive(Clone, Default)]
pub struct Looks {
    /// The k nearest that were there to be found, and how many of them were.
    nearest: usize,
    hits: usize,
    /// How many were found, the nearest or not.
    found: usize,
    /// The angle between what the rules add up to and what they exactly add up to, in degrees.
    steering: Vec<f64>,
    /// The angle between the headings after the step, in degrees.
    heading: Vec<f64>,
}

impl Looks {
    /// The share of the k nearest that was found.
    pub fn recall(&self) -> f64 {
        self.hits as f64 / self.nearest as f64
    }

    /// How many were found for each neighbour that was wanted.
    pub fn found(&self) -> f64 {
        self.found as f64 / self.nearest as f64
    }

    /// Median, 95th percentile and worst.
    pub fn steering(&self) -> [f64; 3] {
        summary(&self.steering)
    }

    /// Median, 95th percentile and worst.
    pub fn heading(&self) -> [f64; 3] {
        summary(&self.heading)
    }

    pub fn add(&mut self, more: &Looks) {
        self.nearest += more.nearest;
        self.hits += more.hits;
        self.found += more.found;
        self.steering.extend(&more.steering);
        self.heading.extend(&more.heading);
    }
}

fn summary(angles: &[f64]) -> [f64; 3] {
    [median(angles), quantile(angles, 0.95), quantile(angles, 1.0)]
}

/// What the boids of a state see and do, some of them spread over the flock.
struct Sight {
    neighbours: Vec<Vec<u32>>,
    steering: Vec<[f64; 2]>,
    headings: Vec<[f64; 2]>,
}

impl Sight {
    fn of(scenario: &Scenario, state: &State, boids: usize) -> anyhow::Result<Self> {
        let mut world = World::<2>::from_state(scenario, state.clone())?;
        let ids: Vec<u32> = (0..state.len()).step_by((state.len() / boids).max(1)).map(|id| id as u32).collect();
        let neighbours = ids.iter().map(|id| world.neighbours(*id).iter().map(|other| other.boid.id).collect());
        let neighbours = neighbours.collect();
        let sum = |id: &u32| {
            let forces = world.forces(*id);
            [0, 1].map(|axis| forces.iter().map(|(_, force)| f64::from(force[axis])).sum())
        };
        let steering = ids.iter().map(sum).collect();
        world.step();
        let headings = world.state().velocities.as_arrays::<2>().to_vec();
        Ok(Sight { neighbours, steering, headings })
    }
}

/// Looks through the eyes of several methods at one state.
pub fn look(flock: &Scenario, state: &State, methods: &[Method], boids: usize) -> anyhow::Result<Vec<Looks>> {
    let exact = Sight::of(&Method::Exact.scenario(flock), state, boids)?;
    let through = methods.iter().map(|method| {
        let sight = Sight::of(&method.scenario(flock), state, boids)?;
        let mut looks = Looks::default();
        for (found, nearest) in sight.neighbours.iter().zip(&exact.neighbours) {
            let set: HashSet<&u32> = found.iter().collect();
            looks.nearest += nearest.len();
            looks.hits += nearest.iter().filter(|id| set.contains(id)).count();
            looks.found += found.len();
        }
        looks.steering.extend(angles(&sight.steering, &exact.steering));
        looks.heading.extend(angles(&sight.headings, &exact.headings));
        Ok(looks)
    });
    through.collect()
}

/// The angles between vectors, in degrees. Where there is no direction there is no angle.
fn angles<'a>(a: &'a [[f64; 2]], b: &'a [[f64; 2]]) -> impl Iterator<Item = f64> + 'a {
    let pairs = a.iter().zip(b).filter(|(a, b)| [a, b].iter().all(|v| v.iter().any(|x| *x != 0.0)));
    pairs.map(|(a, b)| {
        let (along, across) = (a[0] * b[0] + a[1] * b[1], a[0] * b[1] - a[1] * b[0]);
        across.atan2(along).to_degrees().abs()
    })
}

/// What becomes of a flock: the means of its measures over a run.
#[derive(Clone, Copy, Default)]
pub struct Fate {
    pub polarisation: f64,
    /// The mean distance from the nearest other.
    pub spacing: f64,
    /// How many groups there are, boids nearer than [`LINK`] being of one.
    pub clusters: f64,
}

impl Fate {
    pub const NAMES: [&'static str; 3] = ["polarisation", "spacing", "clusters"];

    pub fn values(&self) -> [f64; 3] {
        [self.polarisation, self.spacing, self.clusters]
    }
}

/// Boids nearer than this are of one group: their spacing if they were spread evenly.
pub const LINK: f64 = 5.0;

/// Runs a flock, measures it so many times, and hands out the states at so many moments.
pub fn live(
    scenario: &Scenario,
    start: &State,
    frames: usize,
    samples: usize,
    mut moment: impl FnMut(&State) -> anyhow::Result<()>,
    moments: usize,
) -> anyhow::Result<Fate> {
    // Measured with another perception than the flock has: a group is to be the same thing for every k.
    let mut measured = scenario.clone();
    measured.species[0].settings.perception.kind = PerceptionKind::Radius;
    measured.species[0].settings.perception.radius = LINK;
    let mut world = Simulation::from_state(scenario, start.clone())?;
    let (every, seldom) = ((frames / samples).max(1), (frames / moments).max(1));
    let (mut fate, mut count) = (Fate::default(), 0.0);
    for frame in 0..frames {
        if frame % seldom == 0 {
            moment(&world.state())?;
        }
        world.step();
        if (frame + 1) % every == 0 {
            let now = measure(&measured, &world.state());
            fate.polarisation += now.polarisation;
            fate.spacing += now.mean_nearest_distance;
            fate.clusters += now.clusters as f64;
            count += 1.0;
        }
    }
    let mean = |sum: f64| sum / f64::max(count, 1.0);
    Ok(Fate { polarisation: mean(fate.polarisation), spacing: mean(fate.spacing), clusters: mean(fate.clusters) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_unsigned_and_in_degrees() {
        let a = [[1.0, 0.0], [1.0, 0.0], [0.0, -2.0], [0.0, 0.0]];
        let b = [[0.0, 3.0], [1.0, 1.0], [0.0, 5.0], [1.0, 0.0]];
        let found: Vec<f64> = angles(&a, &b).map(f64::round).collect();
        assert_eq!(found, [90.0, 45.0, 180.0]);
    }

    #[test]
    fn an_exact_method_looks_as_the_exact_search_does() {
        let flock = super::super::method::flock(256, 20, 1).unwrap();
        let state = quelea::initial_state(&flock);
        let methods = [Method::Basic, Method::Representative(1, quelea::model::settings::LeeStop::Certain)];
        let looks = look(&flock, &state, &methods, 64).unwrap();
        assert_eq!((looks[0].recall(), looks[0].found()), (1.0, 1.0));
        assert!(looks[0].steering()[2] < 0.1, "{:?}", looks[0].steering());
        assert!(looks[1].recall() < 1.0 && looks[1].found() >= 1.0);
        assert!(looks[1].steering()[2] > looks[0].steering()[2]);
    }
}
