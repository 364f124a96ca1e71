//! The inspected boid: its numbers and its picture.

mod common;

use common::{floats, json};
use quelea::{Scenario, Simulation};
use quelea_draw::{Mark, Scene, Style};
use quelea_wasm::{Flock, View};
use serde_json::Value;

#[test]
fn the_sum_of_the_forces_is_the_change_of_velocity() {
    // No force limit, no smoothing, one species: the velocity changes by the sum, unless the speed is limited.
    let mut flock = Flock::from_preset("noc").unwrap();
    flock.step(80);
    let inspected: Vec<Value> = (0..40).map(|id| json(&flock.inspect(id).unwrap())).collect();
    flock.step(1);
    let velocities = flock.velocities();
    let mut checked = 0;
    for (id, inspection) in inspected.iter().enumerate() {
        let (velocity, sum) = (floats(&inspection["velocity"]), floats(&inspection["sum"]));
        let expected = [velocity[0] + sum[0], velocity[1] + sum[1]];
        if expected[0].hypot(expected[1]) < 2.999 {
            let now = [f64::from(velocities[2 * id]), f64::from(velocities[2 * id + 1])];
            assert!((now[0] - expected[0]).hypot(now[1] - expected[1]) < 1e-5, "{id}: {now:?} {expected:?}");
            checked += 1;
        }
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn both_engines_agree_about_a_boid() {
    for name in ["harry", "eater", "veldic", "opensteer"] {
        let mut flock = Flock::from_preset(name).unwrap();
        flock.step(60);
        let fast = json(&flock.inspect(3).unwrap());
        flock.set("engine", "reference").unwrap();
        let reference = json(&flock.inspect(3).unwrap());
        let (one, other) = (fast["neighbours"].as_array().unwrap(), reference["neighbours"].as_array().unwrap());
        assert_eq!(one.len(), other.len(), "{name}");
        for (one, other) in one.iter().zip(other) {
            for key in ["id", "seen", "close"] {
                assert_eq!(one[key], other[key], "{name}");
            }
            let vector =
                |neighbour: &Value| [floats(&neighbour["offset"]), vec![neighbour["distance"].as_f64().unwrap()]];
            let (one, other) = (vector(one).concat(), vector(other).concat());
            // Single precision at the size of the space.
            assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() <= 1e-4), "{name}: {one:?} {other:?}");
        }
        let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (one, other) = (floats(&fast["sum"]), floats(&reference["sum"]));
        let difference: Vec<f64> = one.iter().zip(&other).map(|(a, b)| a - b).collect();
        assert!(length(&difference) <= 1e-4 * length(&other).max(1e-3), "{name}: {one:?} {other:?}");
    }
}

#[test]
fn the_page_and_the_program_draw_the_same_picture_of_a_boid() {
    for (name, id) in [("p5", 7), ("opensteer", 3), ("veldic", 31), ("jyanar", 3), ("lee2008", 0)] {
        // As the page does.
        let mut flock = Flock::from_preset(name).unwrap();
        flock.step(60);
        let mut view = View::new(640, 480);
        view.set_style("colour", &View::fitting_colour(&flock)).unwrap();
        view.inspect(Some(id));
        assert!(view.see(&mut flock).is_some());
        // As `quelea render --inspect` does.
        let mut simulation = Simulation::new(&Scenario::preset(name).unwrap()).unwrap();
        simulation.run(60);
        let style = Style::for_scenario(simulation.scenario());
        let mut scene = Scene::new(simulation.scenario(), &simulation.state(), &style);
        scene.mark_inspection(&simulation.inspect(id).unwrap());

        assert!(scene.marks.iter().any(|mark| matches!(mark, Mark::Arrow { .. })), "{name}");
        assert_eq!(view.scene().marks, scene.marks, "{name}");
        assert_eq!(view.scene().boids, scene.boids, "{name}");
    }
}

#[test]
fn every_arrow_has_the_name_of_its_rule_and_the_sum_comes_first() {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.step(120);
    let mut view = View::new(640, 480);
    view.inspect(Some(7));
    let inspection = json(&view.see(&mut flock).unwrap());
    let acting = |term: &&Value| floats(&term["force"]).iter().any(|x| *x != 0.0);
    let terms = inspection["terms"].as_array().unwrap().iter().filter(acting).map(|term| term["rule"].clone());
    let expected: Vec<Value> = std::iter::once("sum".into()).chain(terms).collect();
    let arrows = json(&view.arrows());
    let rules: Vec<Value> = arrows.as_array().unwrap().iter().map(|arrow| arrow["rule"].clone()).collect();
    assert_eq!(rules, expected);
    view.inspect(None);
    assert_eq!(view.see(&mut flock), None);
    assert_eq!(view.arrows(), "[]");
}
