//! No text makes the table reader panic, and what it accepts survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quelea::State;

fuzz_target!(|text: &str| {
    for dimension in [2, 3] {
        if let Ok(state) = State::from_csv(dimension, text) {
            assert_eq!(State::from_csv(dimension, &state.to_csv()).unwrap(), state);
        }
    }
});
