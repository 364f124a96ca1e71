//! A snapshot restores a flock to the bit, and no bytes make the reader panic.

mod common;

use proptest::prelude::*;
use quelea::model::presets;
use quelea::state::snapshot::{VERSION, seal};
use quelea::{Scenario, Simulation, Snapshot, SnapshotError, initial_state};

/// A scenario whose boids have memories: smoothed accelerations and wander points.
fn with_memories() -> Scenario {
    let text = "boids = 20\nspace.size = [90, 90]\nperception.radius = 20\nwander.weight = 1\nmotion.smoothing = 0.4\n";
    Scenario::from_toml(text).unwrap()
}

#[test]
fn a_flock_opened_from_a_snapshot_continues_as_if_it_had_never_stopped() {
    for scenario in presets::names().map(|name| Scenario::preset(name).unwrap()).chain([with_memories()]) {
        // Few boids: bits do not depend on the number.
        let scenario = common::with_boids(&scenario, scenario.species[0].settings.boids.min(60));
        let mut whole = Simulation::new(&scenario).unwrap();
        whole.run(7);
        let bytes = whole.snapshot("seven");
        let snapshot = Snapshot::read(&bytes).unwrap();
        assert_eq!((snapshot.notes.as_str(), &snapshot.scenario, snapshot.state.step), ("seven", &scenario, 7));
        let mut rest = Simulation::from_snapshot(&bytes).unwrap();
        for _ in 0..5 {
            whole.step();
            rest.step();
            assert_eq!(whole.hash(), rest.hash(), "{}", scenario.general.name);
        }
    }
}

fn bytes() -> Vec<u8> {
    let mut flock = Simulation::new(&with_memories()).unwrap();
    flock.run(3);
    flock.snapshot("{\"every\": 3}")
}

#[test]
fn a_truncated_snapshot_is_refused_with_its_length() {
    let whole = bytes();
    for length in 1..whole.len() {
        let error = Snapshot::read(&whole[..length]).unwrap_err();
        assert!(matches!(error, SnapshotError::Truncated { found, .. } if found == length as u64), "{length}: {error}");
    }
    assert_eq!(Snapshot::read(&[]).unwrap_err(), SnapshotError::NotASnapshot);
    assert_eq!(Snapshot::read(&[&whole[..], b"more"].concat()).unwrap_err(), SnapshotError::Damaged);
}

#[test]
fn other_files_other_versions_and_damage_are_distinguished() {
    let whole = bytes();
    assert_eq!(Snapshot::read(b"id,x,y,vx,vy\n0,1,2,3,4\n").unwrap_err(), SnapshotError::NotASnapshot);
    let mut other = whole.clone();
    other[8] = 9;
    assert_eq!(Snapshot::read(&other).unwrap_err(), SnapshotError::Version(9));
    let error = SnapshotError::Version(9).to_string();
    assert!(error.contains("format 9") && error.contains(&format!("reads format {}", VERSION)), "{error}");
    for index in [25, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[index] ^= 1;
        assert_eq!(Snapshot::read(&damaged).unwrap_err(), SnapshotError::Damaged, "byte {index}");
    }
}

#[test]
fn a_state_that_does_not_fit_its_scenario_is_refused() {
    let (scenario, other) = (with_memories(), common::with_boids(&with_memories(), 19));
    let error = Snapshot::read(&Snapshot::write(&scenario, &initial_state(&other), "")).unwrap_err();
    assert!(error.to_string().contains("19 boids of species `boid`, the scenario 20"), "{error}");
}

#[test]
fn a_section_that_claims_more_rows_than_bytes_is_refused_before_they_are_allocated() {
    let whole = bytes();
    let name = whole.windows(9).position(|window| window == b"positions").unwrap();
    for rows in [u64::MAX, 1 << 60, 1 << 40, 21] {
        let mut changed = whole.clone();
        changed[name + 11..name + 19].copy_from_slice(&rows.to_le_bytes());
        seal(&mut changed);
        assert!(matches!(Snapshot::read(&changed).unwrap_err(), SnapshotError::Section(_)), "{rows}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Some are sealed again, so that the changes get past the checksum.
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
        if let Ok(snapshot) = Snapshot::read(&changed) {
            let again = Snapshot::write(&snapshot.scenario, &snapshot.state, &snapshot.notes);
            prop_assert_eq!(Snapshot::read(&again).unwrap(), snapshot);
        }
    }

    #[test]
    fn no_random_bytes_after_the_header_make_the_reader_panic(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = bytes()[..20].to_vec();
        bytes.extend(noise);
        seal(&mut bytes);
        let _ = Snapshot::read(&bytes);
    }
}
