//! What `quelea sweep` does and refuses.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use program::{Started, column, fails_in, folder, left, output_in, parquet, read, until};
use serde_json::Value;
use std::path::Path;

fn sweep(folder: &Path, arguments: &[&str]) -> String {
    output_in(folder, &[&["sweep", "flat.toml", "--steps", "4"], arguments].concat())
}

#[test]
fn a_sweep_runs_every_combination_with_every_seed_in_a_fixed_order() {
    let folder = folder();
    let vary = ["--vary", "separation.weight=0:1:3", "--vary", "search=grid,kd-tree", "--repeats", "2"];
    let out = sweep(folder.path(), &[&vary[..], &["--out", "s.csv", "--measure", "polarisation,clusters"]].concat());
    assert!(out.starts_with("flat.toml: 6 combinations × 2 seeds: 12 runs\n"), "{out}");
    let table = read(folder.path(), "s.csv");
    assert_eq!(table.lines().next().unwrap(), "run,separation.weight,search,seed,polarisation,clusters,state_hash");
    assert_eq!(column(&table, "run"), (0..12).map(|run| run.to_string()).collect::<Vec<_>>());
    assert_eq!(column(&table, "separation.weight")[..9], ["0", "0", "0", "0", "0.5", "0.5", "0.5", "0.5", "1"]);
    assert_eq!(column(&table, "search")[..5], ["grid", "grid", "kd-tree", "kd-tree", "grid"]);
    assert_eq!(column(&table, "seed")[..3], ["1", "2", "1"]);
    assert_eq!(left(folder.path()), ["s.csv", "s.csv.settings.json"], "no journal is left");
    // Exact searches agree to the bit.
    let hashes = column(&table, "state_hash");
    assert_eq!(hashes[0], hashes[2]);
}

#[test]
fn a_run_of_a_sweep_equals_the_run_of_its_scenario() {
    let folder = folder();
    let call = ["--vary", "separation.weight=0.5,2", "--repeats", "2", "--set", "boids=25", "--out", "s.csv"];
    sweep(folder.path(), &call);
    let table = read(folder.path(), "s.csv");
    let run = [
        "run",
        "flat.toml",
        "--steps",
        "4",
        "--set",
        "boids=25",
        "--set",
        "separation.weight=2",
        "--seed",
        "2",
        "--json",
    ];
    let report: Value = serde_json::from_str(&output_in(folder.path(), &run)).unwrap();
    assert_eq!(column(&table, "state_hash")[3], report["state_hash"].as_str().unwrap());
    for (name, value) in report["measures"].as_object().unwrap() {
        assert_eq!(column(&table, name)[3].parse::<f64>().unwrap(), value.as_f64().unwrap(), "{name}");
    }
}

#[test]
fn a_sweep_counts_the_encounters_of_each_run() {
    let folder = folder();
    let hunt = "boids = 60\nsteps = 60\nspace.size = [100, 100]\nperception.radius = 20\nbody = 1\nrelations.hawk = 'flee'\n\
                [[species]]\nname = 'hawk'\nboids = 3\nrelations.boid = 'hunt'\n";
    std::fs::write(folder.path().join("hunt.toml"), hunt).unwrap();
    let sweep = ["sweep", "hunt.toml", "--vary", "separation.weight=0,1", "--repeats", "2", "--out"];
    output_in(folder.path(), &[&sweep[..], &["all.csv"]].concat());
    // Counts are those of the whole run, however few of its steps are averaged.
    let named = ["some.csv", "--average", "10", "--measure", "catches,polarisation,near_misses"];
    output_in(folder.path(), &[&sweep[..], &named].concat());
    let [all, some] = ["all.csv", "some.csv"].map(|name| read(folder.path(), name));
    let columns = "run,separation.weight,seed,catches,polarisation,polarisation:error,near_misses,state_hash";
    assert_eq!(some.lines().next().unwrap(), columns);
    assert!(all.lines().next().unwrap().ends_with(",catches,near_misses,state_hash"));
    let mut total = 0;
    for (index, (weight, seed)) in [("0", "1"), ("0", "2"), ("1", "1"), ("1", "2")].into_iter().enumerate() {
        let weight = format!("separation.weight={weight}");
        let run = ["run", "hunt.toml", "--set", &weight, "--seed", seed, "--json"];
        let report: Value = serde_json::from_str(&output_in(folder.path(), &run)).unwrap();
        for name in ["catches", "near_misses"] {
            let count = &report["encounters"][name];
            assert_eq!(column(&all, name)[index], count.to_string(), "{name}");
            assert_eq!(column(&some, name)[index], count.to_string(), "{name}");
            total += count.as_u64().unwrap();
        }
    }
    assert!(total > 10, "{total} encounters are too few to tell");
    let flat = ["sweep", "flat.toml", "--vary", "boids=5,6", "--out", "f.csv"];
    let words = ["`catches` needs runs in which a species hunts"];
    fails_in(folder.path(), &[&flat[..], &["--measure", "catches"]].concat(), 2, &words);
    output_in(folder.path(), &flat);
    assert!(!read(folder.path(), "f.csv").contains("catches"));
}

#[test]
fn the_table_does_not_depend_on_the_number_of_threads_or_the_format() {
    let folder = folder();
    let vary = ["--vary", "boids=10:40:4", "--repeats", "3"];
    sweep(folder.path(), &[&vary[..], &["--threads", "1", "--out", "one.csv"]].concat());
    sweep(folder.path(), &[&vary[..], &["--threads", "5", "--out", "five.csv"]].concat());
    sweep(folder.path(), &[&vary[..], &["--out", "s.parquet"]].concat());
    let one = read(folder.path(), "one.csv");
    assert_eq!(one, read(folder.path(), "five.csv"));
    let rows = parquet(folder.path(), "s.parquet");
    assert_eq!((rows[0].as_str(), rows.len()), (one.lines().next().unwrap(), 13));
}

#[test]
fn measures_can_be_averaged_over_the_last_steps() {
    let folder = folder();
    let call = ["--vary", "boids=20", "--measure", "polarisation", "--average", "3", "--every", "2", "--out", "s.csv"];
    sweep(folder.path(), &call);
    // Every second of the last three states, from the end: steps 4 and 2.
    let run = ["run", "flat.toml", "--set", "boids=20", "--steps", "4", "--every", "2", "--measures", "m.csv"];
    output_in(folder.path(), &run);
    let sampled: Vec<f64> =
        column(&read(folder.path(), "m.csv"), "polarisation").iter().map(|text| text.parse().unwrap()).collect();
    let mean: f64 = column(&read(folder.path(), "s.csv"), "polarisation")[0].parse().unwrap();
    assert_eq!(mean, (sampled[1] + sampled[2]) / 2.0);
    fails_in(
        folder.path(),
        &["sweep", "flat.toml", "--vary", "boids=20", "--average", "13", "--out", "t.csv"],
        2,
        &["--average 13", "12 steps"],
    );
}

#[test]
fn averages_have_errors_and_order_parameters_have_fluctuations() {
    let folder = folder();
    let measures = "polarisation,polarisation:susceptibility,polarisation:binder";
    let call = ["sweep", "flat.toml", "--vary", "boids=20", "--measure", measures, "--average", "9", "--out", "s.csv"];
    let out = output_in(folder.path(), &[&call[..], &["--plot", "s.svg"]].concat());
    let table = read(folder.path(), "s.csv");
    assert!(table.starts_with(
        "run,boids,seed,polarisation,polarisation:error,polarisation:susceptibility,\
         polarisation:susceptibility:error,polarisation:binder,polarisation:binder:error,state_hash\n"
    ));
    let run = ["run", "flat.toml", "--set", "boids=20", "--measures", "m.csv", "--quiet"];
    output_in(folder.path(), &run);
    let sampled: Vec<f64> =
        column(&read(folder.path(), "m.csv"), "polarisation").iter().map(|text| text.parse().unwrap()).collect();
    let sampled = &sampled[4..];
    let number = |name: &str| column(&table, name)[0].parse::<f64>().unwrap();
    let mean = |power: i32| sampled.iter().map(|x| x.powi(power)).sum::<f64>() / 9.0;
    assert!((number("polarisation") - mean(1)).abs() < 1e-12);
    assert!((number("polarisation:susceptibility") - 20.0 * (mean(2) - mean(1) * mean(1))).abs() < 1e-9);
    assert!((number("polarisation:binder") - (1.0 - mean(4) / (3.0 * mean(2) * mean(2)))).abs() < 1e-12);
    assert!(number("polarisation:error") > 0.0);
    let line = format!("20     {:.4} ± {:.4}", number("polarisation"), number("polarisation:error"));
    assert!(out.contains(&line), "{line}: {out}");
    let svg = read(folder.path(), "s.svg");
    assert!(svg.contains("bars: ± standard error") && !svg.contains("binder:error"), "errors are bars, not panels");
    let alone = ["sweep", "flat.toml", "--vary", "boids=20", "--measure", "polarisation:binder", "--out", "t.csv"];
    fails_in(folder.path(), &alone, 2, &["polarisation:binder", "--average"]);
}

#[test]
fn the_parts_of_a_sweep_add_up_to_the_whole() {
    let folder = folder();
    let vary = ["--vary", "boids=10:40:4", "--vary", "separation.weight=0.5,1", "--repeats", "2"];
    sweep(folder.path(), &[&vary[..], &["--out", "expected.csv"]].concat());
    let mut lines: Vec<String> = Vec::new();
    for part in 1..=3 {
        let out = format!("part-{part}.csv");
        sweep(folder.path(), &[&vary[..], &["--part", &format!("{part}/3"), "--out", &out]].concat());
        lines.extend(read(folder.path(), &out).lines().skip(1).map(String::from));
    }
    lines.sort_by_key(|line| line.split(',').next().unwrap().parse::<u64>().unwrap());
    assert_eq!(lines, read(folder.path(), "expected.csv").lines().skip(1).map(String::from).collect::<Vec<_>>());
    for part in ["0/3", "4/3", "1", "a/b", "1/0"] {
        let call = ["sweep", "flat.toml", "--vary", "boids=3", "--part", part, "--out", "x.csv"];
        fails_in(folder.path(), &call, 2, &[&format!("--part {part}"), "I/N"]);
    }
}

#[test]
fn an_invalid_sweep_is_refused_before_the_first_run() {
    let folder = folder();
    let refuse = |arguments: &[&str], words: &[&str]| {
        let call = [&["sweep", "flat.toml", "--out", "s.csv"], arguments].concat();
        fails_in(folder.path(), &call, 2, words);
    };
    refuse(
        &["--vary", "separation.radus=1:2:3"],
        &["`separation.radus` is not a key", "did you mean `separation.radius`?"],
    );
    // Only the last value is invalid: more than half the torus.
    refuse(&["--vary", "perception.radius=10:60:6"], &["perception.radius=60", "more than half the torus"]);
    refuse(&["--vary", "boids=1:2:4"], &["`boids` takes whole numbers", "1.3333333333333333", "would do: 1:2:2"]);
    refuse(&["--vary", "boids=100:1000:100"], &["for a difference of 100 between them: 100:1000:10"]);
    refuse(&["--vary", "seed=1:3:3", "--repeats", "2"], &["--repeats 2", "--vary seed gives the seeds"]);
    refuse(&["--vary", "seed=1,x"], &["--vary seed: x is not a seed", "allowed"]);
    refuse(&["--vary", "seed=1,2", "--plot", "s.svg"], &["--plot takes one or two varied parameters"]);
    refuse(&["--vary", "boids"], &["there is no `=`", "FROM:TO:COUNT"]);
    refuse(&["--vary", "boids=1,2", "--vary", "boids=3"], &["varied twice"]);
    refuse(
        &["--vary", "boids=1,2", "--measure", "polarization"],
        &["`polarization` is not a measure", "did you mean `polarisation`?"],
    );
    refuse(&["--vary", "boids=1:1000000:1000000", "--repeats", "1000"], &["1000000000 runs", "at most"]);
    // Too few steps in one of the combinations.
    for steps in ["steps=10,100", "steps=100,10"] {
        let words = ["--average 50", "the runs with steps=10 have 10 steps", "from 1 to 10"];
        refuse(&["--vary", steps, "--average", "50"], &words);
    }
    // Different texts for the same value.
    refuse(&["--vary", "separation.weight=0,0.0"], &["--vary separation.weight", "0 and 0.0 are the same value"]);
    refuse(&["--vary", "boids=1,2", "--vary", "body=1,2,1e0"], &["--vary body: 1 and 1e0 are the same value"]);
    refuse(&["--vary", "space.size=[100, 100],[100,100]"], &["are the same value"]);
    refuse(&["--vary", "search=grid,\"grid\""], &["are the same value"]);
    refuse(&[], &["--vary"]);
    fails_in(folder.path(), &["sweep", "flat.toml", "--vary", "boids=1,2", "--out", "s.txt"], 2, &["`s.txt`", ".csv"]);
    fails_in(
        folder.path(),
        &["sweep", "flat.toml", "--vary", "boids=1,2", "--out", "no/s.csv"],
        1,
        &["cannot write `no/s.csv"],
    );
    assert_eq!(left(folder.path()), Vec::<String>::new());
}

#[test]
fn an_existing_table_and_the_journal_of_another_sweep_are_not_replaced() {
    let folder = folder();
    std::fs::write(folder.path().join("s.csv"), "mine").unwrap();
    let call = ["sweep", "flat.toml", "--steps", "2", "--vary", "boids=5,6", "--out", "s.csv"];
    fails_in(folder.path(), &call, 2, &["`s.csv` exists", "--force"]);
    assert_eq!((read(folder.path(), "s.csv").as_str(), left(folder.path()).len()), ("mine", 1));
    std::fs::remove_file(folder.path().join("s.csv")).unwrap();
    std::fs::write(folder.path().join("s.csv.journal"), "# quelea sweep, journal 1, 0123456789abcdef\nrun,\n1,\n")
        .unwrap();
    fails_in(folder.path(), &call, 2, &["`s.csv.journal` is the journal of another sweep", "--force"]);
    output_in(folder.path(), &[&call[..], &["--force"]].concat());
    assert_eq!(left(folder.path()), ["s.csv", "s.csv.settings.json"]);
}

#[test]
fn seeds_can_be_given_as_a_range_or_a_list() {
    let folder = folder();
    sweep(folder.path(), &["--vary", "seed=7:11:3", "--vary", "boids=1e1,20", "--out", "s.csv"]);
    let table = read(folder.path(), "s.csv");
    assert_eq!(column(&table, "seed"), ["7", "9", "11", "7", "9", "11"]);
    assert_eq!(column(&table, "boids"), ["10", "10", "10", "20", "20", "20"]);
    let run = ["run", "flat.toml", "--steps", "4", "--set", "boids=20", "--seed", "9", "--json"];
    let report: Value = serde_json::from_str(&output_in(folder.path(), &run)).unwrap();
    assert_eq!(column(&table, "state_hash")[4], report["state_hash"].as_str().unwrap());
    let out = sweep(folder.path(), &["--vary", "seed=3,1", "--out", "seeds.csv"]);
    assert!(out.starts_with("flat.toml: 1 combinations × 2 seeds: 2 runs\n"), "{out}");
    assert_eq!(column(&read(folder.path(), "seeds.csv"), "seed"), ["3", "1"]);
}

#[test]
fn an_incomplete_line_of_the_journal_is_dropped_and_its_run_repeated() {
    let folder = folder();
    let call = ["--vary", "boids=10:40:4", "--repeats", "2", "--out", "s.csv"];
    sweep(folder.path(), &call);
    let expected = read(folder.path(), "s.csv");
    std::fs::remove_file(folder.path().join("s.csv")).unwrap();
    let started = Started::in_folder(folder.path(), &[&["sweep", "flat.toml", "--steps", "4"], &call[..]].concat());
    until(|| {
        std::fs::read_to_string(folder.path().join("s.csv.journal")).is_ok_and(|text| text.lines().count() > 3)
            || folder.path().join("s.csv").exists()
    });
    if started.kill() && folder.path().join("s.csv.journal").exists() {
        let journal = read(folder.path(), "s.csv.journal");
        std::fs::write(folder.path().join("s.csv.journal"), &journal[..journal.len() - 20]).unwrap();
        let out = sweep(folder.path(), &call);
        assert!(out.contains("of them before)"), "{out}");
    }
    assert_eq!(read(folder.path(), "s.csv"), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_runs() {
    let folder = folder();
    let call = ["sweep", "flat.toml", "--steps", "40", "--vary", "separation.weight=0:1:2000", "--out", "s.csv"];
    let started = Started::in_folder(folder.path(), &call);
    until(|| std::fs::read_to_string(folder.path().join("s.csv.journal")).is_ok_and(|text| text.lines().count() > 3));
    let call = started.signal("INT");
    assert_eq!(call.code, 130, "{}", call.err);
    assert!(
        call.err.starts_with("stopped after ") && call.err.ends_with("of 2000 runs; the same command resumes\n"),
        "{}",
        call.err
    );
}

#[test]
fn the_json_summary_describes_the_sweep() {
    let folder = folder();
    let json =
        sweep(folder.path(), &["--vary", "boids=5,6", "--repeats", "3", "--out", "s.csv", "--plot", "s.svg", "--json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!({
        "scenario": "flat.toml", "varied": ["boids"], "combinations": 2, "repeats": 3, "part": null, "runs": 6,
        "runs_before": 0, "out": "s.csv", "plot": "s.svg",
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&report[key], value, "{key}");
    }
    assert!(report["seconds"].as_f64().unwrap() > 0.0 && report["threads"].as_u64().unwrap() > 0);
    assert_eq!(left(folder.path()), ["s.csv", "s.csv.settings.json", "s.svg"]);
}

#[test]
fn the_measures_of_each_run_over_time_are_those_of_the_run_alone() {
    let folder = folder();
    let vary = ["sweep", "flat.toml", "--vary", "separation.weight=1,3", "--repeats", "2", "--quiet"];
    let series = ["--series", "runs", "--series-every", "5", "--out", "s.csv"];
    output_in(folder.path(), &[&vary[..], &series].concat());
    let alone = ["run", "flat.toml", "--set", "separation.weight=3", "--seed", "2", "--every", "5", "--quiet"];
    output_in(folder.path(), &[&alone[..], &["--measures", "alone.csv"]].concat());
    let text = read(folder.path(), "runs/run-3.csv");
    // The last step is always there: of 12 steps, 0, 5, 10 and 12.
    assert_eq!(column(&text, "step"), ["0", "5", "10", "12"]);
    assert!(text.starts_with(&read(folder.path(), "alone.csv")), "{text}");
    assert_eq!(std::fs::read_dir(folder.path().join("runs")).unwrap().count(), 4);
    // A table that is there already is not lost.
    let again = [&vary[..], &["--series", "runs", "--out", "t.csv"]].concat();
    fails_in(folder.path(), &again, 2, &["run-0.csv", "--force"]);
    assert_eq!(read(folder.path(), "runs/run-3.csv"), text);
}
