//! No text makes the scenario reader panic, and what it accepts survives a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quelea::Scenario;

fuzz_target!(|text: &str| {
    // The lines after the first `---` are overrides, as for `--set`.
    let (file, changes) = text.split_once("\n---\n").unwrap_or((text, ""));
    if let Ok(scenario) = Scenario::from_named_toml_with("fuzz.toml", file, changes.lines()) {
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    }
});
