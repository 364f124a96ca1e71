//! Who is faster: several methods step the same flock in turns, on one thread.

use super::method::Method;
use crate::files::{Rows, Values};
use crate::interrupt;
use quelea::{Scenario, State, World};
use std::time::Instant;

/// How one method did.
pub struct Racer {
    pub method: Method,
    /// Seconds per frame, round by round.
    pub rounds: Vec<f64>,
}

impl Racer {
    /// Frames per second in the median round.
    pub fn frames_per_second(&self) -> f64 {
        1.0 / median(&self.rounds)
    }
}

/// How long a race is.
#[derive(Clone, Copy)]
pub struct Length {
    pub rounds: usize,
    /// Frames that each method steps in a round.
    pub frames: usize,
}

/// Steps copies of a flock, a round of frames each in turn, so that whatever else the machine does slows all of
/// them alike. Each copy goes its own way, as in the paper. Nothing if it was interrupted.
pub fn race(flock: &Scenario, start: &State, methods: &[Method], length: Length) -> anyhow::Result<Option<Vec<Racer>>> {
    let mut runners = Vec::new();
    for method in methods {
        let world = World::<2>::from_state(&method.scenario(flock), start.clone())?;
        runners.push((world, Racer { method: *method, rounds: Vec::new() }));
    }
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let finished = alone.install(|| {
        for _ in 0..length.rounds {
            for (world, racer) in &mut runners {
                if interrupt::asked() {
                    return false;
                }
                // Everyone compared with everyone takes so long that fewer frames must do.
                let frames = if racer.method == Method::Basic { length.frames.div_ceil(10) } else { length.frames };
                let began = Instant::now();
                (0..frames).for_each(|_| world.step());
                racer.rounds.push(began.elapsed().as_secs_f64() / frames as f64);
            }
        }
        true
    });
    Ok(finished.then(|| runners.into_iter().map(|(_, racer)| racer).collect()))
}

/// Every round of some races: boids, k and who ran.
pub fn raw<'a>(races: impl Iterator<Item = (usize, usize, &'a [Racer])>) -> Rows {
    let rounds: Vec<(usize, usize, Method, usize, f64)> = races
        .flat_map(|(boids, neighbours, racers)| {
            racers.iter().flat_map(move |racer| {
                let rounds = racer.rounds.iter().enumerate();
                rounds.map(move |(round, seconds)| (boids, neighbours, racer.method, round, *seconds))
            })
        })
        .collect();
    Rows::new(vec![
        ("boids".to_owned(), Values::Whole(rounds.iter().map(|row| row.0 as i64).collect())),
        ("k".to_owned(), Values::Whole(rounds.iter().map(|row| row.1 as i64).collect())),
        ("method".to_owned(), Values::Text(rounds.iter().map(|row| row.2.name()).collect())),
        ("stop".to_owned(), Values::Text(rounds.iter().map(|row| row.2.stop().to_owned()).collect())),
        ("round".to_owned(), Values::Whole(rounds.iter().map(|row| row.3 as i64).collect())),
        ("seconds_per_frame".to_owned(), Values::Double(rounds.iter().map(|row| row.4).collect())),
    ])
}

/// The middle value; of an even number, the mean of the two in the middle.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The value below which a share of all values lies.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share * last as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    low + (high - low) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_between_the_values_they_fall_between() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(quantile(&[0.0, 10.0], 0.95), 9.5);
        assert_eq!(quantile(&[7.0], 0.95), 7.0);
    }
}
