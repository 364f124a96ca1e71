//! `kill -9` at any moment: nothing is lost, nothing is done twice, every file that is there is whole.

mod program;
use program::{Started, folder, left, output_in, parquet, read};
use quelea::state::random::{Random, Stream};
use std::path::Path;
use std::time::{Duration, Instant};

const KILLS: u64 = 50;

/// Starts a program and kills it, at another moment each time.
struct Killer {
    /// How long the program takes when it is left alone. Kills come within that time, so that on a machine of
    /// any speed some come early, some late and some after the end.
    alone: Duration,
    attempts: u64,
    kills: u64,
}

impl Killer {
    /// Watches the program once while it is left alone.
    fn watching(alone: impl FnOnce()) -> Self {
        let start = Instant::now();
        alone();
        Killer { alone: start.elapsed(), attempts: 0, kills: 0 }
    }

    /// Whether there are kills left to do.
    fn goes_on(&self) -> bool {
        self.kills < KILLS
    }

    /// Starts the program and kills it after some time; false if it had ended by itself by then.
    fn kill(&mut self, folder: &Path, arguments: &[String]) -> bool {
        self.attempts += 1;
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let started = Started::in_folder(folder, &arguments);
        std::thread::sleep(self.alone.mul_f64(some_share(self.attempts)));
        let killed = started.kill();
        self.kills += u64::from(killed);
        killed
    }
}

/// Some number from 0 to 1, another for each attempt and in each test process.
fn some_share(attempt: u64) -> f64 {
    Random::new(attempt, std::process::id().into(), 0, Stream::Wander).unit()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_as_if_nothing_had_happened() {
    let folder = folder();
    let path = folder.path();
    // A sample per step and a checkpoint every few: something is being written nearly all the time.
    let call = |files: &str| words(&format!("run flat.toml --steps 300 {files} --quiet"));
    let whole = |files: &str| {
        let call = call(files);
        output_in(path, &call.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let mut killer = Killer::watching(|| whole("--measures whole-m.csv --record whole-r.npy --state-out whole-s.csv"));
    whole("--measures whole-m.parquet --record whole-r.parquet");
    whole("--record whole-r.xyz");

    let mut ends = 0;
    for (measures, record) in [("m.csv", "r.npy"), ("m.parquet", "r.parquet"), ("m.csv", "r.xyz")].iter().cycle() {
        for name in left(path).iter().filter(|name| !name.starts_with("whole")) {
            std::fs::remove_file(path.join(name)).unwrap();
        }
        let mut done = false;
        while !done && killer.goes_on() {
            let call = || match path.join("c").exists() {
                true => words("run --resume c --quiet --force"),
                false => call(&format!(
                    "--measures {measures} --record {record} --checkpoint c --checkpoint-every 7 --state-out s.csv --force"
                )),
            };
            let steps = |path: &Path| path.join(measures).exists().then(|| samples(path, measures));
            let before = steps(path).unwrap_or(0).min(checkpointed(path));
            done = !killer.kill(path, &call());
            let kills = killer.kills;
            // Everything up to the checkpoint is there after it, and what is there can be read.
            if let Some(now) = steps(path) {
                assert!(now >= before, "kill {kills}: {now} samples, and {before} before");
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
            assert!(left.iter().all(|name| !name.starts_with('.')), "a run that ends leaves nothing behind: {left:?}");
            assert_eq!(read(path, "s.csv"), read(path, "whole-s.csv"));
            for name in [measures, record] {
                let whole = format!("whole-{name}");
                match name.ends_with(".parquet") {
                    true => assert_eq!(parquet(path, name), parquet(path, &whole)),
                    false => assert!(
                        std::fs::read(path.join(name)).unwrap() == std::fs::read(path.join(&whole)).unwrap(),
                        "{name} after {} kills",
                        killer.kills
                    ),
                }
            }
        }
        if !killer.goes_on() {
            break;
        }
    }
    println!("{} kills, {ends} runs to the end", killer.kills);
}

/// The step of the checkpoint that is there; 0 if there is none. Its bytes are whole, or this fails.
fn checkpointed(path: &Path) -> usize {
    let Ok(bytes) = std::fs::read(path.join("c")) else { return 0 };
    quelea::snapshot::read(&bytes).unwrap().state.step() as usize
}

/// How many samples a file has. It is whole, or this fails.
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
fn a_sweep_that_is_killed_again_and_again_gives_the_table_of_an_undisturbed_one() {
    let folder = folder();
    let path = folder.path();
    let call = |out: &str| {
        words(&format!(
            "sweep flat.toml --vary separation.weight=0:2:12 --vary boids=10,20,30 --repeats 3 --steps 30 --out {out} --quiet"
        ))
    };
    let alone = |out: &str| drop(output_in(path, &call(out).iter().map(String::as_str).collect::<Vec<_>>()));
    let mut killer = Killer::watching(|| alone("whole.csv"));
    let whole = read(path, "whole.csv");
    assert_eq!(whole.lines().count(), 12 * 3 * 3 + 1);

    while killer.goes_on() {
        let _ = std::fs::remove_file(path.join("s.csv"));
        let mut finished: Vec<String> = Vec::new();
        while killer.goes_on() && killer.kill(path, &call("s.csv")) {
            let kills = killer.kills;
            let Ok(journal) = std::fs::read_to_string(path.join("s.csv.journal")) else { continue };
            let lines: Vec<String> =
                journal.split_inclusive('\n').skip(2).filter(|line| line.ends_with('\n')).map(String::from).collect();
            // What was finished before is still there, unchanged, and no run is there twice.
            assert!(lines.starts_with(&finished), "kill {kills}");
            let mut runs: Vec<&str> = lines.iter().map(|line| line.split(',').next().unwrap()).collect();
            runs.sort_unstable();
            let count = runs.len();
            runs.dedup();
            assert_eq!(runs.len(), count, "kill {kills}: a run was done twice");
            finished = lines;
        }
        // Left alone at last, if it has not come to its end in spite of it all.
        if path.join("s.csv.journal").exists() || !path.join("s.csv").exists() {
            alone("s.csv");
        }
        assert_eq!(read(path, "s.csv"), whole, "after {} kills", killer.kills);
        assert!(!path.join("s.csv.journal").exists());
    }
    println!("{} kills in {} attempts", killer.kills, killer.attempts);
}
