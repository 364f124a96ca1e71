//! A k-d tree that counts.
//!
//! It answers "how many pairs are nearer than this" without looking at each pair: where a whole box of
//! points is near enough, its number is added at once. That is what keeps a measure affordable when ten
//! thousand boids crowd into one radius, and what an ordinary nearest-neighbour tree does not offer. It
//! knows the torus, and splits by rank, so coincident points need no special care.

use super::{Bounds, Offsets, each};

/// The most points a leaf holds. Splitting by rank makes leaves of nearly equal size.
const LEAF: usize = 12;

/// Points, sorted so that every node's are next to each other.
pub(super) struct Tree<const D: usize> {
    pub points: Vec<[f64; D]>,
    /// The boid that each point is.
    pub ids: Vec<u32>,
    /// Each node before its children, the left child directly after it.
    pub nodes: Vec<Node<D>>,
    leaves: Vec<u32>,
}

pub(super) struct Node<const D: usize> {
    pub bounds: Bounds<D>,
    pub start: usize,
    pub end: usize,
    /// The right child; none for a leaf.
    pub right: Option<std::num::NonZeroU32>,
}

impl<const D: usize> Node<D> {
    fn len(&self) -> u64 {
        (self.end - self.start) as u64
    }
}

impl<const D: usize> Tree<D> {
    pub fn new(mut points: Vec<([f64; D], u32)>) -> Self {
        let mut tree = Tree { points: Vec::new(), ids: Vec::new(), nodes: Vec::new(), leaves: Vec::new() };
        if !points.is_empty() {
            tree.grow(&mut points, 0);
        }
        (tree.points, tree.ids) = points.into_iter().unzip();
        tree
    }

    /// Sorts some points, adds their nodes and returns the first.
    fn grow(&mut self, points: &mut [([f64; D], u32)], start: usize) -> u32 {
        let number = self.nodes.len();
        let bounds = Bounds::of(points.iter().map(|(point, _)| point));
        self.nodes.push(Node { bounds, start, end: start + points.len(), right: None });
        if points.len() <= LEAF {
            self.leaves.push(number as u32);
        } else {
            let (axis, middle) = (bounds.widest_axis(), points.len() / 2);
            points.select_nth_unstable_by(middle, |(a, _), (b, _)| a[axis].total_cmp(&b[axis]));
            let (left, right) = points.split_at_mut(middle);
            self.grow(left, start);
            let right = self.grow(right, start + middle);
            self.nodes[number].right = std::num::NonZeroU32::new(right);
        }
        number as u32
    }

    /// The two children of a node; none for a leaf.
    pub fn children(&self, number: usize) -> Option<[usize; 2]> {
        self.nodes[number].right.map(|right| [number + 1, right.get() as usize])
    }

    /// How many pairs of points have a squared distance below this.
    pub fn pairs(&self, offsets: &Offsets<D>, below: f64) -> u64 {
        let of = |leaf: usize| self.later_pairs(0, &self.nodes[self.leaves[leaf] as usize], offsets, below);
        each(self.leaves.len(), of).iter().sum()
    }

    /// The pairs of one leaf's points with each other and with all points after them.
    fn later_pairs(&self, number: usize, leaf: &Node<D>, offsets: &Offsets<D>, below: f64) -> u64 {
        let node = &self.nodes[number];
        if node.end <= leaf.start {
            return 0;
        }
        if node.start >= leaf.end {
            return self.pairs_near(number, leaf, &self.points[leaf.start..leaf.end], offsets, below);
        }
        match self.children(number) {
            Some(children) => children.iter().map(|child| self.later_pairs(*child, leaf, offsets, below)).sum(),
            None => {
                let points = &self.points[leaf.start..leaf.end];
                let later = |index: usize| nearer(offsets, &points[index], &points[index + 1..], below);
                (0..points.len()).map(later).sum()
            }
        }
    }

    /// How many pairs of one point here and one there have a squared distance below this.
    pub fn pairs_with(&self, other: &Self, offsets: &Offsets<D>, below: f64) -> u64 {
        if other.points.is_empty() {
            return 0;
        }
        let of = |leaf: usize| {
            let leaf = &self.nodes[self.leaves[leaf] as usize];
            other.pairs_near(0, leaf, &self.points[leaf.start..leaf.end], offsets, below)
        };
        each(self.leaves.len(), of).iter().sum()
    }

    /// The pairs of a leaf, perhaps of another tree, with the points below a node.
    fn pairs_near(&self, number: usize, leaf: &Node<D>, points: &[[f64; D]], offsets: &Offsets<D>, below: f64) -> u64 {
        let node = &self.nodes[number];
        let (least, greatest) = offsets.range(&leaf.bounds, &node.bounds);
        if least >= below {
            0
        } else if greatest < below {
            leaf.len() * node.len()
        } else if let Some(children) = self.children(number) {
            children.iter().map(|child| self.pairs_near(*child, leaf, points, offsets, below)).sum()
        } else {
            let own = &self.points[node.start..node.end];
            points.iter().map(|point| nearer(offsets, point, own, below)).sum()
        }
    }

    /// How many points have a squared distance from this place below this. Once it is clear that there are
    /// `enough`, the rest are not counted.
    pub fn count(&self, offsets: &Offsets<D>, place: &[f64; D], below: f64, enough: u64) -> u64 {
        if self.points.is_empty() { 0 } else { self.count_in(0, offsets, place, below, enough) }
    }

    fn count_in(&self, number: usize, offsets: &Offsets<D>, place: &[f64; D], below: f64, enough: u64) -> u64 {
        let node = &self.nodes[number];
        let (least, greatest) = offsets.range(&Bounds::point(place), &node.bounds);
        if least >= below {
            return 0;
        }
        if greatest < below {
            return node.len();
        }
        let Some([left, right]) = self.children(number) else {
            return nearer(offsets, place, &self.points[node.start..node.end], below);
        };
        let found = self.count_in(left, offsets, place, below, enough);
        if found >= enough { found } else { found + self.count_in(right, offsets, place, below, enough - found) }
    }

    /// The squared distance of the nearest point, without the one to skip, or `best` if none is nearer.
    pub fn nearest(&self, offsets: &Offsets<D>, place: &[f64; D], skip: Option<usize>, best: f64) -> f64 {
        if self.points.is_empty() { best } else { self.nearest_in(0, offsets, place, skip, best) }
    }

    fn nearest_in(
        &self,
        number: usize,
        offsets: &Offsets<D>,
        place: &[f64; D],
        skip: Option<usize>,
        mut best: f64,
    ) -> f64 {
        let Some(children) = self.children(number) else {
            let node = &self.nodes[number];
            for index in (node.start..node.end).filter(|index| Some(*index) != skip) {
                best = best.min(offsets.squared(place, &self.points[index]));
            }
            return best;
        };
        let place_bounds = Bounds::point(place);
        let mut children = children.map(|child| (offsets.range(&place_bounds, &self.nodes[child].bounds).0, child));
        if children[1].0 < children[0].0 {
            children.swap(0, 1);
        }
        for (least, child) in children {
            if least < best {
                best = self.nearest_in(child, offsets, place, skip, best);
            }
        }
        best
    }
}

fn nearer<const D: usize>(offsets: &Offsets<D>, place: &[f64; D], points: &[[f64; D]], below: f64) -> u64 {
    points.iter().map(|point| u64::from(offsets.squared(place, point) < below)).sum()
}
