//! Values computed by hand, and a comparison with the definitions written out pair by pair.

use super::*;
use crate::model::settings::{Coincident, PerceptionKind, Relation};
use proptest::prelude::*;

fn scenario(text: &str) -> Scenario {
    Scenario::from_toml(text).unwrap()
}

fn flock<const D: usize>(boids: &[([f64; D], [f64; D])]) -> State {
    let (positions, velocities) = boids.iter().copied().unzip();
    State::from_arrays(positions, velocities)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * (1.0 + a.abs())
}

#[test]
fn every_measure_of_an_empty_flock_is_zero() {
    let measures = measure(&scenario("boids = 0\nspace.kind = 'open'"), &State::new(2));
    assert_eq!(measures, Measures::default());
    assert!(measures.values().iter().all(|(_, value)| *value == 0.0));
}

#[test]
fn speeds_whose_squares_overflow_or_underflow_are_measured() {
    let scenario = scenario("boids = 2\nspace.kind = 'open'");
    for speed in [1e200, 1e-200] {
        let boids = [([0.0, 0.0], [3.0 * speed, 4.0 * speed]), ([9.0, 0.0], [3.0 * speed, 4.0 * speed])];
        let measures = measure(&scenario, &flock(&boids));
        assert!(near(measures.polarisation, 1.0) && near(measures.mean_speed / speed, 5.0), "{measures:?}");
    }
}

#[test]
fn one_boid_is_a_cluster_of_one() {
    let measures = measure(
        &scenario("boids = 1\nspace.size = [10, 10]\nperception.radius = 2"),
        &flock(&[([3.0, 4.0], [3.0, 4.0])]),
    );
    assert_eq!((measures.clusters, measures.largest_cluster, measures.mean_cluster), (1, 1, 1.0));
    assert_eq!(
        (measures.mean_nearest_distance, measures.min_nearest_distance, measures.mean_neighbours),
        (0.0, 0.0, 0.0)
    );
    assert_eq!(measures.polarisation, 1.0);
    assert_eq!(measures.mean_speed, 5.0);
    assert!(measures.values().iter().all(|(_, value)| value.is_finite()));
}

#[test]
fn every_measure_can_be_had_on_its_own() {
    let torus = scenario("boids = 60\nspace.size = [100, 100]\nbody = 3");
    let state = crate::initial_state(&torus);
    let all = measure(&torus, &state);
    for (index, (name, value)) in all.values().into_iter().enumerate() {
        assert_eq!(measure_only(&torus, &state, |wanted| wanted == name).values()[index].1, value, "{name}");
    }
    assert_eq!(measure_only(&torus, &state, |_| false), Measures::default());
}

#[test]
fn every_measure_is_defined_once() {
    let names: Vec<_> = Measures::default().values().iter().map(|(name, _)| *name).collect();
    let defined: Vec<_> = Measures::DEFINITIONS.iter().map(|(name, _, _)| *name).collect();
    assert_eq!(names, defined);
    for (name, _, sentence) in Measures::DEFINITIONS {
        assert!(sentence.ends_with('.') && !sentence.contains("  "), "{name}: {sentence}");
    }
}

#[test]
fn opposite_headings_cancel_and_a_boid_at_rest_has_none() {
    let open = scenario("boids = 3\nspace.kind = 'open'");
    let opposite = flock(&[([0.0, 0.0], [2.0, 0.0]), ([9.0, 0.0], [-1.0, 0.0])]);
    assert_eq!(measure(&open, &opposite).polarisation, 0.0);
    let right_angle = flock(&[([0.0, 0.0], [2.0, 0.0]), ([9.0, 0.0], [0.0, 3.0])]);
    // |(1, 1)| / 2.
    assert!(near(measure(&open, &right_angle).polarisation, std::f64::consts::FRAC_1_SQRT_2));
    let resting = flock(&[([0.0, 0.0], [2.0, 0.0]), ([9.0, 0.0], [0.0, 0.0])]);
    assert_eq!(measure(&open, &resting).polarisation, 0.5);
}

/// Four boids circling (x, y): milling 1, polarisation 0.
fn mill(x: f64, y: f64, wrap: f64) -> State {
    let inside = |p: f64| p.rem_euclid(wrap);
    flock(&[
        ([inside(x + 1.0), inside(y)], [0.0, 1.0]),
        ([inside(x), inside(y + 1.0)], [-1.0, 0.0]),
        ([inside(x - 1.0), inside(y)], [0.0, -1.0]),
        ([inside(x), inside(y - 1.0)], [1.0, 0.0]),
    ])
}

#[test]
fn a_mill_has_milling_one_wherever_it_is_on_the_torus() {
    let torus = scenario("boids = 4\nspace.size = [100, 100]");
    for (x, y) in [(50.0, 50.0), (0.0, 50.0), (0.25, 99.75), (99.5, 0.5)] {
        let measures = measure(&torus, &mill(x, y, 100.0));
        assert!(near(measures.milling, 1.0) && measures.polarisation < 1e-12, "{x} {y} {measures:?}");
        assert!(near(measures.mean_nearest_distance, std::f64::consts::SQRT_2), "{x} {y} {measures:?}");
        assert_eq!((measures.clusters, measures.mean_neighbours), (1, 3.0), "{x} {y}");
    }
}

#[test]
fn a_mill_in_3d_has_milling_one_about_any_axis() {
    let open = scenario("boids = 4\ndimension = 3\nspace.kind = 'open'");
    let flat = mill(5.0, 5.0, 100.0);
    // The same mill upright in the xz plane: its axis is y.
    let upright = State::from_arrays(
        flat.positions.iter().map(|p| [p[0], 7.0, p[1]]).collect(),
        flat.velocities.iter().map(|v| [v[0], 0.0, v[1]]).collect(),
    );
    assert!(near(measure(&open, &upright).milling, 1.0));
}

/// Eight boids on a ring around (x, y), every other one circling the other way.
fn double_mill(x: f64, y: f64, wrap: f64) -> State {
    let boids = (0..8).map(|index| {
        let (sine, cosine) = (f64::from(index) * std::f64::consts::FRAC_PI_4).sin_cos();
        // Each pair of opposite boids circles in one sense, so neither the momenta nor the centre is biased.
        let sense = if index % 2 == 0 { 1.0 } else { -1.0 };
        ([(x + cosine).rem_euclid(wrap), (y + sine).rem_euclid(wrap)], [-sense * sine, sense * cosine])
    });
    flock(&boids.collect::<Vec<_>>())
}

#[test]
fn absolute_angular_momentum_sees_a_double_mill_that_milling_does_not() {
    let torus = scenario("boids = 8\nspace.size = [100, 100]");
    for (x, y) in [(50.0, 50.0), (0.25, 99.75)] {
        let measures = measure(&torus, &double_mill(x, y, 100.0));
        assert!(near(measures.absolute_angular_momentum, 1.0) && measures.milling < 1e-12, "{measures:?}");
        assert!(near(measures.radius_of_gyration, 1.0) && near(measures.elongation, 1.0), "{measures:?}");
    }
    // The same on end in 3D, in the xz plane.
    let flat = double_mill(5.0, 5.0, 100.0);
    let upright = State::from_arrays(
        flat.positions.iter().map(|p| [p[0], 7.0, p[1]]).collect(),
        flat.velocities.iter().map(|v| [v[0], 0.0, v[1]]).collect(),
    );
    let measures = measure(&scenario("boids = 8\ndimension = 3\nspace.kind = 'open'"), &upright);
    assert!(near(measures.absolute_angular_momentum, 1.0) && measures.milling < 1e-12, "{measures:?}");
    // A ring has no extent along its axis.
    assert_eq!(measures.elongation, 0.0);
}

#[test]
fn absolute_angular_momentum_weighs_boids_by_distance_and_speed() {
    // Two circle at distance 1 with speed 1, two fly outwards at distance 3 with speed 2: 2 of 2 + 12.
    let state = flock(&[
        ([1.0, 0.0], [0.0, 1.0]),
        ([-1.0, 0.0], [0.0, 1.0]),
        ([0.0, 3.0], [0.0, 2.0]),
        ([0.0, -3.0], [0.0, -2.0]),
    ]);
    let measures = measure(&scenario("boids = 4\nspace.kind = 'open'"), &state);
    assert!(near(measures.absolute_angular_momentum, 2.0 / 14.0), "{measures:?}");
    // √((1 + 1 + 9 + 9) / 4), and √(18 / 2).
    assert!(near(measures.radius_of_gyration, 5f64.sqrt()) && near(measures.elongation, 3.0), "{measures:?}");
}

#[test]
fn elongation_is_that_of_the_axes_however_they_are_turned() {
    // A box with corners at ±(2, 1, 1), turned about z by 30°.
    let (sine, cosine) = std::f64::consts::FRAC_PI_6.sin_cos();
    let corners: Vec<_> = (0..8)
        .map(|corner: i32| [0, 1, 2].map(|bit| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 }))
        .map(|[x, y, z]: [f64; 3]| ([2.0 * x * cosine - y * sine, 2.0 * x * sine + y * cosine, z], [0.0; 3]))
        .collect();
    let measures = measure(&scenario("boids = 8\ndimension = 3\nspace.kind = 'open'"), &flock(&corners));
    assert!(near(measures.elongation, 2.0) && near(measures.radius_of_gyration, 6f64.sqrt()), "{measures:?}");
    let line = flock(&[0.0, 1.0, 4.0].map(|x| ([x, 2.0 * x], [1.0, 0.0])));
    assert_eq!(measure(&scenario("boids = 3\nspace.kind = 'open'"), &line).elongation, 0.0);
}

#[test]
fn only_a_torus_measures_across_its_seam() {
    let pair = flock(&[([1.0, 5.0], [1.0, 0.0]), ([99.0, 5.0], [1.0, 0.0])]);
    let keys = "boids = 2\nbody = 1.5\nperception.radius = 4\nspace.size = [100, 100]\nspace.kind = ";
    let torus = measure(&scenario(&format!("{keys}'torus'")), &pair);
    assert_eq!((torus.min_nearest_distance, torus.mean_neighbours), (2.0, 1.0));
    assert_eq!((torus.clusters, torus.largest_cluster, torus.collisions), (1, 2, 1));
    for kind in ["wrap", "walls", "reflect", "open"] {
        let plain = measure(&scenario(&format!("{keys}'{kind}'")), &pair);
        assert_eq!((plain.min_nearest_distance, plain.mean_neighbours), (98.0, 0.0), "{kind}");
        assert_eq!((plain.clusters, plain.largest_cluster, plain.collisions), (2, 1, 0), "{kind}");
    }
}

#[test]
fn a_chain_is_one_cluster_up_to_a_gap_of_the_link_distance() {
    // Five in a row, 3 apart, then a gap of exactly the link distance, which does not link.
    let xs = [0.0, 3.0, 6.0, 9.0, 12.0, 16.0, 17.0];
    let state = flock(&xs.map(|x| ([x, 0.0], [1.0, 0.0])));
    let measures = measure(&scenario("boids = 7\nbody = 0.75\nspace.kind = 'open'\nperception.radius = 4"), &state);
    assert_eq!((measures.clusters, measures.largest_cluster, measures.mean_cluster), (2, 5, 3.5));
    // Nearest: 3 five times, 1 twice. Neighbours: ends one, middles two: 1+2+2+2+1+1+1.
    assert!(near(measures.mean_nearest_distance, 17.0 / 7.0));
    assert!(near(measures.mean_neighbours, 10.0 / 7.0));
    assert_eq!((measures.min_nearest_distance, measures.collisions), (1.0, 1));
}

#[test]
fn coincident_boids_are_measured_like_others() {
    let boids = 1000;
    let state = flock(&vec![([5.0, 5.0], [0.0, 0.0]); boids]);
    let text = format!("boids = {boids}\nspace.size = [100, 100]");
    let measures = measure(&scenario(&text), &state);
    assert_eq!((measures.mean_nearest_distance, measures.clusters, measures.largest_cluster), (0.0, 1, 1000));
    assert_eq!((measures.mean_neighbours, measures.collisions), (999.0, 499_500));
    assert_eq!((measures.milling, measures.polarisation), (0.0, 0.0));
    assert_eq!((measures.radius_of_gyration, measures.elongation, measures.absolute_angular_momentum), (0.0, 0.0, 0.0));
    let ignored = measure(&scenario(&format!("{text}\nperception.coincident = 'ignore'")), &state);
    assert_eq!(ignored.mean_neighbours, 0.0);
}

#[test]
fn neighbours_are_counted_by_each_kind_of_perception() {
    let state = flock(&[0.0, 1.0, 2.0, 30.0].map(|x| ([x, 0.0], [1.0, 0.0])));
    let mean = |perception: &str| {
        let text = format!("boids = 4\nspace.kind = 'open'\nperception.radius = 5\n{perception}");
        measure(&scenario(&text), &state).mean_neighbours
    };
    assert_eq!(mean("perception.kind = 'all'"), 3.0);
    assert_eq!(mean("perception.kind = 'radius'"), 1.5);
    assert_eq!(mean("perception.kind = 'nearest'\nperception.neighbours = 2"), 2.0);
    assert_eq!(mean("perception.kind = 'nearest-within'\nperception.neighbours = 1"), 0.75);
    // An edge given twice, in both directions, and one to itself: 0–1 and 0–3 remain.
    let edges = "perception.kind = 'friends'\nperception.edges = [[0, 1], [1, 0], [2, 2], [0, 3]]";
    assert_eq!(mean(edges), 1.0);
    assert_eq!(mean(&format!("{edges}\nperception.directed = true")), 0.75);
}

#[test]
fn positions_outside_the_torus_are_wrapped_before_they_are_measured() {
    let torus = scenario("boids = 2\nspace.size = [100, 100]\nspace.origin = [-50, -50]");
    let inside = flock(&[([-49.0, 0.0], [1.0, 0.0]), ([49.0, 0.0], [1.0, 0.0])]);
    let outside = flock(&[([251.0, 100.0], [1.0, 0.0]), ([-51.0, -300.0], [1.0, 0.0])]);
    assert_eq!(measure(&torus, &inside), measure(&torus, &outside));
}

#[test]
fn a_dense_crowd_of_a_hundred_thousand_is_measured_without_visiting_every_pair() {
    // Two discs of 50,000 boids within each other's perception radius: 5·10⁹ pairs, too many to visit in a test.
    let boids = 100_000;
    let text = format!("boids = {boids}\nspace.size = [1000, 1000]\nstart.position = 'ball'\nstart.radius = 25");
    let crowd = scenario(&text);
    let mut state = crate::initial_state(&crowd);
    state.positions.as_mut_arrays::<2>().iter_mut().step_by(2).for_each(|x| x[0] += 99.0);
    let measures = measure(&crowd, &state);
    assert_eq!((measures.clusters, measures.largest_cluster), (1, 100_000));
    assert!(measures.mean_neighbours > 49_000.0);
}

/// The definitions, pair by pair.
fn by_pairs<const D: usize>(scenario: &Scenario, state: &State) -> Measures {
    let offsets = Offsets::new(&scenario.space::<D>());
    let positions = state.positions.as_arrays::<D>();
    let boids = state.len();
    let species = |id: usize| usize::from(state.species[id]);
    let settings = |id: usize| &scenario.species[species(id)].settings;
    let squared = |a: usize, b: usize| offsets.squared(&positions[a], &positions[b]);
    let mut group: Vec<usize> = (0..boids).collect();
    let (mut collisions, mut perceived, mut nearest) = (0, 0, vec![f64::INFINITY; boids]);
    for a in 0..boids {
        let perception = &settings(a).perception;
        let mut in_range = 0;
        for b in (0..boids).filter(|b| *b != a) {
            let distance = squared(a, b);
            nearest[a] = nearest[a].min(libm::sqrt(distance));
            collisions += u64::from(a < b && distance < square(settings(a).body + settings(b).body));
            if distance < square(perception.radius.min(settings(b).perception.radius)) {
                let (from, to) = (group[a], group[b]);
                group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
            let related = matches!(scenario.relation(species(a), species(b)), Relation::Flock | Relation::Avoid);
            let visible = perception.coincident == Coincident::Perceive || distance > 0.0;
            let within = match perception.kind {
                PerceptionKind::All | PerceptionKind::Nearest => true,
                PerceptionKind::Radius | PerceptionKind::NearestWithin => distance < square(perception.radius),
                PerceptionKind::Friends => {
                    let edges = &perception.edges;
                    edges.contains(&[a, b]) || !perception.directed && edges.contains(&[b, a])
                }
                PerceptionKind::Voronoi => unreachable!("not a question about pairs"),
            };
            in_range += usize::from(related && visible && within);
        }
        let limited = matches!(perception.kind, PerceptionKind::Nearest | PerceptionKind::NearestWithin);
        perceived += if limited { in_range.min(perception.neighbours) } else { in_range };
    }
    let mut sizes = vec![0; boids];
    group.iter().for_each(|group| sizes[*group] += 1);
    let clusters = sizes.iter().filter(|size| **size > 0).count() as u64;
    if boids == 1 {
        nearest = vec![0.0];
    }
    Measures {
        mean_nearest_distance: nearest.iter().sum::<f64>() / boids as f64,
        min_nearest_distance: nearest.iter().copied().fold(f64::INFINITY, f64::min),
        mean_neighbours: perceived as f64 / boids as f64,
        clusters,
        largest_cluster: sizes.iter().copied().max().unwrap_or(0),
        mean_cluster: boids as f64 / clusters as f64,
        collisions,
        // These are sums over boids, not over pairs: there is no second way to compute them.
        ..measure(scenario, state)
    }
}

/// A flock with many ties: coordinates on a coarse lattice or anywhere, sometimes all in one corner.
fn any_state<const D: usize>() -> impl Strategy<Value = State> {
    let lattice = (0u32..20).prop_map(|x| f64::from(x) / 2.0);
    let anywhere = 0.0..10.0;
    let corner = 0.0..0.01;
    let coordinate = prop_oneof![lattice, anywhere, corner];
    let boid = (proptest::array::uniform::<_, D>(coordinate), proptest::array::uniform::<_, D>(-1.0..1.0), 0u8..2);
    proptest::collection::vec(boid, 1..80).prop_map(|boids| {
        let mut state = State::new(D);
        boids.iter().for_each(|(position, velocity, species)| state.push(*species, position, velocity));
        state
    })
}

fn any_scenario(dimension: usize) -> impl Strategy<Value = Scenario> {
    let kind = prop_oneof![Just("all"), Just("radius"), Just("nearest"), Just("nearest-within"), Just("friends")];
    let space = prop_oneof![Just("torus"), Just("open")];
    let relation = prop_oneof![Just("flock"), Just("ignore"), Just("avoid"), Just("hunt")];
    let coincident = prop_oneof![Just("perceive"), Just("ignore")];
    let radius = prop_oneof![Just(0.5), Just(1.0), Just(5.0), 0.1..5.0];
    let edges = proptest::collection::vec((0usize..80, 0usize..80), 0..30);
    (kind, space, relation, coincident, radius, 0.0..0.6, 1usize..9, edges).prop_map(
        move |(kind, space, relation, coincident, radius, body, neighbours, edges)| {
            let size = &"10, 10, 10"[..4 * dimension - 2];
            let edges: Vec<String> = edges.iter().map(|(a, b)| format!("[{a}, {b}]")).collect();
            // The counts do not matter to measures; these let the edges be valid.
            scenario(&format!(
                "dimension = {dimension}\nboids = 80\nbody = {body}\nspace.kind = '{space}'\nspace.size = [{size}]
                hunt.radius = 5\nperception.kind = '{kind}'\nperception.radius = {radius}\nperception.coincident = '{coincident}'
                perception.neighbours = {neighbours}\nperception.edges = [{}]
                [[species]]\nname = 'other'\nbody = 0.25\nperception.radius = 1.5\nrelations.boid = '{relation}'",
                edges.join(", ")
            ))
        },
    )
}

fn agrees<const D: usize>(scenario: &Scenario, state: &State) -> Result<(), TestCaseError> {
    let (measures, expected) = (measure(scenario, state), by_pairs::<D>(scenario, state));
    for ((name, value), (_, expected)) in measures.values().into_iter().zip(expected.values()) {
        prop_assert!(value.is_finite());
        prop_assert!(near(value, expected), "{}: {} instead of {}", name, value, expected);
    }
    // The numbers of each boid add up to those of the flock.
    let neighbours: f64 = neighbours_of_each(scenario, state).into_iter().map(f64::from).sum();
    prop_assert!(near(neighbours / state.len().max(1) as f64, measures.mean_neighbours));
    let clusters = cluster_of_each(scenario, state);
    let is_leader = |(id, cluster): (usize, &Option<u32>)| cluster.is_none_or(|leader| leader as usize == id);
    prop_assert_eq!(clusters.iter().enumerate().filter(|member| is_leader(*member)).count() as u64, measures.clusters);
    Ok(())
}

proptest! {
    #[test]
    fn measures_agree_with_their_definitions_pair_by_pair_in_2d(scenario in any_scenario(2), state in any_state::<2>()) {
        agrees::<2>(&scenario, &state)?;
    }

    #[test]
    fn measures_agree_with_their_definitions_pair_by_pair_in_3d(scenario in any_scenario(3), state in any_state::<3>()) {
        agrees::<3>(&scenario, &state)?;
    }

    #[test]
    fn measures_do_not_depend_on_the_order_of_the_boids(scenario in any_scenario(2), state in any_state::<2>()) {
        // Friends are given by id, so reordering changes who they are.
        prop_assume!(scenario.species[0].settings.perception.kind != PerceptionKind::Friends);
        let mut reversed = state.clone();
        reversed.species.reverse();
        reversed.positions.as_mut_arrays::<2>().reverse();
        reversed.velocities.as_mut_arrays::<2>().reverse();
        let (one, other) = (measure(&scenario, &state), measure(&scenario, &reversed));
        for ((name, a), (_, b)) in one.values().into_iter().zip(other.values()) {
            // On a torus the circular mean of a balanced flock is undefined, and so is whatever refers to it.
            let central = ["milling", "absolute_angular_momentum", "radius_of_gyration", "elongation"];
            prop_assert!(near(a, b) || central.contains(&name), "{}: {} and {}", name, a, b);
        }
    }
}
