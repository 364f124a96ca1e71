//! No bytes make the snapshot reader panic, and what it accepts survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quelea::Snapshot;
use quelea::state::snapshot::seal;

fuzz_target!(|bytes: &[u8]| {
    let _ = Snapshot::read(bytes);
    // Sealed again, so that the fuzzer gets past the checksum.
    let mut sealed = bytes.to_vec();
    seal(&mut sealed);
    if let Ok(snapshot) = Snapshot::read(&sealed) {
        let again = Snapshot::write(&snapshot.scenario, &snapshot.state, &snapshot.notes);
        assert_eq!(Snapshot::read(&again).unwrap(), snapshot);
    }
});
