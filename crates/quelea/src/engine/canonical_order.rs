//! The canonical order of boids, which fixes the order of summation.
//!
//! Floating-point sums depend on their order. An exact engine adds up the neighbours of a boid in the canonical
//! order: by cell, cells row by row with x fastest, and within a cell by id. Every engine that promises the same
//! bits as the fast engine must use this layout to the letter, computed in single precision without fused
//! operations. What is not here (how many boids a thread takes, how candidates are culled, how large a group is)
//! is tuning and may change freely.
//!
//! A change to anything in this file changes state hashes: raise [`VERSION`] and say so in CHANGELOG.md.

/// The version of the order. Runs with different versions may differ in the last bits.
pub const VERSION: u32 = 1;

/// The width of a cell along x, as a fraction of the reach: narrow, so that a row is nearly sorted by x.
const CELL_WIDTH: f32 = 0.25;

/// The height of a row of cells, in mean distances between boids: sixteen consecutive boids of a row are then
/// about as wide as high and have the fewest candidates between them. Measured in docs/performance.md.
const SPACINGS_PER_ROW: f32 = 3.0;

/// The largest number of cells along one axis, and in all.
const MAX_CELLS_PER_AXIS: usize = 1 << 15;
const MAX_CELLS: f64 = 2e9;

/// Cell coordinates saturate at this magnitude.
const MAX_CELL_COORDINATE: f32 = 4_000_000.0;

/// The smallest mean number of boids per cell. Engines that remember a search radius per boid have less memory
/// left for cells.
const MIN_BOIDS_PER_CELL: f64 = 0.5;
const MIN_BOIDS_PER_CELL_FOR_NEAREST: f64 = 1.1;

/// How far boids perceive, as far as it is known before they do. The cell size follows from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// At most this far.
    Radius(f32),
    /// As far as this many others are.
    Nearest(usize),
    /// Everyone, or friends: cells do not matter.
    All,
}

impl Reach {
    /// The reach of several species together: the largest radius, or without one the largest number.
    pub fn union(self, other: Reach) -> Reach {
        match (self, other) {
            (Reach::Radius(a), Reach::Radius(b)) => Reach::Radius(a.max(b)),
            (Reach::Nearest(a), Reach::Nearest(b)) => Reach::Nearest(a.max(b)),
            (Reach::Radius(_), _) | (_, Reach::All) => self,
            (_, other) => other,
        }
    }
}

/// The height of a row of cells, as a fraction of the reach: so high that the box around sixteen consecutive
/// boids has few others near it. In 3D sixteen boids need a higher row than in 2D to be as wide as high, and the
/// nearest have to be searched for a little beyond where they are expected. Measured in docs/performance.md.
fn row_height<const D: usize>(reach: Reach) -> f32 {
    match reach {
        Reach::Nearest(_) => 1.25,
        Reach::Radius(_) | Reach::All if D == 3 => 1.2,
        Reach::Radius(_) | Reach::All => 1.0,
    }
}

/// The volume of the unit ball.
pub fn unit_ball<const D: usize>() -> f64 {
    if D == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI }
}

/// How space is divided into cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLayout<const D: usize> {
    /// The lowest corner.
    pub low: [f32; D],
    /// Cells per unit of length; 0 along an axis without extent.
    pub cells_per_length: [f32; D],
    /// The number of cells along each axis.
    pub counts: [usize; D],
}

impl<const D: usize> CellLayout<D> {
    /// The layout for a number of boids in a box: the whole space on a torus, else the bounding box of the flock.
    pub fn new(low: [f32; D], size: [f32; D], boids: usize, reach: Reach) -> Self {
        let longest = size.iter().copied().fold(0.0, f32::max);
        let volume: f64 = size.iter().map(|side| f64::from(side.max(longest * 1e-3))).product();
        let side_for = |count: f64| libm::pow(volume * count / boids.max(1) as f64, 1.0 / D as f64) as f32;
        let radius = match reach {
            Reach::Radius(radius) => radius,
            // The radius within which this many are expected.
            Reach::Nearest(count) => side_for(count as f64 / unit_ball::<D>()),
            Reach::All => longest,
        };
        // In dense flocks rows are lower by a whole factor.
        let rows = libm::roundf(radius / (SPACINGS_PER_ROW * side_for(1.0)).max(f32::MIN_POSITIVE)).max(1.0);
        let mut widths: [f32; D] =
            std::array::from_fn(|axis| radius / rows * if axis == 0 { CELL_WIDTH } else { row_height::<D>(reach) });
        // In sparse flocks cells are wider: never many more cells than boids.
        let fewest = match reach {
            Reach::Nearest(_) => MIN_BOIDS_PER_CELL_FOR_NEAREST,
            Reach::Radius(_) | Reach::All => MIN_BOIDS_PER_CELL,
        };
        let smallest = side_for(fewest.max(boids as f64 / MAX_CELLS));
        let mean = libm::powf(widths.iter().product(), 1.0 / D as f32);
        if mean < smallest {
            widths = widths.map(|width| width * smallest / mean);
        }
        let mut layout = CellLayout { low, cells_per_length: [0.0; D], counts: [1; D] };
        for axis in 0..D {
            let count = if widths[axis] > 0.0 { (size[axis] / widths[axis]) as usize } else { 1 };
            layout.counts[axis] = count.clamp(1, MAX_CELLS_PER_AXIS);
            if size[axis] > 0.0 {
                layout.cells_per_length[axis] = layout.counts[axis] as f32 / size[axis];
            }
        }
        layout
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.counts.iter().product()
    }

    /// The cell coordinate along one axis. It never decreases as `x` increases, and may lie outside the layout.
    #[inline(always)]
    pub fn coordinate(&self, axis: usize, x: f32) -> i32 {
        // Adding 1.5 × 2²³ leaves the nearest whole number in the lowest bits. Which way a coordinate exactly at
        // the edge of a cell goes does not matter as long as it is always the same; unlike `floor`, this
        // vectorises on every processor.
        const MAGIC: f32 = 12_582_912.0;
        let x = (x - self.low[axis]) * self.cells_per_length[axis] - 0.5;
        let x = if x < MAX_CELL_COORDINATE { x } else { MAX_CELL_COORDINATE };
        let x = if x > -MAX_CELL_COORDINATE { x } else { -MAX_CELL_COORDINATE };
        ((x + MAGIC).to_bits() as i32).wrapping_sub(MAGIC.to_bits() as i32)
    }

    /// The index of the cell of a position. Positions outside the layout belong to the outermost cells.
    #[inline(always)]
    pub fn cell_of(&self, position: [f32; D]) -> usize {
        let mut cell = 0;
        for axis in (0..D).rev() {
            let along = self.coordinate(axis, position[axis]).clamp(0, self.counts[axis] as i32 - 1);
            cell = cell * self.counts[axis] as i32 + along;
        }
        cell as u32 as usize
    }
}

impl<const D: usize> Default for CellLayout<D> {
    fn default() -> Self {
        CellLayout { low: [0.0; D], cells_per_length: [0.0; D], counts: [1; D] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pins the layout: these numbers change only together with [`VERSION`].
    #[test]
    fn the_layout_is_that_of_version_1() {
        assert_eq!(VERSION, 1);
        let layout = CellLayout::<2>::new([0.0; 2], [640.0, 360.0], 300, Reach::Radius(50.0));
        assert_eq!(layout.counts, [51, 7]);
        assert_eq!(layout.cell_of([0.0, 0.0]), 0);
        assert_eq!(layout.cell_of([639.9, 0.0]), 50);
        assert_eq!(layout.cell_of([320.0, 359.9]), 6 * 51 + 25);
        let layout = CellLayout::<3>::new([-5.0; 3], [10.0; 3], 1000, Reach::Nearest(7));
        // Seven are expected within 1.187; cells of 0.25 by 1.25 by 1.25 of it hold 0.65 boids, and are widened to
        // 0.353 by 1.765 by 1.765, which hold 1.1.
        assert_eq!(layout.counts, [28, 5, 5]);
        assert_eq!(layout.cell_of([5.0; 3]), layout.cells() - 1);
    }

    #[test]
    fn a_box_without_extent_is_one_cell() {
        let layout = CellLayout::<2>::new([3.0; 2], [0.0; 2], 10, Reach::Radius(1.0));
        assert_eq!((layout.cells(), layout.cell_of([3.0, 3.0])), (1, 0));
    }

    #[test]
    fn the_largest_radius_wins_and_then_the_largest_number() {
        let reach = [Reach::Nearest(3), Reach::Radius(2.0), Reach::Nearest(9), Reach::Radius(5.0)];
        assert_eq!(reach.into_iter().fold(Reach::All, Reach::union), Reach::Radius(5.0));
        assert_eq!(
            [Reach::All, Reach::Nearest(3), Reach::Nearest(9)].into_iter().fold(Reach::All, Reach::union),
            Reach::Nearest(9)
        );
    }
}
