//! What a page relies on, checked without a browser.

mod common;

use common::json;
use quelea::Scenario;
use quelea::model::presets::PRESETS;
use quelea_wasm::{Flock, View};

#[test]
fn a_parameter_that_is_not_live_restarts_the_flock() {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.step(4);
    assert_eq!(flock.set("alignment.weight", "2"), Ok(false));
    assert_eq!(flock.steps(), 4.0);
    assert_eq!(flock.set("seed", "9"), Ok(true));
    assert_eq!(flock.steps(), 0.0);
    assert_eq!(json(&flock.values())["alignment.weight"], "2");
    flock.reset().unwrap();
    assert_eq!(json(&flock.values())["alignment.weight"], "1");
}

#[test]
fn an_empty_value_leaves_a_parameter_out_live_or_not() {
    let mut flock = Flock::from_preset("p5").unwrap();
    for (path, value, restarts) in [("separation.radius", "30", false), ("start.at", "[9, 9]", true)] {
        assert_eq!(flock.set(path, value), Ok(restarts));
        assert!(json(&flock.values()).get(path).is_some(), "{path}");
        for _ in 0..2 {
            assert_eq!(flock.set(path, ""), Ok(restarts));
            assert!(json(&flock.values()).get(path).is_none(), "{path}");
        }
    }
    assert!(flock.set("start.att", "").unwrap_err().contains("did you mean"));
}

#[test]
fn whatever_is_refused_leaves_the_flock_as_it_was() {
    let mut flock = Flock::from_preset("opensteer").unwrap();
    flock.step(3);
    let (hash, values) = (flock.hash(), flock.values());
    assert!(flock.set("perception.radius", "-1").unwrap_err().contains("perception.radius"));
    assert!(flock.set("perception.radus", "1").unwrap_err().contains("did you mean"));
    assert!(flock.set("dimension", "4").is_err());
    for (boids, kind) in
        [(4e9, "too-many-boids"), (1e12, "too-many-boids"), (-5.0, "not-a-count"), (1.5, "not-a-count")]
    {
        let error = flock.set_boids(boids, false).unwrap_err();
        assert_eq!((&error.details()["kind"], &error.details()["boids"]), (&kind.into(), &boids.into()), "{error}");
    }
    assert!(flock.set_boids(f64::NAN, false).is_err());
    assert!(flock.add_boid(&[f64::NAN, 0.0, 0.0], &[0.0; 3]).is_err());
    assert!(flock.add_obstacle(&[0.0; 3], -1.0).is_err());
    assert_eq!((flock.hash(), flock.values()), (hash, values));
    assert!(Flock::from_toml("boids = ").is_err());
    let error = Flock::from_preset("p6").err().unwrap();
    assert!(error.contains("not a preset") && error.contains("p5"), "{error}");
}

#[test]
fn the_space_grows_with_the_flock_and_shrinks_back() {
    for (name, _) in PRESETS {
        let mut flock = Flock::from_preset(name).unwrap();
        let before = flock.to_toml();
        let boids: f64 = json(&flock.values())["boids"].as_str().unwrap().parse().unwrap();
        flock.set_boids(boids * 4.0, true).unwrap();
        flock.step(1);
        flock.set_boids(boids, true).unwrap();
        let space = |text: &str| Scenario::from_toml(text).unwrap().general.space;
        let (after, before) = (space(&flock.to_toml()), space(&before));
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2e-5 * b.abs());
        assert!(close(&after.size, &before.size) && close(&[after.radius], &[before.radius]), "{name}");
    }
}

#[test]
fn samples_become_a_table_with_every_measure() {
    let mut flock = Flock::from_preset("p5").unwrap();
    for _ in 0..3 {
        flock.step(10);
        flock.sample();
    }
    let table = flock.measures_csv();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("step,polarisation,milling"));
    assert_eq!(lines.len(), 4);
    assert!(lines[3].starts_with("30,"));
    flock.restart().unwrap();
    assert_eq!(flock.measures_csv().lines().count(), 1);
}

#[test]
fn only_the_approximate_search_changes_a_step() {
    let flock = Flock::from_preset("lee2008").unwrap();
    for search in ["brute", "grid", "kd-tree"] {
        assert_eq!(json(&flock.accuracy(search).unwrap())["same"], true, "{search}");
    }
    let approximate = json(&flock.accuracy("representative").unwrap());
    assert_eq!(approximate["same"], false);
    assert!(approximate["angle"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_style_that_does_not_exist_is_refused_with_what_is_allowed() {
    let mut view = View::new(64, 64);
    let mut error = |name: &str, value: &str| view.set_style(name, value).unwrap_err();
    assert!(error("colour", "pink").starts_with("`colour` cannot be `pink`; allowed: species, heading"));
    assert!(error("form", "cube").contains("bird"));
    assert!(error("trails", "long").starts_with("`trails` cannot be `long`"));
    assert!(error("font", "large").contains("trails"));
}

#[test]
fn an_error_says_what_is_wrong_in_parts_and_only_once() {
    let error = Flock::from_toml("\n\nperception.radius = -3\nspace.size = [9, 9]").err().unwrap();
    let issue = &error.details()["issues"][0];
    assert_eq!((&issue["line"], &issue["key"]), (&3.into(), &"perception.radius".into()));
    assert_eq!(issue["problem"], "-3 is out of range");
    let mut flock = Flock::from_preset("veldic").unwrap();
    let error = flock.set("search", "representative").unwrap_err();
    let issues = error.details()["issues"].as_array().unwrap();
    assert!((1..issues.len()).all(|index| !issues[..index].contains(&issues[index])), "{issues:?}");
}

#[test]
fn what_has_no_effect_has_a_reason() {
    let flock = Flock::from_preset("p5").unwrap();
    let inert = json(&flock.inert());
    assert_eq!(inert["wander.weight"], json(r#"{"kind":"not-in-order","rule":"wander","path":"motion.order"}"#));
    assert_eq!(inert["space.push"]["value"], "wrap");
    assert!(inert.get("separation.weight").is_none() && inert.get("perception.radius").is_none());
    let flock = Flock::from_preset("lee2008").unwrap();
    let inert = json(&flock.inert());
    assert_eq!(inert["perception.radius"]["value"], "nearest");
    assert!(inert.get("perception.neighbours").is_none());
    let mut flock = Flock::from_preset("veldic").unwrap();
    assert!(json(&flock.inert()).get("species.predator.hunt.radius").is_none());
    flock.set("species.predator.hunt.weight", "0").unwrap();
    let weight = json(&flock.inert())["species.predator.hunt.radius"].clone();
    assert_eq!(weight, json(r#"{"kind":"no-weight","path":"species.predator.hunt.weight"}"#));
}

#[test]
fn every_preset_can_change_its_dimension_or_says_why_not() {
    let neighbours = |flock: &mut Flock| {
        let seen = |id| json(&flock.inspect(id).unwrap())["neighbours"].as_array().unwrap().len();
        (0..100).map(seen).sum::<usize>()
    };
    for (name, _) in PRESETS {
        let mut flock = Flock::from_preset(name).unwrap();
        let other = 5 - flock.dimension();
        match flock.set("dimension", &other.to_string()) {
            Ok(restarted) => {
                assert!(restarted && flock.dimension() == other, "{name}");
                flock.step(3);
            }
            Err(error) => assert!(["voronoi"].contains(name), "{name}: {error}"),
        }
    }
    // A boid has as many neighbours as before.
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.set("start.position", "uniform").unwrap();
    flock.set_boids(3000.0, true).unwrap();
    let before = neighbours(&mut flock);
    flock.set("dimension", "3").unwrap();
    let after = neighbours(&mut flock);
    assert!(after > before * 2 / 3 && after < before * 3 / 2, "{before} {after}");
    let depths: Vec<f32> = flock.positions().chunks(3).map(|position| position[2]).collect();
    assert!(depths.iter().any(|z| *z > depths[0] + 50.0 || *z < depths[0] - 50.0), "spread in depth");
    flock.set("dimension", "2").unwrap();
    let back = neighbours(&mut flock);
    assert!(back > before * 2 / 3 && back < before * 3 / 2, "{before} {back}");
}
