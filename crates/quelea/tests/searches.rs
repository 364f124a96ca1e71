//! Exact searches name the same neighbours, and the steps that come of them have the same bits.

mod common;

use common::{SPREADS, Spread, fast_presets, in_dimension, perceiving, state, surrounded, with_boids};
use quelea::lanes::Width;
use quelea::reference::Reference;
use quelea::scenario::settings::{PerceptionKind, Search, SpaceKind};
use quelea::simulation::Simulation;
use quelea::{Scenario, State, World};

const EXACT: [Search; 3] = [Search::Brute, Search::Grid, Search::Tree];

fn with_search(scenario: &Scenario, search: Search) -> Scenario {
    let mut changed = scenario.clone();
    changed.general.search = search;
    changed
}

/// Perception by radius, by number and by both, on a torus and in the preset's own space.
fn perceptions(preset: &Scenario, dimension: usize) -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    for kind in [PerceptionKind::Radius, PerceptionKind::Nearest, PerceptionKind::NearestWithin] {
        for torus in [false, true] {
            let mut scenario = with_boids(&in_dimension(preset, dimension), 150);
            for kind_of_boid in std::iter::once(&mut scenario.first).chain(&mut scenario.others) {
                kind_of_boid.species.perception.kind = kind;
                kind_of_boid.species.perception.neighbours = 7;
            }
            if torus {
                let widest = 4.0 * scenario.first.species.perception.radius;
                scenario.general.space.kind = SpaceKind::Torus;
                scenario.general.space.size.resize(dimension, widest);
                scenario.general.space.size.iter_mut().for_each(|side| *side = side.max(widest));
            }
            if scenario.validate().is_ok() {
                scenarios.push(scenario);
            }
        }
    }
    scenarios
}

/// The ids of everyone's neighbours, by the definition alone: all pairs, the offset of `docs/model.md`, and a
/// sort by distance and id.
fn by_definition<const D: usize>(scenario: &Scenario, state: &State<D>) -> Vec<Vec<u32>> {
    let perception = &scenario.first.species.perception;
    let torus = scenario.general.space.kind == SpaceKind::Torus;
    let size: [f32; D] =
        std::array::from_fn(|axis| scenario.general.space.size.get(axis).copied().unwrap_or(0.0) as f32);
    let r2 = |a: usize, b: usize| -> f32 {
        let offset: [f32; D] = std::array::from_fn(|axis| {
            let d = state.positions[b][axis] as f32 - state.positions[a][axis] as f32;
            match torus {
                true if d > size[axis] / 2.0 => d - size[axis],
                true if d < -size[axis] / 2.0 => d + size[axis],
                _ => d,
            }
        });
        offset.iter().skip(1).fold(offset[0] * offset[0], |sum, x| sum + x * x)
    };
    (0..state.len())
        .map(|id| {
            let ignored = perception.coincident == quelea::scenario::settings::Coincident::Ignore;
            let mut seen: Vec<(f32, u32)> = (0..state.len())
                .filter(|other| *other != id && scenario.relation(0, state.species[*other].into()).word() == "flock")
                .map(|other| (r2(id, other), other as u32))
                .filter(|(r2, _)| !ignored || *r2 > 0.0)
                .filter(|(r2, _)| {
                    perception.kind == PerceptionKind::Nearest || *r2 < (perception.radius * perception.radius) as f32
                })
                .collect();
            seen.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            if perception.kind != PerceptionKind::Radius {
                seen.truncate(perception.neighbours);
            }
            let mut ids: Vec<u32> = seen.into_iter().map(|(_, id)| id).collect();
            ids.sort_unstable();
            ids
        })
        .collect()
}

fn neighbours_agree<const D: usize>(scenario: &Scenario, state: State<D>, what: &str) {
    let expected = by_definition(scenario, &state);
    for search in EXACT {
        let mut world = World::from_state(&with_search(scenario, search), state.clone()).unwrap();
        for id in (0..state.len()).filter(|id| state.species[*id] == 0) {
            let found: Vec<u32> = world.neighbours(id as u32).iter().map(|neighbour| neighbour.boid.id).collect();
            assert_eq!(found, expected[id], "{what} {D}D {search}: neighbours of {id}\n{}", scenario.to_toml());
        }
    }
}

#[test]
fn every_search_finds_the_neighbours_that_the_definition_names() {
    for preset in fast_presets() {
        for scenario in perceptions(&preset, 2) {
            for spread in SPREADS {
                neighbours_agree::<2>(&scenario, state(&scenario, spread, 3), &preset.general.name);
            }
        }
        for scenario in perceptions(&preset, 3) {
            neighbours_agree::<3>(&scenario, state(&scenario, Spread::Uniform, 4), &preset.general.name);
            neighbours_agree::<3>(&scenario, state(&scenario, Spread::Clustered, 4), &preset.general.name);
        }
    }
}

/// Boids on a lattice that fits the torus: at every distance there are several, and the seam runs through it.
#[test]
fn ties_and_the_seam_of_the_torus_are_decided_alike() {
    let text = "boids = 64\nspace = { kind = \"torus\", size = [8, 8] }\nperception = { kind = \"nearest\", neighbours = 6, radius = 2 }";
    let mut scenario = Scenario::from_toml(text).unwrap();
    let mut lattice = state::<2>(&scenario, Spread::Uniform, 5);
    for (id, position) in lattice.positions.iter_mut().enumerate() {
        *position = [(id * 5 % 64 % 8) as f64, (id * 5 % 64 / 8) as f64];
    }
    neighbours_agree(&scenario, lattice.clone(), "lattice, nearest");
    // What is summed up is what is perceived: a step equals the reference's, which decides ties by id too.
    let mut reference = Reference::from_state(&scenario, lattice.clone()).unwrap();
    reference.step();
    for search in EXACT {
        let mut world = World::from_state(&with_search(&scenario, search), lattice.clone()).unwrap();
        world.step();
        for (fast, exact) in world.state().velocities.iter().zip(&reference.state().velocities) {
            assert!(
                (0..2).all(|axis| (fast[axis] - exact[axis]).abs() < 1e-5),
                "{search}: {fast:?}, reference {exact:?}"
            );
        }
    }
    for kind in [PerceptionKind::Radius, PerceptionKind::NearestWithin] {
        scenario.first.species.perception.kind = kind;
        neighbours_agree(&scenario, lattice.clone(), "lattice");
    }
    // The widest radius a torus allows, where a neighbour half the world away is as near one way as the other.
    scenario.first.species.perception.kind = PerceptionKind::Radius;
    scenario.first.species.perception.radius = 4.0;
    neighbours_agree(&scenario, lattice, "lattice, widest");
}

#[test]
fn a_boid_perceives_exactly_its_friends() {
    let text = "boids = 6\nspace = { kind = \"torus\", size = [10, 10] }\n\
                perception = { kind = \"friends\", edges = [[0, 5], [5, 3], [1, 1], [0, 5]] }";
    let mut world = World::<2>::new(&Scenario::from_toml(text).unwrap()).unwrap();
    let mut ids = |id| world.neighbours(id).iter().map(|neighbour| neighbour.boid.id).collect::<Vec<_>>();
    assert_eq!((ids(0), ids(5), ids(3), ids(1)), (vec![5], vec![0, 3], vec![5], vec![]));
    let mut world =
        World::<2>::new(&Scenario::from_toml(text).unwrap().with("perception.directed", true).unwrap()).unwrap();
    let mut ids = |id| world.neighbours(id).iter().map(|neighbour| neighbour.boid.id).collect::<Vec<_>>();
    assert_eq!((ids(0), ids(5), ids(3)), (vec![5], vec![3], vec![]));
}

/// The hash after some steps.
fn hash<const D: usize>(scenario: &Scenario, state: State<D>, threads: usize, width: Width) -> u64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut world = World::from_state(scenario, state).unwrap();
        world.set_width(width);
        (0..8).for_each(|_| world.step());
        world.state().hash()
    })
}

fn repeats<const D: usize>(scenario: &Scenario, state: State<D>) {
    let expected = hash(&with_search(scenario, Search::Brute), state.clone(), 1, Width::One);
    for search in EXACT {
        for threads in [1, 2, 3, 7] {
            for width in Width::available() {
                let found = hash(&with_search(scenario, search), state.clone(), threads, width);
                assert_eq!(found, expected, "{} {D}D {search}, {threads} threads, {width:?}", scenario.general.name);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for preset in fast_presets() {
        let flat = with_boids(&in_dimension(&preset, 2), 80);
        repeats::<2>(&flat, state(&flat, Spread::Uniform, 6));
        let solid = with_boids(&in_dimension(&preset, 3), 80);
        repeats::<3>(&solid, state(&solid, Spread::Clustered, 7));
    }
}

#[test]
fn any_perception_has_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for pick in 0..60 {
        let flat = perceiving(2, pick);
        repeats::<2>(&flat, state(&flat, Spread::Uniform, pick));
        let solid = perceiving(3, pick);
        repeats::<3>(&solid, state(&solid, Spread::Clustered, pick));
    }
}

#[test]
fn surroundings_have_the_same_bits_on_any_threads_any_width_and_any_exact_search() {
    for pick in 0..24 {
        let flat = surrounded(2, "steer", pick);
        repeats::<2>(&flat, state(&flat, Spread::Uniform, pick));
        let solid = surrounded(3, "steer", pick);
        repeats::<3>(&solid, state(&solid, Spread::Clustered, pick));
    }
}

/// Enough boids that every thread gets work and the sort is cut into parts.
#[test]
fn large_flocks_have_the_same_bits_on_any_threads() {
    for (kind, dimension) in [("radius", 2), ("nearest", 2), ("radius", 3), ("nearest", 3)] {
        let size = if dimension == 2 { "[100, 100]" } else { "[30, 30, 30]" };
        let text = format!(
            "boids = 20000\ndimension = {dimension}\nspace = {{ kind = \"torus\", size = {size} }}\n\
             perception = {{ kind = \"{kind}\", radius = 1 }}\nmotion = {{ max_speed = 0.1 }}"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        let widest = Width::widest();
        let hash = |threads: usize, width: Width| match dimension {
            2 => hash::<2>(&scenario, state(&scenario, Spread::Uniform, 8), threads, width),
            _ => hash::<3>(&scenario, state(&scenario, Spread::Uniform, 8), threads, width),
        };
        let expected = hash(1, widest);
        assert_eq!([2, 3, 7].map(|threads| hash(threads, widest)), [expected; 3], "{kind} {dimension}D");
        assert_eq!(hash(2, Width::Four), expected, "{kind} {dimension}D");
    }
}

#[test]
fn a_run_resumed_from_its_state_equals_an_uninterrupted_one() {
    for preset in fast_presets() {
        let scenario = with_boids(&preset, 60);
        match scenario.general.dimension {
            2 => resumes::<2>(&scenario),
            _ => resumes::<3>(&scenario),
        }
    }
}

#[test]
fn a_run_in_surroundings_that_move_is_resumed_exactly() {
    for pick in 0..40 {
        resumes::<2>(&surrounded(2, "steer", pick));
        resumes::<3>(&surrounded(3, "steer", pick));
    }
}

fn resumes<const D: usize>(scenario: &Scenario) {
    let mut whole = World::<D>::new(scenario).unwrap();
    (0..20).for_each(|_| whole.step());
    // Through the text of a table, as a file would hold it.
    let mut table = State::<D>::from_csv(&whole.state().to_csv()).unwrap();
    table.step = 20;
    assert_eq!(table, whole.state(), "{}", scenario.general.name);
    let mut resumed = World::from_state(scenario, table).unwrap();
    (0..20).for_each(|_| whole.step());
    (0..20).for_each(|_| resumed.step());
    assert_eq!(resumed.state().hash(), whole.state().hash(), "{}", scenario.general.name);
}
