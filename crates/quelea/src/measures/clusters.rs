//! The clusters of a flock: the connected components of the graph that links close boids.

use super::{KdTree, Offsets, square};
use crate::geometry::periodic::Bounds;
use std::cell::Cell;

/// The number of clusters, and the size of the largest. Points of one tree are linked if they are closer than its link
/// distance, points of two trees if they are closer than the smaller of the two.
pub(super) fn clusters<const D: usize>(trees: &[KdTree<D>], links: &[f64], offsets: &Offsets<D>) -> (u64, u64) {
    disjoint_sets(trees, links, offsets).count()
}

/// The smallest id in the cluster of each boid, by id; `None` for a boid on its own.
pub(super) fn members<const D: usize>(
    trees: &[KdTree<D>],
    links: &[f64],
    offsets: &Offsets<D>,
    boids: usize,
) -> Vec<Option<u32>> {
    let mut sets = disjoint_sets(trees, links, offsets);
    // The points of all trees, one after the other, as the disjoint sets number them.
    let ids: Vec<u32> = trees.iter().flat_map(|tree| tree.ids.iter().copied()).collect();
    let mut smallest = vec![u32::MAX; ids.len()];
    let mut sizes = vec![0u32; ids.len()];
    for (member, id) in ids.iter().enumerate() {
        let leader = sets.leader(member);
        smallest[leader] = smallest[leader].min(*id);
        sizes[leader] += 1;
    }
    let mut found = vec![None; boids];
    for (member, id) in ids.iter().enumerate() {
        let leader = sets.leader(member);
        found[*id as usize] = (sizes[leader] > 1).then_some(smallest[leader]);
    }
    found
}

pub(super) fn disjoint_sets<const D: usize>(trees: &[KdTree<D>], links: &[f64], offsets: &Offsets<D>) -> DisjointSets {
    let mut first = 0;
    let parts = trees.iter().zip(links).filter(|(tree, _)| !tree.points.is_empty()).map(|(tree, link)| {
        let linked = vec![Cell::new(false); tree.nodes.len()];
        let whole = Whole { tree, first, link: square(*link), linked };
        first += tree.points.len();
        whole
    });
    let parts: Vec<Whole<D>> = parts.collect();
    let mut sets = DisjointSets::new(first);
    for (a, whole) in parts.iter().enumerate() {
        link_inside(&mut sets, offsets, whole, 0);
        for other in &parts[..a] {
            link(&mut sets, offsets, whole.link.min(other.link), &whole.node(0), &other.node(0));
        }
    }
    sets
}

/// The tree of a species, with the squared link distance.
struct Whole<'a, const D: usize> {
    tree: &'a KdTree<D>,
    /// The index of its first point among the points of all trees.
    first: usize,
    link: f64,
    /// Whether the points of each node are known to be in one cluster. Sets only grow, so they stay in one.
    linked: Vec<Cell<bool>>,
}

/// A node, or a single point.
struct Part<'a, const D: usize> {
    whole: &'a Whole<'a, D>,
    node: Option<usize>,
    bounds: Bounds<D>,
    start: usize,
    end: usize,
    /// Whether it is so small that all its points are linked to each other.
    solid: bool,
    /// Whether all its points are in one cluster.
    linked: bool,
}

impl<'a, const D: usize> Whole<'a, D> {
    fn node(&'a self, number: usize) -> Part<'a, D> {
        let node = &self.tree.nodes[number];
        let solid = node.end - node.start == 1 || node.bounds.diagonal() < self.link;
        let linked = solid || self.linked[number].get();
        Part { whole: self, node: Some(number), bounds: node.bounds, start: node.start, end: node.end, solid, linked }
    }

    fn point(&'a self, index: usize) -> Part<'a, D> {
        let bounds = Bounds::point(&self.tree.points[index]);
        Part { whole: self, node: None, bounds, start: index, end: index + 1, solid: true, linked: true }
    }
}

impl<'a, const D: usize> Part<'a, D> {
    fn any_point(&self) -> usize {
        self.whole.first + self.start
    }

    /// Calls `each` with its two child nodes, or with the points of a leaf.
    fn split(&self, mut each: impl FnMut(Part<'a, D>)) {
        match self.node.and_then(|number| self.whole.tree.children(number)) {
            Some(children) => children.into_iter().for_each(|child| each(self.whole.node(child))),
            None => (self.start..self.end).for_each(|index| each(self.whole.point(index))),
        }
    }
}

/// Links the points below a node.
fn link_inside<const D: usize>(sets: &mut DisjointSets, offsets: &Offsets<D>, whole: &Whole<D>, number: usize) {
    let part = whole.node(number);
    if part.solid {
        (part.start..part.end).for_each(|index| sets.join(part.any_point(), whole.first + index));
    } else if let Some([left, right]) = whole.tree.children(number) {
        link_inside(sets, offsets, whole, left);
        link_inside(sets, offsets, whole, right);
        link(sets, offsets, whole.link, &whole.node(left), &whole.node(right));
    } else {
        for a in part.start..part.end {
            for b in a + 1..part.end {
                link(sets, offsets, whole.link, &whole.point(a), &whole.point(b));
            }
        }
    }
    let mut others = part.start + 1..part.end;
    let first = sets.leader(part.any_point());
    whole.linked[number].set(
        match whole.tree.children(number).map(|children| children.map(|child| whole.node(child))) {
            Some([left, right]) => left.linked && right.linked && sets.leader(right.any_point()) == first,
            None => others.all(|index| sets.leader(whole.first + index) == first),
        },
    );
}

/// Links the points of one part with those of another, once the points within each are linked.
fn link<const D: usize>(sets: &mut DisjointSets, offsets: &Offsets<D>, below: f64, a: &Part<D>, b: &Part<D>) {
    let (least, greatest) = offsets.range(&a.bounds, &b.bounds);
    if least >= below {
        return;
    }
    if a.linked && b.linked {
        // Two crowds side by side are one cluster after the first link, which saves the other pairs.
        if sets.leader(a.any_point()) == sets.leader(b.any_point()) {
            return;
        }
        if greatest < below {
            return sets.join(a.any_point(), b.any_point());
        }
    }
    // Two points are either linked or not, so one of the parts is a node here.
    let larger = a.end - a.start >= b.end - b.start;
    if if a.solid == b.solid { larger } else { b.solid } {
        a.split(|part| link(sets, offsets, below, &part, b));
    } else {
        b.split(|part| link(sets, offsets, below, a, &part));
    }
}

/// Disjoint sets: every member points towards its leader.
pub(super) struct DisjointSets {
    leaders: Vec<u32>,
}

impl DisjointSets {
    /// Sets of one member each.
    pub fn new(members: usize) -> Self {
        DisjointSets { leaders: (0..members as u32).collect() }
    }

    pub fn leader(&mut self, mut member: usize) -> usize {
        while self.leaders[member] as usize != member {
            let next = self.leaders[member] as usize;
            self.leaders[member] = self.leaders[next];
            member = next;
        }
        member
    }

    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.leader(a), self.leader(b));
        self.leaders[a.max(b)] = a.min(b) as u32;
    }

    fn count(mut self) -> (u64, u64) {
        let mut sizes = vec![0u64; self.leaders.len()];
        for member in 0..sizes.len() {
            sizes[self.leader(member)] += 1;
        }
        (sizes.iter().filter(|size| **size > 0).count() as u64, sizes.iter().copied().max().unwrap_or(0))
    }
}
