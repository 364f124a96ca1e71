//! Who is perceived across a cut: which ranks need a boid besides its owner, and which rows a rank stores.

use super::cuts::Cuts;
use crate::fast::search::grid::Grid;
use std::ops::Range;

/// A laid-out space with its cuts, as one rank sees it.
pub(super) struct Surroundings<'a, const D: usize> {
    pub grid: &'a Grid<D>,
    pub cuts: &'a Cuts,
    pub rank: usize,
    pub ranks: usize,
    /// How far boids perceive.
    pub radius: f32,
}

impl<const D: usize> Surroundings<'_, D> {
    /// Whether every rank needs every boid: the radius is so large that boids perceive across the whole torus.
    fn needs_everyone(&self) -> bool {
        self.radius > self.grid.max_radius() || self.radius.is_infinite()
    }

    /// The places along the slowest axis between which a boid belongs to this rank and is perceived by no other, so
    /// that nothing else has to be known of it. Empty if there are none.
    pub fn interior(&self) -> Range<f32> {
        let (own, layout) = (self.cuts.rows(self.rank), self.grid.layout());
        let per_layer: usize = layout.counts[1..D - 1].iter().product();
        let per_length = layout.cells_per_length[D - 1];
        if self.ranks == 1 {
            return f32::NEG_INFINITY..f32::INFINITY;
        }
        if self.needs_everyone() || per_length == 0.0 {
            return 0.0..0.0;
        }
        // Half a layer more on either side makes up for every rounding.
        let margin = self.grid.padded(self.radius) + 0.5 / per_length;
        let at = |layer: usize| layout.low[D - 1] + layer as f32 / per_length;
        let (first, end) = (own.start.div_ceil(per_layer), own.end / per_layer);
        at(first) + margin..at(end) - margin
    }

    /// The rank that owns a boid at this position.
    #[inline(always)]
    pub fn owner(&self, position: [f32; D]) -> usize {
        let row = self.grid.row_of(position);
        if self.cuts.rows(self.rank).contains(&row) { self.rank } else { self.cuts.owner(row) }
    }

    /// Calls `f` with each rank, besides the owner, some of whose boids may perceive one at this position. It may call
    /// it twice with the same.
    #[inline(always)]
    pub fn for_each_other(&self, position: [f32; D], owner: usize, mut f: impl FnMut(usize)) {
        if self.needs_everyone() {
            return (0..self.ranks).filter(|rank| *rank != owner && !self.cuts.rows(*rank).is_empty()).for_each(f);
        }
        let own = self.cuts.rows(owner);
        self.grid.rows_within(position, self.radius, |rows| {
            if own.start <= rows.start && rows.end <= own.end {
                return;
            }
            let (first, last) = (self.cuts.owner(rows.start), self.cuts.owner(rows.end - 1));
            let touched = |rank: &usize| *rank != owner && !self.cuts.rows(*rank).is_empty();
            (first..=last).filter(touched).for_each(&mut f);
        });
    }

    /// The rows that hold everyone whom the boids of this rank perceive.
    pub fn stored_rows(&self) -> Vec<Range<usize>> {
        let (own, counts) = (self.cuts.rows(self.rank), &self.grid.layout().counts);
        let per_layer: usize = counts[1..D - 1].iter().product();
        if own.is_empty() {
            return Vec::new();
        }
        let layers = counts[D - 1];
        let margin = match self.needs_everyone() {
            true => layers,
            // Two more: one for the part of a row, one for rounding.
            false => {
                ((self.grid.padded(self.radius) * self.grid.layout().cells_per_length[D - 1]) as usize + 2).min(layers)
            }
        };
        let (first, end) = (own.start / per_layer, (own.end - 1) / per_layer + 1);
        let (first, end) = (first as isize - margin as isize, end as isize + margin as isize);
        let within = |first: isize, end: isize| first as usize * per_layer..end as usize * per_layer;
        let layers = layers as isize;
        match (first < 0, end > layers) {
            _ if !self.grid.is_torus() => vec![within(first.max(0), end.min(layers))],
            _ if end - first >= layers => vec![within(0, layers)],
            (true, _) => vec![within(0, end), within(layers + first, layers)],
            (_, true) => vec![within(0, end - layers), within(first, layers)],
            (false, false) => vec![within(first, end)],
        }
    }
}
