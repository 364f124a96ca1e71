//! The space a flock lives in: how far apart two points are, and what the boundary does.

use super::vector::{div, length, scale, sub};

/// What happens at the edge of a space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boundary {
    /// Opposite edges are joined, and distances are measured across them.
    Torus,
    /// Boids that leave come back at the opposite edge; nobody perceives across it.
    Wrap {
        /// How far beyond the edge a boid comes back.
        margin: f64,
        /// Wrap the position before the move instead of after it.
        before_move: bool,
    },
    /// Walls add to the velocity of boids beyond a margin.
    Walls {
        /// How far inside the edge the push begins; negative outside.
        margin: f64,
        /// What is added to the velocity, per axis and step.
        push: f64,
        /// Push after the speed limit, so that it may be exceeded.
        after_limit: bool,
        /// Clamp positions to the box.
        clamp: bool,
    },
    /// Boids bounce off the edges.
    Reflect,
    /// Boids that leave a sphere come back at its opposite point, as in OpenSteer.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// No edges.
    Open,
}

/// A space of `D` dimensions.
#[derive(Clone, Debug, PartialEq)]
pub struct Space<const D: usize> {
    /// What happens at its edge.
    pub boundary: Boundary,
    /// The lowest corner; for a sphere its centre.
    pub low: [f64; D],
    /// The length along each axis; zero where none is given.
    pub size: [f64; D],
}

/// The box that holds a space, whatever its dimension.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Extent {
    /// What happens at the edge of the space.
    pub boundary: Boundary,
    /// The lowest corner, one number per axis.
    pub low: Vec<f64>,
    /// The length along each axis. An open space has the size it was given, or zero.
    pub size: Vec<f64>,
}

impl<const D: usize> Space<D> {
    /// The box that holds the space, without a static dimension.
    pub fn extent(&self) -> Extent {
        let (low, size) = self.bounding_box();
        Extent { boundary: self.boundary, low: low.to_vec(), size: size.to_vec() }
    }

    /// Whether opposite edges are joined.
    pub fn is_torus(&self) -> bool {
        matches!(self.boundary, Boundary::Torus)
    }

    /// The lowest corner and the size of the smallest box that holds the space. An open space has the size it
    /// was given, or none.
    pub fn bounding_box(&self) -> ([f64; D], [f64; D]) {
        match self.boundary {
            Boundary::Sphere { radius } => (self.low.map(|x| x - radius), [2.0 * radius; D]),
            _ => (self.low, self.size),
        }
    }

    /// The middle of the space.
    pub fn centre(&self) -> [f64; D] {
        let (low, size) = self.bounding_box();
        std::array::from_fn(|axis| low[axis] + size[axis] / 2.0)
    }

    /// The offset from one point to another; on a torus the shortest one, across the seam if need be.
    pub fn offset(&self, from: [f64; D], to: [f64; D]) -> [f64; D] {
        let mut offset = sub(to, from);
        if self.is_torus() {
            for (x, size) in offset.iter_mut().zip(self.size) {
                if *x > size / 2.0 {
                    *x -= size;
                } else if *x < -size / 2.0 {
                    *x += size;
                }
            }
        }
        offset
    }

    /// The same point within a torus; unchanged in any other space.
    pub fn wrap_torus(&self, position: [f64; D]) -> [f64; D] {
        if !self.is_torus() {
            return position;
        }
        std::array::from_fn(|axis| {
            let (x, low, size) = (position[axis], self.low[axis], self.size[axis]);
            if low <= x && x < low + size {
                return x;
            }
            let wrapped = x - size * libm::floor((x - low) / size);
            // Just below the low edge rounds to the high edge, which is the low one.
            if low <= wrapped && wrapped < low + size { wrapped } else { low }
        })
    }

    /// What walls add to the velocity of a boid at `position`.
    pub fn push(&self, position: [f64; D]) -> [f64; D] {
        let Boundary::Walls { margin, push, .. } = self.boundary else {
            return [0.0; D];
        };
        std::array::from_fn(|axis| {
            let low = self.low[axis];
            let high = low + self.size[axis];
            let from_low = if position[axis] < low + margin { push } else { 0.0 };
            let from_high = if position[axis] > high - margin { push } else { 0.0 };
            from_low - from_high
        })
    }

    /// Whether walls push after the speed limit, as Ben Eater's do.
    pub fn pushes_after_limit(&self) -> bool {
        matches!(self.boundary, Boundary::Walls { after_limit: true, .. })
    }

    /// Applies a boundary that wraps before the move, as Harry Brundage's does.
    pub fn bound_before_move(&self, position: [f64; D]) -> [f64; D] {
        match self.boundary {
            Boundary::Wrap { margin, before_move: true } => self.wrap(position, margin),
            _ => position,
        }
    }

    /// Applies the boundary to a boid that has moved; returns its position and velocity.
    pub fn bound(&self, position: [f64; D], velocity: [f64; D]) -> ([f64; D], [f64; D]) {
        match self.boundary {
            Boundary::Torus => (self.wrap_torus(position), velocity),
            Boundary::Wrap { margin, before_move: false } => (self.wrap(position, margin), velocity),
            Boundary::Reflect => self.reflect(position, velocity),
            Boundary::Sphere { radius } => (self.cross_sphere(position, radius), velocity),
            Boundary::Walls { clamp: true, .. } => (self.clamp(position), velocity),
            Boundary::Wrap { .. } | Boundary::Walls { .. } | Boundary::Open => (position, velocity),
        }
    }

    /// From beyond an edge to the edge.
    fn clamp(&self, position: [f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| position[axis].max(self.low[axis]).min(self.low[axis] + self.size[axis]))
    }

    /// From beyond one edge to the opposite edge; the overshoot is lost.
    fn wrap(&self, position: [f64; D], margin: f64) -> [f64; D] {
        std::array::from_fn(|axis| {
            let low = self.low[axis] - margin;
            let high = self.low[axis] + self.size[axis] + margin;
            match position[axis] {
                x if x > high => low,
                x if x < low => high,
                x => x,
            }
        })
    }

    /// Mirrors at the edge. A boid so fast that it would still be outside is put on the edge.
    fn reflect(&self, mut position: [f64; D], mut velocity: [f64; D]) -> ([f64; D], [f64; D]) {
        for axis in 0..D {
            let low = self.low[axis];
            let high = low + self.size[axis];
            let mirror = match position[axis] {
                x if x < low => low,
                x if x > high => high,
                _ => continue,
            };
            position[axis] = (mirror + mirror - position[axis]).clamp(low, high);
            velocity[axis] = -velocity[axis];
        }
        (position, velocity)
    }

    /// OpenSteer's sphericalWrapAround: by a diameter towards the centre and beyond.
    fn cross_sphere(&self, position: [f64; D], radius: f64) -> [f64; D] {
        let outward = sub(position, self.low);
        let distance = length(outward);
        if distance <= radius {
            return position;
        }
        sub(position, scale(div(outward, distance), 2.0 * radius))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(boundary: Boundary, low: [f64; 2], size: [f64; 2]) -> Space<2> {
        Space { boundary, low, size }
    }

    #[test]
    fn a_torus_keeps_the_overshoot_and_measures_across_the_seam() {
        let torus = space(Boundary::Torus, [-5.0, 0.0], [10.0, 20.0]);
        assert_eq!(torus.bound([5.25, -0.5], [1.0, 2.0]), ([-4.75, 19.5], [1.0, 2.0]));
        assert_eq!(torus.wrap_torus([32.0, 5.0]), [2.0, 5.0]);
        assert_eq!(torus.offset([4.5, 1.0], [-4.5, 19.0]), [1.0, -2.0]);
        // The high edge is the low one.
        assert_eq!(torus.wrap_torus([5.0, 20.0]), [-5.0, 0.0]);
        assert_eq!(torus.wrap_torus([-5.0 - 1e-16, -1e-300]), [-5.0, 0.0]);
    }

    #[test]
    fn wrapping_loses_the_overshoot_and_nobody_perceives_across() {
        let wrap = |before_move| space(Boundary::Wrap { margin: 1.0, before_move }, [0.0; 2], [10.0; 2]);
        assert_eq!(wrap(false).bound([11.5, 5.0], [1.0, 0.0]).0, [-1.0, 5.0]);
        assert_eq!(wrap(false).bound([10.5, -1.5], [1.0, 0.0]).0, [10.5, 11.0]);
        assert_eq!(wrap(false).offset([9.0, 1.0], [1.0, 9.0]), [-8.0, 8.0]);
        // Wrapped before the move: a boid that has left stays outside until the next step.
        assert_eq!(wrap(true).bound([11.5, 5.0], [1.0, 0.0]).0, [11.5, 5.0]);
        assert_eq!(wrap(true).bound_before_move([11.5, 5.0]), [-1.0, 5.0]);
    }

    #[test]
    fn walls_push_within_their_margin() {
        let walls = |margin| {
            let boundary = Boundary::Walls { margin, push: 0.5, after_limit: false, clamp: false };
            space(boundary, [0.0; 2], [10.0; 2])
        };
        assert_eq!(walls(2.0).push([1.0, 9.0]), [0.5, -0.5]);
        assert_eq!(walls(2.0).push([5.0, 5.0]), [0.0, 0.0]);
        assert_eq!(walls(-2.0).push([-1.0, 13.0]), [0.0, -0.5]);
    }

    #[test]
    fn boids_bounce_off_an_edge_and_never_pass_the_opposite_one() {
        let reflect = space(Boundary::Reflect, [0.0; 2], [10.0; 2]);
        assert_eq!(reflect.bound([10.5, -0.75], [1.0, -1.0]), ([9.5, 0.75], [-1.0, 1.0]));
        assert_eq!(reflect.bound([32.0, 5.0], [27.0, 0.0]), ([0.0, 5.0], [-27.0, 0.0]));
    }

    #[test]
    fn leaving_a_sphere_leads_to_its_opposite_point() {
        let sphere = space(Boundary::Sphere { radius: 5.0 }, [1.0, 0.0], [0.0; 2]);
        assert_eq!(sphere.bound([6.5, 0.0], [1.0, 0.0]), ([-3.5, 0.0], [1.0, 0.0]));
        assert_eq!(sphere.bound([6.0, 0.0], [1.0, 0.0]).0, [6.0, 0.0]);
        assert_eq!(sphere.bounding_box(), ([-4.0, -5.0], [10.0, 10.0]));
        assert_eq!(sphere.centre(), [1.0, 0.0]);
    }
}
