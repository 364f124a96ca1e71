//! Signals: the program saves its work, ends with the code of the signal, and leaves no temporary file.
#![cfg(target_os = "linux")]

mod program;
use program::{Started, folder, left, output_in, read, until};
use std::path::Path;
use std::process::Command;

const ENDLESS: [&str; 6] = ["run", "flat.toml", "--steps", "1000000000", "--measures", "m.csv"];

/// The signals that stop the program, with their exit codes on Linux.
const SIGNALS: [(&str, i32); 6] =
    [("HUP", 129), ("INT", 130), ("USR1", 138), ("USR2", 140), ("TERM", 143), ("XCPU", 152)];

/// Whether the tests themselves run with a signal ignored, as after `nohup`.
fn is_ignored(number: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim().to_owned();
    u64::from_str_radix(&mask, 16).unwrap() >> (number - 1) & 1 == 1
}

fn has_samples(folder: &Path) -> bool {
    std::fs::metadata(folder.join("m.csv")).is_ok_and(|file| file.len() > 1000)
}

#[test]
fn every_signal_of_a_job_queue_saves_the_run_and_has_its_exit_code() {
    for (signal, code) in SIGNALS.into_iter().filter(|(signal, _)| *signal != "HUP" || !is_ignored(1)) {
        let folder = folder();
        let started = Started::in_folder(folder.path(), &ENDLESS);
        until(|| has_samples(folder.path()));
        let stopped = started.signal(signal);
        assert_eq!(stopped.code, code, "{signal}: {}", stopped.err);
        assert!(stopped.err.ends_with(": quelea run --resume flat.checkpoint\n"), "{}", stopped.err);
        assert_eq!(left(folder.path()), ["flat.checkpoint", "m.csv"], "{signal}");
        let step: u64 = stopped.err.split(' ').nth(3).unwrap().parse().unwrap();
        output_in(folder.path(), &["run", "--resume", "flat.checkpoint", "--steps", &(step + 2).to_string()]);
        assert_eq!(read(folder.path(), "m.csv").lines().count() as u64, step + 4);
    }
}

#[test]
fn a_signal_keeps_the_finished_runs_of_a_sweep() {
    let folder = folder();
    let call = ["sweep", "flat.toml", "--steps", "40", "--vary", "separation.weight=0:1:20000", "--out", "s.csv"];
    let started = Started::in_folder(folder.path(), &call);
    until(|| std::fs::read_to_string(folder.path().join("s.csv.journal")).is_ok_and(|text| text.lines().count() > 3));
    let stopped = started.signal("USR1");
    assert_eq!(stopped.code, 138, "{}", stopped.err);
    assert_eq!(left(folder.path()), ["s.csv.journal"]);
}

#[test]
fn the_end_of_a_terminal_is_ignored_after_nohup() {
    let folder = folder();
    let script = format!("trap '' HUP; exec {} {}", env!("CARGO_BIN_EXE_quelea"), ENDLESS.join(" "));
    let started = Started::spawn(Command::new("sh").args(["-c", &script]).current_dir(folder.path()));
    until(|| has_samples(folder.path()));
    started.send("HUP");
    // The first signal that is not ignored decides the exit code.
    assert_eq!(started.signal("TERM").code, 143);
}

#[test]
fn a_second_ctrl_c_ends_at_once_and_leaves_no_temporary_file() {
    let folder = folder();
    // A step of all pairs of so many boids takes minutes.
    let slow =
        ["--engine", "reference", "--set", "boids=300000", "--set", "space.size=[1e5, 1e5]", "--state-out", "s.csv"];
    let files = ["--record", "r.npy", "--checkpoint", "c"];
    let started = Started::in_folder(folder.path(), &[&ENDLESS[..], &slow, &files].concat());
    until(|| folder.path().join("c").exists());
    assert!(left(folder.path()).iter().any(|name| name.ends_with(".part")), "{:?}", left(folder.path()));
    let stopped = started.signal_until_it_ends("INT");
    assert_eq!((stopped.code, stopped.out.as_str()), (130, ""), "{}", stopped.err);
    assert_eq!(left(folder.path()), ["c", "m.csv", "r.npy"]);
}
