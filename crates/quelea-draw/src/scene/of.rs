//! From a state to a scene.

use super::{Boid, Bounds, Legend, Pointer, Scene, Solid};
use crate::colour::{Colour, Theme};
use crate::look::{ColourBy, Look};
use quelea::scenario::settings::{Obstacle, PointerMode, Relation, Shape, SpaceKind};
use quelea::{Scenario, State, measures};

impl Scene {
    /// The scene of a state.
    pub fn of<const D: usize>(scenario: &Scenario, state: &State<D>, look: &Look) -> Self {
        let mut scene = Scene::empty(D, look.theme);
        scene.update(scenario, state, look);
        scene
    }

    /// The scene of a later state of the same flock: what it was before becomes its trails. Marks are taken
    /// away. Memory is used again, so that a frame costs little.
    pub fn update<const D: usize>(&mut self, scenario: &Scenario, state: &State<D>, look: &Look) {
        let later = state.step > self.step && self.dimension == D;
        if !later && state.step != self.step {
            self.trails.clear();
        }
        let new = later || self.trails.is_empty();
        self.dimension = D;
        self.step = state.step;
        self.theme = look.theme;
        self.form = look.form;
        self.shows_bounds = look.bounds;
        self.bounds = bounds::<D>(scenario);
        self.marks.clear();
        self.goals.clear();
        self.pointer = None;
        self.obstacles.clear();
        if look.surroundings {
            self.obstacles.extend(scenario.obstacles_at::<D>(state.step).iter().map(solid));
            self.goals.extend(scenario.goals_at::<D>(state.step).iter().map(|goal| point(goal)));
            self.goals.dedup();
            self.pointer = pointer(scenario);
        }
        self.place(scenario, state, look);
        self.colour(scenario, state, look);
        if new || look.trails < self.trails.len() {
            self.trails.jump = jump(scenario, self.bounds);
            self.trails.remember(self.boids.iter().map(|boid| boid.position), look.trails);
        }
    }

    /// Lengthens the trails by a state that is not drawn itself, such as a step between two frames.
    pub fn remember<const D: usize>(&mut self, state: &State<D>, look: &Look) {
        self.step = state.step;
        self.trails.remember(state.positions.iter().map(solid_point), look.trails);
    }

    fn place<const D: usize>(&mut self, scenario: &Scenario, state: &State<D>, look: &Look) {
        self.boids.clear();
        let size = fitting_size(scenario, state) * look.size.clamp(1e-3, 1e3);
        let sizes: Vec<f32> =
            (0..scenario.kinds().count()).map(|kind| if hunts(scenario, kind) { 1.7 * size } else { size }).collect();
        let size_of = |id: usize| sizes.get(kind_of(state, id)).copied().unwrap_or(size);
        self.boids.extend(state.positions.iter().zip(&state.velocities).enumerate().map(|(id, (x, v))| Boid {
            position: solid_point(x),
            size: size_of(id),
            velocity: solid_point(v),
            colour: Colour::hex(0),
        }));
    }

    fn colour<const D: usize>(&mut self, scenario: &Scenario, state: &State<D>, look: &Look) {
        let theme = look.theme;
        let species: Vec<(String, Colour)> = species_colours(scenario, theme);
        let (mut low, mut high) = (0.0, 0.0);
        let boids = &mut self.boids;
        match look.colour_by {
            ColourBy::Species => {
                for (id, boid) in boids.iter_mut().enumerate() {
                    boid.colour = species.get(kind_of(state, id)).map_or(theme.ink(), |(_, colour)| *colour);
                }
            }
            ColourBy::Heading => boids.iter_mut().for_each(|boid| boid.colour = theme.heading(boid.velocity)),
            ColourBy::Speed => {
                let motions = || scenario.kinds().map(|kind| &kind.species.motion);
                low = motions().map(|motion| motion.min_speed as f32).fold(f32::INFINITY, f32::min);
                high = motions().map(|motion| motion.max_speed as f32).fold(low, f32::max);
                for boid in boids.iter_mut() {
                    let speed = boid.velocity.iter().map(|x| x * x).sum::<f32>().sqrt();
                    boid.colour = theme.amount(share(speed, low, high));
                }
            }
            ColourBy::Neighbours => {
                let counts = measures::neighbours_of_each(scenario, state);
                // A few crowded boids must not make all others look alike.
                let mut sorted = counts.clone();
                sorted.sort_unstable();
                high = sorted.get(sorted.len().saturating_sub(1) * 19 / 20).map_or(0.0, |most| *most as f32);
                for (boid, count) in boids.iter_mut().zip(counts) {
                    boid.colour = theme.amount(share(count as f32, 0.0, high));
                }
            }
            ColourBy::Cluster => {
                for (boid, cluster) in boids.iter_mut().zip(measures::cluster_of_each(scenario, state)) {
                    boid.colour = cluster.map_or(theme.alone(), |number| theme.group(number));
                }
            }
        }
        self.legend = Legend { colour_by: look.colour_by, low, high, species };
    }
}

fn share(x: f32, low: f32, high: f32) -> f32 {
    if high > low { (x - low) / (high - low) } else { 0.0 }
}

fn kind_of<const D: usize>(state: &State<D>, id: usize) -> usize {
    state.species.get(id).copied().map_or(0, usize::from)
}

/// Whether a species chases another.
fn hunts(scenario: &Scenario, kind: usize) -> bool {
    (0..scenario.kinds().count()).any(|other| scenario.relation(kind, other) == Relation::Hunt)
}

fn species_colours(scenario: &Scenario, theme: Theme) -> Vec<(String, Colour)> {
    let mut peaceful = 0;
    let colour = |(number, kind): (usize, &quelea::scenario::Kind)| {
        let colour = if hunts(scenario, number) {
            theme.danger()
        } else {
            peaceful += 1;
            theme.species(peaceful - 1)
        };
        (kind.name.clone(), colour)
    };
    scenario.kinds().enumerate().map(colour).collect()
}

/// A place with as many numbers as it has, as one with three.
fn point(numbers: &[f64]) -> [f32; 3] {
    std::array::from_fn(|axis| numbers.get(axis).copied().unwrap_or(0.0) as f32)
}

fn solid_point<const D: usize>(numbers: &[f64; D]) -> [f32; 3] {
    point(numbers)
}

fn bounds<const D: usize>(scenario: &Scenario) -> Bounds {
    let space = &scenario.general.space;
    let low = point(space.origin.as_deref().unwrap_or_default());
    let size = point(&space.size);
    match space.kind {
        SpaceKind::Open => Bounds::None,
        SpaceKind::Sphere => Bounds::Sphere { centre: low, radius: space.radius as f32 },
        SpaceKind::Torus | SpaceKind::Wrap | SpaceKind::Walls | SpaceKind::Reflect => {
            let high = std::array::from_fn(|axis| low[axis] + if axis < D { size[axis] } else { 0.0 });
            Bounds::Box { low, high }
        }
    }
}

fn solid(obstacle: &Obstacle) -> Solid {
    let (centre, radius) = (point(&obstacle.centre), obstacle.radius as f32);
    match obstacle.shape {
        Shape::Sphere => Solid::Sphere { centre, radius },
        Shape::Box => {
            let half = point(&obstacle.size).map(|x| x / 2.0);
            Solid::Box {
                low: std::array::from_fn(|axis| centre[axis] - half[axis]),
                high: std::array::from_fn(|axis| centre[axis] + half[axis]),
            }
        }
        Shape::Capsule => Solid::Capsule { from: point(&obstacle.from), to: point(&obstacle.to), radius },
        Shape::HalfSpace => Solid::HalfSpace { point: centre, normal: point(&obstacle.normal) },
        Shape::Polygon => Solid::Polygon {
            corners: obstacle.points.iter().map(|corner| [point(corner)[0], point(corner)[1]]).collect(),
            closed: obstacle.closed,
            filled: obstacle.closed && obstacle.solid,
            thickness: obstacle.thickness as f32,
        },
    }
}

fn pointer(scenario: &Scenario) -> Option<Pointer> {
    let pointer = &scenario.general.pointer;
    let position = point(pointer.position.as_deref().filter(|_| pointer.mode != PointerMode::Off)?);
    let attracts = pointer.mode == PointerMode::Attract;
    Some(Pointer { position, radius: pointer.radius as f32, reach: pointer.reach as f32, attracts })
}

/// How far a boid can move in a step at most without having come back at another edge.
fn jump(scenario: &Scenario, bounds: Bounds) -> f32 {
    let comes_back = matches!(scenario.general.space.kind, SpaceKind::Torus | SpaceKind::Wrap | SpaceKind::Sphere);
    match bounds {
        Bounds::Box { low, high } if comes_back => {
            let sides = (0..3).map(|axis| high[axis] - low[axis]).filter(|side| *side > 0.0);
            0.5 * sides.fold(f32::INFINITY, f32::min)
        }
        Bounds::Sphere { radius, .. } if comes_back => radius,
        _ => f32::INFINITY,
    }
}

/// The length of a boid that suits the world and the number of boids: large enough to see where it points, small
/// enough not to hide the others.
fn fitting_size<const D: usize>(scenario: &Scenario, state: &State<D>) -> f32 {
    let space = &scenario.general.space;
    let sides: Vec<f64> = match space.kind {
        SpaceKind::Open => vec![4.0 * scenario.first.species.perception.radius; D],
        SpaceKind::Sphere => vec![1.6 * space.radius; D],
        _ => space.size.iter().copied().take(D).collect(),
    };
    let extent = sides.iter().product::<f64>().powf(1.0 / D as f64);
    let each = extent / (state.len().max(1) as f64).powf(1.0 / D as f64);
    let size = (0.6 * each).clamp(extent / 250.0, extent / if D == 2 { 38.0 } else { 22.0 });
    if size.is_finite() && size > 0.0 { size as f32 } else { 1.0 }
}
