//! No text makes the scenario reader panic, and what it takes survives writing and reading.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quelea::Scenario;

fuzz_target!(|text: &str| {
    // What follows the first line that is only `---` are changes, one a line, as after `--set`.
    let (file, changes) = text.split_once("\n---\n").unwrap_or((text, ""));
    if let Ok(scenario) = Scenario::from_named_toml_with("fuzz.toml", file, changes.lines()) {
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    }
});
