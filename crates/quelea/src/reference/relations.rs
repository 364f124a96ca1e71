//! How species relate to each other, and which boids are friends.

use crate::model::Scenario;
use crate::model::settings::Relation;

/// The relations between species and the friendships between boids.
#[derive(Clone, Debug)]
pub(super) struct Relations {
    relations: Vec<Vec<Relation>>,
    friends: Vec<Vec<usize>>,
}

impl Relations {
    pub fn new(scenario: &Scenario, species: &[u8]) -> Self {
        let count = scenario.species.len();
        let row = |a| (0..count).map(|b| scenario.relation(a, b)).collect();
        let relations = (0..count).map(row).collect();
        let mut friends = vec![Vec::new(); species.len()];
        for (id, friends) in friends.iter_mut().enumerate() {
            let perception = &scenario.species[usize::from(species[id])].settings.perception;
            for [a, b] in &perception.edges {
                if *a == id {
                    friends.push(*b);
                } else if *b == id && !perception.directed {
                    friends.push(*a);
                }
            }
        }
        Relations { relations, friends }
    }

    /// How a boid of species `a` relates to one of species `b`.
    pub fn relation(&self, a: u8, b: u8) -> Relation {
        self.relations[usize::from(a)][usize::from(b)]
    }

    /// Whether boid `a` has an edge to boid `b`.
    pub fn are_friends(&self, a: usize, b: usize) -> bool {
        self.friends[a].contains(&b)
    }
}
