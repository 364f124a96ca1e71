//! Closed forms of the profiles, and comparisons with their definitions pair by pair.

use super::*;
use crate::geometry::vector::{dot, length, unit};
use crate::state::random::{Random, Stream};

fn scenario(text: &str) -> Scenario {
    Scenario::from_toml(&format!("boids = 0\n{text}")).unwrap()
}

fn torus_2d(side: f64) -> Scenario {
    scenario(&format!("perception.radius = 1\nspace.size = [{side}, {side}]"))
}

fn torus_3d(side: f64) -> Scenario {
    scenario(&format!("dimension = 3\nperception.radius = 1\nspace.size = [{side}, {side}, {side}]"))
}

fn open(dimension: usize) -> Scenario {
    scenario(&format!("dimension = {dimension}\nspace.kind = 'open'"))
}

/// Independent uniform positions in a box, and velocities of any length and direction.
fn gas<const D: usize>(seed: u64, boids: u32, side: f64) -> State {
    let position = |id| {
        let mut random = Random::new(seed, 0, id, Stream::StartPosition);
        [(); D].map(|()| random.between(0.0, side))
    };
    let velocity = |id| {
        let mut random = Random::new(seed, 0, id, Stream::StartVelocity);
        [(); D].map(|()| random.normal())
    };
    State::from_arrays((0..boids).map(position).collect(), (0..boids).map(velocity).collect())
}

/// The squared deviations of g from 1 in units of its error, of a gas in each of several seeds.
fn deviations<const D: usize>(scenario: &Scenario) -> Vec<f64> {
    let of = |seed: u64| {
        let mut pairs = PairCorrelation::new(scenario, Bins::up_to(7.0, 35));
        pairs.add(&gas::<D>(seed, 1000, 10.0));
        // Half the side, in steps of 0.2.
        assert_eq!(pairs.bins().len(), 25);
        pairs.bins().into_iter().map(|bin| ((bin.g.value - 1.0) / bin.g.error).powi(2)).collect::<Vec<_>>()
    };
    (0..16).flat_map(of).collect()
}

#[test]
fn the_pair_correlation_of_an_ideal_gas_is_one_within_its_error() {
    for squares in [deviations::<2>(&torus_2d(10.0)), deviations::<3>(&torus_3d(10.0))] {
        // 400 values whose squares have the mean 1. Distances of one flock share its boids, so the spread is wider than
        // that of 400 independent ones, but none is five errors away.
        let mean = squares.iter().sum::<f64>() / squares.len() as f64;
        assert!((0.8..1.25).contains(&mean), "{mean}");
        assert!(squares.iter().all(|square| *square < 25.0));
    }
}

#[test]
fn the_border_of_an_open_flock_does_not_change_its_pair_correlation() {
    let disc = |seed: u64| {
        let place = |id| Random::new(seed, 0, id, Stream::StartPosition).in_ball::<2>();
        State::from_arrays((0..3000).map(place).collect(), vec![[0.0; 2]; 3000])
    };
    let ball = |seed: u64| {
        let place = |id| Random::new(seed, 0, id, Stream::StartPosition).in_ball::<3>();
        State::from_arrays((0..3000).map(place).collect(), vec![[0.0; 3]; 3000])
    };
    for (scenario, states) in [(open(2), [1, 2].map(disc)), (open(3), [1, 2].map(ball))] {
        let mut pairs = PairCorrelation::new(&scenario, Bins::up_to(0.6, 12));
        states.iter().for_each(|state| pairs.add(state));
        let bins = pairs.bins();
        assert_eq!(bins.len(), 12);
        // The density inside the hull is known to 1/√3000 and the hull to about 1 %.
        for bin in bins {
            assert!((bin.g.value - 1.0).abs() < 4.0 * bin.g.error + 0.03, "{bin:?}");
        }
    }
}

#[test]
fn the_pair_correlation_of_a_lattice_is_at_its_distances() {
    // A square lattice of spacing 1 on a torus: 4 neighbours at 1, 4 at √2, 4 at 2, 8 at √5.
    let places: Vec<[f64; 2]> = (0..100).map(|index| [f64::from(index % 10), f64::from(index / 10)]).collect();
    let state = State::from_arrays(places, vec![[0.0; 2]; 100]);
    let mut pairs = PairCorrelation::new(&torus_2d(10.0), Bins { width: 0.15, count: 15 });
    pairs.add(&state);
    let found: Vec<u64> = pairs.bins().iter().map(|bin| bin.pairs).collect();
    assert_eq!(found, [0, 0, 0, 0, 0, 0, 400, 0, 0, 400, 0, 0, 0, 400, 800]);
}

#[test]
fn coincident_and_lone_boids_have_a_pair_correlation() {
    let mut pairs = PairCorrelation::new(&torus_2d(10.0), Bins::up_to(2.0, 4));
    pairs.add(&State::new(2));
    pairs.add(&State::from_arrays(vec![[1.0, 1.0]], vec![[0.0; 2]]));
    assert!(pairs.bins().is_empty());
    pairs.add(&State::from_arrays(vec![[1.0, 1.0]; 3], vec![[0.0; 2]; 3]));
    assert_eq!(pairs.bins().iter().map(|bin| bin.pairs).collect::<Vec<_>>(), [6, 0, 0, 0]);
    let mut pairs = PairCorrelation::new(&open(3), Bins::up_to(2.0, 4));
    pairs.add(&State::from_arrays(vec![[1.0, 1.0, 1.0]; 3], vec![[0.0; 3]; 3]));
    assert!(pairs.bins().iter().all(|bin| bin.g.value.is_finite()));
}

/// Pairs and sums of products of velocity fluctuations by bin, straight from the definition.
fn by_pairs<const D: usize>(scenario: &Scenario, state: &State, bins: &Bins) -> Vec<(u64, f64)> {
    let space = scenario.space::<D>();
    let (positions, velocities) = (state.positions.as_arrays::<D>(), state.velocities.as_arrays::<D>());
    let boids = positions.len();
    let mean: [f64; D] =
        std::array::from_fn(|axis| velocities.iter().map(|velocity| velocity[axis]).sum::<f64>() / boids as f64);
    let fluctuation = |id: usize| -> [f64; D] { std::array::from_fn(|axis| velocities[id][axis] - mean[axis]) };
    let variance = (0..boids).map(|id| dot(fluctuation(id), fluctuation(id))).sum::<f64>() / boids as f64;
    let mut sums = vec![(0, 0.0); bins.count];
    for a in 0..boids {
        for b in (0..boids).filter(|b| *b != a) {
            let distance = length(space.offset(positions[a], positions[b]));
            if let Some((pairs, sum)) = sums.get_mut((distance / bins.width) as usize) {
                *pairs += 1;
                *sum += dot(fluctuation(a), fluctuation(b)) / variance;
            }
        }
    }
    sums
}

fn agrees_by_pairs<const D: usize>(scenario: &Scenario, state: &State, bins: Bins) {
    let expected = by_pairs::<D>(scenario, state, &bins);
    let mut correlation = VelocityCorrelation::new(scenario, bins);
    correlation.add(state);
    let mut found = correlation.bins().into_iter();
    for (bin, (pairs, sum)) in expected.iter().enumerate().filter(|(_, (pairs, _))| *pairs > 0) {
        let own = found.next().unwrap();
        assert_eq!((own.pairs, own.distance), (*pairs, bins.middle(bin)));
        assert!((own.velocity - sum / *pairs as f64).abs() < 1e-12, "{own:?} {sum}");
    }
    assert!(found.next().is_none());
    if scenario.space::<D>().is_torus() {
        let mut pairs = PairCorrelation::new(scenario, bins);
        pairs.add(state);
        for (own, (pairs, _)) in pairs.bins().iter().zip(&expected) {
            assert_eq!(own.pairs, *pairs);
        }
    }
}

#[test]
fn correlations_agree_with_their_definitions_pair_by_pair() {
    for seed in 0..3 {
        // A quarter of the boids outside the torus, which is wrapped.
        agrees_by_pairs::<2>(&torus_2d(10.0), &gas::<2>(seed, 300, 10.0), Bins::up_to(8.0, 20));
        agrees_by_pairs::<3>(&torus_3d(10.0), &gas::<3>(seed, 300, 10.0), Bins::up_to(3.0, 7));
        agrees_by_pairs::<2>(&open(2), &gas::<2>(seed, 300, 10.0), Bins::up_to(5.0, 11));
        agrees_by_pairs::<3>(&open(3), &gas::<3>(seed, 300, 10.0), Bins::up_to(20.0, 50));
    }
}

#[test]
fn the_mean_correlation_of_all_pairs_is_minus_one_in_n_less_one() {
    // Σ δ = 0, so Σ over pairs of δᵢ·δⱼ is −Σ δᵢ²: exact for every kind and any velocities.
    let mut correlation = VelocityCorrelation::new(&open(3), Bins::up_to(20.0, 9));
    correlation.add(&gas::<3>(4, 200, 10.0));
    let bins = correlation.bins();
    let pairs: u64 = bins.iter().map(|bin| bin.pairs).sum();
    assert_eq!(pairs, 200 * 199);
    for kind in [Fluctuation::Velocity, Fluctuation::Heading, Fluctuation::Speed] {
        let sum: f64 = bins.iter().map(|bin| bin.pairs as f64 * bin.of(kind)).sum();
        assert!((sum / pairs as f64 + 1.0 / 199.0).abs() < 1e-12, "{kind:?}: {sum}");
    }
}

#[test]
fn independent_velocities_are_not_correlated_at_any_distance() {
    let mut correlation = VelocityCorrelation::new(&torus_2d(10.0), Bins::up_to(5.0, 10));
    correlation.add(&gas::<2>(6, 2000, 10.0));
    for bin in correlation.bins() {
        // Pairs count twice, and a product of two components of unit variance in sum has the variance 1/2.
        let error = (1.0 / bin.pairs as f64).sqrt();
        assert!((bin.velocity + 1.0 / 1999.0).abs() < 4.0 * error, "{bin:?}");
    }
}

#[test]
fn the_correlation_length_of_a_wave_is_a_quarter_of_it() {
    // Boids on a line with velocities cos(2πx/L) across it: C(r) = cos(2πr/L), which is 0 at L/4.
    let places: Vec<[f64; 2]> = (0..400).map(|index| [f64::from(index) / 40.0, 0.5]).collect();
    let waves = places.iter().map(|x| [1.0, (std::f64::consts::TAU * x[0] / 10.0).cos()]).collect();
    let mut correlation = VelocityCorrelation::new(&torus_2d(10.0), Bins::up_to(5.0, 100));
    correlation.add(&State::from_arrays(places, waves));
    let length = correlation.correlation_length(Fluctuation::Velocity).unwrap();
    assert!((length - 2.5).abs() < 0.02, "{length}");
    // All fly at nearly the same heading but not at the same speed.
    assert!(correlation.correlation_length(Fluctuation::Heading).is_some());
    let mut still = VelocityCorrelation::new(&torus_2d(10.0), Bins::up_to(5.0, 100));
    still.add(&State::from_arrays(vec![[1.0, 1.0], [2.0, 2.0]], vec![[0.1, 0.3]; 2]));
    assert_eq!(still.correlation_length(Fluctuation::Velocity), None);
}

#[test]
fn the_largest_distance_is_that_of_the_two_boids_furthest_apart() {
    let state = State::from_arrays(vec![[0.0, 0.0], [3.0, 4.0], [1.0, 1.0], [2.0, 2.5]], vec![[0.0; 2]; 4]);
    assert_eq!(largest_distance(&open(2), &state), Some(5.0));
    assert_eq!(largest_distance(&torus_2d(10.0), &state), None);
}

#[test]
fn uniform_flocks_have_the_fluctuations_of_a_poisson_distribution() {
    let mut flat = NumberFluctuations::new(&torus_2d(10.0), &[1, 4, 8, 16, 32]);
    let mut solid = NumberFluctuations::new(&torus_3d(10.0), &[2, 4, 8]);
    for seed in 0..40 {
        flat.add(&gas::<2>(seed, 4000, 10.0));
        solid.add(&gas::<3>(seed, 4000, 10.0));
    }
    assert_eq!(flat.boxes().iter().map(|size| size.boxes).collect::<Vec<_>>(), [16, 64, 256, 1024]);
    for fluctuations in [flat, solid] {
        for size in fluctuations.boxes() {
            // The relative error of a variance from 40 · boxes numbers.
            let error = (2.0 / (40.0 * (size.boxes - 1) as f64)).sqrt();
            assert!((size.variance / size.mean - 1.0).abs() < 4.0 * error, "{size:?}");
        }
        let exponent = fluctuations.exponent(1.0).unwrap().exponent;
        assert!(exponent.error < 0.05 && (exponent.value - 1.0).abs() < 3.0 * exponent.error, "{exponent:?}");
    }
}

#[test]
fn a_flock_in_one_box_has_the_largest_fluctuations() {
    // All n boids in one of M boxes: mean n/M, variance n²/M, so variance/mean² = M and the exponent 1 in n/M again;
    // two sizes of boxes fix it.
    let state = State::from_arrays(vec![[0.1, 0.1]; 50], vec![[1.0, 0.0]; 50]);
    let mut fluctuations = NumberFluctuations::new(&torus_2d(10.0), &[2, 4]);
    fluctuations.add(&state);
    let boxes = fluctuations.boxes();
    for (size, count) in boxes.iter().zip([4.0, 16.0]) {
        assert!((size.mean - 50.0 / count).abs() < 1e-12 && (size.variance - 2500.0 / count).abs() < 1e-9, "{size:?}");
    }
    let law = fluctuations.exponent(0.0).unwrap();
    assert!((law.exponent.value - 1.0).abs() < 1e-12 && law.exponent.error.is_nan());
    assert_eq!(fluctuations.exponent(10.0), None);
}

#[test]
fn a_band_is_found_wherever_it_travels() {
    // 30 ordered boids within one of ten slabs, and one at rest in each slab; moving towards −y.
    for (shift, forward) in [(0.0, 1.0), (3.2, 1.0), (9.9, 1.0), (5.0, -1.0)] {
        let (mut places, mut velocities) = (Vec::new(), Vec::new());
        for index in 0..40 {
            let (y, velocity) = match index {
                0..30 => (shift + 0.5 + 0.3 * forward * f64::from(index) / 30.0, [0.1, 2.0 * forward]),
                _ => (f64::from(index - 30) + 0.5, [0.0, 0.0]),
            };
            places.push([f64::from(index % 7), y.rem_euclid(10.0)]);
            velocities.push(velocity);
        }
        let mut bands = BandProfile::new(&torus_2d(10.0), 10);
        bands.add(&State::from_arrays(places, velocities));
        let slabs = bands.slabs();
        let peak = slabs.iter().max_by(|a, b| a.density.total_cmp(&b.density)).unwrap();
        assert!(peak.position.abs() < 1e-9 && peak.density >= 4.0, "{shift}: {slabs:?}");
        assert!((bands.contrast() - peak.density).abs() < 1e-12);
        let total: f64 = slabs.iter().map(|slab| slab.density).sum();
        assert!((total - 10.0).abs() < 1e-9);
        assert!(slabs.windows(2).all(|pair| (pair[1].position - pair[0].position - 1.0).abs() < 1e-9));
    }
}

#[test]
fn a_profile_in_open_space_goes_from_the_last_boid_to_the_first() {
    let places = vec![[0.0, 0.0], [-1.0, 1.0], [-2.0, 0.0], [-4.0, 0.0]];
    let mut bands = BandProfile::new(&open(2), 4);
    bands.add(&State::from_arrays(places, vec![[-1.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]]));
    let slabs = bands.slabs();
    assert_eq!(slabs.iter().map(|slab| slab.density).collect::<Vec<_>>(), [1.0; 4]);
    assert_eq!(slabs.iter().map(|slab| slab.position).collect::<Vec<_>>(), [-1.5, -0.5, 0.5, 1.5]);
    assert!(slabs.iter().all(|slab| slab.order == 1.0));
    assert!(BandProfile::new(&open(2), 4).slabs().is_empty());
}

#[cfg(feature = "parallel")]
#[test]
fn profiles_do_not_depend_on_the_number_of_threads() {
    let state = gas::<2>(9, 3000, 10.0);
    let measured = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut correlation = VelocityCorrelation::new(&torus_2d(10.0), Bins::up_to(2.0, 20));
            correlation.add(&state);
            correlation.bins()
        })
    };
    assert_eq!(measured(1), measured(3));
}

#[test]
fn headings_of_boids_at_rest_do_not_fluctuate_to_nan() {
    let mut correlation = VelocityCorrelation::new(&torus_2d(10.0), Bins::up_to(5.0, 5));
    correlation.add(&State::from_arrays(vec![[1.0, 1.0], [2.0, 2.0], [3.0, 1.0]], vec![[0.0; 2]; 3]));
    assert!(correlation.bins().iter().all(|bin| bin.velocity == 0.0 && bin.heading == 0.0 && bin.speed == 0.0));
    assert_eq!(unit([0.0, 0.0]), [0.0, 0.0]);
}
