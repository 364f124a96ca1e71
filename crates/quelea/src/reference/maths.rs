//! The little arithmetic of vectors that the model is written in.

pub fn sum<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

pub fn difference<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; D] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

pub fn times<const D: usize>(a: [f64; D], factor: f64) -> [f64; D] {
    a.map(|x| x * factor)
}

pub fn over<const D: usize>(a: [f64; D], divisor: f64) -> [f64; D] {
    a.map(|x| x / divisor)
}

pub fn dot<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum()
}

pub fn is_zero<const D: usize>(a: [f64; D]) -> bool {
    a.iter().all(|x| *x == 0.0)
}

pub fn length<const D: usize>(a: [f64; D]) -> f64 {
    let square = dot(a, a);
    if square.is_normal() {
        return square.sqrt();
    }
    // So long or so short that its square cannot be written down: measure it in units of its largest part.
    let largest = a.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    let scaled = over(a, largest);
    largest * dot(scaled, scaled).sqrt()
}

/// The direction of `a`, with length 1; the zero vector has none and stays zero.
pub fn unit<const D: usize>(a: [f64; D]) -> [f64; D] {
    let length = length(a);
    if length == 0.0 { a } else { over(a, length) }
}

/// `a` shortened to `most` if it is longer.
pub fn cut<const D: usize>(a: [f64; D], most: f64) -> [f64; D] {
    if length(a) > most { times(unit(a), most) } else { a }
}

/// Where a boid looks: the way it flies, or along +x when it does not move.
pub fn heading<const D: usize>(velocity: [f64; D]) -> [f64; D] {
    if is_zero(velocity) {
        return std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
    }
    unit(velocity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zero_vector_has_no_direction_and_no_length() {
        assert_eq!(unit([0.0, 0.0, 0.0]), [0.0, 0.0, 0.0]);
        assert_eq!(length([0.0, 0.0]), 0.0);
        assert_eq!(cut([0.0, 0.0], 0.0), [0.0, 0.0]);
    }

    #[test]
    fn huge_and_tiny_vectors_keep_their_direction() {
        for scale in [1e200, 1e-200, 1e-310] {
            let direction = unit([3.0 * scale, 4.0 * scale]);
            assert!((direction[0] - 0.6).abs() < 1e-12 && (direction[1] - 0.8).abs() < 1e-12, "{scale}: {direction:?}");
        }
    }

    #[test]
    fn only_what_is_longer_is_cut() {
        assert_eq!(cut([3.0, 4.0], 5.0), [3.0, 4.0]);
        assert_eq!(cut([0.0, 40.0], 5.0), [0.0, 5.0]);
    }

    #[test]
    fn a_boid_at_rest_looks_along_x() {
        assert_eq!(heading([0.0, 0.0, 0.0]), [1.0, 0.0, 0.0]);
        assert_eq!(heading([0.0, -2.0]), [0.0, -1.0]);
    }
}
