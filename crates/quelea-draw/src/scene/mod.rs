//! A scene: everything to be drawn, as plain data in world coordinates, without a GPU.
//!
//! x points right, y up and, in 3D, z towards the viewer. In 2D every z is 0.

mod arrow_scale;
mod boid;
mod bounds;
mod build;
mod cluster_colours;
mod crowd;
mod inspection;
mod legend;
mod pointer;
mod solid;

pub use arrow_scale::ArrowScale;
pub use boid::Boid;
pub use bounds::Bounds;
pub use crowd::Crowd;
pub(crate) use crowd::{CrowdColours, packed};
pub use legend::Legend;
pub use pointer::Pointer;
pub use solid::Solid;

use crate::backdrop::Backdrop;
use crate::colour::Colour;
use crate::form::Form;
use crate::mark::Mark;
use crate::overlay::Overlay;
use crate::theme::Theme;
use crate::trails::Trails;
use arrow_scale::ArrowReference;
use cluster_colours::ClusterColours;
use std::ops::Range;

/// Everything to be drawn. Made from a state by [`Scene::new`], then free to be changed: recolour a boid, push a
/// mark.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// The number of dimensions, 2 or 3.
    pub dimension: usize,
    /// The step of the state it shows.
    pub step: u64,
    /// Light or dark.
    pub theme: Theme,
    /// The form of a boid.
    pub form: Form,
    /// The boids, by id.
    pub boids: Vec<Boid>,
    /// The boids instead, if they are on the device; `boids` is empty then.
    pub crowd: Option<Crowd>,
    /// The ids of the boids that hunt, which have a form of their own: ranges in ascending order.
    pub hunters: Vec<Range<u32>>,
    /// Images of boids across the seam of a torus, next to the inspected boid.
    pub ghosts: Vec<Boid>,
    /// The obstacles.
    pub obstacles: Vec<Solid>,
    /// The goals.
    pub goals: Vec<[f32; 3]>,
    /// The pointer, if there is one.
    pub pointer: Option<Pointer>,
    /// The extent of the space.
    pub bounds: Bounds,
    /// Whether the edges of the space are drawn.
    pub shows_bounds: bool,
    /// Whether the space is a torus: circles that cross an edge continue at the opposite one.
    pub is_torus: bool,
    /// What is behind the flock.
    pub backdrop: Backdrop,
    /// Whether things move that are not simulated: the wings of birds, clouds and ripples.
    pub moves: bool,
    /// Which marks an inspected boid gets.
    pub overlay: Overlay,
    /// The length of the arrows.
    pub arrow_scale: ArrowScale,
    /// The past positions of the boids.
    pub trails: Trails,
    /// Marks over the flock.
    pub marks: Vec<Mark>,
    /// What the colours mean.
    pub legend: Legend,
    cluster_colours: ClusterColours,
    arrow_reference: ArrowReference,
}

impl Scene {
    /// An empty scene.
    pub fn empty(dimension: usize, theme: Theme) -> Self {
        Scene {
            dimension,
            step: 0,
            theme,
            form: Form::default(),
            boids: Vec::new(),
            crowd: None,
            hunters: Vec::new(),
            ghosts: Vec::new(),
            obstacles: Vec::new(),
            goals: Vec::new(),
            pointer: None,
            bounds: Bounds::None,
            shows_bounds: true,
            is_torus: false,
            backdrop: Backdrop::default(),
            moves: true,
            overlay: Overlay::default(),
            arrow_scale: ArrowScale::default(),
            trails: Trails::new(),
            marks: Vec::new(),
            legend: Legend::default(),
            cluster_colours: ClusterColours::default(),
            arrow_reference: ArrowReference::default(),
        }
    }

    /// The number of boids and their usual length; `None` if there are none.
    pub(crate) fn flock(&self) -> Option<(usize, f32)> {
        match &self.crowd {
            Some(crowd) => Some((crowd.boids, crowd.size)).filter(|(boids, _)| *boids > 0),
            None => self.boids.first().map(|boid| (self.boids.len(), boid.size)),
        }
    }

    /// The length of the largest boid.
    pub(crate) fn largest_boid(&self) -> f32 {
        let crowd = self.crowd.iter().flat_map(|crowd| crowd.sizes());
        self.boids.iter().map(|boid| boid.size).chain(crowd).fold(0.0, f32::max)
    }

    /// Whether a boid hunts.
    pub(crate) fn is_hunter(&self, boid: usize) -> bool {
        self.hunters.iter().any(|hunters| hunters.contains(&(boid as u32)))
    }

    /// The height of the floor on which shadows fall, if there is one.
    pub(crate) fn floor(&self) -> Option<f32> {
        match self.bounds {
            Bounds::Box { low, .. } if self.dimension == 3 && self.shows_bounds => Some(low[1]),
            _ => None,
        }
    }

    /// Colours a boid and draws a ring around it. Nothing happens if there is no such boid.
    pub fn highlight(&mut self, boid: usize, colour: Colour) {
        if let Some(found) = self.boids.get_mut(boid) {
            found.colour = colour;
            self.marks.push(Mark::Ring { boid, colour });
        }
    }

    /// Centre and radius of a sphere that holds what a camera should show: the space or, if it has no edges, the
    /// flock.
    pub fn extent(&self) -> ([f32; 3], f32) {
        if let Bounds::Sphere { centre, radius } = self.bounds {
            return (centre, radius);
        }
        let (low, high) = self.corners();
        let centre = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
        let radius = (0..3).map(|axis| (0.5 * (high[axis] - low[axis])).powi(2)).sum::<f32>().sqrt();
        (centre, radius.max(1e-3))
    }

    /// The lowest and the highest corner of what a camera should show.
    pub(crate) fn corners(&self) -> ([f32; 3], [f32; 3]) {
        match self.bounds {
            Bounds::Box { low, high } => (low, high),
            Bounds::Sphere { centre, radius } => (centre.map(|x| x - radius), centre.map(|x| x + radius)),
            Bounds::None => self.flock_corners().unwrap_or(([-1.0; 3], [1.0; 3])),
        }
    }

    /// The bounding box of all boids at finite positions, if there are any.
    fn flock_corners(&self) -> Option<([f32; 3], [f32; 3])> {
        let mut finite = self.boids.iter().filter(|boid| boid.position.iter().all(|x| x.is_finite())).peekable();
        finite.peek()?;
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for boid in finite {
            for axis in 0..3 {
                low[axis] = low[axis].min(boid.position[axis] - boid.size);
                high[axis] = high[axis].max(boid.position[axis] + boid.size);
            }
        }
        Some((low, high))
    }
}

/// A vector of any dimension in drawing coordinates; missing components are 0.
pub(crate) fn vec3(numbers: &[f64]) -> [f32; 3] {
    std::array::from_fn(|axis| numbers.get(axis).copied().unwrap_or(0.0) as f32)
}
