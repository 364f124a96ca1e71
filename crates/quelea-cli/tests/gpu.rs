//! The GPU engine in every command: the same state as on the processor, and what it says.
#![cfg(feature = "gpu")]

mod program;
use program::{Call, call_in, folder, output_in};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn call_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Call {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quelea"));
    program.env("QUELEA_PROGRESS", "none").envs(variables.iter().copied());
    Call::from(program.args(arguments).current_dir(folder).output().unwrap())
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&output_in(folder, &[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn a_run_has_the_same_state_and_names_the_device() {
    let folder = folder();
    for scenario in ["flat.toml", "solid.toml", "scenes/gate"] {
        let run = |engine| json(folder.path(), &["run", scenario, "--steps", "12", "--engine", engine]);
        let (fast, gpu) = (run("fast"), run("gpu"));
        assert_eq!(gpu["state_hash"], fast["state_hash"], "{scenario}");
        assert_eq!(gpu["measures"], fast["measures"], "{scenario}");
        assert_eq!((&fast["device"], &fast["bits"]), (&Value::Null, &Value::Null));
        assert!(gpu["bits"].as_str().unwrap().starts_with("same bits as the CPU"), "{}", gpu["bits"]);
        let text = output_in(folder.path(), &["run", scenario, "--steps", "1", "--engine", "gpu"]);
        let line = text.lines().nth(1).unwrap();
        assert_eq!(
            line,
            format!("gpu engine on {}: {}", gpu["device"].as_str().unwrap(), gpu["bits"].as_str().unwrap())
        );
    }
}

#[test]
fn a_run_is_resumed_and_its_files_are_the_same() {
    let folder = folder();
    let run = |engine: &str, name: &str, steps: &str| {
        let (record, checkpoint) = (format!("{name}.csv"), format!("{name}.checkpoint"));
        let arguments = ["--every", "3", "--record", &record, "--checkpoint", &checkpoint, "--quiet"];
        output_in(
            folder.path(),
            &[&["run", "flat.toml", "--engine", engine, "--steps", steps], &arguments[..]].concat(),
        );
    };
    run("fast", "fast", "9");
    run("gpu", "gpu", "6");
    output_in(folder.path(), &["run", "--resume", "gpu.checkpoint", "--steps", "9", "--quiet"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("gpu.csv"), read("fast.csv"));
}

/// They are fetched, measured and written while the flock steps on.
#[test]
fn samples_are_the_same_and_in_order() {
    let folder = folder();
    for scenario in ["flat.toml", "solid.toml"] {
        for engine in ["fast", "gpu"] {
            let [record, measures] = ["record", "measures"].map(|name| format!("{name}-{engine}.csv"));
            let samples = ["--every", "1", "--record", &record, "--measures", &measures, "--quiet", "--force"];
            let run = ["run", scenario, "--steps", "40", "--engine", engine];
            output_in(folder.path(), &[&run[..], &samples].concat());
        }
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        for name in ["record", "measures"] {
            let (fast, gpu) = (read(&format!("{name}-fast.csv")), read(&format!("{name}-gpu.csv")));
            assert!(fast == gpu && fast.lines().count() > 40, "{scenario} {name}");
        }
    }
}

/// A file that cannot grow ends the run with the error of any other engine.
#[cfg(unix)]
#[test]
fn a_sample_that_cannot_be_written_ends_the_run() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_quelea");
    for engine in ["fast", "gpu"] {
        let run = format!("run flat.toml --boids 400 --steps 200 --every 1 --engine {engine} --record {engine}.csv");
        let limited = format!("trap '' XFSZ; ulimit -f 40; exec '{program}' {run} --quiet");
        let mut shell = Command::new("sh");
        shell.env("QUELEA_PROGRESS", "none").args(["-c", &limited]).current_dir(folder.path());
        let call = Call::from(shell.output().unwrap());
        assert_eq!(call.code, 1, "{}", call.err);
        assert!(call.err.contains(&format!("cannot write `{engine}.csv`")), "{}", call.err);
        assert!(call.err.contains("the run ended at step"), "{}", call.err);
    }
}

#[test]
fn a_sweep_has_the_same_table() {
    let folder = folder();
    for engine in ["fast", "gpu"] {
        let out = format!("{engine}.csv");
        let vary = ["--vary", "cohesion.weight=0,1", "--repeats", "2", "--engine", engine, "--out", &out, "--quiet"];
        output_in(folder.path(), &[&["sweep", "flat.toml"], &vary[..]].concat());
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("gpu.csv"), read("fast.csv"));
}

/// A flock on a device is drawn there; trails need its state.
#[cfg(feature = "render")]
#[test]
fn a_picture_is_the_same() {
    let folder = folder();
    for scenario in ["p5", "reynolds1987", "strombom", "dorsogna"] {
        for trails in ["0", "5"] {
            let draw = |engine: &str| {
                let out = format!("{engine}.png");
                let how = ["--colour", "species", "--size", "320x180", "--trails", trails, "--out", &out, "--force"];
                let arguments =
                    [&["render", scenario, "--steps", "9", "--quiet", "--engine", engine], &how[..]].concat();
                output_in(folder.path(), &arguments);
                std::fs::read(folder.path().join(out)).unwrap()
            };
            assert!(draw("gpu") == draw("fast"), "{scenario}, {trails} trails");
        }
    }
}

#[test]
fn the_benchmark_measures_the_device() {
    let folder = folder();
    let rows =
        ["bench", "--engine", "gpu", "--boids", "500", "--dimension", "2", "--radius", "--uniform", "--seconds", "0"];
    let measured = json(folder.path(), &rows);
    let row = &measured[0];
    assert_eq!((&row["engine"], &row["boids"]), (&"gpu".into(), &500.into()));
    for key in ["steps_per_second", "perceived_neighbours", "bytes_per_boid", "bound_boid_steps_per_second"] {
        assert!(row[key].as_f64().unwrap() > 0.0, "{key}: {row}");
    }
    assert!(output_in(folder.path(), &rows).contains("same bits as the CPU"));
    let preset = ["bench", "--preset", "vicsek", "--engine", "gpu", "--seconds", "0"];
    assert_eq!(json(folder.path(), &preset)[0]["engine"], "gpu");
}

/// The driver of the tests is a program, which is slower than the fast engine.
#[test]
fn auto_does_not_take_a_device_that_is_slower() {
    let folder = folder();
    let big = ["run", "flat.toml", "--steps", "1", "--boids", "20000", "--engine", "auto"];
    let report = json(folder.path(), &big);
    let software =
        call_in(folder.path(), &["run", "flat.toml", "--steps", "1", "--engine", "gpu"]).out.contains("llvmpipe");
    assert_eq!(report["engine"], if software { "fast" } else { "gpu" });
    let small = json(folder.path(), &["run", "flat.toml", "--steps", "1", "--engine", "auto"]);
    assert_eq!(small["engine"], "fast");
}

#[test]
fn without_a_device_it_says_what_to_install() {
    let folder = folder();
    let hidden = [("QUELEA_GPU", "no such device")];
    let call = call_with(folder.path(), &["run", "flat.toml", "--engine", "gpu"], &hidden);
    assert_eq!((call.code, call.out.as_str()), (2, ""), "{}", call.err);
    for words in ["no GPU was found", "no such device", "mesa-vulkan-drivers", "engine = \"fast\""] {
        assert!(call.err.contains(words), "{}", call.err);
    }
    let call = call_with(
        folder.path(),
        &["run", "flat.toml", "--engine", "auto", "--boids", "20000", "--steps", "0"],
        &hidden,
    );
    assert_eq!(call.code, 0, "{}", call.err);
}

#[test]
fn what_is_not_computed_there_is_refused_before_the_first_step() {
    let folder = folder();
    let approximate = ["run", "lee2008", "--set", "search=representative", "--engine", "gpu"];
    let refused = call_in(folder.path(), &approximate);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("`search`") && refused.err.contains("engine = \"fast\""), "{}", refused.err);
    let refused = call_in(folder.path(), &["run", "netlogo", "--engine", "gpu"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("reference.quirks"), "{}", refused.err);
}
