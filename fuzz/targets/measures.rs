//! No bytes make the readers of tables panic or exhaust memory or time, and what they accept is complete rows.
#![no_main]
#![allow(dead_code, unused_imports, reason = "only the readers of the program are fuzzed")]

use libfuzzer_sys::fuzz_target;

// The program is not a library, so its modules are included by path.
#[path = "../../crates/quelea-cli/src/atomic_file.rs"]
mod atomic_file;
#[path = "../../crates/quelea-cli/src/error.rs"]
mod error;
#[path = "../../crates/quelea-cli/src/files/mod.rs"]
mod files;
#[path = "../../crates/quelea-cli/src/input.rs"]
mod input;
#[path = "../../crates/quelea-cli/src/interrupt.rs"]
mod interrupt;
#[path = "../../crates/quelea-cli/src/output.rs"]
mod output;
#[path = "../../crates/quelea-cli/src/temporary.rs"]
mod temporary;

use files::TableFormat;

fuzz_target!(|bytes: &[u8]| {
    for format in [TableFormat::Csv, TableFormat::Parquet] {
        if let Ok(table) = format.decode(bytes.to_vec()) {
            assert!(table.columns().iter().all(|(_, values)| values.len() == table.len()));
        }
    }
});
