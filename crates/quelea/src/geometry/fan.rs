//! The directions a boid probes when its path is blocked, nearest to its heading first.

/// One direction of the fan: the angle from the heading and the side it turns to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FanDirection {
    /// The cosine and the sine of the angle from the heading.
    pub cosine: f64,
    pub sine: f64,
    /// The tangent of half that angle.
    pub half_tangent: f64,
    /// The side it turns to, as components along two directions perpendicular to the heading; in 2D only the
    /// first counts.
    pub side: [f64; 2],
}

/// Angles from the heading in degrees. None is straight back: a turn would have no side.
const ANGLES_2D: &[f64] =
    &[4.0, 8.0, 12.0, 16.0, 22.0, 30.0, 38.0, 46.0, 56.0, 68.0, 80.0, 92.0, 106.0, 120.0, 136.0, 152.0, 168.0];
const ANGLES_3D: &[f64] = &[5.0, 10.0, 18.0, 28.0, 40.0, 55.0, 72.0, 92.0, 115.0, 140.0, 165.0];

/// The number of directions at each angle in 3D, evenly spaced around the heading.
const PER_RING: usize = 8;

/// The fan: alternating left and right in 2D, ring by ring in 3D.
pub(crate) fn fan<const D: usize>() -> Vec<FanDirection> {
    let direction = |degrees: &f64, side: [f64; 2]| {
        let angle = degrees.to_radians();
        FanDirection {
            cosine: libm::cos(angle),
            sine: libm::sin(angle),
            half_tangent: libm::sin(angle) / (1.0 + libm::cos(angle)),
            side,
        }
    };
    if D == 2 {
        return ANGLES_2D.iter().flat_map(|angle| [1.0, -1.0].map(|side| direction(angle, [side, 0.0]))).collect();
    }
    let sides = (0..PER_RING).map(|number| {
        let azimuth = number as f64 * std::f64::consts::TAU / PER_RING as f64;
        [libm::cos(azimuth), libm::sin(azimuth)]
    });
    ANGLES_3D.iter().flat_map(|angle| sides.clone().map(|side| direction(angle, side))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_nearer_to_the_heading_come_first_and_all_have_length_one() {
        for fan in [fan::<2>(), fan::<3>()] {
            assert!(fan.windows(2).all(|pair| pair[0].cosine >= pair[1].cosine));
            for direction in fan {
                let [a, b] = direction.side;
                assert!((a * a + b * b - 1.0).abs() < 1e-12);
                assert!((direction.cosine * direction.cosine + direction.sine * direction.sine - 1.0).abs() < 1e-12);
                let q = direction.half_tangent;
                assert!(((1.0 - q * q) / (1.0 + q * q) - direction.cosine).abs() < 1e-12);
            }
        }
    }
}
