//! The numbers printed in the paper.

/// The numbers of neighbours in Table 1.
pub const NEIGHBOURS: [usize; 6] = [100, 120, 140, 160, 180, 200];

/// Frames per second in Table 1, for each k: SteeringWithPS, then SteeringWithRB with o = 1, 2 and 3.
/// On a Pentium 4 with 2.5 GHz, including drawing.
pub const FRAMES_PER_SECOND: [[f64; 4]; 6] = [
    [10.8, 15.8, 10.6, 10.6],
    [10.4, 15.6, 10.5, 9.7],
    [9.3, 15.1, 10.2, 8.9],
    [8.2, 14.9, 9.9, 8.2],
    [7.3, 14.7, 9.6, 7.9],
    [6.3, 14.2, 9.5, 7.0],
];

/// The number of boids.
pub const BOIDS: usize = 1024;

/// Equation 10: by how many percent one rate exceeds another.
pub fn gain(rate: f64, base: f64) -> f64 {
    (rate - base) / base * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper's text says −5 to 130 %; its own table says otherwise.
    #[test]
    fn the_gains_in_the_table_range_from_minus_7_to_125_percent() {
        let gains: Vec<f64> =
            FRAMES_PER_SECOND.iter().flat_map(|row| row[1..].iter().map(|rate| gain(*rate, row[0]))).collect();
        let (low, high) =
            (gains.iter().copied().fold(f64::MAX, f64::min), gains.iter().copied().fold(f64::MIN, f64::max));
        assert_eq!((format!("{low:.1}"), format!("{high:.1}")), ("-6.7".to_owned(), "125.4".to_owned()));
    }
}
