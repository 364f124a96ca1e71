//! The papers in their quick form: every row of every table is where it should be.
//!
//! Seeds are fixed and every machine computes the same bits, so these are no matter of luck.
#![cfg(feature = "plot")]

mod program;
use program::{call_in, fails_in, folder, left, read};

/// The most standard errors by which a value may deviate. Of a thousand rows, one deviates by more than 3.3.
const MOST_DEVIATIONS: f64 = 3.5;

/// The largest difference of a value without an error, relative to what is expected.
const MOST_DIFFERENCE: f64 = 5e-3;

/// Rows in which we do not find what was published; docs/papers.md says why.
const KNOWN_TO_DIFFER: [&str; 5] = [
    "groups with a radius",
    "groups with seven nearest",
    "connected from step",
    "settled from step",
    "exponent of the variance",
];

/// Reproduces a paper and checks every row of its report.
fn check(name: &str, files: &[&str]) {
    let folder = folder();
    let call = call_in(folder.path(), &["paper", name, "--quick"]);
    assert_eq!((call.code, call.err.as_str()), (0, ""));
    let folder = folder.path().join(name);
    assert_eq!(left(&folder), files);
    let report = read(&folder, "report.md");
    let mut rows = 0;
    for line in report.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [what, found, _, expected, .., deviation] = cells[..] else { panic!("{line}") };
        if what.is_empty() || KNOWN_TO_DIFFER.contains(&what) {
            continue;
        }
        rows += 1;
        let fits = match deviation.strip_suffix(" σ") {
            Some(number) => number.parse::<f64>().unwrap().abs() <= MOST_DEVIATIONS,
            None if deviation == "holds" => true,
            None => {
                let (found, expected): (f64, f64) = (found.parse().unwrap(), expected.parse().unwrap());
                (found - expected).abs() <= MOST_DIFFERENCE * expected.abs().max(1e-9)
            }
        };
        assert!(fits, "{name}: {line}");
    }
    assert!(rows > 5, "{name}: {report}");
    fails_in(folder.parent().unwrap(), &["paper", name, "--quick"], 2, &["exists", "--force"]);
}

#[test]
fn cucker_and_smale_2007() {
    check("cucker-smale2007", &["convergence.csv", "convergence.svg", "report.md"]);
}

#[test]
fn olfati_saber_2006() {
    check("olfati-saber2006", &["lattice.csv", "lattice.svg", "report.md"]);
}

#[test]
fn strombom_2014() {
    check("strombom2014", &["report.md", "success.csv", "success.svg"]);
}

#[test]
fn couzin_2002() {
    check("couzin2002", &["loop.csv", "loop.svg", "report.md", "states.csv", "states.svg"]);
}

#[test]
#[ignore = "half a minute; `cargo xtask test long`"]
fn couzin_2005() {
    check("couzin2005", &["accuracy.csv", "accuracy.svg", "report.md"]);
}

#[test]
#[ignore = "half a minute; `cargo xtask test long`"]
fn vicsek_1995() {
    check("vicsek1995", &["density.csv", "density.svg", "noise.csv", "noise.svg", "report.md"]);
}

#[test]
#[ignore = "half a minute; `cargo xtask test long`"]
fn chate_2008() {
    let files = ["bands.csv", "bands.svg", "loop.csv", "loop.svg", "report.md", "transition.csv", "transition.svg"];
    check("chate2008", &files);
}

#[test]
#[ignore = "half a minute; `cargo xtask test long`"]
fn dorsogna_2006() {
    check("dorsogna2006", &["contraction.csv", "contraction.svg", "report.md"]);
}

#[test]
#[ignore = "half a minute; `cargo xtask test long`"]
fn ginelli_2010() {
    check("ginelli2010", &["order.csv", "order.svg", "report.md"]);
}
