//! No bytes make the readers of measures panic or exhaust memory or time, and what they accept is complete rows.
#![no_main]
#![allow(dead_code, unused_imports, reason = "only the readers of the program are fuzzed")]

use libfuzzer_sys::fuzz_target;

// The program is not a library, so its modules are included by path.
#[path = "../../crates/quelea-cli/src/failure.rs"]
mod failure;
#[path = "../../crates/quelea-cli/src/files/mod.rs"]
mod files;
#[path = "../../crates/quelea-cli/src/new_file.rs"]
mod new_file;
#[path = "../../crates/quelea-cli/src/source.rs"]
mod source;

use files::TableKind;
use files::read::from_bytes;

fuzz_target!(|bytes: &[u8]| {
    for kind in [TableKind::Csv, TableKind::Parquet] {
        if let Ok(rows) = from_bytes(kind, bytes.to_vec()) {
            assert!(rows.named().iter().all(|(_, values)| values.len() == rows.len()));
        }
    }
});
