//! What the paper did not measure: which neighbours the representative search misses, and how that changes the
//! flock.

use super::super::report_table::ReportTable;
use super::comparison::{Comparison, LINK_DISTANCE, RunMeans, compare, run_means};
use super::method::{Method, OS, flock};
use super::published::{BOIDS, NEIGHBOURS};
use crate::files::{Table, Values};
use crate::interrupt;
use crate::statistics::mean_and_deviation;
use quelea::model::settings::LeeStop;
use quelea::{State, initial_state};
use rayon::prelude::*;

/// An exact run and the approximate runs from the same initial state.
pub struct Trial {
    neighbours: usize,
    seed: u64,
    exact: RunMeans,
    /// By o: the comparison in the states of the exact run, and the means of the approximate run.
    approximate: Vec<(Comparison, RunMeans)>,
}

/// How often a run is measured.
const SAMPLES: usize = 100;
/// In how many states of the exact run the methods are compared.
const COMPARED_STATES: usize = 10;
/// For how many boids per state.
const COMPARED_BOIDS: usize = 128;

/// Does all trials; `None` if interrupted.
pub fn measure(frames: usize, seeds: u64, done: impl Fn() + Sync) -> anyhow::Result<Option<Vec<Trial>>> {
    let all: Vec<(usize, u64)> = NEIGHBOURS.iter().flat_map(|k| (1..=seeds).map(move |seed| (*k, seed))).collect();
    let trials = all.into_par_iter().map(|(neighbours, seed)| {
        if interrupt::requested() {
            return Ok(None);
        }
        let trial = run_trial(neighbours, seed, frames)?;
        done();
        Ok(Some(trial))
    });
    let trials: anyhow::Result<Vec<Option<Trial>>> = trials.collect();
    Ok(trials?.into_iter().collect())
}

fn run_trial(neighbours: usize, seed: u64, frames: usize) -> anyhow::Result<Trial> {
    let flock = flock(BOIDS, neighbours, seed)?;
    let start = initial_state(&flock);
    let methods = OS.map(|o| Method::Representative(o, LeeStop::Certain));
    let mut comparisons = vec![Comparison::default(); methods.len()];
    let compare_state = |state: &State| {
        let compared = compare(&flock, state, &methods, COMPARED_BOIDS)?;
        comparisons.iter_mut().zip(&compared).for_each(|(sum, compared)| sum.add(compared));
        Ok(())
    };
    let exact = Method::Exact.scenario(&flock);
    let exact = run_means(&exact, &start, frames, SAMPLES, compare_state, COMPARED_STATES)?;
    let means = |method: &Method| run_means(&method.scenario(&flock), &start, frames, SAMPLES, |_| Ok(()), 1);
    let means: Vec<RunMeans> = methods.iter().map(means).collect::<anyhow::Result<_>>()?;
    Ok(Trial { neighbours, seed, exact, approximate: comparisons.into_iter().zip(means).collect() })
}

pub fn report_tables(trials: &[Trial]) -> Vec<ReportTable> {
    let seeds = trials.iter().filter(|trial| trial.neighbours == NEIGHBOURS[0]).count();
    let mut perception = ReportTable::new(
        "Accuracy: neighbours found, and direction of steering",
        format!(
            "SWRB in {COMPARED_STATES} states of each of {seeds} exact runs: the share of the k nearest that is found; how many are found per neighbour wanted; the angle in degrees between the sum of the forces and the exact one; and between the headings after the step: median, 95th percentile, maximum."
        ),
        &["k", "o", "found (%)", "found / k", "steering", "95 %", "max", "heading", "95 %", "max"],
    );
    let error = match seeds {
        1 => "whose error is unknown: it takes `--seeds 2` or more.",
        _ => "± the standard error. A star marks differences that are significant at the 5 % level.",
    };
    let mut outcome = ReportTable::new(
        "Accuracy: effect on the flock",
        format!(
            "Means over the run, {seeds} seeds: the exact flock, and the difference of the approximate one from the same initial state, {error} Boids closer than {LINK_DISTANCE} belong to one group."
        ),
        &["k", "o", "polarisation", "difference", "spacing", "difference", "clusters", "difference"],
    );
    for neighbours in NEIGHBOURS {
        let trials: Vec<&Trial> = trials.iter().filter(|trial| trial.neighbours == neighbours).collect();
        for (index, o) in OS.iter().enumerate() {
            let case = [neighbours.to_string(), o.to_string()];
            let mut sum = Comparison::default();
            trials.iter().for_each(|trial| sum.add(&trial.approximate[index].0));
            let found = [format!("{:.2}", 100.0 * sum.recall()), format!("{:.3}", sum.found_per_neighbour())];
            let angles = sum.steering().into_iter().chain(sum.heading()).map(|angle| format!("{angle:.2}"));
            perception.push(case.iter().cloned().chain(found).chain(angles));
            let cells = (0..RunMeans::NAMES.len()).flat_map(|measure| {
                let exact: Vec<f64> = trials.iter().map(|trial| trial.exact.values()[measure]).collect();
                let difference =
                    |trial: &&Trial| trial.approximate[index].1.values()[measure] - trial.exact.values()[measure];
                let differences: Vec<f64> = trials.iter().map(difference).collect();
                [format!("{:.4}", mean_and_deviation(&exact).0), format_difference(&differences)]
            });
            outcome.push(case.iter().cloned().chain(cells));
        }
    }
    vec![perception, outcome]
}

/// Student's t for 95 % confidence and 2, 3, … 10 values; the last is used, conservatively, for more.
const STUDENT_T: [f64; 9] = [12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26];

/// A mean, its standard error, and a star if it differs significantly from 0.
fn format_difference(values: &[f64]) -> String {
    let (mean, deviation) = mean_and_deviation(values);
    let error = deviation / (values.len() as f64).sqrt();
    let t = values.len().checked_sub(2).map(|index| STUDENT_T[index.min(STUDENT_T.len() - 1)]);
    let star = if t.is_some_and(|t| mean.abs() > t * error) { " *" } else { "" };
    match values {
        // The error of a single value is unknown.
        [_] => format!("{mean:+.4}"),
        _ => format!("{mean:+.4} ± {error:.4}{star}"),
    }
}

/// Every trial at every o.
pub fn raw_table(trials: &[Trial]) -> Table {
    let rows: Vec<(&Trial, usize)> =
        trials.iter().flat_map(|trial| (0..OS.len()).map(move |index| (trial, index))).collect();
    let integers = |name: &str, f: &dyn Fn(&Trial, usize) -> i64| {
        (name.to_owned(), Values::Integer(rows.iter().map(|(trial, index)| f(trial, *index)).collect()))
    };
    let numbers = |name: &str, f: &dyn Fn(&Trial, usize) -> f64| {
        (name.to_owned(), Values::Double(rows.iter().map(|(trial, index)| f(trial, *index)).collect()))
    };
    let mut columns = vec![
        integers("k", &|trial, _| trial.neighbours as i64),
        integers("o", &|_, index| OS[index] as i64),
        integers("seed", &|trial, _| trial.seed as i64),
        numbers("recall", &|trial, index| trial.approximate[index].0.recall()),
        numbers("found_per_k", &|trial, index| trial.approximate[index].0.found_per_neighbour()),
    ];
    for (statistic, name) in ["median", "95", "worst"].into_iter().enumerate() {
        columns.push(numbers(&format!("steering_angle_{name}"), &|trial, index| {
            trial.approximate[index].0.steering()[statistic]
        }));
        columns.push(numbers(&format!("heading_angle_{name}"), &|trial, index| {
            trial.approximate[index].0.heading()[statistic]
        }));
    }
    for (measure, name) in RunMeans::NAMES.into_iter().enumerate() {
        columns.push(numbers(name, &|trial, index| trial.approximate[index].1.values()[measure]));
        columns.push(numbers(&format!("exact_{name}"), &|trial, _| trial.exact.values()[measure]));
    }
    Table::new(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_significant_differences_have_a_star() {
        assert_eq!(format_difference(&[1.0, 1.1, 0.9, 1.0]), "+1.0000 ± 0.0408 *");
        assert_eq!(format_difference(&[1.0, -1.0]), "+0.0000 ± 1.0000");
        assert_eq!(format_difference(&[1.0, 1.4]), "+1.2000 ± 0.2000");
        assert_eq!(format_difference(&[1.0]), "+1.0000");
    }
}
