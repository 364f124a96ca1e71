//! Solid shapes: the signed distance to the surface of each, and which way is out.
//!
//! Points are relative to the shape's centre.

use super::vector::{add, dot, is_zero, length, perpendicular, scale, sub, unit};

/// A solid shape around its centre.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<const D: usize> {
    /// A ball; a disc in 2D.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// A box along the axes.
    Box {
        /// Its length along each axis.
        size: [f64; D],
    },
    /// Everything within a radius of a line segment.
    Capsule {
        /// The two ends of the segment.
        segment: [[f64; D]; 2],
        /// The radius.
        radius: f64,
    },
    /// Everything behind a plane through the centre.
    HalfSpace {
        /// Points out of the solid; length 1.
        normal: [f64; D],
    },
    /// A chain of straight walls, in the plane.
    Polygon {
        /// The walls, each from one corner to the next.
        walls: Vec<[[f64; D]; 2]>,
        /// Half the thickness of a wall.
        radius: f64,
        /// Whether the inside of a closed chain is solid.
        filled: bool,
    },
}

/// The nearest surface as seen from a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<const D: usize> {
    /// The distance to it; negative inside the solid.
    pub distance: f64,
    /// The direction in which the distance grows; length 1.
    pub normal: [f64; D],
}

impl<const D: usize> Shape<D> {
    /// How deep a boid can be inside before the nearest way out leads to another side.
    pub fn half_thickness(&self) -> f64 {
        match self {
            Shape::Sphere { radius } | Shape::Capsule { radius, .. } | Shape::Polygon { radius, .. } => *radius,
            Shape::Box { size } => size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0,
            Shape::HalfSpace { .. } => f64::INFINITY,
        }
    }

    /// The number of convex parts.
    pub fn parts(&self) -> usize {
        match self {
            Shape::Polygon { walls, .. } => walls.len().max(1),
            _ => 1,
        }
    }

    /// The surface of one convex part.
    pub fn part(&self, index: usize, point: [f64; D]) -> Surface<D> {
        match self {
            Shape::Sphere { radius } => sphere(*radius, point),
            Shape::Box { size } => cuboid(*size, point),
            Shape::Capsule { segment, radius } => capsule(*segment, *radius, point),
            Shape::HalfSpace { normal } => Surface { distance: dot(point, *normal), normal: *normal },
            Shape::Polygon { walls, radius, .. } => capsule(walls[index], *radius, point),
        }
    }

    /// The surface of the whole shape.
    pub fn surface(&self, point: [f64; D]) -> Surface<D> {
        let parts = (1..self.parts()).map(|index| self.part(index, point));
        let nearest = parts.fold(self.part(0, point), |a, b| if b.distance < a.distance { b } else { a });
        match self {
            Shape::Polygon { walls, radius, filled: true } if !is_outside(walls, point) => {
                Surface { distance: -(nearest.distance + radius) - radius, normal: scale(nearest.normal, -1.0) }
            }
            _ => nearest,
        }
    }
}

/// Whether a ray from a point to one side crosses an even number of a closed chain's walls.
fn is_outside<const D: usize>(walls: &[[[f64; D]; 2]], point: [f64; D]) -> bool {
    let crosses = |wall: &&[[f64; D]; 2]| {
        let [from, to] = wall;
        let left = (to[1] - from[1]) * (point[0] - from[0]) < (to[0] - from[0]) * (point[1] - from[1]);
        let (below_first, below_second) = (point[1] < from[1], point[1] < to[1]);
        (!below_first && below_second && left) || (below_first && !below_second && !left)
    };
    walls.iter().filter(crosses).count().is_multiple_of(2)
}

/// A ball. At its very centre the way out is +x.
fn sphere<const D: usize>(radius: f64, point: [f64; D]) -> Surface<D> {
    let along_x = std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
    let normal = if is_zero(point) { along_x } else { unit(point) };
    Surface { distance: length(point) - radius, normal }
}

/// A box along the axes. From inside, the way out is through the nearest side.
fn cuboid<const D: usize>(size: [f64; D], point: [f64; D]) -> Surface<D> {
    let sign = point.map(|x| if x < 0.0 { -1.0 } else { 1.0 });
    let beyond: [f64; D] = std::array::from_fn(|axis| point[axis] * sign[axis] - size[axis] / 2.0);
    let from_corner: [f64; D] = std::array::from_fn(|axis| beyond[axis].max(0.0) * sign[axis]);
    if !is_zero(from_corner) {
        return Surface { distance: length(from_corner), normal: unit(from_corner) };
    }
    let nearest = (1..D).fold(0, |best, axis| if beyond[axis] > beyond[best] { axis } else { best });
    let normal = std::array::from_fn(|axis| if axis == nearest { sign[axis] } else { 0.0 });
    Surface { distance: beyond[nearest], normal }
}

/// A straight wall with round ends. On its very centre line the way out is across it.
fn capsule<const D: usize>([from, to]: [[f64; D]; 2], radius: f64, point: [f64; D]) -> Surface<D> {
    let along = sub(to, from);
    let share = (dot(sub(point, from), along) / dot(along, along)).clamp(0.0, 1.0);
    let off = sub(point, add(from, scale(along, share)));
    let normal = if is_zero(off) { perpendicular(along) } else { unit(off) };
    Surface { distance: length(off) - radius, normal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check<const D: usize>(shape: &Shape<D>, point: [f64; D], distance: f64, normal: [f64; D]) {
        let surface = shape.surface(point);
        assert!((surface.distance - distance).abs() < 1e-12, "{} is not {distance}", surface.distance);
        assert!(length(sub(surface.normal, normal)) < 1e-12, "{:?} is not {normal:?}", surface.normal);
    }

    fn polygon(corners: &[[f64; 2]], closed: bool, filled: bool, radius: f64) -> Shape<2> {
        let mut walls: Vec<_> = corners.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        if closed {
            walls.push([corners[corners.len() - 1], corners[0]]);
        }
        Shape::Polygon { walls, radius, filled }
    }

    #[test]
    fn distances_and_normals_of_every_shape_are_exact_outside_and_inside() {
        check(&Shape::Sphere { radius: 2.0 }, [4.0, 0.0], 2.0, [1.0, 0.0]);
        check(&Shape::Sphere { radius: 2.0 }, [0.0, 0.0, 0.5], -1.5, [0.0, 0.0, 1.0]);

        let cuboid = Shape::Box { size: [4.0, 2.0] };
        check(&cuboid, [-1.0, 3.0], 2.0, [0.0, 1.0]);
        check(&cuboid, [5.0, 5.0], 5.0, [0.6, 0.8]);
        check(&cuboid, [1.5, 0.0], -0.5, [1.0, 0.0]);
        check(&Shape::Box { size: [2.0; 3] }, [0.0, 0.0, -4.0], 3.0, [0.0, 0.0, -1.0]);

        let capsule = Shape::Capsule { segment: [[0.0, 0.0], [10.0, 0.0]], radius: 1.0 };
        check(&capsule, [5.0, -3.0], 2.0, [0.0, -1.0]);
        check(&capsule, [13.0, 4.0], 4.0, [0.6, 0.8]);
        check(&capsule, [5.0, 0.5], -0.5, [0.0, 1.0]);

        let behind = Shape::HalfSpace { normal: [0.0, -1.0] };
        check(&behind, [100.0, -4.0], 4.0, [0.0, -1.0]);
        check(&behind, [0.0, 1.0], -1.0, [0.0, -1.0]);

        let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let square = polygon(&corners, true, true, 0.0);
        check(&square, [2.0, -1.0], 1.0, [0.0, -1.0]);
        check(&square, [2.0, 1.0], -1.0, [0.0, -1.0]);
        check(&square, [7.0, 8.0], 5.0, [0.6, 0.8]);
        let hollow = polygon(&corners, true, false, 0.5);
        check(&hollow, [2.0, 1.0], 0.5, [0.0, 1.0]);
        check(&hollow, [2.0, 0.25], -0.25, [0.0, 1.0]);
        check(&polygon(&corners, false, false, 0.5), [0.0, 1.0], 0.5, [0.0, 1.0]);
    }

    #[test]
    fn a_concave_corner_of_a_polygon_is_outside() {
        let dented = polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]], true, true, 0.0);
        assert!(dented.surface([2.0, 3.0]).distance > 0.0);
        assert!(dented.surface([2.0, 0.5]).distance < 0.0);
    }

    #[test]
    fn the_normal_at_the_centre_of_every_shape_is_a_unit_vector() {
        let capsule = |end: [f64; 2]| Shape::Capsule { segment: [end.map(|x| -x), end], radius: 1.0 };
        check(&Shape::Sphere { radius: 1.0 }, [0.0, 0.0], -1.0, [1.0, 0.0]);
        check(&Shape::Box { size: [4.0, 2.0] }, [0.0, 0.0], -1.0, [0.0, 1.0]);
        check(&capsule([5.0, 0.0]), [0.0, 0.0], -1.0, [0.0, 1.0]);
        check(&capsule([0.0, 5.0]), [0.0, 0.0], -1.0, [1.0, 0.0]);
        check(&polygon(&[[-5.0, 0.0], [5.0, 0.0]], false, false, 0.5), [0.0, 0.0], -0.5, [0.0, 1.0]);
    }
}
