//! Marks over the flock, as fills and strokes.

use super::world::outline;
use super::{Geometry, arc, circle, fan, flat, polyline, stroke};
use crate::camera::Camera;
use crate::colour::Colour;
use crate::mark::Mark;
use crate::scene::Scene;
use glam::Vec3;

impl Geometry {
    pub(super) fn marks(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        let plane = scene.dimension == 2;
        for mark in &scene.marks {
            match mark {
                Mark::Circle { centre, radius, colour, fill } => {
                    let centre = Vec3::from(*centre);
                    let rim = outline(centre, *radius, camera);
                    if let Some(fill) = fill.filter(|_| plane) {
                        fan(&mut self.fills, centre, &rim, fill);
                    }
                    polyline(&mut self.strokes, &rim, 1.6 * pixel, *colour);
                    if !plane {
                        let equator = circle(centre, Vec3::X * *radius, Vec3::Z * *radius);
                        polyline(&mut self.strokes, &equator, pixel, colour.with_opacity(0.45));
                    }
                }
                Mark::Sector { centre, direction, radius, angle, colour, fill } => {
                    let (centre, direction) = (Vec3::from(*centre), Vec3::from(*direction));
                    let half = angle.clamp(0.0, 360.0).to_radians() / 2.0;
                    let forwards = direction.normalize_or(Vec3::X);
                    if plane {
                        self.sector(centre, forwards * *radius, half, pixel, *colour, *fill);
                    } else {
                        self.cone(centre, forwards * *radius, half, pixel, *colour);
                    }
                }
                Mark::Arrow { from, vector, colour, width, .. } => {
                    self.arrow(Vec3::from(*from), Vec3::from(*vector), camera, width * pixel, *colour);
                }
                Mark::Line { from, to, colour, width } => {
                    self.strokes.push(stroke(Vec3::from(*from), Vec3::from(*to), width * pixel, *colour));
                }
                Mark::Ring { boid, colour } => {
                    let Some(boid) = scene.boids.get(*boid) else { continue };
                    let centre = Vec3::from(boid.position);
                    let (right, up) = camera.right_and_up();
                    let radius = (0.85 * boid.size).max(9.0 * pixel / camera.scale());
                    let ring = circle(centre, right * radius, up * radius);
                    polyline(&mut self.strokes, &ring, 2.0 * pixel, *colour);
                }
            }
        }
    }

    /// A piece of a pie in the plane.
    fn sector(&mut self, centre: Vec3, radius: Vec3, half: f32, pixel: f32, colour: Colour, fill: Option<Colour>) {
        let across = Vec3::new(-radius.y, radius.x, 0.0);
        let rim = arc(centre, radius, across, -half, half, 72);
        if let Some(fill) = fill {
            fan(&mut self.fills, centre, &rim, fill);
        }
        polyline(&mut self.strokes, &rim, 1.6 * pixel, colour);
        // All round there are no sides.
        if half < std::f32::consts::PI - 1e-3 {
            for end in [rim.first(), rim.last()].into_iter().flatten() {
                self.strokes.push(stroke(centre, *end, 1.6 * pixel, colour));
            }
        }
    }

    /// A field of view in space: its rim, and lines from the eye to it.
    fn cone(&mut self, centre: Vec3, radius: Vec3, half: f32, pixel: f32, colour: Colour) {
        let length = radius.length();
        let side = radius.any_orthonormal_vector_or_x() * length;
        let other = radius.normalize_or(Vec3::X).cross(side);
        let middle = centre + radius * half.cos();
        let rim = circle(middle, side * half.sin(), other * half.sin());
        polyline(&mut self.strokes, &rim, 1.6 * pixel, colour);
        for point in rim.iter().step_by(9) {
            self.strokes.push(stroke(centre, *point, pixel, colour.with_opacity(0.5)));
        }
        for across in [side, other] {
            polyline(&mut self.strokes, &arc(centre, radius, across, -half, half, 48), pixel, colour.with_opacity(0.5));
        }
    }

    fn arrow(&mut self, from: Vec3, vector: Vec3, camera: &Camera, width: f32, colour: Colour) {
        let length = vector.length();
        if !(length.is_finite() && length > 0.0) {
            return;
        }
        let along = vector / length;
        // The head lies across the line of sight, so that it is never seen from its edge unless the arrow is.
        let side = along.cross(camera.backwards()).normalize_or(camera.right_and_up().1);
        let head = (4.5 * width / camera.scale()).min(length);
        let neck = from + along * (length - head);
        self.strokes.push(stroke(from, neck, width, colour));
        let tip = from + vector;
        let corners = [tip, neck + side * 0.42 * head, neck - side * 0.42 * head];
        self.fills.extend(corners.map(|corner| flat(corner, colour)));
    }
}

trait Across {
    fn any_orthonormal_vector_or_x(self) -> Vec3;
}

impl Across for Vec3 {
    /// Some direction across this one.
    fn any_orthonormal_vector_or_x(self) -> Vec3 {
        self.normalize_or(Vec3::X).any_orthonormal_vector()
    }
}
