//! What surrounds a flock at a given step: obstacles and goals, some of which move.

use super::scenario::Scenario;
use super::settings::{Ends, Goal, Obstacle, ShapeKind, SpeciesSettings};
use crate::geometry::path::{AtEnd, Path, Trajectory};
use crate::geometry::vector::{add, div, from_slice, scale, sub, unit};
use crate::geometry::{Shape, Space, Surface, with_dimension};

/// Constants of obstacle avoidance. They are part of the model: both engines use them.
pub(crate) mod constants {
    /// A turn away from a collision is completed this many times faster than the time that is left allows.
    pub const TURN_URGENCY: f32 = 2.0;
    /// A boid with fewer steps than this left, and no time to turn, slows down.
    pub const BRAKING_STEPS: f32 = 4.0;
    /// How often a probe is refined. Each iteration brings it closer to the surface, usually onto it.
    pub const PROBE_ITERATIONS: usize = 8;
    /// Approaching a surface at less than this fraction of its speed, a boid flies along it.
    pub const GRAZING: f32 = 1e-3;
    /// The largest number of strides in which a move past obstacles is made. No stride is longer than the free
    /// distance or than half the thinnest obstacle, so that nobody tunnels through; the rest is dropped.
    pub const MAX_STRIDES: usize = 32;
    /// How often a boid inside an obstacle is pushed out along the nearest way.
    pub const MAX_PUSHES: usize = 8;
    /// How often it is then pushed on in the mean direction: between two overlapping obstacles the nearest way
    /// out of either may lead into the other.
    pub const MAX_MARCHES: usize = 32;
}

impl From<Ends> for AtEnd {
    fn from(ends: Ends) -> Self {
        match ends {
            Ends::Loop => AtEnd::Loop,
            Ends::Return => AtEnd::Return,
            Ends::Stop => AtEnd::Stop,
        }
    }
}

fn path<const D: usize>(points: &[Vec<f64>], speed: f64, ends: Ends) -> Option<Path<D>> {
    Path::new(points.iter().map(|point| from_slice(point)).collect(), speed, ends.into())
}

/// Where a species wants to go.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target<const D: usize> {
    /// A fixed point.
    Point([f64; D]),
    /// A point that follows a path, the same for all boids.
    Moving(Path<D>),
    /// Points that each boid visits on its own; one is reached within a distance.
    Waypoints { points: Vec<[f64; D]>, within: f64, at_end: AtEnd },
}

impl<const D: usize> Target<D> {
    /// The goal of a species, if it has one.
    pub fn new(goal: &Goal) -> Option<Self> {
        if !goal.waypoints.is_empty() {
            let points = goal.waypoints.iter().map(|point| from_slice(point)).collect();
            return Some(Target::Waypoints { points, within: goal.within, at_end: goal.ends.into() });
        }
        let moving = path(&goal.path, goal.speed, goal.ends).map(Target::Moving);
        moving.or_else(|| goal.position.as_deref().map(|point| Target::Point(from_slice(point))))
    }
}

/// The velocity of a point on a path in the step that begins at a time.
pub(crate) fn path_velocity<const D: usize>(path: &Path<D>, time: f64, step: f64) -> [f64; D] {
    div(sub(path.at(time + step), path.at(time)), step)
}

/// An obstacle ready for use: a shape, where its centre is at time 0, and how it moves.
#[derive(Clone, Debug)]
pub(crate) struct Solid<const D: usize> {
    pub shape: Shape<D>,
    pub centre: [f64; D],
    trajectory: Trajectory<D>,
}

impl<const D: usize> Solid<D> {
    /// Whether it moves.
    pub fn moves(&self) -> bool {
        self.trajectory != Trajectory::Still
    }

    pub fn new(obstacle: &Obstacle) -> Self {
        let centre = centre(obstacle);
        let relative = |[from, to]: [[f64; D]; 2]| [sub(from, centre), sub(to, centre)];
        let shape = match obstacle.shape {
            ShapeKind::Sphere => Shape::Sphere { radius: obstacle.radius },
            ShapeKind::Box => Shape::Box { size: from_slice(&obstacle.size) },
            ShapeKind::Capsule => {
                let segment = relative([from_slice(&obstacle.from), from_slice(&obstacle.to)]);
                Shape::Capsule { segment, radius: obstacle.radius }
            }
            ShapeKind::HalfSpace => Shape::HalfSpace { normal: unit(from_slice(&obstacle.normal)) },
            ShapeKind::Polygon => Shape::Polygon {
                walls: walls(obstacle).into_iter().map(relative).collect(),
                radius: obstacle.thickness / 2.0,
                filled: obstacle.closed && obstacle.solid,
            },
        };
        let trajectory = match (path(&obstacle.path, obstacle.speed, obstacle.ends), &obstacle.velocity) {
            (Some(path), _) => Trajectory::Path(path),
            (None, Some(velocity)) => Trajectory::Linear(from_slice(velocity)),
            (None, None) => Trajectory::Still,
        };
        Solid { shape, centre, trajectory }
    }

    /// How far it has moved since time 0.
    pub fn displacement(&self, time: f64) -> [f64; D] {
        self.trajectory.displacement(time)
    }
}

/// The point an obstacle's shape is relative to.
fn centre<const D: usize>(obstacle: &Obstacle) -> [f64; D] {
    match obstacle.shape {
        ShapeKind::Sphere | ShapeKind::Box | ShapeKind::HalfSpace => from_slice(&obstacle.centre),
        ShapeKind::Capsule => {
            let (from, to): ([f64; D], [f64; D]) = (from_slice(&obstacle.from), from_slice(&obstacle.to));
            std::array::from_fn(|axis| (from[axis] + to[axis]) / 2.0)
        }
        ShapeKind::Polygon => std::array::from_fn(|axis| {
            let along = || obstacle.points.iter().filter_map(|point| point.get(axis).copied());
            (along().fold(f64::INFINITY, f64::min) + along().fold(f64::NEG_INFINITY, f64::max)) / 2.0
        }),
    }
}

/// The walls of a polygon, each from one corner to the next.
fn walls<const D: usize>(obstacle: &Obstacle) -> Vec<[[f64; D]; 2]> {
    let corners: Vec<[f64; D]> = obstacle.points.iter().map(|point| from_slice(point)).collect();
    let closing = corners.last().zip(corners.first()).map(|(last, first)| [*last, *first]);
    let mut walls: Vec<_> = corners.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    walls.extend(closing.filter(|_| obstacle.closed));
    walls
}

/// The obstacles of a scenario, in double precision.
///
/// ```
/// use quelea::{Scenario, model::environment::Obstacles};
///
/// let scenario = Scenario::from_toml(
///     "[space]\nkind = 'open'\n[[obstacle]]\ncentre = [10, 0]\nradius = 3\nvelocity = [0, 2]",
/// )?;
/// let obstacles = Obstacles::<2>::new(&scenario);
/// assert_eq!(obstacles.distance([0.0, 0.0], 0), 7.0);
/// assert_eq!(obstacles.distance([10.0, 2.0], 1), -3.0); // one step later it has moved there
/// # Ok::<(), quelea::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Obstacles<const D: usize> {
    space: Space<D>,
    time_step: f64,
    solids: Vec<Solid<D>>,
}

impl<const D: usize> Obstacles<D> {
    /// The obstacles of a scenario of `D` dimensions.
    pub fn new(scenario: &Scenario) -> Self {
        Obstacles {
            space: scenario.space(),
            time_step: scenario.time_step(),
            solids: scenario.obstacles.iter().map(Solid::new).collect(),
        }
    }

    /// The distance from a point to the nearest surface at a step; negative inside, infinite without obstacles.
    pub fn distance(&self, point: [f64; D], step: u64) -> f64 {
        let distance = |solid| self.surface(solid, point, step).distance;
        self.solids.iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    pub(crate) fn solids(&self) -> &[Solid<D>] {
        &self.solids
    }

    /// The surface of one obstacle as seen from a point.
    pub(crate) fn surface(&self, solid: &Solid<D>, point: [f64; D], step: u64) -> Surface<D> {
        solid.shape.surface(self.relative(solid, point, step))
    }

    /// The nearest surface, and the velocity of the obstacle it belongs to.
    pub(crate) fn nearest(&self, point: [f64; D], step: u64) -> Option<(Surface<D>, [f64; D])> {
        let surfaces = self.solids.iter().map(|solid| (self.surface(solid, point, step), solid));
        let nearest = surfaces.min_by(|(a, _), (b, _)| a.distance.total_cmp(&b.distance));
        // It moved here in the step before.
        nearest.map(|(surface, solid)| (surface, self.velocity(solid, step.saturating_sub(1))))
    }

    /// The shortest offset from an obstacle's centre to a point.
    pub(crate) fn relative(&self, solid: &Solid<D>, point: [f64; D], step: u64) -> [f64; D] {
        let centre = self.space.wrap_torus(add(solid.centre, solid.displacement(self.time(step))));
        scale(self.space.offset(point, centre), -1.0)
    }

    /// The velocity of an obstacle during a step.
    pub(crate) fn velocity(&self, solid: &Solid<D>, step: u64) -> [f64; D] {
        let at = |step| solid.displacement(self.time(step));
        div(sub(at(step.saturating_add(1)), at(step)), self.time_step)
    }

    /// How deep a boid can be in the thinnest before the nearest way out leads to another side.
    pub(crate) fn min_half_thickness(&self) -> f64 {
        self.solids.iter().map(|solid| solid.shape.half_thickness()).fold(f64::INFINITY, f64::min)
    }

    fn time(&self, step: u64) -> f64 {
        step as f64 * self.time_step
    }
}

/// A scenario's obstacles where they are at a step.
pub fn obstacles_at(scenario: &Scenario, step: u64) -> Vec<Obstacle> {
    with_dimension!(scenario.general.dimension, D => moved_obstacles::<D>(scenario, step))
}

fn moved_obstacles<const D: usize>(scenario: &Scenario, step: u64) -> Vec<Obstacle> {
    let space = scenario.space::<D>();
    let moved = |obstacle: &Obstacle| {
        let solid = Solid::<D>::new(obstacle);
        let mut moved = obstacle.clone();
        if solid.trajectory != Trajectory::Still {
            let now = space.wrap_torus(add(solid.centre, solid.displacement(scenario.time(step))));
            let points = [&mut moved.centre, &mut moved.from, &mut moved.to].into_iter().chain(&mut moved.points);
            for point in points {
                point.iter_mut().enumerate().for_each(|(axis, x)| *x += now[axis] - solid.centre[axis]);
            }
        }
        moved
    };
    scenario.obstacles.iter().map(moved).collect()
}

/// The goals of all species at a step, points and waypoints, each with one coordinate per axis.
pub fn goals_at(scenario: &Scenario, step: u64) -> Vec<Vec<f64>> {
    with_dimension!(scenario.general.dimension, D => {
        goals::<D>(scenario, step).into_iter().map(|goal| goal.to_vec()).collect()
    })
}

fn goals<const D: usize>(scenario: &Scenario, step: u64) -> Vec<[f64; D]> {
    let targets = scenario.species.iter().filter_map(|species| Target::new(&species.settings.goal));
    targets
        .flat_map(|target| match target {
            Target::Point(point) => vec![point],
            Target::Moving(path) => vec![path.at(scenario.time(step))],
            Target::Waypoints { points, .. } => points,
        })
        .collect()
}

/// The smallest clearance, as a fraction of the largest coordinate: a few dozen rounding errors.
const MIN_CLEARANCE: f64 = 4e-6;

/// The distance a species' centres keep from every surface: the clearance asked for, but never so little that
/// single precision could not tell inside from outside.
pub(crate) fn clearance(scenario: &Scenario, species: &SpeciesSettings) -> f64 {
    let space = &scenario.general.space;
    let mut largest = space.radius.max(1.0);
    let mut extend = |list: &[f64], size: f64| list.iter().for_each(|x| largest = f64::max(largest, x.abs() + size));
    extend(&space.size, 0.0);
    extend(space.origin.as_deref().unwrap_or_default(), 0.0);
    for obstacle in &scenario.obstacles {
        extend(&obstacle.centre, obstacle.radius);
        [&obstacle.size, &obstacle.from, &obstacle.to].into_iter().for_each(|list| extend(list, obstacle.radius));
        obstacle.points.iter().chain(&obstacle.path).for_each(|point| extend(point, 0.0));
    }
    species.avoid.clearance.unwrap_or(species.body).max(MIN_CLEARANCE * largest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_obstacles_and_goals_are_where_the_step_puts_them() {
        let text = "boids = 1\nspace.kind = 'torus'\nspace.size = [200, 200]\nmotion.step = 0.5\n\
            goal.path = [[0, 0], [100, 0]]\ngoal.speed = 2\n\
            [[obstacle]]\ncentre = [10, 20]\nradius = 5\nvelocity = [4, 0]\n\
            [[obstacle]]\nshape = 'capsule'\nfrom = [190, 10]\nto = [190, 30]\nvelocity = [10, 0]\n\
            [[obstacle]]\ncentre = [50, 50]\n";
        let scenario = Scenario::from_toml(text).unwrap();
        let obstacles = obstacles_at(&scenario, 10);
        assert_eq!(obstacles[0].centre, [30.0, 20.0]);
        // Out at one edge of a torus, in at the other.
        assert_eq!((&obstacles[1].from[..], &obstacles[1].to[..]), (&[40.0, 10.0][..], &[40.0, 30.0][..]));
        assert_eq!(obstacles[2], scenario.obstacles[2]);
        assert_eq!(goals_at(&scenario, 10), [[10.0, 0.0]]);
    }

    #[test]
    fn obstacles_move_with_a_velocity_or_along_a_path_and_around_a_torus() {
        let at = |obstacle: &str, step| {
            let scenario =
                format!("space.size = [20, 20]\nperception.radius = 5\n[motion]\nstep = 0.5\n[[obstacle]]\n{obstacle}");
            Obstacles::<2>::new(&Scenario::from_toml(&scenario).unwrap()).distance([0.0, 0.0], step)
        };
        let steady = "centre = [5, 0]\nradius = 1\nvelocity = [2, 0]";
        assert_eq!([at(steady, 0), at(steady, 2), at(steady, 10), at(steady, 15)], [4.0, 6.0, 4.0, -1.0]);
        let along = "centre = [5, 0]\nradius = 1\npath = [[0, 0], [0, 4]]\nspeed = 8\nends = 'return'";
        assert_eq!([at(along, 0), at(along, 2)], [4.0, 4.0]);
        assert!((at(along, 1) - (41f64.sqrt() - 1.0)).abs() < 1e-12);
    }
}
