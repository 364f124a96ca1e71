//! Parameters that are said to have no effect have none, to the bit; those that are not do have one.

mod common;

use quelea::model::{ParameterType, parameters};
use quelea::{Scenario, Simulation, Value};

/// Values that differ from the present one.
fn other_values(scenario: &Scenario, path: &str, value_type: ParameterType) -> Vec<Value> {
    let present = scenario.get(path);
    let number = present.as_ref().and_then(Value::as_float);
    let axes = scenario.general.dimension;
    let values: Vec<Value> = match value_type {
        ParameterType::Number(low, high) => {
            let near = number.map_or(low.max(0.0) * 0.5 + high.min(10.0) * 0.5, |number| number * 1.5 + 0.125);
            [near, low.max(0.0), high.min(30.0)]
                .into_iter()
                .filter(|x| *x >= low && *x <= high)
                .map(Value::from)
                .collect()
        }
        ParameterType::Integer(low, _) => {
            vec![Value::Integer(number.unwrap_or(low) as i64 + 1), Value::Integer(low.max(1.0) as i64)]
        }
        ParameterType::Bool => vec![Value::from(true), Value::from(false)],
        ParameterType::Choice(words) => words.iter().map(|(word, _)| Value::from(*word)).collect(),
        ParameterType::Numbers(..) => vec![Value::from(vec![3.0; axes]), Value::from(vec![5.0; axes])],
        ParameterType::Points => vec!["[[1, 2], [3, 4]]".parse().unwrap(), "[[1, 2, 3], [3, 4, 5]]".parse().unwrap()],
        _ => Vec::new(),
    };
    values.into_iter().filter(|value| Some(value) != present.as_ref()).collect()
}

fn hash_after(scenario: &Scenario, steps: u64) -> u64 {
    let mut flock = Simulation::new(scenario).unwrap();
    flock.run(steps);
    flock.hash()
}

/// Presets and scenarios of every kind, with few boids.
fn scenarios() -> impl Iterator<Item = Scenario> {
    let presets = common::fast_presets().map(|preset| {
        let boids = preset.species[0].settings.boids.min(40);
        common::with_boids(&preset, boids)
    });
    let random = (0..12).flat_map(|pick| {
        let dimension = 2 + pick as usize % 2;
        let method = if pick % 4 < 2 { "steer" } else { "force-field" };
        [
            common::perceiving(dimension, pick),
            common::researching(dimension, pick),
            common::in_environment(dimension, method, pick),
        ]
    });
    presets.chain(random)
}

#[test]
fn what_is_said_to_have_no_effect_has_none() {
    let table = parameters();
    let mut wrong = Vec::new();
    for scenario in scenarios() {
        let before = hash_after(&scenario, 8);
        for parameter in &table {
            let path = &parameter.path;
            let Some(inert) = scenario.inert(path) else { continue };
            for value in other_values(&scenario, path, parameter.value_type) {
                let Ok(changed) = scenario.clone().with(path, value.clone()) else { continue };
                if hash_after(&changed, 8) != before {
                    wrong.push(format!("{}: {inert}, but {path} = {value} has one", scenario.general.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Parameters that no scenario here lets act: they say how to search, what to measure and when to end, or need another
/// engine, a species to herd, a table, or a list of words or points.
const NOT_TRIED: [&str; 19] = [
    "body",
    "cohesion.exponent",
    "end.",
    "flow.",
    "goal.ends",
    "herd.",
    "hunt.near_miss",
    "motion.joint",
    "motion.order",
    "obstacle.",
    "perception.edges",
    "perception.nearest_at_start",
    "pointer.closest",
    "reference.",
    "relations.",
    "representative.",
    "schedule.",
    "search",
    "start.direction",
];

#[test]
fn what_is_not_said_to_have_no_effect_has_one_somewhere() {
    let tried = |path: &str| path != "steps" && !NOT_TRIED.iter().any(|prefix| path.starts_with(prefix));
    let mut idle: Vec<_> = parameters().into_iter().filter(|parameter| tried(&parameter.path)).collect();
    idle.retain(|parameter| !matches!(parameter.value_type, ParameterType::Text));
    for scenario in scenarios() {
        let before = hash_after(&scenario, 12);
        idle.retain(|parameter| {
            let values = other_values(&scenario, &parameter.path, parameter.value_type).into_iter();
            let mut changed = values.filter_map(|value| scenario.clone().with(&parameter.path, value).ok());
            scenario.inert(&parameter.path).is_some() || !changed.any(|changed| hash_after(&changed, 12) != before)
        });
    }
    let idle: Vec<_> = idle.iter().map(|parameter| parameter.path.as_str()).collect();
    assert!(idle.is_empty(), "nothing happens: {}", idle.join(", "));
}
