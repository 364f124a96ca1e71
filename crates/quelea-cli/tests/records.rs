//! What a record holds of each boid, and that its bytes depend on nothing else.
#![cfg(feature = "parquet")]

mod program;
use program::{fails_in, folder, output_in, parquet, read};

#[test]
fn an_array_has_velocities_if_they_are_wanted() {
    let folder = folder();
    let run = |arguments: &[&str]| output_in(folder.path(), &[&["run", "solid.toml", "--quiet"], arguments].concat());
    run(&["--record", "r.npy", "--columns", "positions,velocities"]);
    run(&["--record", "v.npy", "--columns", "velocities"]);
    run(&["--record", "r.csv"]);
    let table = read(folder.path(), "r.csv");
    for (name, columns) in [("r.npy", 6), ("v.npy", 3)] {
        let array = std::fs::read(folder.path().join(name)).unwrap();
        let head = String::from_utf8_lossy(&array[10..128]).into_owned();
        assert!(head.contains(&format!("'shape': (6, 30, {columns})")), "{head}");
        let numbers: Vec<f32> = array[128..].as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let expected = table.lines().skip(1).flat_map(|line| line.split(',').skip(9 - columns));
        let expected: Vec<f32> = expected.map(|text| text.parse::<f64>().unwrap() as f32).collect();
        assert_eq!(numbers, expected, "{name}");
    }
}

#[test]
fn every_format_can_leave_columns_out() {
    let folder = folder();
    let run = |name: &str, columns: &str| {
        output_in(folder.path(), &["run", "flat.toml", "--every", "12", "--record", name, "--columns", columns]);
    };
    for (columns, names) in
        [("positions", "step,id,species,x,y"), ("velocities", "step,id,species,vx,vy"), ("velocities,positions", "")]
    {
        let names = if names.is_empty() { "step,id,species,x,y,vx,vy" } else { names };
        let [csv, table] = ["csv", "parquet"].map(|format| format!("{columns}.{format}"));
        run(&csv, columns);
        run(&table, columns);
        let text = read(folder.path(), &csv);
        assert_eq!(text.lines().next().unwrap(), names);
        assert!(text.lines().all(|line| line.split(',').count() == names.split(',').count()));
        assert_eq!((parquet(folder.path(), &table)[0].as_str(), parquet(folder.path(), &table).len()), (names, 81));
    }
    run("r.xyz", "positions");
    let text = read(folder.path(), "r.xyz");
    assert!(
        text.contains("Properties=type:S:1:pos:R:3:id:I:1 ") && text.lines().nth(2).unwrap().split(' ').count() == 5
    );
    run("r.ndjson", "velocities");
    let text = read(folder.path(), "r.ndjson");
    assert!(!text.contains("\"positions\"") && text.contains("\"velocities\":[["), "{text}");
}

#[test]
fn a_resumed_record_keeps_its_columns() {
    let folder = folder();
    let both = ["--columns", "positions,velocities"];
    output_in(folder.path(), &[&["run", "flat.toml", "--record", "whole.npy"][..], &both].concat());
    let first = ["run", "flat.toml", "--steps", "5", "--record", "r.npy", "--checkpoint", "c"];
    output_in(folder.path(), &[&first[..], &both].concat());
    let resume = ["run", "--resume", "c", "--steps", "12"];
    let other = [&resume[..], &["--columns", "positions"]].concat();
    fails_in(folder.path(), &other, 2, &["--columns positions", "positions,velocities", "cannot change"]);
    output_in(folder.path(), &[&resume[..], &both].concat());
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("r.npy") == bytes("whole.npy"));
}

#[test]
fn a_parquet_record_has_the_same_bytes_whenever_it_was_written() {
    let folder = folder();
    // 121,000 rows of 40 bytes: more than one row group of 4 MiB.
    let run = ["run", "flat.toml", "--set", "boids=1000", "--steps", "120", "--quiet", "--record"];
    output_in(folder.path(), &[&run[..], &["once.parquet"]].concat());
    // A checkpoint writes everything, so the file is committed at other steps.
    let often = ["often.parquet", "--checkpoint", "c", "--checkpoint-every", "7"];
    output_in(folder.path(), &[&run[..], &often].concat());
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("once.parquet") == bytes("often.parquet"));
    let metadata = {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let reader =
            SerializedFileReader::new(std::fs::File::open(folder.path().join("once.parquet")).unwrap()).unwrap();
        reader.metadata().clone()
    };
    let rows: Vec<i64> = metadata.row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(rows, [(4 << 20) / 40, 121_000 - (4 << 20) / 40]);
}

/// Killed at any moment after step 60 of 120.
#[test]
fn a_resumed_parquet_record_has_the_bytes_of_an_undisturbed_one() {
    let folder = folder();
    let run = ["run", "flat.toml", "--set", "boids=1000", "--steps", "120", "--quiet", "--record"];
    output_in(folder.path(), &[&run[..], &["whole.parquet"]].concat());
    let call = [&run[..], &["r.parquet", "--checkpoint", "c", "--checkpoint-every", "10"]].concat();
    let started = program::Started::in_folder(folder.path(), &call);
    program::until(|| folder.path().join("r.parquet").exists());
    let step = || quelea::Snapshot::read(&std::fs::read(folder.path().join("c")).unwrap_or_default());
    program::until(|| step().is_ok_and(|snapshot| snapshot.state.step >= 60));
    started.kill();
    output_in(folder.path(), &["run", "--resume", "c", "--quiet"]);
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    assert!(bytes("r.parquet") == bytes("whole.parquet"));
}
