//! The grid: sorts the flock into canonical order and finds candidates by cell.
//!
//! A row of cells is one contiguous stretch of memory. On a torus the cells tile the space exactly; elsewhere they
//! cover the bounding box of the flock, computed anew in each step.

use super::rows::Rows;
use super::sort::{Scratch, sort};
use super::{Candidates, CullBox, Run};
use crate::engine::canonical_order::{CellLayout, Reach, unit_ball};
use crate::fast::flock::Flock;
use crate::fast::space::Space;
use crate::parallel;
use std::ops::Range;

/// The longest group, in cells. In sparse flocks with a few clusters, a longer one would have whole clusters among
/// its candidates. Tuning: it changes no result.
const MAX_GROUP_CELLS: usize = 48;

/// The cells, and where the boids of each are stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid<const D: usize> {
    layout: CellLayout<D>,
    /// The size of a torus.
    torus: Option<[f32; D]>,
    /// The largest coordinate, to which rounding errors are relative.
    largest: f32,
    /// Which rows are stored.
    rows: Rows,
    /// The first slot of each stored cell, and the end of the last.
    starts: Vec<u32>,
    scratch: Scratch,
}

impl<const D: usize> Grid<D> {
    /// Sorts a flock into canonical order. `next` must be as large; its contents are lost.
    pub fn sort(&mut self, flock: &mut Flock<D>, next: &mut Flock<D>, space: &Space<D>, reach: Reach) {
        let corners = if space.is_torus() { None } else { Some(corners(flock)) };
        self.lay_out(corners, flock.len(), space, reach);
        self.store_rows(std::iter::once(0..self.row_count()));
        self.sort_into_cells(flock, next);
    }

    /// Sorts a flock into the cells that are laid out and stored. Every boid must be in one of them.
    pub fn sort_into_cells(&mut self, flock: &mut Flock<D>, next: &mut Flock<D>) {
        sort(&self.layout, &self.rows, flock, next, &mut self.starts, &mut self.scratch);
        std::mem::swap(flock, next);
    }

    /// The bytes that the cells and their sort take.
    pub fn memory_bytes(&self) -> usize {
        4 * self.starts.capacity() + self.scratch.memory_bytes()
    }

    /// Divides the space into cells, for this many boids: all of a torus, else the box between the lowest and the
    /// highest corner.
    pub fn lay_out(&mut self, corners: Option<Corners<D>>, boids: usize, space: &Space<D>, reach: Reach) {
        let (low, size) = match corners {
            Some(_) if boids == 0 => ([0.0; D], [0.0; D]),
            Some((low, high)) => (low, std::array::from_fn(|axis| high[axis] - low[axis])),
            None => (space.low, space.size),
        };
        self.torus = space.is_torus().then_some(space.size);
        self.largest = (0..D).map(|axis| low[axis].abs().max((low[axis] + size[axis]).abs())).fold(0.0, f32::max);
        self.layout = CellLayout::new(low, size, boids, reach);
    }

    /// The layout of the cells.
    pub fn layout(&self) -> &CellLayout<D> {
        &self.layout
    }

    /// The number of rows of cells, whether they are stored or not.
    pub fn row_count(&self) -> usize {
        self.layout.counts[1..].iter().product()
    }

    /// Stores these rows alone.
    pub fn store_rows(&mut self, rows: impl IntoIterator<Item = Range<usize>>) {
        self.rows = Rows::new(rows, self.layout.counts[0]);
    }

    /// The slots of the boids in consecutive rows that are stored.
    pub fn slots_of_rows(&self, rows: Range<usize>) -> Range<usize> {
        let per_row = self.layout.counts[0];
        match self.rows.stored(rows.start * per_row) {
            Some(first) if !rows.is_empty() => {
                self.starts[first] as usize..self.starts[first + rows.len() * per_row] as usize
            }
            _ => 0..0,
        }
    }

    /// The slot after the last boid that may share a group with one at this position: in the same row, and not so far
    /// along it that most candidates would be far from most of the group.
    #[inline(always)]
    pub fn end_of_group(&self, position: [f32; D]) -> usize {
        let (cell, per_row) = (self.layout.cell_of(position), self.layout.counts[0]);
        let row_end = (cell / per_row + 1) * per_row;
        let stored = self.rows.stored(cell).expect("boids are in stored rows");
        self.starts[stored + (row_end - cell).min(MAX_GROUP_CELLS)] as usize
    }

    /// Whether the cells tile a torus.
    pub fn is_torus(&self) -> bool {
        self.torus.is_some()
    }

    /// The row of a position.
    #[inline(always)]
    pub fn row_of(&self, position: [f32; D]) -> usize {
        let mut row = 0;
        for axis in (1..D).rev() {
            let along = self.layout.coordinate(axis, position[axis]).clamp(0, self.layout.counts[axis] as i32 - 1);
            row = row * self.layout.counts[axis] + along as usize;
        }
        row
    }

    /// Calls `f` with rows that together hold all boids closer to a position than a radius, which must not be larger
    /// than [`Self::max_radius`].
    #[inline(always)]
    pub fn rows_within(&self, position: [f32; D], radius: f32, mut f: impl FnMut(Range<usize>)) {
        let radius = self.padded(radius);
        let spans = |axis: usize| self.spans(axis, position[axis] - radius, position[axis] + radius);
        let (slow, fast) = (if D == 3 { spans(D - 1) } else { Spans::single() }, spans(1));
        for &(z_first, z_last, _) in slow.list() {
            for z in z_first..=z_last {
                for &(y_first, y_last, _) in fast.list() {
                    let layer = z * self.layout.counts[1];
                    f(layer + y_first..layer + y_last + 1);
                }
            }
        }
    }

    /// A radius a little larger. Differences of positions are rounded: what rounds to less than the radius may lie a
    /// little further away.
    #[inline(always)]
    pub fn padded(&self, radius: f32) -> f32 {
        radius * 1.000_01 + self.largest * 1e-6
    }

    /// The largest radius for [`Self::within`]: beyond it a boid would be found twice.
    pub fn max_radius(&self) -> f32 {
        self.torus.map_or(f32::INFINITY, |size| size.iter().copied().fold(f32::INFINITY, f32::min) / 2.0)
    }

    /// The largest possible distance between two boids.
    pub fn diagonal(&self) -> f32 {
        let sides = (0..D).map(|axis| self.side(axis).unwrap_or(0.0));
        sides.map(|side| side * side).sum::<f32>().sqrt() * 1.001
    }

    /// The radius within which this many boids are expected if they are spread evenly.
    pub fn radius_for(&self, boids: usize, expected: f32) -> f32 {
        let volume: f64 = (0..D)
            .map(|axis| match self.layout.cells_per_length[axis] {
                0.0 => f64::from(self.largest).max(1e-6) * 1e-3,
                per_length => self.layout.counts[axis] as f64 / f64::from(per_length),
            })
            .product();
        libm::pow(volume * f64::from(expected) / (unit_ball::<D>() * boids.max(1) as f64), 1.0 / D as f64) as f32
    }

    /// The length covered along an axis; `None` without extent.
    fn side(&self, axis: usize) -> Option<f32> {
        match self.layout.cells_per_length[axis] {
            0.0 => None,
            per_length => Some(self.layout.counts[axis] as f32 / per_length),
        }
    }

    /// Finds all boids in the box from `low` to `high`, extended by `radius` on all sides.
    ///
    /// On a torus the box may cross the seam; what lies beyond comes with its shift. Runs come in storage order,
    /// including those from across the seam.
    #[inline(always)]
    pub fn within(&self, low: [f32; D], high: [f32; D], radius: f32, found: &mut Candidates<D>) {
        found.runs.clear();
        found.pairwise = false;
        let radius = self.padded(radius);
        let middle = |axis: usize| low[axis] + (high[axis] - low[axis]) * 0.5;
        let half = |axis: usize| (high[axis] - low[axis]) * 0.5;
        let (centre, half) = (std::array::from_fn(middle), std::array::from_fn(half));
        found.cull_box = CullBox { centre, half, max_r2: radius * radius };
        let spans: [Spans; D] = std::array::from_fn(|axis| self.spans(axis, low[axis] - radius, high[axis] + radius));
        let counts = &self.layout.counts;
        // If the box is as wide as the torus, a cell would be visited twice, and no longer in storage order.
        if self.torus.is_some() && (0..D).any(|axis| spans[axis].cells() > counts[axis]) {
            return found.set_everyone(self.starts[self.starts.len() - 1] as usize);
        }
        // The axes across rows, the slowest first. In 2D the last one is a single layer.
        let slow = if D == 3 { spans[D - 1].clone() } else { Spans::single() };
        for &(z_first, z_last, z_shift) in slow.list() {
            for z in z_first..=z_last {
                for &(y_first, y_last, y_shift) in spans[1].list() {
                    for y in y_first..=y_last {
                        let Some(row) = self.rows.stored((z * counts[1] + y) * counts[0]) else { continue };
                        for &(x_first, x_last, x_shift) in spans[0].list() {
                            let (start, end) = (self.starts[row + x_first], self.starts[row + x_last + 1]);
                            if start < end {
                                let shifts = [x_shift, y_shift, z_shift];
                                let shift = std::array::from_fn(|axis| shifts[axis]);
                                found.runs.push(Run { start, end, shift });
                            }
                        }
                    }
                }
            }
        }
    }

    /// The cells from `low` to `high` along one axis, as up to three spans with their shifts, in storage order:
    /// those from beyond the upper seam, those inside, those from beyond the lower seam.
    #[inline(always)]
    fn spans(&self, axis: usize, low: f32, high: f32) -> Spans {
        let last = self.layout.counts[axis] as i32 - 1;
        let (from, to) = (self.layout.coordinate(axis, low), self.layout.coordinate(axis, high));
        let mut spans = Spans { spans: [(0, 0, 0.0); 3], count: 0 };
        let mut add = |from: i32, to: i32, shift: f32| {
            spans.spans[spans.count] = (from.clamp(0, last) as usize, to.clamp(0, last) as usize, shift);
            spans.count += 1;
        };
        match self.torus {
            None => add(from, to, 0.0),
            Some(size) => {
                if to > last {
                    add(0, to - last - 1, size[axis]);
                }
                add(from, to, 0.0);
                if from < 0 {
                    add(from + last + 1, last, -size[axis]);
                }
            }
        }
        spans
    }
}

/// Spans of cells along one axis: first, last, shift.
#[derive(Clone)]
struct Spans {
    spans: [(usize, usize, f32); 3],
    count: usize,
}

impl Spans {
    fn single() -> Self {
        Spans { spans: [(0, 0, 0.0); 3], count: 1 }
    }

    /// The number of cells in all spans.
    fn cells(&self) -> usize {
        self.list().iter().map(|(first, last, _)| last + 1 - first).sum()
    }

    #[inline(always)]
    fn list(&self) -> &[(usize, usize, f32)] {
        &self.spans[..self.count]
    }
}

/// The lowest and the highest corner of a box.
pub(crate) type Corners<const D: usize> = ([f32; D], [f32; D]);

/// The corners of the box around a flock; around nobody, infinitely far apart and swapped.
pub(crate) fn corners<const D: usize>(flock: &Flock<D>) -> Corners<D> {
    let corner = |pick: fn(f32, f32) -> f32, none: f32| -> [f32; D] {
        std::array::from_fn(|axis| {
            let positions = &flock.positions[axis];
            let chunk = positions.len().div_ceil(parallel::threads_for(positions.len())).max(1);
            let chunks = parallel::map_tasks(positions.len().div_ceil(chunk), |index| {
                positions[index * chunk..].iter().take(chunk).copied().fold(none, pick)
            });
            chunks.into_iter().fold(none, pick)
        })
    };
    (corner(f32::min, f32::INFINITY), corner(f32::max, f32::NEG_INFINITY))
}
