//! Encounters of hunters and prey: catches and near misses.
//!
//! A catch is a hunter closer to its prey than the sum of both body radii; a near miss is one within
//! `hunt.near_miss` times that sum. The scenario's relations say which species hunts which. Distances are those of the
//! model: across the seam of a torus.
//!
//! ```
//! use quelea::measures::encounters::Encounters;
//! use quelea::{Scenario, Simulation};
//!
//! let scenario = Scenario::preset("veldic")?;
//! let mut flock = Simulation::new(&scenario)?;
//! let mut encounters = Encounters::new(&scenario);
//! for _ in 0..100 {
//!     flock.step();
//!     encounters.watch(&flock.state());
//! }
//! println!("{} catches, {} near misses", encounters.catches, encounters.near_misses);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::geometry::vector::length;
use crate::geometry::{Space, with_dimension};
use crate::model::Scenario;
use crate::model::settings::Relation;
use crate::parallel;
use crate::ranks::{OneRank, Ranks};
use crate::state::State;
use crate::state::part::{Part, halves, whole};
use std::collections::BTreeSet;

/// How close a pair has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// Within the sum of both body radii.
    Catch,
    /// Within a multiple of it.
    NearMiss,
}

/// A hunter near its prey in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// The hunter's id.
    pub hunter: u64,
    /// Its prey's id.
    pub prey: u64,
    /// How close they are.
    pub nearness: Nearness,
}

/// Whether any species hunts: without hunters there is nothing to count.
pub fn anyone_hunts(scenario: &Scenario) -> bool {
    scenario.species.iter().any(|species| species.has_relation(Relation::Hunt))
}

/// Every hunter that is near its prey in a state, by id.
pub fn encounters(scenario: &Scenario, state: &State) -> Vec<Encounter> {
    let id = |boid: usize| boid as u64;
    with_dimension!(state.dimension, D => encounters_in::<D>(scenario, &OneRank, state, id))
}

/// Every hunter that is near its prey in a flock that several ranks share, by id. All ranks call it together and get
/// the same.
pub fn encounters_divided(scenario: &Scenario, ranks: &dyn Ranks, own: &Part) -> Vec<Encounter> {
    let id = |boid: usize| own.ids[boid];
    let mut found = with_dimension!(own.state.dimension, D => encounters_in::<D>(scenario, ranks, &own.state, id));
    let message = found.iter().flat_map(|found| [found.hunter, found.prey, (found.nearness == Nearness::Catch).into()]);
    let all = ranks.gather(message.flat_map(halves).collect());
    let encounter = |words: &[u32]| Encounter {
        hunter: whole(&words[0..2]),
        prey: whole(&words[2..4]),
        nearness: if words[4] == 0 { Nearness::NearMiss } else { Nearness::Catch },
    };
    found.clear();
    found.extend(all.iter().flat_map(|message| message.chunks_exact(6).map(encounter)));
    found.sort_unstable_by_key(|encounter| (encounter.hunter, encounter.prey));
    found
}

/// The encounters of the prey here with the hunters of all ranks.
fn encounters_in<const D: usize>(
    scenario: &Scenario,
    ranks: &dyn Ranks,
    state: &State,
    id: impl Fn(usize) -> u64 + Sync,
) -> Vec<Encounter> {
    let space = scenario.space::<D>();
    let positions = state.positions.as_arrays::<D>();
    let count = scenario.species.len();
    let mut found = Vec::new();
    for (own, species) in scenario.species.iter().enumerate() {
        let hunts: Vec<bool> = (0..count).map(|of| scenario.relation(own, of) == Relation::Hunt).collect();
        if !hunts.contains(&true) {
            continue;
        }
        let here = (0..state.len()).filter(|boid| usize::from(state.species[*boid]) == own);
        let hunters = Hunters::new(&space, ranks, here.map(|boid| (id(boid), positions[boid])));
        let near = parallel::map(state.len(), |prey| {
            let of = usize::from(state.species[prey]);
            if !hunts[of] {
                return Vec::new();
            }
            let bodies = species.settings.body + scenario.species[of].settings.body;
            let reach = bodies * species.settings.hunt.near_miss;
            let near = hunters.near(positions[prey][0], reach).filter(|(hunter, _)| *hunter != id(prey));
            let encounter = |(hunter, position): (u64, [f64; D])| {
                let distance = length(space.offset(position, positions[prey]));
                let nearness = if distance < bodies { Nearness::Catch } else { Nearness::NearMiss };
                (distance < reach).then_some(Encounter { hunter, prey: id(prey), nearness })
            };
            near.filter_map(encounter).collect()
        });
        found.extend(near.into_iter().flatten());
    }
    found.sort_unstable_by_key(|encounter| (encounter.hunter, encounter.prey));
    found
}

/// The boids of one hunting species, of all ranks, sorted by x, so that only those near along it have to be tested: a
/// run counts its encounters after every step.
struct Hunters<const D: usize> {
    /// The id and the position of each.
    boids: Vec<(u64, [f64; D])>,
    /// The period along x, on a torus.
    period: Option<f64>,
}

impl<const D: usize> Hunters<D> {
    /// The hunters of all ranks; `own` are those of this one.
    fn new(space: &Space<D>, ranks: &dyn Ranks, own: impl Iterator<Item = (u64, [f64; D])>) -> Self {
        let message = own.flat_map(|(id, position)| std::iter::once(id).chain(position.map(f64::to_bits)));
        let all = ranks.gather(message.flat_map(halves).collect());
        let hunter = |words: &[u32]| {
            let number = |index: usize| whole(&words[2 * index..2 * index + 2]);
            (number(0), std::array::from_fn(|axis| f64::from_bits(number(1 + axis))))
        };
        let mut boids: Vec<(u64, [f64; D])> =
            all.iter().flat_map(|message| message.chunks_exact(2 * (D + 1)).map(hunter)).collect();
        boids.sort_unstable_by(|a, b| a.1[0].total_cmp(&b.1[0]));
        Hunters { boids, period: space.is_torus().then(|| space.size[0]) }
    }

    /// The hunters that may be within reach of a point with this coordinate, each once.
    fn near(&self, x: f64, reach: f64) -> impl Iterator<Item = (u64, [f64; D])> {
        let size = self.period.unwrap_or(0.0);
        // Slightly more, since differences are rounded.
        let reach = reach + 1e-9 * (x.abs() + size);
        let (images, reach) = match self.period {
            None => (&[0.0][..], reach),
            Some(size) if 2.0 * reach < size => (&[-1.0, 0.0, 1.0][..], reach),
            // On a torus as small as that everyone is near.
            Some(_) => (&[0.0][..], f64::INFINITY),
        };
        images.iter().flat_map(move |image| {
            let (low, high) = (x + image * size - reach, x + image * size + reach);
            // Most images are beyond everyone.
            let any = self.boids.last().is_some_and(|last| last.1[0] > low) && self.boids[0].1[0] < high;
            let from = if any { self.boids.partition_point(|(_, at)| at[0] <= low) } else { 0 };
            self.boids[from..].iter().take_while(move |(_, at)| any && at[0] < high).copied()
        })
    }
}

/// Counts catches and near misses over a run. A pair that stays near is counted once, and again only after
/// it has parted; a near miss that ends in a catch is a catch.
#[derive(Clone, Debug)]
pub struct Encounters {
    /// The number of catches.
    pub catches: u64,
    /// The number of near misses.
    pub near_misses: u64,
    scenario: Scenario,
    /// The pairs that are near now, and whether they have touched.
    near: BTreeSet<(u64, u64, bool)>,
}

impl Encounters {
    /// Everything that is counted: its name, its unit and its definition.
    pub const DEFINITIONS: [(&'static str, &'static str, &'static str); 2] = [
        (
            "catches",
            "times",
            "How often a hunter has reached its prey so far: the centres were closer than the sum of both `body` radii. \
             From 0; a pair that stays close counts once.",
        ),
        (
            "near_misses",
            "times",
            "How often a hunter has come near its prey and lost it so far: closer than `hunt.near_miss` times that sum, \
             and no catch. From 0; counted when the pair has parted.",
        ),
    ];

    /// The name and value of everything that is counted, in the order of [`Self::DEFINITIONS`].
    pub fn values(&self) -> [(&'static str, u64); 2] {
        let [(catches, ..), (near_misses, ..)] = Self::DEFINITIONS;
        [(catches, self.catches), (near_misses, self.near_misses)]
    }

    /// A counter at zero.
    pub fn new(scenario: &Scenario) -> Self {
        Encounters { catches: 0, near_misses: 0, scenario: scenario.clone(), near: BTreeSet::new() }
    }

    /// A counter that continues from earlier counts and from the pairs that were [near](Self::near) then.
    pub fn resume(
        scenario: &Scenario,
        catches: u64,
        near_misses: u64,
        near: impl IntoIterator<Item = (u64, u64, bool)>,
    ) -> Self {
        Encounters { catches, near_misses, scenario: scenario.clone(), near: near.into_iter().collect() }
    }

    /// The pairs that are near now: hunter, prey, and whether they have touched.
    pub fn near(&self) -> impl Iterator<Item = (u64, u64, bool)> {
        self.near.iter().copied()
    }

    /// Counts the next state. Pairs that are near at the end are counted when they have parted.
    pub fn watch(&mut self, state: &State) {
        self.count(encounters(&self.scenario, state));
    }

    /// Counts the next state of a flock that several ranks share. All ranks call it together and count the same.
    pub fn watch_divided(&mut self, ranks: &dyn Ranks, own: &Part) {
        self.count(encounters_divided(&self.scenario, ranks, own));
    }

    fn count(&mut self, encounters: Vec<Encounter>) {
        let mut near = BTreeSet::new();
        for Encounter { hunter, prey, nearness } in encounters {
            let caught = self.near.contains(&(hunter, prey, true));
            if nearness == Nearness::Catch && !caught {
                self.catches += 1;
            }
            near.insert((hunter, prey, caught || nearness == Nearness::Catch));
        }
        let parted = |(hunter, prey, caught): &&(u64, u64, bool)| {
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

    fn at(distance: f64) -> State {
        let positions = vec![[1.0, 50.0], [(1.0 - distance).rem_euclid(100.0), 50.0]];
        State { species: vec![0, 1], ..State::from_arrays(positions, vec![[0.0; 2]; 2]) }
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
    fn every_pair_that_is_near_is_found_in_every_space() {
        let torus = ["kind = 'torus'\nsize = [100, 40]", "kind = 'torus'\nsize = [12, 12]"];
        for settings in [torus[0], torus[1], "kind = 'open'\nsize = [60, 60]"] {
            let text = format!(
                "boids = 60\nperception.radius = 5\nhunt.radius = 5\nrelations.hawk = 'hunt'\n[space]\n{settings}\n
                [[species]]\nname = 'hawk'\nboids = 30\nbody = 1\nrelations = {{ boid = 'hunt', hawk = 'hunt' }}"
            );
            let scenario = Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}"));
            let state = crate::initial_state(&scenario);
            let (space, positions) = (scenario.space::<2>(), state.positions.as_arrays::<2>());
            let near = |hunter: usize, prey: usize| {
                let distance = length(space.offset(positions[hunter], positions[prey]));
                let [own, of] = [hunter, prey].map(|id| if id < 60 { 0.5 } else { 1.0 });
                let hunts = hunter != prey && (hunter >= 60 || prey >= 60);
                hunts && distance < 3.0 * (own + of)
            };
            let pairs = (0..90).flat_map(|hunter| (0..90).map(move |prey| (hunter, prey)));
            let expected: Vec<_> = pairs.filter(|(hunter, prey)| near(*hunter, *prey)).collect();
            let found = encounters(&scenario, &state);
            let found: Vec<_> = found.iter().map(|found| (found.hunter as usize, found.prey as usize)).collect();
            assert!(found == expected && expected.len() > 10, "{settings}: {found:?}");
        }
    }

    #[test]
    fn an_encounter_is_counted_once_however_long_it_lasts() {
        let counted = |distances: &[f64]| {
            let mut encounters = Encounters::new(&scenario());
            distances.iter().for_each(|distance| encounters.watch(&at(*distance)));
            (encounters.catches, encounters.near_misses)
        };
        assert_eq!(counted(&[20.0, 8.0, 5.0, 8.0, 20.0]), (0, 1));
        assert_eq!(counted(&[20.0, 8.0, 2.0, 2.0, 8.0, 2.0, 20.0]), (1, 0));
        assert_eq!(counted(&[8.0, 20.0, 8.0, 20.0, 1.0, 20.0, 1.0]), (2, 2));
    }

    #[test]
    fn a_counter_can_be_saved_and_resumed_at_any_moment() {
        let distances = [20.0, 8.0, 2.0, 8.0, 20.0, 8.0, 8.0, 20.0, 1.0, 1.0];
        for moment in 0..distances.len() {
            let mut first = Encounters::new(&scenario());
            distances[..moment].iter().for_each(|distance| first.watch(&at(*distance)));
            let mut second = Encounters::resume(&scenario(), first.catches, first.near_misses, first.near());
            distances[moment..].iter().for_each(|distance| second.watch(&at(*distance)));
            assert_eq!((second.catches, second.near_misses), (2, 1), "{moment}");
        }
    }
}
