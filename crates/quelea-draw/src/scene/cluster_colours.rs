//! Colours that clusters keep from frame to frame.

use std::collections::HashMap;

/// The number of the colour of each cluster. A cluster inherits the number of the cluster that most of its boids were
/// in before, so that it keeps its colour while boids join and leave it.
#[derive(Clone, Debug, Default)]
pub(super) struct ClusterColours {
    /// The number of each boid in the last frame.
    numbers: Vec<Option<u32>>,
}

impl ClusterColours {
    /// Forgets the last frame.
    pub fn clear(&mut self) {
        self.numbers.clear();
    }

    /// The number of each boid, from the cluster of each boid.
    pub fn update(&mut self, clusters: &[Option<u32>]) -> &[Option<u32>] {
        let mut overlaps: HashMap<(u32, u32), u32> = HashMap::new();
        let mut sizes: HashMap<u32, u32> = HashMap::new();
        for (id, cluster) in clusters.iter().enumerate() {
            let Some(cluster) = *cluster else { continue };
            *sizes.entry(cluster).or_default() += 1;
            if let Some(before) = self.numbers.get(id).copied().flatten() {
                *overlaps.entry((cluster, before)).or_default() += 1;
            }
        }
        // The largest overlaps first; of equal ones, the lowest numbers.
        let mut overlaps: Vec<_> = overlaps.into_iter().map(|(pair, count)| (std::cmp::Reverse(count), pair)).collect();
        overlaps.sort_unstable();
        let mut number_of: HashMap<u32, u32> = HashMap::new();
        let mut taken: Vec<bool> = Vec::new();
        let mut take = |number: u32| {
            let index = number as usize;
            taken.resize(taken.len().max(index + 1), false);
            !std::mem::replace(&mut taken[index], true)
        };
        for (_, (cluster, before)) in overlaps {
            if !number_of.contains_key(&cluster) && take(before) {
                number_of.insert(cluster, before);
            }
        }
        // New clusters get the lowest free numbers, the largest cluster first.
        let mut new: Vec<_> = sizes.into_iter().filter(|(cluster, _)| !number_of.contains_key(cluster)).collect();
        new.sort_unstable_by_key(|(cluster, size)| (std::cmp::Reverse(*size), *cluster));
        let mut next = 0;
        for (cluster, _) in new {
            while !take(next) {
                next += 1;
            }
            number_of.insert(cluster, next);
        }
        self.numbers.clear();
        self.numbers.extend(clusters.iter().map(|cluster| cluster.and_then(|found| number_of.get(&found).copied())));
        &self.numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_keeps_its_number_when_the_boid_it_is_named_after_leaves() {
        let mut colours = ClusterColours::default();
        let first = colours.update(&[Some(0), Some(0), Some(0), Some(3), Some(3)]).to_vec();
        assert_eq!(first, [Some(0), Some(0), Some(0), Some(1), Some(1)]);
        // Boid 0 joins the others.
        let second = colours.update(&[Some(0), Some(1), Some(1), Some(0), Some(0)]).to_vec();
        assert_eq!(second, [Some(1), Some(0), Some(0), Some(1), Some(1)]);
        assert_eq!(colours.update(&[Some(0), Some(1), Some(1), Some(0), Some(0)]), second, "the same state again");
    }

    #[test]
    fn of_a_divided_cluster_the_larger_part_keeps_the_number() {
        let mut colours = ClusterColours::default();
        colours.update(&[Some(0); 5]);
        let divided = colours.update(&[Some(0), Some(0), Some(2), Some(2), Some(2)]);
        assert_eq!(divided, [Some(1), Some(1), Some(0), Some(0), Some(0)]);
        let merged = colours.update(&[Some(0), Some(0), Some(0), Some(0), None]);
        assert_eq!(merged, [Some(0), Some(0), Some(0), Some(0), None]);
    }
}
