//! What one can do on the stage: move, erase, switch off, and find things under the pointer.

mod common;

use common::{floats, json, replayed};
use quelea::Scenario;
use quelea::model::presets::{PRESETS, SCENES};
use quelea_wasm::{Flock, View};

fn obstacles(flock: &Flock) -> Vec<quelea::model::settings::Obstacle> {
    Scenario::from_toml(&flock.to_toml()).unwrap().obstacles
}

#[test]
fn obstacles_move_to_where_they_are_dragged_and_links_agree_to_the_bit() {
    let mut flock = Flock::from_preset("gate").unwrap();
    flock.add_polygon(&[10.0, 20.0, 60.0, 20.0, 30.0, 60.0]).unwrap();
    flock.end_action();
    let before = flock.to_toml();
    for _ in 0..4 {
        for _ in 0..7 {
            flock.move_obstacle(2, &[0.1, 0.7]).unwrap();
            flock.move_obstacle(0, &[0.3, -0.1]).unwrap();
            flock.move_obstacle(0, &[0.3, -0.1]).unwrap();
        }
        flock.step(5);
    }
    let moved = obstacles(&flock);
    assert!((moved[2].points[0][0] - 12.8).abs() < 1e-9 && (moved[2].points[2][1] - 79.6).abs() < 1e-9);
    assert!((moved[0].from[0] - 166.8).abs() < 1e-9, "{:?}", moved[0].from);
    let restored = replayed(&flock.to_link());
    assert_eq!((restored.hash(), restored.to_toml()), (flock.hash(), flock.to_toml()));
    flock.undo().unwrap();
    assert_eq!(flock.to_toml(), before);
}

#[test]
fn moves_of_an_obstacle_between_two_steps_are_one_in_the_link() {
    let link = |moves: usize| {
        let mut flock = Flock::from_preset("moving").unwrap();
        (0..moves).for_each(|_| flock.move_obstacle(0, &[0.5, 0.25]).unwrap());
        flock.move_obstacle(0, &[8.0 - 0.5 * moves as f64, 4.0 - 0.25 * moves as f64]).unwrap();
        flock.to_link()
    };
    assert_eq!(link(12), link(1));
}

#[test]
fn what_is_switched_off_is_gone_and_comes_back() {
    let mut flock = Flock::from_preset("p5").unwrap();
    assert_eq!(json(&flock.switches()), json(r#"{"goal":null,"predators":null,"obstacles":null}"#));
    flock.set_goal(&[300.0, 200.0]).unwrap();
    flock.add_obstacle(&[100.0, 100.0], 20.0).unwrap();
    flock.add_predator(&[400.0, 10.0], &[1.0, 0.0]).unwrap();
    flock.step(3);
    assert_eq!(json(&flock.switches()), json(r#"{"goal":true,"predators":true,"obstacles":true}"#));
    let (before, hash) = (flock.to_toml(), flock.hash());
    for what in ["goal", "predators", "obstacles"] {
        flock.end_action();
        flock.switch_on(what, false).unwrap();
        assert_eq!(json(&flock.switches())[what], false, "{what}");
        assert_ne!(flock.to_toml(), before, "{what}");
        flock.switch_on(what, false).unwrap();
        flock.switch_on(what, true).unwrap();
        assert_eq!((flock.to_toml(), flock.hash()), (before.clone(), hash.clone()), "{what}");
        flock.end_action();
        flock.switch_on(what, false).unwrap();
        flock.undo().unwrap();
        assert_eq!(flock.to_toml(), before, "{what}");
        assert_eq!(json(&flock.switches())[what], true, "{what}");
        flock.switch_on(what, false).unwrap();
        flock.switch_on(what, true).unwrap();
        assert_eq!(flock.to_toml(), before, "{what}, not twice");
    }
    flock.switch_on("predators", false).unwrap();
    assert_eq!(flock.boids(), 300);
    flock.step(4);
    assert_eq!(flock.steps(), 7.0, "the flock has restarted");
    assert_eq!(replayed(&flock.to_link()).hash(), flock.hash());
    assert!(flock.switch_on("clouds", false).unwrap_err().contains("obstacles"));
}

#[test]
fn predators_and_obstacles_of_presets_and_scenes_can_be_switched_off() {
    let names = PRESETS.iter().chain(SCENES).map(|(name, _)| *name);
    for name in names {
        let mut flock = Flock::from_preset(name).unwrap();
        flock.step(2);
        let switches = json(&flock.switches());
        for what in ["predators", "obstacles"] {
            if switches[what] == true {
                flock.switch_on(what, false).unwrap_or_else(|error| panic!("{name}: {error}"));
                flock.step(2);
                flock.switch_on(what, true).unwrap();
            }
        }
        flock.step(1);
        assert_eq!(json(&flock.switches()), switches, "{name}");
    }
    assert_eq!(json(&Flock::from_preset("veldic").unwrap().switches())["predators"], true);
    assert_eq!(json(&Flock::from_preset("u-trap").unwrap().switches())["obstacles"], true);
}

#[test]
fn the_eraser_finds_what_is_drawn_at_a_pixel_in_2d_and_3d() {
    for (preset, centre) in [("p5", vec![100.0, 300.0]), ("opensteer", vec![20.0, 10.0, -10.0])] {
        let mut flock = Flock::from_preset(preset).unwrap();
        let mut view = View::new(800, 600);
        flock.step(50);
        flock.add_obstacle(&centre, 8.0).unwrap();
        flock.set_goal(&centre.iter().map(|x| x + 15.0).collect::<Vec<_>>()).unwrap();
        view.see(&mut flock);
        let pixel = |point: &[f64]| {
            let pixel = view.pixel(&point.iter().map(|x| *x as f32).collect::<Vec<_>>());
            (pixel[0], pixel[1])
        };
        let (x, y) = pixel(&centre);
        assert_eq!(view.obstacle_at(&flock, x, y, 4.0), Some(0), "{preset}");
        assert_eq!(view.obstacle_at(&flock, 2.0, 2.0, 4.0), None, "{preset}");
        assert!(!view.goal_at(&flock, x, y, 4.0));
        let goal = floats(&json(json(&flock.values())["goal.position"].as_str().unwrap()));
        let (x, y) = pixel(&goal);
        assert!(view.goal_at(&flock, x + 2.0, y, 4.0), "{preset}");
        let first: Vec<f64> = flock.positions()[..flock.dimension()].iter().map(|x| f64::from(*x)).collect();
        let (x, y) = pixel(&first);
        let found = view.boids_at(x, y, 6.0);
        assert!(found.contains(&0) && found.len() < flock.boids(), "{preset}: {found:?}");
    }
}

#[test]
fn a_page_can_convert_points_and_pixels_itself() {
    for (preset, point) in [("p5", [100.0, 300.0, 0.0]), ("opensteer", [20.0, 10.0, -10.0])] {
        let mut flock = Flock::from_preset(preset).unwrap();
        let mut view = View::new(800, 600);
        view.see(&mut flock);
        view.zoom(1.5, 100.0, 200.0);
        view.orbit(40.0, 20.0);
        let (rows, ways) = (view.projection()[..12].to_vec(), view.projection()[12..].to_vec());
        let row = |row: usize| (0..3).map(|axis| rows[4 * row + axis] * point[axis]).sum::<f64>() + rows[4 * row + 3];
        let pixel = view.pixel(&point.map(|x| x as f32));
        for axis in 0..2 {
            assert!((row(axis) / row(2) - f64::from(pixel[axis])).abs() < 0.01, "{preset}: {pixel:?}");
        }
        for (axis, expected) in view.point(321.0, 123.0).into_iter().enumerate() {
            let found = ways[axis] + 321.0 * ways[3 + axis] + 123.0 * ways[6 + axis];
            assert!((found - expected).abs() < 1e-3, "{preset}: {found} {expected}");
        }
    }
}

#[test]
fn large_flocks_do_not_start_at_one_point() {
    let spread = |flock: &Flock| {
        let x: Vec<f32> = flock.positions().iter().step_by(2).copied().collect();
        x.iter().fold(0.0f32, |far, other| far.max((other - x[0]).abs()))
    };
    let mut flock = Flock::from_preset("p5").unwrap();
    assert_eq!(spread(&flock), 0.0);
    assert_eq!(flock.set_boids(20_000.0, true), Ok(true));
    assert!(spread(&flock) > 1000.0);
    assert_eq!(flock.set_boids(30_000.0, true), Ok(false), "it is spread already");
    assert!(spread(&flock) > 1000.0);
    // Small again, it starts as its scenario says; unless the user has chosen how it starts.
    flock.set_boids(300.0, true).unwrap();
    assert_eq!(spread(&flock), 0.0);
    flock.set_boids(20_000.0, true).unwrap();
    flock.set("start.position", "centre").unwrap();
    assert_eq!(spread(&flock), 0.0);
    flock.set("start.position", "ball").unwrap();
    flock.set_boids(5_000.0, true).unwrap();
    assert_eq!(json(&flock.values())["start.position"], "\"ball\"");
}

#[test]
fn the_species_of_added_predators_goes_with_the_last_of_them() {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.add_predator(&[400.0, 10.0], &[1.0, 0.0]).unwrap();
    flock.add_predator(&[300.0, 10.0], &[1.0, 0.0]).unwrap();
    flock.end_action();
    let before = (flock.hash(), flock.to_toml());
    flock.remove_boids(&[300]).unwrap();
    assert_eq!(flock.species_names(), ["boid", "predator"]);
    flock.remove_boids(&[300]).unwrap();
    assert_eq!(flock.species_names(), ["boid"]);
    flock.step(1);
    assert_eq!(replayed(&flock.to_link()).hash(), flock.hash());
    flock.undo().unwrap();
    assert_eq!(flock.to_toml(), before.1);
    // Those of a preset stay a species, of no boids.
    let mut flock = Flock::from_preset("veldic").unwrap();
    let count = flock.boids() as u32;
    flock.remove_boids(&(0..count).collect::<Vec<_>>()).unwrap();
    assert_eq!((flock.boids(), flock.species_names().len()), (0, 2));
}
