//! A scene: all that is to be drawn, as plain data in the world's coordinates. No GPU.
//!
//! x goes right, y up, and in 3D z towards the viewer. In 2D every z is 0.

mod of;

use crate::colour::{Colour, Theme};
use crate::look::{ColourBy, Form};
use crate::mark::Mark;
use crate::trails::Trails;
use bytemuck::{Pod, Zeroable};

/// All that is to be drawn. Made from a state by [`Scene::of`], then free to be changed: recolour a boid, push a
/// mark.
#[derive(Clone, Debug)]
pub struct Scene {
    /// 2 or 3.
    pub dimension: usize,
    /// The step at which the boids were here.
    pub step: u64,
    /// Light or dark.
    pub theme: Theme,
    /// The form of a boid.
    pub form: Form,
    /// Every boid, by id.
    pub boids: Vec<Boid>,
    /// What is solid.
    pub obstacles: Vec<Solid>,
    /// Where boids want to go.
    pub goals: Vec<[f32; 3]>,
    /// The pointer, where there is one.
    pub pointer: Option<Pointer>,
    /// The world.
    pub bounds: Bounds,
    /// Whether the world's edges are drawn.
    pub shows_bounds: bool,
    /// Where the boids have been.
    pub trails: Trails,
    /// What is marked over the flock.
    pub marks: Vec<Mark>,
    /// What the colours say.
    pub legend: Legend,
}

/// One boid, as the GPU reads it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Boid {
    /// Where it is.
    pub position: [f32; 3],
    /// Its length.
    pub size: f32,
    /// How it moves: it points there. At rest it points along x.
    pub velocity: [f32; 3],
    /// Its colour.
    pub colour: Colour,
}

/// Something solid.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A ball; a circle in 2D.
    Sphere {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
    },
    /// A box along the axes.
    Box {
        /// Its lowest corner.
        low: [f32; 3],
        /// Its highest corner.
        high: [f32; 3],
    },
    /// Everything nearer than a radius to a line.
    Capsule {
        /// One end of the line.
        from: [f32; 3],
        /// The other end.
        to: [f32; 3],
        /// The radius.
        radius: f32,
    },
    /// Everything behind a plane.
    HalfSpace {
        /// A point of the plane.
        point: [f32; 3],
        /// Out of the solid.
        normal: [f32; 3],
    },
    /// A chain of straight walls. Only in 2D.
    Polygon {
        /// Its corners, one after the other.
        corners: Vec<[f32; 2]>,
        /// Whether the last corner is joined to the first.
        closed: bool,
        /// Whether the inside of a closed chain is solid too.
        filled: bool,
        /// How thick the walls are.
        thickness: f32,
    },
}

/// The pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Where it is.
    pub position: [f32; 3],
    /// Its own radius.
    pub radius: f32,
    /// How far from its rim it is felt.
    pub reach: f32,
    /// Whether it draws boids or drives them away.
    pub attracts: bool,
}

/// The world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// It has no edges.
    None,
    /// A box.
    Box {
        /// Its lowest corner.
        low: [f32; 3],
        /// Its highest corner.
        high: [f32; 3],
    },
    /// A ball.
    Sphere {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
    },
}

/// What the colours say, for a scale beside the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// What a colour stands for.
    pub colour_by: ColourBy,
    /// What the first colour of the scale stands for; for speeds and neighbours.
    pub low: f32,
    /// What the last colour stands for.
    pub high: f32,
    /// The species' names and colours.
    pub species: Vec<(String, Colour)>,
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
            obstacles: Vec::new(),
            goals: Vec::new(),
            pointer: None,
            bounds: Bounds::None,
            shows_bounds: true,
            trails: Trails::new(),
            marks: Vec::new(),
            legend: Legend { colour_by: ColourBy::default(), low: 0.0, high: 0.0, species: Vec::new() },
        }
    }

    /// Colours a boid and rings it. Nothing if there is no such boid.
    pub fn highlight(&mut self, boid: usize, colour: Colour) {
        if let Some(found) = self.boids.get_mut(boid) {
            found.colour = colour;
            self.marks.push(Mark::Ring { boid, colour });
        }
    }

    /// A ball that holds what a camera should show: the world, or where that has no edges, the flock.
    pub fn extent(&self) -> ([f32; 3], f32) {
        let (low, high) = self.corners();
        let centre = std::array::from_fn(|axis| 0.5 * (low[axis] + high[axis]));
        let radius = (0..3).map(|axis| (0.5 * (high[axis] - low[axis])).powi(2)).sum::<f32>().sqrt();
        match self.bounds {
            Bounds::Sphere { centre, radius } => (centre, radius),
            _ => (centre, radius.max(1e-3)),
        }
    }

    /// The lowest and the highest corner of what a camera should show.
    pub(crate) fn corners(&self) -> ([f32; 3], [f32; 3]) {
        match self.bounds {
            Bounds::Box { low, high } => (low, high),
            Bounds::Sphere { centre, radius } => (centre.map(|x| x - radius), centre.map(|x| x + radius)),
            Bounds::None => {
                let seen = self.boids.iter().filter(|boid| boid.position.iter().all(|x| x.is_finite()));
                let mut low = [f32::INFINITY; 3];
                let mut high = [f32::NEG_INFINITY; 3];
                for boid in seen {
                    for axis in 0..3 {
                        low[axis] = low[axis].min(boid.position[axis] - boid.size);
                        high[axis] = high[axis].max(boid.position[axis] + boid.size);
                    }
                }
                if low[0] > high[0] { ([-1.0; 3], [1.0; 3]) } else { (low, high) }
            }
        }
    }
}
