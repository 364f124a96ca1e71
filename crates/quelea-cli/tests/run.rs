//! What `quelea run` does and refuses.

mod program;
use program::{fails_in, folder, output_in};
use serde_json::Value;
use std::path::Path;

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let arguments = [&["run"], arguments, &["--json"]].concat();
    serde_json::from_str(&output_in(folder, &arguments)).unwrap()
}

#[test]
fn the_json_has_every_field() {
    let folder = folder();
    let report = json(folder.path(), &["flat.toml", "--seed", "9", "--threads", "2"]);
    let expected = [
        ("scenario", "flat.toml".into()),
        ("boids", 40.into()),
        ("dimension", 2.into()),
        ("steps", 12.into()),
        ("seed", 9.into()),
        ("engine", "fast".into()),
        ("search", "grid".into()),
        ("approximate", false.into()),
        ("threads", Value::from(2)),
    ];
    for (key, value) in expected {
        assert_eq!(report[key], value, "{key}");
    }
    let speed = report["boid_steps_per_second"].as_f64().unwrap();
    let seconds = report["seconds"].as_f64().unwrap();
    assert!(seconds > 0.0 && (speed * seconds - 480.0).abs() < 1e-6);
    let hash = report["state_hash"].as_str().unwrap();
    assert!(hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok());
    let measures: Vec<&str> = report["measures"].as_object().unwrap().keys().map(String::as_str).collect();
    let defined: Vec<&str> = quelea::Measures::DEFINITIONS.iter().map(|(name, _, _)| *name).collect();
    assert_eq!(measures, defined);
    assert!(report["measures"].as_object().unwrap().values().all(Value::is_number));
}

#[test]
fn catches_and_near_misses_are_counted_if_a_species_hunts() {
    let folder = folder();
    // A hawk passes a resting boid: it comes near, reaches it, and leaves.
    let hunt = "boids = 1\nbody = 1\nspace.kind = 'open'\nmotion = { order = [], max_speed = 2 }\n\
                [[species]]\nname = 'hawk'\nboids = 1\nrelations.boid = 'hunt'\n";
    std::fs::write(folder.path().join("hunt.toml"), hunt).unwrap();
    let run = |y: f64, steps: &str| {
        let table = format!("id,x,y,vx,vy,species\n0,0,0,0,0,0\n1,-20,{y},2,0,1\n");
        std::fs::write(folder.path().join("t.csv"), table).unwrap();
        json(folder.path(), &["hunt.toml", "--start", "t.csv", "--steps", steps])["encounters"].clone()
    };
    let counted = |catches: u64, near_misses: u64| serde_json::json!({"catches": catches, "near_misses": near_misses, "counted_from": 0});
    assert_eq!(run(1.0, "5"), counted(0, 0));
    assert_eq!(run(1.0, "10"), counted(1, 0));
    assert_eq!(run(1.0, "20"), counted(1, 0));
    assert_eq!(run(4.0, "20"), counted(0, 1));
    let text = output_in(folder.path(), &["run", "hunt.toml", "--start", "t.csv", "--steps", "20"]);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.ends_with(&["catches", "0", "times", "near_misses", "1", "times"]), "{text}");
    // Encounters before the run was resumed count.
    let first = ["run", "hunt.toml", "--start", "t.csv", "--steps", "20", "--checkpoint", "c", "--quiet"];
    output_in(folder.path(), &first);
    assert_eq!(json(folder.path(), &["--resume", "c", "--steps", "25"])["encounters"], counted(0, 1));
    // Without hunters nothing is counted.
    assert!(json(folder.path(), &["flat.toml"])["encounters"].is_null());
    assert!(!output_in(folder.path(), &["run", "flat.toml"]).contains("catches"));
}

#[test]
fn the_default_scenario_is_p5() {
    let folder = folder();
    assert_eq!(json(folder.path(), &["--steps", "2"])["scenario"], "p5");
    let text = output_in(folder.path(), &["run", "--steps", "2"]);
    assert!(text.starts_with("p5: 300 boids in 2D, 2 steps, seed 1\n"), "{text}");
    assert!(text.contains("polarisation") && text.contains("boid-steps/s"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_state_on_any_number_of_threads() {
    let folder = folder();
    let hash = |arguments: &[&str]| json(folder.path(), arguments)["state_hash"].clone();
    let one = hash(&["flat.toml", "--threads", "1"]);
    assert_eq!(one, hash(&["flat.toml", "--threads", "3"]));
    assert_eq!(one, hash(&["flat.toml"]));
    assert_ne!(one, hash(&["flat.toml", "--seed", "2"]));
    assert_ne!(one, hash(&["flat.toml", "--steps", "11"]));
}

#[test]
fn set_changes_parameters_that_are_only_valid_together() {
    let folder = folder();
    let report = json(
        folder.path(),
        &[
            "flat.toml",
            "--set",
            "boids=7",
            "--set",
            "dimension=3",
            "--set",
            "space.size=[60, 60, 60]",
            "--set",
            "search=brute",
        ],
    );
    assert_eq!((&report["boids"], &report["dimension"], &report["search"]), (&7.into(), &3.into(), &"brute".into()));
}

#[test]
fn runs_without_boids_with_one_boid_and_without_steps_work() {
    let folder = folder();
    let none = json(folder.path(), &["flat.toml", "--set", "boids=0"]);
    assert!(none["measures"].as_object().unwrap().values().all(|value| value == 0));
    let one = json(folder.path(), &["flat.toml", "--set", "boids=1"]);
    assert_eq!(one["measures"]["clusters"], 1);
    let at_start = json(folder.path(), &["flat.toml", "--steps", "0"]);
    assert_eq!(at_start["boid_steps_per_second"], 0.0);
}

#[test]
fn the_reference_engine_reports_brute_force_on_one_thread() {
    let folder = folder();
    let report = json(folder.path(), &["flat.toml", "--engine", "reference", "--threads", "2"]);
    let expected = (&"reference".into(), &1.into(), &"brute".into());
    assert_eq!((&report["engine"], &report["threads"], &report["search"]), expected);
}

#[test]
fn quirks_need_the_reference_engine() {
    let folder = folder();
    let words = ["`reference.quirks` needs the reference engine", "engine = \"reference\""];
    fails_in(folder.path(), &["run", "quirk.toml", "--engine", "fast"], 2, &words);
}

#[test]
fn an_invalid_override_is_refused_with_what_is_allowed() {
    let folder = folder();
    let run = |set: &str, words: &[&str]| fails_in(folder.path(), &["run", "flat.toml", "--set", set], 2, words);
    run("separation.radus=3", &["on the command line", "`separation.radus` is not a key", "`separation.radius`"]);
    run("separation.radius=-3", &["-3 is out of range", "allowed: a number from"]);
    run("separation.radius", &["has no `=`", "path=value"]);
    run("boids=many", &["`boids`", "a whole number"]);
    run("space.size=[1]", &["`space.size` has 1 numbers", "allowed: 2 numbers"]);
    run("=", &["no parameter before `=`", "PATH=VALUE"]);
}

#[test]
fn a_usage_error_has_exit_code_2() {
    let folder = folder();
    fails_in(folder.path(), &["run", "flat.toml", "--threads", "0"], 2, &["from 1 to 1024"]);
    fails_in(folder.path(), &["run", "flat.toml", "--engine", "quick"], 2, &["fast, reference"]);
    fails_in(folder.path(), &["run", "flat.toml", "--steps", "-1"], 2, &["--steps"]);
    fails_in(folder.path(), &["run", "flat.toml", "--steps", "18446744073709551615"], 2, &["--steps", "allowed"]);
    fails_in(folder.path(), &["run", "flat.toml", "--seed", "18446744073709551615"], 2, &["--seed", "allowed"]);
    fails_in(folder.path(), &["fly"], 2, &["fly"]);
    fails_in(folder.path(), &[], 2, &["Usage"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_flock_that_does_not_fit_into_memory_is_refused_before_it_is_allocated() {
    let folder = folder();
    // The flock needs 448 GB; a machine that has them would start.
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap();
    let available = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:")).unwrap();
    if available.trim().trim_end_matches(" kB").parse::<u64>().unwrap() > 400_000_000 {
        return;
    }
    fails_in(
        folder.path(),
        &["run", "flat.toml", "--set", "boids=4000000000"],
        1,
        &["448.0 GB", "are available", "at most"],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_limit_set_by_ulimit_counts() {
    let folder = folder();
    let call = |boids: usize| {
        let (program, size) = (env!("CARGO_BIN_EXE_quelea"), "--set 'space.size=[10000, 10000]'");
        let run = format!("{program} run flat.toml --steps 0 --threads 2 --set boids={boids} {size}");
        let command = format!("ulimit -v 1200000; exec {run}");
        std::process::Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap()
    };
    let (few, many) = (call(1000), call(7_000_000));
    assert!(few.status.success(), "{}", String::from_utf8_lossy(&few.stderr));
    // Refused with 1.3 GB instead of aborting in an allocation.
    let error = String::from_utf8_lossy(&many.stderr);
    assert!(many.status.code() == Some(1) && error.contains("7000000 boids need about 1.3 GB"), "{error}");
}
