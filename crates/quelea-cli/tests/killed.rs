//! `kill -9` at any moment: nothing is lost, nothing is done twice, every file is complete.
#![cfg(feature = "parquet")]

mod program;
use program::{Started, folder, left, output_in, parquet, read, trials};
use quelea::state::random::{Random, Stream};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a run is killed before it may come to its end.
const KILLS_PER_RUN: u64 = 15;

/// Starts the program and kills it at a different moment each time.
struct Killer {
    /// How long the program takes undisturbed. Kills come within that time, so that on any machine some come early,
    /// some late and some after the end.
    undisturbed: Duration,
    attempts: u64,
    kills: u64,
    /// How often it kills.
    total: u64,
}

impl Killer {
    /// Times the program once undisturbed.
    fn new(run: impl FnOnce()) -> Self {
        let start = Instant::now();
        run();
        Killer { undisturbed: start.elapsed(), attempts: 0, kills: 0, total: trials(50) }
    }

    /// Whether more kills are to come.
    fn is_active(&self) -> bool {
        self.kills < self.total
    }

    /// Starts the program and kills it after some time. Returns whether it was still running.
    fn kill(&mut self, folder: &Path, arguments: &[String]) -> bool {
        self.attempts += 1;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let started = Started::in_folder(folder, &arguments);
        std::thread::sleep(self.undisturbed.mul_f64(random_fraction(self.attempts)));
        let killed = started.kill();
        self.kills += u64::from(killed);
        killed
    }
}

/// A number from 0 to 1, different for each attempt and each test process.
fn random_fraction(attempt: u64) -> f64 {
    Random::new(attempt, std::process::id().into(), 0, Stream::Wander).unit()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

#[test]
fn a_run_that_is_killed_repeatedly_ends_like_an_undisturbed_one() {
    let folder = folder();
    let path = folder.path();
    // A sample per step and frequent checkpoints: it writes nearly all the time.
    let call = |files: &str| words(&format!("run flat.toml --steps 300 {files} --quiet"));
    let expected = |files: &str| {
        let call = call(files);
        output_in(path, &call.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let mut killer =
        Killer::new(|| expected("--measures expected-m.csv --record expected-r.npy --state-out expected-s.csv"));
    expected("--measures expected-m.parquet --record expected-r.parquet");
    expected("--record expected-r.xyz");
    expected("--measures expected-m.ndjson --record expected-r.ndjson");

    let mut ends = 0;
    for (measures, record) in
        [("m.csv", "r.npy"), ("m.parquet", "r.parquet"), ("m.ndjson", "r.ndjson"), ("m.csv", "r.xyz")].iter().cycle()
    {
        for name in left(path).iter().filter(|name| !name.starts_with("expected")) {
            std::fs::remove_file(path.join(name)).unwrap();
        }
        let mut done = false;
        // Each pair of formats gets its kills, however long the run takes.
        let last = killer.kills + KILLS_PER_RUN;
        while !done && killer.is_active() && killer.kills < last {
            let call = || match path.join("c").exists() {
                true => words("run --resume c --quiet --force"),
                false => call(&format!(
                    "--measures {measures} --record {record} --checkpoint c --checkpoint-every 7 --state-out s.csv --force"
                )),
            };
            let steps = |path: &Path| path.join(measures).exists().then(|| samples(path, measures));
            let before = steps(path).unwrap_or(0).min(checkpoint_step(path));
            done = !killer.kill(path, &call());
            let kills = killer.kills;
            // Everything up to the checkpoint is kept, and every file can be read.
            if let Some(now) = steps(path) {
                assert!(now >= before, "kill {kills}: {now} samples after {before}");
            }
            if path.join(record).exists() {
                samples(path, record);
            }
        }
        if !done && path.join("c").exists() {
            output_in(path, &["run", "--resume", "c", "--quiet", "--force"]);
        }
        if done || path.join("s.csv").exists() {
            ends += 1;
            let left = left(path);
            assert!(left.iter().all(|name| !name.starts_with('.')), "a finished run leaves temporary files: {left:?}");
            assert_eq!(read(path, "s.csv"), read(path, "expected-s.csv"));
            for name in [measures, record] {
                let expected = format!("expected-{name}");
                assert!(
                    std::fs::read(path.join(name)).unwrap() == std::fs::read(path.join(&expected)).unwrap(),
                    "{name} after {} kills",
                    killer.kills
                );
            }
        }
        if !killer.is_active() {
            break;
        }
    }
    println!("{} kills, {ends} runs to the end", killer.kills);
}

/// The step of the checkpoint; 0 if there is none. Fails if it is incomplete.
fn checkpoint_step(path: &Path) -> usize {
    let Ok(bytes) = std::fs::read(path.join("c")) else { return 0 };
    quelea::Snapshot::read(&bytes).unwrap().state.step as usize
}

/// The number of samples in a file. Fails if it is incomplete.
fn samples(path: &Path, name: &str) -> usize {
    match name.rsplit('.').next().unwrap() {
        "parquet" => {
            let rows = parquet(path, name).len() - 1;
            if name.starts_with('r') { rows / 40 } else { rows }
        }
        "csv" => {
            let text = read(path, name);
            let columns = text.lines().next().unwrap().split(',').count();
            assert!(text.ends_with('\n') && text.lines().all(|line| line.split(',').count() == columns), "{name}");
            text.lines().count() - 1
        }
        "ndjson" => {
            let text = read(path, name);
            assert!(text.ends_with('\n'), "{name}");
            let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
            lines.filter(|line| line["step"].is_u64()).count()
        }
        "xyz" => {
            let text = read(path, name);
            assert!(text.is_empty() || text.ends_with('\n'), "{name}");
            assert_eq!(text.lines().count() % 42, 0, "{name}");
            text.lines().count() / 42
        }
        _ => {
            let bytes = std::fs::read(path.join(name)).unwrap();
            let head = String::from_utf8_lossy(&bytes[10..128]).into_owned();
            let shape = head.split_once("'shape': (").unwrap().1.split_once(',').unwrap().0.to_owned();
            assert_eq!(bytes.len(), 128 + shape.parse::<usize>().unwrap() * 40 * 2 * 4, "{head}");
            shape.parse().unwrap()
        }
    }
}

#[test]
fn a_sweep_that_is_killed_repeatedly_writes_the_table_of_an_undisturbed_one() {
    let folder = folder();
    let path = folder.path();
    let call = |out: &str| {
        words(&format!(
            "sweep flat.toml --vary separation.weight=0:2:12 --vary boids=10,20,30 --repeats 3 --steps 30 --out {out} --quiet"
        ))
    };
    let run = |out: &str| drop(output_in(path, &call(out).iter().map(String::as_str).collect::<Vec<_>>()));
    let mut killer = Killer::new(|| run("expected.csv"));
    let expected = read(path, "expected.csv");
    assert_eq!(expected.lines().count(), 12 * 3 * 3 + 1);

    while killer.is_active() {
        let _ = std::fs::remove_file(path.join("s.csv"));
        let mut finished: Vec<String> = Vec::new();
        while killer.is_active() && killer.kill(path, &call("s.csv")) {
            let kills = killer.kills;
            let Ok(journal) = std::fs::read_to_string(path.join("s.csv.journal")) else { continue };
            let lines: Vec<String> =
                journal.split_inclusive('\n').skip(2).filter(|line| line.ends_with('\n')).map(String::from).collect();
            // Finished runs stay unchanged, and none is there twice.
            assert!(lines.starts_with(&finished), "kill {kills}");
            let mut runs: Vec<&str> = lines.iter().map(|line| line.split(',').next().unwrap()).collect();
            runs.sort_unstable();
            let count = runs.len();
            runs.dedup();
            assert_eq!(runs.len(), count, "kill {kills}: a run is there twice");
            finished = lines;
        }
        // Finished undisturbed, unless it has come to its end already.
        if path.join("s.csv.journal").exists() || !path.join("s.csv").exists() {
            run("s.csv");
        }
        assert_eq!(read(path, "s.csv"), expected, "after {} kills", killer.kills);
        assert!(!path.join("s.csv.journal").exists());
    }
    println!("{} kills in {} attempts", killer.kills, killer.attempts);
}
