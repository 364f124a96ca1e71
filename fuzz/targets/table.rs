//! No text makes the reader of tables panic, and what it takes survives writing and reading.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quelea::State;

fuzz_target!(|text: &str| {
    if let Ok(state) = State::<2>::from_csv(text) {
        assert_eq!(State::<2>::from_csv(&state.to_csv()).unwrap(), state);
    }
    if let Ok(state) = State::<3>::from_csv(text) {
        assert_eq!(State::<3>::from_csv(&state.to_csv()).unwrap(), state);
    }
});
