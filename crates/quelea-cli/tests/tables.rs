//! `--start` and `--state-out`: states as tables.

mod program;
use program::{fails_in, folder, left, output_in, read};
use serde_json::Value;
use std::path::Path;

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

#[test]
fn a_state_survives_a_round_trip_through_its_table_to_the_bit() {
    let folder = folder();
    for scenario in ["flat.toml", "solid.toml", "hawks.toml"] {
        for engine in ["fast", "reference"] {
            let written = ["run", scenario, "--engine", engine, "--state-out", "a.csv", "--force"];
            output_in(folder.path(), &written);
            let again = ["run", scenario, "--engine", engine, "--start", "a.csv", "--steps", "0"];
            output_in(folder.path(), &[&again[..], &["--state-out", "b.csv", "--force"]].concat());
            assert_eq!(read(folder.path(), "a.csv"), read(folder.path(), "b.csv"), "{scenario}, {engine}");
        }
    }
    assert_eq!(left(folder.path()), ["a.csv", "b.csv"], "no temporary file is left");
}

#[test]
fn a_run_from_a_table_continues_as_if_it_had_never_stopped() {
    let folder = folder();
    let run = |arguments: &[&str]| output_in(folder.path(), &[&["run", "flat.toml"], arguments].concat());
    run(&["--steps", "12", "--state-out", "expected.csv"]);
    run(&["--steps", "5", "--state-out", "half.csv"]);
    run(&["--steps", "7", "--start", "half.csv", "--state-out", "rest.csv"]);
    assert_eq!(read(folder.path(), "expected.csv"), read(folder.path(), "rest.csv"));
}

#[test]
fn a_table_determines_the_number_of_boids() {
    let folder = folder();
    write(folder.path(), "two.csv", "vx,vy,id,x,y,colour\n1,0,1,90,50,red\n0.5,0.25,0,10,50,blue\n\n");
    let call = ["run", "flat.toml", "--start", "two.csv", "--steps", "0", "--state-out", "out.csv", "--json"];
    let report: Value = serde_json::from_str(&output_in(folder.path(), &call)).unwrap();
    // Across the seam of a torus 100 wide, 10 and 90 are 20 apart.
    assert_eq!((&report["boids"], &report["measures"]["min_nearest_distance"]), (&2.into(), &20.into()));
    assert_eq!(read(folder.path(), "out.csv"), "id,x,y,vx,vy\n0,10.0,50.0,0.5,0.25\n1,90.0,50.0,1.0,0.0\n");
}

#[test]
fn a_table_may_start_with_a_byte_order_mark_and_have_a_third_axis_of_zeros() {
    let folder = folder();
    let plain = "id,x,y,vx,vy\n0,10.0,50.0,0.5,0.25\n";
    for table in [format!("\u{feff}{plain}"), "id,x,y,z,vx,vy,vz\n0,10,50,0,0.5,0.25,-0.0\n".into()] {
        write(folder.path(), "t.csv", &table);
        let call = ["run", "flat.toml", "--start", "t.csv", "--steps", "0", "--state-out", "out.csv", "--force"];
        output_in(folder.path(), &call);
        assert_eq!(read(folder.path(), "out.csv"), plain);
    }
}

#[test]
fn a_final_state_can_be_read_however_far_boids_have_flown() {
    let folder = folder();
    let far = "boids = 5\nspace.kind = 'open'\nstart = { velocity = 'heading', speed = 1e6 }\n";
    let fast = "motion.max_speed = 1e6\n";
    // Its forces are larger than any parameter.
    let smooth = "motion = { max_speed = 1e6, step = 1e6, smoothing = 0.5, scale = 1e6 }\ncohesion.weight = 1e6\n\
                  perception.kind = 'all'\n";
    for scenario in [fast, smooth].map(|motion| format!("{far}{motion}")) {
        write(folder.path(), "far.toml", &scenario);
        for engine in ["fast", "reference"] {
            let run = |arguments: &[&str]| {
                output_in(folder.path(), &[&["run", "far.toml", "--engine", engine, "--force"], arguments].concat());
            };
            run(&["--steps", "2000", "--state-out", "a.csv"]);
            run(&["--steps", "0", "--start", "a.csv", "--state-out", "b.csv"]);
            let table = read(folder.path(), "a.csv");
            assert_eq!(table, read(folder.path(), "b.csv"), "{scenario}");
            let numbers = table.split([',', '\n']).filter_map(|field| field.parse::<f64>().ok());
            assert!(numbers.fold(0.0, |largest, x| x.abs().max(largest)) > 1e9, "{table}");
        }
    }
}

#[test]
fn a_table_that_does_not_fit_is_refused_with_its_name_and_line() {
    let folder = folder();
    let refuse = |scenario: &str, table: &str, words: &[&str]| {
        write(folder.path(), "t.csv", table);
        fails_in(folder.path(), &["run", scenario, "--start", "t.csv"], 2, &[&["`t.csv`"], words].concat());
    };
    refuse("flat.toml", "", &["no column `id`"]);
    refuse("flat.toml", "id,x,y,vx\n", &["line 1: no column `vy`"]);
    refuse("flat.toml", "id,x,y,vx,vy\n0,1,2,3,4\n1,1,here,3,4\n", &["line 3: column `y`", "not a number"]);
    refuse("flat.toml", "id,x,y,vx,vy\n0,1,NaN,3,4\n", &["line 2: column `y`"]);
    refuse("flat.toml", "id,x,y,vx,vy\n0,1,2,3,4\n0,1,2,3,4\n", &["line 3: id 0", "twice"]);
    refuse("solid.toml", "id,x,y,vx,vy\n0,1,2,3,4\n", &["no column `z`"]);
    refuse("flat.toml", "id,x,y,z,vx,vy,vz\n0,1,2,5,3,4,0\n", &["line 2: column `z`: `5` is not 0", "dimension = 3"]);
    refuse("flat.toml", "id,x,y,z,vx,vy,vz\n0,1,2,0,3,4,1e-9\n", &["line 2: column `vz`: `1e-9` is not 0"]);
    refuse("flat.toml", "id,x,y,vx,vy\n0,1,inf,3,4\n", &["line 2: column `y`: `inf` is not within ±1e25"]);
    refuse("hawks.toml", "id,x,y,vx,vy\n0,1,2,3,4\n", &["1 boids of species `boid`, the scenario 20"]);
    let contradiction = ["run", "flat.toml", "--start", "t.csv", "--set", "boids=5"];
    fails_in(folder.path(), &contradiction, 2, &["`t.csv`", "1 boids", "the scenario 5"]);
    fails_in(folder.path(), &["run", "flat.toml", "--start", "none.csv"], 2, &["cannot read `none.csv`"]);
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    let folder = folder();
    write(folder.path(), "mine.csv", "mine");
    let call = ["run", "flat.toml", "--state-out", "mine.csv"];
    fails_in(folder.path(), &call, 2, &["`mine.csv` exists", "--force"]);
    assert_eq!(read(folder.path(), "mine.csv"), "mine");
    output_in(folder.path(), &[&call[..], &["--force"]].concat());
    assert!(read(folder.path(), "mine.csv").starts_with("id,x,y,vx,vy\n0,"));
}

#[test]
fn a_table_that_cannot_be_written_is_refused_before_the_run() {
    let folder = folder();
    fails_in(
        folder.path(),
        &["run", "flat.toml", "--steps", "1000000000", "--state-out", "no/such/folder/a.csv"],
        1,
        &["cannot write `no/such/folder/a.csv`"],
    );
    std::fs::create_dir(folder.path().join("d.csv")).unwrap();
    fails_in(folder.path(), &["run", "flat.toml", "--state-out", "d.csv", "--force"], 2, &["not a regular file"]);
    // A table with the extension of another format would mislead its readers.
    for name in ["s.parquet", "s", "."] {
        fails_in(folder.path(), &["run", "flat.toml", "--state-out", name], 2, &[&format!("`{name}`"), "`.csv`"]);
    }
}
