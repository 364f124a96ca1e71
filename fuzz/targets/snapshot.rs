//! No bytes make the snapshot reader panic, and what it takes survives writing and reading.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quelea::snapshot::{AnyState, read, seal, write};

fuzz_target!(|bytes: &[u8]| {
    let _ = read(bytes);
    // Sealed anew, so that what is behind the checksum is reached.
    let mut sealed = bytes.to_vec();
    seal(&mut sealed);
    if let Ok(snapshot) = read(&sealed) {
        let again = match &snapshot.state {
            AnyState::Flat(state) => write(&snapshot.scenario, state, &snapshot.notes),
            AnyState::Solid(state) => write(&snapshot.scenario, state, &snapshot.notes),
        };
        assert_eq!(read(&again).unwrap(), snapshot);
    }
});
