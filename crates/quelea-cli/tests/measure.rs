//! What `quelea measure` measures, writes and refuses.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use program::{column, fails_in, folder, left, output_in, parquet, read};
use serde_json::Value;
use std::path::Path;

fn measure(folder: &Path, arguments: &[&str]) -> Value {
    // A PNG takes seconds in a debug build; tests/plot.rs draws some.
    let call = [&["measure"], arguments, &["--plots", "svg", "--json"]].concat();
    serde_json::from_str(&output_in(folder, &call)).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

#[test]
fn a_record_of_a_run_has_the_measures_of_the_run() {
    let folder = folder();
    let run = ["run", "flat.toml", "--steps", "20", "--every", "2", "--measures", "m.csv"];
    output_in(folder.path(), &[&run[..], &["--record", "r.csv", "--quiet"]].concat());
    output_in(
        folder.path(),
        &["run", "flat.toml", "--steps", "20", "--every", "2", "--record", "r.parquet", "--quiet"],
    );
    let torus = ["--space", "torus", "--size", "100,100", "--radius", "20"];
    let report = measure(folder.path(), &[&["r.csv"], &torus[..], &["--out", "a"]].concat());
    assert_eq!((&report["frames"], &report["interval"]), (&11.into(), &2.0.into()));
    assert_eq!((&report["velocities"], &report["boids"][0]), (&"given".into(), &40.into()));
    let (expected, own) = (read(folder.path(), "m.csv"), read(folder.path(), "a/measures.csv"));
    for name in own.lines().next().unwrap().split(',').filter(|name| *name != "boids") {
        assert_eq!(column(&expected, name), column(&own, name), "{name}");
    }
    // The same in Parquet, which holds single precision.
    let again = measure(folder.path(), &[&["r.parquet"], &torus[..], &["--out", "b", "--format", "parquet"]].concat());
    assert_eq!((&report["measures"], &report["derived"]), (&again["measures"], &again["derived"]));
    assert_eq!(parquet(folder.path(), "b/measures.parquet")[0], own.lines().next().unwrap());
    assert_eq!(left(&folder.path().join("a")).len(), left(&folder.path().join("b")).len());
}

/// Two boids that circle around the origin, one turning after the other, and a third that comes later.
#[test]
fn a_parquet_record_says_how_long_a_step_takes() {
    let folder = folder();
    let run = ["run", "flat.toml", "--steps", "20", "--every", "2", "--set", "motion.step=0.25", "--quiet", "--record"];
    output_in(folder.path(), &[&run[..], &["r.parquet"]].concat());
    assert_eq!(measure(folder.path(), &["r.parquet"])["interval"], 0.5);
    assert_eq!(measure(folder.path(), &["r.parquet", "--frame-rate", "2"])["interval"], 1.0);
}

fn circling() -> String {
    let mut text = "frame,id,x,y\n".to_owned();
    for frame in 0..60 {
        for (id, delay) in [("ann", 0.0), ("bob", 5.0)] {
            let angle: f64 = 0.1 * (f64::from(frame) - delay);
            text += &format!("{frame},{id},{},{}\n", 10.0 * angle.cos(), 10.0 * angle.sin());
        }
        if frame >= 30 {
            text += &format!("{frame},cat,{},0\n", 0.5 * f64::from(frame));
        }
    }
    text
}

#[test]
fn a_trajectory_without_velocities_is_measured_by_differences() {
    let folder = folder();
    write(folder.path(), "t.csv", &circling());
    let report = measure(folder.path(), &["t.csv", "--frame-rate", "10", "--neighbours", "1", "--out", "o"]);
    assert_eq!((&report["velocities"], &report["interval"]), (&"derived".into(), &0.1.into()));
    assert_eq!(report["boids"], serde_json::json!([2, 3]));
    let files = left(&folder.path().join("o"));
    for name in ["measures.csv", "g.csv", "correlation.csv", "msd.csv", "overlap.csv", "fluctuations.csv"] {
        assert!(files.contains(&name.to_owned()), "{files:?}");
    }
    for name in ["delays.csv", "individuals.csv", "bands.csv", "histogram.csv", "correlation.svg", "msd.svg"] {
        assert!(files.contains(&name.to_owned()), "{files:?}");
    }
    // Three boids are all on the hull, so there is no g to show.
    assert!(!files.contains(&"g.svg".to_owned()) && read(folder.path(), "o/g.csv").lines().count() == 1);
    let delays = read(folder.path(), "o/delays.csv");
    assert!(delays.lines().nth(1).unwrap().starts_with("ann,bob,5,0.5,"), "{delays}");
    let boids = column(&read(folder.path(), "o/measures.csv"), "boids");
    assert_eq!((boids.len(), boids[29].as_str(), boids[30].as_str()), (60, "2", "3"));
    // A chord of 0.1 rad on a circle of radius 10 in a tenth of the unit of time.
    let speed: f64 = column(&read(folder.path(), "o/measures.csv"), "mean_speed")[0].parse().unwrap();
    assert!((speed - 2000.0 * 0.05f64.sin() / 10.0).abs() < 1e-9, "{speed}");
}

#[test]
fn files_are_replaced_only_with_force() {
    let folder = folder();
    write(folder.path(), "t.csv", &circling());
    measure(folder.path(), &["t.csv", "--frame-rate", "10", "--out", "o"]);
    let call = ["measure", "t.csv", "--frame-rate", "10", "--out", "o"];
    fails_in(folder.path(), &call, 2, &["o/measures.csv` exists", "--force"]);
    measure(folder.path(), &["t.csv", "--frame-rate", "10", "--out", "o", "--force"]);
    fails_in(folder.path(), &["measure", "t.csv", "--frame-rate", "10", "--out", "t.csv"], 2, &["not a folder"]);
}

#[test]
fn tables_that_cannot_be_measured_are_refused_with_the_reason() {
    let folder = folder();
    let refuse = |table: &str, arguments: &[&str], words: &[&str]| {
        write(folder.path(), "bad.csv", table);
        fails_in(folder.path(), &[&["measure", "bad.csv"], arguments].concat(), 2, words);
    };
    let rate = ["--frame-rate", "30"];
    refuse("", &rate, &["`bad.csv`", "empty"]);
    refuse("frame,id,x,y\n", &rate, &["no rows"]);
    refuse("frame,id,x\n0,1,2\n", &rate, &["no column `y`", "its columns are frame, id, x"]);
    refuse("frame,id,x,y\n0,1,2,3\n1,1,NaN,3\n", &rate, &["line 3", "`x`", "not a number", "leave out the row"]);
    refuse("frame,id,x,y\n0,1,2,3\n0,1,2,3\n", &rate, &["line 3", "id 1 appears twice in frame 0"]);
    refuse("frame,id,x,y\n0,1,2,3\n1,1,2,3\n4,1,2,3\n", &rate, &["line 4", "frame 2 is missing"]);
    refuse("frame,id,x,y\n0,1,2,3\n1,1,2,3\n", &[], &["--frame-rate 30"]);
    refuse("frame,id,x,y\n0,a,1,1\n1,b,2,1\n", &rate, &["no id is in two frames in a row"]);
    let good = "frame,id,x,y\n0,1,2,3\n1,1,2,4\n";
    refuse(good, &[&rate[..], &["--space", "torus"]].concat(), &["--size W,H"]);
    refuse(good, &[&rate[..], &["--size", "3,4"]].concat(), &["--space torus"]);
    refuse(good, &["--frame-rate", "-1"], &["allowed: a number"]);
    fails_in(folder.path(), &["measure", "none.csv"], 2, &["cannot read `none.csv`"]);
    fails_in(folder.path(), &["measure", "flat.toml"], 2, &["`.csv` or `.parquet`"]);
    assert_eq!(left(folder.path()), ["bad.csv"]);
}
