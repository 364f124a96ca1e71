//! Table 1 and Figure 7: frames per second, and what is gained.

use super::method::{Method, OS, flock};
use super::published::{BOIDS, FRAMES_PER_SECOND, NEIGHBOURS, gain};
use super::race::{Length, Racer, race, raw};
use super::sheet::Sheet;
use crate::files::Rows;
use crate::plot::{Curve, Curves};
use quelea::initial_state;
use quelea::model::settings::LeeStop;

/// The race for each k of the table.
pub struct Speed {
    pub races: Vec<(usize, Vec<Racer>)>,
}

/// Rounds of a race: the median of so many.
const ROUNDS: usize = 20;

const STOPS: [LeeStop; 2] = [LeeStop::Certain, LeeStop::Printed];

/// Runs all races. Nothing if interrupted.
pub fn measure(frames: usize, mut done: impl FnMut()) -> anyhow::Result<Option<Speed>> {
    let mut methods: Vec<Method> = STOPS.into_iter().flat_map(Method::of_the_table).collect();
    methods.extend([Method::Basic, Method::Exact]);
    let rounds = ROUNDS.min(frames);
    let mut races = Vec::new();
    for neighbours in NEIGHBOURS {
        let flock = flock(BOIDS, neighbours, 1)?;
        let Some(racers) = race(&flock, &initial_state(&flock), &methods, Length { rounds, frames: frames / rounds })?
        else {
            return Ok(None);
        };
        races.push((neighbours, racers));
        done();
    }
    Ok(Some(Speed { races }))
}

impl Speed {
    fn rate(&self, row: usize, method: Method) -> f64 {
        let racer = self.races[row].1.iter().find(|racer| racer.method == method);
        racer.map_or(f64::NAN, Racer::frames_per_second)
    }

    /// By how many percent SteeringWithRB is faster than SteeringWithPS.
    fn gain(&self, row: usize, o: usize, stop: LeeStop) -> f64 {
        gain(self.rate(row, Method::Representative(o, stop)), self.rate(row, Method::Partition(stop)))
    }

    pub fn sheets(&self) -> Vec<Sheet> {
        let mut sheets = vec![
            self.table(
                LeeStop::Certain,
                "Table 1: frames per second",
                "1024 boids in 16 × 16 cells, one thread; the paper's figures in brackets. Rings of cells are added until nobody nearer can be missed, so SWPS is exact.",
            ),
            self.table(
                LeeStop::Printed,
                "Table 1 with the printed stop",
                "The same, but both stop as soon as k boids are found, as the paper prints it: SWPS then misses some of the nearest.",
            ),
        ];
        let mut gains = Sheet::new(
            "Figure 7: the gain g in percent",
            "g = (SWRB − SWPS) / SWPS: with the certain stop, with the printed stop, and the paper's.",
            &["k", "o=1", "printed", "paper", "o=2", "printed", "paper", "o=3", "printed", "paper"],
        );
        for (row, neighbours) in NEIGHBOURS.iter().enumerate() {
            let cells = OS.iter().flat_map(|o| {
                let paper = gain(FRAMES_PER_SECOND[row][*o], FRAMES_PER_SECOND[row][0]);
                [self.gain(row, *o, LeeStop::Certain), self.gain(row, *o, LeeStop::Printed), paper]
            });
            gains.row(std::iter::once(neighbours.to_string()).chain(cells.map(|gain| format!("{gain:+.1}"))));
        }
        sheets.push(gains);
        sheets.push(self.overhead());
        sheets
    }

    fn table(&self, stop: LeeStop, title: &str, about: &str) -> Sheet {
        let head = ["k", "SWPS", "SWRB o=1", "SWRB o=2", "SWRB o=3", "Basic", "quelea, exact", "quelea / SWRB o=1"];
        let mut sheet = Sheet::new(title, about, &head);
        for (row, neighbours) in NEIGHBOURS.iter().enumerate() {
            let paper = FRAMES_PER_SECOND[row];
            let rates = Method::of_the_table(stop).into_iter().map(|method| self.rate(row, method));
            let cells = rates.zip(paper).map(|(rate, paper)| format!("{rate:.1} ({paper:.1})"));
            let (basic, exact) = (self.rate(row, Method::Basic), self.rate(row, Method::Exact));
            let ahead = exact / self.rate(row, Method::Representative(1, stop));
            let others = [format!("{basic:.1}"), format!("{exact:.1}"), format!("{ahead:.2}")];
            sheet.row(std::iter::once(neighbours.to_string()).chain(cells).chain(others));
        }
        sheet
    }

    /// The paper's time per frame, as a constant and a multiple of ours.
    fn overhead(&self) -> Sheet {
        let mut sheet = Sheet::new(
            "What the paper's frames contain",
            "The paper's 24 times per frame, fitted by a constant and a multiple of ours. The constant is what does not depend on the method: the drawing and everything else of a frame.",
            &["stop", "constant (ms)", "multiple", "share of the variance explained"],
        );
        for stop in STOPS {
            let pairs = (0..NEIGHBOURS.len()).flat_map(|row| {
                let methods = Method::of_the_table(stop).into_iter().zip(FRAMES_PER_SECOND[row]);
                methods.map(move |(method, paper)| (1000.0 / self.rate(row, method), 1000.0 / paper))
            });
            let (constant, multiple, explained) = line_through(&pairs.collect::<Vec<_>>());
            let cells = [format!("{constant:.0}"), format!("{multiple:.1}"), format!("{explained:.2}")];
            sheet.row(std::iter::once(stop.word().to_owned()).chain(cells));
        }
        sheet
    }

    /// Figure 7, the paper's curves dashed.
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
            }
        };
        let curves = OS.iter().flat_map(|o| [curve(*o, false), curve(*o, true)]).collect();
        Curves { x: "neighbours k".to_owned(), y: "gain of SWRB over SWPS (%)".to_owned(), curves, logarithmic: false }
    }

    /// Every round of every race.
    pub fn raw(&self) -> Rows {
        raw(self.races.iter().map(|(k, racers)| (BOIDS, *k, racers.as_slice())))
    }
}

/// The line y = a + b x that is nearest to points in the least squares, and the share of y's variance it explains.
fn line_through(points: &[(f64, f64)]) -> (f64, f64, f64) {
    let count = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point.0), mean(&|point| point.1));
    let product = mean(&|point| (point.0 - x) * (point.1 - y));
    let (xs, ys) = (mean(&|point| (point.0 - x).powi(2)), mean(&|point| (point.1 - y).powi(2)));
    let slope = product / xs;
    (y - slope * x, slope, product * product / (xs * ys))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_points_on_a_line_is_that_line() {
        let (constant, multiple, explained) = line_through(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]);
        assert!((constant - 3.0).abs() < 1e-12 && (multiple - 2.0).abs() < 1e-12 && (explained - 1.0).abs() < 1e-12);
    }
}
