//! What is solid: how far its surface is, and which way is out.
//!
//! One function per shape. A list of obstacles is their union.

use super::maths::{difference, dot, is_zero, length, over, sum, times, unit};
use super::world::World;
use crate::Scenario;
use crate::scenario::settings::{Obstacle, Shape};
use crate::surroundings::obstacle::{across, placed};
use crate::surroundings::path::Drift;
use crate::surroundings::{edges, middle, time, vector};

/// The obstacles of a scenario.
///
/// ```
/// use quelea::{Scenario, reference::obstacles::Obstacles};
///
/// let scenario = Scenario::from_toml(
///     "[space]\nkind = 'open'\n[[obstacle]]\ncentre = [10, 0]\nradius = 3\nvelocity = [0, 2]",
/// )?;
/// let obstacles = Obstacles::<2>::of(&scenario);
/// assert_eq!(obstacles.distance([0.0, 0.0], 0), 7.0);
/// assert_eq!(obstacles.distance([10.0, 2.0], 1), -3.0); // a step later it has moved there
/// # Ok::<(), quelea::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Obstacles<const D: usize> {
    scenario: Scenario,
    world: World<D>,
    solids: Vec<Solid<D>>,
}

/// An obstacle with what follows from its settings.
#[derive(Clone, Debug)]
pub(super) struct Solid<const D: usize> {
    settings: Obstacle,
    middle: [f64; D],
    edges: Vec<[[f64; D]; 2]>,
    drift: Drift<D>,
}

/// A surface as a boid finds it: how far it is, negative inside, and the direction in which it gets further.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface<const D: usize> {
    pub distance: f64,
    pub out: [f64; D],
}

impl<const D: usize> Obstacles<D> {
    /// The obstacles of a scenario of `D` dimensions.
    pub fn of(scenario: &Scenario) -> Self {
        let solid = |settings: &Obstacle| {
            let middle = middle(settings);
            let relative = |[from, to]: [[f64; D]; 2]| [difference(from, middle), difference(to, middle)];
            let edges = match settings.shape {
                Shape::Capsule => vec![[vector(&settings.from), vector(&settings.to)]],
                Shape::Polygon => edges(settings),
                Shape::Sphere | Shape::Box | Shape::HalfSpace => Vec::new(),
            };
            Solid {
                settings: settings.clone(),
                middle,
                edges: edges.into_iter().map(relative).collect(),
                drift: Drift::of(settings),
            }
        };
        Obstacles {
            scenario: scenario.clone(),
            world: World::of(scenario),
            solids: scenario.obstacles.iter().map(solid).collect(),
        }
    }

    /// How far a place is from the nearest surface when so many steps have been done; negative inside.
    /// Infinite where there are no obstacles.
    pub fn distance(&self, place: [f64; D], step: u64) -> f64 {
        let from = |solid| self.surface(solid, place, step).distance;
        self.solids.iter().map(from).fold(f64::INFINITY, f64::min)
    }

    pub(super) fn solids(&self) -> &[Solid<D>] {
        &self.solids
    }

    /// The surface of one obstacle as seen from a place.
    pub(super) fn surface(&self, solid: &Solid<D>, place: [f64; D], step: u64) -> Surface<D> {
        solid.surface(self.from(solid, place, step))
    }

    /// The nearest surface, and how the obstacle moves that it belongs to.
    pub(super) fn nearest(&self, place: [f64; D], step: u64) -> Option<(Surface<D>, [f64; D])> {
        let surfaces = self.solids.iter().map(|solid| (self.surface(solid, place, step), solid));
        let nearest = surfaces.min_by(|(a, _), (b, _)| a.distance.total_cmp(&b.distance));
        // It has come here in the step that led here.
        nearest.map(|(surface, solid)| (surface, self.velocity(solid, step.saturating_sub(1))))
    }

    /// From an obstacle's middle to a place, the shortest way.
    pub(super) fn from(&self, solid: &Solid<D>, place: [f64; D], step: u64) -> [f64; D] {
        let by = solid.drift.by(time(&self.scenario, step));
        let towards = self.world.offset(place, placed(&self.scenario, solid.middle, by));
        times(towards, -1.0)
    }

    /// How an obstacle moves in a step.
    pub(super) fn velocity(&self, solid: &Solid<D>, step: u64) -> [f64; D] {
        let at = |step| solid.drift.by(time(&self.scenario, step));
        over(difference(at(step.saturating_add(1)), at(step)), self.scenario.first.species.motion.step)
    }

    /// How deep a boid can be in the thinnest before the nearest way out leads to another side.
    pub(super) fn thinnest(&self) -> f64 {
        let half = |solid: &Solid<D>| match solid.settings.shape {
            Shape::Sphere | Shape::Capsule => solid.settings.radius,
            Shape::Box => solid.settings.size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0,
            Shape::HalfSpace => f64::INFINITY,
            Shape::Polygon => solid.settings.thickness / 2.0,
        };
        self.solids.iter().map(half).fold(f64::INFINITY, f64::min)
    }
}

impl<const D: usize> Solid<D> {
    /// How many convex parts it has.
    pub fn parts(&self) -> usize {
        self.edges.len().max(1)
    }

    /// The surface of one convex part, from a place relative to the middle of the whole.
    pub fn part(&self, number: usize, place: [f64; D]) -> Surface<D> {
        let settings = &self.settings;
        match settings.shape {
            Shape::Sphere => sphere(settings.radius, place),
            Shape::Box => cuboid(vector(&settings.size), place),
            Shape::Capsule => wall(self.edges[0], settings.radius, place),
            Shape::HalfSpace => {
                let out = unit(vector(&settings.normal));
                Surface { distance: dot(place, out), out }
            }
            Shape::Polygon => wall(self.edges[number], settings.thickness / 2.0, place),
        }
    }

    /// The surface of the whole.
    fn surface(&self, place: [f64; D]) -> Surface<D> {
        let parts = (0..self.parts()).map(|number| self.part(number, place));
        let nearest = parts.reduce(|a, b| if b.distance < a.distance { b } else { a });
        let nearest = nearest.expect("every obstacle has a part");
        let settings = &self.settings;
        let filled = settings.shape == Shape::Polygon && settings.closed && settings.solid;
        if !filled || self.is_outside(place) {
            return nearest;
        }
        let radius = settings.thickness / 2.0;
        Surface { distance: -(nearest.distance + radius) - radius, out: times(nearest.out, -1.0) }
    }

    /// Whether a line to one side crosses an even number of a closed chain's walls.
    fn is_outside(&self, place: [f64; D]) -> bool {
        let crosses = |edge: &&[[f64; D]; 2]| {
            let [from, to] = edge;
            let left = (to[1] - from[1]) * (place[0] - from[0]) < (to[0] - from[0]) * (place[1] - from[1]);
            let (under_first, under_second) = (place[1] < from[1], place[1] < to[1]);
            (!under_first && under_second && left) || (under_first && !under_second && !left)
        };
        self.edges.iter().filter(crosses).count().is_multiple_of(2)
    }
}

fn along_x<const D: usize>() -> [f64; D] {
    vector(&[1.0])
}

/// A ball. From its very centre the way out is along +x.
fn sphere<const D: usize>(radius: f64, place: [f64; D]) -> Surface<D> {
    let out = if is_zero(place) { along_x() } else { unit(place) };
    Surface { distance: length(place) - radius, out }
}

/// A box along the axes. From inside, the way out is through the nearest side.
fn cuboid<const D: usize>(size: [f64; D], place: [f64; D]) -> Surface<D> {
    let sign = place.map(|x| if x < 0.0 { -1.0 } else { 1.0 });
    let beyond: [f64; D] = std::array::from_fn(|axis| place[axis] * sign[axis] - size[axis] / 2.0);
    let to_corner: [f64; D] = std::array::from_fn(|axis| beyond[axis].max(0.0) * sign[axis]);
    if !is_zero(to_corner) {
        return Surface { distance: length(to_corner), out: unit(to_corner) };
    }
    let nearest = (1..D).fold(0, |best, axis| if beyond[axis] > beyond[best] { axis } else { best });
    let out = std::array::from_fn(|axis| if axis == nearest { sign[axis] } else { 0.0 });
    Surface { distance: beyond[nearest], out }
}

/// A straight wall with round ends. From its very middle line the way out is across it.
fn wall<const D: usize>([from, to]: [[f64; D]; 2], radius: f64, place: [f64; D]) -> Surface<D> {
    let along = difference(to, from);
    let share = (dot(difference(place, from), along) / dot(along, along)).clamp(0.0, 1.0);
    let off = difference(place, sum(from, times(along, share)));
    let out = if is_zero(off) { across(along) } else { unit(off) };
    Surface { distance: length(off) - radius, out }
}

#[cfg(test)]
mod tests {
    use super::super::tests::assert_near;
    use super::*;

    fn surface<const D: usize>(obstacle: &str, place: [f64; D]) -> Surface<D> {
        let scenario = format!("dimension = {D}\n[space]\nkind = 'open'\n[[obstacle]]\n{obstacle}");
        let obstacles = Obstacles::<D>::of(&Scenario::from_toml(&scenario).unwrap_or_else(|error| panic!("{error}")));
        obstacles.surface(&obstacles.solids[0], place, 0)
    }

    #[track_caller]
    fn check<const D: usize>(obstacle: &str, place: [f64; D], distance: f64, out: [f64; D]) {
        let surface = surface(obstacle, place);
        assert!((surface.distance - distance).abs() < 1e-12, "{} is not {distance}", surface.distance);
        assert_near(surface.out, out);
    }

    #[test]
    fn distances_from_every_shape_are_right_outside_and_inside() {
        check("centre = [1, 0]\nradius = 2", [5.0, 0.0], 2.0, [1.0, 0.0]);
        check("centre = [1, 0, 0]\nradius = 2", [1.0, 0.0, 0.5], -1.5, [0.0, 0.0, 1.0]);

        let cuboid = "shape = 'box'\ncentre = [1, 0]\nsize = [4, 2]";
        check(cuboid, [0.0, 3.0], 2.0, [0.0, 1.0]);
        check(cuboid, [6.0, 5.0], 5.0, [0.6, 0.8]);
        check(cuboid, [2.5, 0.0], -0.5, [1.0, 0.0]);
        check("shape = 'box'\ncentre = [0, 0, 0]\nsize = [2, 2, 2]", [0.0, 0.0, -4.0], 3.0, [0.0, 0.0, -1.0]);

        let capsule = "shape = 'capsule'\nfrom = [0, 0]\nto = [10, 0]\nradius = 1";
        check(capsule, [5.0, -3.0], 2.0, [0.0, -1.0]);
        check(capsule, [13.0, 4.0], 4.0, [0.6, 0.8]);
        check(capsule, [5.0, 0.5], -0.5, [0.0, 1.0]);

        let behind = "shape = 'half-space'\ncentre = [0, 5]\nnormal = [0, -2]";
        check(behind, [100.0, 1.0], 4.0, [0.0, -1.0]);
        check(behind, [0.0, 6.0], -1.0, [0.0, -1.0]);

        let square = "shape = 'polygon'\npoints = [[0, 0], [4, 0], [4, 4], [0, 4]]";
        check(square, [2.0, -1.0], 1.0, [0.0, -1.0]);
        check(square, [2.0, 1.0], -1.0, [0.0, -1.0]);
        check(square, [7.0, 8.0], 5.0, [0.6, 0.8]);
        let hollow = format!("{square}\nsolid = false\nthickness = 1");
        check(&hollow, [2.0, 1.0], 0.5, [0.0, 1.0]);
        check(&hollow, [2.0, 0.25], -0.25, [0.0, 1.0]);
        let open = format!("{hollow}\nclosed = false");
        check(&open, [0.0, 1.0], 0.5, [0.0, 1.0]);
        // A dent is not inside.
        let dented = "shape = 'polygon'\npoints = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]]";
        assert!(surface(dented, [2.0, 3.0]).distance > 0.0);
        assert!(surface(dented, [2.0, 0.5]).distance < 0.0);
    }

    #[test]
    fn there_is_a_way_out_from_the_very_middle_of_every_shape() {
        for (obstacle, out) in [
            ("centre = [0, 0]", [1.0, 0.0]),
            ("shape = 'box'\ncentre = [0, 0]\nsize = [4, 2]", [0.0, 1.0]),
            ("shape = 'capsule'\nfrom = [-5, 0]\nto = [5, 0]", [0.0, 1.0]),
            ("shape = 'capsule'\nfrom = [0, -5]\nto = [0, 5]", [1.0, 0.0]),
            ("shape = 'polygon'\npoints = [[-5, 0], [5, 0]]\nclosed = false\nthickness = 1", [0.0, 1.0]),
        ] {
            assert_near(surface(obstacle, [0.0, 0.0]).out, out);
        }
    }

    #[test]
    fn obstacles_move_with_a_velocity_or_along_a_path_and_round_a_torus() {
        let at = |obstacle: &str, step| {
            let scenario =
                format!("space.size = [20, 20]\nperception.radius = 5\n[motion]\nstep = 0.5\n[[obstacle]]\n{obstacle}");
            Obstacles::<2>::of(&Scenario::from_toml(&scenario).unwrap()).distance([0.0, 0.0], step)
        };
        let steady = "centre = [5, 0]\nradius = 1\nvelocity = [2, 0]";
        assert_eq!([at(steady, 0), at(steady, 2), at(steady, 10), at(steady, 15)], [4.0, 6.0, 4.0, -1.0]);
        let along = "centre = [5, 0]\nradius = 1\npath = [[0, 0], [0, 4]]\nspeed = 8\nends = 'return'";
        assert_eq!([at(along, 0), at(along, 2)], [4.0, 4.0]);
        assert!((at(along, 1) - (41f64.sqrt() - 1.0)).abs() < 1e-12);
    }
}
