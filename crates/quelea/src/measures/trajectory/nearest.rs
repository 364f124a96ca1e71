//! The k nearest boids of each boid.

use crate::geometry::kd_tree::KdTree;
use crate::geometry::periodic::{Bounds, Offsets};
use crate::parallel;

/// The k nearest others of each point, as indices of points, from the nearest; equally near ones by index.
pub(super) fn k_nearest<const D: usize>(offsets: &Offsets<D>, positions: &[[f64; D]], k: usize) -> Vec<Vec<u32>> {
    let inside: Vec<[f64; D]> = positions.iter().map(|position| offsets.inside(position)).collect();
    let tree = KdTree::new(inside.iter().copied().zip(0..).collect());
    parallel::map(positions.len(), |index| {
        let mut nearest = Nearest { own: index as u32, k, found: Vec::with_capacity(k + 1) };
        if k > 0 {
            nearest.visit(&tree, offsets, &inside[index], 0);
        }
        nearest.found.into_iter().map(|(_, id)| id).collect()
    })
}

/// The nearest so far, in order.
struct Nearest {
    own: u32,
    k: usize,
    found: Vec<(f64, u32)>,
}

impl Nearest {
    fn visit<const D: usize>(&mut self, tree: &KdTree<D>, offsets: &Offsets<D>, point: &[f64; D], number: usize) {
        let Some(children) = tree.children(number) else {
            let node = &tree.nodes[number];
            for index in node.start..node.end {
                self.offer(offsets.squared(point, &tree.points[index]), tree.ids[index]);
            }
            return;
        };
        let here = Bounds::point(point);
        let mut children = children.map(|child| (offsets.range(&here, &tree.nodes[child].bounds).0, child));
        children.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (least, child) in children {
            // One just as near may have a lower id.
            if self.found.len() < self.k || least <= self.found[self.k - 1].0 {
                self.visit(tree, offsets, point, child);
            }
        }
    }

    fn offer(&mut self, squared: f64, id: u32) {
        if id == self.own {
            return;
        }
        let place = self.found.partition_point(|near| *near < (squared, id));
        if place < self.k {
            self.found.insert(place, (squared, id));
            self.found.truncate(self.k);
        }
    }
}
