//! Sorts a flock by cell, and within a cell by id: a counting sort on all threads.
//!
//! The cells are divided into ranges that hold about as many boids each. Every thread puts parts of the flock in the
//! order of the ranges, then every thread sorts ranges. A boid is looked at a fixed number of times, however many
//! threads there are, and the result depends on no split.

use super::rows::Rows;
use crate::engine::canonical_order::CellLayout;
use crate::fast::flock::{Flock, FlockSliceMut};
use crate::parallel::{self, Split};

/// How many ranges a thread gets: many, so that one that finishes early finds more to do.
const RANGES_PER_THREAD: usize = 16;

/// How many parts of the flock a thread gets, likewise.
const CHUNKS_PER_THREAD: usize = 16;

/// How finely the limits of a range are chosen: into about this many buckets of cells.
const BUCKETS_PER_RANGE: usize = 32;

/// Memory that sorts reuse from step to step: the cells of boids, and their slots, in the order of the ranges.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    cells: Vec<u32>,
    slots: Vec<u32>,
}

impl Scratch {
    /// The bytes that it takes.
    pub fn memory_bytes(&self) -> usize {
        4 * (self.cells.capacity() + self.slots.capacity())
    }
}

/// Writes a flock to `next` by cell and id, and the first slot of every cell and the end of the last to `starts`.
/// `next` must be as large as the flock; its contents are lost.
pub(super) fn sort<const D: usize>(
    layout: &CellLayout<D>,
    rows: &Rows,
    flock: &Flock<D>,
    next: &mut Flock<D>,
    starts: &mut Vec<u32>,
    scratch: &mut Scratch,
) {
    let threads = parallel::threads_for(flock.len());
    // Every range writes its cells, so nothing need be cleared.
    starts.resize(rows.cells() + 1, 0);
    starts[0] = 0;
    let cursors = &mut starts[1..];
    let Scratch { cells, slots } = scratch;
    cells.resize(flock.len(), 0);
    let next = next.as_mut_slices();
    if threads == 1 {
        find_cells(layout, rows, flock, 0, cells, |_| {});
        let boids = cells.iter().enumerate().map(|(slot, cell)| (slot as u32, *cell as usize));
        return Range { first_cell: 0, first_slot: 0, cursors, next }.sort(boids, flock);
    }

    // Every chunk of the flock puts its boids in the order of the ranges.
    let ranges = Ranges::new(layout, rows, flock, threads * RANGES_PER_THREAD);
    slots.resize(flock.len(), 0);
    let chunk = flock.len().div_ceil(threads * CHUNKS_PER_THREAD);
    let mut pieces = vec![Vec::new(); flock.len().div_ceil(chunk)];
    let parts = Parts(cells.chunks_mut(chunk).zip(slots.chunks_mut(chunk)).zip(&mut pieces).collect());
    parallel::for_each_chunk(parts, 1, &|index, parts: Parts<((_, _), &mut Vec<_>)>| {
        for ((cells, slots), pieces) in parts.0 {
            *pieces = partition(layout, rows, flock, index * chunk, &ranges, cells, slots);
        }
    });

    // Every range sorts the boids that chunks have for it, in the order of the chunks.
    let pieces = Pieces::new(pieces, ranges.len());
    let parts = RangesMut { ranges: &ranges, pieces: &pieces, range: 0, end: ranges.len(), cursors, next };
    parallel::for_each_chunk(parts, 1, &|range, part: RangesMut<D>| {
        let boids =
            pieces.of_range(range).iter().flat_map(|piece| slots[piece.clone()].iter().zip(&cells[piece.clone()]));
        let (first_cell, first_slot) = (ranges.first_cell(range), pieces.first_slot(range));
        let range = Range { first_cell, first_slot, cursors: part.cursors, next: part.next };
        range.sort(boids.map(|(slot, cell)| (*slot, *cell as usize)), flock);
    });
}

/// Where boids of the same chunk and range are.
type Piece = std::ops::Range<usize>;

/// Writes the cells and slots of consecutive boids in the order of the ranges, and otherwise in their own. Returns
/// which ranges got any, and where these are.
fn partition<const D: usize>(
    layout: &CellLayout<D>,
    rows: &Rows,
    flock: &Flock<D>,
    first: usize,
    ranges: &Ranges,
    cells: &mut [u32],
    slots: &mut [u32],
) -> Vec<(usize, Piece)> {
    let mut found = vec![0; cells.len()];
    let mut cursors = vec![0u32; ranges.len()];
    find_cells(layout, rows, flock, first, &mut found, |cell| cursors[ranges.of(cell)] += 1);
    let mut pieces = Vec::new();
    let mut start = 0;
    for (range, cursor) in cursors.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
        let end = start + *cursor;
        pieces.push((range, first + start as usize..first + end as usize));
        (*cursor, start) = (start, end);
    }
    for (index, cell) in found.into_iter().enumerate() {
        let cursor = &mut cursors[ranges.of(cell as usize)];
        cells[*cursor as usize] = cell;
        slots[*cursor as usize] = (first + index) as u32;
        *cursor += 1;
    }
    pieces
}

/// The pieces of each range.
struct Pieces {
    /// The pieces of all ranges, one range after the other, in the order of the chunks.
    all: Vec<Piece>,
    /// For each range, the first of its pieces, and the number of boids in the ranges before it; and the ends.
    firsts: Vec<(usize, u32)>,
}

impl Pieces {
    fn new(of_chunks: Vec<Vec<(usize, Piece)>>, ranges: usize) -> Self {
        let mut firsts = vec![(0, 0); ranges + 1];
        for (range, piece) in of_chunks.iter().flatten() {
            let first = &mut firsts[range + 1];
            *first = (first.0 + 1, first.1 + piece.len() as u32);
        }
        for range in 1..=ranges {
            let (pieces, boids) = firsts[range - 1];
            firsts[range] = (firsts[range].0 + pieces, firsts[range].1 + boids);
        }
        let mut all = vec![0..0; firsts[ranges].0];
        let mut cursors: Vec<usize> = firsts.iter().map(|(piece, _)| *piece).collect();
        for (range, piece) in of_chunks.into_iter().flatten() {
            all[cursors[range]] = piece;
            cursors[range] += 1;
        }
        Pieces { all, firsts }
    }

    fn of_range(&self, range: usize) -> &[Piece] {
        &self.all[self.firsts[range].0..self.firsts[range + 1].0]
    }

    fn first_slot(&self, range: usize) -> u32 {
        self.firsts[range].1
    }
}

/// What consecutive ranges write.
struct RangesMut<'a, const D: usize> {
    ranges: &'a Ranges,
    pieces: &'a Pieces,
    range: usize,
    end: usize,
    cursors: &'a mut [u32],
    next: FlockSliceMut<'a, D>,
}

impl<const D: usize> Split for RangesMut<'_, D> {
    fn len(&self) -> usize {
        self.end - self.range
    }
    fn split_at(self, at: usize) -> (Self, Self) {
        let RangesMut { ranges, pieces, range, end, cursors, next } = self;
        let middle = range + at;
        let slots = pieces.first_slot(middle) - pieces.first_slot(range);
        let (cursors, cursors_tail) = cursors.split_at_mut(ranges.first_cell(middle) - ranges.first_cell(range));
        let (next, next_tail) = next.split_at(slots as usize);
        let head = RangesMut { ranges, pieces, range, end: middle, cursors, next };
        (head, RangesMut { ranges, pieces, range: middle, end, cursors: cursors_tail, next: next_tail })
    }
}

/// Under which number the cell is stored that boids are in.
fn stored(rows: &Rows, cell: usize) -> usize {
    rows.stored(cell).expect("boids are in stored rows")
}

/// Writes the cells of consecutive boids, and shows each to `see`.
fn find_cells<const D: usize>(
    layout: &CellLayout<D>,
    rows: &Rows,
    flock: &Flock<D>,
    first: usize,
    cells: &mut [u32],
    mut see: impl FnMut(usize),
) {
    let positions: [&[f32]; D] = flock.positions.each_ref().map(|array| &array[first..first + cells.len()]);
    // Blocks that stay in the cache: the first loop has lanes, the second does not.
    let mut first = 0;
    for block in cells.chunks_mut(1024) {
        for (index, cell) in block.iter_mut().enumerate() {
            let found = layout.cell_of(std::array::from_fn(|axis| positions[axis][first + index]));
            *cell = found as u32;
        }
        if !rows.is_whole() {
            block.iter_mut().for_each(|cell| *cell = stored(rows, *cell as usize) as u32);
        }
        block.iter().for_each(|cell| see(*cell as usize));
        first += block.len();
    }
}

/// Ranges of cells that hold about as many boids each.
struct Ranges {
    /// The first bucket of each range, and the end of the last. A bucket is a few consecutive cells.
    limits: Vec<usize>,
    /// The range of each bucket.
    range_of_bucket: Vec<u16>,
    /// A bucket has 2 to the power of this many cells.
    shift: u32,
}

impl Ranges {
    /// At most this many ranges.
    ///
    /// After the first step boids are nearly in order, so that the cells of a few, evenly apart, are good limits.
    fn new<const D: usize>(layout: &CellLayout<D>, rows: &Rows, flock: &Flock<D>, most: usize) -> Self {
        let most = most.min(usize::from(u16::MAX));
        let mut shift = 0;
        while rows.cells() >> shift > most * BUCKETS_PER_RANGE {
            shift += 1;
        }
        let cell = |range: usize| stored(rows, layout.cell_of(flock.position(range * flock.len() / most)));
        let mut limits: Vec<usize> = (1..most).map(|range| cell(range) >> shift).collect();
        let buckets = (rows.cells() >> shift) + 1;
        limits.extend([0, buckets]);
        limits.sort_unstable();
        limits.dedup();
        let mut range_of_bucket = vec![0; buckets];
        for (range, limits) in limits.windows(2).enumerate() {
            range_of_bucket[limits[0]..limits[1]].fill(range as u16);
        }
        Ranges { limits, range_of_bucket, shift }
    }

    fn len(&self) -> usize {
        self.limits.len() - 1
    }

    /// The first cell of a range; beyond all cells for the one after the last.
    fn first_cell(&self, range: usize) -> usize {
        self.limits[range] << self.shift
    }

    /// The range of a cell.
    #[inline(always)]
    fn of(&self, cell: usize) -> usize {
        usize::from(self.range_of_bucket[cell >> self.shift])
    }
}

/// Consecutive cells, and the part of the sorted flock that belongs to them.
struct Range<'a, const D: usize> {
    first_cell: usize,
    first_slot: u32,
    /// For each cell, at last its end.
    cursors: &'a mut [u32],
    next: FlockSliceMut<'a, D>,
}

impl<const D: usize> Range<'_, D> {
    /// Sorts boids of a flock, given by slot and cell, by cell and id.
    fn sort(self, boids: impl Iterator<Item = (u32, usize)> + Clone, flock: &Flock<D>) {
        let Range { first_cell, first_slot, cursors, next } = self;
        cursors.fill(0);
        boids.clone().for_each(|(_, cell)| cursors[cell - first_cell] += 1);
        let mut start = first_slot;
        for cursor in &mut *cursors {
            (*cursor, start) = (start, start + *cursor);
        }
        // The slots are where the ids will be.
        let order = &mut *next.ids;
        boids.for_each(|(slot, cell)| {
            let cursor = &mut cursors[cell - first_cell];
            order[(*cursor - first_slot) as usize] = slot;
            *cursor += 1;
        });
        // Within a cell by id. After the last step's order that is nearly the case already.
        let mut start = first_slot;
        for &mut end in cursors {
            let cell = &mut order[(start - first_slot) as usize..(end - first_slot) as usize];
            if flock.high_ids.is_empty() {
                sort_by(cell, |slot| flock.ids[*slot as usize]);
            } else {
                sort_by(cell, |slot| flock.id(*slot as usize));
            }
            start = end;
        }
        next.gather(flock);
    }
}

/// Sorts the slots of a cell.
fn sort_by<K: Ord>(cell: &mut [u32], key: impl Fn(&u32) -> K) {
    if !cell.is_sorted_by_key(&key) {
        cell.sort_unstable_by_key(&key);
    }
}

/// Things that are handed to threads one by one.
struct Parts<T>(Vec<T>);

impl<T: Send> Split for Parts<T> {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn split_at(mut self, at: usize) -> (Self, Self) {
        let tail = self.0.split_off(at);
        (self, Parts(tail))
    }
}
