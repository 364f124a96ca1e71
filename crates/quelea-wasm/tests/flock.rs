//! What a page relies on, checked without a browser.

use quelea::scenario::presets::PRESETS;
use quelea_wasm::Flock;
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn followed(link: &str) -> Flock {
    let mut flock = Flock::of_link(link).unwrap();
    while !flock.catch_up(7).unwrap() {}
    flock
}

#[test]
fn a_link_leads_every_preset_to_the_same_state() {
    for (name, _) in PRESETS {
        let mut flock = Flock::of_preset(name).unwrap();
        flock.step(12);
        let restored = followed(&flock.to_link());
        assert_eq!((restored.steps(), restored.hash()), (12.0, flock.hash()), "{name}");
    }
}

#[test]
fn a_link_repeats_every_kind_of_change_when_it_was_made() {
    let mut flock = Flock::of_preset("p5").unwrap();
    flock.step(5);
    flock.set("cohesion.weight", "2.5").unwrap();
    flock.set("separation.radius", "").unwrap();
    flock.set("search", "kd-tree").unwrap();
    flock.step(5);
    flock.set_pointer_mode("attract").unwrap();
    flock.set_pointer(&[100.0, 50.0]).unwrap();
    flock.set_goal(&[300.0, 300.0]).unwrap();
    flock.step(5);
    flock.add_obstacle(&[200.0, 200.0], 40.0).unwrap();
    flock.add_boid(&[10.0, 10.0], &[1.0, -1.0]).unwrap();
    flock.add_predator(&[400.0, 10.0], &[1.0, 0.0]).unwrap();
    flock.step(5);
    flock.set("engine", "reference").unwrap();
    flock.set("species.predator.motion.max_speed", "2").unwrap();
    flock.step(2);
    let restored = followed(&flock.to_link());
    assert_eq!(restored.hash(), flock.hash());
    assert_eq!(restored.boids(), 302);
    // What goes on from there goes on alike.
    let (mut one, mut other) = (restored, flock);
    one.step(3);
    other.step(3);
    assert_eq!(one.hash(), other.hash());
}

#[test]
fn a_parameter_that_needs_it_starts_the_flock_anew_and_says_so() {
    let mut flock = Flock::of_preset("p5").unwrap();
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
fn what_is_refused_leaves_the_flock_as_it_was() {
    let mut flock = Flock::of_preset("opensteer").unwrap();
    flock.step(3);
    let (hash, values) = (flock.hash(), flock.values());
    assert!(flock.set("perception.radius", "-1").unwrap_err().contains("perception.radius"));
    assert!(flock.set("perception.radus", "1").unwrap_err().contains("did you mean"));
    assert!(flock.set("dimension", "4").is_err());
    assert!(flock.set_boids(4_000_000_000, false).unwrap_err().contains("too many"));
    assert!(flock.add_boid(&[f64::NAN, 0.0, 0.0], &[0.0; 3]).is_err());
    assert!(flock.add_obstacle(&[0.0; 3], -1.0).is_err());
    assert_eq!((flock.hash(), flock.values()), (hash, values));
    assert!(Flock::of_toml("boids = ").is_err());
    assert!(Flock::of_preset("p6").err().unwrap().contains("p5"));
}

#[test]
fn a_broken_link_is_refused_whatever_is_broken() {
    let mut flock = Flock::of_preset("mesa").unwrap();
    flock.step(2);
    let link = flock.to_link();
    for cut in 0..link.len() {
        assert!(Flock::of_link(&link[..cut]).is_err(), "{cut}");
    }
    for wrong in ["", "1", "1.", "2.abc", "1.\u{1F426}", &link.replace('A', "_"), &format!("{link}AAAA")] {
        // What still can be read is a whole experiment.
        if let Ok(mut flock) = Flock::of_link(wrong) {
            let _ = flock.catch_up(100);
        }
    }
}

#[test]
fn the_world_grows_with_the_flock_and_shrinks_back() {
    for (name, _) in PRESETS {
        let mut flock = Flock::of_preset(name).unwrap();
        let before = flock.to_toml();
        let boids: u32 = json(&flock.values())["boids"].as_str().unwrap().parse().unwrap();
        flock.set_boids(boids * 4, true).unwrap();
        flock.step(1);
        flock.set_boids(boids, true).unwrap();
        let (after, before) = (quelea::Scenario::from_toml(&flock.to_toml()), quelea::Scenario::from_toml(&before));
        let (after, before) = (after.unwrap().general.space, before.unwrap().general.space);
        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 2e-5 * b.abs());
        assert!(near(&after.size, &before.size) && near(&[after.radius], &[before.radius]), "{name}");
    }
}

#[test]
fn the_sum_of_the_terms_is_the_change_of_velocity() {
    // No limit on the force, no smoothing, one species: the velocity changes by the sum, unless the speed is cut.
    let mut flock = Flock::of_preset("noc").unwrap();
    flock.step(80);
    let inspected: Vec<Value> = (0..40).map(|id| json(&flock.inspect(id).unwrap())).collect();
    flock.step(1);
    let velocities = flock.velocities();
    let mut checked = 0;
    for (id, seen) in inspected.iter().enumerate() {
        let (velocity, sum) = (floats(&seen["velocity"]), floats(&seen["sum"]));
        let wanted = [velocity[0] + sum[0], velocity[1] + sum[1]];
        if wanted[0].hypot(wanted[1]) < 2.999 {
            let now = [f64::from(velocities[2 * id]), f64::from(velocities[2 * id + 1])];
            assert!((now[0] - wanted[0]).hypot(now[1] - wanted[1]) < 1e-5, "{id}: {now:?} {wanted:?}");
            checked += 1;
        }
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn both_engines_say_the_same_about_a_boid() {
    for name in ["harry", "eater", "veldic", "opensteer"] {
        let mut flock = Flock::of_preset(name).unwrap();
        flock.step(60);
        let fast = json(&flock.inspect(3).unwrap());
        flock.set("engine", "reference").unwrap();
        let plain = json(&flock.inspect(3).unwrap());
        assert_eq!(fast["neighbours"], plain["neighbours"], "{name}");
        let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let (one, other) = (floats(&fast["sum"]), floats(&plain["sum"]));
        let apart: Vec<f64> = one.iter().zip(&other).map(|(a, b)| a - b).collect();
        assert!(length(&apart) <= 1e-4 * length(&other).max(1e-3), "{name}: {one:?} {other:?}");
    }
}

fn with_a_predator_beside_boid_0(preset: &str) -> Flock {
    let mut flock = Flock::of_preset(preset).unwrap();
    flock.step(5);
    let dimension = flock.dimension();
    let beside: Vec<f64> = flock.positions()[..dimension].iter().map(|x| f64::from(*x) + 0.5).collect();
    flock.add_predator(&beside, &vec![0.1; dimension]).unwrap();
    flock
}

/// The force of a rule on boid 0; nothing where the rule is not asked.
fn force(flock: &mut Flock, rule: &str) -> Vec<f64> {
    let seen = json(&flock.inspect(0).unwrap());
    let term = seen["terms"].as_array().unwrap().iter().find(|term| term["rule"] == rule).cloned();
    term.map(|term| floats(&term["force"])).unwrap_or_default()
}

#[test]
fn a_predator_is_fled_from_in_every_preset() {
    for (name, _) in PRESETS {
        let mut flock = with_a_predator_beside_boid_0(name);
        // Buckland's shark strays and hunts nobody; it is fled from all the same.
        assert!(force(&mut flock, "flee").iter().any(|x| *x != 0.0), "{name}");
        flock.step(20);
    }
}

#[test]
fn every_relation_is_felt_in_every_preset() {
    for (name, _) in PRESETS {
        let mut flock = with_a_predator_beside_boid_0(name);
        let own = flock.species_names()[0].clone();
        for (relation, rule) in [("hunt", "hunt"), ("flee", "flee"), ("avoid", "separation"), ("ignore", "")] {
            flock.set_relation(&own, "predator", relation).unwrap();
            assert_eq!(json(&flock.relations())["rows"][0][1], relation, "{name}");
            for other in ["hunt", "flee"] {
                let felt = force(&mut flock, other).iter().any(|x| *x != 0.0);
                assert_eq!(felt, other == rule, "{name}: {other} while it is to {relation}");
            }
        }
        // Whoever never flocked can learn it.
        flock.set_relation("predator", &own, "flock").unwrap();
        let order = &json(&flock.values())["species.predator.motion.order"];
        assert!(order.as_str().unwrap().contains("separation"), "{name}: {order}");
        assert_eq!(flock.steps(), 5.0, "{name}: it starts anew");
        flock.step(3);
        assert_eq!(followed(&flock.to_link()).hash(), flock.hash(), "{name}");
    }
}

#[test]
fn a_relation_that_does_not_exist_is_refused() {
    let mut flock = Flock::of_preset("veldic").unwrap();
    let before = flock.relations();
    assert!(flock.set_relation("boid", "predator", "love").unwrap_err().contains("flock"));
    assert!(flock.set_relation("boid", "predater", "flee").unwrap_err().contains("predator"));
    assert!(flock.set_relation("bird", "predator", "flee").unwrap_err().contains("`bird`"));
    assert_eq!(flock.relations(), before);
}

#[test]
fn the_pointer_is_felt_in_every_preset() {
    for (name, _) in PRESETS {
        let mut flock = Flock::of_preset(name).unwrap();
        flock.step(5);
        let dimension = flock.dimension();
        let beside: Vec<f64> = flock.positions()[..dimension].iter().map(|x| f64::from(*x) + 1.0).collect();
        flock.set_pointer_mode("attract").unwrap();
        flock.set_pointer(&beside).unwrap();
        let seen = json(&flock.inspect(0).unwrap());
        let pull = seen["terms"].as_array().unwrap().iter().find(|term| term["rule"] == "pointer").cloned();
        assert!(floats(&pull.unwrap()["force"]).iter().all(|x| *x > 0.0), "{name}");
        flock.set_pointer(&[]).unwrap();
        flock.set_pointer_mode("off").unwrap();
    }
}

#[test]
fn samples_become_a_table_with_every_measure() {
    let mut flock = Flock::of_preset("p5").unwrap();
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
    let flock = Flock::of_preset("lee2008").unwrap();
    for search in ["brute", "grid", "kd-tree"] {
        assert_eq!(json(&flock.accuracy(search).unwrap())["same"], true, "{search}");
    }
    let approximate = json(&flock.accuracy("representative").unwrap());
    assert_eq!(approximate["same"], false);
    assert!(approximate["angle"].as_f64().unwrap() > 0.0);
}
