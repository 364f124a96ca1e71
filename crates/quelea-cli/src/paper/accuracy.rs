//! What the paper did not measure: whom the representative search misses, and what that does to the flock.

use super::likeness::{Fate, LINK, Looks, live, look};
use super::method::{Method, OS, flock};
use super::published::{BOIDS, NEIGHBOURS};
use super::sheet::Sheet;
use crate::files::{Rows, Values};
use crate::interrupt;
use crate::plot::mean_and_spread;
use quelea::initial_state;
use quelea::model::settings::LeeStop;
use rayon::prelude::*;

/// One flock and its approximate twins, from the same start.
pub struct Twins {
    neighbours: usize,
    seed: u64,
    exact: Fate,
    /// By o: what was seen in the exact flock's states, and what became of the twin.
    approximate: Vec<(Looks, Fate)>,
}

/// How often a run is measured, and at how many moments the twins look at the exact flock's state.
const SAMPLES: usize = 100;
const MOMENTS: usize = 10;
/// Through so many boids' eyes.
const EYES: usize = 128;

/// Runs all flocks. Nothing if interrupted.
pub fn measure(frames: usize, seeds: u64, done: impl Fn() + Sync) -> anyhow::Result<Option<Vec<Twins>>> {
    let all: Vec<(usize, u64)> = NEIGHBOURS.iter().flat_map(|k| (1..=seeds).map(move |seed| (*k, seed))).collect();
    let twins = all.into_par_iter().map(|(neighbours, seed)| {
        if interrupt::asked() {
            return Ok(None);
        }
        let twins = run(neighbours, seed, frames)?;
        done();
        Ok(Some(twins))
    });
    let twins: anyhow::Result<Vec<Option<Twins>>> = twins.collect();
    Ok(twins?.into_iter().collect())
}

fn run(neighbours: usize, seed: u64, frames: usize) -> anyhow::Result<Twins> {
    let flock = flock(BOIDS, neighbours, seed)?;
    let begin = initial_state(&flock);
    let methods = OS.map(|o| Method::Representative(o, LeeStop::Certain));
    let mut looks = vec![Looks::default(); methods.len()];
    let looking = |state: &quelea::State| {
        let now = look(&flock, state, &methods, EYES)?;
        looks.iter_mut().zip(&now).for_each(|(looks, now)| looks.add(now));
        Ok(())
    };
    let exact = live(&Method::Exact.scenario(&flock), &begin, frames, SAMPLES, looking, MOMENTS)?;
    let fate = |method: Method| live(&method.scenario(&flock), &begin, frames, SAMPLES, |_| Ok(()), 1);
    let fates: Vec<Fate> = methods.iter().map(|method| fate(*method)).collect::<anyhow::Result<_>>()?;
    Ok(Twins { neighbours, seed, exact, approximate: looks.into_iter().zip(fates).collect() })
}

pub fn sheets(twins: &[Twins]) -> Vec<Sheet> {
    let seeds = twins.iter().filter(|twins| twins.neighbours == NEIGHBOURS[0]).count();
    let mut sight = Sheet::new(
        "What is found, and where it steers",
        format!(
            "SWRB in {MOMENTS} states of each of {seeds} exact runs: the share of the k nearest that is found; how many are found for each that is wanted; the angle in degrees between what the rules add up to and what they should; and that between the headings after the step: median, 95th percentile, worst."
        ),
        &["k", "o", "found (%)", "found / k", "steering", "95 %", "worst", "heading", "95 %", "worst"],
    );
    let mut fates = Sheet::new(
        "What becomes of the flock",
        format!(
            "Means over the run, {seeds} seeds: the exact flock, and by how much the approximate one from the same start differs, ± the standard error. A star marks differences that are none with less than 5 % probability. Groups are boids nearer than {LINK} to each other."
        ),
        &["k", "o", "polarisation", "difference", "spacing", "difference", "clusters", "difference"],
    );
    for neighbours in NEIGHBOURS {
        let of_k: Vec<&Twins> = twins.iter().filter(|twins| twins.neighbours == neighbours).collect();
        for (index, o) in OS.iter().enumerate() {
            let place = [neighbours.to_string(), o.to_string()];
            let mut looks = Looks::default();
            of_k.iter().for_each(|twins| looks.add(&twins.approximate[index].0));
            let found = [format!("{:.2}", 100.0 * looks.recall()), format!("{:.3}", looks.found())];
            let angles = looks.steering().into_iter().chain(looks.heading()).map(|angle| format!("{angle:.2}"));
            sight.row(place.iter().cloned().chain(found).chain(angles));
            let cells = (0..Fate::NAMES.len()).flat_map(|measure| {
                let exact: Vec<f64> = of_k.iter().map(|twins| twins.exact.values()[measure]).collect();
                let difference =
                    |twins: &&Twins| twins.approximate[index].1.values()[measure] - twins.exact.values()[measure];
                let differences: Vec<f64> = of_k.iter().map(difference).collect();
                [format!("{:.4}", mean_and_spread(&exact).0), with_error(&differences)]
            });
            fates.row(place.iter().cloned().chain(cells));
        }
    }
    vec![sight, fates]
}

/// Beyond so many standard errors a mean is told from nothing with 95 % confidence: Student's t for 2, 3, … 10
/// values. For more than ten it is a little stricter than it need be.
const SURE: [f64; 9] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26];

/// A mean, its standard error, and a star if it can be told from nothing.
fn with_error(values: &[f64]) -> String {
    let (mean, spread) = mean_and_spread(values);
    let error = spread / (values.len() as f64).sqrt();
    let sure = values.len().checked_sub(2).map(|place| SURE[place.min(SURE.len() - 1)]);
    let star = if sure.is_some_and(|sure| mean.abs() > sure * error) { " *" } else { "" };
    format!("{mean:+.4} ± {error:.4}{star}")
}

/// Every run of every seed.
pub fn raw(twins: &[Twins]) -> Rows {
    let rows: Vec<(&Twins, usize)> =
        twins.iter().flat_map(|twins| (0..OS.len()).map(move |index| (twins, index))).collect();
    let whole = |name: &str, f: &dyn Fn(&Twins, usize) -> i64| {
        (name.to_owned(), Values::Whole(rows.iter().map(|(twins, index)| f(twins, *index)).collect()))
    };
    let real = |name: &str, f: &dyn Fn(&Twins, usize) -> f64| {
        (name.to_owned(), Values::Double(rows.iter().map(|(twins, index)| f(twins, *index)).collect()))
    };
    let looks = |twins: &Twins, index: usize| twins.approximate[index].0.clone();
    let mut columns = vec![
        whole("k", &|twins, _| twins.neighbours as i64),
        whole("o", &|_, index| OS[index] as i64),
        whole("seed", &|twins, _| twins.seed as i64),
        real("recall", &|twins, index| looks(twins, index).recall()),
        real("found_per_k", &|twins, index| looks(twins, index).found()),
    ];
    for (place, name) in ["median", "95", "worst"].into_iter().enumerate() {
        columns.push(real(&format!("steering_angle_{name}"), &|twins, index| looks(twins, index).steering()[place]));
        columns.push(real(&format!("heading_angle_{name}"), &|twins, index| looks(twins, index).heading()[place]));
    }
    for (place, name) in Fate::NAMES.into_iter().enumerate() {
        columns.push(real(name, &|twins, index| twins.approximate[index].1.values()[place]));
        columns.push(real(&format!("exact_{name}"), &|twins, _| twins.exact.values()[place]));
    }
    Rows::new(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_surely_not_nothing_has_a_star() {
        assert_eq!(with_error(&[1.0, 1.1, 0.9, 1.0]), "+1.0000 ± 0.0408 *");
        assert_eq!(with_error(&[1.0, -1.0]), "+0.0000 ± 1.0000");
        assert_eq!(with_error(&[1.0, 1.4]), "+1.2000 ± 0.2000");
        assert_eq!(with_error(&[1.0]), "+1.0000 ± 0.0000");
    }
}
