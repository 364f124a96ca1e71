//! The directions that a boid looks at when its way is blocked, the nearest to its heading first.

/// One direction of the fan, given by the angle it turns away from the heading and the side it turns to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blade {
    /// The cosine and the sine of the angle from the heading.
    pub cosine: f64,
    pub sine: f64,
    /// The tangent of half that angle.
    pub half_tangent: f64,
    /// The side it turns to, in the two directions across the heading; in 2D there is only the first.
    pub side: [f64; 2],
}

/// How far from the heading the directions are. None is straight back: a turn would have no side.
const ANGLES_2D: &[f64] =
    &[4.0, 8.0, 12.0, 16.0, 22.0, 30.0, 38.0, 46.0, 56.0, 68.0, 80.0, 92.0, 106.0, 120.0, 136.0, 152.0, 168.0];
const ANGLES_3D: &[f64] = &[5.0, 10.0, 18.0, 28.0, 40.0, 55.0, 72.0, 92.0, 115.0, 140.0, 165.0];

/// How many directions there are at each angle in 3D, evenly round the heading.
const ROUND: usize = 8;

/// The fan in two or three dimensions: left and right in turn, or ring by ring.
pub(crate) fn fan<const D: usize>() -> Vec<Blade> {
    let blade = |degrees: &f64, side: [f64; 2]| {
        let angle = degrees.to_radians();
        Blade {
            cosine: libm::cos(angle),
            sine: libm::sin(angle),
            half_tangent: libm::sin(angle) / (1.0 + libm::cos(angle)),
            side,
        }
    };
    if D == 2 {
        return ANGLES_2D.iter().flat_map(|angle| [1.0, -1.0].map(|side| blade(angle, [side, 0.0]))).collect();
    }
    let sides = (0..ROUND).map(|number| {
        let azimuth = number as f64 * std::f64::consts::TAU / ROUND as f64;
        [libm::cos(azimuth), libm::sin(azimuth)]
    });
    ANGLES_3D.iter().flat_map(|angle| sides.clone().map(|side| blade(angle, side))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_nearer_to_the_heading_come_first_and_all_have_length_one() {
        for fan in [fan::<2>(), fan::<3>()] {
            assert!(fan.windows(2).all(|pair| pair[0].cosine >= pair[1].cosine));
            for blade in fan {
                let [a, b] = blade.side;
                assert!((a * a + b * b - 1.0).abs() < 1e-12);
                assert!((blade.cosine * blade.cosine + blade.sine * blade.sine - 1.0).abs() < 1e-12);
                let q = blade.half_tangent;
                assert!(((1.0 - q * q) / (1.0 + q * q) - blade.cosine).abs() < 1e-12);
            }
        }
    }
}
