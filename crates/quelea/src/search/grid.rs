//! Cells: the flock is sorted by the cell each boid is in, then by id.
//!
//! Cells are numbered row by row, x fastest, so a row of cells is one stretch of memory. On a torus the
//! cells fill the world exactly; elsewhere they fill the box round the flock, made anew each step.

use super::{Candidates, Run, Sieve};
use crate::flock::Flock;
use crate::parallel;
use crate::space::Space;

/// The cells, and where each one's boids are stored.
#[derive(Clone, Debug)]
pub struct Grid<const D: usize> {
    low: [f32; D],
    /// Cells per unit of length.
    per_length: [f32; D],
    /// How many cells there are along each axis.
    counts: [usize; D],
    /// The world's length along each axis, on a torus.
    around: Option<[f32; D]>,
    /// The largest coordinate there is: what rounding errors are relative to.
    largest: f32,
    /// Where each cell's boids begin, and where the last one's end.
    starts: Vec<u32>,
}

/// How wide a cell is along a row, as a share of how far boids look: narrow, so that a row is nearly sorted by x.
const CELL: f32 = 0.25;

/// How high a row of cells is, as a share of how far boids look: so high that the box round sixteen boids that follow
/// each other in it has few others near it. In space sixteen need a higher row than in the plane to be as wide as
/// high, and the nearest have to be looked for a little beyond where they are expected. Measured in
/// docs/performance.md.
fn row_height<const D: usize>(reach: Reach) -> f32 {
    match reach {
        Reach::Nearest(_) => 1.25,
        Reach::Radius(_) | Reach::All if D == 3 => 1.2,
        Reach::Radius(_) | Reach::All => 1.0,
    }
}

/// How many cells a group is long at most. Where boids are sparse but for a few heaps, a longer one would look at all
/// heaps on its way.
const LONGEST_GROUP: usize = 48;

/// About how many boids' spacings high a row is: some sixteen boids that follow each other in it are then
/// about as wide as high, and have the fewest candidates between them. Measured in docs/performance.md.
const SPACINGS_PER_HEIGHT: f32 = 3.0;

/// Cells are numbered from minus this to this along an axis; what is beyond counts as there.
const FURTHEST_CELL: f32 = 4_000_000.0;

/// The most cells along an axis, and in all. The bits of a cell's number are then those of a finite float.
const MOST_ALONG: usize = 1 << 15;
const MOST_CELLS: f64 = 2e9;

/// How few boids a cell may hold on average. Those who perceive their nearest remember how far they saw, so
/// there is less memory left for cells.
const BOIDS_PER_CELL_AT_LEAST: f64 = 0.5;
const BOIDS_PER_CELL_AT_LEAST_FOR_NEAREST: f64 = 1.1;

/// How far boids look, as far as it can be known before they do: cells follow from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reach {
    /// At most this far.
    Radius(f32),
    /// As far as this many others are.
    Nearest(usize),
    /// At everyone, or at friends: cells do not matter.
    All,
}

/// The volume of the ball of radius 1.
fn unit_ball<const D: usize>() -> f64 {
    if D == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI }
}

impl<const D: usize> Default for Grid<D> {
    fn default() -> Self {
        let starts = Vec::new();
        Grid { low: [0.0; D], per_length: [0.0; D], counts: [1; D], around: None, largest: 0.0, starts }
    }
}

impl<const D: usize> Grid<D> {
    /// Sorts a flock by cell, then by id. `spare` must be as large; what is in it is lost.
    pub(crate) fn sort(&mut self, flock: &mut Flock<D>, spare: &mut Flock<D>, space: &Space<D>, reach: Reach) {
        let boids = flock.len();
        let share = boids.div_ceil(parallel::parts(boids));
        self.lay_out(flock, space, reach);

        // What will hold the sorted flock holds, until then, what the sort has to remember: the array of the first
        // coordinate each boid's cell, as the bits of a number, and that of the ids the order.
        let (cell_of_place, order) = (&mut spare.positions[0], &mut spare.ids);
        parallel::each(&mut cell_of_place[..], share, &|first, cells: &mut [f32]| {
            let positions: [&[f32]; D] = flock.positions.each_ref().map(|array| &array[first..first + cells.len()]);
            for index in 0..cells.len() {
                let cell = self.cell_of(std::array::from_fn(|axis| positions[axis][index]));
                cells[index] = f32::from_bits(cell as u32);
            }
        });
        let cell_of_place: &[f32] = cell_of_place;

        // First the number of each cell's boids, two places further on than where the cell begins will stand;
        // then, one place further on, where the next boid of the cell goes. When all are placed, that is where
        // the next cell begins, and so every entry is where it belongs.
        let cells: usize = self.counts.iter().product();
        self.starts.clear();
        self.starts.resize(cells + 2, 0);
        // Each thread counts the boids of its own cells. It reads all keys, which is fast, and writes alone.
        parallel::each(&mut self.starts[2..], cells.div_ceil(parallel::parts(boids)), &|first, counts: &mut [u32]| {
            for cell in cell_of_place {
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
        let stretch = Stretch { first: 0, base: 0, cursors: &mut self.starts[1..=cells], order };
        stretch.fill(share, cell_of_place, &flock.ids);

        parallel::each(spare.parts(), share, &|_, part: crate::flock::Part<D>| part.gather(flock));
        std::mem::swap(flock, spare);
    }

    /// The bytes that the cells take.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.starts.capacity()
    }

    /// Chooses the cells.
    fn lay_out(&mut self, flock: &Flock<D>, space: &Space<D>, reach: Reach) {
        let boids = flock.len();
        let (low, size) = if space.is_torus() { (space.low, space.size) } else { bounding_box(flock) };
        self.low = low;
        self.around = space.is_torus().then_some(space.size);
        self.largest = (0..D).map(|axis| low[axis].abs().max((low[axis] + size[axis]).abs())).fold(0.0, f32::max);

        let longest = size.iter().copied().fold(0.0, f32::max);
        let volume: f64 = size.iter().map(|side| f64::from(side.max(longest * 1e-3))).product();
        let width_for = |boids_in_it: f64| libm::pow(volume * boids_in_it / boids.max(1) as f64, 1.0 / D as f64) as f32;
        let radius = match reach {
            Reach::Radius(radius) => radius,
            // The radius within which so many may be expected.
            Reach::Nearest(boids) => width_for(boids as f64 / unit_ball::<D>()),
            Reach::All => longest,
        };
        // Where boids are dense, rows are lower by a whole number.
        let rows = libm::roundf(radius / (SPACINGS_PER_HEIGHT * width_for(1.0)).max(f32::MIN_POSITIVE)).max(1.0);
        let mut widths: [f32; D] =
            std::array::from_fn(|axis| radius / rows * if axis == 0 { CELL } else { row_height::<D>(reach) });
        // Not many more cells than boids: where the flock is sparse, cells are wider.
        let few = match reach {
            Reach::Nearest(_) => BOIDS_PER_CELL_AT_LEAST_FOR_NEAREST,
            Reach::Radius(_) | Reach::All => BOIDS_PER_CELL_AT_LEAST,
        };
        let least = width_for(few.max(boids as f64 / MOST_CELLS));
        let mean = libm::powf(widths.iter().product(), 1.0 / D as f32);
        if mean < least {
            widths = widths.map(|width| width * least / mean);
        }
        for axis in 0..D {
            let count = if widths[axis] > 0.0 { (size[axis] / widths[axis]) as usize } else { 1 };
            self.counts[axis] = count.clamp(1, MOST_ALONG);
            self.per_length[axis] = if size[axis] > 0.0 { self.counts[axis] as f32 / size[axis] } else { 0.0 };
        }
    }

    /// Along one axis, the cell of a coordinate. It never falls as the coordinate rises, and may be outside.
    #[inline(always)]
    fn along(&self, axis: usize, x: f32) -> i32 {
        // Adding 1.5 × 2²³ leaves the nearest whole number in the last bits. Which way a coordinate at the very
        // edge of a cell goes does not matter, as long as it is always the same; and unlike a rounding down, this
        // can be done for several boids at once on any processor.
        const MAGIC: f32 = 12_582_912.0;
        let along = (x - self.low[axis]) * self.per_length[axis] - 0.5;
        let along = if along < FURTHEST_CELL { along } else { FURTHEST_CELL };
        let along = if along > -FURTHEST_CELL { along } else { -FURTHEST_CELL };
        ((along + MAGIC).to_bits() as i32).wrapping_sub(MAGIC.to_bits() as i32)
    }

    #[inline(always)]
    fn cell_of(&self, position: [f32; D]) -> usize {
        let mut cell = 0;
        for axis in (0..D).rev() {
            cell = cell * self.counts[axis] as i32
                + self.along(axis, position[axis]).clamp(0, self.counts[axis] as i32 - 1);
        }
        cell as u32 as usize
    }

    /// The place behind the last boid that may be in a group with one at this position: in the same row, and not so
    /// far along it that most of what is near the box round them is near none of them.
    #[inline(always)]
    pub(crate) fn end_of_group(&self, position: [f32; D]) -> usize {
        let cell = self.cell_of(position);
        let row = cell / self.counts[0];
        self.starts[((row + 1) * self.counts[0]).min(cell + LONGEST_GROUP)] as usize
    }

    /// The furthest that [`Self::within`] can look without meeting a boid twice.
    pub(crate) fn furthest(&self) -> f32 {
        self.around.map_or(f32::INFINITY, |around| around.iter().copied().fold(f32::INFINITY, f32::min) / 2.0)
    }

    /// The longest way from one boid to another there can be.
    pub(crate) fn diagonal(&self) -> f32 {
        let sides = (0..D).map(|axis| match self.per_length[axis] {
            0.0 => 0.0,
            per_length => self.counts[axis] as f32 / per_length,
        });
        libm::sqrtf(sides.map(|side| side * side).sum::<f32>()) * 1.001
    }

    /// A radius within which one may expect this many boids, if they were spread evenly.
    pub(crate) fn radius_for(&self, boids: usize, expected: f32) -> f32 {
        let volume: f64 = (0..D)
            .map(|axis| match self.per_length[axis] {
                0.0 => f64::from(self.largest).max(1e-6) * 1e-3,
                per_length => self.counts[axis] as f64 / f64::from(per_length),
            })
            .product();
        libm::pow(volume * f64::from(expected) / (unit_ball::<D>() * boids.max(1) as f64), 1.0 / D as f64) as f32
    }

    /// All boids in the box from `low` to `high`, widened by `radius` on all sides.
    ///
    /// On a torus the box may reach across the seam; what lies beyond comes with its shift. Rows and stretches
    /// come in the order of storage, those from across the seam included.
    #[inline(always)]
    pub(crate) fn within(&self, low: [f32; D], high: [f32; D], radius: f32, found: &mut Candidates<D>) {
        found.runs.clear();
        found.pairwise = false;
        // Differences of positions are rounded: what rounds to less than the radius may lie a little further off.
        let radius = radius * 1.000_01 + self.largest * 1e-6;
        let middle = |axis: usize| low[axis] + (high[axis] - low[axis]) * 0.5;
        let half = |axis: usize| (high[axis] - low[axis]) * 0.5;
        found.sieve =
            Sieve { centre: std::array::from_fn(middle), half: std::array::from_fn(half), reach: radius * radius };
        let spans: [Spans; D] = std::array::from_fn(|axis| self.spans(axis, low[axis] - radius, high[axis] + radius));
        // Where the box is as wide as the torus, a cell would come twice, and no longer in the order of storage.
        if self.around.is_some() && (0..D).any(|axis| spans[axis].cells() > self.counts[axis]) {
            return found.everyone(self.starts[self.starts.len() - 1] as usize);
        }
        // The rows' axes, the slowest first. In 2D the last one stands still.
        let slow = if D == 3 { spans[D - 1].clone() } else { Spans::one() };
        for &(z_first, z_last, z_shift) in slow.list() {
            for z in z_first..=z_last {
                for &(y_first, y_last, y_shift) in spans[1].list() {
                    for y in y_first..=y_last {
                        let row = (z * self.counts[1] + y) * self.counts[0];
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

    /// The cells from `low` to `high` along one axis, as up to three spans with their shifts, in the order of
    /// storage: those from beyond the upper seam, those here, those from beyond the lower seam.
    #[inline(always)]
    fn spans(&self, axis: usize, low: f32, high: f32) -> Spans {
        let last = self.counts[axis] as i32 - 1;
        let (from, to) = (self.along(axis, low), self.along(axis, high));
        let mut spans = Spans { spans: [(0, 0, 0.0); 3], count: 0 };
        let mut add = |from: i32, to: i32, shift: f32| {
            spans.spans[spans.count] = (from.clamp(0, last) as usize, to.clamp(0, last) as usize, shift);
            spans.count += 1;
        };
        match self.around {
            None => add(from, to, 0.0),
            Some(around) => {
                if to > last {
                    add(0, to - last - 1, around[axis]);
                }
                add(from, to, 0.0);
                if from < 0 {
                    add(from + last + 1, last, -around[axis]);
                }
            }
        }
        spans
    }
}

#[derive(Clone)]
struct Spans {
    spans: [(usize, usize, f32); 3],
    count: usize,
}

impl Spans {
    /// How many cells there are in all of them.
    fn cells(&self) -> usize {
        self.list().iter().map(|(first, last, _)| last + 1 - first).sum()
    }

    fn one() -> Self {
        Spans { spans: [(0, 0, 0.0); 3], count: 1 }
    }
    #[inline(always)]
    fn list(&self) -> &[(usize, usize, f32)] {
        &self.spans[..self.count]
    }
}

/// Some neighbouring cells and the stretch of the sorted order that belongs to them.
struct Stretch<'a> {
    /// The first of the cells.
    first: usize,
    /// Where it begins.
    base: u32,
    /// Where each cell's next boid goes: at first where the cell begins, at last where it ends.
    cursors: &'a mut [u32],
    order: &'a mut [u32],
}

impl Stretch<'_> {
    /// Writes the order of these cells' boids, cutting the work into pieces of about `share` boids.
    fn fill(self, share: usize, cell_of_place: &[f32], ids: &[u32]) {
        let Stretch { first, base, cursors, order } = self;
        if order.len() > share && cursors.len() > 1 {
            let half = base + order.len() as u32 / 2;
            let at = cursors.partition_point(|start| *start < half).clamp(1, cursors.len() - 1);
            let middle = cursors[at];
            let (cursors, cursors_after) = cursors.split_at_mut(at);
            let (order, order_after) = order.split_at_mut((middle - base) as usize);
            let before = Stretch { first, base, cursors, order };
            let after = Stretch { first: first + at, base: middle, cursors: cursors_after, order: order_after };
            parallel::join(|| before.fill(share, cell_of_place, ids), || after.fill(share, cell_of_place, ids));
            return;
        }
        for (place, cell) in cell_of_place.iter().enumerate() {
            if let Some(cursor) = cursors.get_mut((cell.to_bits() as usize).wrapping_sub(first)) {
                order[(*cursor - base) as usize] = place as u32;
                *cursor += 1;
            }
        }
        // Within a cell by id. The order of the last step is nearly that already.
        let mut start = base;
        for &mut end in cursors {
            let cell = &mut order[(start - base) as usize..(end - base) as usize];
            let id = |place: &u32| ids[*place as usize];
            if !cell.is_sorted_by_key(id) {
                cell.sort_unstable_by_key(id);
            }
            start = end;
        }
    }
}

/// The box round a flock: its lowest corner and its size.
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
