//! Files damaged at random: the program reads them or says what is wrong, and never panics or ends by a signal.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use program::{call_in, folder, output_in, trials};
use quelea::state::random::{Random, Stream};
use std::path::Path;

/// A file to damage, and the command that reads it.
const INPUTS: [(&str, &str); 10] = [
    ("flat.toml", "check flat.toml"),
    ("hawks.toml", "run hawks.toml --steps 2 --quiet"),
    ("s.csv", "run flat.toml --start s.csv --quiet"),
    ("c", "run --resume c --steps 20 --quiet"),
    ("m.csv", "run --resume c --steps 20 --quiet"),
    ("r.npy", "run --resume c --steps 20 --quiet"),
    ("m.csv", "plot m.csv --out m.svg --force"),
    ("m.parquet", "plot m.parquet --out m.svg --force"),
    ("r.csv", "measure r.csv"),
    ("r.parquet", "measure r.parquet"),
];

/// Numbers at the edges of what fits anywhere.
const EXTREMES: [&str; 8] =
    ["-1", "0", "1e308", "-1e-320", "nan", "inf", "9223372036854775808", "123456789012345678901234567890"];

#[test]
fn a_damaged_file_is_read_or_refused() {
    let folder = folder();
    let path = folder.path();
    for files in [
        "--measures m.csv --record r.npy --checkpoint c",
        "--state-out s.csv",
        "--measures m.parquet --record r.parquet",
        "--record r.csv",
    ] {
        let call = format!("run flat.toml --quiet {files}");
        output_in(path, &call.split(' ').collect::<Vec<_>>());
    }
    let names = ["flat.toml", "hawks.toml", "c", "m.csv", "m.parquet", "r.csv", "r.npy", "r.parquet", "s.csv"];
    let intact = names.map(|name| (name, std::fs::read(path.join(name)).unwrap()));
    let restore = || intact.iter().for_each(|(name, bytes)| std::fs::write(path.join(name), bytes).unwrap());
    for (name, call) in INPUTS {
        assert!(!is_refused(path, call, b""), "{call} refuses an intact {name}");
        restore();
    }
    let (total, mut refused) = (trials(80), 0);
    for trial in 0..total {
        let (name, call) = INPUTS[trial as usize % INPUTS.len()];
        let original = &intact.iter().find(|(intact, _)| *intact == name).unwrap().1;
        let damaged = damage(original, trial);
        std::fs::write(path.join(name), &damaged).unwrap();
        refused += u64::from(is_refused(path, call, &damaged));
        // A resumed run has gone on with its files.
        restore();
    }
    println!("{total} damaged files: {refused} refused, {} read, none crashed", total - refused);
    assert!(refused > total / 4, "only {refused} of {total} were refused: the damage is too small");
}

/// Calls the program, which must end by itself. Returns whether it refused the file; then it says so.
fn is_refused(folder: &Path, call: &str, damaged: &[u8]) -> bool {
    // `call_in` fails on a panic message.
    let called = call_in(folder, &call.split(' ').collect::<Vec<_>>());
    let text = String::from_utf8_lossy(damaged);
    assert!((0..=2).contains(&called.code), "{call}: exit code {}\n{}\n{text}", called.code, called.err);
    assert_eq!(called.code != 0, called.err.contains("error: "), "{call}: {}\n{text}", called.err);
    called.code != 0
}

/// The bytes with one to four changes, the same for the same trial.
fn damage(bytes: &[u8], trial: u64) -> Vec<u8> {
    let mut random = Random::new(trial, 0, 0, Stream::Wander);
    let mut below = |limit: usize| (random.unit() * limit as f64) as usize;
    let mut bytes = bytes.to_vec();
    for _ in 0..=below(4) {
        let at = below(bytes.len() + 1);
        let end = (at + below(40)).min(bytes.len());
        match below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << below(8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.splice(at..end, (0..end - at).map(|_| below(256) as u8)).for_each(drop),
            4 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy).for_each(drop);
            }
            _ => replace_number(&mut bytes, at, EXTREMES[below(EXTREMES.len())]),
        }
    }
    bytes
}

/// Replaces the next number after a place by another one.
fn replace_number(bytes: &mut Vec<u8>, from: usize, number: &str) {
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    bytes.splice(start..start + length, number.bytes()).for_each(drop);
}
