//! A k-d tree that counts.
//!
//! It answers "how many pairs are closer than this" without visiting each pair: where a whole box of points is close
//! enough, its count is added at once. That keeps measures affordable when ten thousand boids crowd into one radius,
//! and is what ordinary nearest-neighbour trees do not offer. It knows the torus, and splits by rank, so coincident
//! points need no special care.

use super::periodic::{Bounds, Offsets};
use crate::parallel;

/// The largest number of points in a leaf. Splitting by rank makes leaves of nearly equal size.
const LEAF: usize = 12;

/// Points, sorted so that those of every node are contiguous.
pub(crate) struct KdTree<const D: usize> {
    pub points: Vec<[f64; D]>,
    /// The id of each point.
    pub ids: Vec<u32>,
    /// Each node before its children, the left child directly after it.
    pub nodes: Vec<Node<D>>,
    leaves: Vec<u32>,
}

pub(crate) struct Node<const D: usize> {
    pub bounds: Bounds<D>,
    pub start: usize,
    pub end: usize,
    /// The right child; `None` for a leaf.
    pub right: Option<std::num::NonZeroU32>,
}

impl<const D: usize> Node<D> {
    fn len(&self) -> u64 {
        (self.end - self.start) as u64
    }
}

impl<const D: usize> KdTree<D> {
    pub fn new(mut points: Vec<([f64; D], u32)>) -> Self {
        let mut tree = KdTree { points: Vec::new(), ids: Vec::new(), nodes: Vec::new(), leaves: Vec::new() };
        if !points.is_empty() {
            tree.grow(&mut points, 0);
        }
        (tree.points, tree.ids) = points.into_iter().unzip();
        tree
    }

    /// Sorts some points, adds their nodes and returns the root of them.
    fn grow(&mut self, points: &mut [([f64; D], u32)], start: usize) -> u32 {
        let number = self.nodes.len();
        let bounds = Bounds::around(points.iter().map(|(point, _)| point));
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

    /// The two children of a node; `None` for a leaf.
    pub fn children(&self, number: usize) -> Option<[usize; 2]> {
        self.nodes[number].right.map(|right| [number + 1, right.get() as usize])
    }

    /// The number of pairs of points with a squared distance below this.
    pub fn pairs(&self, offsets: &Offsets<D>, below: f64) -> u64 {
        let of = |leaf: usize| self.later_pairs(0, &self.nodes[self.leaves[leaf] as usize], offsets, below);
        parallel::map(self.leaves.len(), of).iter().sum()
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

    /// The number of pairs of a point here and one there with a squared distance below this.
    pub fn pairs_with(&self, other: &Self, offsets: &Offsets<D>, below: f64) -> u64 {
        if other.points.is_empty() {
            return 0;
        }
        let of = |leaf: usize| {
            let leaf = &self.nodes[self.leaves[leaf] as usize];
            other.pairs_near(0, leaf, &self.points[leaf.start..leaf.end], offsets, below)
        };
        parallel::map(self.leaves.len(), of).iter().sum()
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

    /// The number of points with a squared distance from a point below this. Counting stops once there are `enough`.
    pub fn count(&self, offsets: &Offsets<D>, point: &[f64; D], below: f64, enough: u64) -> u64 {
        if self.points.is_empty() { 0 } else { self.count_in(0, offsets, point, below, enough) }
    }

    fn count_in(&self, number: usize, offsets: &Offsets<D>, point: &[f64; D], below: f64, enough: u64) -> u64 {
        let node = &self.nodes[number];
        let (least, greatest) = offsets.range(&Bounds::point(point), &node.bounds);
        if least >= below {
            return 0;
        }
        if greatest < below {
            return node.len();
        }
        let Some([left, right]) = self.children(number) else {
            return nearer(offsets, point, &self.points[node.start..node.end], below);
        };
        let found = self.count_in(left, offsets, point, below, enough);
        if found >= enough { found } else { found + self.count_in(right, offsets, point, below, enough - found) }
    }

    /// Calls `f` with the id of every point with a squared distance from a point below this.
    pub fn each_within(&self, offsets: &Offsets<D>, point: &[f64; D], below: f64, mut f: impl FnMut(u32)) {
        if !self.points.is_empty() {
            self.each_within_in(0, offsets, point, below, &mut f);
        }
    }

    fn each_within_in(
        &self,
        number: usize,
        offsets: &Offsets<D>,
        point: &[f64; D],
        below: f64,
        f: &mut impl FnMut(u32),
    ) {
        let node = &self.nodes[number];
        let (least, greatest) = offsets.range(&Bounds::point(point), &node.bounds);
        if least >= below {
            return;
        }
        if greatest < below {
            return self.ids[node.start..node.end].iter().for_each(|id| f(*id));
        }
        match self.children(number) {
            Some(children) => {
                children.into_iter().for_each(|child| self.each_within_in(child, offsets, point, below, f));
            }
            None => {
                for index in node.start..node.end {
                    if offsets.squared(point, &self.points[index]) < below {
                        f(self.ids[index]);
                    }
                }
            }
        }
    }

    /// The squared distance of the nearest point, without the one to skip, or `best` if none is nearer.
    pub fn nearest(&self, offsets: &Offsets<D>, point: &[f64; D], skip: Option<usize>, best: f64) -> f64 {
        if self.points.is_empty() { best } else { self.nearest_in(0, offsets, point, skip, best) }
    }

    fn nearest_in(
        &self,
        number: usize,
        offsets: &Offsets<D>,
        point: &[f64; D],
        skip: Option<usize>,
        mut best: f64,
    ) -> f64 {
        let Some(children) = self.children(number) else {
            let node = &self.nodes[number];
            for index in (node.start..node.end).filter(|index| Some(*index) != skip) {
                best = best.min(offsets.squared(point, &self.points[index]));
            }
            return best;
        };
        let point_bounds = Bounds::point(point);
        let mut children = children.map(|child| (offsets.range(&point_bounds, &self.nodes[child].bounds).0, child));
        if children[1].0 < children[0].0 {
            children.swap(0, 1);
        }
        for (least, child) in children {
            if least < best {
                best = self.nearest_in(child, offsets, point, skip, best);
            }
        }
        best
    }
}

fn nearer<const D: usize>(offsets: &Offsets<D>, point: &[f64; D], points: &[[f64; D]], below: f64) -> u64 {
    points.iter().map(|other| u64::from(offsets.squared(point, other) < below)).sum()
}
