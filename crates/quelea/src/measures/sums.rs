//! Sums over all boids, by id, that come out alike on any number of threads and ranks.
//!
//! A sum of floating-point numbers depends on its order. Boids are added up in blocks of ids, one after the other, and
//! then the blocks; who adds up which block does not matter.

use crate::parallel;
use crate::ranks::{OneRank, Ranks};
use crate::state::part::{BLOCK, halves, whole};

/// Boids with consecutive ids, from the start of a block on, and the ranks that have the others.
#[derive(Clone, Copy)]
pub(super) struct Sums<'a> {
    pub ranks: &'a dyn Ranks,
    /// How many boids are here.
    pub here: usize,
    /// How many there are in all.
    pub boids: usize,
}

impl Sums<'_> {
    /// All boids, in one process.
    pub fn whole(boids: usize) -> Self {
        Sums { ranks: &OneRank, here: boids, boids }
    }

    /// The sums of numbers over all boids. `f` gives those of a boid, by its place among the boids here.
    pub fn sum<const N: usize>(&self, f: impl Fn(usize) -> [f64; N] + Sync) -> [f64; N] {
        let add = |mut sum: [f64; N], numbers: [f64; N]| {
            (0..N).for_each(|index| sum[index] += numbers[index]);
            sum
        };
        let block = |index: usize| (index * BLOCK..((index + 1) * BLOCK).min(self.here)).map(&f).fold([0.0; N], add);
        let own: Vec<Block<N>> = parallel::map_tasks(self.here.div_ceil(BLOCK), |index| Block(block(index)));
        let numbers = own.iter().flat_map(|block| block.0).collect();
        let all = self.gather(numbers);
        // The first block is where the sum starts, so that few boids are added up one after the other.
        let mut blocks = all.chunks_exact(N).map(|block| std::array::from_fn(|index| block[index]));
        let first = blocks.next().unwrap_or([0.0; N]);
        blocks.fold(first, add)
    }

    /// The largest number of any boid; at least 0.
    pub fn max(&self, f: impl Fn(usize) -> f64 + Sync) -> f64 {
        let block = |index: usize| index * BLOCK..((index + 1) * BLOCK).min(self.here);
        let largest = |index: usize| block(index).map(&f).fold(0.0, f64::max);
        let own = parallel::map_tasks(self.here.div_ceil(BLOCK), largest).into_iter().fold(0.0, f64::max);
        self.gather(vec![own]).into_iter().fold(0.0, f64::max)
    }

    /// The numbers of all ranks, one rank after the other.
    fn gather(&self, numbers: Vec<f64>) -> Vec<f64> {
        if self.ranks.count() == 1 {
            return numbers;
        }
        let all = self.ranks.gather(numbers.iter().flat_map(|number| halves(number.to_bits())).collect());
        let number = |halves: &[u32]| f64::from_bits(whole(halves));
        all.iter().flat_map(|message| message.chunks_exact(2).map(number)).collect()
    }
}

/// The sums of a block.
#[derive(Clone)]
struct Block<const N: usize>([f64; N]);

impl<const N: usize> Default for Block<N> {
    fn default() -> Self {
        Block([0.0; N])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::ThreadRanks;
    use crate::state::part::ids_of_rank;

    #[test]
    fn any_number_of_ranks_has_the_same_sums() {
        let boids = 3 * BLOCK + 17;
        let number = |id: usize| libm::sin(id as f64) * 1e3 + 1e-9 * id as f64;
        let whole = Sums::whole(boids).sum(|id| [number(id), 1.0]);
        assert_eq!(whole[1], boids as f64);
        for count in [1, 2, 3, 7] {
            std::thread::scope(|scope| {
                for ranks in ThreadRanks::new(count) {
                    scope.spawn(move || {
                        let ids = ids_of_rank(boids, count, ranks.rank());
                        let sums = Sums { ranks: &ranks, here: ids.len(), boids };
                        assert_eq!(sums.sum(|index| [number(ids.start + index), 1.0]), whole, "{count} ranks");
                        assert_eq!(sums.max(|index| (ids.start + index) as f64), (boids - 1) as f64);
                    });
                }
            });
        }
    }

    #[test]
    fn few_boids_are_added_up_one_after_the_other() {
        let numbers: Vec<f64> = (0..1000).map(|id| libm::sin(id as f64)).collect();
        assert_eq!(Sums::whole(1000).sum(|id| [numbers[id]])[0], numbers.iter().sum::<f64>());
    }
}
