//! Table 1 and Figure 7: frames per second, and the gain of representative boids.

use super::super::report_table::ReportTable;
use super::method::{Method, OS, flock};
use super::published::{BOIDS, FRAMES_PER_SECOND, NEIGHBOURS, gain};
use super::timing::{self, MethodTimes, Rounds, time_methods};
use crate::files::Table;
use crate::plot::{Curve, Curves};
use quelea::initial_state;
use quelea::model::settings::LeeStop;

/// The times of all methods for each k of the table.
pub struct Speed {
    times: Vec<(usize, Vec<MethodTimes>)>,
}

/// The number of rounds, of which the median counts.
const ROUNDS: usize = 20;

const STOPS: [LeeStop; 2] = [LeeStop::Certain, LeeStop::Printed];

/// Times all methods; `None` if interrupted.
pub fn measure(frames: usize, mut done: impl FnMut()) -> anyhow::Result<Option<Speed>> {
    let mut methods: Vec<Method> = STOPS.into_iter().flat_map(Method::table1).collect();
    methods.extend([Method::Basic, Method::Exact]);
    let count = ROUNDS.min(frames);
    let rounds = Rounds { count, frames: frames / count };
    let mut times = Vec::new();
    for neighbours in NEIGHBOURS {
        let flock = flock(BOIDS, neighbours, 1)?;
        let Some(timed) = time_methods(&flock, &initial_state(&flock), &methods, rounds)? else { return Ok(None) };
        times.push((neighbours, timed));
        done();
    }
    Ok(Some(Speed { times }))
}

impl Speed {
    fn rate(&self, row: usize, method: Method) -> f64 {
        let times = self.times[row].1.iter().find(|times| times.method == method);
        times.map_or(f64::NAN, MethodTimes::frames_per_second)
    }

    /// By how many percent SteeringWithRB is faster than SteeringWithPS.
    fn gain(&self, row: usize, o: usize, stop: LeeStop) -> f64 {
        gain(self.rate(row, Method::Representative(o, stop)), self.rate(row, Method::Partition(stop)))
    }

    pub fn report_tables(&self) -> Vec<ReportTable> {
        vec![
            self.table1(
                LeeStop::Certain,
                "Table 1: frames per second",
                "1024 boids in 16 × 16 cells, one thread; the paper's numbers in brackets. Rings of cells are added until no nearer boid can be missed, so SWPS is exact.",
            ),
            self.table1(
                LeeStop::Printed,
                "Table 1 with the printed stop",
                "The same, but both stop as soon as k boids are found, as printed in the paper: SWPS then misses some of the nearest.",
            ),
            self.gains(),
            self.overhead(),
        ]
    }

    fn table1(&self, stop: LeeStop, title: &str, description: &str) -> ReportTable {
        let heading = ["k", "SWPS", "SWRB o=1", "SWRB o=2", "SWRB o=3", "Basic", "quelea, exact", "quelea / SWRB o=1"];
        let mut table = ReportTable::new(title, description, &heading);
        for (row, neighbours) in NEIGHBOURS.iter().enumerate() {
            let rates = Method::table1(stop).into_iter().map(|method| self.rate(row, method));
            let cells = rates.zip(FRAMES_PER_SECOND[row]).map(|(rate, paper)| format!("{rate:.1} ({paper:.1})"));
            let (basic, exact) = (self.rate(row, Method::Basic), self.rate(row, Method::Exact));
            let ratio = exact / self.rate(row, Method::Representative(1, stop));
            let others = [format!("{basic:.1}"), format!("{exact:.1}"), format!("{ratio:.2}")];
            table.push(std::iter::once(neighbours.to_string()).chain(cells).chain(others));
        }
        table
    }

    fn gains(&self) -> ReportTable {
        let mut table = ReportTable::new(
            "Figure 7: the gain g in percent",
            "g = (SWRB − SWPS) / SWPS: with the certain stop, with the printed stop, and in the paper.",
            &["k", "o=1", "printed", "paper", "o=2", "printed", "paper", "o=3", "printed", "paper"],
        );
        for (row, neighbours) in NEIGHBOURS.iter().enumerate() {
            let cells = OS.iter().flat_map(|o| {
                let paper = gain(FRAMES_PER_SECOND[row][*o], FRAMES_PER_SECOND[row][0]);
                [self.gain(row, *o, LeeStop::Certain), self.gain(row, *o, LeeStop::Printed), paper]
            });
            table.push(std::iter::once(neighbours.to_string()).chain(cells.map(|gain| format!("{gain:+.1}"))));
        }
        table
    }

    /// The paper's time per frame as a constant plus a multiple of ours.
    fn overhead(&self) -> ReportTable {
        let mut table = ReportTable::new(
            "What the paper's frames contain",
            "The paper's 24 times per frame, fitted by a constant plus a multiple of ours. The constant is the part of a frame that does not depend on the method: drawing and everything else.",
            &["stop", "constant (ms)", "multiple", "share of the variance explained"],
        );
        for stop in STOPS {
            let pairs = (0..NEIGHBOURS.len()).flat_map(|row| {
                let methods = Method::table1(stop).into_iter().zip(FRAMES_PER_SECOND[row]);
                methods.map(move |(method, paper)| (1000.0 / self.rate(row, method), 1000.0 / paper))
            });
            let (constant, multiple, explained) = fit_line(&pairs.collect::<Vec<_>>());
            let cells = [format!("{constant:.0}"), format!("{multiple:.1}"), format!("{explained:.2}")];
            table.push(std::iter::once(stop.word().to_owned()).chain(cells));
        }
        table
    }

    /// Figure 7, with the paper's curves dashed.
    pub fn figure(&self) -> Curves {
        let curve = |o: usize, paper: bool| {
            let gains = (0..NEIGHBOURS.len()).map(|row| match paper {
                true => gain(FRAMES_PER_SECOND[row][o], FRAMES_PER_SECOND[row][0]),
                false => self.gain(row, o, LeeStop::Printed),
            });
            Curve {
                name: format!("o = {o}{}", if paper { ", the paper" } else { "" }),
                colour: o - 1,
                dashed: paper,
                hollow: paper,
                points: NEIGHBOURS.iter().map(|k| *k as f64).zip(gains).collect(),
                ..Curve::default()
            }
        };
        Curves {
            x_label: "neighbours k".to_owned(),
            y_label: "gain of SWRB over SWPS (%)".to_owned(),
            logarithmic: false,
            curves: OS.iter().flat_map(|o| [curve(*o, false), curve(*o, true)]).collect(),
        }
    }

    /// Every round for every k.
    pub fn raw_table(&self) -> Table {
        timing::raw_table(self.times.iter().map(|(k, times)| (BOIDS, *k, times.as_slice())))
    }
}

/// The least-squares line y = a + b x as (a, b, R²).
fn fit_line(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let count = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let covariance = mean(&|point| (point.0 - x) * (point.1 - y));
    let (x_variance, y_variance) = (mean(&|point| (point.0 - x).powi(2)), mean(&|point| (point.1 - y).powi(2)));
    let slope = covariance / x_variance;
    (y - slope * x, slope, covariance * covariance / (x_variance * y_variance))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_a_line_are_fitted_exactly() {
        let (constant, multiple, explained) = fit_line(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]);
        assert!((constant - 3.0).abs() < 1e-12 && (multiple - 2.0).abs() < 1e-12 && (explained - 1.0).abs() < 1e-12);
    }
}
