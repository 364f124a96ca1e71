//! Scenarios, values and states survive JSON, and wrong JSON is refused with the reason.
#![cfg(feature = "serde")]

mod common;

use quelea::model::presets;
use quelea::{Scenario, Simulation, State, Value};
use serde_json::json;

#[test]
fn every_preset_survives_json() {
    for name in presets::names() {
        let scenario = Scenario::preset(name).unwrap();
        let text = serde_json::to_string(&scenario).unwrap();
        assert_eq!(serde_json::from_str::<Scenario>(&text).unwrap(), scenario, "{name}:\n{text}");
    }
}

#[test]
fn every_environment_survives_json() {
    for pick in 0..40 {
        for dimension in [2, 3] {
            let scenario = common::in_environment(dimension, "steer", pick);
            let json = serde_json::to_value(&scenario).unwrap();
            assert_eq!(serde_json::from_value::<Scenario>(json).unwrap(), scenario, "{pick}");
        }
    }
}

#[test]
fn json_has_the_keys_and_the_structure_of_a_scenario_file() {
    let scenario: Scenario = serde_json::from_value(json!({
        "boids": 7,
        "space": { "size": [300, 200.5] },
        "separation": { "radius": 3 },
        "relations": { "hawk": "flee" },
        "obstacle": [{ "centre": [10, 10], "radius": 2 }],
        "schedule": [{ "path": "species.hawk.hunt.weight", "from": 0, "to": 2, "every": 100 }],
        "species": [{ "name": "hawk", "boids": 1, "hunt": { "weight": 2 } }],
    }))
    .unwrap();
    let text = "boids = 7\nspace.size = [300, 200.5]\nseparation.radius = 3\nrelations.hawk = 'flee'\n
        [[obstacle]]\ncentre = [10, 10]\nradius = 2\n[[species]]\nname = 'hawk'\nboids = 1\nhunt.weight = 2\n\
        [[schedule]]\npath = 'species.hawk.hunt.weight'\nfrom = 0\nto = 2\nevery = 100";
    assert_eq!(scenario, Scenario::from_toml(text).unwrap());
    let json = serde_json::to_value(&scenario).unwrap();
    assert_eq!(json["space"]["size"], json!([300, 200.5]));
    assert_eq!((&json["species"][0]["name"], &json["obstacle"][0]["radius"]), (&json!("hawk"), &json!(2)));
}

#[test]
fn an_invalid_scenario_is_refused_with_the_message_a_file_would_get() {
    for (json, expected) in [
        (json!({ "space": { "kind": "open" }, "seperation": { "radius": 3 } }), "did you mean `separation.radius`?"),
        (json!({ "boids": "many" }), "`boids` \"many\" is not of the right type\n  allowed: a whole number"),
        (json!({ "boids": 1.5 }), "`boids` 1.5 is not a whole number"),
        (json!({ "boids": 10 }), "`space.size` is missing"),
        (json!({ "search": "everyone" }), "is not one of the allowed words"),
        (json!({ "boids": null }), "a number, a text, a flag, a list or a table"),
        (json!({ "space": { "kind": "open" }, "obstacle": 3 }), "`obstacle`"),
        (json!([1, 2]), "a scenario is a table"),
        (json!(3), "a scenario is a table"),
        (json!({ "space": { "kind": "open" }, "obstacle": [{ "centre": [1, 1] }, 3] }), "tables and other values"),
    ] {
        let error = serde_json::from_value::<Scenario>(json.clone()).expect_err(&json.to_string()).to_string();
        assert!(error.contains(expected), "for {json} the message is\n{error}\nand not\n{expected}");
    }
}

#[test]
fn every_kind_of_value_survives_json() {
    let values: [Value; 6] =
        [true.into(), (-3).into(), 0.5.into(), "torus".into(), [1.5, 2.0].into(), [[0, 1], [1, 2]].into()];
    for value in values {
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value, "{text}");
    }
    assert!(serde_json::from_value::<Value>(json!({ "a": 1 })).is_err());
}

/// A state with everything a state can hold.
fn full_state() -> State {
    let text =
        "boids = 12\nspace.size = [100, 100]\nperception.radius = 20\nwander.weight = 1\nmotion.smoothing = 0.5\n
        goal.waypoints = [[1, 2], [3, 4]]\n[[species]]\nname = 'hawk'\nboids = 2";
    let mut flock = Simulation::new(&Scenario::from_toml(text).unwrap()).unwrap();
    flock.run(5);
    let state = flock.state();
    for group in [&state.positions, &state.velocities, &state.smoothed, &state.wander] {
        assert_eq!(group.len(), 14);
    }
    state
}

#[test]
fn a_state_survives_json() {
    let state = full_state();
    let text = serde_json::to_string(&state).unwrap();
    let read: State = serde_json::from_str(&text).unwrap();
    assert_eq!(read, state);
    assert_eq!(read.hash(), state.hash());

    // Memories that a state does not have are left out.
    let small = State::from_arrays(vec![[1.0, 2.5]], vec![[0.5, -0.25]]);
    let json = json!({
        "dimension": 2, "step": 0, "species": [0], "positions": [[1.0, 2.5]], "velocities": [[0.5, -0.25]],
    });
    assert_eq!(serde_json::to_value(&small).unwrap(), json);
    assert_eq!(serde_json::from_value::<State>(json).unwrap(), small);
    assert_eq!(serde_json::from_str::<State>(&serde_json::to_string(&State::new(3)).unwrap()).unwrap(), State::new(3));
}

#[test]
fn a_wrong_state_is_refused_with_the_reason() {
    let json = serde_json::to_value(full_state()).unwrap();
    let with = |key: &str, value: serde_json::Value| {
        let mut changed = json.clone();
        changed[key] = value;
        serde_json::from_value::<State>(changed).expect_err(key).to_string()
    };
    assert_eq!(with("dimension", json!(4)), "`dimension` is 4; allowed: 2 or 3");
    assert_eq!(with("dimension", json!(3)), "`positions` has a vector of 2 numbers in a state of 3D");
    assert_eq!(with("wander", json!([[1]])), "`wander` has a vector of 1 numbers in a state of 2D");
    assert!(with("positions", json!("here")).contains("invalid type"));
    assert!(with("species", json!([256])).contains("invalid value"));
    assert!(with("step", json!(-1)).contains("invalid value"));
    let error = serde_json::from_value::<State>(json!({ "dimension": 2 })).unwrap_err().to_string();
    assert!(error.contains("missing field `step`"), "{error}");

    // Lists of different lengths are found when the state is used.
    let mut short = json.clone();
    short["velocities"] = json!([]);
    let state: State = serde_json::from_value(short).unwrap();
    let error = Simulation::from_state(&Scenario::preset("p5").unwrap(), state).err().unwrap().to_string();
    assert_eq!(error, "the state has 14 positions but 0 velocities");
}
