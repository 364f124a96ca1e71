//! What shaders have to know of cells.

use crate::buffers::GridWords;
use quelea::engine::canonical_order::{CellLayout, unit_ball};
use quelea::fast::program::Model;

/// Whether the cells around some boid may reach around a torus, so that one would be visited twice.
pub(crate) fn reaches_round<const D: usize>(model: &Model<D>, boids: usize) -> bool {
    let space = model.space();
    if !space.is_torus() {
        return false;
    }
    let layout = CellLayout::<D>::new(space.low, space.size, boids, model.reach());
    let words = grid_words(&layout, space.size, boids, true);
    let furthest = model.furthest().unwrap_or(f32::INFINITY);
    let padded = furthest * 1.000_01 + words.slack;
    let wide = |axis: usize| {
        let cell = space.size[axis] / layout.counts[axis] as f32;
        2.0 * padded + 3.0 * cell >= space.size[axis]
    };
    furthest > words.max_radius || (0..D).any(wide)
}

/// The number of cells, if it does not depend on where boids are.
pub(crate) fn lasting_cells<const D: usize>(model: &Model<D>, boids: usize) -> Option<usize> {
    let space = model.space();
    space.is_torus().then(|| CellLayout::<D>::new(space.low, space.size, boids, model.reach()).cells())
}

pub(crate) fn grid_words<const D: usize>(
    layout: &CellLayout<D>,
    size: [f32; D],
    boids: usize,
    torus: bool,
) -> GridWords {
    let padded = |vector: [f32; D]| std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or(0.0));
    let largest =
        (0..D).map(|axis| layout.low[axis].abs().max((layout.low[axis] + size[axis]).abs())).fold(0.0, f32::max);
    let side = |axis: usize| match layout.cells_per_length[axis] {
        0.0 => 0.0,
        per_length => layout.counts[axis] as f32 / per_length,
    };
    let diagonal = (0..D).map(|axis| side(axis) * side(axis)).sum::<f32>().sqrt() * 1.001;
    // Where the nearest are searched for at first: tuning.
    let volume: f64 = (0..D).map(|axis| f64::from(side(axis).max(largest.max(1e-6) * 1e-3))).product();
    let typical = (volume / (unit_ball::<D>() * boids.max(1) as f64)).powf(1.0 / D as f64);
    GridWords {
        low: padded(layout.low),
        cells_per_length: padded(layout.cells_per_length),
        size: padded(size),
        counts: std::array::from_fn(|axis| layout.counts.get(axis).map_or(1, |count| *count as i32)),
        boids: boids as u32,
        slack: largest * 1e-6,
        max_radius: if torus { size.iter().copied().fold(f32::INFINITY, f32::min) / 2.0 } else { f32::MAX },
        diagonal,
        typical: typical as f32,
        unused: [0; 3],
        cell: std::array::from_fn(|axis| if axis < D { side(axis) / layout.counts[axis] as f32 } else { 0.0 }),
    }
}
