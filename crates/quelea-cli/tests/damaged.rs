//! Damaged Parquet files give an error, never a panic message.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use parquet::file::reader::{FileReader, SerializedFileReader};
use program::{fails_in, folder, output_in};

/// Whether the Parquet crate panics over these bytes.
fn makes_reader_panic(bytes: &[u8]) -> bool {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    std::panic::catch_unwind(|| {
        let Ok(reader) = SerializedFileReader::new(bytes) else { return };
        for group in reader.metadata().row_groups() {
            let _ = group.columns().iter().map(|column| column.byte_range()).max();
        }
    })
    .is_err()
}

#[test]
fn a_file_that_makes_the_reader_panic_is_reported_as_damaged() {
    let folder = folder();
    let path = folder.path().join("m.parquet");
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.parquet", "--checkpoint", "c"]);
    let intact = std::fs::read(&path).unwrap();
    let damaged = (0..intact.len()).map(|index| {
        let mut bytes = intact.clone();
        bytes[index] = 0xff;
        bytes
    });
    let damaged: Vec<Vec<u8>> = damaged.filter(|bytes| makes_reader_panic(bytes)).take(5).collect();
    assert!(!damaged.is_empty(), "the crate no longer panics over these bytes: find others");
    // `fails_in` fails on a panic message.
    for bytes in damaged {
        std::fs::write(&path, bytes).unwrap();
        fails_in(
            folder.path(),
            &["plot", "m.parquet"],
            2,
            &["`m.parquet` is not a complete parquet table: it is damaged"],
        );
        let resume = ["run", "--resume", "c", "--steps", "20"];
        fails_in(folder.path(), &resume, 2, &["cannot resume `m.parquet`: it is damaged"]);
    }
    std::fs::write(&path, intact).unwrap();
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "20"]);
}
