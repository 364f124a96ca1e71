//! `quelea paper lee2008` on a small scale: all its files, and what must hold at any scale.
#![cfg(feature = "plot")]

mod program;
use program::{call_in, column, fails_in, folder, left, read};

#[test]
fn the_experiments_of_lee_2008_are_reproduced_and_reported() {
    let folder = folder();
    let arguments = ["paper", "lee2008", "--out", "lee", "--frames", "3", "--seeds", "1", "--largest", "1024"];
    let call = call_in(folder.path(), &arguments);
    assert_eq!((call.code, call.err.as_str()), (0, ""));
    let lee = folder.path().join("lee");
    assert_eq!(left(&lee), ["accuracy.csv", "figure7.svg", "report.md", "scale.csv", "table1.csv"]);

    // Ten methods, six k, and as many rounds as frames.
    let table = read(&lee, "table1.csv");
    let seconds = column(&table, "seconds_per_frame");
    assert_eq!(seconds.len(), 10 * 6 * 3);
    assert!(seconds.iter().all(|seconds| seconds.parse::<f64>().unwrap() > 0.0));
    // The method finds most of the nearest, with o = 1 not all.
    let accuracy = read(&lee, "accuracy.csv");
    let recalls: Vec<f64> = column(&accuracy, "recall").iter().map(|recall| recall.parse().unwrap()).collect();
    assert_eq!(recalls.len(), 6 * 3);
    assert!(recalls.iter().all(|recall| (0.8..=1.0).contains(recall)) && recalls[0] < 1.0, "{recalls:?}");
    // An exact method finds all of them, at every k.
    let report = read(&lee, "report.md");
    let found = report.split("## Scale: share of the k nearest").nth(1).unwrap();
    let rows: Vec<&str> = found.lines().filter(|line| line.starts_with("| 1024 |")).collect();
    assert!(rows.len() == 4 && rows.iter().all(|row| row.split(" | ").nth(2) == Some("100.00")), "{rows:?}");
    // The paper's numbers are beside ours, and its curves in the figure.
    assert!(report.contains("(15.8)") && report.contains("+125.4") && call.out.contains("+125.4"));
    assert!(read(&lee, "figure7.svg").contains("the paper"));
    // One seed has no error.
    let effect = report.split("## Accuracy: effect on the flock").nth(1).unwrap().split("## ").next().unwrap();
    assert!(!effect.contains('±') && effect.contains("whose error is unknown: it takes `--seeds 2`"), "{effect}");

    fails_in(folder.path(), &arguments, 2, &["exists", "--force"]);
    let between = ["paper", "lee2008", "--largest", "5000"];
    fails_in(folder.path(), &between, 2, &["--largest", "allowed: 1024, 10000, 100000"]);
    fails_in(folder.path(), &["paper", "lee2009"], 2, &["lee2008"]);
}
