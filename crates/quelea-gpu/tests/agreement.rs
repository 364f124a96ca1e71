//! A flock has the same state hash on the GPU as on the processor, whatever the scenario.

mod common;
#[path = "../../quelea/tests/common/mod.rs"]
mod flocks;

use common::{compare, compare_all, on_gpu};
use flocks::{SPREADS, Spread, fast_presets, in_dimension, in_environment, perceiving, researching, state, with_boids};
use quelea::model::presets;
use quelea::{Scenario, Simulation, initial_state};

fn started(scenario: Scenario) -> (Scenario, quelea::State) {
    let state = initial_state(&scenario);
    (scenario, state)
}

#[test]
fn every_preset() {
    compare_all(fast_presets().map(started), &[1, 2, 20, 100]);
}

#[test]
fn every_preset_in_the_other_dimension() {
    let other = |preset: Scenario| in_dimension(&preset, 5 - preset.general.dimension);
    compare_all(fast_presets().map(other).map(started), &[1, 10]);
}

#[test]
fn every_scene_with_obstacles() {
    let scene = |(name, _): &(&str, &str)| Scenario::preset(&format!("scenes/{name}")).unwrap();
    compare_all(presets::SCENES.iter().map(scene).map(started), &[1, 20, 300]);
}

#[test]
fn flocks_of_nobody_of_one_and_of_two() {
    for boids in [0, 1, 2] {
        compare_all(fast_presets().map(|preset| started(with_boids(&preset, boids))), &[1, 5]);
    }
}

#[test]
fn flocks_that_are_coincident_isolated_or_clustered() {
    for spread in SPREADS {
        let cases = ["p5", "topological", "opensteer", "couzin2002"].map(|name| {
            let scenario = Scenario::preset(name).unwrap();
            let state = state(&scenario, spread, 7);
            (scenario, state)
        });
        compare_all(cases, &[1, 5]);
    }
}

/// How many random scenarios of each kind are compared; `cargo xtask test long` compares more.
fn picks() -> std::ops::Range<u64> {
    let count = std::env::var("QUELEA_RANDOM_SCENARIOS").map_or(5, |count| count.parse().expect("a number"));
    0..count
}

#[test]
fn random_perception() {
    for dimension in [2, 3] {
        let cases = picks().map(|pick| {
            let scenario = perceiving(dimension, pick);
            let state = state(&scenario, SPREADS[pick as usize % SPREADS.len()], pick);
            (scenario, state)
        });
        compare_all(cases, &[1, 4]);
    }
}

#[test]
fn random_models_of_research() {
    for dimension in [2, 3] {
        compare_all(picks().map(|pick| started(researching(dimension, pick))), &[1, 8]);
    }
}

#[test]
fn random_environments() {
    for dimension in [2, 3] {
        for method in ["force-field", "steer"] {
            compare_all(picks().map(|pick| started(in_environment(dimension, method, pick))), &[1, 8]);
        }
    }
}

/// An obstacle that does not move may stand outside a torus, where its image inside counts.
#[test]
fn obstacles_outside_a_torus() {
    for dimension in [2, 3] {
        let point = |x: &str| format!("[{}]", vec![x; dimension].join(", "));
        let text = format!(
            "dimension = {dimension}\nboids = 200\nspace = {{ kind = \"torus\", size = {} }}\n\
             perception.radius = 9\nseparation.radius = 5\n[[obstacle]]\ncentre = {}\nradius = 20\n",
            point("100"),
            point("330")
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        compare(&scenario, &state(&scenario, Spread::Uniform, 3), &[1, 2, 10]).unwrap();
    }
}

#[test]
fn starts_that_reach_outside_a_torus() {
    for dimension in [2, 3] {
        for start in ["gaussian", "ball"] {
            for kind in ["radius", "nearest"] {
                let text = format!(
                    "dimension = {dimension}\nboids = 150\nspace = {{ kind = \"torus\", size = {:?} }}\n\
                     start = {{ position = \"{start}\", radius = 130 }}\n\
                     perception = {{ kind = \"{kind}\", radius = 12, neighbours = 6 }}\nseparation.radius = 5",
                    &[60, 40, 50][..dimension]
                );
                let (scenario, state) = started(Scenario::from_toml(&text).unwrap());
                compare(&scenario, &state, &[0, 1, 2, 10]).unwrap();
            }
        }
    }
}

#[test]
fn some_perceive_friends_and_others_voronoi_neighbours() {
    let text = "boids = 20\nspace = { kind = \"torus\", size = [50, 50] }\n\
                perception = { kind = \"friends\", edges = [[0, 5], [5, 3], [7, 25], [1, 2], [9, 18]] }\n\
                [[species]]\nname = \"other\"\nboids = 20\nperception.kind = \"voronoi\"\n\
                [species.relations]\nboid = \"flock\"\nother = \"flock\"\n";
    let scenario = Scenario::from_toml(text).unwrap();
    compare(&scenario, &state(&scenario, Spread::Uniform, 3), &[1, 2, 10]).unwrap();
}

/// More boids in one cell than are sorted by counting.
#[test]
fn crowds() {
    let scenario = with_boids(&Scenario::preset("p5").unwrap(), 1700);
    let state = state(&scenario, Spread::Coincident, 3);
    compare(&scenario, &state, &[1, 3]).unwrap();
}

/// Boids on a lattice that fits the torus: there are several at every distance, and the seam runs through it.
#[test]
fn ties_are_decided_by_ids_even_across_the_seam() {
    for (neighbours, radius) in [(6, 2), (9, 4), (30, 4)] {
        let text = format!(
            "boids = 64\nspace = {{ kind = \"torus\", size = [8, 8] }}\n\
             perception = {{ kind = \"nearest\", neighbours = {neighbours}, radius = {radius} }}"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        let mut lattice = state(&scenario, Spread::Uniform, 5);
        for (id, position) in lattice.positions.as_mut_arrays::<2>().iter_mut().enumerate() {
            *position = [(id * 5 % 64 % 8) as f64, (id * 5 % 64 / 8) as f64];
        }
        compare(&scenario, &lattice, &[1, 2, 5]).unwrap();
    }
}

#[test]
fn parameters_that_change_while_the_flock_runs() {
    let scenario = Scenario::preset("p5").unwrap();
    let mut cpu = Simulation::new(&scenario).unwrap();
    let mut gpu = on_gpu(&scenario, initial_state(&scenario));
    let changes = [
        ("separation.radius", "40.0"),
        ("noise.strength", "0.5"),
        ("noise.kind", "angular"),
        // Boids have to remember more than before.
        ("wander.weight", "0.7"),
        ("motion.smoothing", "0.3"),
        ("perception.kind", "nearest"),
        ("alignment.of", "heading"),
        ("perception.kind", "voronoi"),
        ("perception.kind", "all"),
        ("pointer.mode", "repel"),
        ("pointer.position", "[100, 90]"),
    ];
    for (parameter, value) in changes {
        for flock in [&mut cpu, &mut gpu] {
            flock.run(3);
            flock.set(parameter, value.parse::<quelea::Value>().unwrap_or(value.into())).unwrap();
        }
        assert_eq!(gpu.state().hash(), cpu.state().hash(), "{parameter}");
    }
    cpu.run(20);
    gpu.run(20);
    assert_eq!(gpu.state().hash(), cpu.state().hash());
}

/// A run goes on in the other engine with the same bits, and back.
#[test]
fn a_run_changes_engines() {
    for name in ["couzin2005", "strombom", "scenes/moving"] {
        let scenario = Scenario::preset(name).unwrap();
        let mut alone = Simulation::new(&scenario).unwrap();
        alone.run(30);
        let mut flock = Simulation::new(&scenario).unwrap();
        flock.run(10);
        let mut flock = on_gpu(&scenario, flock.state());
        flock.run(10);
        let mut flock = Simulation::from_state(&scenario, flock.state()).unwrap();
        flock.run(10);
        assert_eq!(flock.state(), alone.state(), "{name}");
    }
}

#[test]
fn a_look_into_the_flock_is_the_same() {
    let scenario = Scenario::preset("reynolds1987").unwrap();
    let mut cpu = Simulation::new(&scenario).unwrap();
    let mut gpu = on_gpu(&scenario, initial_state(&scenario));
    for flock in [&mut cpu, &mut gpu] {
        flock.run(5);
    }
    assert_eq!(gpu.inspect(7), cpu.inspect(7));
    assert_eq!(gpu.view().len(), cpu.view().len());
    for flock in [&mut cpu, &mut gpu] {
        flock.run(5);
    }
    assert_eq!(gpu.neighbours(3), cpu.neighbours(3));
    assert_eq!(gpu.state(), cpu.state());
}

#[test]
fn neighbours_are_counted_as_they_are_listed() {
    for name in ["p5", "opensteer", "topological", "vicsek"] {
        let scenario = Scenario::preset(name).unwrap();
        let mut gpu = on_gpu(&scenario, initial_state(&scenario));
        gpu.run(20);
        let stats = gpu.stats(usize::MAX);
        let listed: usize = (0..gpu.len() as u32).map(|id| gpu.neighbours(id).len()).sum();
        assert!((stats.neighbours - listed as f64 / gpu.len() as f64).abs() < 1e-9, "{name}: {stats:?}");
        assert!(stats.candidates >= stats.neighbours, "{name}: {stats:?}");
        // Counting has changed nothing.
        let mut cpu = Simulation::new(&scenario).unwrap();
        cpu.run(21);
        gpu.step();
        assert_eq!(gpu.state().hash(), cpu.state().hash(), "{name}");
    }
}
