//! The results as tables.

use super::arguments::MeasureArgs;
use super::frames::Frames;
use super::results::{Results, measure_names};
use crate::files::{Table, Values};

/// Every table, with the name of its file without the extension.
pub const NAMES: [&str; 10] =
    ["measures", "histogram", "g", "correlation", "fluctuations", "bands", "msd", "overlap", "delays", "individuals"];

/// A column of numbers, one for each row.
fn numbers<T>(name: &str, rows: &[T], value: impl Fn(&T) -> f64) -> (String, Values) {
    (name.to_owned(), Values::Double(rows.iter().map(value).collect()))
}

/// A column of whole numbers.
fn integers<T>(name: &str, rows: &[T], value: impl Fn(&T) -> u64) -> (String, Values) {
    (name.to_owned(), Values::Integer(rows.iter().map(|row| value(row) as i64).collect()))
}

fn texts<T>(name: &str, rows: &[T], value: impl Fn(&T) -> String) -> (String, Values) {
    (name.to_owned(), Values::Text(rows.iter().map(value).collect()))
}

/// The tables in the order of [`NAMES`]; `None` for one that was not measured.
pub fn tables(arguments: &MeasureArgs, frames: &Frames, results: &Results) -> [Option<Table>; NAMES.len()] {
    let (pairs, correlation) = (results.pairs.bins(), results.velocities.bins());
    let (boxes, slabs) = (results.fluctuations.boxes(), results.bands.slabs());
    let (moved, overlap) = (&results.displacements, &results.overlap);
    let histogram: Vec<(u64, (f64, f64))> =
        results.histogram.counts.iter().copied().zip(results.histogram.densities()).collect();
    let name = |id: u32| frames.names[id as usize].clone();
    let delays = results.delays.as_ref();
    [
        Some(measures(arguments, frames, results)),
        Some(Table::new(vec![
            numbers("polarisation", &histogram, |row| row.1.0),
            numbers("density", &histogram, |row| row.1.1),
            integers("count", &histogram, |row| row.0),
        ])),
        Some(Table::new(vec![
            numbers("distance", &pairs, |bin| bin.distance),
            numbers("g", &pairs, |bin| bin.g.value),
            numbers("g:error", &pairs, |bin| bin.g.error),
            integers("pairs", &pairs, |bin| bin.pairs),
        ])),
        Some(Table::new(vec![
            numbers("distance", &correlation, |bin| bin.distance),
            numbers("velocity", &correlation, |bin| bin.velocity),
            numbers("heading", &correlation, |bin| bin.heading),
            numbers("speed", &correlation, |bin| bin.speed),
            integers("pairs", &correlation, |bin| bin.pairs),
        ])),
        Some(Table::new(vec![
            integers("divisions", &boxes, |size| size.divisions as u64),
            integers("boxes", &boxes, |size| size.boxes as u64),
            numbers("mean", &boxes, |size| size.mean),
            numbers("variance", &boxes, |size| size.variance),
        ])),
        Some(Table::new(vec![
            numbers("position", &slabs, |slab| slab.position),
            numbers("density", &slabs, |slab| slab.density),
            numbers("order", &slabs, |slab| slab.order),
        ])),
        Some(Table::new(vec![
            integers("lag", moved, |row| row.lag as u64),
            numbers("time", moved, |row| row.time),
            numbers("total", moved, |row| row.total),
            numbers("along", moved, |row| row.along),
            numbers("across", moved, |row| row.across),
            numbers("relative", moved, |row| row.relative),
            integers("count", moved, |row| row.count),
        ])),
        Some(Table::new(vec![
            integers("lag", overlap, |row| row.lag as u64),
            numbers("time", overlap, |row| row.time),
            numbers("overlap", overlap, |row| row.overlap),
            integers("count", overlap, |row| row.count),
        ])),
        delays.map(|delays| {
            let frames = |pair: &quelea::measures::trajectory::PairDelay| pair.frames as f64;
            Table::new(vec![
                texts("a", &delays.pairs, |pair| name(pair.a)),
                texts("b", &delays.pairs, |pair| name(pair.b)),
                numbers("frames", &delays.pairs, frames),
                numbers("delay", &delays.pairs, |pair| pair.delay),
                numbers("correlation", &delays.pairs, |pair| pair.correlation),
                integers("count", &delays.pairs, |pair| pair.count),
            ])
        }),
        delays.map(|delays| {
            Table::new(vec![
                texts("id", &delays.individuals, |row| name(row.id)),
                numbers("mean_delay", &delays.individuals, |row| row.delay),
                integers("others", &delays.individuals, |row| row.others),
            ])
        }),
    ]
}

/// The measures of each frame.
fn measures(arguments: &MeasureArgs, frames: &Frames, results: &Results) -> Table {
    let trajectory = &frames.trajectory;
    let rows: Vec<usize> = (0..trajectory.len()).collect();
    let when = match frames.clock {
        "time" => numbers("time", &rows, |row| frames.when[*row]),
        clock => (clock.to_owned(), Values::Integer(frames.when.iter().map(|when| *when as i64).collect())),
    };
    let boids = integers("boids", &rows, |row| trajectory.frames()[*row].ids.len() as u64);
    let values = measure_names(arguments)
        .map(|(index, name, _)| numbers(name, &results.frames, |measures| measures.values()[index].1));
    Table::new([when, boids].into_iter().chain(values).collect())
}
