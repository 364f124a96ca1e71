//! Circles and sectors that cross the seam of a torus.

use super::stroke::{Stroke, push_polyline};
use super::vertex::{Vertex, push_fan};
use crate::colour::Colour;
use crate::scene::{Bounds, Scene};
use glam::Vec3;

/// The box of a torus.
pub(super) struct Seam {
    low: Vec3,
    high: Vec3,
    dimension: usize,
}

impl Seam {
    /// The box, if the space is a torus.
    pub fn new(scene: &Scene) -> Option<Self> {
        match scene.bounds {
            Bounds::Box { low, high } if scene.is_torus => {
                Some(Seam { low: low.into(), high: high.into(), dimension: scene.dimension })
            }
            _ => None,
        }
    }

    /// How far the other images are whose circle of this radius reaches into the box.
    pub fn shifts(&self, centre: Vec3, radius: f32) -> Vec<Vec3> {
        let side = self.high - self.low;
        let mut shifts = vec![Vec3::ZERO];
        for axis in 0..self.dimension {
            let step = Vec3::AXES[axis] * side[axis];
            let copies: Vec<Vec3> = shifts
                .iter()
                .flat_map(|shift| [-step, Vec3::ZERO, step].map(|further| *shift + further))
                .filter(|shift| {
                    let at = centre[axis] + shift[axis];
                    at + radius > self.low[axis] && at - radius < self.high[axis]
                })
                .collect();
            shifts = copies;
        }
        shifts.retain(|shift| *shift != Vec3::ZERO);
        shifts
    }

    /// Appends the part of a polyline inside the box.
    pub fn push_polyline(&self, strokes: &mut Vec<Stroke>, points: &[Vec3], width: f32, colour: Colour) {
        for pair in points.windows(2) {
            if let Some((from, to)) = self.clip(pair[0], pair[1]) {
                push_polyline(strokes, &[from, to], width, colour);
            }
        }
    }

    /// The part of a segment inside the box (Liang and Barsky, 1984).
    fn clip(&self, from: Vec3, to: Vec3) -> Option<(Vec3, Vec3)> {
        let (along, mut first, mut last) = (to - from, 0.0f32, 1.0f32);
        for axis in 0..self.dimension {
            for (direction, room) in
                [(-along[axis], from[axis] - self.low[axis]), (along[axis], self.high[axis] - from[axis])]
            {
                if direction == 0.0 && room < 0.0 {
                    return None;
                }
                let share = room / direction;
                if direction < 0.0 {
                    first = first.max(share);
                } else if direction > 0.0 {
                    last = last.min(share);
                }
            }
        }
        (first < last).then(|| (from + along * first, from + along * last))
    }

    /// Appends the part inside the box of a fan of triangles, in 2D.
    pub fn push_fan(&self, vertices: &mut Vec<Vertex>, centre: Vec3, rim: &[Vec3], colour: Colour) {
        for pair in rim.windows(2) {
            let part = self.clip_polygon(&[centre, pair[0], pair[1]]);
            if let Some(first) = part.first() {
                push_fan(vertices, *first, &part[1..], colour);
            }
        }
    }

    /// The part of a convex polygon inside the box, in 2D (Sutherland and Hodgman, 1974).
    fn clip_polygon(&self, corners: &[Vec3]) -> Vec<Vec3> {
        let mut corners = corners.to_vec();
        for axis in 0..2 {
            for (sign, limit) in [(1.0, self.low[axis]), (-1.0, -self.high[axis])] {
                let inside = |corner: Vec3| sign * corner[axis] - limit;
                let mut kept = Vec::new();
                for (index, corner) in corners.iter().enumerate() {
                    let before = corners[(index + corners.len() - 1) % corners.len()];
                    let (a, b) = (inside(before), inside(*corner));
                    if (a >= 0.0) != (b >= 0.0) {
                        kept.push(before.lerp(*corner, a / (a - b)));
                    }
                    if b >= 0.0 {
                        kept.push(*corner);
                    }
                }
                corners = kept;
            }
        }
        corners
    }
}
