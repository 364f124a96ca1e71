//! What a boid sees of the others.

use super::Reference;
use super::maths::{dot, heading, length};
use crate::scenario::settings::{Coincident, Perception, PerceptionKind, Relation};

/// Another boid as one boid sees it.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour<const D: usize> {
    pub id: usize,
    /// The way to it.
    pub offset: [f64; D],
    /// The length of that way.
    pub distance: f64,
    pub velocity: [f64; D],
    /// What the looking boid does about it.
    pub relation: Relation,
    /// Whether `perception.kind` covers it. A rule may reach further with a radius of its own.
    pub perceived: bool,
}

/// Everyone that some rule of one boid may apply to, in the order of the ids.
#[derive(Clone, Debug)]
pub struct Surroundings<const D: usize> {
    /// Those it flocks with or avoids.
    pub neighbours: Vec<Neighbour<D>>,
    /// Those it flees from.
    pub threats: Vec<Neighbour<D>>,
    /// Those it hunts.
    pub prey: Vec<Neighbour<D>>,
    /// Where it looks. It does not turn its head while it steers, even where rules act in turn.
    heading: [f64; D],
}

impl<const D: usize> Surroundings<D> {
    pub fn of(flock: &Reference<D>, id: usize) -> Self {
        let state = &flock.state;
        let perception = &flock.species(id).perception;
        let mut surroundings = Surroundings {
            neighbours: Vec::new(),
            threats: Vec::new(),
            prey: Vec::new(),
            heading: heading(state.velocities[id]),
        };
        // The identity tells a boid from itself, never the distance.
        for other in (0..state.len()).filter(|other| *other != id) {
            let offset = flock.world.offset(state.positions[id], state.positions[other]);
            let neighbour = Neighbour {
                id: other,
                offset,
                distance: length(offset),
                velocity: state.velocities[other],
                relation: flock.society.relation(state.species[id], state.species[other]),
                perceived: false,
            };
            match neighbour.relation {
                Relation::Flock | Relation::Avoid => {
                    let unseen = perception.coincident == Coincident::Ignore && neighbour.distance == 0.0;
                    if !unseen {
                        surroundings.neighbours.push(neighbour);
                    }
                }
                Relation::Flee => surroundings.threats.push(neighbour),
                Relation::Hunt => surroundings.prey.push(neighbour),
                Relation::Ignore => {}
            }
        }
        surroundings.perceive(perception, |other| flock.society.are_friends(id, other));
        surroundings
    }

    /// Marks whom the perception covers.
    fn perceive(&mut self, perception: &Perception, is_friend: impl Fn(usize) -> bool) {
        let radius = perception.radius;
        match perception.kind {
            PerceptionKind::All => self.mark(|_| true),
            PerceptionKind::Radius => self.mark(|neighbour| neighbour.distance < radius),
            PerceptionKind::Friends => self.mark(|neighbour| is_friend(neighbour.id)),
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

    /// How many are perceived, whether or not a rule applies to them.
    pub fn perceived(&self) -> usize {
        self.neighbours.iter().filter(|neighbour| neighbour.perceived).count()
    }

    /// Those that a rule with this radius and this field of view applies to.
    pub fn within<'a>(
        &'a self,
        perception: &Perception,
        radius: Option<f64>,
        view: Option<f64>,
    ) -> impl Iterator<Item = &'a Neighbour<D>> {
        // Where perception is a matter of distance, a rule's own radius stands in for it and may be larger;
        // where it is a choice among the others, it can only be narrower.
        let by_distance = matches!(perception.kind, PerceptionKind::All | PerceptionKind::Radius);
        let in_reach = move |neighbour: &&Neighbour<D>| match radius {
            Some(radius) => (by_distance || neighbour.perceived) && neighbour.distance < radius,
            None => neighbour.perceived,
        };
        let (view, near) = (view.unwrap_or(perception.view), perception.near);
        // A comparison of cosines: no angle has to be computed for anyone.
        let edge = libm::cos(view.to_radians() / 2.0);
        let in_view = move |neighbour: &&Neighbour<D>| {
            let distance = neighbour.distance;
            let ahead = dot(self.heading, neighbour.offset) > edge * distance;
            view >= 360.0 || distance < near || distance == 0.0 || ahead
        };
        self.neighbours.iter().filter(in_reach).filter(in_view)
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
