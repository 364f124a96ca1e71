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
fn a_preset_is_measured_at_its_own_density_whatever_its_size() {
    let folder = folder();
    let rows = |arguments: &[&str]| -> Vec<serde_json::Value> {
        let call = [&["bench", "--threads", "1", "--seconds", "0", "--json"], arguments].concat();
        serde_json::from_str(&output_in(folder.path(), &call)).unwrap()
    };
    // 1000 boids in a cube of side 100, with about 25 neighbours each.
    std::fs::write(
        folder.path().join("cube.toml"),
        "dimension = 3\nboids = 900\nspace.size = [100, 100, 100]\nperception.radius = 18\n\
         [[species]]\nname = 'hawk'\nboids = 100\nrelations.boid = 'hunt'\n",
    )
    .unwrap();
    let found = rows(&["--preset", "cube.toml", "--preset", "mesa", "--boids", "1000,3000"]);
    let names: Vec<_> =
        found.iter().map(|row| (row["preset"].as_str().unwrap(), row["boids"].as_u64().unwrap())).collect();
    assert_eq!(names, [("cube.toml", 1000), ("cube.toml", 3000), ("mesa", 1000), ("mesa", 3000)]);
    for pair in found.chunks(2) {
        let neighbours = [0, 1].map(|row: usize| pair[row]["perceived_neighbours"].as_f64().unwrap());
        assert!((neighbours[0] / neighbours[1] - 1.0).abs() < 0.1, "{neighbours:?}");
        assert!(pair[0]["boid_steps_per_second"].as_f64().unwrap() > 0.0);
    }
    let own = rows(&["--preset", "p5"]);
    assert_eq!((own.len(), &own[0]["boids"], &own[0]["spread"]), (1, &300.into(), &"start".into()));
    // Slow boids stay where they start.
    let slow = ["--set", "motion.max_speed=0.01", "--neighbours", "12"];
    let chosen = rows(&[&["--preset", "flat.toml", "--boids", "2000"], &slow[..]].concat());
    assert!((chosen[0]["perceived_neighbours"].as_f64().unwrap() - 12.0).abs() < 1.0, "{chosen:?}");
}

#[test]
fn a_preset_that_needs_the_reference_is_measured_on_it_with_one_thread() {
    let folder = folder();
    let text = output_in(folder.path(), &["bench", "--preset", "jyanar", "--preset", "p5", "--seconds", "0"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("jyanar ")).collect();
    assert!(rows.len() == 1 && rows[0].contains(" reference "), "{text}");
    assert!(text.contains("The reference engine uses one thread"), "{text}");
    let plot = ["bench", "--preset", "p5", "--boids", "300,600", "--threads", "1", "--seconds", "0", "--plot", "b.svg"];
    output_in(folder.path(), &plot);
    assert!(read(folder.path(), "b.svg").contains("p5, 1 thread"));
}

#[test]
fn a_preset_that_cannot_be_measured_as_asked_is_refused() {
    let folder = folder();
    fails_in(folder.path(), &["bench", "--preset", "p6"], 2, &["`p6` is not a preset", "did you mean `p5`?"]);
    fails_in(
        folder.path(),
        &["bench", "--preset", "p5", "--dimension", "3"],
        2,
        &["--dimension", "cannot be used with"],
    );
    fails_in(folder.path(), &["bench", "--set", "boids=3"], 2, &["--preset"]);
    let few = ["bench", "--boids", "10", "--neighbours", "30"];
    fails_in(folder.path(), &few, 2, &["10 boids in 2D that perceive the nearest 30, uniform: ", "at most 9"]);
    let narrow = ["bench", "--preset", "flat.toml", "--boids", "2"];
    fails_in(folder.path(), &narrow, 2, &["--preset flat.toml with 2 boids", "`perception.radius`"]);
    let start = ["bench", "--preset", "p5", "--neighbours", "30"];
    fails_in(folder.path(), &start, 2, &["--neighbours", "do not start uniformly", "allowed: no --neighbours"]);
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
    assert_eq!(call.code, 143, "{}", call.err);
    assert!(call.err.starts_with("stopped after 0 of ") && call.err.contains("the same command"), "{}", call.err);
    assert_eq!(left(folder.path()), Vec::<String>::new());
}
