//! Exact searches find the same neighbours, and the steps that follow from them have the same bits.

mod common;

use common::{SPREADS, Spread, fast_presets, in_dimension, in_environment, perceiving, researching, state, with_boids};
use quelea::fast::Width;
use quelea::model::settings::{Coincident, PerceptionKind, Relation, Search, SpaceKind};
use quelea::{EngineName, Scenario, Simulation, State, World, initial_state};

const EXACT: [Search; 3] = [Search::Brute, Search::Grid, Search::Tree];

fn with_search(scenario: &Scenario, search: Search) -> Scenario {
    let mut changed = scenario.clone();
    changed.general.search = search;
    changed
}

/// A preset with perception by radius, by number and by both, on a torus and in its own space.
fn perceptions(preset: &Scenario, dimension: usize) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for kind in [PerceptionKind::Radius, PerceptionKind::Nearest, PerceptionKind::NearestWithin] {
        for torus in [false, true] {
            let mut scenario = with_boids(&in_dimension(preset, dimension), 150);
            for species in &mut scenario.species {
                species.settings.perception.kind = kind;
                species.settings.perception.neighbours = 7;
            }
            if torus {
                let smallest = 4.0 * scenario.species[0].settings.perception.radius;
                scenario.general.space.kind = SpaceKind::Torus;
                scenario.general.space.size.resize(dimension, smallest);
                scenario.general.space.size.iter_mut().for_each(|side| *side = side.max(smallest));
            }
            if scenario.validate().is_ok() {
                scenarios.push(scenario);
            }
        }
    }
    scenarios
}

/// The ids of the neighbours of each boid of the first species, by the definition alone: all pairs, the offset of
/// `docs/model.md` in single precision, and a sort by distance and id.
fn neighbours_by_definition(scenario: &Scenario, state: &State) -> Vec<Vec<u32>> {
    let perception = &scenario.species[0].settings.perception;
    let (torus, size) = with_dimension!(state.dimension, D => {
        let space = scenario.space::<D>();
        (space.is_torus(), space.size.map(|side| side as f32).to_vec())
    });
    let squared_distance = |a: usize, b: usize| -> f32 {
        let offset = (0..state.dimension).map(|axis| {
            let d = state.positions[b][axis] as f32 - state.positions[a][axis] as f32;
            match torus {
                true if d > size[axis] / 2.0 => d - size[axis],
                true if d < -size[axis] / 2.0 => d + size[axis],
                _ => d,
            }
        });
        offset.map(|x| x * x).reduce(|sum, x| sum + x).unwrap()
    };
    let perceives =
        |other: usize| matches!(scenario.relation(0, state.species[other].into()), Relation::Flock | Relation::Avoid);
    let neighbours = |id: usize| {
        let others = (0..state.len()).filter(|other| *other != id && perceives(*other));
        let mut found: Vec<(f32, u32)> = others
            .map(|other| (squared_distance(id, other), other as u32))
            .filter(|(r2, _)| perception.coincident == Coincident::Perceive || *r2 > 0.0)
            .filter(|(r2, _)| {
                perception.kind == PerceptionKind::Nearest || *r2 < (perception.radius * perception.radius) as f32
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if perception.kind != PerceptionKind::Radius {
            found.truncate(perception.neighbours);
        }
        let mut ids: Vec<u32> = found.into_iter().map(|(_, id)| id).collect();
        ids.sort_unstable();
        ids
    };
    (0..state.len()).map(neighbours).collect()
}

/// The ids of the neighbours of one boid, as a flock finds them.
fn neighbour_ids(flock: &mut Simulation, id: u32) -> Vec<u32> {
    flock.neighbours(id).iter().map(|neighbour| neighbour.id).collect()
}

fn neighbours_agree(scenario: &Scenario, state: &State, what: &str) {
    let expected = neighbours_by_definition(scenario, state);
    for search in EXACT {
        let mut flock = Simulation::from_state(&with_search(scenario, search), state.clone()).unwrap();
        for id in (0..state.len()).filter(|id| state.species[*id] == 0) {
            let found = neighbour_ids(&mut flock, id as u32);
            assert_eq!(found, expected[id], "{what}, {search}: neighbours of {id}\n{}", scenario.to_toml());
        }
    }
}

#[test]
fn every_exact_search_finds_the_neighbours_of_the_definition() {
    for preset in fast_presets() {
        for dimension in [2, 3] {
            let spreads: &[Spread] = if dimension == 2 { &SPREADS } else { &[Spread::Uniform, Spread::Clustered] };
            for scenario in perceptions(&preset, dimension) {
                for spread in spreads {
                    neighbours_agree(&scenario, &state(&scenario, *spread, 3), &preset.general.name);
                }
            }
        }
    }
}

/// Boids on a lattice that fits the torus: there are several at every distance, and the seam runs through it.
#[test]
fn ties_are_decided_alike_by_every_search_even_across_the_seam() {
    let text = "boids = 64\nspace = { kind = \"torus\", size = [8, 8] }\nperception = { kind = \"nearest\", neighbours = 6, radius = 2 }";
    let mut scenario = Scenario::from_toml(text).unwrap();
    let mut lattice = state(&scenario, Spread::Uniform, 5);
    for (id, position) in lattice.positions.as_mut_arrays::<2>().iter_mut().enumerate() {
        *position = [(id * 5 % 64 % 8) as f64, (id * 5 % 64 / 8) as f64];
    }
    neighbours_agree(&scenario, &lattice, "lattice, nearest");
    // A step sums up exactly these: it equals that of the reference, which decides ties by id too.
    let step = |scenario: &Scenario| {
        let mut flock = Simulation::from_state(scenario, lattice.clone()).unwrap();
        flock.step();
        flock.state().velocities
    };
    let expected = step(&scenario.clone().with("engine", EngineName::REFERENCE.as_str()).unwrap());
    for search in EXACT {
        let found = step(&with_search(&scenario, search));
        for (fast, exact) in found.as_slice().iter().zip(expected.as_slice()) {
            assert!((fast - exact).abs() < 1e-5, "{search}: {fast}, reference {exact}");
        }
    }
    for kind in [PerceptionKind::Radius, PerceptionKind::NearestWithin] {
        scenario.species[0].settings.perception.kind = kind;
        neighbours_agree(&scenario, &lattice, "lattice");
    }
    // The largest radius a torus allows: a neighbour half the world away is as near one way as the other.
    scenario.species[0].settings.perception.kind = PerceptionKind::Radius;
    scenario.species[0].settings.perception.radius = 4.0;
    neighbours_agree(&scenario, &lattice, "lattice, largest radius");
}

#[test]
fn a_boid_perceives_exactly_its_friends() {
    let text = "boids = 6\nspace = { kind = \"torus\", size = [10, 10] }\n\
                perception = { kind = \"friends\", edges = [[0, 5], [5, 3], [1, 1], [0, 5]] }";
    let scenario = Scenario::from_toml(text).unwrap();
    let mut mutual = Simulation::new(&scenario).unwrap();
    assert_eq!([0, 5, 3, 1].map(|id| neighbour_ids(&mut mutual, id)), [vec![5], vec![0, 3], vec![5], vec![]]);
    let mut directed = Simulation::new(&scenario.with("perception.directed", true).unwrap()).unwrap();
    assert_eq!([0, 5, 3].map(|id| neighbour_ids(&mut directed, id)), [vec![5], vec![3], vec![]]);
}

/// The hash after eight steps on so many threads at a width.
fn hash(scenario: &Scenario, state: State, threads: usize, width: Width) -> u64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        with_dimension!(state.dimension, D => {
            let mut world = World::<D>::from_state(scenario, state).unwrap();
            world.set_width(width);
            (0..8).for_each(|_| world.step());
            world.state().hash()
        })
    })
}

fn check_same_bits(scenario: &Scenario, state: &State) {
    let expected = hash(&with_search(scenario, Search::Brute), state.clone(), 1, Width::One);
    for search in EXACT {
        for threads in [1, 2, 3, 7] {
            for width in Width::available() {
                let found = hash(&with_search(scenario, search), state.clone(), threads, width);
                let (name, dimension) = (&scenario.general.name, state.dimension);
                assert_eq!(found, expected, "{name} {dimension}D {search}, {threads} threads, {width:?}");
            }
        }
    }
}

#[test]
fn every_preset_has_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for preset in fast_presets() {
        let flat = with_boids(&in_dimension(&preset, 2), 80);
        check_same_bits(&flat, &state(&flat, Spread::Uniform, 6));
        let solid = with_boids(&in_dimension(&preset, 3), 80);
        check_same_bits(&solid, &state(&solid, Spread::Clustered, 7));
    }
}

/// Boids that start outside a torus, up to several sizes away.
#[test]
fn a_start_that_reaches_outside_a_torus_has_the_same_bits_on_any_width_and_any_exact_search() {
    for (dimension, size) in [(2, "[60, 90]"), (3, "[30, 40, 50]")] {
        for start in ["gaussian", "ball"] {
            for kind in ["radius", "nearest", "all"] {
                let text = format!(
                    "dimension = {dimension}\nboids = 120\nspace = {{ kind = \"torus\", size = {size} }}\n\
                     start = {{ position = \"{start}\", radius = 130 }}\n\
                     perception = {{ kind = \"{kind}\", radius = 12, neighbours = 6 }}\nseparation.radius = 5"
                );
                let scenario = Scenario::from_toml(&text).unwrap();
                check_same_bits(&scenario, &initial_state(&scenario));
            }
        }
    }
}

/// Every engine takes a state into its torus before the first step, and leaves boids inside as they are.
#[test]
fn boids_outside_a_torus_are_taken_inside() {
    let text = "boids = 3\nspace = { kind = \"torus\", size = [10, 20], origin = [-5, 0] }\n\
                perception.radius = 4\nseparation.radius = 2";
    let positions = vec![[5.5, -1.0], [-25.0, 20.0], [1.25, 19.5]];
    let state = State::from_arrays(positions, vec![[0.0; 2]; 3]);
    for engine in [EngineName::FAST, EngineName::REFERENCE] {
        let scenario = Scenario::from_toml(text).unwrap().with("engine", engine.as_str()).unwrap();
        let mut flock = Simulation::from_state(&scenario, state.clone()).unwrap();
        assert_eq!(flock.state().positions.as_arrays(), [[-4.5, 19.0], [-5.0, 0.0], [1.25, 19.5]]);
        flock.add_boid(0, &[105.5, 40.0], &[0.0, 0.0]).unwrap();
        assert_eq!(&flock.state().positions[3], &[-4.5, 0.0]);
    }
}

#[test]
fn any_perception_has_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for pick in 0..60 {
        let flat = perceiving(2, pick);
        check_same_bits(&flat, &state(&flat, Spread::Uniform, pick));
        let solid = perceiving(3, pick);
        check_same_bits(&solid, &state(&solid, Spread::Clustered, pick));
    }
}

#[test]
fn any_model_of_research_has_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for pick in 0..60 {
        let flat = researching(2, pick);
        check_same_bits(&flat, &state(&flat, Spread::Uniform, pick));
        let solid = researching(3, pick);
        check_same_bits(&solid, &state(&solid, Spread::Clustered, pick));
    }
}

#[test]
fn any_environment_has_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for pick in 0..24 {
        let flat = in_environment(2, "steer", pick);
        check_same_bits(&flat, &state(&flat, Spread::Uniform, pick));
        let solid = in_environment(3, "steer", pick);
        check_same_bits(&solid, &state(&solid, Spread::Clustered, pick));
    }
}

/// Enough boids that every thread gets work and the counting sort is split.
#[test]
fn large_flocks_have_the_same_bits_on_any_threads() {
    for (kind, dimension) in [("radius", 2), ("nearest", 2), ("radius", 3), ("nearest", 3)] {
        let size = if dimension == 2 { "[100, 100]" } else { "[30, 30, 30]" };
        let text = format!(
            "boids = 20000\ndimension = {dimension}\nspace = {{ kind = \"torus\", size = {size} }}\n\
             perception = {{ kind = \"{kind}\", radius = 1 }}\nmotion = {{ max_speed = 0.1 }}"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        let start = state(&scenario, Spread::Uniform, 8);
        let hash = |threads: usize, width: Width| hash(&scenario, start.clone(), threads, width);
        let widest = Width::detect();
        let expected = hash(1, widest);
        assert_eq!([2, 3, 7].map(|threads| hash(threads, widest)), [expected; 3], "{kind} {dimension}D");
        assert_eq!(hash(2, Width::Four), expected, "{kind} {dimension}D");
    }
}

#[test]
fn a_run_resumed_from_a_table_equals_an_uninterrupted_one() {
    fast_presets().for_each(|preset| check_resume(&with_boids(&preset, 60)));
}

#[test]
fn a_run_in_a_moving_environment_resumed_from_a_table_equals_an_uninterrupted_one() {
    for pick in 0..40 {
        check_resume(&in_environment(2, "steer", pick));
        check_resume(&in_environment(3, "steer", pick));
    }
}

#[test]
fn a_model_of_research_resumed_from_a_table_equals_an_uninterrupted_run() {
    for pick in 0..40 {
        check_resume(&researching(2, pick));
        check_resume(&researching(3, pick));
    }
}

fn check_resume(scenario: &Scenario) {
    let mut whole = Simulation::new(scenario).unwrap();
    whole.run(20);
    // Through CSV, as a file would hold it. The number of steps is not part of the table.
    let mut table = State::from_csv(scenario.general.dimension, &whole.state().to_csv()).unwrap();
    table.step = 20;
    assert_eq!(table, whole.state(), "{}", scenario.general.name);
    let mut resumed = Simulation::from_state(scenario, table).unwrap();
    whole.run(20);
    resumed.run(20);
    assert_eq!(resumed.hash(), whole.hash(), "{}", scenario.general.name);
}
