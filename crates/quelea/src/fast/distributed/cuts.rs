//! Where a flock is cut: which rank owns which rows of cells.

use crate::engine::canonical_order::CellLayout;
use std::ops::Range;

/// The first row of each rank, and the end of the last. A rank may own no row at all.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cuts(Vec<usize>);

impl Cuts {
    /// Cuts rows with these costs so that the ranks have about equal shares.
    pub fn balanced(costs: &[f64], ranks: usize) -> Self {
        let total: f64 = costs.iter().sum();
        let (mut cuts, mut row, mut before) = (vec![0], 0, 0.0);
        for rank in 1..ranks {
            let share = total * rank as f64 / ranks as f64;
            // A row goes to whom most of it belongs.
            while row < costs.len() && before + costs[row] / 2.0 <= share {
                before += costs[row];
                row += 1;
            }
            cuts.push(row);
        }
        cuts.push(costs.len());
        Cuts(cuts)
    }

    /// The rows of a rank.
    pub fn rows(&self, rank: usize) -> Range<usize> {
        self.0[rank]..self.0[rank + 1]
    }

    /// The rank that owns a row.
    pub fn owner(&self, row: usize) -> usize {
        // Of several ranks that begin with this row all but the last own nothing.
        self.0.partition_point(|first| *first <= row) - 1
    }

    /// The cuts at the same places of another layout.
    pub fn moved<const D: usize>(&self, from: &CellLayout<D>, to: &CellLayout<D>) -> Self {
        let rows: usize = to.counts[1..].iter().product();
        let ranks = self.0.len() - 1;
        let mut cuts = vec![0];
        for &cut in &self.0[1..ranks] {
            cuts.push(same_place(cut, from, to).clamp(cuts[cuts.len() - 1], rows));
        }
        cuts.push(rows);
        Cuts(cuts)
    }
}

/// The row of a layout that is where a row of another one is.
fn same_place<const D: usize>(row: usize, from: &CellLayout<D>, to: &CellLayout<D>) -> usize {
    let (mut rest, mut place, mut stride) = (row, 0, 1);
    for axis in 1..D {
        let last = axis == D - 1;
        let index = if last { rest } else { rest % from.counts[axis] };
        rest /= from.counts[axis];
        let middle = match from.cells_per_length[axis] {
            0.0 => from.low[axis],
            per_length => from.low[axis] + (index as f32 + 0.5) / per_length,
        };
        // Beyond the last row is the end.
        let end = last && index >= from.counts[axis];
        let moved = if end { to.counts[axis] as i32 } else { to.coordinate(axis, middle) };
        place += moved.clamp(0, to.counts[axis] as i32) as usize * stride;
        stride *= to.counts[axis];
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::canonical_order::Reach;

    #[test]
    fn rows_are_shared_by_cost() {
        let cuts = Cuts::balanced(&[1.0; 10], 3);
        assert_eq!((0..3).map(|rank| cuts.rows(rank)).collect::<Vec<_>>(), [0..3, 3..7, 7..10]);
        assert_eq!([0, 2, 3, 6, 7, 9].map(|row| cuts.owner(row)), [0, 0, 1, 1, 2, 2]);
        let cuts = Cuts::balanced(&[0.0, 9.0, 0.0], 4);
        assert_eq!((0..4).map(|rank| cuts.rows(rank).len()).sum::<usize>(), 3);
        for row in 0..3 {
            assert!(cuts.rows(cuts.owner(row)).contains(&row));
        }
        assert_eq!(Cuts::balanced(&[], 2).rows(1), 0..0);
    }

    #[test]
    fn cuts_stay_where_they_are_while_the_layout_changes() {
        let layout = |low: f32, size: f32| CellLayout::<3>::new([low; 3], [size; 3], 5000, Reach::Radius(5.0));
        let (small, large) = (layout(0.0, 100.0), layout(-10.0, 120.0));
        let rows = |layout: &CellLayout<3>| layout.counts[1] * layout.counts[2];
        let cuts = Cuts::balanced(&vec![1.0; rows(&small)], 5);
        assert_eq!(cuts.moved(&small, &small), cuts);
        let there = cuts.moved(&small, &large);
        assert!(there.rows(0).len() > cuts.rows(0).len(), "{there:?}");
        assert_eq!(there.rows(4).end, rows(&large));
    }
}
