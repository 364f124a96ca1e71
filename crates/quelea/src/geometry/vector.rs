//! Vector arithmetic on arrays, one number per axis.

/// `a + b`.
pub fn add<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

/// `a − b`.
pub fn sub<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// `a · factor`.
pub fn scale<const D: usize>(a: [f64; D], factor: f64) -> [f64; D] {
    a.map(|x| x * factor)
}

/// `a / divisor`.
pub fn div<const D: usize>(a: [f64; D], divisor: f64) -> [f64; D] {
    a.map(|x| x / divisor)
}

/// The dot product.
pub fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

/// Whether every component is zero.
pub fn is_zero<const D: usize>(a: [f64; D]) -> bool {
    a.iter().all(|x| *x == 0.0)
}

/// The length, without overflow or underflow of the squares.
pub fn length<const D: usize>(a: [f64; D]) -> f64 {
    let square = dot(a, a);
    if square.is_normal() {
        return square.sqrt();
    }
    // The square overflows or underflows: measure in units of the largest component.
    let largest = a.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    let scaled = div(a, largest);
    largest * dot(scaled, scaled).sqrt()
}

/// `a` scaled to length 1; the zero vector stays zero.
pub fn unit<const D: usize>(a: [f64; D]) -> [f64; D] {
    let length = length(a);
    if length == 0.0 { a } else { div(a, length) }
}

/// `a` shortened to length `max` if it is longer.
pub fn clamp_length<const D: usize>(a: [f64; D], max: f64) -> [f64; D] {
    if length(a) > max { scale(unit(a), max) } else { a }
}

/// The direction of a velocity; +x for a boid at rest.
pub fn heading<const D: usize>(velocity: [f64; D]) -> [f64; D] {
    if is_zero(velocity) {
        return std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
    }
    unit(velocity)
}

/// A list of coordinates as a vector; what is missing is zero.
pub fn from_slice<const D: usize>(list: &[f64]) -> [f64; D] {
    std::array::from_fn(|axis| list.get(axis).copied().unwrap_or(0.0))
}

/// A unit vector perpendicular to another.
pub fn perpendicular<const D: usize>(along: [f64; D]) -> [f64; D] {
    // The axis it leans to least, minus its projection on that axis; in 2D that is one of the two sides.
    let least = (0..D).min_by(|a, b| along[*a].abs().total_cmp(&along[*b].abs())).unwrap_or(0);
    let length2: f64 = along.iter().map(|x| x * x).sum();
    let share = if length2 > 0.0 { along[least] / length2 } else { 0.0 };
    let side = std::array::from_fn(|axis| f64::from(u8::from(axis == least)) - along[axis] * share);
    unit(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zero_vector_has_no_direction_and_no_length() {
        assert_eq!(unit([0.0, 0.0, 0.0]), [0.0, 0.0, 0.0]);
        assert_eq!(length([0.0, 0.0]), 0.0);
        assert_eq!(clamp_length([0.0, 0.0], 0.0), [0.0, 0.0]);
    }

    #[test]
    fn huge_and_tiny_vectors_keep_their_direction() {
        for scale in [1e200, 1e-200, 1e-310] {
            let direction = unit([3.0 * scale, 4.0 * scale]);
            assert!((direction[0] - 0.6).abs() < 1e-12 && (direction[1] - 0.8).abs() < 1e-12, "{scale}: {direction:?}");
        }
    }

    #[test]
    fn clamp_length_only_shortens_what_is_longer() {
        assert_eq!(clamp_length([3.0, 4.0], 5.0), [3.0, 4.0]);
        assert_eq!(clamp_length([0.0, 40.0], 5.0), [0.0, 5.0]);
    }

    #[test]
    fn a_boid_at_rest_heads_along_x() {
        assert_eq!(heading([0.0, 0.0, 0.0]), [1.0, 0.0, 0.0]);
        assert_eq!(heading([0.0, -2.0]), [0.0, -1.0]);
    }
}
