//! `--record -`, FIFOs and descriptors: samples for other programs, while the run proceeds.
#![cfg(unix)]

mod program;
use program::{call_in, fails_in, folder, left, output_in, read};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_quelea");

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn frames_go_to_the_standard_output_and_the_report_to_the_standard_error() {
    let folder = folder();
    let call = call_in(folder.path(), &["run", "hawks.toml", "--record", "-", "--seed", "3"]);
    assert_eq!(call.code, 0, "{}", call.err);
    assert!(call.err.contains("\nstate ") && call.err.contains("polarisation"), "{}", call.err);
    let [header, frames @ ..] = &lines(&call.out)[..] else { panic!("{}", call.out) };
    for (key, value) in [
        ("format", Value::from("quelea-frames")),
        ("version", 1.into()),
        ("name", "hawks.toml".into()),
        ("dimension", 2.into()),
        ("boids", 22.into()),
        ("seed", 3.into()),
        ("every", 1.into()),
        ("time_step", 1.0.into()),
        ("precision", "single".into()),
        ("columns", serde_json::json!(["positions", "velocities"])),
        ("space", serde_json::json!({"kind": "open", "low": [0.0, 0.0], "size": [50.0, 50.0]})),
        ("species_names", serde_json::json!(["boid", "hawk"])),
        ("species", serde_json::json!([vec![0; 20], vec![1; 2]].concat())),
    ] {
        assert_eq!(header[key], value, "{key}");
    }
    let scenario = quelea::Scenario::from_toml(header["scenario"].as_str().unwrap()).unwrap();
    assert_eq!((scenario.general.seed, scenario.boids()), (3, 22));
    let steps: Vec<u64> = frames.iter().map(|frame| frame["step"].as_u64().unwrap()).collect();
    assert_eq!(steps, [0, 1, 2, 3]);

    // The last frame is the final state, to the bit.
    output_in(folder.path(), &["run", "hawks.toml", "--seed", "3", "--state-out", "s.csv"]);
    let number = |value: &Value| value.as_f64().unwrap().to_bits();
    for (id, row) in read(folder.path(), "s.csv").lines().skip(1).enumerate() {
        let row: Vec<u64> = row.split(',').skip(1).take(4).map(|x| x.parse::<f64>().unwrap().to_bits()).collect();
        let frame = ["positions", "velocities"].map(|key| frames[3][key][id].as_array().unwrap().clone()).concat();
        assert_eq!(frame.iter().map(number).collect::<Vec<_>>(), row, "{id}");
    }
    let quiet = call_in(folder.path(), &["run", "hawks.toml", "--record", "-", "--seed", "3", "--quiet"]);
    assert_eq!((quiet.code, quiet.err.as_str(), quiet.out), (0, "", call.out));
}

#[test]
fn a_stream_has_the_bytes_of_the_file_in_every_format() {
    let folder = folder();
    let run = |arguments: &[&str]| output_in(folder.path(), &[&["run", "flat.toml", "--quiet"], arguments].concat());
    for format in ["ndjson", "csv", "xyz"] {
        let file = format!("r.{format}");
        run(&["--every", "5", "--record", &file]);
        let streamed = run(&["--every", "5", "--record", "-", "--format", format]);
        assert_eq!(streamed, read(folder.path(), &file), "{format}");
    }
    for format in ["ndjson", "csv"] {
        let file = format!("m.{format}");
        run(&["--every", "5", "--measures", &file]);
        assert_eq!(run(&["--every", "5", "--measures", "-", "--format", format]), read(folder.path(), &file));
    }
    let rows = lines(&read(folder.path(), "m.ndjson"));
    assert_eq!(rows.iter().map(|row| row["step"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 5, 10]);
    let names: Vec<&str> = quelea::Measures::DEFINITIONS.iter().map(|(name, _, _)| *name).collect();
    assert!(names.iter().all(|name| rows[2][name].is_number()), "{}", rows[2]);
}

#[test]
fn a_reader_that_goes_away_ends_the_run() {
    let folder = folder();
    let read_two_lines = |arguments: &[&str]| {
        let mut program = Command::new(PROGRAM);
        program.args(["run", "flat.toml", "--steps", "100000000"]).args(arguments).current_dir(folder.path());
        let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        reader.read_line(&mut text).unwrap();
        reader.read_line(&mut text).unwrap();
        assert_eq!(text.lines().count(), 2);
        // Time enough for a program that does not wait for its reader to run ahead.
        std::thread::sleep(std::time::Duration::from_millis(300));
        drop(reader);
        let call = program::Call::from(child.wait_with_output().unwrap());
        assert!(!call.err.contains("panicked"), "{}", call.err);
        call
    };
    let call = read_two_lines(&["--record", "-"]);
    assert_eq!(call.code, 0, "{}", call.err);
    let stopped = call.err.lines().find(|line| line.starts_with("stopped after ")).unwrap();
    let steps: usize = stopped.split(' ').nth(2).unwrap().parse().unwrap();
    // A frame of 40 boids has 2 kB or more, a pipe 64 kB or a few times that.
    assert!(steps < 1000, "the run did not wait for its reader: {stopped}");
    assert_eq!(read_two_lines(&["--record", "-", "--quiet"]).err, "");
    let json = read_two_lines(&["--measures", "-", "--json"]);
    let report: Value = serde_json::from_str(&json.err).unwrap();
    assert_eq!((json.code, &report["finished"]), (0, &Value::Bool(false)));
    assert_eq!(left(folder.path()), Vec::<String>::new());

    // A run that is to leave files has failed to do so, but keeps what it has.
    let call = read_two_lines(&["--record", "-", "--measures", "m.csv", "--checkpoint", "c"]);
    assert_eq!(call.code, 1, "{}", call.err);
    for words in ["the reader of `-` has closed it", "the run ended at step ", "quelea run --resume c"] {
        assert!(call.err.contains(words), "no `{words}` in {}", call.err);
    }
    let step: usize = call.err.split("ended at step ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert_eq!(read(folder.path(), "m.csv").lines().count(), step + 2);
    let steps = (step + 1).to_string();
    output_in(folder.path(), &["run", "--resume", "c", "--steps", &steps, "--quiet"]);
    assert_eq!(read(folder.path(), "m.csv").lines().count(), step + 3);
}

fn fifo(folder: &Path, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.join(name)).status().unwrap().success());
}

#[test]
fn a_fifo_is_written_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let path = folder.path();
    for (option, name, format) in [
        ("--record", "r.ndjson", &[][..]),
        ("--record", "r.csv", &[]),
        ("--record", "r", &["--format", "xyz"]),
        ("--measures", "m.fifo", &["--format", "csv"]),
    ] {
        fifo(path, name);
        let started = program::Started::in_folder(path, &[&["run", "flat.toml", option, name], format].concat());
        let mut streamed = String::new();
        std::fs::File::open(path.join(name)).unwrap().read_to_string(&mut streamed).unwrap();
        let call = started.wait();
        assert!(call.code == 0 && call.out.contains("\nstate "), "{}", call.err);
        assert!(std::fs::metadata(path.join(name)).unwrap().file_type().is_fifo(), "{name} was replaced");
        let expected = output_in(path, &[&["run", "flat.toml", option, "-", "--quiet"], format].concat());
        match name {
            "r.csv" => assert_eq!(streamed.lines().next().unwrap(), "step,id,species,x,y,vx,vy"),
            _ => assert_eq!(streamed, expected, "{name}"),
        }
    }
    for name in ["f.parquet", "f.npy"] {
        fifo(path, name);
        fails_in(path, &["run", "flat.toml", "--record", name], 2, &[name, "allowed: `.ndjson`, `.csv` or `.xyz`"]);
    }
}

#[test]
fn descriptors_and_devices_are_written() {
    let folder = folder();
    let expected = output_in(folder.path(), &["run", "flat.toml", "--record", "-", "--quiet"]);
    for (output, redirection) in
        [("/dev/stdout", "> out"), ("/dev/fd/3", "3> out"), ("/dev/fd/3", "3>> out"), ("-", "> out")]
    {
        let script = format!("rm -f out; exec {PROGRAM} run flat.toml --quiet --record {output} {redirection}");
        let call: program::Call =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap().into();
        assert_eq!((call.code, call.err.as_str()), (0, ""), "{script}");
        assert!(read(folder.path(), "out") == expected, "{script}");
    }
    output_in(folder.path(), &["run", "flat.toml", "--record", "/dev/null"]);
    fails_in(folder.path(), &["run", "flat.toml", "--record", "/dev/fd/77"], 1, &["cannot write `/dev/fd/77`"]);
}

#[test]
fn a_stream_that_makes_no_sense_is_refused() {
    let folder = folder();
    for (arguments, words) in [
        (&["--record", "-", "--measures", "-"][..], &["--measures and --record both write `-`"][..]),
        (&["--record", "-", "--measures", "/dev/stdout"], &["both write"]),
        (&["--format", "csv"], &["--format", "--record -"]),
        (&["--record", "r.csv", "--format", "csv"], &["--format", "--record -"]),
        (&["--record", "-", "--format", "parquet"], &["parquet", "ndjson, csv, xyz"]),
        (&["--measures", "-", "--format", "xyz"], &["boids, not measures", "`ndjson` or `csv`"]),
        (&["--record", "r.json"], &["`.parquet`, `.csv`, `.ndjson`, `.npy` or `.xyz`"]),
        (&["--measures", "m.json"], &["`.csv`, `.parquet` or `.ndjson`"]),
        (&["--columns", "positions"], &["--columns", "--record"]),
        (&["--record", "r.xyz", "--columns", "velocities"], &["needs `positions`"]),
        (&["--record", "r.csv", "--columns", "speeds"], &["speeds", "positions, velocities"]),
    ] {
        fails_in(folder.path(), &[&["run", "flat.toml"], arguments].concat(), 2, words);
    }
    assert_eq!(left(folder.path()), Vec::<String>::new());
}

#[test]
fn the_program_is_a_filter_from_scenario_to_frames() {
    let folder = folder();
    let script = format!("{PROGRAM} run - --record - --quiet < flat.toml");
    let call: program::Call =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap().into();
    assert_eq!((call.code, call.out.lines().count()), (0, 14), "{}", call.err);
}

#[test]
fn a_resumed_run_streams_what_comes_after_its_checkpoint() {
    let folder = folder();
    let whole = output_in(folder.path(), &["run", "flat.toml", "--record", "-", "--quiet"]);
    let first = ["run", "flat.toml", "--steps", "5", "--record", "-", "--checkpoint", "c", "--quiet"];
    output_in(folder.path(), &first);
    // Nobody may be there to read it: a stream is continued only if it is named again.
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "6"]);
    let rest = output_in(folder.path(), &["run", "--resume", "c", "--steps", "12", "--record", "-", "--quiet"]);
    let frames = |text: &str, from: usize| text.lines().skip(from).map(String::from).collect::<Vec<_>>();
    assert_eq!(frames(&rest, 1), frames(&whole, 8));
}

/// Runs an example with what the program streams. `None` if the interpreter is not installed.
fn example(folder: &Path, run: &str, interpreter: &str, script: &str) -> Option<program::Call> {
    if Command::new(interpreter).arg("--version").output().is_err() {
        println!("SKIPPED: there is no program `{interpreter}`");
        return None;
    }
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/stream");
    let command = format!("{PROGRAM} run {run} --record - --quiet | {interpreter} {examples}/{script}");
    let call =
        Command::new("sh").args(["-c", &command]).current_dir(folder).env("PYTHONDONTWRITEBYTECODE", "1").output();
    let call = program::Call::from(call.unwrap());
    assert_eq!((call.code, call.err.as_str()), (0, ""), "{script}");
    Some(call)
}

#[test]
fn the_example_of_a_plot_reads_the_stream() {
    let folder = folder();
    if example(folder.path(), "flat.toml --every 3", "python3", "polarisation.py --svg p.svg").is_none() {
        return;
    }
    let svg = read(folder.path(), "p.svg");
    // Steps 0, 3, 6, 9 and 12. The polarisation of the last is that of the report.
    let line = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
    let report: Value = serde_json::from_str(&output_in(folder.path(), &["run", "flat.toml", "--json"])).unwrap();
    let expected = 290.0 - report["measures"]["polarisation"].as_f64().unwrap() * 260.0;
    let height: f64 = line.rsplit(',').next().unwrap().parse().unwrap();
    assert_eq!(line.split(' ').count(), 5);
    assert!((height - expected).abs() < 0.06, "{height} instead of {expected}");
}

#[test]
fn the_example_of_a_game_loop_takes_frames_at_its_own_pace() {
    let folder = folder();
    // 60 pictures a second from 20 frames: each frame lasts three pictures, and the second is needed for the first.
    let run = "flat.toml --steps 100000000 --columns positions";
    let Some(call) = example(folder.path(), run, "node", "game-loop.mjs --ticks 30") else { return };
    assert_eq!(call.out, "30 pictures from 12 frames of 40 boids\n");
    let Some(call) = example(folder.path(), "flat.toml", "node", "game-loop.mjs --ticks 1000") else { return };
    assert_eq!(call.out, "36 pictures from 13 frames of 40 boids\n");
}
