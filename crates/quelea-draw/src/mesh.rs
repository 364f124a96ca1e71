//! The meshes of boids: x forwards, y to the left, z up, of length 1.

use crate::form::Form;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A vertex of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct MeshVertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
}

/// The triangles of a form. A coarse mesh has about the same outline and few triangles: enough for boids of a few
/// pixels, of which there may be very many.
pub(crate) fn form_mesh(form: Form, dimension: usize, coarse: bool) -> Vec<MeshVertex> {
    match form {
        Form::Fitting if dimension == 2 => dart(coarse),
        Form::Fitting | Form::Bird if coarse => coarse_bird(),
        Form::Fitting | Form::Bird => bird(),
        Form::Dart => dart(coarse),
        Form::Cone => cone(if coarse { 4 } else { 12 }),
    }
}

/// A flat arrowhead with a notch, centred on the boid. Its rim slopes away from the light, so that overlapping
/// boids can be told apart.
fn dart(coarse: bool) -> Vec<MeshVertex> {
    let outline = [[0.58, 0.0], [-0.42, 0.34], [-0.24, 0.0], [-0.42, -0.34]];
    // With the light straight above, this dims the rim to three fifths.
    let slope = Vec3::new((1.0f32 - 0.2 * 0.2).sqrt(), 0.0, 0.2);
    let flat = |[x, y]: [f32; 2]| MeshVertex { position: [x, y, 0.0], normal: [0.0, 0.0, 1.0] };
    let rim = |[x, y]: [f32; 2]| MeshVertex { position: [x, y, 0.0], normal: slope.into() };
    if coarse {
        let [tip, left, notch, right] = outline.map(flat);
        return vec![tip, left, notch, tip, notch, right];
    }
    let inner = |[x, y]: [f32; 2]| [0.86 * x + 0.002, 0.82 * y];
    let [tip, left, notch, right] = outline.map(|corner| flat(inner(corner)));
    let mut vertices = vec![tip, left, notch, tip, notch, right];
    for side in 0..4 {
        let (a, b) = (outline[side], outline[(side + 1) % 4]);
        vertices.extend([a, b, inner(a), inner(a), b, inner(b)].map(rim));
    }
    vertices
}

fn cone(sides: usize) -> Vec<MeshVertex> {
    let (tip, base) = (Vec3::new(0.6, 0.0, 0.0), Vec3::new(-0.4, 0.0, 0.0));
    let rim = |side: usize| {
        let (sin, cos) = (side as f32 / sides as f32 * std::f32::consts::TAU).sin_cos();
        Vec3::new(-0.4, 0.24 * cos, 0.24 * sin)
    };
    // Normals are interpolated from the rim, so that the sides are smooth.
    let normal_at = |point: Vec3| Vec3::new(0.24, point.y / 0.24, point.z / 0.24).normalize();
    let mut vertices = Vec::new();
    for side in 0..sides {
        let (a, b) = (rim(side), rim(side + 1));
        let middle = normal_at((a + b) / 2.0);
        let side = [(tip, middle), (a, normal_at(a)), (b, normal_at(b))];
        let back = [(base, -Vec3::X), (b, -Vec3::X), (a, -Vec3::X)];
        for (position, normal) in side.into_iter().chain(back) {
            vertices.push(MeshVertex { position: position.into(), normal: normal.into() });
        }
    }
    vertices
}

/// A slender body and two swept wings, a little raised.
fn bird() -> Vec<MeshVertex> {
    let beak = Vec3::new(0.56, 0.0, -0.01);
    let back = Vec3::new(0.16, 0.0, 0.1);
    let belly = Vec3::new(0.12, 0.0, -0.08);
    let tail = Vec3::new(-0.46, 0.0, 0.03);
    let side = Vec3::new(0.18, 0.085, 0.0);
    let (front_root, rear_root) = (Vec3::new(0.3, 0.05, 0.03), Vec3::new(-0.12, 0.04, 0.03));
    let (bend_front, bend_rear) = (Vec3::new(0.24, 0.3, 0.14), Vec3::new(-0.08, 0.3, 0.13));
    let wing_tip = Vec3::new(-0.2, 0.62, 0.1);
    let (fan_right, fan_left) = (Vec3::new(-0.5, -0.1, 0.03), Vec3::new(-0.5, 0.1, 0.03));
    let stem = Vec3::new(-0.24, 0.0, 0.05);

    let mut triangles: Vec<[Vec3; 3]> = vec![
        [beak, side, back],
        [back, side, tail],
        [beak, belly, side],
        [belly, tail, side],
        [front_root, bend_front, bend_rear],
        [front_root, bend_rear, rear_root],
        [bend_front, wing_tip, bend_rear],
    ];
    triangles.extend(triangles.clone().into_iter().map(mirrored));
    triangles.push([stem, fan_left, fan_right]);
    faceted(&triangles)
}

/// Two wings and a keel.
fn coarse_bird() -> Vec<MeshVertex> {
    let (beak, tail) = (Vec3::new(0.56, 0.0, 0.0), Vec3::new(-0.48, 0.0, 0.03));
    let (root, tip) = (Vec3::new(-0.1, 0.0, 0.02), Vec3::new(-0.16, 0.6, 0.12));
    let keel = Vec3::new(-0.1, 0.08, -0.08);
    let mut triangles = vec![[beak, tip, root], [beak, tail, keel]];
    triangles.extend(triangles.clone().into_iter().map(mirrored));
    faceted(&triangles)
}

/// The mirror image of a triangle on the other side.
fn mirrored([a, b, c]: [Vec3; 3]) -> [Vec3; 3] {
    [a, c, b].map(|corner| Vec3::new(corner.x, -corner.y, corner.z))
}

/// Triangles with flat shading.
fn faceted(triangles: &[[Vec3; 3]]) -> Vec<MeshVertex> {
    let facet = |[a, b, c]: &[Vec3; 3]| {
        let normal = (*b - *a).cross(*c - *a).normalize_or_zero();
        [a, b, c].map(|corner| MeshVertex { position: (*corner).into(), normal: normal.into() })
    };
    triangles.iter().flat_map(facet).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_points_forwards_and_is_symmetric() {
        let both = |form: Form| [(form, false), (form, true)];
        for (form, coarse) in [Form::Dart, Form::Cone, Form::Bird].into_iter().flat_map(both) {
            let vertices = form_mesh(form, 3, coarse);
            assert!(!coarse || vertices.len() <= 24);
            let farthest = |axis: usize, sign: f32| {
                vertices.iter().map(|vertex| sign * vertex.position[axis]).fold(f32::NEG_INFINITY, f32::max)
            };
            assert_eq!(vertices.len() % 3, 0);
            assert!(
                farthest(0, 1.0) > farthest(0, -1.0),
                "{form:?}: the tip is not farther from the centre than the tail"
            );
            assert!((farthest(1, 1.0) - farthest(1, -1.0)).abs() < 1e-6, "{form:?}");
            for triangle in vertices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|index| Vec3::from(triangle[index].position));
                let normal: Vec3 = triangle.iter().map(|vertex| Vec3::from(vertex.normal)).sum();
                assert!((b - a).cross(c - a).dot(normal) > 0.0, "{form:?}: {triangle:?}");
            }
            for vertex in &vertices {
                assert!((Vec3::from(vertex.normal).length() - 1.0).abs() < 1e-4, "{form:?}: {vertex:?}");
            }
        }
    }
}
