//! The meshes of boids: x forwards, y to the left, z up, of length 1.

use crate::form::Form;
use crate::geometry::triangulate;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A vertex of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct MeshVertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
}

/// A mesh to be made: the form, for which dimension, with how much detail, and whether the boid hunts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeshKind {
    pub form: Form,
    pub dimension: usize,
    /// A coarse mesh has about the same outline and few triangles: enough for boids of a few pixels, of which there
    /// may be very many.
    pub coarse: bool,
    /// Hunters have a form of their own, whatever their colour.
    pub hunts: bool,
}

impl MeshKind {
    /// The triangles. In 2D those that face the viewer, from the lowest to the highest: there all have one depth, and
    /// what is drawn later covers what is drawn earlier.
    pub fn mesh(self) -> Vec<MeshVertex> {
        let vertices = match (self.effective_form(), self.hunts) {
            (Form::Cone, false) => cone(if self.coarse { 4 } else { 12 }),
            (Form::Cone, true) => finned_cone(if self.coarse { 4 } else { 12 }),
            (Form::Bird, false) if self.coarse => coarse_bird(),
            (Form::Bird, false) => bird(1.0),
            (Form::Bird, true) => bird(1.45),
            (_, false) => dart(&DART, self.coarse),
            // There are few hunters, so that none needs a rim to be told from the next.
            (_, true) => dart(&FALCON, true),
        };
        if self.dimension == 2 { seen_from_above(&vertices) } else { vertices }
    }

    /// Whether it beats its wings.
    pub fn flaps(self) -> bool {
        self.effective_form() == Form::Bird
    }

    fn effective_form(self) -> Form {
        match (self.form, self.dimension) {
            (Form::Fitting, 2) => Form::Dart,
            (Form::Fitting, _) => Form::Bird,
            (form, _) => form,
        }
    }
}

/// The triangles that face up, from the lowest to the highest.
fn seen_from_above(vertices: &[MeshVertex]) -> Vec<MeshVertex> {
    let height = |triangle: &[MeshVertex]| triangle.iter().map(|vertex| vertex.position[2]).sum::<f32>();
    let faces_up = |triangle: &&[MeshVertex]| {
        let [a, b, c] = [0, 1, 2].map(|index| Vec3::from(triangle[index].position));
        (b - a).cross(c - a).z > 1e-6
    };
    let mut triangles: Vec<&[MeshVertex]> = vertices.chunks_exact(3).filter(faces_up).collect();
    triangles.sort_by(|a, b| height(a).total_cmp(&height(b)));
    triangles.concat()
}

/// One side of a flat outline: corners from the tip to the tail, with the axis between them and its mirror image. The
/// first and the last corner lie on the axis.
type Outline = [[f32; 2]];

/// An arrowhead with a notch.
const DART: [[f32; 2]; 3] = [[0.58, 0.0], [-0.42, 0.34], [-0.24, 0.0]];
/// A bird of prey: long swept wings and a tail.
const FALCON: [[f32; 2]; 7] =
    [[0.62, 0.0], [0.4, 0.1], [0.22, 0.13], [-0.28, 0.62], [-0.06, 0.1], [-0.5, 0.16], [-0.42, 0.0]];

/// A flat outline with two equal sides. Its rim slopes away from the light, so that overlapping boids can be told
/// apart.
fn dart(outline: &Outline, coarse: bool) -> Vec<MeshVertex> {
    // With the light straight above, this dims the rim to three fifths.
    let slope = Vec3::new((1.0f32 - 0.2 * 0.2).sqrt(), 0.0, 0.2);
    let vertex = |[x, y]: [f32; 2], normal: Vec3| MeshVertex { position: [x, y, 0.0], normal: normal.into() };
    let inner = |[x, y]: [f32; 2]| [0.86 * x + 0.002, 0.82 * y];
    let mut half = Vec::new();
    let middle: Vec<[f32; 2]> = outline.iter().map(|corner| if coarse { *corner } else { inner(*corner) }).collect();
    let points: Vec<glam::Vec2> = middle.iter().map(|corner| (*corner).into()).collect();
    for triangle in triangulate(&points) {
        half.push(triangle.map(|index| vertex(middle[index], Vec3::Z)));
    }
    if !coarse {
        for pair in outline.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            half.push([a, b, inner(a)].map(|corner| vertex(corner, slope)));
            half.push([inner(a), b, inner(b)].map(|corner| vertex(corner, slope)));
        }
    }
    let mirrored = |[a, b, c]: &[MeshVertex; 3]| {
        [a, c, b].map(|corner| MeshVertex { position: [corner.position[0], -corner.position[1], 0.0], ..*corner })
    };
    let other: Vec<_> = half.iter().map(mirrored).collect();
    half.into_iter().chain(other).flatten().collect()
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

/// A cone with four fins.
fn finned_cone(sides: usize) -> Vec<MeshVertex> {
    let (front, rear, edge) = (Vec3::new(0.1, 0.08, 0.0), Vec3::new(-0.3, 0.18, 0.0), Vec3::new(-0.6, 0.55, 0.0));
    let mut triangles = Vec::new();
    for quarter in 0..4 {
        let turn = glam::Quat::from_rotation_x(quarter as f32 * std::f32::consts::FRAC_PI_2);
        let [a, b, c] = [front, edge, rear].map(|corner| turn * corner);
        // Seen from both sides.
        triangles.extend([[a, b, c], [a, c, b]]);
    }
    let mut vertices = cone(sides);
    vertices.extend(faceted(&triangles));
    vertices
}

/// A slender body and two swept wings, a little raised, of this span.
fn bird(span: f32) -> Vec<MeshVertex> {
    let beak = Vec3::new(0.56, 0.0, -0.01);
    let back = Vec3::new(0.16, 0.0, 0.1);
    let belly = Vec3::new(0.12, 0.0, -0.08);
    let tail = Vec3::new(-0.46, 0.0, 0.03);
    let side = Vec3::new(0.18, 0.085, 0.0);
    let (front_root, rear_root) = (Vec3::new(0.3, 0.05, 0.03), Vec3::new(-0.12, 0.04, 0.03));
    let (bend_front, bend_rear) = (Vec3::new(0.24, 0.3 * span, 0.14), Vec3::new(-0.08, 0.3 * span, 0.13));
    let wing_tip = Vec3::new(-0.2 * span, 0.62 * span, 0.1);
    let (fan_right, fan_left) = (Vec3::new(-0.5, -0.1 * span, 0.03), Vec3::new(-0.5, 0.1 * span, 0.03));
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

    fn every_kind(dimension: usize) -> impl Iterator<Item = MeshKind> {
        let flags = [(false, false), (true, false), (false, true), (true, true)];
        [Form::Dart, Form::Cone, Form::Bird]
            .into_iter()
            .flat_map(move |form| flags.map(|(coarse, hunts)| MeshKind { form, dimension, coarse, hunts }))
    }

    #[test]
    fn every_form_points_forwards_and_is_symmetric() {
        for kind in every_kind(3) {
            let vertices = kind.mesh();
            assert!(!kind.coarse || kind.hunts || vertices.len() <= 24);
            let farthest = |axis: usize, sign: f32| {
                vertices.iter().map(|vertex| sign * vertex.position[axis]).fold(f32::NEG_INFINITY, f32::max)
            };
            assert_eq!(vertices.len() % 3, 0);
            assert!(farthest(0, 1.0) >= 0.5, "{kind:?}: the tip is not ahead");
            assert!((farthest(1, 1.0) - farthest(1, -1.0)).abs() < 1e-6, "{kind:?}");
            for triangle in vertices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|index| Vec3::from(triangle[index].position));
                let normal: Vec3 = triangle.iter().map(|vertex| Vec3::from(vertex.normal)).sum();
                assert!((b - a).cross(c - a).dot(normal) > 0.0, "{kind:?}: {triangle:?}");
            }
            for vertex in &vertices {
                assert!((Vec3::from(vertex.normal).length() - 1.0).abs() < 1e-4, "{kind:?}: {vertex:?}");
            }
        }
    }

    #[test]
    fn in_2d_what_is_higher_is_drawn_later() {
        for kind in every_kind(2) {
            let vertices = kind.mesh();
            assert!(!vertices.is_empty(), "{kind:?}");
            let heights: Vec<f32> = vertices
                .chunks_exact(3)
                .map(|triangle| triangle.iter().map(|vertex| vertex.position[2]).sum())
                .collect();
            assert!(heights.is_sorted(), "{kind:?}: {heights:?}");
        }
    }

    #[test]
    fn hunters_have_another_outline_in_every_form() {
        for kind in every_kind(2).filter(|kind| kind.hunts) {
            let span = |kind: MeshKind| kind.mesh().iter().map(|vertex| vertex.position[1]).fold(0.0, f32::max);
            assert!(span(kind) > 1.3 * span(MeshKind { hunts: false, ..kind }), "{kind:?}");
        }
    }
}
