//! The picture of one inspected boid: what it perceives, and what each rule makes it do.

use super::{Scene, vec3};
use crate::colour::Colour;
use crate::mark::Mark;
use quelea::Inspection;

/// The label of the arrow that is the sum of all rules.
const SUM: &str = "sum";
/// Widths of the arrows, in pixels.
const RULE_WIDTH: f32 = 2.5;
const SUM_WIDTH: f32 = 6.0;
/// How far other boids fade into the ground.
const DIMMING: f32 = 0.55;
/// Opacity of filled circles and sectors.
const FILL: f32 = 0.1;

impl Scene {
    /// Marks an inspected boid: its range and field of view, its separation radius, its neighbours (those too
    /// close in red, those out of view in grey), one arrow per rule, and a wider one for their sum. All other
    /// boids are dimmed.
    ///
    /// The arrows have one common scale and carry the names of their rules as labels, `sum` for the sum. A rule
    /// without effect has no arrow. The scene must show the state that was inspected.
    ///
    /// ```
    /// use quelea::{Scenario, Simulation};
    /// use quelea_draw::{Scene, Style};
    ///
    /// let mut flock = Simulation::new(&Scenario::preset("p5")?)?;
    /// flock.run(100);
    /// let mut scene = Scene::new(flock.scenario(), &flock.state(), &Style::default());
    /// if let Some(inspection) = flock.inspect(7) {
    ///     scene.mark_inspection(&inspection);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mark_inspection(&mut self, inspection: &Inspection) {
        self.colour_neighbours(inspection);
        self.highlight(inspection.id as usize, self.theme.ink());
        self.mark_perception(inspection);
        let length = self.longest_arrow(inspection);
        self.marks.extend(arrows(inspection, length, |rule| self.theme.rule(rule)));
    }

    fn colour_neighbours(&mut self, inspection: &Inspection) {
        let theme = self.theme;
        self.boids.iter_mut().for_each(|boid| boid.colour = boid.colour.lerp(theme.ground(), DIMMING));
        for neighbour in &inspection.neighbours {
            if let Some(boid) = self.boids.get_mut(neighbour.id as usize) {
                boid.colour = match (neighbour.too_close, neighbour.in_view) {
                    (true, _) => theme.too_close(),
                    (false, true) => theme.neighbour(),
                    (false, false) => theme.neutral(),
                };
            }
        }
    }

    /// Marks the range and field of view, the near circle and the separation radius.
    fn mark_perception(&mut self, inspection: &Inspection) {
        let (centre, direction) = (vec3(&inspection.position), vec3(&inspection.velocity));
        if let Some(radius) = inspection.radius {
            let (radius, colour) = (radius as f32, self.theme.neighbour());
            let fill = Some(colour.with_opacity(FILL));
            if inspection.field_of_view < 360.0 {
                let angle = inspection.field_of_view as f32;
                self.marks.push(Mark::Sector { centre, direction, radius, angle, colour, fill });
                if inspection.near > 0.0 {
                    let radius = radius.min(inspection.near as f32);
                    self.marks.push(Mark::Circle { centre, radius, colour, fill: None });
                }
            } else {
                self.marks.push(Mark::Circle { centre, radius, colour, fill });
            }
        }
        if let Some(radius) = inspection.separation_radius {
            let (radius, colour) = (radius as f32, self.theme.too_close());
            self.marks.push(Mark::Circle { centre, radius, colour, fill: Some(colour.with_opacity(FILL)) });
        }
    }

    /// The length of the longest arrow: within the range of perception and a fraction of the picture, but longer
    /// than the boid.
    fn longest_arrow(&self, inspection: &Inspection) -> f32 {
        let (_, extent) = self.extent();
        let size = self.boids.get(inspection.id as usize).map_or(0.0, |boid| boid.size);
        let length = inspection.radius.map_or(0.15 * extent, |radius| (0.9 * radius as f32).min(0.25 * extent));
        length.max(3.0 * size)
    }
}

/// Arrows for the sum and for each rule. Magnitudes differ between scenarios by orders of magnitude, so all arrows
/// are scaled such that the longest has the given length.
fn arrows(inspection: &Inspection, longest: f32, colour: impl Fn(&str) -> Colour) -> Vec<Mark> {
    // The sum comes first, below the others: a rule that acts alone is as long as the sum.
    let rules = inspection.forces.iter().map(|force| (force.rule.as_str(), force.force.as_slice(), RULE_WIDTH));
    let forces = || std::iter::once((SUM, inspection.sum.as_slice(), SUM_WIDTH)).chain(rules.clone());
    let greatest = forces().map(|(_, force, _)| length(force)).fold(0.0, f64::max);
    if greatest <= 0.0 || !greatest.is_finite() {
        return Vec::new();
    }
    let scale = f64::from(longest) / greatest;
    let arrow = |(rule, force, width): (&str, &[f64], f32)| Mark::Arrow {
        from: vec3(&inspection.position),
        vector: vec3(&force.iter().map(|x| x * scale).collect::<Vec<_>>()),
        colour: colour(rule),
        width,
        label: Some(rule.to_owned()),
    };
    forces().filter(|(_, force, _)| length(force) > 0.0).map(arrow).collect()
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Style;
    use quelea::{EngineName, Reference, Scenario, Simulation, State, World};

    /// The label and the vector of every arrow.
    fn drawn(scene: &Scene) -> Vec<(&str, [f32; 3])> {
        let arrow = |mark| match mark {
            &Mark::Arrow { vector, ref label, .. } => Some((label.as_deref()?, vector)),
            _ => None,
        };
        scene.marks.iter().filter_map(arrow).collect()
    }

    /// Checks that the arrows are the given forces and their sum, all to one scale, and the sum first.
    fn check_arrows(scene: &Scene, forces: &[(String, Vec<f64>)]) {
        let dimension = forces[0].1.len();
        let sum = (0..dimension).map(|axis| forces.iter().map(|(_, force)| force[axis]).sum()).collect();
        let all = [&[(SUM.to_owned(), sum)], forces].concat();
        let acting: Vec<_> = all.iter().filter(|(_, force)| length(force) > 0.0).collect();
        let arrows = drawn(scene);
        assert_eq!(arrows.len(), acting.len());
        let norm = |vector: [f32; 3]| length(&vector.map(f64::from));
        let greatest = acting.iter().map(|(_, force)| length(force)).fold(0.0, f64::max);
        let scale = arrows.iter().map(|(_, vector)| norm(*vector)).fold(0.0, f64::max) / greatest;
        for ((label, vector), (rule, force)) in arrows.iter().zip(&acting) {
            assert_eq!(label, rule);
            for axis in 0..3 {
                let expected = force.get(axis).copied().unwrap_or(0.0) * scale;
                let tolerance = 1e-5 * scale * greatest;
                assert!((f64::from(vector[axis]) - expected).abs() <= tolerance, "{rule}: {vector:?} {force:?}");
            }
        }
    }

    fn inspected(scenario: &Scenario, state: State, id: u32) -> (Scene, Inspection) {
        let mut flock = Simulation::from_state(scenario, state.clone()).unwrap();
        let inspection = flock.inspect(id).unwrap();
        let mut scene = Scene::new(scenario, &state, &Style::default());
        scene.mark_inspection(&inspection);
        (scene, inspection)
    }

    #[test]
    fn every_arrow_is_a_force_of_the_fast_engine_to_one_scale() {
        let scenario = Scenario::preset("p5").unwrap();
        let mut world = World::<2>::new(&scenario).unwrap();
        (0..200).for_each(|_| world.step());
        for id in [0, 7, 13] {
            let (scene, _) = inspected(&scenario, world.state(), id);
            let forces = world.forces(id).into_iter();
            let forces: Vec<_> = forces.map(|(rule, force)| (rule, force.map(f64::from).to_vec())).collect();
            check_arrows(&scene, &forces);
        }
        let scenario = Scenario::preset("opensteer").unwrap();
        let mut world = World::<3>::new(&scenario).unwrap();
        (0..60).for_each(|_| world.step());
        let (scene, _) = inspected(&scenario, world.state(), 7);
        let forces = world.forces(7).into_iter().map(|(rule, force)| (rule, force.map(f64::from).to_vec()));
        check_arrows(&scene, &forces.collect::<Vec<_>>());
    }

    #[test]
    fn every_arrow_is_a_force_of_the_reference_engine_also_with_quirks() {
        for name in ["jyanar", "p5"] {
            let mut scenario = Scenario::preset(name).unwrap();
            scenario.general.engine = EngineName::REFERENCE;
            let mut reference = Reference::<2>::new(&scenario).unwrap();
            (0..20).for_each(|_| reference.step());
            let (scene, inspection) = inspected(&scenario, reference.state(), 3);
            let forces = reference.forces(3).into_iter();
            let forces: Vec<_> = forces.map(|(rule, force)| (rule.to_string(), force.to_vec())).collect();
            check_arrows(&scene, &forces);
            assert!(!drawn(&scene).is_empty() && !inspection.neighbours.is_empty(), "{name}");
        }
    }

    /// Boid 0 flies along x. Boid 1 is too close ahead, 2 in view, 3 behind but near, 4 behind, 5 out of range.
    fn six_boids(perception: &str) -> (Scene, Inspection) {
        let text = format!("boids = 6\nspace.size = [100, 100]\nseparation.radius = 5\n{perception}");
        let scenario = Scenario::from_toml(&text).unwrap();
        let xs = [50.0, 53.0, 60.0, 42.0, 35.0, 90.0];
        let state = State::from_arrays(xs.map(|x| [x, 50.0]).to_vec(), vec![[1.0, 0.0]; 6]);
        inspected(&scenario, state, 0)
    }

    #[test]
    fn neighbours_are_coloured_by_view_and_distance_and_others_dimmed() {
        let (scene, inspection) = six_boids("perception.radius = 20");
        let theme = scene.theme;
        let colours: Vec<Colour> = scene.boids.iter().map(|boid| boid.colour).collect();
        assert_eq!(colours[..3], [theme.ink(), theme.too_close(), theme.neighbour()]);
        assert_eq!(colours[5], theme.heading([1.0, 0.0, 0.0]).lerp(theme.ground(), DIMMING));
        assert_eq!(inspection.neighbours.len(), 4);
        assert!(scene.marks.contains(&Mark::Ring { boid: 0, colour: theme.ink() }));
    }

    #[test]
    fn range_field_of_view_near_and_separation_radius_are_marked() {
        let circles = |scene: &Scene| -> Vec<f32> {
            let radius = |mark: &Mark| if let Mark::Circle { radius, .. } = mark { Some(*radius) } else { None };
            scene.marks.iter().filter_map(radius).collect()
        };
        let (all_round, _) = six_boids("perception.radius = 20");
        assert_eq!(circles(&all_round), [20.0, 5.0]);
        let (ahead, _) = six_boids("perception.radius = 20\nperception.view = 180\nperception.near = 10");
        assert_eq!(circles(&ahead), [10.0, 5.0]);
        let sector = ahead.marks.iter().find(|mark| matches!(mark, Mark::Sector { .. }));
        let Some(Mark::Sector { radius, angle, direction, .. }) = sector else { panic!("no field of view") };
        assert_eq!((*radius, *angle, *direction), (20.0, 180.0, [1.0, 0.0, 0.0]));
        let (everyone, _) = six_boids("perception.kind = 'all'");
        assert_eq!(circles(&everyone), [5.0]);
    }

    #[test]
    fn an_inspection_of_a_boid_that_is_not_in_the_scene_does_no_harm() {
        let (_, inspection) = six_boids("perception.radius = 20");
        let mut empty = Scene::empty(2, crate::Theme::Light);
        empty.mark_inspection(&inspection);
        assert!(!empty.marks.iter().any(|mark| matches!(mark, Mark::Ring { .. })));
    }
}
