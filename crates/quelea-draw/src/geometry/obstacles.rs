//! The geometry of obstacles.

use super::shadows::shadows;
use super::stroke::push_polyline;
use super::triangulate::triangulate;
use super::vertex::push_fan;
use super::{Stroke, Vertex, arc, circle};
use crate::colour::Colour;
use crate::scene::{Scene, Solid};
use glam::{Vec2, Vec3};
use std::f32::consts::PI;

/// Width of an outline in pixels.
const OUTLINE: f32 = 1.5;

/// The geometry of all obstacles.
pub(crate) struct ObstacleGeometry {
    pub surfaces: Vec<Vertex>,
    /// Shadows on the floor.
    pub shadows: Vec<Vertex>,
    /// Outlines, in 2D, where no shading shows the shape.
    pub outlines: Vec<Stroke>,
    is_2d: bool,
    colour: Colour,
    outline_colour: Colour,
    outline_width: f32,
    centre: Vec3,
    extent: f32,
}

impl ObstacleGeometry {
    pub fn new(scene: &Scene, pixel: f32) -> Self {
        let (centre, extent) = scene.extent();
        let colour = scene.theme.obstacle();
        let mut geometry = ObstacleGeometry {
            surfaces: Vec::new(),
            shadows: shadows(scene),
            outlines: Vec::new(),
            is_2d: scene.dimension == 2,
            colour,
            outline_colour: colour.lerp(scene.theme.ink(), 0.3),
            outline_width: OUTLINE * pixel,
            centre: centre.into(),
            extent,
        };
        scene.obstacles.iter().for_each(|solid| geometry.add(solid));
        geometry
    }

    fn add(&mut self, solid: &Solid) {
        match solid {
            Solid::Sphere { centre, radius } => {
                let centre = Vec3::from(*centre);
                if self.is_2d {
                    self.outlined_area(centre, &circle(centre, Vec3::X * *radius, Vec3::Y * *radius));
                } else {
                    self.lathe(centre, Vec3::Y, &half_circle(*radius, 0.0, 0.0));
                }
            }
            Solid::Box { low, high } => self.cuboid(Vec3::from(*low), Vec3::from(*high)),
            Solid::Capsule { from, to, radius } => self.capsule(Vec3::from(*from), Vec3::from(*to), *radius),
            Solid::HalfSpace { point, normal } => self.half_space(Vec3::from(*point), Vec3::from(*normal)),
            Solid::Polygon { corners, closed, filled, thickness } => {
                self.polygon(corners, *closed, *closed && *filled, *thickness);
            }
        }
    }

    /// A convex area in 2D with its outline.
    fn outlined_area(&mut self, centre: Vec3, rim: &[Vec3]) {
        push_fan(&mut self.surfaces, centre, rim, self.colour);
        self.outline(rim);
    }

    fn outline(&mut self, rim: &[Vec3]) {
        push_polyline(&mut self.outlines, rim, self.outline_width, self.outline_colour);
    }

    /// A surface of revolution. The profile has, for each point, the distance along the axis, the distance from it
    /// and the slope of the normal in radians.
    fn lathe(&mut self, centre: Vec3, axis: Vec3, profile: &[[f32; 3]]) {
        const SIDES: usize = 40;
        let along = axis.normalize_or(Vec3::Y);
        let side = along.any_orthonormal_vector();
        let other = along.cross(side);
        let colour = self.colour;
        let vertex = |[height, radius, slope]: [f32; 3], turn: usize| {
            let (sin, cos) = (turn as f32 / SIDES as f32 * 2.0 * PI).sin_cos();
            let outward = side * cos + other * sin;
            let normal = outward * slope.cos() + along * slope.sin();
            Vertex { position: (centre + along * height + outward * radius).into(), normal: normal.into(), colour }
        };
        for pair in profile.windows(2) {
            for turn in 0..SIDES {
                let [a, b] = [vertex(pair[0], turn), vertex(pair[0], turn + 1)];
                let [c, d] = [vertex(pair[1], turn), vertex(pair[1], turn + 1)];
                self.surfaces.extend([a, b, c, b, d, c]);
            }
        }
    }

    fn cuboid(&mut self, low: Vec3, high: Vec3) {
        if self.is_2d {
            let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
            let rim = [at(low.x, low.y), at(high.x, low.y), at(high.x, high.y), at(low.x, high.y), at(low.x, low.y)];
            return self.outlined_area(((low + high) / 2.0).with_z(0.0), &rim);
        }
        let (centre, half) = ((low + high) / 2.0, (high - low) / 2.0);
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let normal = Vec3::AXES[axis] * sign;
                let (u, v) = (Vec3::AXES[(axis + 1) % 3] * sign, Vec3::AXES[(axis + 2) % 3]);
                let vertex = |a: f32, b: f32| Vertex {
                    position: (centre + half * (normal + u * a + v * b)).into(),
                    normal: normal.into(),
                    colour: self.colour,
                };
                let [a, b, c, d] = [vertex(-1.0, -1.0), vertex(1.0, -1.0), vertex(1.0, 1.0), vertex(-1.0, 1.0)];
                self.surfaces.extend([a, b, c, a, c, d]);
            }
        }
    }

    fn capsule(&mut self, from: Vec3, to: Vec3, radius: f32) {
        let along = (to - from).normalize_or(if self.is_2d { Vec3::X } else { Vec3::Y });
        if self.is_2d {
            let across = Vec3::new(-along.y, along.x, 0.0) * radius;
            let mut rim = arc(to, along * radius, across, -PI / 2.0, PI / 2.0, 32);
            rim.extend(arc(from, along * radius, across, PI / 2.0, 1.5 * PI, 32));
            rim.push(rim[0]);
            return self.outlined_area((from + to) / 2.0, &rim);
        }
        let half = from.distance(to) / 2.0;
        self.lathe((from + to) / 2.0, along, &half_circle(radius, -half, half));
    }

    fn half_space(&mut self, point: Vec3, normal: Vec3) {
        let normal = normal.normalize_or(Vec3::Y);
        // Beyond what a camera shows.
        let far = 20.0 * self.extent;
        let foot = self.centre - normal * (self.centre - point).dot(normal);
        if self.is_2d {
            let side = Vec3::new(-normal.y, normal.x, 0.0) * far;
            let [a, b, c, d] = [foot - side, foot + side, foot + side - normal * far, foot - side - normal * far];
            self.surfaces.extend([a, b, c, a, c, d].map(|position| Vertex::flat(position, self.colour)));
            self.outline(&[a, b]);
        } else {
            let side = normal.any_orthonormal_vector() * self.extent * 1.5;
            let other = normal.cross(side);
            let vertex = |at: Vec3| Vertex { position: at.into(), normal: normal.into(), colour: self.colour };
            let [a, b, c, d] = [foot - side - other, foot + side - other, foot + side + other, foot - side + other];
            self.surfaces.extend([a, b, c, a, c, d].map(vertex));
        }
    }

    fn polygon(&mut self, corners: &[[f32; 2]], closed: bool, filled: bool, thickness: f32) {
        if !self.is_2d || corners.len() < 2 {
            return;
        }
        let points: Vec<Vec2> = corners.iter().map(|corner| Vec2::from(*corner)).collect();
        let mut rim: Vec<Vec3> = points.iter().map(|point| point.extend(0.0)).collect();
        if closed {
            rim.push(rim[0]);
        }
        if thickness > 0.0 {
            // Walls have round ends, so that they meet without gaps; there their outlines would cross.
            let outlines = self.outlines.len();
            rim.windows(2).for_each(|wall| self.capsule(wall[0], wall[1], thickness / 2.0));
            self.outlines.truncate(outlines);
        } else {
            self.outline(&rim);
        }
        if filled {
            for triangle in triangulate(&points) {
                self.surfaces.extend(triangle.map(|index| Vertex::flat(points[index].extend(0.0), self.colour)));
            }
        }
    }
}

/// The profile of a sphere, or of a capsule whose hemispheres are centred at `low` and `high`.
fn half_circle(radius: f32, low: f32, high: f32) -> Vec<[f32; 3]> {
    const SEGMENTS: usize = 20;
    let quarter = |from: f32, middle: f32| {
        (0..=SEGMENTS / 2).map(move |segment| {
            let slope = from + PI / 2.0 * segment as f32 / (SEGMENTS / 2) as f32;
            [middle + radius * slope.sin(), radius * slope.cos(), slope]
        })
    };
    quarter(-PI / 2.0, low).chain(quarter(0.0, high)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_surface_faces_outwards() {
        // Front faces are counter-clockwise.
        let mut scene = Scene::empty(3, crate::Theme::Dark);
        scene.obstacles = vec![
            Solid::Sphere { centre: [1.0, 2.0, 3.0], radius: 2.0 },
            Solid::Box { low: [0.0; 3], high: [1.0, 2.0, 3.0] },
            Solid::Capsule { from: [0.0; 3], to: [0.0, 10.0, 0.0], radius: 1.0 },
            Solid::HalfSpace { point: [0.0; 3], normal: [0.0, 1.0, 0.3] },
        ];
        let surfaces = ObstacleGeometry::new(&scene, 1.0).surfaces;
        for triangle in surfaces.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|index| Vec3::from(triangle[index].position));
            let normal: Vec3 = triangle.iter().map(|vertex| Vec3::from(vertex.normal)).sum();
            assert!((b - a).cross(c - a).dot(normal) > -1e-6, "{triangle:?}");
        }
    }

    #[test]
    fn surfaces_of_spheres_and_capsules_have_their_radius() {
        let mut scene = Scene::empty(3, crate::Theme::Dark);
        scene.obstacles = vec![Solid::Sphere { centre: [1.0, 2.0, 3.0], radius: 2.0 }];
        let surfaces = ObstacleGeometry::new(&scene, 1.0).surfaces;
        for vertex in &surfaces {
            let outward = Vec3::from(vertex.position) - Vec3::new(1.0, 2.0, 3.0);
            assert!((outward.length() - 2.0).abs() < 1e-4);
            assert!((outward / 2.0).distance(Vec3::from(vertex.normal)) < 1e-3);
        }
        scene.obstacles = vec![Solid::Capsule { from: [0.0; 3], to: [0.0, 10.0, 0.0], radius: 1.0 }];
        let surfaces = ObstacleGeometry::new(&scene, 1.0).surfaces;
        for vertex in &surfaces {
            let at = Vec3::from(vertex.position);
            let nearest = Vec3::new(0.0, at.y.clamp(0.0, 10.0), 0.0);
            assert!((at.distance(nearest) - 1.0).abs() < 1e-4, "{at}");
        }
    }
}
