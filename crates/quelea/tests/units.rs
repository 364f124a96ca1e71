//! Units are true: in another unit of time the same numbers, converted by their units, make the same flock move the
//! same way.

use quelea::model::settings::{General, Obstacle, SpeciesSettings};
use quelea::model::{Parameter, Section, Value};
use quelea::{EngineName, Scenario, Simulation};
use std::collections::BTreeSet;

/// The new unit of time is eight times as long. A power of two: converting loses no bit.
const SECONDS_PER_UNIT: f64 = 8.0;

/// The exponent of time in a unit such as `length/time²`.
fn power_of_time(unit: &str) -> i32 {
    let (over, under) = unit.split_once('/').unwrap_or((unit, ""));
    let power = |part: &str| match part {
        "time" => 1,
        "time²" => 2,
        part => {
            assert!(!part.contains("time"), "{unit}");
            0
        }
    };
    power(over) - power(under)
}

/// Every parameter of a scenario that has a unit with time in it: its path, its key and the exponent.
fn times(scenario: &Scenario) -> Vec<(String, String, i32)> {
    let rows = |describe: fn(&str, &mut Vec<Parameter>)| {
        let mut rows = Vec::new();
        describe("", &mut rows);
        rows.into_iter().map(|row| (row.path, power_of_time(row.unit))).filter(|(_, power)| *power != 0)
    };
    let mut times: Vec<_> = rows(General::describe).map(|(key, power)| (key.clone(), key, power)).collect();
    for species in &scenario.species {
        let path = |key: &str| format!("species.{}.{key}", species.name);
        times.extend(rows(SpeciesSettings::describe).map(|(key, power)| (path(&key), key, power)));
    }
    for index in 0..scenario.obstacles.len() {
        let path = |key: &str| format!("obstacle.{index}.{key}");
        times.extend(rows(Obstacle::describe).map(|(key, power)| (path(&key), format!("obstacle.{key}"), power)));
    }
    times
}

fn scaled(value: &Value, factor: f64) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(|value| scaled(value, factor)).collect()),
        value => Value::from(value.as_float().unwrap() * factor),
    }
}

/// The scenario in the new unit of time, all but one of its parameters converted.
fn converted(scenario: &Scenario, but: Option<&str>) -> Scenario {
    let times = times(scenario);
    let changes = times.iter().filter(|(_, key, _)| Some(key.as_str()) != but).filter_map(|(path, _, power)| {
        Some((path.as_str(), scaled(&scenario.get(path)?, SECONDS_PER_UNIT.powi(-power))))
    });
    let mut converted = scenario.clone();
    converted.set_all(changes.collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{error}"));
    converted
}

fn positions(scenario: &Scenario, engine: EngineName, steps: u64) -> Vec<Vec<f64>> {
    let mut flock = Simulation::new(&scenario.clone().with("engine", engine.as_str()).unwrap()).unwrap();
    flock.run(steps);
    let state = flock.state();
    (0..state.len()).map(|id| state.positions[id].to_vec()).collect()
}

const TORUS: &str = "space.size = [64, 64]\nperception.radius = 20\n";
const OPEN: &str = "space.kind = 'open'\nspace.size = [64, 64]\nperception.radius = 20\n";

/// Scenarios in which the parameters after the text matter. Where a rule's own force depends on lengths and weights
/// alone, a small limit sets its length.
const CASES: [(&str, &str, &[&str], u64); 22] = [
    (TORUS, "motion.order = []\nstart.velocity = 'heading'\nstart.speed = 1.5", &["start.speed", "motion.step"], 4),
    (TORUS, "motion.order = []\nstart.low = -0.5\nstart.high = 0.75", &["start.low", "start.high"], 4),
    (
        TORUS,
        "motion.order = ['separation']\nseparation.falloff = 'constant'\nseparation.limit = 0.001",
        &["separation.limit"],
        4,
    ),
    (TORUS, "motion.order = ['alignment']\nalignment.limit = 0.001", &["alignment.limit"], 2),
    (TORUS, "motion.order = ['cohesion']\ncohesion.limit = 0.001", &["cohesion.limit"], 4),
    (
        OPEN,
        "relations.hawk = 'flee'\nflee.target = 'nearest'\nflee.falloff = 'constant'\nflee.limit = 0.001\n\
         flee.prediction = 5\nhunt.limit = 0.001\nhunt.prediction = 5\n\
         motion.order = ['flee', 'hunt']\nstart.position = 'ball'\n\
         [[species]]\nname = 'hawk'\nboids = 2\nrelations.boid = 'hunt'",
        &["flee.limit", "hunt.limit", "flee.prediction", "hunt.prediction"],
        4,
    ),
    (OPEN, "motion.order = ['goal']\ngoal.position = [0, 0]\ngoal.limit = 0.001", &["goal.limit"], 4),
    (
        OPEN,
        "motion.order = ['goal']\ngoal.path = [[0, 0], [90, 0]]\ngoal.speed = 3\ngoal.limit = 0.001",
        &["goal.speed"],
        9,
    ),
    // At the goal, where only the difference of velocities is left.
    (
        OPEN,
        "motion.order = ['goal']\ngoal.position = [9, 9]\ngoal.response = 'raw'\ngoal.match_velocity = 0.25\n\
         start.position = 'point'\nstart.at = [9, 9]",
        &["goal.match_velocity"],
        1,
    ),
    (
        OPEN,
        "motion.order = ['avoid']\navoid.strength = 3\navoid.contact = 12\navoid.contact_push = 0.5\n\
         obstacle = [{ centre = [32, 32], radius = 10 }]",
        &["avoid.strength", "avoid.contact_push"],
        4,
    ),
    (
        OPEN,
        "motion.order = ['avoid']\navoid.strength = 3\n\
         obstacle = [{ centre = [32, 32], radius = 10, velocity = [1, 0.5] }, \
         { centre = [9, 9], radius = 5, path = [[9, 9], [50, 9]], speed = 2 }]",
        &["obstacle.velocity", "obstacle.speed"],
        4,
    ),
    (
        TORUS,
        "motion.order = ['flow']\nflow.field = 'uniform'\nflow.response = 'raw'\nflow.limit = 0.001",
        &["flow.limit"],
        4,
    ),
    (
        OPEN,
        "motion.order = ['herd', 'goal']\ngoal.position = [0, 0]\ngoal.limit = 0.001\n\
         [[species]]\nname = 'dog'\nboids = 1\nrelations.boid = 'herd'\n\
         [species.herd]\nlimit = 0.001\nnear = 40\nnear_speed = 0.125",
        &["herd.limit", "herd.near_speed"],
        4,
    ),
    (
        "perception.radius = 20\n",
        "motion.order = []\n[space]\nkind = 'walls'\nsize = [64, 64]\nmargin = 20\npush = 0.25",
        &["space.push"],
        4,
    ),
    (TORUS, "motion.order = ['cohesion']\nmotion.max_force = 0.001", &["motion.max_force"], 4),
    (
        TORUS,
        "motion.order = []\nmotion.max_speed = 0.5\nspread.max_speed = 0.125\nstart.speed = 4",
        &["motion.max_speed", "spread.max_speed"],
        4,
    ),
    (TORUS, "motion.order = []\nmotion.min_speed = 1.5", &["motion.min_speed"], 4),
    (
        TORUS,
        "motion.order = ['cohesion']\nmotion.max_force = 0.01\nstart.low = -0.01\nstart.high = 0.01\n\
         motion.turn_rate = 16\nspread.turn_rate = 4",
        &["motion.turn_rate", "spread.turn_rate"],
        4,
    ),
    (
        TORUS,
        "motion.order = []\nmotion.propulsion = 0.25\nmotion.drag = 0.125\nmotion.max_speed = 50",
        &["motion.propulsion", "motion.drag"],
        4,
    ),
    (
        TORUS,
        "motion.order = []\nmotion.cruise_speed = 1.5\nmotion.cruise_time = 4\nmotion.damping = 0.0625",
        &["motion.cruise_speed", "motion.cruise_time", "motion.damping"],
        4,
    ),
    (
        TORUS,
        "motion.order = ['cohesion']\nmotion.max_force = 0.01\nmotion.slow_speed = 1.25",
        &["motion.slow_speed"],
        4,
    ),
    (
        TORUS,
        "motion.order = ['wander']\nwander.weight = 1\nwander.jitter = 0.5\nmotion.max_force = 0.01",
        &["wander.jitter"],
        4,
    ),
];

#[test]
fn in_another_unit_of_time_the_flock_moves_the_same_way() {
    let mut covered = BTreeSet::new();
    for (space, text, keys, steps) in CASES {
        let text = format!("boids = 6\n{space}{text}\n");
        let scenario = Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        for engine in [EngineName::REFERENCE, EngineName::FAST] {
            let expected = positions(&scenario, engine, steps);
            assert_eq!(positions(&converted(&scenario, None), engine, steps), expected, "{engine}: {text}");
            for key in keys {
                let wrong = positions(&converted(&scenario, Some(key)), engine, steps);
                assert_ne!(wrong, expected, "{engine}: {key} does not matter in {text}");
            }
        }
        covered.extend(keys.iter().copied());
    }
    // The vectors of a flow are velocities by their meaning: `seek` uses their direction alone, and with `raw` it is
    // the weight that makes a force of them.
    covered.extend(["flow.speed", "flow.vectors"]);
    let obstacle = Scenario::from_toml("space.kind = 'open'\nobstacle = [{ centre = [3, 3] }]").unwrap();
    let all = times(&obstacle);
    let missing: Vec<_> = all.iter().filter(|(_, key, _)| !covered.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
