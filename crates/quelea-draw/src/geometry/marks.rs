//! The geometry of marks.

use super::seam::Seam;
use super::space::sphere_outline;
use super::stroke::push_polyline;
use super::vertex::push_fan;
use super::{Geometry, Stroke, Vertex, arc, circle};
use crate::camera::Camera;
use crate::colour::Colour;
use crate::mark::Mark;
use crate::scene::Scene;
use glam::Vec3;

impl Geometry {
    pub(super) fn add_marks(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        let is_2d = scene.dimension == 2;
        let seam = Seam::new(scene);
        for mark in &scene.marks {
            match mark {
                Mark::Circle { centre, radius, colour, fill } => {
                    let centre = Vec3::from(*centre);
                    let rim = sphere_outline(centre, *radius, camera);
                    if let Some(fill) = fill.filter(|_| is_2d) {
                        push_fan(&mut self.fills, centre, &rim, fill);
                    }
                    if let Some(seam) = &seam {
                        self.add_images(seam, centre, *radius, &rim, pixel, *colour, fill.filter(|_| is_2d));
                    }
                    push_polyline(&mut self.strokes, &rim, 1.6 * pixel, *colour);
                    if !is_2d {
                        let equator = circle(centre, Vec3::X * *radius, Vec3::Z * *radius);
                        push_polyline(&mut self.strokes, &equator, pixel, colour.with_opacity(0.45));
                    }
                }
                Mark::Sector { centre, direction, radius, angle, colour, fill } => {
                    let (centre, direction) = (Vec3::from(*centre), Vec3::from(*direction));
                    let half = angle.clamp(0.0, 360.0).to_radians() / 2.0;
                    let forwards = direction.normalize_or(Vec3::X);
                    if is_2d {
                        let rim = self.add_sector(centre, forwards * *radius, half, pixel, *colour, *fill);
                        if let Some(seam) = &seam {
                            self.add_images(seam, centre, *radius, &rim, pixel, *colour, *fill);
                        }
                    } else {
                        self.add_cone(centre, forwards * *radius, half, pixel, *colour);
                    }
                }
                Mark::Arrow { from, vector, colour, width, .. } => {
                    self.add_arrow(Vec3::from(*from), Vec3::from(*vector), camera, width * pixel, *colour);
                }
                Mark::Line { from, to, colour, width } => {
                    self.strokes.push(Stroke::new(Vec3::from(*from), Vec3::from(*to), width * pixel, *colour));
                }
                Mark::Point { at, colour, radius } => {
                    let centre = Vec3::from(*at);
                    let (right, up) = camera.right_and_up();
                    let radius = radius * pixel / camera.scale();
                    let rim = circle(centre, right * radius, up * radius);
                    push_fan(&mut self.fills, centre, &rim, *colour);
                    push_polyline(&mut self.strokes, &rim, 1.5 * pixel, scene.theme.ground());
                }
                Mark::Ring { boid, colour } => {
                    let Some(boid) = scene.boids.get(*boid) else { continue };
                    let centre = Vec3::from(boid.position);
                    let (right, up) = camera.right_and_up();
                    let radius = (0.85 * boid.size).max(9.0 * pixel / camera.scale());
                    let ring = circle(centre, right * radius, up * radius);
                    push_polyline(&mut self.strokes, &ring, 2.0 * pixel, *colour);
                }
            }
        }
    }

    /// A field of view in 2D.
    fn add_sector(
        &mut self,
        centre: Vec3,
        radius: Vec3,
        half: f32,
        pixel: f32,
        colour: Colour,
        fill: Option<Colour>,
    ) -> Vec<Vec3> {
        let across = Vec3::new(-radius.y, radius.x, 0.0);
        let mut rim = arc(centre, radius, across, -half, half, 72);
        // A full circle has no straight sides.
        if half < std::f32::consts::PI - 1e-3 {
            rim.insert(0, centre);
            rim.push(centre);
        }
        if let Some(fill) = fill {
            push_fan(&mut self.fills, centre, &rim, fill);
        }
        push_polyline(&mut self.strokes, &rim, 1.6 * pixel, colour);
        rim
    }

    /// The parts of a circle or sector that reach across the seam of a torus, at the opposite edges.
    #[allow(clippy::too_many_arguments)]
    fn add_images(
        &mut self,
        seam: &Seam,
        centre: Vec3,
        radius: f32,
        rim: &[Vec3],
        pixel: f32,
        colour: Colour,
        fill: Option<Colour>,
    ) {
        for shift in seam.shifts(centre, radius) {
            let rim: Vec<Vec3> = rim.iter().map(|point| *point + shift).collect();
            if let Some(fill) = fill {
                seam.push_fan(&mut self.fills, centre + shift, &rim, fill);
            }
            seam.push_polyline(&mut self.strokes, &rim, 1.6 * pixel, colour);
        }
    }

    /// A field of view in 3D: its rim, and lines from the eye to it.
    fn add_cone(&mut self, centre: Vec3, radius: Vec3, half: f32, pixel: f32, colour: Colour) {
        let length = radius.length();
        let forwards = radius.normalize_or(Vec3::X);
        let side = forwards.any_orthonormal_vector() * length;
        let other = forwards.cross(side);
        let middle = centre + radius * half.cos();
        let rim = circle(middle, side * half.sin(), other * half.sin());
        push_polyline(&mut self.strokes, &rim, 1.6 * pixel, colour);
        for point in rim.iter().step_by(9) {
            self.strokes.push(Stroke::new(centre, *point, pixel, colour.with_opacity(0.5)));
        }
        for across in [side, other] {
            push_polyline(
                &mut self.strokes,
                &arc(centre, radius, across, -half, half, 48),
                pixel,
                colour.with_opacity(0.5),
            );
        }
    }

    fn add_arrow(&mut self, from: Vec3, vector: Vec3, camera: &Camera, width: f32, colour: Colour) {
        let length = vector.length();
        if !(length.is_finite() && length > 0.0) {
            return;
        }
        let along = vector / length;
        // The head faces the camera, so that it is seen edge-on only if the whole arrow is.
        let side = along.cross(camera.backwards()).normalize_or(camera.right_and_up().1);
        let head = (4.5 * width / camera.scale()).min(length);
        let neck = from + along * (length - head);
        self.strokes.push(Stroke::new(from, neck, width, colour));
        let tip = from + vector;
        let corners = [tip, neck + side * 0.42 * head, neck - side * 0.42 * head];
        self.fills.extend(corners.map(|corner| Vertex::flat(corner, colour)));
    }
}
