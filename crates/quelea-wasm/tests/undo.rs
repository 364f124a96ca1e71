//! Undo and redo: every edit can be taken back, and links stay true.

mod common;

use common::{json, replayed};
use quelea::model::presets::PRESETS;
use quelea_wasm::{Flock, PageError};

/// An edit.
type Edit = fn(&mut Flock) -> Result<(), PageError>;

const EDITS: [(&str, Edit); 12] = [
    ("parameter", |flock| flock.set("cohesion.weight", "2.5").map(drop)),
    ("left out", |flock| flock.set("separation.radius", "").map(drop)),
    ("engine", |flock| flock.set("engine", "reference").map(drop)),
    ("boid", |flock| flock.add_boid(&[10.0, 10.0], &[1.0, -1.0])),
    ("predator", |flock| flock.add_predator(&[400.0, 10.0], &[1.0, 0.0])),
    ("obstacle", |flock| flock.add_obstacle(&[200.0, 200.0], 40.0)),
    ("box", |flock| flock.add_box(&[100.0, 200.0], &[30.0, 40.0])),
    ("wall", |flock| flock.add_wall(&[100.0, 20.0], &[100.0, 90.0], 2.0)),
    ("polygon", |flock| flock.add_polygon(&[10.0, 20.0, 60.0, 20.0, 30.0, 60.0])),
    ("goal", |flock| flock.set_goal(&[300.0, 300.0])),
    ("removal", |flock| flock.remove_boids(&[7, 3, 250])),
    ("all boids", |flock| flock.remove_boids(&(0..400).collect::<Vec<_>>())),
];

#[test]
fn every_edit_can_be_undone_and_redone_at_the_same_step() {
    for (name, edit) in EDITS {
        let mut flock = Flock::from_preset("p5").unwrap();
        flock.step(5);
        let before = (flock.hash(), flock.to_toml());
        assert!(!flock.can_undo());
        edit(&mut flock).unwrap();
        flock.end_action();
        let after = (flock.hash(), flock.to_toml());
        assert_ne!(after, before, "{name}");
        assert_eq!(flock.undo().as_deref(), Ok("changed"), "{name}");
        assert_eq!((flock.hash(), flock.to_toml()), before, "{name}, undone");
        assert!(flock.can_redo() && !flock.can_undo(), "{name}");
        assert_eq!(flock.redo().as_deref(), Ok("changed"), "{name}");
        assert_eq!((flock.hash(), flock.to_toml()), after, "{name}, redone");
        flock.step(3);
        assert_eq!(replayed(&flock.to_link()).hash(), flock.hash(), "{name}");
    }
}

#[test]
fn edits_of_a_running_flock_are_undone_in_turn_without_a_restart() {
    let mut flock = Flock::from_preset("p5").unwrap();
    let mut scenarios = vec![flock.to_toml()];
    let edits = &EDITS[..11];
    for (name, edit) in edits {
        flock.step(2);
        edit(&mut flock).unwrap_or_else(|error| panic!("{name}: {error}"));
        flock.end_action();
        scenarios.push(flock.to_toml());
    }
    assert_eq!(scenarios.pop().unwrap(), flock.to_toml());
    for expected in scenarios.iter().rev() {
        flock.step(2);
        assert_eq!(flock.undo().as_deref(), Ok("changed"));
        assert_eq!(flock.to_toml(), *expected);
    }
    assert_eq!(flock.undo().as_deref(), Ok("nothing"));
    assert_eq!((flock.steps(), flock.boids()), (44.0, 300));
    for _ in edits {
        assert_eq!(flock.redo().as_deref(), Ok("changed"));
        flock.step(1);
    }
    assert_eq!(replayed(&flock.to_link()).hash(), flock.hash());
}

#[test]
fn edits_of_one_action_are_undone_together() {
    let mut flock = Flock::from_preset("p5").unwrap();
    for weight in ["1.1", "1.2", "1.3"] {
        flock.set("cohesion.weight", weight).unwrap();
        flock.step(1);
    }
    flock.end_action();
    for x in 0..5 {
        flock.add_boid(&[f64::from(x), 1.0], &[1.0, 0.0]).unwrap();
        flock.step(1);
    }
    flock.undo().unwrap();
    assert_eq!(flock.boids(), 300);
    assert_eq!(json(&flock.values())["cohesion.weight"], "1.3");
    flock.undo().unwrap();
    assert_eq!(json(&flock.values())["cohesion.weight"], "1");
    assert!(!flock.can_undo());
    flock.redo().unwrap();
    flock.redo().unwrap();
    assert_eq!(flock.boids(), 305);
    // A new edit takes the place of those that were undone.
    flock.undo().unwrap();
    flock.set("alignment.weight", "2").unwrap();
    assert!(!flock.can_redo());
}

#[test]
fn undoing_a_restart_returns_to_the_flock_as_it_was() {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.set("cohesion.weight", "2").unwrap();
    flock.step(20);
    let before = flock.hash();
    let link = flock.to_link();
    let restarts: [(&str, Edit); 6] = [
        ("restarted", |flock| flock.restart()),
        ("restarted", |flock| flock.reset()),
        ("restarted", |flock| flock.set("seed", "9").map(drop)),
        ("restarted", |flock| flock.set_boids(500.0, true).map(drop)),
        ("opened", |flock| flock.open_preset("u-trap")),
        ("opened", |flock| flock.open_toml("name = 'mine'\nboids = 12\nspace.size = [400, 300]")),
    ];
    for (kind, restart) in restarts {
        flock.end_action();
        restart(&mut flock).unwrap();
        assert_eq!(flock.steps(), 0.0);
        let after = flock.hash();
        assert_eq!(flock.undo().as_deref(), Ok(kind));
        assert_eq!((flock.hash(), flock.to_link(), flock.preset().as_str()), (before.clone(), link.clone(), "p5"));
        assert_eq!(flock.redo().as_deref(), Ok(kind));
        assert_eq!(flock.hash(), after);
        flock.undo().unwrap();
    }
    flock.undo().unwrap();
    assert_eq!(json(&flock.values())["cohesion.weight"], "1");
}

#[test]
fn an_edit_that_changes_nothing_or_is_refused_leaves_nothing_to_undo() {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.set("cohesion.weight", "1").unwrap();
    flock.remove_boids(&[1000]).unwrap();
    flock.remove_goal().unwrap();
    assert!(flock.add_obstacle(&[1.0, 1.0], -1.0).is_err());
    assert!(flock.add_polygon(&[0.0, 0.0, 1.0, 1.0]).unwrap_err().contains("three corners"));
    assert!(flock.move_obstacle(0, &[1.0, 1.0]).is_err() && flock.remove_obstacle(0).is_err());
    assert!(flock.open_preset("p6").is_err());
    assert!(!flock.can_undo());
}

#[test]
fn the_pointer_leaves_no_trace_and_is_not_undone() {
    for (name, _) in PRESETS {
        let mut flock = Flock::from_toml("name = 'mine'\nboids = 12\nspace.size = [400, 300]").unwrap();
        flock.open_preset(name).unwrap();
        flock.step(3);
        let before = flock.to_toml();
        let at = common::beside_boid_0(&flock, 1.0);
        flock.press_pointer("attract", &at).unwrap();
        flock.step(3);
        assert_ne!(flock.to_toml(), before, "{name}");
        flock.release_pointer().unwrap();
        assert_eq!(flock.to_toml(), before, "{name}");
        flock.step(2);
        assert_eq!(replayed(&flock.to_link()).hash(), flock.hash(), "{name}");
        assert_eq!(flock.undo().as_deref(), Ok("opened"), "{name}");
    }
}

#[test]
fn a_pointer_that_is_pressed_during_a_restart_is_released_after_it() {
    let mut flock = Flock::from_preset("p5").unwrap();
    let before = flock.to_toml();
    flock.press_pointer("repel", &[100.0, 50.0]).unwrap();
    flock.restart().unwrap();
    flock.release_pointer().unwrap();
    assert_eq!(flock.to_toml(), before);
}

#[test]
fn undo_leaves_the_pointer_where_the_mouse_is() {
    let mut flock = Flock::from_preset("harry").unwrap();
    flock.open_preset("harry").unwrap();
    assert!(flock.pointer_acts());
    assert!(json(&flock.values()).get("pointer.position").is_none(), "a pointer before there is a mouse");
    flock.end_action();
    flock.set("cohesion.weight", "2").unwrap();
    flock.set_pointer(&[100.0, 50.0]).unwrap();
    flock.step(1);
    assert_eq!(flock.undo().as_deref(), Ok("changed"));
    let values = json(&flock.values());
    assert_eq!(
        (values["cohesion.weight"].as_str(), values["pointer.position"].as_str()),
        (Some("1"), Some("[100, 50]"))
    );
    assert!(!Flock::from_preset("p5").unwrap().pointer_acts());
}

#[test]
fn pointer_moves_are_recorded_once_a_step() {
    let link = |moves: u32| {
        let mut flock = Flock::from_preset("p5").unwrap();
        flock.open_preset("harry").unwrap();
        for x in 0..moves {
            flock.set_pointer(&[f64::from(x), 50.0]).unwrap();
        }
        flock.set_pointer(&[400.0, 50.0]).unwrap();
        flock.step(1);
        flock.to_link()
    };
    assert_eq!(link(300), link(0));
}
