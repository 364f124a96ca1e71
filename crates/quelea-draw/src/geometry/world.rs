//! The world: its ground and edges, goals and the pointer.

use super::{Geometry, arc, circle, fan, flat, polyline, stroke};
use crate::camera::Camera;
use crate::scene::{Bounds, Scene};
use glam::Vec3;

impl Geometry {
    pub(super) fn world(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        if !scene.shows_bounds {
            return;
        }
        let (edge, ground) = (scene.theme.edge(), scene.theme.ground());
        let width = 1.2 * pixel;
        match scene.bounds {
            Bounds::None => {}
            Bounds::Box { low, high } if scene.dimension == 2 => {
                let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
                let corners = [at(low[0], low[1]), at(high[0], low[1]), at(high[0], high[1]), at(low[0], high[1])];
                let [a, b, c, d] = corners;
                self.ground.extend([a, b, c, a, c, d].map(|corner| flat(corner, ground)));
                polyline(&mut self.edges, &[a, b, c, d, a], width, edge);
            }
            Bounds::Box { low, high } => {
                let (low, high) = (Vec3::from(low), Vec3::from(high));
                let corner = |number: usize| {
                    let side = |axis: usize| if number >> axis & 1 == 1 { high[axis] } else { low[axis] };
                    Vec3::new(side(0), side(1), side(2))
                };
                for from in 0..8usize {
                    let neighbours = (0..3).map(|axis| from | 1 << axis).filter(|to| *to != from);
                    self.edges.extend(neighbours.map(|to| stroke(corner(from), corner(to), width, edge)));
                }
                self.floor(scene, low, high, pixel);
            }
            Bounds::Sphere { centre, radius } if scene.dimension == 2 => {
                let centre = Vec3::from(centre);
                let rim = circle(centre, Vec3::X * radius, Vec3::Y * radius);
                fan(&mut self.ground, centre, &rim, ground);
                polyline(&mut self.edges, &rim, width, edge);
            }
            Bounds::Sphere { centre, radius } => {
                let centre = Vec3::from(centre);
                polyline(&mut self.edges, &outline(centre, radius, camera), width, edge);
                // Circles of latitude show where up is, and how large it is.
                for step in [-2, -1, 0, 1, 2] {
                    let (height, round) = (step as f32 / 3.0_f32).sin_cos();
                    let middle = centre + Vec3::Y * height * radius;
                    let round = round * radius;
                    let line = circle(middle, Vec3::X * round, Vec3::Z * round);
                    polyline(&mut self.edges, &line, 0.8 * pixel, edge.with_opacity(if step == 0 { 0.8 } else { 0.4 }));
                }
            }
        }
    }

    /// A grid on the floor of a box: without it nothing shows how far away things are.
    fn floor(&mut self, scene: &Scene, low: Vec3, high: Vec3, pixel: f32) {
        let colour = scene.theme.edge().with_opacity(0.55);
        const SQUARES: usize = 10;
        // Squares along the shorter side, as many of the same size as fit along the other.
        let side = (high.x - low.x).min(high.z - low.z) / SQUARES as f32;
        if side.is_nan() || side <= 0.0 {
            return;
        }
        let lines = |length: f32| (0..=((length / side) as usize).min(100)).map(move |line| line as f32 * side);
        let at = |x: f32, z: f32| Vec3::new(x, low.y, z);
        for x in lines(high.x - low.x) {
            self.edges.push(stroke(at(low.x + x, low.z), at(low.x + x, high.z), 0.8 * pixel, colour));
        }
        for z in lines(high.z - low.z) {
            self.edges.push(stroke(at(low.x, low.z + z), at(high.x, low.z + z), 0.8 * pixel, colour));
        }
    }

    /// A goal is a target of two rings and a cross; the pointer a ring with its reach round it.
    pub(super) fn goals(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        let (right, up) = camera.right_and_up();
        let colour = scene.theme.goal();
        for goal in &scene.goals {
            let centre = Vec3::from(*goal);
            let unit = pixel / camera.scale();
            for radius in [6.0, 12.0] {
                let ring = circle(centre, right * radius * unit, up * radius * unit);
                polyline(&mut self.strokes, &ring, 2.0 * pixel, colour);
            }
            for way in [right, -right, up, -up] {
                self.strokes.push(stroke(centre + way * 10.0 * unit, centre + way * 18.0 * unit, 2.0 * pixel, colour));
            }
        }
        if let Some(pointer) = &scene.pointer {
            let colour = if pointer.attracts { scene.theme.goal() } else { scene.theme.danger() };
            let centre = Vec3::from(pointer.position);
            let least = 5.0 * pixel / camera.scale();
            let radius = pointer.radius.max(least);
            let dot = circle(centre, right * radius, up * radius);
            fan(&mut self.fills, centre, &dot, colour.with_opacity(0.35));
            polyline(&mut self.strokes, &dot, 2.0 * pixel, colour);
            let reach = pointer.radius + pointer.reach;
            // Dashes: the reach is not a thing.
            for dash in 0..48 {
                let angle = |part: f32| (dash as f32 + part) / 48.0 * std::f32::consts::TAU;
                let piece = arc(centre, right * reach, up * reach, angle(0.0), angle(0.5), 2);
                polyline(&mut self.strokes, &piece, 1.2 * pixel, colour.with_opacity(0.5));
            }
        }
    }
}

/// The outline of a ball, as the camera sees it: nearer to it than the middle, and a little smaller.
pub(super) fn outline(centre: Vec3, radius: f32, camera: &Camera) -> Vec<Vec3> {
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
    let seen = (radius * radius - nearer * nearer).max(0.0).sqrt();
    circle(centre + towards * nearer, across * seen, upwards * seen)
}
