//! The results as plots.

use super::results::Results;
use crate::plot::{Curve, Curves};

/// Every plot, with the name of its file without the extension.
pub const NAMES: [&str; 6] = ["g", "correlation", "msd", "histogram", "overlap", "bands"];

/// The plots in the order of [`NAMES`]: a heading and the curves; `None` for one without points.
pub fn pictures(results: &Results) -> [Option<(&'static str, Curves)>; NAMES.len()] {
    let pairs = results.pairs.bins();
    let correlation = results.velocities.bins();
    let (moved, overlap, slabs) = (&results.displacements, &results.overlap, results.bands.slabs());
    let g = Curve {
        errors: pairs.iter().map(|bin| bin.g.error).collect(),
        ..curve("g(r)", 0, pairs.iter().map(|bin| (bin.distance, bin.g.value)))
    };
    let correlations = vec![
        curve("velocity", 0, correlation.iter().map(|bin| (bin.distance, bin.velocity))),
        curve("heading", 1, correlation.iter().map(|bin| (bin.distance, bin.heading))),
        curve("speed", 2, correlation.iter().map(|bin| (bin.distance, bin.speed))),
    ];
    // A logarithmic axis has no place for 0.
    let above_zero = |point: &(f64, f64)| point.0 > 0.0 && point.1 > 1e-12;
    let displacements = vec![
        curve("total", 0, moved.iter().map(|row| (row.time, row.total)).filter(above_zero)),
        curve("along the heading", 1, moved.iter().map(|row| (row.time, row.along)).filter(above_zero)),
        curve("across the heading", 2, moved.iter().map(|row| (row.time, row.across)).filter(above_zero)),
        curve("about the centre", 3, moved.iter().map(|row| (row.time, row.relative)).filter(above_zero)),
    ];
    let histogram = vec![curve("probability density", 0, results.histogram.densities().into_iter())];
    let overlaps = vec![curve("overlap", 0, overlap.iter().map(|row| (row.time, row.overlap)))];
    let bands = vec![
        curve("density / mean", 0, slabs.iter().map(|slab| (slab.position, slab.density))),
        curve("order", 1, slabs.iter().map(|slab| (slab.position, slab.order))),
    ];
    [
        plot("Pair correlation", "r (length)", "g(r)", false, vec![g]),
        plot("Correlation of fluctuations", "r (length)", "C(r)", false, correlations),
        plot("Mean squared displacement", "time", "length²", true, displacements),
        plot("Polarisation", "polarisation", "probability density", false, histogram),
        plot("Neighbour overlap", "time", "Q", false, overlaps),
        plot("Profile along the heading", "position (length)", "density, order", false, bands),
    ]
}

fn curve(name: &str, colour: usize, points: impl Iterator<Item = (f64, f64)>) -> Curve {
    Curve { name: name.to_owned(), colour, dashed: false, hollow: false, points: points.collect(), errors: Vec::new() }
}

fn plot(
    heading: &'static str,
    x: &str,
    y: &str,
    logarithmic: bool,
    mut curves: Vec<Curve>,
) -> Option<(&'static str, Curves)> {
    curves.retain(|curve| !curve.points.is_empty());
    let curves = Curves { x_label: x.to_owned(), y_label: y.to_owned(), logarithmic, curves };
    (!curves.curves.is_empty()).then_some((heading, curves))
}
