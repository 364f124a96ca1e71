//! The picture of one inspected boid: what it perceives, and what each rule makes it do.

use super::{Boid, Scene, vec3};
use crate::colour::Colour;
use crate::mark::Mark;
use glam::Vec3;
use quelea::Inspection;
use quelea::engine::Neighbour;

/// The label of the arrow that is the sum of all rules.
const SUM: &str = "sum";
/// Widths of the arrows and lines, in pixels.
const RULE_WIDTH: f32 = 2.5;
const SUM_WIDTH: f32 = 6.0;
const VELOCITY_WIDTH: f32 = 1.3;
const LINE_WIDTH: f32 = 1.2;
/// How far other boids fade into the ground.
const DIMMING: f32 = 0.55;
/// Opacity of filled circles and sectors.
const FILL: f32 = 0.1;
/// Opacity of images across the seam, and of lines that should not distract.
const GHOST: f32 = 0.6;
const FAINT: f32 = 0.45;

impl Scene {
    /// Marks an inspected boid: its range and field of view, its separation radius and its neighbours (those too
    /// close in red, those out of view in grey). Depending on the overlay, one arrow per rule and a wider one for
    /// their sum, the velocities, and the mean point of the neighbours in view. In 3D a line drops to the floor. All
    /// other boids are dimmed.
    ///
    /// All arrows of a flock have one scale, [`Scene::arrow_scale`]: a given force is always equally long.
    ///
    /// A neighbour across the seam of a torus gets a ghost image where the boid perceives it. The arrows of forces
    /// carry the names of their rules as labels, `sum` for the sum; a rule without effect has no arrow. The scene
    /// must show the state that was inspected.
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
        self.arrow_reference.inspect(inspection);
        self.arrow_scale = self.arrow_reference.scale(self.overlay.exaggeration);
        self.colour_neighbours(inspection);
        self.highlight(inspection.id as usize, self.theme.ink());
        self.mark_perception(inspection);
        self.mark_height(inspection);
        let neighbours = self.neighbours_in_view(inspection);
        if self.overlay.mean {
            self.mark_mean_point(&neighbours);
        }
        if self.overlay.velocities {
            self.mark_velocities(inspection, &neighbours);
        }
        if self.overlay.forces {
            let scale = f64::from(self.arrow_scale.force);
            self.marks.extend(arrows(inspection, scale, |rule| self.theme.rule(rule)));
        }
    }

    fn colour_neighbours(&mut self, inspection: &Inspection) {
        let theme = self.theme;
        self.boids.iter_mut().for_each(|boid| boid.colour = boid.colour.lerp(theme.ground(), DIMMING));
        for neighbour in &inspection.neighbours {
            let is_hunter = self.is_hunter(neighbour.id as usize);
            let Some(boid) = self.boids.get_mut(neighbour.id as usize) else { continue };
            boid.colour = match (is_hunter, neighbour.too_close, neighbour.in_view) {
                (true, ..) => theme.danger(),
                (false, true, _) => theme.too_close(),
                (false, false, true) => theme.neighbour(),
                (false, false, false) => theme.neutral(),
            };
            let seen = perceived_at(inspection, &neighbour.offset);
            // Positions are rounded to single precision; another image is at least a side of the space away.
            if self.is_torus && seen.distance(Vec3::from(boid.position)) > boid.size {
                let ghost = Boid { position: seen.into(), colour: boid.colour.with_opacity(GHOST), ..*boid };
                self.ghosts.push(ghost);
                let (from, to) = (vec3(&inspection.position), seen.into());
                let colour = ghost.colour.with_opacity(FAINT);
                self.marks.push(Mark::Line { from, to, colour, width: LINE_WIDTH });
            }
        }
    }

    /// Where the boid perceives its neighbours in view, and their velocities. Predators are not part of its flock.
    fn neighbours_in_view(&self, inspection: &Inspection) -> Vec<(Vec3, Vec3)> {
        let in_view = inspection.neighbours.iter().filter(|neighbour| neighbour.in_view);
        let mates = in_view.filter(|neighbour| !self.is_hunter(neighbour.id as usize));
        let place = |neighbour: &Neighbour| {
            let boid = self.boids.get(neighbour.id as usize)?;
            Some((perceived_at(inspection, &neighbour.offset), Vec3::from(boid.velocity)))
        };
        mates.filter_map(place).collect()
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

    /// Marks in 3D how high the boid is above the floor: a line, and a ring where it ends.
    fn mark_height(&mut self, inspection: &Inspection) {
        const SIDES: usize = 24;
        let (Some(floor), Some(boid)) = (self.floor(), self.boids.get(inspection.id as usize)) else { return };
        let (from, colour) = (Vec3::from(boid.position), self.theme.ink().with_opacity(FAINT));
        let foot = from.with_y(floor);
        let on_ring = |side: usize| {
            let (sin, cos) = (side as f32 / SIDES as f32 * std::f32::consts::TAU).sin_cos();
            foot + Vec3::new(cos, 0.0, sin) * boid.size
        };
        let mut push = |from: Vec3, to: Vec3| {
            self.marks.push(Mark::Line { from: from.into(), to: to.into(), colour, width: LINE_WIDTH });
        };
        push(from, foot);
        (0..SIDES).for_each(|side| push(on_ring(side), on_ring(side + 1)));
    }

    /// Marks the mean point of the neighbours, and joins each to it.
    fn mark_mean_point(&mut self, neighbours: &[(Vec3, Vec3)]) {
        let Some((point, _)) = mean(neighbours) else { return };
        let colour = self.theme.rule("cohesion");
        let line = |(from, _): &(Vec3, Vec3)| Mark::Line {
            from: (*from).into(),
            to: point.into(),
            colour: colour.with_opacity(FAINT),
            width: LINE_WIDTH,
        };
        self.marks.extend(neighbours.iter().map(line));
        self.marks.push(Mark::Point { at: point.into(), colour, radius: 4.5 });
    }

    /// Marks the velocity of the boid, of each neighbour, and their mean at the mean point.
    fn mark_velocities(&mut self, inspection: &Inspection, neighbours: &[(Vec3, Vec3)]) {
        let (theme, scale) = (self.theme, self.arrow_scale.velocity);
        let mut push = |from: Vec3, velocity: Vec3, width: f32, colour: Colour| {
            let vector = (velocity * scale).into();
            self.marks.push(Mark::Arrow { from: from.into(), vector, colour, width, label: None });
        };
        for (from, velocity) in neighbours {
            push(*from, *velocity, VELOCITY_WIDTH, theme.neighbour().with_opacity(0.75));
        }
        if let Some((from, velocity)) = mean(neighbours) {
            push(from, velocity, RULE_WIDTH, theme.mean_velocity());
        }
        let (from, velocity) = (Vec3::from(vec3(&inspection.position)), Vec3::from(vec3(&inspection.velocity)));
        push(from, velocity, RULE_WIDTH, theme.velocity());
    }
}

/// Where an inspected boid perceives something at an offset.
fn perceived_at(inspection: &Inspection, offset: &[f64]) -> Vec3 {
    let sum: Vec<f64> = inspection.position.iter().zip(offset).map(|(x, offset)| x + offset).collect();
    Vec3::from(vec3(&sum))
}

/// The mean position and the mean velocity, if there are any.
fn mean(neighbours: &[(Vec3, Vec3)]) -> Option<(Vec3, Vec3)> {
    let count = neighbours.len() as f32;
    let sum = |part: fn(&(Vec3, Vec3)) -> Vec3| neighbours.iter().map(part).sum::<Vec3>();
    (count > 0.0).then(|| (sum(|(position, _)| *position) / count, sum(|(_, velocity)| *velocity) / count))
}

/// Arrows for the sum and for each rule, with this length per unit of force.
fn arrows(inspection: &Inspection, scale: f64, colour: impl Fn(&str) -> Colour) -> Vec<Mark> {
    // The sum comes first, below the others: a rule that acts alone is as long as the sum.
    let rules = inspection.forces.iter().map(|force| (force.rule.as_str(), force.force.as_slice(), RULE_WIDTH));
    let forces = std::iter::once((SUM, inspection.sum.as_slice(), SUM_WIDTH)).chain(rules);
    let arrow = |(rule, force, width): (&str, &[f64], f32)| Mark::Arrow {
        from: vec3(&inspection.position),
        vector: vec3(&force.iter().map(|x| x * scale).collect::<Vec<_>>()),
        colour: colour(rule),
        width,
        label: Some(rule.to_owned()),
    };
    forces.filter(|(_, force, _)| length(force) > 0.0 && length(force).is_finite()).map(arrow).collect()
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
    fn a_given_force_is_equally_long_in_every_frame_of_a_flock() {
        let scenario = Scenario::preset("p5").unwrap();
        let mut flock = Simulation::new(&scenario).unwrap();
        let mut scene = Scene::new(&scenario, &flock.state(), &Style::default());
        let mut ratios = Vec::new();
        for id in [0, 7, 13, 20] {
            flock.run(40);
            scene.update(&scenario, &flock.state(), &Style::default());
            let inspection = flock.inspect(id).unwrap();
            scene.mark_inspection(&inspection);
            let (_, vector) = drawn(&scene)[0];
            ratios.push(length(&vector.map(f64::from)) / length(&inspection.sum));
        }
        assert!(ratios.iter().all(|ratio| (ratio / ratios[0] - 1.0).abs() < 1e-4), "{ratios:?}");
        let mut twice = Style::default();
        twice.overlay.exaggeration = 2.0;
        let before = scene.arrow_scale;
        scene.update(&scenario, &flock.state(), &twice);
        assert_eq!((scene.arrow_scale.force, scene.arrow_scale.velocity), (2.0 * before.force, 2.0 * before.velocity));
    }

    #[test]
    fn a_tiny_force_has_a_tiny_arrow() {
        // Two boids fly side by side, a hair out of line: all forces are minute.
        let text =
            "boids = 2\nspace.size = [100, 100]\nseparation.weight = 0\ncohesion.weight = 0\nperception.radius = 20";
        let scenario = Scenario::from_toml(text).unwrap();
        let state = State::from_arrays(vec![[50.0, 50.0], [50.0, 56.0]], vec![[2.0, 0.0], [2.0, 1e-6]]);
        let (scene, inspection) = inspected(&scenario, state, 0);
        assert!(length(&inspection.sum) > 0.0 && length(&inspection.sum) < 1e-4, "{:?}", inspection.sum);
        for (label, vector) in drawn(&scene) {
            assert!(length(&vector.map(f64::from)) < 0.1, "{label} {vector:?}");
        }
    }

    #[test]
    fn velocities_and_the_mean_of_the_neighbours_are_marked_unless_switched_off() {
        let (scene, inspection) = six_boids("perception.radius = 20");
        let velocities =
            |scene: &Scene| scene.marks.iter().filter(|mark| matches!(mark, Mark::Arrow { label: None, .. })).count();
        let point = |scene: &Scene| {
            let at = |mark: &Mark| if let Mark::Point { at, .. } = mark { Some(*at) } else { None };
            scene.marks.iter().find_map(at)
        };
        let lines = |scene: &Scene| scene.marks.iter().filter(|mark| matches!(mark, Mark::Line { .. })).count();
        // Four neighbours, their mean and the boid itself.
        assert_eq!(velocities(&scene), 6);
        assert_eq!(lines(&scene), 4);
        assert_eq!(point(&scene), Some([(53.0 + 60.0 + 42.0 + 35.0) / 4.0, 50.0, 0.0]));
        let mut plain = scene.clone();
        plain.marks.clear();
        (plain.overlay.velocities, plain.overlay.mean, plain.overlay.forces) = (false, false, false);
        plain.mark_inspection(&inspection);
        assert_eq!((velocities(&plain), lines(&plain), point(&plain)), (0, 0, None));
        assert!(drawn(&plain).is_empty());
    }

    #[test]
    fn a_neighbour_across_the_seam_of_a_torus_has_a_ghost_beside_the_boid() {
        let text = "boids = 3\nspace = { kind = 'torus', size = [100, 100] }\nperception.radius = 20";
        let scenario = Scenario::from_toml(text).unwrap();
        let state = State::from_arrays(vec![[5.0, 50.0], [95.0, 50.0], [12.0, 50.0]], vec![[1.0, 0.0]; 3]);
        let (scene, _) = inspected(&scenario, state, 0);
        let places: Vec<[f32; 3]> = scene.ghosts.iter().map(|ghost| ghost.position).collect();
        assert_eq!(places, [[-5.0, 50.0, 0.0]]);
        let links =
            |mark: &&Mark| matches!(mark, Mark::Line { from, to, .. } if *from == [5.0, 50.0, 0.0] && *to == places[0]);
        assert_eq!(scene.marks.iter().filter(links).count(), 1);
        let point = scene.marks.iter().find(|mark| matches!(mark, Mark::Point { .. }));
        assert!(matches!(point, Some(Mark::Point { at, .. }) if *at == [3.5, 50.0, 0.0]), "{point:?}");
    }

    #[test]
    fn in_3d_a_line_drops_from_the_boid_to_the_floor() {
        let scenario = Scenario::preset("veldic").unwrap();
        let start = Simulation::new(&scenario).unwrap().state();
        let (scene, inspection) = inspected(&scenario, start, 2);
        let at = vec3(&inspection.position);
        let foot = [at[0], scene.floor().unwrap(), at[2]];
        let drops = |mark: &Mark| matches!(mark, Mark::Line { from, to, .. } if *from == at && *to == foot);
        assert!(scene.marks.iter().any(drops));
    }

    #[test]
    fn an_inspection_of_a_boid_that_is_not_in_the_scene_does_no_harm() {
        let (_, inspection) = six_boids("perception.radius = 20");
        let mut empty = Scene::empty(2, crate::Theme::Light);
        empty.mark_inspection(&inspection);
        assert!(!empty.marks.iter().any(|mark| matches!(mark, Mark::Ring { .. })));
    }
}
