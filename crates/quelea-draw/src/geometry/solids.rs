//! Obstacles, as surfaces.

use super::{Corner, Stroke, arc, circle, fan, flat, polyline};
use crate::colour::Colour;
use crate::scene::{Scene, Solid};
use glam::{Vec2, Vec3};
use std::f32::consts::PI;

/// Builds the surfaces of obstacles.
pub(super) struct Solids {
    pub corners: Vec<Corner>,
    /// In 2D, where no light shows a form.
    pub outlines: Vec<Stroke>,
    plane: bool,
    colour: Colour,
    line: Colour,
    centre: Vec3,
    extent: f32,
}

impl Solids {
    pub fn new(scene: &Scene) -> Self {
        let (centre, extent) = scene.extent();
        let colour = scene.theme.obstacle();
        let line = colour.lerp(scene.theme.ink(), 0.3);
        let plane = scene.dimension == 2;
        Solids { corners: Vec::new(), outlines: Vec::new(), plane, colour, line, centre: centre.into(), extent }
    }

    pub fn add(&mut self, solid: &Solid) {
        match solid {
            Solid::Sphere { centre, radius } => {
                let centre = Vec3::from(*centre);
                if self.plane {
                    self.outlined(centre, &circle(centre, Vec3::X * *radius, Vec3::Y * *radius));
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

    /// A convex area of the plane with its outline.
    fn outlined(&mut self, centre: Vec3, rim: &[Vec3]) {
        fan(&mut self.corners, centre, rim, self.colour);
        polyline(&mut self.outlines, rim, 1.5, self.line);
    }

    /// A surface of revolution: points (distance along the axis, distance from it, slope of the normal).
    fn lathe(&mut self, centre: Vec3, axis: Vec3, profile: &[[f32; 3]]) {
        const SIDES: usize = 40;
        let along = axis.normalize_or(Vec3::Y);
        let side = along.any_orthonormal_vector();
        let other = along.cross(side);
        let corner = |[height, radius, slope]: [f32; 3], turn: usize| {
            let (sin, cos) = (turn as f32 / SIDES as f32 * 2.0 * PI).sin_cos();
            let out = side * cos + other * sin;
            let normal = out * slope.cos() + along * slope.sin();
            Corner { at: (centre + along * height + out * radius).into(), normal: normal.into(), colour: self.colour }
        };
        let mut corners = Vec::new();
        for pair in profile.windows(2) {
            for turn in 0..SIDES {
                let [a, b] = [corner(pair[0], turn), corner(pair[0], turn + 1)];
                let [c, d] = [corner(pair[1], turn), corner(pair[1], turn + 1)];
                corners.extend([a, b, c, b, d, c]);
            }
        }
        self.corners.extend(corners);
    }

    fn cuboid(&mut self, low: Vec3, high: Vec3) {
        if self.plane {
            let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
            let rim = [at(low.x, low.y), at(high.x, low.y), at(high.x, high.y), at(low.x, high.y), at(low.x, low.y)];
            return self.outlined(((low + high) / 2.0).with_z(0.0), &rim);
        }
        let (centre, half) = ((low + high) / 2.0, (high - low) / 2.0);
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let normal = Vec3::AXES[axis] * sign;
                let (u, v) = (Vec3::AXES[(axis + 1) % 3] * sign, Vec3::AXES[(axis + 2) % 3]);
                let at = |a: f32, b: f32| Corner {
                    at: (centre + half * (normal + u * a + v * b)).into(),
                    normal: normal.into(),
                    colour: self.colour,
                };
                let [a, b, c, d] = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
                self.corners.extend([a, b, c, a, c, d]);
            }
        }
    }

    fn capsule(&mut self, from: Vec3, to: Vec3, radius: f32) {
        let along = (to - from).normalize_or(if self.plane { Vec3::X } else { Vec3::Y });
        if self.plane {
            let across = Vec3::new(-along.y, along.x, 0.0) * radius;
            let mut rim = arc(to, along * radius, across, -PI / 2.0, PI / 2.0, 32);
            rim.extend(arc(from, along * radius, across, PI / 2.0, 1.5 * PI, 32));
            rim.push(rim[0]);
            return self.outlined((from + to) / 2.0, &rim);
        }
        let half = from.distance(to) / 2.0;
        self.lathe((from + to) / 2.0, along, &half_circle(radius, -half, half));
    }

    fn half_space(&mut self, point: Vec3, normal: Vec3) {
        let normal = normal.normalize_or(Vec3::Y);
        // As far as anyone will look.
        let far = 20.0 * self.extent;
        let foot = self.centre - normal * (self.centre - point).dot(normal);
        if self.plane {
            let side = Vec3::new(-normal.y, normal.x, 0.0) * far;
            let [a, b, c, d] = [foot - side, foot + side, foot + side - normal * far, foot - side - normal * far];
            self.corners.extend([a, b, c, a, c, d].map(|at| flat(at, self.colour)));
            polyline(&mut self.outlines, &[a, b], 1.5, self.line);
        } else {
            let side = normal.any_orthonormal_vector() * self.extent * 1.5;
            let other = normal.cross(side);
            let at = |at: Vec3| Corner { at: at.into(), normal: normal.into(), colour: self.colour };
            let [a, b, c, d] = [foot - side - other, foot + side - other, foot + side + other, foot - side + other];
            self.corners.extend([a, b, c, a, c, d].map(at));
        }
    }

    fn polygon(&mut self, corners: &[[f32; 2]], closed: bool, filled: bool, thickness: f32) {
        if !self.plane || corners.len() < 2 {
            return;
        }
        let points: Vec<Vec2> = corners.iter().map(|corner| Vec2::from(*corner)).collect();
        let mut rim: Vec<Vec3> = points.iter().map(|point| point.extend(0.0)).collect();
        if closed {
            rim.push(rim[0]);
        }
        if thickness > 0.0 {
            // Walls have round ends, so that they meet without gaps. Outlines would cross where they do.
            let outlines = self.outlines.len();
            rim.windows(2).for_each(|wall| self.capsule(wall[0], wall[1], thickness / 2.0));
            self.outlines.truncate(outlines);
        } else {
            polyline(&mut self.outlines, &rim, 1.5, self.line);
        }
        if filled {
            for triangle in triangles(&points) {
                self.corners.extend(triangle.map(|index| flat(points[index].extend(0.0), self.colour)));
            }
        }
    }
}

/// The profile of a ball, pulled apart at its equator from `low` to `high`.
fn half_circle(radius: f32, low: f32, high: f32) -> Vec<[f32; 3]> {
    const PIECES: usize = 20;
    let quarter = |from: f32, middle: f32| {
        (0..=PIECES / 2).map(move |piece| {
            let slope = from + PI / 2.0 * piece as f32 / (PIECES / 2) as f32;
            [middle + radius * slope.sin(), radius * slope.cos(), slope]
        })
    };
    quarter(-PI / 2.0, low).chain(quarter(0.0, high)).collect()
}

/// A polygon as triangles, by cutting off ears: corners that stick out and hold no other.
fn triangles(points: &[Vec2]) -> Vec<[usize; 3]> {
    let area: f32 = (0..points.len()).map(|i| points[i].perp_dot(points[(i + 1) % points.len()])).sum();
    let mut left: Vec<usize> = (0..points.len()).collect();
    if area < 0.0 {
        left.reverse();
    }
    let turn = |a: usize, b: usize, c: usize| (points[b] - points[a]).perp_dot(points[c] - points[b]);
    let holds = |[a, b, c]: [usize; 3], p: usize| {
        let side = |from: usize, to: usize| (points[to] - points[from]).perp_dot(points[p] - points[from]) >= 0.0;
        side(a, b) && side(b, c) && side(c, a)
    };
    let mut cut = Vec::new();
    while left.len() > 3 {
        let count = left.len();
        let at = |place: usize| [left[(place + count - 1) % count], left[place], left[(place + 1) % count]];
        let is_ear = |place: &usize| {
            let ear @ [a, b, c] = at(*place);
            turn(a, b, c) > 0.0 && !left.iter().any(|p| !ear.contains(p) && holds(ear, *p))
        };
        // A polygon that crosses itself may have none; any corner will do then.
        let place = (0..count).find(is_ear).unwrap_or(0);
        cut.push(at(place));
        left.remove(place);
    }
    if let [a, b, c] = left[..] {
        cut.push([a, b, c]);
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Vec2], cut: &[[usize; 3]]) -> f32 {
        cut.iter().map(|[a, b, c]| (points[*b] - points[*a]).perp_dot(points[*c] - points[*a]).abs() / 2.0).sum()
    }

    #[test]
    fn a_polygon_with_a_bay_is_filled_without_its_bay() {
        let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(Vec2::from);
        // The square of 16 without the bay of 4 · 3 / 2.
        assert_eq!(area(&points, &triangles(&points)), 10.0);
        let mut reversed = points;
        reversed.reverse();
        assert_eq!(area(&reversed, &triangles(&reversed)), 10.0);
    }

    #[test]
    fn a_polygon_that_crosses_itself_or_has_no_area_ends() {
        let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]].map(Vec2::from);
        assert_eq!(triangles(&bow).len(), 2);
        assert_eq!(triangles(&[Vec2::ONE; 6]).len(), 4);
    }

    #[test]
    fn every_surface_is_seen_from_outside() {
        // The light falls on the side from which the corners go round against the clock.
        let mut scene = Scene::empty(3, crate::Theme::Dark);
        scene.obstacles = vec![
            Solid::Sphere { centre: [1.0, 2.0, 3.0], radius: 2.0 },
            Solid::Box { low: [0.0; 3], high: [1.0, 2.0, 3.0] },
            Solid::Capsule { from: [0.0; 3], to: [0.0, 10.0, 0.0], radius: 1.0 },
            Solid::HalfSpace { point: [0.0; 3], normal: [0.0, 1.0, 0.3] },
        ];
        let (corners, _) = super::super::obstacles(&scene);
        for triangle in corners.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|index| Vec3::from(triangle[index].at));
            let normal: Vec3 = triangle.iter().map(|corner| Vec3::from(corner.normal)).sum();
            assert!((b - a).cross(c - a).dot(normal) > -1e-6, "{triangle:?}");
        }
    }

    #[test]
    fn surfaces_of_balls_and_capsules_are_where_they_should_be() {
        let mut scene = Scene::empty(3, crate::Theme::Dark);
        scene.obstacles = vec![Solid::Sphere { centre: [1.0, 2.0, 3.0], radius: 2.0 }];
        let (corners, _) = super::super::obstacles(&scene);
        for corner in &corners {
            let out = Vec3::from(corner.at) - Vec3::new(1.0, 2.0, 3.0);
            assert!((out.length() - 2.0).abs() < 1e-4);
            assert!((out / 2.0).distance(Vec3::from(corner.normal)) < 1e-3);
        }
        scene.obstacles = vec![Solid::Capsule { from: [0.0; 3], to: [0.0, 10.0, 0.0], radius: 1.0 }];
        let (corners, _) = super::super::obstacles(&scene);
        for corner in &corners {
            let at = Vec3::from(corner.at);
            let nearest = Vec3::new(0.0, at.y.clamp(0.0, 10.0), 0.0);
            assert!((at.distance(nearest) - 1.0).abs() < 1e-4, "{at}");
        }
    }
}
