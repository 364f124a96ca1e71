//! The rows as a plot: speed over the number of boids.

use super::preset::{PresetRow, PresetWorkload};
use super::row::Row;
use super::workload::{Spread, Workload};
use crate::plot::{Curve, Curves, PictureFormat, plot_curves};

/// Plots a curve for each combination of the other properties, and returns the picture as a file.
pub fn plot_rows(rows: &[Row], format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let mut curves: Vec<(&Workload, Curve)> = Vec::new();
    for row in rows {
        let (workload, point) = (&row.workload, (row.workload.boids as f64, row.rate()));
        match curves.iter_mut().find(|(first, _)| differ_only_in_size(first, workload)) {
            Some((_, curve)) => curve.points.push(point),
            None => curves.push((workload, curve(workload, point))),
        }
    }
    plot(curves.into_iter().map(|(_, curve)| curve).collect(), format)
}

/// Plots a curve for each preset and number of threads, one thread hollow.
pub fn plot_presets(rows: &[PresetRow], format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let mut names: Vec<&str> = Vec::new();
    let mut curves: Vec<Curve> = Vec::new();
    for row in rows {
        let PresetWorkload { name, scenario, threads, .. } = &row.workload;
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
        let curve_name = format!("{name}, {threads} {}", thread_word(*threads));
        let point = (scenario.boids() as f64, row.rate());
        match curves.iter_mut().find(|curve| curve.name == curve_name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve {
                name: curve_name,
                colour: names.iter().position(|found| found == name).unwrap_or(0),
                hollow: *threads == 1,
                points: vec![point],
                ..Curve::default()
            }),
        }
    }
    plot(curves, format)
}

fn plot(curves: Vec<Curve>, format: PictureFormat) -> anyhow::Result<Vec<u8>> {
    let (x_label, y_label) = ("boids".to_owned(), "boid-steps per second".to_owned());
    let curves = Curves { x_label, y_label, logarithmic: true, curves };
    plot_curves("Boid-steps per second on this machine".to_owned(), curves, format)
}

fn thread_word(threads: usize) -> &'static str {
    if threads == 1 { "thread" } else { "threads" }
}

/// Whether two workloads differ only in the number of boids.
fn differ_only_in_size(a: &Workload, b: &Workload) -> bool {
    (a.dimension, a.nearest, a.spread, a.threads) == (b.dimension, b.nearest, b.spread, b.threads)
}

/// The colour shows dimension and perception; one thread is hollow, a clustered flock dashed.
fn curve(workload: &Workload, point: (f64, f64)) -> Curve {
    let Workload { dimension, nearest, spread, threads, .. } = workload;
    let word = thread_word(*threads);
    Curve {
        name: format!("{dimension}D, {}, {}, {threads} {word}", workload.perception(), spread.word()),
        colour: 2 * usize::from(*dimension == 3) + usize::from(*nearest),
        dashed: *spread == Spread::Clustered,
        hollow: *threads == 1,
        points: vec![point],
        ..Curve::default()
    }
}
