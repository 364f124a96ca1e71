//! One boid looked at closely: what it perceives, and what each rule makes it do.

use crate::colour::Colour;
use crate::mark::{Mark, arrows};
use crate::scene::{Bounds, Scene};
use quelea::World;
use quelea::reference::Reference;
use quelea::scenario::settings::PerceptionKind;
use quelea::simulation::Simulation;

/// What there is to say about an inspected boid besides its marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// Those it perceives, by id, and whether they are too close: nearer than `separation.radius`.
    pub neighbours: Vec<(u32, bool)>,
    /// Each rule's name, its force (the engine's own number) and the colour of its arrow. A rule without effect
    /// is here with a force of zero, and has no arrow.
    pub terms: Vec<(&'static str, [f32; 3], Colour)>,
    /// The sum of these forces, and the colour of its arrow.
    pub sum: ([f32; 3], Colour),
}

impl Scene {
    /// Marks what a boid perceives and what its rules make it do: its circle and field of view, its neighbours,
    /// those too close in red, and one arrow per rule and one for their sum. The scene must be that of the
    /// world's present state. Nothing if there is no such boid.
    pub fn inspect<const D: usize>(&mut self, world: &mut World<D>, id: u32) -> Option<Inspected> {
        let terms = world.terms(id).into_iter().map(|term| (term.rule, in_space(&term.force))).collect();
        self.mark(world, id, terms)
    }

    /// The same for a flock of the reference engine, also of a scenario with defects that only it has. The forces
    /// are the reference's; whom a boid perceives is the same in both engines, and asked of the fast one.
    pub fn inspect_reference<const D: usize>(&mut self, reference: &Reference<D>, id: u32) -> Option<Inspected> {
        let mut world = World::of_reference(reference).ok()?;
        let terms = reference.terms(id).into_iter();
        let terms = terms.map(|(rule, force)| (rule, in_space(&force.map(|x| x as f32)))).collect();
        self.mark(&mut world, id, terms)
    }

    fn mark<const D: usize>(
        &mut self,
        world: &mut World<D>,
        id: u32,
        terms: Vec<(&'static str, [f32; 3])>,
    ) -> Option<Inspected> {
        let boid = *self.boids.get(id as usize)?;
        let theme = self.theme;
        let kind = usize::from(world.state().species.get(id as usize).copied().unwrap_or(0));
        let species = world.scenario().kinds().nth(kind)?.species.clone();
        let found = world.neighbours(id);
        let far = found.iter().map(|neighbour| neighbour.distance).fold(0.0, f32::max);

        self.see(&species.perception, boid.position, boid.velocity, far);
        let near = species.separation.radius.map_or(f32::INFINITY, |radius| radius as f32);
        let neighbours: Vec<(u32, bool)> =
            found.iter().map(|neighbour| (neighbour.boid.id, neighbour.distance < near)).collect();
        for (other, close) in &neighbours {
            let colour = if *close && near.is_finite() { theme.close() } else { theme.neighbour() };
            if let Some(other) = self.boids.get_mut(*other as usize) {
                other.colour = colour;
            }
        }
        self.highlight(id as usize, theme.ink());

        let terms: Vec<(&'static str, [f32; 3], Colour)> =
            terms.into_iter().map(|(rule, force)| (rule, force, theme.rule(rule))).collect();
        let sum: [f32; 3] = std::array::from_fn(|axis| terms.iter().map(|(_, force, _)| force[axis]).sum());
        // The sum first, so that it does not cover a rule that makes up most of it.
        let mut forces = vec![(sum, theme.ink())];
        forces.extend(terms.iter().map(|(_, force, colour)| (*force, *colour)));
        self.marks.extend(arrows(boid.position, &forces, self.arrow_length(boid.size)));
        Some(Inspected { neighbours, terms, sum: (sum, theme.ink()) })
    }

    /// How long the longest arrow is.
    fn arrow_length(&self, size: f32) -> f32 {
        let (_, extent) = self.extent();
        let share = if matches!(self.bounds, Bounds::None) { 0.3 } else { 0.16 };
        (share * extent).max(3.0 * size)
    }

    /// Marks how far and in which directions a boid sees.
    fn see(
        &mut self,
        perception: &quelea::scenario::settings::Perception,
        centre: [f32; 3],
        direction: [f32; 3],
        farthest: f32,
    ) {
        let radius = match perception.kind {
            PerceptionKind::Radius | PerceptionKind::NearestWithin => perception.radius as f32,
            // However far: as far as its neighbours are.
            PerceptionKind::Nearest => farthest,
            PerceptionKind::All | PerceptionKind::Friends => return,
        };
        let colour = self.theme.neighbour().opacity(0.8);
        let fill = Some(self.theme.neighbour().opacity(0.1));
        if perception.view < 360.0 {
            let angle = perception.view as f32;
            self.marks.push(Mark::Sector { centre, direction, radius, angle, colour, fill });
            if perception.near > 0.0 {
                let radius = (perception.near as f32).min(radius);
                self.marks.push(Mark::Circle { centre, radius, colour, fill: None });
            }
        } else {
            self.marks.push(Mark::Circle { centre, radius, colour, fill });
        }
    }
}

fn in_space<const D: usize>(vector: &[f32; D]) -> [f32; 3] {
    std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Look;
    use quelea::Scenario;

    #[test]
    fn every_arrow_is_the_engines_own_term_to_one_scale() {
        let scenario = Scenario::preset("p5").unwrap();
        let mut world = World::<2>::new(&scenario).unwrap();
        (0..200).for_each(|_| world.step());
        let mut scene = Scene::of(&scenario, &world.state(), &Look::default());
        let inspected = scene.inspect(&mut world, 7).unwrap();
        let terms = world.terms(7);
        assert_eq!(inspected.terms.len(), terms.len());
        for ((rule, force, _), term) in inspected.terms.iter().zip(&terms) {
            assert_eq!((*rule, force[0], force[1], force[2]), (term.rule, term.force[0], term.force[1], 0.0));
        }
        let arrow = |colour: Colour| {
            scene.marks.iter().find_map(|mark| match mark {
                Mark::Arrow { vector, colour: found, .. } if *found == colour => Some(*vector),
                _ => None,
            })
        };
        let sum = arrow(inspected.sum.1).unwrap();
        let scale = sum[0] / inspected.sum.0[0];
        for (rule, force, colour) in &inspected.terms {
            if let Some(vector) = arrow(*colour) {
                assert!((vector[0] - force[0] * scale).abs() < 1e-3, "{rule}: {vector:?} {force:?}");
                assert!((vector[1] - force[1] * scale).abs() < 1e-3, "{rule}: {vector:?} {force:?}");
            } else {
                assert_eq!(*force, [0.0; 3], "{rule} has a force and no arrow");
            }
        }
        let neighbours = world.neighbours(7);
        assert_eq!(inspected.neighbours.len(), neighbours.len());
        assert!(scene.inspect(&mut world, 300).is_none());
    }
    #[test]
    fn the_arrows_of_the_reference_are_its_own_also_with_a_programs_defects() {
        for name in ["jyanar", "p5"] {
            let mut scenario = Scenario::preset(name).unwrap();
            scenario.general.engine = quelea::scenario::settings::Engine::Reference;
            let mut reference = Reference::<2>::new(&scenario).unwrap();
            (0..20).for_each(|_| reference.step());
            let mut scene = Scene::of(&scenario, &reference.state(), &Look::default());
            let inspected = scene.inspect_reference(&reference, 3).unwrap();
            let terms = reference.terms(3);
            assert_eq!(inspected.terms.len(), terms.len());
            for ((rule, force, _), (own, term)) in inspected.terms.iter().zip(&terms) {
                assert_eq!((*rule, force[0], force[1]), (*own, term[0] as f32, term[1] as f32), "{name}");
            }
            assert!(scene.marks.iter().any(|mark| matches!(mark, Mark::Arrow { .. })), "{name}");
            assert!(!inspected.neighbours.is_empty(), "{name}");
            assert!(scene.inspect_reference(&reference, 1_000_000).is_none());
        }
    }
}
