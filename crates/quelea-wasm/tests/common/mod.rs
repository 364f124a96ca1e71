//! What several tests share.
#![allow(dead_code)]

use pollster::block_on;
use quelea_wasm::Flock;
use serde_json::Value;

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Opens a link and replays all of it.
pub fn replayed(link: &str) -> Flock {
    let mut flock = Flock::from_link(link).unwrap();
    while !block_on(flock.catch_up(7)).unwrap() {}
    flock
}

/// The force of a rule on boid 0; empty if the rule does not act.
pub fn force(flock: &mut Flock, rule: &str) -> Vec<f64> {
    let inspection = json(&flock.inspect(0).unwrap());
    let term = inspection["terms"].as_array().unwrap().iter().find(|term| term["rule"] == rule).cloned();
    term.map(|term| floats(&term["force"])).unwrap_or_default()
}

/// A point at a distance from boid 0 along every axis, or nearer if boids perceive less far.
pub fn beside_boid_0(flock: &Flock, distance: f64) -> Vec<f64> {
    let radius = &json(&flock.values())["perception.radius"];
    let radius: f64 = radius.as_str().and_then(|radius| radius.parse().ok()).unwrap_or(f64::INFINITY);
    let distance = distance.min(0.5 * radius);
    flock.positions()[..flock.dimension()].iter().map(|x| f64::from(*x) + distance).collect()
}
