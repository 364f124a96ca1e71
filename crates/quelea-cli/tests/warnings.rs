//! Parameters that cannot act are named, with the reason and the remedy.

mod program;
use program::{call_in, folder, output_in};
use serde_json::Value;

#[test]
fn an_override_that_cannot_act_is_named_with_the_remedy() {
    let folder = folder();
    let cases = [
        ("mesa", "wander.weight=0.3", "`motion.order` does not list `wander`", "add \"wander\" to `motion.order`"),
        ("p5", "perception.neighbours=9", "`perception.kind` is `radius`", "to `nearest` or `nearest-within`"),
        ("parker", "goal.weight=2", "there is neither `goal.position`, `goal.waypoints` nor `goal.path`", "set `goal."),
        ("p5", "avoid.look_ahead=9", "there are no obstacles", "add an [[obstacle]]"),
        ("p5", "hunt.radius=9", "`relations` has no `hunt`", "set `relations.NAME`"),
    ];
    for (preset, set, cause, remedy) in cases {
        let path = set.split('=').next().unwrap();
        for command in [&["run", preset, "--steps", "2"][..], &["check", preset]] {
            let call = call_in(folder.path(), &[command, &["--set", set]].concat());
            assert_eq!(call.code, 0, "{set}: {}", call.err);
            for word in ["warning: ", &format!("`{path}` has no effect: "), cause, "to make it act: ", remedy] {
                assert!(call.err.contains(word), "{set}: no `{word}` in {}", call.err);
            }
        }
    }
}

#[test]
fn an_override_that_acts_or_switches_a_rule_off_is_not_warned_of() {
    let folder = folder();
    for set in ["separation.weight=2", "cohesion.weight=0", "motion.max_speed=3", "boids=5", "name='x'"] {
        output_in(folder.path(), &["run", "p5", "--steps", "2", "--set", set]);
    }
    let both = ["run", "mesa", "--steps", "2", "--set", "wander.weight=1", "--set"];
    output_in(folder.path(), &[&both[..], &["motion.order=['wander', 'cohesion']"]].concat());
}

#[test]
fn warnings_are_in_the_json_and_quiet_does_not_hide_them() {
    let folder = folder();
    let arguments = ["run", "mesa", "--steps", "2", "--set", "wander.weight=1"];
    let call = call_in(folder.path(), &[&arguments[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&call.out).unwrap();
    let warning = report["warnings"][0].as_str().unwrap();
    assert!(warning.contains("`wander.weight` has no effect"), "{warning}");
    let quiet = call_in(folder.path(), &[&arguments[..], &["--quiet"]].concat());
    assert!(quiet.out.is_empty() && quiet.err.starts_with("warning: on the command line"), "{}", quiet.err);
}

#[test]
fn a_sweep_over_a_parameter_that_cannot_act_says_so_before_and_after() {
    let folder = folder();
    let sweep = ["sweep", "flat.toml", "--steps", "3", "--measure", "polarisation", "--out"];
    let idle = call_in(folder.path(), &[&sweep[..], &["a.csv", "--vary", "perception.neighbours=3,4,5"]].concat());
    assert!(idle.code == 0 && idle.err.contains("--vary: `perception.neighbours` has no effect"), "{}", idle.err);
    assert!(idle.err.contains("`perception.neighbours` made no difference"), "{}", idle.err);
    // One of two parameters acts; the other is 0 in one of its values only.
    let vary = ["b.csv", "--vary", "cohesion.weight=0,1", "--vary", "wander.radius=1,2"];
    let one = call_in(folder.path(), &[&sweep[..], &vary].concat());
    assert!(one.err.contains("`wander.radius` made no difference") && !one.err.contains("cohesion"), "{}", one.err);
    // A threshold that nobody reaches can act, but did not.
    let vary = ["c.csv", "--vary", "motion.min_speed=0,0.000001"];
    let none = call_in(folder.path(), &[&sweep[..], &vary].concat());
    assert!(none.err.contains("`motion.min_speed` made no difference"), "{}", none.err);
    assert!(!none.err.contains("has no effect"), "{}", none.err);
    let acts = ["d.csv", "--vary", "separation.weight=1,2"];
    assert_eq!(call_in(folder.path(), &[&sweep[..], &acts].concat()).err, "");
}

#[test]
fn check_names_the_lines_of_keys_that_cannot_act() {
    let folder = folder();
    let text = "boids = 40\nspace.size = [100, 100]\n[perception]\nneighbours = 7\n[goal]\nweight = 0\n";
    std::fs::write(folder.path().join("idle.toml"), text).unwrap();
    let call = call_in(folder.path(), &["check", "idle.toml"]);
    assert!(call.code == 0 && call.out.contains("valid: 40 boids in 2D"), "{} {}", call.out, call.err);
    assert!(call.err.contains("idle.toml:4: `perception.neighbours` has no effect"), "{}", call.err);
    assert!(!call.err.contains("goal"), "a weight of 0 switches a rule off: {}", call.err);
}

#[test]
fn check_prints_json_of_valid_and_invalid_scenarios() {
    let folder = folder();
    let valid: Value = serde_json::from_str(&output_in(folder.path(), &["check", "p5", "--json"])).unwrap();
    assert_eq!(
        (&valid["valid"], &valid["boids"], &valid["errors"]),
        (&true.into(), &300.into(), &Value::Array(vec![]))
    );
    let call = call_in(folder.path(), &["check", "wrong.toml", "--json"]);
    let invalid: Value = serde_json::from_str(&call.out).unwrap();
    assert_eq!((call.code, &invalid["valid"]), (2, &false.into()));
    let error = &invalid["errors"][0];
    assert_eq!(
        (&error["file"], &error["line"], &error["key"]),
        (&"wrong.toml".into(), &3.into(), &"seperation.radius".into())
    );
    assert_eq!(error["suggestion"], "separation.radius");
    let set = ["check", "p5", "--set", "boids=-1"];
    let refused = call_in(folder.path(), &set);
    assert!(refused.code == 2 && refused.err.contains("`boids`"), "{}", refused.err);
}
