//! The table as a picture: how fast flocks of all sizes step.

use super::row::Row;
use super::workload::{Spread, Workload};
use crate::plot::{Curve, Curves, Picture, curves};

/// A line over the number of boids for everything else that was varied.
pub fn picture(rows: &[Row], kind: Picture) -> anyhow::Result<Vec<u8>> {
    let mut lines: Vec<(&Workload, Curve)> = Vec::new();
    for row in rows {
        let (workload, point) = (&row.workload, (row.workload.boids as f64, row.rate()));
        match lines.iter_mut().find(|(first, _)| alike(first, workload)) {
            Some((_, curve)) => curve.points.push(point),
            None => lines.push((workload, curve(workload, point))),
        }
    }
    let lines = Curves {
        x: "boids".to_owned(),
        y: "boid-steps per second".to_owned(),
        logarithmic: true,
        curves: lines.into_iter().map(|(_, curve)| curve).collect(),
    };
    curves("Boid-steps per second on this machine".to_owned(), lines, kind)
}

/// Whether two differ in nothing but the number of boids.
fn alike(a: &Workload, b: &Workload) -> bool {
    (a.dimension, a.nearest, a.spread, a.threads) == (b.dimension, b.nearest, b.spread, b.threads)
}

/// A colour per dimension and perception; one thread is hollow, a clustered flock dashed.
fn curve(workload: &Workload, point: (f64, f64)) -> Curve {
    let Workload { dimension, nearest, spread, threads, .. } = workload;
    let word = if *threads == 1 { "thread" } else { "threads" };
    Curve {
        name: format!("{dimension}D, {}, {}, {threads} {word}", workload.perception(), spread.word()),
        colour: 2 * usize::from(*dimension == 3) + usize::from(*nearest),
        dashed: *spread == Spread::Clustered,
        hollow: *threads == 1,
        points: vec![point],
    }
}
