//! Which rows of cells are stored: all of them, or, where a flock is divided among ranks, those around one part.

use std::ops::Range;

/// Bands of consecutive rows, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rows {
    bands: Vec<Band>,
}

/// Consecutive rows. What is stored of them follows what is stored of the bands before.
#[derive(Clone, Debug, PartialEq)]
struct Band {
    cells: Range<usize>,
    /// The number of cells before it that are not stored.
    skipped: usize,
}

impl Rows {
    /// These rows, in ascending order and without overlap; each has so many cells.
    pub fn new(rows: impl IntoIterator<Item = Range<usize>>, cells_per_row: usize) -> Self {
        let (mut bands, mut stored): (Vec<Band>, usize) = (Vec::new(), 0);
        for rows in rows {
            let cells = rows.start * cells_per_row..rows.end * cells_per_row;
            bands.push(Band { skipped: cells.start - stored, cells: cells.clone() });
            stored += cells.len();
        }
        Rows { bands }
    }

    /// The number of cells that are stored.
    pub fn cells(&self) -> usize {
        self.bands.iter().map(|band| band.cells.len()).sum()
    }

    /// Whether the cells are stored under their own numbers, from the first on.
    pub fn is_whole(&self) -> bool {
        self.bands.len() <= 1 && self.bands.iter().all(|band| band.skipped == 0)
    }

    /// Under which number a cell is stored; `None` if it is not.
    #[inline(always)]
    pub fn stored(&self, cell: usize) -> Option<usize> {
        let band = self.bands.iter().find(|band| band.cells.contains(&cell))?;
        Some(cell - band.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_stored_one_after_the_other() {
        let rows = Rows::new([0..2, 7..8], 10);
        assert_eq!(rows.cells(), 30);
        assert_eq!([0, 19, 70, 79].map(|cell| rows.stored(cell)), [Some(0), Some(19), Some(20), Some(29)]);
        assert_eq!([20, 69, 80].map(|cell| rows.stored(cell)), [None; 3]);
        let one = |range| Rows::new(std::iter::once(range), 10);
        assert!(!rows.is_whole() && one(0..5).is_whole() && !one(1..5).is_whole());
    }
}
