//! A resumed run continues as if it had never stopped.
#![cfg(feature = "parquet")]

mod program;
use program::{Started, call_in, fails_in, folder, left, output_in, parquet, read, until};
use serde_json::Value;
use std::path::Path;

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&output_in(folder, &[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn a_resumed_run_ends_in_the_same_state_to_the_bit() {
    let folder = folder();
    for scenario in ["flat.toml", "solid.toml", "hawks.toml", "p5", "opensteer", "mesa", "jyanar"] {
        let engines: &[&str] = if scenario == "jyanar" { &["reference"] } else { &["fast", "reference"] };
        for engine in engines {
            let call = |steps: &'static str| ["run", scenario, "--engine", engine, "--seed", "3", "--steps", steps];
            let expected = json(folder.path(), &call("9"));
            let saved = [&call("4")[..], &["--checkpoint", "c.checkpoint", "--force"]].concat();
            assert_ne!(json(folder.path(), &saved)["state_hash"], expected["state_hash"]);
            let resumed = json(folder.path(), &["run", "--resume", "c.checkpoint", "--steps", "9"]);
            assert_eq!(resumed["state_hash"], expected["state_hash"], "{scenario}, {engine}");
            assert_eq!((&resumed["resumed_at"], &resumed["steps"]), (&4.into(), &9.into()));
            assert_eq!((&resumed["scenario"], &resumed["seed"]), (&scenario.into(), &3.into()));
        }
    }
}

#[test]
fn a_resumed_run_writes_the_files_of_an_uninterrupted_one() {
    let folder = folder();
    for (measures, record) in
        [("m.csv", "r.xyz"), ("m.parquet", "r.parquet"), ("m.csv", "r.csv"), ("m.parquet", "r.npy")]
    {
        let files = |name: &str| [format!("{name}-{measures}"), format!("{name}-{record}")];
        let ([m, r], [part_m, part_r]) = (files("expected"), files("part"));
        let call = ["run", "solid.toml", "--every", "3", "--force"];
        output_in(folder.path(), &[&call[..], &["--steps", "20", "--measures", &m, "--record", &r]].concat());
        let part = ["--measures", &part_m, "--record", &part_r, "--checkpoint", "c", "--state-out", "s.csv"];
        output_in(folder.path(), &[&call[..], &["--steps", "8"], &part].concat());
        output_in(folder.path(), &["run", "--resume", "c", "--steps", "14", "--force"]);
        // Resumed a second time, and with the scenario named.
        output_in(folder.path(), &["run", "solid.toml", "--resume", "c", "--steps", "20", "--force"]);
        for (expected, part) in [(&m, &part_m), (&r, &part_r)] {
            match expected.ends_with(".parquet") {
                true => assert_eq!(parquet(folder.path(), expected), parquet(folder.path(), part)),
                false => assert!(
                    std::fs::read(folder.path().join(expected)).unwrap()
                        == std::fs::read(folder.path().join(part)).unwrap(),
                    "{expected}"
                ),
            }
        }
    }
    assert!(left(folder.path()).iter().all(|name| !name.starts_with('.')), "{:?}", left(folder.path()));
}

#[test]
fn samples_without_boids_are_counted_after_resuming() {
    let folder = folder();
    let call = ["run", "flat.toml", "--set", "boids=0", "--steps", "10", "--record", "r.npy", "--checkpoint", "c"];
    output_in(folder.path(), &call);
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "20"]);
    let array = std::fs::read(folder.path().join("r.npy")).unwrap();
    assert!(String::from_utf8_lossy(&array).contains("'shape': (21, 0, 2)"), "{}", String::from_utf8_lossy(&array));
}

#[test]
fn samples_after_the_checkpoint_are_not_written_twice() {
    let folder = folder();
    let call = ["run", "flat.toml", "--measures", "m.csv", "--checkpoint", "c", "--checkpoint-every", "5"];
    output_in(folder.path(), &[&call[..], &["--steps", "5"]].concat());
    let (saved, early) = (std::fs::read(folder.path().join("c")).unwrap(), read(folder.path(), "m.csv"));
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "9"]);
    let late = read(folder.path(), "m.csv");
    assert!(late.starts_with(&early) && late.lines().count() == 11);
    // The checkpoint of step 5 with the measures of step 9.
    std::fs::write(folder.path().join("c"), saved).unwrap();
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "9"]);
    assert_eq!(read(folder.path(), "m.csv"), late);
}

#[test]
fn an_unusable_checkpoint_is_refused_with_the_reason() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--checkpoint", "c"]);
    let intact = std::fs::read(folder.path().join("c")).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let refuse = |name: &str, words: &[&str]| fails_in(folder.path(), &["run", "--resume", name], 2, words);
    write("truncated", &intact[..intact.len() - 100]);
    let found = format!("{} of its {} bytes", intact.len() - 100, intact.len());
    refuse("truncated", &["`truncated` is truncated", &found]);
    let mut damaged = intact.clone();
    damaged[200] ^= 4;
    write("damaged", &damaged);
    refuse("damaged", &["`damaged` is damaged", "checksum"]);
    let mut newer = intact.clone();
    newer[8] = 2;
    write("newer", &newer);
    refuse("newer", &["`newer` has format 2", "reads format 1"]);
    refuse("flat.toml", &["`flat.toml` is not a Quelea checkpoint"]);
    refuse("none", &["cannot read `none`"]);
    let other = ["run", "solid.toml", "--resume", "c"];
    fails_in(
        folder.path(),
        &other,
        2,
        &[
            "`c` is a checkpoint of another scenario than `solid.toml`",
            "`boids` is 30 there and 40",
            "leave out `solid.toml`",
        ],
    );
    fails_in(folder.path(), &["run", "--resume", "c", "--steps", "3"], 2, &["--steps 3", "step 12 already"]);
    fails_in(folder.path(), &["run", "--resume", "c", "--seed", "3"], 2, &["--seed"]);
    assert_eq!(std::fs::read(folder.path().join("c")).unwrap(), intact, "the checkpoint is unchanged");
}

#[test]
fn a_changed_or_missing_file_is_not_resumed() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.csv", "--checkpoint", "c"]);
    let own = read(folder.path(), "m.csv");
    let resume = ["run", "--resume", "c", "--steps", "14"];
    std::fs::write(folder.path().join("m.csv"), own.replace('7', "8")).unwrap();
    fails_in(folder.path(), &resume, 2, &["`m.csv` is not as the run left it"]);
    std::fs::remove_file(folder.path().join("m.csv")).unwrap();
    fails_in(folder.path(), &resume, 2, &["the run wrote to `m.csv`", "put it back"]);
    // The remaining samples can go to a new file.
    output_in(folder.path(), &[&resume[..], &["--measures", "new.csv"]].concat());
    let steps: Vec<String> =
        read(folder.path(), "new.csv").lines().skip(1).map(|line| line.split(',').next().unwrap().into()).collect();
    assert_eq!(steps, ["13", "14"]);
}

#[test]
fn a_run_can_continue_from_a_table_at_a_given_step() {
    let folder = folder();
    let expected = json(folder.path(), &["run", "solid.toml", "--steps", "9"]);
    output_in(folder.path(), &["run", "solid.toml", "--steps", "4", "--state-out", "four.csv"]);
    let rest = ["run", "solid.toml", "--start", "four.csv", "--start-step", "4", "--steps", "5"];
    // Boids wander, so the random numbers of step 5 matter.
    assert_eq!(json(folder.path(), &rest)["state_hash"], expected["state_hash"]);
    assert_ne!(json(folder.path(), &[&rest[..4], &["--steps", "5"]].concat())["state_hash"], expected["state_hash"]);
    fails_in(folder.path(), &["run", "solid.toml", "--start-step", "4"], 2, &["--start"]);
    // Tables can hold the largest step.
    let call = ["run", "solid.toml", "--start", "four.csv", "--measures", "m.csv", "--steps", "3", "--start-step"];
    fails_in(folder.path(), &[&call[..], &["9223372036854775806"]].concat(), 2, &["--start-step", "allowed"]);
    output_in(folder.path(), &[&call[..], &["1000000000000000"]].concat());
    assert!(read(folder.path(), "m.csv").lines().last().unwrap().starts_with("1000000000000003,"));
}

#[test]
fn a_resumed_run_has_the_encounters_of_an_uninterrupted_one() {
    let folder = folder();
    let expected =
        json(folder.path(), &["run", "hawks.toml", "--set", "body=2", "--steps", "30"])["encounters"].clone();
    let catches = |encounters: &Value| encounters["catches"].as_u64().unwrap();
    for steps in ["1", "12", "20", "30"] {
        let saved = ["run", "hawks.toml", "--set", "body=2", "--steps", steps, "--checkpoint", "c", "--force"];
        let before = json(folder.path(), &saved)["encounters"].clone();
        assert!(steps != "12" || catches(&before) > 0 && catches(&before) < catches(&expected), "{before}");
        // Twice, since a checkpoint continues the counts of the one before.
        let middle = (steps.parse::<u64>().unwrap() + 30) / 2;
        json(folder.path(), &["run", "--resume", "c", "--steps", &middle.to_string()]);
        assert_eq!(json(folder.path(), &["run", "--resume", "c", "--steps", "30"])["encounters"], expected, "{steps}");
    }
}

#[test]
fn a_checkpoint_without_counts_is_resumed_and_counted_from_its_step() {
    let folder = folder();
    output_in(folder.path(), &["run", "hawks.toml", "--steps", "5", "--checkpoint", "c"]);
    let path = folder.path().join("c");
    let quelea::Snapshot { scenario, state, notes, .. } =
        quelea::Snapshot::read(&std::fs::read(&path).unwrap()).unwrap();
    let mut notes: Value = serde_json::from_str(&notes).unwrap();
    assert!(notes.as_object_mut().unwrap().remove("encounters").is_some());
    std::fs::write(&path, quelea::Snapshot::write(&scenario, &state, &notes.to_string())).unwrap();
    for steps in ["9", "12"] {
        let call = call_in(folder.path(), &["run", "--resume", "c", "--steps", steps, "--json"]);
        let report: Value = serde_json::from_str(&call.out).unwrap();
        assert_eq!((call.code, &report["encounters"]["counted_from"]), (0, &5.into()), "{}", call.err);
        assert!(call.err.starts_with("warning: catches and near misses are counted from step 5 on: "), "{}", call.err);
        assert_eq!(report["warnings"].as_array().unwrap().len(), 1);
    }
}

#[cfg(unix)]
#[test]
fn the_printed_command_resumes_whatever_the_name_of_the_checkpoint() {
    let folder = folder();
    let program = Path::new(env!("CARGO_BIN_EXE_quelea")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    std::fs::write(folder.path().join("dash.toml"), read(folder.path(), "flat.toml").replace("flat", "-x")).unwrap();
    let checkpoints = ["", "a b.c", "it's \"$HOME\" `x`", "--help", "two\nlines \u{1b}[31m.c"];
    for checkpoint in checkpoints {
        let file = format!("--checkpoint={checkpoint}");
        let mut call = vec!["run", "dash.toml", "--steps", "1000000", "--measures", "m.csv", "--force"];
        // Without a checkpoint, it is named after the scenario.
        if !checkpoint.is_empty() {
            call.push(&file);
        }
        let _ = std::fs::remove_file(folder.path().join("m.csv"));
        let started = Started::in_folder(folder.path(), &call);
        until(|| folder.path().join("m.csv").exists());
        let stopped = started.signal("INT");
        assert!(stopped.err.trim_end().chars().all(|c| !c.is_control()), "{:?}", stopped.err);
        let (stopped_at, command) = stopped.err.trim_end().split_once("; to resume").unwrap();
        let (_, command) = command.split_once(": ").unwrap();
        let step: u64 = stopped_at.split(' ').nth(3).unwrap().parse().unwrap();
        let script = format!("{command} --steps {} --quiet", step + 1);
        let mut shell = std::process::Command::new("bash");
        let resumed = shell.args(["-c", &script]).current_dir(folder.path()).env("PATH", &path).output().unwrap();
        assert!(resumed.status.success(), "{script}: {}", String::from_utf8_lossy(&resumed.stderr));
    }
    // In other messages too, a name stays on its line.
    fails_in(folder.path(), &["run", "no\n\u{1b}.toml"], 2, &["cannot read `no\\n\\u{1b}.toml`"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_run_and_says_how_to_resume() {
    let folder = folder();
    for (signal, arguments) in [
        ("INT", &["--checkpoint", "c.checkpoint"][..]),
        // Without --checkpoint.
        ("TERM", &[]),
    ] {
        let call = ["run", "flat.toml", "--steps", "1000000", "--every", "1", "--measures", "m.csv", "--force"];
        let _ = std::fs::remove_file(folder.path().join("m.csv"));
        let started = Started::in_folder(folder.path(), &[&call[..], arguments].concat());
        until(|| std::fs::metadata(folder.path().join("m.csv")).is_ok_and(|file| file.len() > 1000));
        let call = started.signal(signal);
        let name = if signal == "INT" { "c.checkpoint" } else { "flat.checkpoint" };
        assert_eq!(call.code, if signal == "INT" { 130 } else { 143 }, "{}", call.err);
        assert!(call.err.starts_with("stopped after step ") && !call.err.contains("error"), "{}", call.err);
        assert!(call.err.ends_with(&format!("quelea run --resume {name}\n")), "{}", call.err);
        assert!(call.out.contains("polarisation"), "{}", call.out);
        let step: u64 = call.err.split(' ').nth(3).unwrap().parse().unwrap();
        let lines = read(folder.path(), "m.csv").lines().count() as u64;
        assert_eq!(lines, step + 2, "a header, the initial state and every step");
        let steps = (step + 3).to_string();
        let resumed = json(folder.path(), &["run", "--resume", name, "--steps", &steps]);
        let expected =
            json(folder.path(), &["run", "flat.toml", "--steps", &steps, "--measures", "expected.csv", "--force"]);
        assert_eq!(resumed["state_hash"], expected["state_hash"]);
        assert_eq!(read(folder.path(), "m.csv"), read(folder.path(), "expected.csv"));
    }
}
