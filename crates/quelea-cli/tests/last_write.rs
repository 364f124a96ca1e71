//! What fails after the work is done: the result is told all the same.
#![cfg(unix)]

mod program;
use program::{Call, Started, call_in, folder, left, output_in, read, until};
use std::path::Path;
use std::process::Command;

/// Calls the program where no file may grow beyond ten kilobytes: to the program a disk that is nearly full.
fn cramped(folder: &Path, arguments: &str) -> Call {
    // The signal is ignored, so that the write fails instead.
    let command = format!("trap '' XFSZ; ulimit -f 20; exec {} {arguments}", env!("CARGO_BIN_EXE_quelea"));
    let output = Command::new("sh").args(["-c", &command]).current_dir(folder).output().unwrap();
    Call {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_last_state_that_cannot_be_written_does_not_take_the_report_with_it() {
    let folder = folder();
    let run = "run flat.toml --set boids=1000";
    let whole = output_in(folder.path(), &run.split(' ').collect::<Vec<_>>());
    let failed = cramped(folder.path(), &format!("{run} --state-out s.csv"));
    let hash = |text: &str| text.lines().find(|line| line.starts_with("state ")).map(String::from);
    assert_eq!((failed.code, hash(&failed.out)), (1, hash(&whole)), "{}", failed.err);
    for words in ["cannot write `s.csv`", "the run is done", "the same command --state-out FILE.csv"] {
        assert!(failed.err.contains(words), "no `{words}` in {}", failed.err);
    }
    assert_eq!(left(folder.path()), Vec::<String>::new());
}

#[test]
fn a_last_state_that_cannot_be_written_is_still_in_the_checkpoint() {
    let folder = folder();
    // Of 200 boids a checkpoint takes 8 kB, a table 16.
    let run = "run flat.toml --set boids=200";
    output_in(folder.path(), &format!("{run} --state-out whole.csv").split(' ').collect::<Vec<_>>());
    let failed = cramped(folder.path(), &format!("{run} --checkpoint c --state-out s.csv"));
    assert_eq!(failed.code, 1, "{}", failed.err);
    let again = "quelea run --resume c --state-out FILE.csv";
    assert!(failed.out.contains("state ") && failed.err.contains(again), "{}", failed.err);
    output_in(folder.path(), &["run", "--resume", "c", "--state-out", "else.csv"]);
    assert_eq!(read(folder.path(), "else.csv"), read(folder.path(), "whole.csv"));
}

#[test]
fn a_run_that_is_stopped_where_nothing_can_be_written_says_so_after_its_report() {
    let folder = folder();
    let gone = folder.path().join("gone");
    std::fs::create_dir(&gone).unwrap();
    let measures = folder.path().join("m.csv");
    let call = ["run", "p5", "--steps", "100000000", "--measures", measures.to_str().unwrap()];
    let started = Started::in_folder(&gone, &call);
    until(|| measures.exists());
    std::fs::remove_dir(&gone).unwrap();
    let stopped = started.signal("INT");
    assert_eq!(stopped.code, 1, "{}", stopped.err);
    assert!(stopped.out.contains("state ") && stopped.out.contains("polarisation"), "{}", stopped.out);
    for words in ["cannot write `p5.checkpoint`", "is not saved", "--checkpoint FILE", "the run ended at step "] {
        assert!(stopped.err.contains(words), "no `{words}` in {}", stopped.err);
    }
    // What was asked for is whole.
    let step: usize = stopped.err.trim_end().rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(read(folder.path(), "m.csv").lines().count(), step + 2);
}

#[test]
fn a_plot_that_cannot_be_written_does_not_take_the_summary_of_a_sweep_with_it() {
    let folder = folder();
    let sweep = "sweep flat.toml --vary boids=5,6 --steps 2";
    let failed = cramped(folder.path(), &format!("{sweep} --out s.csv --plot s.svg"));
    assert_eq!(failed.code, 1, "{}", failed.err);
    assert!(failed.out.contains("table `s.csv`") && !failed.out.contains("s.svg"), "{}", failed.out);
    for words in ["the table is whole in `s.csv`", "cannot write `s.svg`", "quelea plot s.csv --out FILE"] {
        assert!(failed.err.contains(words), "no `{words}` in {}", failed.err);
    }
    assert_eq!((left(folder.path()), read(folder.path(), "s.csv").lines().count()), (vec!["s.csv".to_owned()], 3));
    assert_eq!(call_in(folder.path(), &["plot", "s.csv", "--out", "s.svg"]).code, 0);
    let json = cramped(folder.path(), &format!("{sweep} --out t.csv --plot t.svg --json"));
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["out"], &json["plot"]), (&"t.csv".into(), &serde_json::Value::Null));
}
