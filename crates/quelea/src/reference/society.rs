//! Who is what to whom.

use crate::Scenario;
use crate::scenario::settings::Relation;

/// The relations between species and the friendships between boids.
#[derive(Clone, Debug)]
pub struct Society {
    relations: Vec<Vec<Relation>>,
    friends: Vec<Vec<usize>>,
}

impl Society {
    pub fn of(scenario: &Scenario, species: &[u8]) -> Self {
        let kinds: Vec<_> = scenario.kinds().collect();
        let row = |a| (0..kinds.len()).map(|b| scenario.relation(a, b)).collect();
        let relations = (0..kinds.len()).map(row).collect();
        let mut friends = vec![Vec::new(); species.len()];
        for (id, friends) in friends.iter_mut().enumerate() {
            let perception = &kinds[usize::from(species[id])].species.perception;
            for [a, b] in &perception.edges {
                if *a == id {
                    friends.push(*b);
                } else if *b == id && !perception.directed {
                    friends.push(*a);
                }
            }
        }
        Society { relations, friends }
    }

    /// What a boid of species `a` does about one of species `b`.
    pub fn relation(&self, a: u8, b: u8) -> Relation {
        self.relations[usize::from(a)][usize::from(b)]
    }

    /// Whether boid `a` has an edge to boid `b`.
    pub fn are_friends(&self, a: usize, b: usize) -> bool {
        self.friends[a].contains(&b)
    }
}
