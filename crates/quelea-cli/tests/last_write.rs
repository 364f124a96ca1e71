//! A write that fails after the work is done: the result is reported all the same.
#![cfg(all(unix, feature = "plot"))]

mod program;
use program::{Call, Started, call_in, folder, left, output_in, read, until};
use std::path::Path;
use std::process::Command;

/// Calls the program with a limit of ten kilobytes per file, as if the disk were nearly full.
fn call_with_file_limit(folder: &Path, arguments: &str) -> Call {
    // With the signal ignored, the write fails instead.
    let command = format!("trap '' XFSZ; ulimit -f 20; exec {} {arguments}", env!("CARGO_BIN_EXE_quelea"));
    Command::new("sh").args(["-c", &command]).current_dir(folder).output().unwrap().into()
}

#[test]
fn a_run_whose_final_state_cannot_be_written_still_reports() {
    let folder = folder();
    let run = "run flat.toml --set boids=1000";
    let expected = output_in(folder.path(), &run.split(' ').collect::<Vec<_>>());
    let failed = call_with_file_limit(folder.path(), &format!("{run} --state-out s.csv"));
    let hash = |text: &str| text.lines().find(|line| line.starts_with("state ")).map(String::from);
    assert_eq!((failed.code, hash(&failed.out)), (1, hash(&expected)), "{}", failed.err);
    for words in ["cannot write `s.csv`", "the run is done", "the same command --state-out FILE.csv"] {
        assert!(failed.err.contains(words), "no `{words}` in {}", failed.err);
    }
    assert_eq!(left(folder.path()), Vec::<String>::new());
}

#[test]
fn a_final_state_that_cannot_be_written_is_still_in_the_checkpoint() {
    let folder = folder();
    // For 200 boids a checkpoint takes 8 kB, a table 16 kB.
    let run = "run flat.toml --set boids=200";
    output_in(folder.path(), &format!("{run} --state-out expected.csv").split(' ').collect::<Vec<_>>());
    let failed = call_with_file_limit(folder.path(), &format!("{run} --checkpoint c --state-out s.csv"));
    assert_eq!(failed.code, 1, "{}", failed.err);
    let again = "quelea run --resume c --state-out FILE.csv";
    assert!(failed.out.contains("state ") && failed.err.contains(again), "{}", failed.err);
    output_in(folder.path(), &["run", "--resume", "c", "--state-out", "else.csv"]);
    assert_eq!(read(folder.path(), "else.csv"), read(folder.path(), "expected.csv"));
}

#[test]
fn an_interrupted_run_that_cannot_be_saved_says_so_after_its_report() {
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
    // The measures are complete.
    let step: usize = stopped.err.trim_end().rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(read(folder.path(), "m.csv").lines().count(), step + 2);
}

#[test]
fn a_sweep_whose_plot_cannot_be_written_still_reports() {
    let folder = folder();
    let sweep = "sweep flat.toml --vary boids=5,6 --steps 2";
    let failed = call_with_file_limit(folder.path(), &format!("{sweep} --out s.csv --plot s.svg"));
    assert_eq!(failed.code, 1, "{}", failed.err);
    assert!(failed.out.contains("table `s.csv`") && !failed.out.contains("s.svg"), "{}", failed.out);
    for words in [
        "the table is complete in `s.csv`",
        "cannot write `s.svg`",
        "the same command or `quelea plot s.csv --out FILE`",
    ] {
        assert!(failed.err.contains(words), "no `{words}` in {}", failed.err);
    }
    assert_eq!(left(folder.path()), ["s.csv", "s.csv.settings.json"]);
    assert_eq!(read(folder.path(), "s.csv").lines().count(), 3);
    assert_eq!(call_in(folder.path(), &["plot", "s.csv", "--out", "s.svg"]).code, 0);
    let json = call_with_file_limit(folder.path(), &format!("{sweep} --out t.csv --plot t.svg --json"));
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&json["out"], &json["plot"]), (&"t.csv".into(), &serde_json::Value::Null));
}
