//! The grid: sorts the flock into canonical order and finds candidates by cell.
//!
//! A row of cells is one contiguous stretch of memory. On a torus the cells tile the space exactly; elsewhere they
//! cover the bounding box of the flock, computed anew in each step.

use super::{Candidates, CullBox, Run};
use crate::engine::canonical_order::{CellLayout, Reach, unit_ball};
use crate::fast::flock::{Flock, FlockSliceMut};
use crate::fast::space::Space;
use crate::parallel;

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
    /// The first slot of each cell, and the end of the last.
    starts: Vec<u32>,
}

impl<const D: usize> Grid<D> {
    /// Sorts a flock into canonical order. `next` must be as large; its contents are lost.
    pub fn sort(&mut self, flock: &mut Flock<D>, next: &mut Flock<D>, space: &Space<D>, reach: Reach) {
        let boids = flock.len();
        let threads = parallel::threads_for(boids);
        let chunk = boids.div_ceil(threads);
        self.lay_out(flock, space, reach);

        // Until the sorted flock is gathered, its memory holds the sort's own data: the cell of each boid in the
        // array of x coordinates, as the bits of a number, and the order in the array of ids.
        let (cells, order) = (&mut next.positions[0], &mut next.ids);
        let layout = &self.layout;
        parallel::for_each_chunk(&mut cells[..], chunk, &|first, cells: &mut [f32]| {
            let positions: [&[f32]; D] = flock.positions.each_ref().map(|array| &array[first..first + cells.len()]);
            for index in 0..cells.len() {
                let cell = layout.cell_of(std::array::from_fn(|axis| positions[axis][index]));
                cells[index] = f32::from_bits(cell as u32);
            }
        });
        let cells: &[f32] = cells;

        // Counting sort in place: `starts[c + 2]` counts cell c, `starts[c + 1]` is its cursor and ends as the next
        // cell's start.
        let cell_count = self.layout.cells();
        self.starts.clear();
        self.starts.resize(cell_count + 2, 0);
        // Each thread counts the boids of its own cells. It reads all keys, which is fast, and writes alone.
        parallel::for_each_chunk(&mut self.starts[2..], cell_count.div_ceil(threads), &|first, counts: &mut [u32]| {
            for cell in cells {
                if let Some(count) = counts.get_mut((cell.to_bits() as usize).wrapping_sub(first)) {
                    *count += 1;
                }
            }
        });
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        let cursors = &mut self.starts[1..=cell_count];
        CellRange { first: 0, base: 0, cursors, order }.fill(chunk, cells, &flock.ids);

        parallel::for_each_chunk(next.as_mut_slices(), chunk, &|_, slice: FlockSliceMut<D>| slice.gather(flock));
        std::mem::swap(flock, next);
    }

    /// The bytes that the cells take.
    pub fn memory_bytes(&self) -> usize {
        4 * self.starts.capacity()
    }

    fn lay_out(&mut self, flock: &Flock<D>, space: &Space<D>, reach: Reach) {
        let (low, size) = if space.is_torus() { (space.low, space.size) } else { bounding_box(flock) };
        self.torus = space.is_torus().then_some(space.size);
        self.largest = (0..D).map(|axis| low[axis].abs().max((low[axis] + size[axis]).abs())).fold(0.0, f32::max);
        self.layout = CellLayout::new(low, size, flock.len(), reach);
    }

    /// The slot after the last boid that may share a group with one at this position: in the same row, and not so far
    /// along it that most candidates would be far from most of the group.
    #[inline(always)]
    pub fn end_of_group(&self, position: [f32; D]) -> usize {
        let (cell, per_row) = (self.layout.cell_of(position), self.layout.counts[0]);
        let row = cell / per_row;
        self.starts[((row + 1) * per_row).min(cell + MAX_GROUP_CELLS)] as usize
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
        // Differences of positions are rounded: what rounds to less than the radius may lie a little further away.
        let radius = radius * 1.000_01 + self.largest * 1e-6;
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
                        let row = (z * counts[1] + y) * counts[0];
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

/// Consecutive cells, and the part of the sorted order that belongs to them.
struct CellRange<'a> {
    /// The first cell.
    first: usize,
    /// Its first slot.
    base: u32,
    /// The next free slot of each cell: its start at first, its end at last.
    cursors: &'a mut [u32],
    order: &'a mut [u32],
}

impl CellRange<'_> {
    /// Writes the order of the boids of these cells, splitting the work into parts of about `chunk` boids.
    fn fill(self, chunk: usize, cells: &[f32], ids: &[u32]) {
        let CellRange { first, base, cursors, order } = self;
        if order.len() > chunk && cursors.len() > 1 {
            let half = base + order.len() as u32 / 2;
            let at = cursors.partition_point(|start| *start < half).clamp(1, cursors.len() - 1);
            let middle = cursors[at];
            let (cursors, cursors_tail) = cursors.split_at_mut(at);
            let (order, order_tail) = order.split_at_mut((middle - base) as usize);
            let head = CellRange { first, base, cursors, order };
            let tail = CellRange { first: first + at, base: middle, cursors: cursors_tail, order: order_tail };
            parallel::join(|| head.fill(chunk, cells, ids), || tail.fill(chunk, cells, ids));
            return;
        }
        for (slot, cell) in cells.iter().enumerate() {
            if let Some(cursor) = cursors.get_mut((cell.to_bits() as usize).wrapping_sub(first)) {
                order[(*cursor - base) as usize] = slot as u32;
                *cursor += 1;
            }
        }
        // Within a cell by id. After the last step's order that is nearly the case already.
        let mut start = base;
        for &mut end in cursors {
            let cell = &mut order[(start - base) as usize..(end - base) as usize];
            let id = |slot: &u32| ids[*slot as usize];
            if !cell.is_sorted_by_key(id) {
                cell.sort_unstable_by_key(id);
            }
            start = end;
        }
    }
}

/// The lowest corner and the size of the box around a flock.
fn bounding_box<const D: usize>(flock: &Flock<D>) -> ([f32; D], [f32; D]) {
    let corner = |pick: fn(f32, f32) -> f32, none: f32| -> [f32; D] {
        std::array::from_fn(|axis| flock.positions[axis].iter().copied().fold(none, pick))
    };
    if flock.is_empty() {
        return ([0.0; D], [0.0; D]);
    }
    let (low, high) = (corner(f32::min, f32::INFINITY), corner(f32::max, f32::NEG_INFINITY));
    (low, std::array::from_fn(|axis| high[axis] - low[axis]))
}
