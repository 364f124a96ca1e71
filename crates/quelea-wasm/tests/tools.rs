//! The tools of the page have a noticeable effect in every preset.

mod common;

use common::{beside_boid_0, force, json, replayed};
use quelea::model::presets::PRESETS;
use quelea_wasm::Flock;

fn with_predator_beside_boid_0(preset: &str) -> Flock {
    let mut flock = Flock::from_preset(preset).unwrap();
    flock.step(5);
    let position = beside_boid_0(&flock, 0.5);
    flock.add_predator(&position, &vec![0.1; flock.dimension()]).unwrap();
    flock
}

#[test]
fn boids_flee_an_added_predator_in_every_preset() {
    for (name, _) in PRESETS {
        let mut flock = with_predator_beside_boid_0(name);
        // Buckland's shark only wanders, but boids flee it all the same.
        assert!(force(&mut flock, "flee").iter().any(|x| *x != 0.0), "{name}");
        flock.step(20);
    }
}

#[test]
fn every_relation_takes_effect_in_every_preset() {
    for (name, _) in PRESETS {
        let mut flock = with_predator_beside_boid_0(name);
        let own = flock.species_names()[0].clone();
        let predator = flock.species_names().iter().position(|name| name == "predator").unwrap();
        for (relation, rule) in [("hunt", "hunt"), ("flee", "flee"), ("avoid", "separation"), ("ignore", "")] {
            flock.set_relation(&own, "predator", relation).unwrap();
            assert_eq!(json(&flock.relations())["rows"][0][predator], relation, "{name}");
            for other in ["hunt", "flee"] {
                let acts = force(&mut flock, other).iter().any(|x| *x != 0.0);
                assert_eq!(acts, other == rule, "{name}: {other} with the relation {relation}");
            }
        }
        // A species without rules for flocking gets them.
        flock.set_relation("predator", &own, "flock").unwrap();
        let order = &json(&flock.values())["species.predator.motion.order"];
        assert!(order.as_str().unwrap().contains("separation"), "{name}: {order}");
        assert_eq!(flock.steps(), 5.0, "{name}: the flock has restarted");
        flock.step(3);
        assert_eq!(replayed(&flock.to_link()).hash(), flock.hash(), "{name}");
    }
}

#[test]
fn an_unknown_relation_or_species_is_refused() {
    let mut flock = Flock::from_preset("veldic").unwrap();
    let before = flock.relations();
    assert!(flock.set_relation("boid", "predator", "love").unwrap_err().contains("flock"));
    assert!(flock.set_relation("boid", "predater", "flee").unwrap_err().contains("predator"));
    let error = flock.set_relation("bird", "predator", "flee").unwrap_err();
    assert!(error.contains("`bird`") && error.contains("boid, predator"), "{error}");
    assert_eq!(flock.relations(), before);
}

#[test]
fn the_pointer_attracts_in_every_preset() {
    for (name, _) in PRESETS {
        let mut flock = Flock::from_preset(name).unwrap();
        flock.step(5);
        let position = beside_boid_0(&flock, 1.0);
        flock.set_pointer_mode("attract").unwrap();
        flock.set_pointer(&position).unwrap();
        let pull = force(&mut flock, "pointer");
        assert!(!pull.is_empty() && pull.iter().all(|x| *x > 0.0), "{name}: {pull:?}");
        flock.set_pointer(&[]).unwrap();
        flock.set_pointer_mode("off").unwrap();
    }
}

#[test]
fn an_unknown_pointer_mode_is_refused_with_the_allowed_ones() {
    let error = Flock::from_preset("p5").unwrap().set_pointer_mode("push").unwrap_err();
    assert!(error.contains("`push`") && error.contains("repel"), "{error}");
}
