//! The boids that one boid may react to.

use super::Reference;
use super::frameworks::{is_in_cells_around, is_in_same_cell};
use crate::geometry::vector::{dot, heading, length};
use crate::model::settings::{Coincident, Perception, PerceptionKind, Relation};

/// Another boid as one boid perceives it.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour<const D: usize> {
    pub id: usize,
    /// The shortest offset to it.
    pub offset: [f64; D],
    /// The length of the offset.
    pub distance: f64,
    pub velocity: [f64; D],
    /// How the perceiving boid relates to it.
    pub relation: Relation,
    /// Whether `perception.kind` covers it. A rule may reach further with a radius of its own.
    pub perceived: bool,
}

/// Everyone that some rule of one boid may apply to, by id.
#[derive(Clone, Debug)]
pub struct Neighbourhood<const D: usize> {
    /// Those it flocks with or avoids.
    pub neighbours: Vec<Neighbour<D>>,
    /// Those it flees from.
    pub threats: Vec<Neighbour<D>>,
    /// Those it hunts.
    pub prey: Vec<Neighbour<D>>,
    /// Those it herds.
    pub herd: Vec<Neighbour<D>>,
    /// Its heading at the beginning of the step, also where rules act in turn.
    heading: [f64; D],
}

impl<const D: usize> Neighbourhood<D> {
    pub fn new(flock: &Reference<D>, id: usize) -> Self {
        let state = &flock.boids;
        let perception = &flock.species(id).perception;
        let mut neighbourhood = Neighbourhood {
            neighbours: Vec::new(),
            threats: Vec::new(),
            prey: Vec::new(),
            herd: Vec::new(),
            heading: heading(state.velocities[id]),
        };
        // A boid is told from itself by its id, never by the distance.
        for other in (0..state.len()).filter(|other| *other != id) {
            let offset = flock.space.offset(state.positions[id], state.positions[other]);
            let neighbour = Neighbour {
                id: other,
                offset,
                distance: length(offset),
                velocity: state.velocities[other],
                relation: flock.relations.relation(state.species[id], state.species[other]),
                perceived: false,
            };
            match neighbour.relation {
                Relation::Flock | Relation::Avoid => {
                    let ignored = perception.coincident == Coincident::Ignore && neighbour.distance == 0.0;
                    if !ignored {
                        neighbourhood.neighbours.push(neighbour);
                    }
                }
                Relation::Flee => neighbourhood.threats.push(neighbour),
                Relation::Hunt => neighbourhood.prey.push(neighbour),
                Relation::Herd => neighbourhood.herd.push(neighbour),
                Relation::Ignore => {}
            }
        }
        let quirks = &flock.quirks;
        if quirks.krabmaga_cells {
            neighbourhood.mark(|neighbour| is_in_cells_around(flock, id, neighbour.id));
        } else if quirks.unity_cells {
            neighbourhood.mark(|neighbour| is_in_same_cell(flock, id, neighbour.id));
        } else {
            neighbourhood.perceive(perception, |other| match perception.kind {
                PerceptionKind::Voronoi => flock.voronoi[id].contains(&(other as u32)),
                _ => flock.relations.are_friends(id, other),
            });
        }
        neighbourhood
    }

    /// Marks whom the perception covers.
    fn perceive(&mut self, perception: &Perception, is_friend: impl Fn(usize) -> bool) {
        let radius = perception.radius;
        match perception.kind {
            PerceptionKind::All => self.mark(|_| true),
            PerceptionKind::Radius => self.mark(|neighbour| neighbour.distance < radius),
            PerceptionKind::Friends | PerceptionKind::Voronoi => self.mark(|neighbour| is_friend(neighbour.id)),
            PerceptionKind::Nearest => self.mark_nearest(perception.neighbours, f64::INFINITY),
            PerceptionKind::NearestWithin => self.mark_nearest(perception.neighbours, radius),
        }
    }

    fn mark(&mut self, covers: impl Fn(&Neighbour<D>) -> bool) {
        self.neighbours.iter_mut().for_each(|neighbour| neighbour.perceived = covers(neighbour));
    }

    /// Of those at the same distance, the lower ids come first.
    fn mark_nearest(&mut self, count: usize, within: f64) {
        let mut by_distance: Vec<_> =
            self.neighbours.iter_mut().filter(|neighbour| neighbour.distance < within).collect();
        by_distance.sort_by(|a, b| (square(a).total_cmp(&square(b))).then(a.id.cmp(&b.id)));
        by_distance.into_iter().take(count).for_each(|neighbour| neighbour.perceived = true);
    }

    /// The number of perceived boids, whether or not a rule applies to them.
    pub fn perceived(&self) -> usize {
        self.neighbours.iter().filter(|neighbour| neighbour.perceived).count()
    }

    /// The boids that a rule with these radii and this field of view applies to.
    pub fn within<'a>(
        &'a self,
        perception: &Perception,
        inner_radius: f64,
        radius: Option<f64>,
        view: Option<f64>,
    ) -> impl Iterator<Item = &'a Neighbour<D>> {
        // If perception is by distance, a rule's own radius replaces it and may be larger; if it is a selection, the
        // radius can only narrow it.
        let by_distance = matches!(perception.kind, PerceptionKind::All | PerceptionKind::Radius);
        let in_reach = move |neighbour: &&Neighbour<D>| match radius {
            Some(radius) => (by_distance || neighbour.perceived) && neighbour.distance < radius,
            None => neighbour.perceived,
        };
        let (view, near) = (view.unwrap_or(perception.view), perception.near);
        // Comparing cosines: no angle has to be computed.
        let edge = libm::cos(view.to_radians() / 2.0);
        let in_view = move |neighbour: &&Neighbour<D>| {
            let distance = neighbour.distance;
            let ahead = dot(self.heading, neighbour.offset) > edge * distance;
            view >= 360.0 || distance < near || distance == 0.0 || ahead
        };
        let beyond = move |neighbour: &&Neighbour<D>| neighbour.distance >= inner_radius;
        self.neighbours.iter().filter(in_reach).filter(beyond).filter(in_view)
    }
}

/// Of some boids nearer than `radius`, the nearest; of several, the one with the lowest id.
pub fn nearest<const D: usize>(boids: &[Neighbour<D>], radius: f64) -> Option<&Neighbour<D>> {
    boids
        .iter()
        .filter(|boid| boid.distance < radius)
        .min_by(|a, b| square(a).total_cmp(&square(b)).then(a.id.cmp(&b.id)))
}

fn square<const D: usize>(neighbour: &Neighbour<D>) -> f64 {
    dot(neighbour.offset, neighbour.offset)
}

#[cfg(test)]
mod tests {
    use super::super::tests::flock;
    use super::*;

    /// The boids that boid 0 perceives, and those its separation applies to.
    fn perceived(perception: &str, others: &[[f64; 2]]) -> (Vec<usize>, Vec<usize>) {
        let mut boids = vec![([0.0, 0.0], [1.0, 0.0])];
        boids.extend(others.iter().map(|position| (*position, [0.0, 0.0])));
        let flock = flock(&format!("[space]\nkind = 'open'\n{perception}"), &boids);
        let neighbourhood = Neighbourhood::new(&flock, 0);
        let species = flock.species(0);
        let rule = &species.separation;
        let all = neighbourhood.neighbours.iter().filter(|neighbour| neighbour.perceived);
        let too_close = neighbourhood.within(&species.perception, rule.inner_radius, rule.radius, rule.view);
        (all.map(|neighbour| neighbour.id).collect(), too_close.map(|neighbour| neighbour.id).collect())
    }

    const LINE: [[f64; 2]; 4] = [[3.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 2.0]];

    #[test]
    fn a_boid_exactly_at_the_radius_is_not_perceived() {
        assert_eq!(perceived("[perception]\nradius = 2", &LINE).0, [2, 3]);
        assert_eq!(perceived("[perception]\nkind = 'all'", &LINE).0, [1, 2, 3, 4]);
    }

    #[test]
    fn ties_in_distance_go_to_the_lower_id() {
        assert_eq!(perceived("[perception]\nkind = 'nearest'\nneighbours = 1", &LINE).0, [2]);
        assert_eq!(perceived("[perception]\nkind = 'nearest'\nneighbours = 2", &LINE).0, [2, 3]);
        assert_eq!(perceived("[perception]\nkind = 'nearest'\nneighbours = 3", &LINE).0, [2, 3, 4]);
        let within = "[perception]\nkind = 'nearest-within'\nneighbours = 3\nradius = 1.5";
        assert_eq!(perceived(within, &LINE).0, [2, 3]);
    }

    #[test]
    fn friends_are_perceived_at_any_distance() {
        let friends = "[perception]\nkind = 'friends'\nedges = [[0, 1], [4, 0], [2, 3], [0, 0], [0, 1]]";
        assert_eq!(perceived(friends, &LINE).0, [1, 4]);
        assert_eq!(perceived(&format!("{friends}\ndirected = true"), &LINE).0, [1]);
    }

    #[test]
    fn a_rule_reaches_further_than_perception_only_if_perception_is_by_radius() {
        assert_eq!(
            perceived("[perception]\nradius = 2\n[separation]\nradius = 4", &LINE),
            (vec![2, 3], vec![1, 2, 3, 4])
        );
        let nearest = "[perception]\nkind = 'nearest'\nneighbours = 3\n[separation]\nradius = 1.5";
        assert_eq!(perceived(nearest, &LINE), (vec![2, 3, 4], vec![2, 3]));
    }

    #[test]
    fn the_field_of_view_is_centred_on_the_heading() {
        let view = |degrees: &str| perceived(&format!("[perception]\nview = {degrees}"), &LINE);
        assert_eq!(view("90"), (vec![1, 2, 3, 4], vec![1, 2]));
        assert_eq!(view("200").1, [1, 2, 4]);
        assert_eq!(view("360").1, [1, 2, 3, 4]);
        // Only a full circle includes what is straight behind.
        assert_eq!(view("359.9").1, [1, 2, 4]);
        assert_eq!(view("90\nnear = 1.5").1, [1, 2, 3]);
        assert_eq!(view("90\n[separation]\nview = 200").1, [1, 2, 4]);
        assert_eq!(perceived("[perception]\nview = 0", &[[0.0, 0.0], [1.0, 0.1]]).1, [1]);
    }

    #[test]
    fn coincident_boids_are_perceived_unless_the_scenario_ignores_them() {
        let others = [[0.0, 0.0], [1.0, 0.0]];
        assert_eq!(perceived("[perception]\ncoincident = 'perceive'", &others).0, [1, 2]);
        assert_eq!(perceived("[perception]\ncoincident = 'ignore'", &others).0, [2]);
    }
}
