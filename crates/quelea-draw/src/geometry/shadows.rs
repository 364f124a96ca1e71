//! The shadows of obstacles on the floor.

use super::Vertex;
use crate::colour::Colour;
use crate::scene::{Scene, Solid};
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// A point of the rim of a shadow (x and z), and the direction outwards.
type RimPoint = (Vec2, Vec2);

/// The shadows of all obstacles below the light straight above; the opacity of a vertex is its share of the full shadow.
/// Their rims are soft, the more so the higher the obstacle is.
pub(super) fn shadows(scene: &Scene) -> Vec<Vertex> {
    let Some(floor) = scene.floor() else { return Vec::new() };
    let (_, extent) = scene.extent();
    let mut vertices = Vec::new();
    for solid in &scene.obstacles {
        let Some((rim, lowest)) = rim(solid) else { continue };
        let widest = rim.iter().map(|(point, _)| point.distance(rim[0].0)).fold(0.0, f32::max);
        let height = ((lowest - floor) / extent).clamp(0.0, 1.0);
        let soft = (0.01 + 0.08 * height) * extent;
        let inwards = soft.min(0.4 * widest);
        let strength = 1.0 - 0.6 * height;
        let at = |point: Vec2, opacity: f32| {
            Vertex::flat(Vec3::new(point.x, floor, point.y), Colour::hex(0).with_opacity(opacity))
        };
        let centre = rim.iter().map(|(point, _)| *point).sum::<Vec2>() / rim.len() as f32;
        for index in 0..rim.len() {
            let ends = [rim[index], rim[(index + 1) % rim.len()]];
            let [a, b] = ends.map(|(point, out)| at(point - out * inwards, strength));
            let [c, d] = ends.map(|(point, out)| at(point + out * soft, 0.0));
            vertices.extend([at(centre, strength), a, b, a, c, d, a, d, b]);
        }
    }
    vertices
}

/// The rim of the shadow of a solid, and the height of its lowest point. A half-space has none: it is a ground itself.
fn rim(solid: &Solid) -> Option<(Vec<RimPoint>, f32)> {
    let flat = |point: &[f32; 3]| Vec2::new(point[0], point[2]);
    match solid {
        Solid::Sphere { centre, radius } => {
            Some((arc(flat(centre), *radius, 0.0, TAU, 48).collect(), centre[1] - radius))
        }
        Solid::Box { low, high } => {
            let corners = [[high[0], high[2]], [low[0], high[2]], [low[0], low[2]], [high[0], low[2]]];
            let turned = |(quarter, corner): (usize, [f32; 2])| {
                let from = quarter as f32 * FRAC_PI_2;
                arc(corner.into(), 0.0, from, from + FRAC_PI_2, 4)
            };
            Some((corners.into_iter().enumerate().flat_map(turned).collect(), low[1]))
        }
        Solid::Capsule { from, to, radius } => {
            let along = flat(to) - flat(from);
            let angle = along.y.atan2(along.x);
            let front = arc(flat(to), *radius, angle - FRAC_PI_2, angle + FRAC_PI_2, 24);
            let back = arc(flat(from), *radius, angle + FRAC_PI_2, angle + FRAC_PI_2 + PI, 24);
            Some((front.chain(back).collect(), from[1].min(to[1]) - radius))
        }
        Solid::HalfSpace { .. } | Solid::Polygon { .. } => None,
    }
}

fn arc(centre: Vec2, radius: f32, from: f32, to: f32, segments: usize) -> impl Iterator<Item = RimPoint> {
    (0..=segments).map(move |index| {
        let out = Vec2::from_angle(from + (to - from) * index as f32 / segments as f32);
        (centre + out * radius, out)
    })
}
