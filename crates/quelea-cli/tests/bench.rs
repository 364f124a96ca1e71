//! What `quelea bench` prints, plots and refuses. No test depends on speed.
#![cfg(feature = "plot")]

mod program;
use program::{Started, fails_in, folder, left, output_in, read, until};

#[test]
fn every_row_is_in_the_json_and_in_the_plot() {
    let folder = folder();
    let call = ["bench", "--boids", "40,400", "--seconds", "0", "--json", "--plot", "b.svg"];
    let rows: serde_json::Value = serde_json::from_str(&output_in(folder.path(), &call)).unwrap();
    let rows = rows.as_array().unwrap();
    let cores = std::thread::available_parallelism().unwrap().get();
    let lines = 2 * 2 * 2 * if cores == 1 { 1 } else { 2 };
    assert_eq!(rows.len(), 2 * lines);
    for row in rows {
        for name in ["boids", "neighbours", "dimension", "threads", "boid_steps_per_second", "bytes_per_boid"] {
            assert!(row[name].as_f64().unwrap() > 0.0, "{name} in {row}");
        }
    }
    let svg = read(folder.path(), "b.svg");
    for word in
        ["boids", "boid-steps per second", "2D, radius, uniform, 1 thread", "3D, nearest 7, clustered, 1 thread"]
    {
        assert!(svg.contains(word), "{word}");
    }
    // A disc per row and per line of the legend, and a hole in each of those for one thread.
    let hollow = if cores == 1 { lines } else { lines / 2 };
    assert_eq!(svg.matches("<circle").count(), 3 * (lines + hollow));
}

#[test]
fn one_row_is_printed_and_plotted() {
    let folder = folder();
    let only = ["--boids", "50", "--dimension", "2", "--radius", "--uniform", "--threads", "1", "--seconds", "0"];
    let text = output_in(folder.path(), &[&["bench", "--plot", "b.png"], &only[..]].concat());
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("50  2  radius")).count(), 1, "{text}");
    assert!(text.ends_with("plot `b.png`\n"), "{text}");
    assert!(std::fs::read(folder.path().join("b.png")).unwrap().starts_with(b"\x89PNG"));
    fails_in(folder.path(), &[&["bench", "--plot", "b.png"], &only[..]].concat(), 2, &["`b.png` exists", "--force"]);
    output_in(folder.path(), &[&["bench", "--plot", "b.png", "--force"], &only[..]].concat());
}

#[test]
fn an_unknown_picture_format_is_refused_before_measuring() {
    let folder = folder();
    fails_in(folder.path(), &["bench", "--plot", "b.pdf"], 2, &["`b.pdf`", "`.svg` or `.png`"]);
    fails_in(folder.path(), &["bench", "--plot", "none/b.svg"], 1, &["cannot write `none/b.svg`"]);
    assert_eq!(left(folder.path()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_benchmark_leaves_no_unfinished_picture() {
    let folder = folder();
    let call = ["bench", "--boids", "1000", "--seconds", "86400", "--plot", "b.svg"];
    let started = Started::in_folder(folder.path(), &call);
    until(|| left(folder.path()).iter().any(|name| name.ends_with(".part")));
    let call = started.signal("TERM");
    assert_eq!(call.code, 130, "{}", call.err);
    assert!(call.err.starts_with("stopped after 0 of ") && call.err.contains("the same command"), "{}", call.err);
    assert_eq!(left(folder.path()), Vec::<String>::new());
}
