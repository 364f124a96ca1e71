//! The geometry of goals and the pointer.

use super::stroke::push_polyline;
use super::vertex::push_fan;
use super::{Geometry, Stroke, arc, circle};
use crate::camera::Camera;
use crate::scene::Scene;
use glam::Vec3;

impl Geometry {
    /// Each goal is a target of two rings and a cross.
    pub(super) fn add_goals(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        let (right, up) = camera.right_and_up();
        let colour = scene.theme.goal();
        for goal in &scene.goals {
            let centre = Vec3::from(*goal);
            let unit = pixel / camera.scale();
            for radius in [6.0, 12.0] {
                let ring = circle(centre, right * radius * unit, up * radius * unit);
                push_polyline(&mut self.strokes, &ring, 2.0 * pixel, colour);
            }
            for direction in [right, -right, up, -up] {
                let (from, to) = (centre + direction * 10.0 * unit, centre + direction * 18.0 * unit);
                self.strokes.push(Stroke::new(from, to, 2.0 * pixel, colour));
            }
        }
    }

    /// The pointer is a disc, with a dashed circle for its reach.
    pub(super) fn add_pointer(&mut self, scene: &Scene, camera: &Camera, pixel: f32) {
        const DASHES: usize = 48;
        let Some(pointer) = &scene.pointer else { return };
        let (right, up) = camera.right_and_up();
        let colour = if pointer.attracts { scene.theme.goal() } else { scene.theme.danger() };
        let centre = Vec3::from(pointer.position);
        let radius = pointer.radius.max(5.0 * pixel / camera.scale());
        let disc = circle(centre, right * radius, up * radius);
        push_fan(&mut self.fills, centre, &disc, colour.with_opacity(0.35));
        push_polyline(&mut self.strokes, &disc, 2.0 * pixel, colour);
        let reach = pointer.radius + pointer.reach;
        for dash in 0..DASHES {
            let angle = |part: f32| (dash as f32 + part) / DASHES as f32 * std::f32::consts::TAU;
            let dash = arc(centre, right * reach, up * reach, angle(0.0), angle(0.5), 2);
            push_polyline(&mut self.strokes, &dash, 1.2 * pixel, colour.with_opacity(0.5));
        }
    }
}
