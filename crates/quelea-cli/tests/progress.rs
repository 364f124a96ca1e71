//! Progress in the log of a batch job.

mod program;
use program::{call_in, folder, output_in};

/// The text before the speed, which depends on the machine, and its unit.
fn without_speed(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let (count, rest) = line.split_once("), ").unwrap();
        let (speed, left) = rest.split_once(", ").unwrap();
        assert!(left.ends_with(" left"), "{line}");
        format!("{count}), {}", speed.split_once(' ').unwrap().1)
    };
    text.lines().map(line).collect()
}

#[test]
fn there_is_a_line_at_each_tenth_of_a_run() {
    let folder = folder();
    let call = call_in(folder.path(), &["run", "flat.toml", "--steps", "40", "--progress", "plain"]);
    assert!(call.code == 0 && call.out.contains("polarisation"));
    let lines = without_speed(&call.err);
    let expected = |tenth: u64| format!("step {} of 40 ({} %), boid-steps/s", 4 * tenth, 10 * tenth);
    assert_eq!(lines, (1..=10).map(expected).collect::<Vec<_>>());
    for off in [&["--progress", "none"][..], &["--progress", "plain", "--quiet"]] {
        output_in(folder.path(), &[&["run", "flat.toml"], off].concat());
    }
}

#[test]
fn a_resumed_run_and_a_sweep_report_what_is_left() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--steps", "30", "--checkpoint", "c"]);
    let call = call_in(folder.path(), &["run", "--resume", "c", "--steps", "40", "--progress", "plain", "--json"]);
    let lines = without_speed(&call.err);
    assert_eq!((lines.len(), lines[0].as_str()), (3, "step 32 of 40 (80 %), boid-steps/s"), "{lines:?}");
    let sweep = ["sweep", "flat.toml", "--vary", "boids=5,6", "--out", "s.csv", "--progress", "plain"];
    let lines = without_speed(&call_in(folder.path(), &sweep).err);
    assert_eq!(lines, ["run 1 of 2 (50 %), runs/s", "run 2 of 2 (100 %), runs/s"]);
}
