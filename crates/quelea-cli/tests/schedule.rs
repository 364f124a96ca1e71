//! Parameters that change during a run, and runs that end early, on the command line.
#![cfg(feature = "plot")]

mod program;
use program::{call_in, column, fails_in, folder, output_in, read};
use serde_json::Value;
use std::path::Path;

fn report(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&output_in(folder, &[arguments, &["--json"]].concat())).unwrap()
}

const RAMP: [&str; 4] = ["run", "flat.toml", "--ramp", "separation.weight=0:2:4"];

#[test]
fn a_ramp_is_in_the_table_of_measures_and_in_the_plot() {
    let folder = folder();
    let measures = ["--every", "4", "--measures", "m.csv", "--quiet"];
    output_in(folder.path(), &[&RAMP[..], &measures].concat());
    let table = read(folder.path(), "m.csv");
    assert!(table.starts_with("step,separation.weight,polarisation,"), "{table}");
    // A row has the value with which its step was done: the first row that of the first step.
    assert_eq!(column(&table, "separation.weight"), ["0", "0", "1", "2"]);
    output_in(folder.path(), &["plot", "m.csv", "--out", "m.svg"]);
    assert!(read(folder.path(), "m.svg").contains("separation.weight"));

    let back = ["--ramp", "cohesion.weight=1:0:4:back", "--every", "4", "--measures", "two.csv", "--quiet"];
    output_in(folder.path(), &[&RAMP[..], &back].concat());
    let table = read(folder.path(), "two.csv");
    assert_eq!(column(&table, "separation.weight"), ["0", "0", "1", "2"]);
    assert_eq!(column(&table, "cohesion.weight"), ["1", "1", "0", "1"]);
}

#[test]
fn a_ramp_equals_the_schedule_of_a_file() {
    let folder = folder();
    let text = read(folder.path(), "flat.toml");
    let schedule = "[[schedule]]\npath = 'separation.weight'\nfrom = 0\nto = 2\nevery = 4\n";
    std::fs::write(folder.path().join("ramp.toml"), text + schedule).unwrap();
    let hash = |arguments: &[&str]| report(folder.path(), arguments)["state_hash"].clone();
    let ramped = hash(&RAMP);
    assert_eq!(hash(&["run", "ramp.toml"]), ramped);
    assert_ne!(hash(&["run", "flat.toml"]), ramped);
    // Continued by hand, plateau by plateau.
    let mut start: Vec<String> = Vec::new();
    for (plateau, weight) in ["0", "1", "2"].iter().enumerate() {
        let (out, set) = (format!("{plateau}.csv"), format!("separation.weight={weight}"));
        let mut arguments = vec!["run", "flat.toml", "--steps", "4", "--set", &set, "--state-out", &out];
        arguments.extend(start.iter().map(String::as_str));
        assert_eq!(hash(&arguments) == ramped, plateau == 2);
        start = vec!["--start".into(), out, "--start-step".into(), (4 * (plateau + 1)).to_string()];
    }
}

#[test]
fn a_ramp_begins_with_the_run_wherever_that_begins() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--steps", "3", "--state-out", "3.csv", "--quiet"]);
    let later = ["--start", "3.csv", "--start-step", "3", "--measures", "m.csv", "--quiet"];
    output_in(folder.path(), &[&RAMP[..], &later].concat());
    let values = column(&read(folder.path(), "m.csv"), "separation.weight");
    assert_eq!(values, ["0", "0", "0", "0", "0", "1", "1", "1", "1", "2", "2", "2", "2"]);
}

#[test]
fn a_resumed_run_continues_its_ramp() {
    let folder = folder();
    let whole = report(folder.path(), &[&RAMP[..], &["--measures", "whole.csv"]].concat());
    for steps in ["3", "4", "5", "9"] {
        let name = format!("{steps}.checkpoint");
        // The length of the run decides the plateaus, so it is given in full and cut short by a schedule's own steps.
        let text = read(folder.path(), "flat.toml");
        let schedule = "[[schedule]]\npath = 'separation.weight'\nfrom = 0\nto = 2\nevery = 4\nsteps = 12\n";
        std::fs::write(folder.path().join("ramp.toml"), text + schedule).unwrap();
        let (table, checkpoint) = (format!("{steps}.csv"), ["--checkpoint", &name]);
        let start = ["run", "ramp.toml", "--steps", steps, "--measures", &table, "--quiet"];
        // It warns that the last value is not reached.
        assert_eq!(call_in(folder.path(), &[&start[..], &checkpoint].concat()).code, 0);
        let resumed = report(folder.path(), &["run", "ramp.toml", "--resume", &name, "--steps", "12"]);
        assert_eq!(resumed["state_hash"], whole["state_hash"], "resumed after {steps}");
        assert_eq!(read(folder.path(), &table), read(folder.path(), "whole.csv"), "resumed after {steps}");
    }
}

#[test]
fn a_run_that_is_resumed_to_a_later_step_keeps_the_last_value_of_its_ramp() {
    let folder = folder();
    output_in(folder.path(), &[&RAMP[..], &["--checkpoint", "c", "--measures", "m.csv", "--quiet"]].concat());
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "16", "--quiet"]);
    output_in(folder.path(), &["run", "--resume", "c", "--steps", "20", "--quiet"]);
    let values = column(&read(folder.path(), "m.csv"), "separation.weight");
    assert_eq!(values[..13], ["0", "0", "0", "0", "0", "1", "1", "1", "1", "2", "2", "2", "2"]);
    assert_eq!(values[13..], ["2"; 8]);
    fails_in(
        folder.path(),
        &["run", "--resume", "c", "--ramp", "noise.strength=0:1:2"],
        2,
        &["--resume", "--ramp", "cannot be used with"],
    );
}

#[test]
fn a_ramp_with_a_mistake_is_refused_before_the_first_step() {
    let folder = folder();
    for (ramp, words) in [
        ("separation.weight", &["there is no `=`", "allowed: path=FROM:TO:EVERY"][..]),
        ("=0:1:2", &["there is no parameter before `=`"]),
        ("separation.weight=0:1", &["there are not three values"]),
        ("separation.weight=0:1:0", &["EVERY is a whole number of steps from 1 on"]),
        ("separation.weight=0:1:-4", &["EVERY is a whole number of steps from 1 on"]),
        ("separation.weight=a:1:2", &["FROM and TO are numbers"]),
        ("separation.weight=0:NaN:2", &["FROM and TO are numbers"]),
        ("separation.weight=0:1:2:forth", &["only `back` can follow EVERY"]),
        ("boids=1:9:2", &["on the command line: `--ramp boids`", "cannot change while the flock runs"]),
        ("separation.wieght=0:1:2", &["is not a key; did you mean `separation.weight`?"]),
        ("separation.weight=0:-1:2", &["`--ramp separation.weight` -1 is out of range", "allowed: a number from 0 to"]),
        ("perception.radius=20:80:4", &["`--ramp perception.radius`", "is not valid from step 8 on", "half"]),
        ("space.kind=0:1:2", &["cannot change while the flock runs"]),
        ("search=0:1:2", &["is not a number"]),
    ] {
        fails_in(folder.path(), &["run", "flat.toml", "--ramp", ramp, "--measures", "m.csv"], 2, words);
    }
    let twice = [&RAMP[..], &["--ramp", "separation.weight=1:2:3"]].concat();
    fails_in(folder.path(), &twice, 2, &["`--ramp separation.weight` is a second schedule of `separation.weight`"]);
    let set = [&RAMP[..], &["--set", "separation.weight=1"]].concat();
    fails_in(folder.path(), &set, 2, &["`separation.weight` follows a schedule"]);
    assert!(!folder.path().join("m.csv").exists());
}

/// A flock that flies to its goal.
fn flight(folder: &Path) {
    let text = "boids = 20\nsteps = 300\nspace.kind = 'open'\nstart.position = 'ball'\n\
        goal.position = [60, 0]\ngoal.weight = 0.1\n[end]\nwhen = 'at-goal'\nwithin = 20\n";
    std::fs::write(folder.join("flight.toml"), text).unwrap();
}

#[test]
fn a_run_ends_where_its_end_condition_holds_and_reports_it() {
    let folder = folder();
    flight(folder.path());
    let reached = report(folder.path(), &["run", "flight.toml", "--measures", "m.csv"]);
    let end = reached["end_step"].as_u64().unwrap();
    assert!(end > 0 && end < 300);
    assert_eq!((&reached["outcome"], &reached["finished"]), (&"reached".into(), &true.into()));
    assert_eq!(reached["steps"], end);
    assert_eq!(column(&read(folder.path(), "m.csv"), "step").len() as u64, end + 1);
    let text = output_in(folder.path(), &["run", "flight.toml"]);
    assert!(text.contains(&format!("\noutcome: at-goal reached at step {end}\n")), "{text}");

    let text = output_in(folder.path(), &["run", "flight.toml", "--steps", "5"]);
    assert!(text.contains("\noutcome: at-goal not reached in 5 steps\n"), "{text}");
    let limit = report(folder.path(), &["run", "flight.toml", "--steps", "5"]);
    assert_eq!((&limit["outcome"], &limit["end_step"]), (&"time-limit".into(), &5.into()));
    let never = report(folder.path(), &["run", "flat.toml"]);
    assert_eq!((&never["outcome"], &never["end_step"]), (&Value::Null, &Value::Null));

    // Resumed before and after the end.
    output_in(folder.path(), &["run", "flight.toml", "--steps", "5", "--checkpoint", "c", "--quiet"]);
    for _ in 0..2 {
        let resumed = report(folder.path(), &["run", "--resume", "c", "--steps", "300"]);
        for field in ["outcome", "end_step", "steps", "state_hash"] {
            assert_eq!(resumed[field], reached[field], "{field}");
        }
    }
    fails_in(
        folder.path(),
        &["run", "flight.toml", "--set", "end.species=boit"],
        2,
        &["on the command line: `end.species` names a species that does not exist; did you mean `boid`?"],
    );
}

#[test]
fn a_sweep_has_the_outcome_and_the_step_of_each_run() {
    let folder = folder();
    flight(folder.path());
    let call = ["sweep", "flight.toml", "--vary", "steps=5,300", "--repeats", "2", "--out", "s.csv"];
    let text = output_in(folder.path(), &call);
    assert!(text.contains("steps  outcome  end_step"), "{text}");
    let table = read(folder.path(), "s.csv");
    assert!(table.starts_with("run,steps,seed,outcome,end_step,polarisation,"), "{table}");
    assert_eq!(column(&table, "outcome"), ["0", "0", "1", "1"]);
    for (index, seed) in ["1", "2"].iter().enumerate() {
        let run = report(folder.path(), &["run", "flight.toml", "--seed", seed]);
        assert_eq!(column(&table, "end_step")[2 + index], run["end_step"].to_string());
        assert_eq!(column(&table, "state_hash")[2 + index], run["state_hash"].as_str().unwrap());
        let polarisation: f64 = column(&table, "polarisation")[2 + index].parse().unwrap();
        assert_eq!(polarisation, run["measures"]["polarisation"].as_f64().unwrap());
    }
    let call = ["sweep", "flat.toml", "--vary", "boids=5,6", "--measure", "outcome", "--out", "n.csv"];
    fails_in(folder.path(), &call, 2, &["--measure: `outcome` needs runs with an end condition", "end.when"]);
}

#[test]
fn measures_of_a_sweep_are_averaged_over_the_last_steps_before_the_end() {
    let folder = folder();
    flight(folder.path());
    let run = report(folder.path(), &["run", "flight.toml", "--measures", "m.csv"]);
    let end = run["end_step"].as_u64().unwrap() as usize;
    let call = ["sweep", "flight.toml", "--vary", "boids=20", "--average", "5", "--every", "2"];
    output_in(folder.path(), &[&call[..], &["--measure", "mean_speed", "--out", "s.csv"]].concat());
    let speeds: Vec<f64> =
        column(&read(folder.path(), "m.csv"), "mean_speed").iter().map(|text| text.parse().unwrap()).collect();
    let expected = (speeds[end] + speeds[end - 2] + speeds[end - 4]) / 3.0;
    let mean: f64 = column(&read(folder.path(), "s.csv"), "mean_speed")[0].parse().unwrap();
    assert!((mean - expected).abs() < 1e-12, "{mean} {expected}");
}

#[test]
fn a_sweep_can_ramp_a_parameter_in_every_run() {
    let folder = folder();
    let ramp = ["--ramp", "separation.weight=0:2:4"];
    let call = ["sweep", "flat.toml", "--vary", "cohesion.weight=0,1", "--out", "s.csv", "--quiet"];
    output_in(folder.path(), &[&call[..], &ramp].concat());
    let hashes = column(&read(folder.path(), "s.csv"), "state_hash");
    let run = report(folder.path(), &[&RAMP[..], &["--set", "cohesion.weight=1"]].concat());
    assert_eq!(run["state_hash"], hashes[1].as_str());
    let both = ["sweep", "flat.toml", "--vary", "separation.weight=0,1", "--out", "t.csv"];
    fails_in(folder.path(), &[&both[..], &ramp].concat(), 2, &["`separation.weight` follows a schedule"]);
}

#[test]
fn a_ramp_that_the_run_cuts_short_is_warned_of() {
    let folder = folder();
    let warning = |arguments: &[&str], words: &[&str]| {
        let call = call_in(folder.path(), arguments);
        assert_eq!(call.code, 0, "{}", call.err);
        assert_eq!(call.err.matches("warning: ").count(), 1, "{}", call.err);
        for word in words {
            assert!(call.err.contains(word), "no `{word}` in {}", call.err);
        }
    };
    let long = "the schedule of `separation.weight` does not reach 2: in the last step it is 0";
    let ramp = ["--ramp", "separation.weight=0:2:12"];
    warning(&[&["run", "flat.toml"], &ramp[..]].concat(), &[long, "to reach it: plateaus of 11 steps or fewer"]);
    let text = read(folder.path(), "flat.toml");
    let schedule = "[[schedule]]\npath = 'separation.weight'\nfrom = 0\nto = 2\nevery = 5\nsteps = 20\n";
    std::fs::write(folder.path().join("cut.toml"), format!("{text}{schedule}")).unwrap();
    // Plateaus at steps 0, 5, 10 and 15, and twelve steps.
    warning(&["run", "cut.toml"], &["does not reach 2: in the last step it is 1.33", "to reach it: 16 steps or more"]);
    output_in(folder.path(), &["run", "cut.toml", "--steps", "16"]);
    let vary = ["--vary", "steps=30,12,10", "--out", "s.csv"];
    warning(&[&["sweep", "flat.toml"], &vary[..], &ramp].concat(), &["warning: steps=12: the schedule", long]);
    warning(&[&["run", "flat.toml", "--quiet"], &ramp[..]].concat(), &[long]);
}
