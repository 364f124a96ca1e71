//! Directional delays: who turns first, and who follows.

use super::Trajectory;
use super::tracks::tracks;
use crate::geometry::vector::dot;
use crate::geometry::with_dimension;
use crate::parallel;
use std::collections::BTreeMap;

/// The delays of a trajectory (Nagy et al. 2010).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Delays {
    /// Each pair of boids that were there at the same time, by ids.
    pub pairs: Vec<PairDelay>,
    /// Each boid, by id.
    pub individuals: Vec<MeanDelay>,
}

/// The delay between two boids.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PairDelay {
    /// The boid with the lower id.
    pub a: u32,
    /// The other one.
    pub b: u32,
    /// The delay τ in frames at which the correlation is largest: above 0, `b` turns after `a`, so `a` leads.
    pub frames: i64,
    /// The delay as a time.
    pub delay: f64,
    /// The correlation at that delay, the mean of heading_a(t) · heading_b(t + τ): from −1 to 1.
    pub correlation: f64,
    /// The number of frames it was averaged over.
    pub count: u64,
}

/// How a boid compares with all others.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeanDelay {
    /// The boid.
    pub id: u32,
    /// The mean of its delays with all others: above 0, they turn after it.
    pub delay: f64,
    /// The number of others.
    pub others: u64,
}

/// The directional delay of every pair: the τ for which C(τ) = ⟨heading_a(t) · heading_b(t + τ)⟩ is largest, from −most to
/// most frames. Of equal ones the shortest is taken, and of those the one with which `b` leads.
///
/// A τ counts only if it has at least half as many frames with both boids as the best-covered one, since few frames
/// correlate well by chance. Frames in which a boid is at rest are left out. The time grows with the square of the number
/// of boids.
pub fn directional_delays(trajectory: &Trajectory, most: usize) -> Delays {
    with_dimension!(trajectory.scenario.general.dimension, D => delays_in::<D>(trajectory, most))
}

fn delays_in<const D: usize>(trajectory: &Trajectory, most: usize) -> Delays {
    let frames = trajectory.len();
    let mut headings: BTreeMap<u32, Vec<Option<[f64; D]>>> = BTreeMap::new();
    for track in tracks::<D>(trajectory) {
        let all = headings.entry(track.id).or_insert_with(|| vec![None; frames]);
        for (index, heading) in track.headings.iter().enumerate() {
            all[track.first + index] = Some(*heading).filter(|heading| *heading != [0.0; D]);
        }
    }
    let boids: Vec<(u32, Vec<Option<[f64; D]>>)> = headings.into_iter().collect();
    // A row of pairs is one task: the result does not depend on threads.
    let rows = parallel::map_tasks(boids.len(), |a| {
        let pair = |(id, headings): &(u32, Vec<Option<[f64; D]>>)| {
            let (frames, correlation, count) = pair_delay(&boids[a].1, headings, most as i64)?;
            let delay = frames as f64 * trajectory.interval();
            Some(PairDelay { a: boids[a].0, b: *id, frames, delay, correlation, count })
        };
        boids[a + 1..].iter().filter_map(pair).collect::<Vec<_>>()
    });
    let pairs: Vec<PairDelay> = rows.into_iter().flatten().collect();
    let mut sums: BTreeMap<u32, (f64, u64)> = BTreeMap::new();
    for pair in &pairs {
        for (id, delay) in [(pair.a, pair.delay), (pair.b, -pair.delay)] {
            let (sum, others) = sums.entry(id).or_default();
            *sum += delay;
            *others += 1;
        }
    }
    let mean = |(id, (sum, others)): (u32, (f64, u64))| MeanDelay { id, delay: sum / others as f64, others };
    Delays { pairs, individuals: sums.into_iter().map(mean).collect() }
}

/// The best delay of a pair, its correlation and its number of frames.
fn pair_delay<const D: usize>(a: &[Option<[f64; D]>], b: &[Option<[f64; D]>], most: i64) -> Option<(i64, f64, u64)> {
    let correlation = |delay: i64| {
        let (skip_a, skip_b) = ((-delay).max(0) as usize, delay.max(0) as usize);
        let both =
            a.iter().skip(skip_a).zip(b.iter().skip(skip_b)).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)));
        both.fold((0.0, 0u64), |(sum, count), (a, b)| (sum + dot(*a, *b), count + 1))
    };
    // 0, −1, 1, −2, 2, …: the shortest comes first.
    let delays = (0..=most).flat_map(|delay| [-delay, delay]).skip(1);
    let all: Vec<(i64, f64, u64)> =
        delays.map(|delay| (delay, correlation(delay))).map(|(delay, (sum, count))| (delay, sum, count)).collect();
    let best_covered = all.iter().map(|(_, _, count)| *count).max().unwrap_or(0);
    let mut best: Option<(i64, f64, u64)> = None;
    for (delay, sum, count) in all.into_iter().filter(|(_, _, count)| *count > 0 && 2 * count >= best_covered) {
        let mean = sum / count as f64;
        // Rounding must not decide between delays that are equally good.
        if best.is_none_or(|(_, largest, _)| mean > largest + 1e-12) {
            best = Some((delay, mean, count));
        }
    }
    best
}
