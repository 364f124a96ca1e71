//! Hunters and their prey: who was caught, and who just got away.
//!
//! A catch is a hunter whose centre is nearer to its prey's than the sum of both body radii; a near miss is
//! one within `hunt.near_miss` times that sum. Who hunts whom is in the scenario's relations. Distances are
//! those of the model: across the seam of a torus.
//!
//! ```
//! use quelea::encounters::Encounters;
//! use quelea::{Scenario, State, World};
//!
//! let scenario = Scenario::preset("veldic")?;
//! let mut world = World::<3>::new(&scenario)?;
//! let mut encounters = Encounters::of(&scenario);
//! for _ in 0..100 {
//!     world.step();
//!     encounters.watch(&world.state());
//! }
//! println!("{} catches, {} near misses", encounters.catches, encounters.near_misses);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::reference::maths::length;
use crate::reference::world::World;
use crate::scenario::settings::Relation;
use crate::{Scenario, State};
use std::collections::BTreeSet;

/// How near a pair has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// Within the sum of both body radii.
    Catch,
    /// Within a multiple of it.
    NearMiss,
}

/// A hunter that is near its prey, in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The hunter's id.
    pub hunter: u32,
    /// Its prey's id.
    pub prey: u32,
    /// How near they are.
    pub nearness: Nearness,
}

/// Every hunter that is near its prey in a state, in the order of the ids.
pub fn encounters<const D: usize>(scenario: &Scenario, state: &State<D>) -> Vec<Encounter> {
    let world = World::<D>::of(scenario);
    let kinds: Vec<_> = scenario.kinds().collect();
    let mut found = Vec::new();
    for hunter in 0..state.len() {
        let own = usize::from(state.species[hunter]);
        let hunts: Vec<bool> = (0..kinds.len()).map(|of| scenario.relation(own, of) == Relation::Hunt).collect();
        if !hunts.contains(&true) {
            continue;
        }
        for prey in (0..state.len()).filter(|prey| *prey != hunter && hunts[usize::from(state.species[*prey])]) {
            let distance = length(world.offset(state.positions[hunter], state.positions[prey]));
            let bodies = kinds[own].species.body + kinds[usize::from(state.species[prey])].species.body;
            let nearness = match distance {
                distance if distance < bodies => Nearness::Catch,
                distance if distance < bodies * kinds[own].species.hunt.near_miss => Nearness::NearMiss,
                _ => continue,
            };
            found.push(Encounter { hunter: hunter as u32, prey: prey as u32, nearness });
        }
    }
    found
}

/// Counts catches and near misses over a run. A pair that stays near is counted once, and again only after
/// it has parted; a near miss that ends in a catch is a catch.
#[derive(Clone, Debug)]
pub struct Encounters {
    /// How often a hunter has reached its prey.
    pub catches: u64,
    /// How often one has come near and been shaken off.
    pub near_misses: u64,
    scenario: Scenario,
    /// The pairs that are near now, and whether they have touched.
    near: BTreeSet<(u32, u32, bool)>,
}

impl Encounters {
    /// Nothing has happened yet.
    pub fn of(scenario: &Scenario) -> Self {
        Encounters { catches: 0, near_misses: 0, scenario: scenario.clone(), near: BTreeSet::new() }
    }

    /// Looks at the next state. Pairs that are near at the end are counted when they have parted.
    pub fn watch<const D: usize>(&mut self, state: &State<D>) {
        let mut near = BTreeSet::new();
        for Encounter { hunter, prey, nearness } in encounters(&self.scenario, state) {
            let caught = self.near.contains(&(hunter, prey, true));
            if nearness == Nearness::Catch && !caught {
                self.catches += 1;
            }
            near.insert((hunter, prey, caught || nearness == Nearness::Catch));
        }
        let parted = |(hunter, prey, caught): &&(u32, u32, bool)| {
            !caught && !near.contains(&(*hunter, *prey, false)) && !near.contains(&(*hunter, *prey, true))
        };
        self.near_misses += self.near.iter().filter(parted).count() as u64;
        self.near = near;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scenario() -> Scenario {
        let text = "boids = 1\nbody = 1\nspace.size = [100, 100]\n[[species]]\nname = 'hawk'\nboids = 1\nbody = 2\n
            [species.relations]\nboid = 'hunt'";
        Scenario::from_toml(text).unwrap()
    }

    fn at(distance: f64) -> State<2> {
        State {
            species: vec![0, 1],
            positions: vec![[1.0, 50.0], [(1.0 - distance).rem_euclid(100.0), 50.0]],
            velocities: vec![[0.0; 2]; 2],
            ..State::default()
        }
    }

    #[test]
    fn a_catch_is_within_both_bodies_and_a_near_miss_within_a_multiple_of_them() {
        let nearness = |distance| encounters(&scenario(), &at(distance)).first().map(|found| found.nearness);
        assert_eq!(nearness(2.9), Some(Nearness::Catch));
        assert_eq!(nearness(3.0), Some(Nearness::NearMiss));
        assert_eq!(nearness(8.9), Some(Nearness::NearMiss));
        assert_eq!(nearness(9.0), None);
        let found = encounters(&scenario(), &at(1.0));
        assert_eq!((found.len(), found[0].hunter, found[0].prey), (1, 1, 0));
    }

    #[test]
    fn an_encounter_is_counted_once_however_long_it_lasts() {
        let counted = |distances: &[f64]| {
            let mut encounters = Encounters::of(&scenario());
            distances.iter().for_each(|distance| encounters.watch(&at(*distance)));
            (encounters.catches, encounters.near_misses)
        };
        assert_eq!(counted(&[20.0, 8.0, 5.0, 8.0, 20.0]), (0, 1));
        assert_eq!(counted(&[20.0, 8.0, 2.0, 2.0, 8.0, 2.0, 20.0]), (1, 0));
        assert_eq!(counted(&[8.0, 20.0, 8.0, 20.0, 1.0, 20.0, 1.0]), (2, 2));
    }
}
