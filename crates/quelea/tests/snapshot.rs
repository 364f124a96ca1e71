//! Snapshots bring a flock back to the bit, and no bytes make their reader panic.

mod common;

use proptest::prelude::*;
use quelea::reference::Reference;
use quelea::scenario::presets::PRESETS;
use quelea::scenario::settings::Engine;
use quelea::simulation::Simulation;
use quelea::snapshot::{self, AnyState, SnapshotError, read, seal, write};
use quelea::{Scenario, State, World};

fn open<const D: usize>(scenario: &Scenario, state: Option<State<D>>) -> Box<dyn Simulation<D>> {
    match (scenario.general.engine, state) {
        (Engine::Fast, None) => Box::new(World::<D>::new(scenario).unwrap()),
        (Engine::Fast, Some(state)) => Box::new(World::from_state(scenario, state).unwrap()),
        (Engine::Reference, None) => Box::new(Reference::<D>::new(scenario).unwrap()),
        (Engine::Reference, Some(state)) => Box::new(Reference::from_state(scenario, state).unwrap()),
    }
}

fn goes_on<const D: usize>(scenario: &Scenario, of: impl Fn(AnyState) -> State<D>) {
    let mut whole = open::<D>(scenario, None);
    (0..7).for_each(|_| whole.step());
    let bytes = write(scenario, &whole.state(), "seven");
    let snapshot = read(&bytes).unwrap();
    assert_eq!((snapshot.notes.as_str(), &snapshot.scenario, snapshot.state.step()), ("seven", scenario, 7));
    let mut rest = open::<D>(&snapshot.scenario, Some(of(snapshot.state)));
    for _ in 0..5 {
        whole.step();
        rest.step();
        assert_eq!(whole.state().hash(), rest.state().hash(), "{}", scenario.general.name);
    }
}

/// A scenario whose boids remember something: acceleration and wander points.
fn with_memories() -> Scenario {
    let text = "boids = 20\nspace.size = [90, 90]\nperception.radius = 20\nwander.weight = 1\nmotion.smoothing = 0.4\n";
    Scenario::from_toml(text).unwrap()
}

#[test]
fn a_flock_goes_on_from_a_snapshot_as_if_it_had_never_stopped() {
    for scenario in PRESETS.iter().map(|(name, _)| Scenario::preset(name).unwrap()).chain([with_memories()]) {
        // Few boids, since this is about bits and not about speed.
        let few = common::with_boids(&scenario, scenario.first.species.boids.min(60));
        match few.general.dimension {
            2 => goes_on::<2>(&few, |state| if let AnyState::Flat(state) = state { state } else { panic!("2D") }),
            _ => goes_on::<3>(&few, |state| if let AnyState::Solid(state) = state { state } else { panic!("3D") }),
        }
    }
}

fn bytes() -> Vec<u8> {
    let scenario = with_memories();
    let mut world = World::<2>::new(&scenario).unwrap();
    (0..3).for_each(|_| world.step());
    write(&scenario, &world.state(), "{\"every\": 3}")
}

#[test]
fn a_snapshot_that_is_cut_off_says_how_much_is_missing() {
    let whole = bytes();
    for length in 1..whole.len() {
        let error = read(&whole[..length]).unwrap_err();
        assert!(matches!(error, SnapshotError::Truncated { found, .. } if found == length as u64), "{length}: {error}");
    }
    assert_eq!(read(&[]).unwrap_err(), SnapshotError::Other);
    assert_eq!(read(&[&whole[..], b"more"].concat()).unwrap_err(), SnapshotError::Damaged);
}

#[test]
fn something_else_another_version_and_damage_are_told_apart() {
    let whole = bytes();
    assert_eq!(read(b"id,x,y,vx,vy\n0,1,2,3,4\n").unwrap_err(), SnapshotError::Other);
    let mut other = whole.clone();
    other[8] = 9;
    assert_eq!(read(&other).unwrap_err(), SnapshotError::Version(9));
    let error = SnapshotError::Version(9).to_string();
    assert!(error.contains("format 9") && error.contains(&format!("reads format {}", snapshot::VERSION)), "{error}");
    for place in [25, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        assert_eq!(read(&damaged).unwrap_err(), SnapshotError::Damaged, "byte {place}");
    }
}

#[test]
fn a_state_that_is_not_one_of_its_scenario_is_refused() {
    let (scenario, other) = (with_memories(), common::with_boids(&with_memories(), 19));
    let state = World::<2>::new(&other).unwrap().state();
    let error = read(&write(&scenario, &state, "")).unwrap_err();
    assert!(error.to_string().contains("19 boids of species `boid`, the scenario 20"), "{error}");
}

#[test]
fn a_section_that_claims_more_rows_than_there_are_bytes_is_refused_before_they_are_allocated() {
    let whole = bytes();
    let name = whole.windows(9).position(|window| window == b"positions").unwrap();
    for rows in [u64::MAX, 1 << 60, 1 << 40, 21] {
        let mut lying = whole.clone();
        lying[name + 11..name + 19].copy_from_slice(&rows.to_le_bytes());
        seal(&mut lying);
        assert!(matches!(read(&lying).unwrap_err(), SnapshotError::Section(_)), "{rows}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Sealed anew, so that the change gets past the checksum.
    #[test]
    fn no_bytes_make_the_reader_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..9, prop::collection::vec(any::<u8>(), 0..9)), 1..5),
        sealed in any::<bool>(),
    ) {
        let mut changed = bytes();
        for (at, removed, inserted) in edits {
            let start = at.index(changed.len() + 1);
            let end = (start + removed).min(changed.len());
            changed.splice(start..end, inserted);
        }
        if sealed {
            seal(&mut changed);
        }
        if let Ok(snapshot) = read(&changed) {
            let again = match &snapshot.state {
                AnyState::Flat(state) => write(&snapshot.scenario, state, &snapshot.notes),
                AnyState::Solid(state) => write(&snapshot.scenario, state, &snapshot.notes),
            };
            prop_assert_eq!(read(&again).unwrap(), snapshot);
        }
    }

    #[test]
    fn no_noise_makes_the_reader_panic(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = bytes()[..20].to_vec();
        bytes.extend(noise);
        seal(&mut bytes);
        let _ = read(&bytes);
    }
}
