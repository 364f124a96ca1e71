//! Closed forms of the measures of trajectories.

use super::*;
use crate::measures::fit::power_law;
use crate::model::Scenario;
use crate::state::State;
use crate::state::random::{Random, Stream};

fn scenario(text: &str) -> Scenario {
    Scenario::from_toml(&format!("boids = 0\n{text}")).unwrap()
}

fn torus(side: f64) -> Scenario {
    scenario(&format!("perception.radius = 0.1\nspace.size = [{side}, {side}]"))
}

fn open() -> Scenario {
    scenario("space.kind = 'open'")
}

/// Boids that fly straight across the seams of a torus.
fn ballistic(frames: u32) -> Trajectory {
    let mut trajectory = Trajectory::new(&torus(8.0), 0.5);
    for frame in 0..frames {
        let time = 0.5 * f64::from(frame);
        let place = |start: f64, speed: f64| (start + speed * time).rem_euclid(8.0);
        let positions = vec![[place(1.0, 3.0), place(2.0, 4.0)], [place(7.0, 3.0), place(0.5, 4.0)]];
        trajectory.push(State::from_arrays(positions, vec![[3.0, 4.0]; 2]));
    }
    trajectory
}

#[test]
fn straight_flight_across_the_seam_has_exponent_two_along_the_heading_and_none_across() {
    let rows = mean_squared_displacement(&ballistic(40), &lags(40, 10));
    for row in &rows {
        // Speed 5.
        assert!((row.total - 25.0 * row.time * row.time).abs() < 1e-9, "{row:?}");
        assert!((row.along - row.total).abs() < 1e-9 && row.across < 1e-9 && row.relative < 1e-9, "{row:?}");
    }
    let law = power_law(&rows.iter().map(|row| (row.time, row.total)).collect::<Vec<_>>()).unwrap();
    assert!((law.exponent.value - 2.0).abs() < 1e-12 && (law.factor - 25.0).abs() < 1e-9, "{law:?}");
    assert_eq!((rows[0].lag, rows[0].time, rows[0].count), (1, 0.5, 2 * 39));
}

#[test]
fn random_walks_have_exponent_one() {
    let mut trajectory = Trajectory::new(&open(), 1.0);
    let mut places = vec![[0.0; 2]; 200];
    for frame in 0..200 {
        trajectory.push(State::from_arrays(places.clone(), vec![[0.0; 2]; 200]));
        for (id, place) in places.iter_mut().enumerate() {
            let step: [f64; 2] = Random::new(8, frame, id as u32, Stream::Noise).direction();
            (0..2).for_each(|axis| place[axis] += step[axis]);
        }
    }
    let rows = mean_squared_displacement(&trajectory, &[1, 4, 16, 64]);
    // ⟨x²⟩ = t for steps of length 1.
    assert!((rows[0].total - 1.0).abs() < 1e-12);
    let law = power_law(&rows.iter().map(|row| (row.time, row.total)).collect::<Vec<_>>()).unwrap();
    assert!((law.exponent.value - 1.0).abs() < 0.05, "{law:?}");
    // Without a heading, "along" is along x: half of it.
    assert!((rows[1].along / rows[1].total - 0.5).abs() < 0.05, "{rows:?}");
}

#[test]
fn a_boid_that_was_away_is_not_followed_across_its_absence() {
    let mut trajectory = Trajectory::new(&open(), 1.0);
    for (ids, x) in [(vec![3, 9], 0.0), (vec![9], 1.0), (vec![9, 3], 2.0), (vec![3, 9], 3.0)] {
        let positions = ids.iter().map(|id| [x * f64::from(*id), 0.0]).collect::<Vec<_>>();
        let velocities = vec![[1.0, 0.0]; ids.len()];
        trajectory.push_with_ids(ids, State::from_arrays(positions, velocities)).unwrap();
    }
    let rows = mean_squared_displacement(&trajectory, &[1, 2, 3, 7]);
    // Boid 9 moves 9 per frame, three times; boid 3 moves 3 between the last two frames only.
    let found: Vec<(usize, u64, f64)> = rows.iter().map(|row| (row.lag, row.count, row.total)).collect();
    assert_eq!(found, [(1, 4, (3.0 * 81.0 + 9.0) / 4.0), (2, 2, 324.0), (3, 1, 729.0)]);
    let overlap = neighbour_overlap(&trajectory, 3, &[0, 2, 3]);
    assert_eq!(overlap.iter().map(|row| (row.count, row.overlap)).collect::<Vec<_>>(), [(6, 1.0), (2, 1.0), (2, 1.0)]);
}

#[test]
fn neighbours_that_stay_overlap_completely_and_mixed_ones_by_chance() {
    let rows = neighbour_overlap(&ballistic(5), 1, &[0, 1, 4]);
    assert!(rows.iter().all(|row| row.overlap == 1.0), "{rows:?}");
    let mut mixed = Trajectory::new(&torus(1.0), 1.0);
    for frame in 0..20 {
        let place = |id| Random::new(2, frame, id, Stream::StartPosition);
        let positions =
            (0..101).map(|id| [place(id).unit(), Random::new(3, frame, id, Stream::Noise).unit()]).collect();
        mixed.push(State::from_arrays(positions, vec![[0.0; 2]; 101]));
    }
    let row = neighbour_overlap(&mixed, 10, &[5])[0];
    // k/(N − 1) = 0.1, with the error of 15 · 101 · 10 neighbours.
    assert!(row.count == 15 * 101 * 10 && (row.overlap - 0.1).abs() < 4.0 * (0.09f64 / 15150.0).sqrt(), "{row:?}");
}

#[test]
fn the_nearest_are_those_that_sorting_all_finds() {
    use crate::geometry::periodic::Offsets;
    let place = |id: u32| {
        let mut random = Random::new(4, 0, id, Stream::StartPosition);
        // Half of them on a coarse lattice, so that many are equally near.
        [(); 2].map(|()| if id.is_multiple_of(2) { random.integer(0.0, 7.0) } else { random.between(0.0, 8.0) })
    };
    let positions: Vec<[f64; 2]> = (0..120).map(place).collect();
    for scenario in [torus(8.0), open()] {
        let offsets = Offsets::<2>::new(&scenario.space());
        for (own, found) in nearest::k_nearest(&offsets, &positions, 9).iter().enumerate() {
            let others = (0..120u32).filter(|other| *other != own as u32);
            let mut all: Vec<(f64, u32)> =
                others.map(|other| (offsets.squared(&positions[own], &positions[other as usize]), other)).collect();
            all.sort_by(|a, b| a.partial_cmp(b).unwrap());
            assert_eq!(*found, all[..9].iter().map(|(_, id)| *id).collect::<Vec<_>>());
        }
    }
}

/// A heading that turns at random.
fn turning(frames: usize) -> Vec<[f64; 2]> {
    let mut angle = 0.0;
    (0..frames as u64)
        .map(|frame| {
            angle += 0.5 * Random::new(6, frame, 0, Stream::Noise).normal();
            [f64::cos(angle), f64::sin(angle)]
        })
        .collect()
}

#[test]
fn a_copy_that_follows_later_has_exactly_its_delay() {
    let headings = turning(120);
    let mut trajectory = Trajectory::new(&open(), 0.25);
    // Boid 5 copies boid 2 seven frames later, boid 1 does so three frames earlier; boid 5 is seen only now and then.
    for frame in 20..100 {
        let mut ids = vec![2, 1];
        let mut velocities = vec![headings[frame], headings[frame + 3].map(|x| 4.0 * x)];
        if frame % 9 != 0 {
            ids.push(5);
            velocities.push(headings[frame - 7]);
        }
        trajectory.push_with_ids(ids, State::from_arrays(vec![[0.0; 2]; velocities.len()], velocities)).unwrap();
    }
    let delays = directional_delays(&trajectory, 15);
    let found: Vec<(u32, u32, i64)> = delays.pairs.iter().map(|pair| (pair.a, pair.b, pair.frames)).collect();
    assert_eq!(found, [(1, 2, 3), (1, 5, 10), (2, 5, 7)]);
    assert!(delays.pairs.iter().all(|pair| (pair.correlation - 1.0).abs() < 1e-12));
    assert_eq!(delays.pairs[0].delay, 0.75);
    // 1 leads 2 by 3 and 5 by 10 frames of 0.25; 2 follows by 3 and leads by 7.
    let individuals: Vec<(u32, f64, u64)> =
        delays.individuals.iter().map(|row| (row.id, row.delay, row.others)).collect();
    assert_eq!(individuals, [(1, 13.0 / 8.0, 2), (2, 0.5, 2), (5, -17.0 / 8.0, 2)]);
}

#[test]
fn boids_that_fly_straight_have_no_delay() {
    let delays = directional_delays(&ballistic(20), 5);
    assert_eq!((delays.pairs[0].frames, delays.pairs[0].count), (0, 20));
}

#[test]
fn velocities_are_differences_across_the_seam() {
    let mut trajectory = Trajectory::new(&torus(8.0), 0.5);
    for (ids, x) in [(vec![0, 1], 7.0), (vec![0], 0.5), (vec![0, 1], 1.0), (vec![0, 1], 1.5)] {
        let positions = vec![[x, 3.0]; ids.len()];
        let still = vec![[0.0; 2]; ids.len()];
        trajectory.push_with_ids(ids, State::from_arrays(positions, still)).unwrap();
    }
    trajectory.derive_velocities();
    let velocity = |frame: usize, index: usize| trajectory.frames()[frame].state.velocities[index].to_vec();
    // From 7 to 0.5 it is 1.5 across the seam, in half a unit of time; the first frame looks ahead.
    let own: Vec<Vec<f64>> = (0..4).map(|frame| velocity(frame, 0)).collect();
    assert_eq!(own, [[3.0, 0.0], [3.0, 0.0], [1.0, 0.0], [1.0, 0.0]]);
    // Boid 1 was alone in the first frame, and is dropped there.
    assert_eq!(trajectory.frames()[0].ids, [0]);
    assert_eq!((velocity(2, 1), velocity(3, 1)), (vec![1.0, 0.0], vec![1.0, 0.0]));
}

#[test]
fn frames_that_do_not_fit_are_refused() {
    let mut trajectory = Trajectory::new(&open(), 1.0);
    let state = State::from_arrays(vec![[0.0; 2]; 2], vec![[0.0; 2]; 2]);
    assert_eq!(trajectory.push_with_ids(vec![4, 4], state.clone()), Err(TrajectoryError::Duplicate(4)));
    assert_eq!(trajectory.push_with_ids(vec![4], state), Err(TrajectoryError::Count { ids: 1, boids: 2 }));
    let solid = State::from_arrays(vec![[0.0; 3]], vec![[0.0; 3]]);
    assert_eq!(trajectory.push_with_ids(vec![4], solid), Err(TrajectoryError::Dimension { found: 3, expected: 2 }));
    assert!(trajectory.is_empty() && mean_squared_displacement(&trajectory, &[1]).is_empty());
    assert!(neighbour_overlap(&trajectory, 3, &[1]).is_empty());
    assert_eq!(directional_delays(&trajectory, 3), Delays::default());
}
