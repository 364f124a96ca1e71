//! Damaged Parquet files: an error, and not a word of how their reader came to grief.

mod program;
use parquet::file::reader::{FileReader, SerializedFileReader};
use program::{fails_in, folder, output_in};

/// Whether the Parquet crate panics over these bytes, where an error would have done.
fn upsets(bytes: &[u8]) -> bool {
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
fn a_file_that_upsets_its_reader_is_damaged_and_that_is_all() {
    let folder = folder();
    let path = folder.path().join("m.parquet");
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.parquet", "--checkpoint", "c"]);
    let whole = std::fs::read(&path).unwrap();
    let damaged = (0..whole.len()).map(|place| {
        let mut bytes = whole.clone();
        bytes[place] = 0xff;
        bytes
    });
    let damaged: Vec<Vec<u8>> = damaged.filter(|bytes| upsets(bytes)).take(5).collect();
    assert!(!damaged.is_empty(), "the crate has become more careful: find what upsets it now");
    // `fails_in` looks for a panic in what is said.
    for bytes in damaged {
        std::fs::write(&path, bytes).unwrap();
        fails_in(
            folder.path(),
            &["plot", "m.parquet"],
            2,
            &["`m.parquet` is not a whole parquet table: it is damaged"],
        );
        let go_on = ["run", "--resume", "c", "--steps", "20"];
        fails_in(folder.path(), &go_on, 2, &["cannot go on with `m.parquet`: it is damaged"]);
    }
    std::fs::write(&path, whole).unwrap();
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "20"]);
}
