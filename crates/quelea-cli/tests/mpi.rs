//! One flock on several processes: the same bits, files that belong together, and no loss when a process dies.
#![cfg(feature = "mpi")]

mod program;
use program::{Call, Started, folder, output_in, read, trials, until};
use quelea::state::random::{Random, Stream};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// `mpirun`, as root and on fewer cores, too. Open MPI makes a folder for all jobs of a user, and fails if another job
/// makes it at the same moment: each test has its own.
fn launcher(folder: &Path) -> Command {
    let mut command = Command::new("mpirun");
    command.args(["--allow-run-as-root", "--oversubscribe"]).current_dir(folder);
    command.env("OMPI_MCA_orte_tmpdir_base", folder).env("QUELEA_PROGRESS", "none");
    command
}

/// `mpirun` with so many processes.
fn mpirun(folder: &Path, ranks: usize, arguments: &[&str]) -> Command {
    let mut command = launcher(folder);
    command.args(["-n", &ranks.to_string(), env!("CARGO_BIN_EXE_quelea")]).args(arguments);
    command
}

fn call(folder: &Path, ranks: usize, arguments: &[&str]) -> Call {
    Call::from(mpirun(folder, ranks, arguments).output().unwrap())
}

/// The report of a run on so many processes.
fn report(folder: &Path, ranks: usize, arguments: &[&str]) -> Value {
    let called = call(folder, ranks, &[arguments, &["--json"]].concat());
    assert_eq!(called.code, 0, "{arguments:?} on {ranks} ranks: {}", called.err);
    serde_json::from_str(&called.out).unwrap()
}

/// The report of the same run in one process.
fn one_process(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&output_in(folder, &[arguments, &["--json"]].concat())).unwrap()
}

/// Scenarios that differ in what has to be exchanged.
const SCENARIOS: [(&str, &str); 6] = [
    ("torus.toml", "boids = 400\nspace.size = [100, 80]\nperception.radius = 9"),
    ("solid.toml", "boids = 400\ndimension = 3\nspace.size = [30, 30, 40]\nperception.radius = 6\nwander.weight = 0.3"),
    (
        "walls.toml",
        "boids = 300\nspace.kind = 'walls'\nspace.size = [100, 80]\nperception.radius = 9\nmotion.smoothing = 0.5",
    ),
    ("point.toml", "boids = 200\nspace.size = [100, 80]\nperception.radius = 9\nstart.position = 'centre'"),
    (
        "nearest.toml",
        "boids = 300\nspace.kind = 'open'\nperception.kind = 'nearest'\nperception.neighbours = 7\nstart.position = 'gaussian'\nstart.radius = 20",
    ),
    (
        "hawks.toml",
        "boids = 200\nspace.size = [90, 90]\nperception.radius = 8\nrelations.hawk = 'flee'\nflee.radius = 30\n[[species]]\nname = 'hawk'\nboids = 3\nrelations.boid = 'hunt'\n[species.hunt]\nradius = 30\n[[obstacle]]\ncentre = [40, 40]\nradius = 8\n",
    ),
];

#[test]
fn any_number_of_processes_and_threads_gives_the_same_bits_and_measures() {
    let folder = folder();
    for (name, text) in SCENARIOS {
        std::fs::write(folder.path().join(name), text).unwrap();
        let run = ["run", name, "--steps", "20"];
        let whole = one_process(folder.path(), &run);
        for (ranks, threads) in [(1, "2"), (2, "1"), (3, "2"), (4, "1")] {
            let engine = ["--engine", "mpi", "--threads", threads];
            let divided = report(folder.path(), ranks, &[&run[..], &engine].concat());
            assert_eq!(divided["state_hash"], whole["state_hash"], "{name} on {ranks} ranks");
            assert_eq!(divided["measures"], whole["measures"], "{name} on {ranks} ranks");
            assert_eq!(divided["ranks"].as_array().unwrap().len(), ranks);
        }
    }
}

#[test]
fn a_checkpoint_is_resumed_by_another_number_of_processes() {
    let folder = folder();
    let whole = one_process(folder.path(), &["run", "flat.toml", "--steps", "60", "--measures", "whole.csv"]);
    let engine = ["--engine", "mpi", "--checkpoint", "state", "--measures", "m.csv", "--record", "out", "--quiet"];
    let begun = call(folder.path(), 3, &[&["run", "flat.toml", "--steps", "20"], &engine[..]].concat());
    assert_eq!(begun.code, 0, "{}", begun.err);
    let resumed = report(folder.path(), 2, &["run", "--resume", "state", "--steps", "41"]);
    assert_eq!(resumed["resumed_at"], 20);
    let last = report(folder.path(), 1, &["run", "--resume", "state", "--steps", "60"]);
    assert_eq!(last["state_hash"], whole["state_hash"]);
    assert_eq!(read(folder.path(), "m.csv"), read(folder.path(), "whole.csv"));
    // Every sampled step has every boid once.
    let mut rows = Vec::new();
    for file in std::fs::read_dir(folder.path().join("out")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        // The first line names the columns.
        rows.extend(program::parquet(&folder.path().join("out"), &name).split_off(1));
    }
    rows.sort();
    rows.dedup();
    assert_eq!(rows.len(), 61 * 40);
}

#[test]
fn a_process_that_is_killed_ends_the_job_and_loses_nothing() {
    let folder = folder();
    let whole = one_process(folder.path(), &["run", "flat.toml", "--steps", "4000"]);
    for trial in 0..trials(3) {
        let state = format!("state-{trial}");
        let run = ["run", "flat.toml", "--steps", "4000", "--engine", "mpi", "--checkpoint", &state];
        let job = Started::spawn(&mut mpirun(folder.path(), 3, &[&run[..], &["--checkpoint-every", "50"]].concat()));
        until(|| folder.path().join(&state).join("current.json").exists());
        let mut random = Random::new(trial, std::process::id().into(), 0, Stream::Wander);
        std::thread::sleep(std::time::Duration::from_millis((random.unit() * 400.0) as u64));
        let victims = processes_with(&state);
        if let Some(victim) = victims.get((random.unit() * victims.len() as f64) as usize) {
            let _ = Command::new("kill").args(["-9", victim]).status();
        }
        let ended = job.wait();
        let done = ended.code == 0;
        let resumed = report(folder.path(), 2 + trial as usize % 2, &["run", "--resume", &state]);
        assert_eq!(resumed["state_hash"], whole["state_hash"], "killed: {}", !done);
    }
}

/// The process ids of the program, without the launcher, that have a word in their command line.
fn processes_with(word: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let is_rank = |id: &String| {
        let line = std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let mut words = line.split('\0');
        words.next().is_some_and(|program| program.ends_with("quelea")) && words.any(|found| found == word)
    };
    entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_rank).collect()
}

#[test]
fn an_interrupted_run_is_saved_by_all_processes() {
    let folder = folder();
    let run = ["run", "hawks.toml", "--steps", "1e9", "--engine", "mpi", "--record", "out"];
    let job = Started::spawn(&mut mpirun(folder.path(), 2, &run));
    let out = folder.path().join("out");
    until(|| out.join("from-000000000000-rank-00001.parquet").exists());
    for process in processes_with("hawks.toml") {
        let _ = Command::new("kill").args(["-TERM", &process]).status();
    }
    let ended = job.wait();
    let after = |words: &str| ended.err.split(words).nth(1).unwrap_or_default().split_whitespace().next();
    let (Some(step), Some(saved)) = (after("stopped after step "), after("--resume ")) else {
        panic!("{}", ended.err);
    };
    let steps = (step.parse::<u64>().unwrap() + 50).to_string();
    let resumed = report(folder.path(), 3, &["run", "--resume", saved, "--steps", &steps]);
    let whole = one_process(folder.path(), &["run", "hawks.toml", "--steps", &steps]);
    assert_eq!(resumed["state_hash"], whole["state_hash"]);
    assert_eq!(resumed["encounters"], whole["encounters"]);
}

/// A disk that is full for one process alone: its part of the record cannot be written.
#[test]
fn a_full_disk_of_one_process_ends_the_job() {
    let folder = folder();
    let whole = one_process(folder.path(), &["run", "flat.toml", "--steps", "200"]);
    let program = env!("CARGO_BIN_EXE_quelea");
    let run = "run flat.toml --steps 200 --engine mpi --checkpoint state --record out --every 1 --checkpoint-every 150";
    // Files of the second process may have 16 blocks; what is beyond fails as on a full disk.
    let limited = format!("trap '' XFSZ; ulimit -f 16; exec {program} {run}");
    let mut job = launcher(folder.path());
    job.args(["-n", "1", program]).args(run.split(' '));
    job.args([":", "-n", "1", "sh", "-c", &limited]);
    let ended = Call::from(job.output().unwrap());
    assert_ne!(ended.code, 0, "{}", ended.out);
    assert!(ended.err.contains("error: rank 1: ") && ended.err.contains("File too large"), "{}", ended.err);
    let resumed = report(folder.path(), 2, &["run", "--resume", "state"]);
    assert_eq!(resumed["state_hash"], whole["state_hash"]);
}

#[test]
fn what_cannot_be_divided_or_differs_is_refused() {
    let folder = folder();
    let refused = |arguments: &[&str], words: &[&str]| {
        let called = call(folder.path(), 2, &[&["run", "flat.toml", "--engine", "mpi"], arguments].concat());
        assert_ne!(called.code, 0, "{arguments:?}");
        words.iter().for_each(|word| assert!(called.err.contains(word), "no `{word}` in: {}", called.err));
    };
    refused(&["--set", "perception.kind='all'"], &["perceives boids at any distance", "cannot be divided"]);
    refused(&["--state-out", "s.csv"], &["--state-out", "--record FOLDER"]);
    refused(&["--record", "-"], &["write files"]);
    let mut two = launcher(folder.path());
    let program = env!("CARGO_BIN_EXE_quelea");
    two.args(["-n", "1", program, "run", "flat.toml", "--engine", "mpi"]);
    two.args([":", "-n", "1", program, "run", "flat.toml", "--engine", "mpi", "--seed", "2"]);
    let differs = Call::from(two.output().unwrap());
    assert!(differs.code != 0 && differs.err.contains("rank 1 has another scenario"), "{}", differs.err);
}
