//! The geometry of the space: its ground, its edges and its floor.

use super::stroke::push_polyline;
use super::vertex::push_fan;
use super::{Geometry, Stroke, Vertex, circle};
use crate::backdrop::Backdrop;
use crate::camera::Camera;
use crate::colour::Colour;
use crate::scene::{Bounds, Scene};
use glam::Vec3;

impl Geometry {
    pub(super) fn add_space(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        if !scene.shows_bounds {
            return;
        }
        let is_plain = scene.backdrop == Backdrop::Plain;
        // A picture behind the flock shines through the ground.
        let ground = scene.theme.ground().with_opacity(if is_plain { 1.0 } else { 0.0 });
        let edge = if is_plain { scene.theme.edge() } else { scene.theme.ink().with_opacity(0.35) };
        let width = 1.2 * pixel;
        match scene.bounds {
            Bounds::None => {}
            Bounds::Box { low, high } if scene.dimension == 2 => {
                let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
                let corners = [at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1])];
                let [a, b, c, d] = corners;
                self.ground.extend([a, b, c, a, c, d].map(|corner| Vertex::flat(corner, ground)));
                push_polyline(&mut self.edges, &[a, b, c, d, a], width, edge);
            }
            Bounds::Box { low, high } => {
                let (low, high) = (Vec3::from(low), Vec3::from(high));
                let corner = |number: usize| {
                    let side = |axis: usize| if number >> axis & 1 == 1 { high[axis] } else { low[axis] };
                    Vec3::new(side(0), side(1), side(2))
                };
                for from in 0..8usize {
                    let neighbours = (0..3).map(|axis| from | 1 << axis).filter(|to| *to != from);
                    self.edges.extend(neighbours.map(|to| Stroke::new(corner(from), corner(to), width, edge)));
                }
                self.add_floor(scene, low, high, pixel, edge);
            }
            Bounds::Sphere { centre, radius } if scene.dimension == 2 => {
                let centre = Vec3::from(centre);
                let rim = circle(centre, Vec3::X * radius, Vec3::Y * radius);
                push_fan(&mut self.ground, centre, &rim, ground);
                push_polyline(&mut self.edges, &rim, width, edge);
            }
            Bounds::Sphere { centre, radius } => {
                let centre = Vec3::from(centre);
                push_polyline(&mut self.edges, &sphere_outline(centre, radius, camera), width, edge);
                // Circles of latitude show its size and which way is up.
                for step in [-2, -1, 0, 1, 2] {
                    let (sin, cos) = (step as f32 / 3.0_f32).sin_cos();
                    let middle = centre + Vec3::Y * sin * radius;
                    let parallel = cos * radius;
                    let line = circle(middle, Vec3::X * parallel, Vec3::Z * parallel);
                    let opacity = if step == 0 { 0.8 } else { 0.4 };
                    push_polyline(&mut self.edges, &line, 0.8 * pixel, edge.with_opacity(opacity));
                }
            }
        }
    }

    /// A floor with a grid, which shows how far away things are, and with a clear edge: a plate of some thickness.
    fn add_floor(&mut self, scene: &Scene, low: Vec3, high: Vec3, pixel: f32, edge: Colour) {
        const SQUARES: usize = 10;
        // A whole number of squares along the shorter side.
        let side = (high.x - low.x).min(high.z - low.z) / SQUARES as f32;
        if side.is_nan() || side <= 0.0 {
            return;
        }
        let opacity = if scene.backdrop == Backdrop::Plain { 1.0 } else { 0.6 };
        let top = scene.theme.floor().with_opacity(opacity);
        let flank = scene.theme.floor().lerp(scene.theme.ink(), 0.22).with_opacity(opacity);
        let at = |x: f32, z: f32| Vec3::new(x, low.y, z);
        let corners = [at(low.x, low.z), at(low.x, high.z), at(high.x, high.z), at(high.x, low.z)];
        let down = Vec3::Y * -0.12 * side;
        let mut push = |[a, b, c, d]: [Vec3; 4], colour: Colour| {
            self.ground.extend([a, b, c, a, c, d].map(|corner| Vertex::flat(corner, colour)));
        };
        for index in 0..4 {
            let (a, b) = (corners[index], corners[(index + 1) % 4]);
            push([a + down, b + down, b, a], flank);
        }
        push(corners, top);
        let colour = edge.with_opacity(f32::from(edge.0[3]) / 255.0 * 0.55);
        let lines = |length: f32| (1..=((length / side) as usize).min(100)).map(move |line| line as f32 * side);
        for x in lines(high.x - low.x) {
            self.ground_lines.push(Stroke::new(at(low.x + x, low.z), at(low.x + x, high.z), 0.8 * pixel, colour));
        }
        for z in lines(high.z - low.z) {
            self.ground_lines.push(Stroke::new(at(low.x, low.z + z), at(high.x, low.z + z), 0.8 * pixel, colour));
        }
        let rim = [corners[0], corners[1], corners[2], corners[3], corners[0]];
        push_polyline(&mut self.ground_lines, &rim, 2.2 * pixel, edge.lerp(scene.theme.ink(), 0.25));
    }
}

/// The outline of a sphere as the camera sees it: nearer to the camera than the centre, and a little smaller.
pub(super) fn sphere_outline(centre: Vec3, radius: f32, camera: &Camera) -> Vec<Vec3> {
    let (right, up) = camera.right_and_up();
    if matches!(camera.lens, crate::Lens::Flat { .. }) {
        return circle(centre, right * radius, up * radius);
    }
    let to_eye = Vec3::from(camera.eye()) - centre;
    let distance = to_eye.length();
    if distance <= radius * 1.001 {
        return Vec::new();
    }
    let towards = to_eye / distance;
    let across = towards.cross(up).normalize_or(right);
    let upwards = across.cross(towards);
    let nearer = radius * radius / distance;
    let visible = (radius * radius - nearer * nearer).max(0.0).sqrt();
    circle(centre + towards * nearer, across * visible, upwards * visible)
}
