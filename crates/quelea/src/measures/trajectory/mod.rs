//! Measures of several states: displacements, neighbour overlap, directional delays.
//!
//! A [`Trajectory`] holds states at equal intervals. Boids have ids that last, and may come and go; what they did
//! between two frames is followed only as long as they were there all the time.
//!
//! ```
//! use quelea::measures::trajectory::{Trajectory, lags, mean_squared_displacement, neighbour_overlap};
//! use quelea::{Scenario, Simulation};
//!
//! let scenario = Scenario::preset("p5")?.with("boids", 100)?;
//! let mut flock = Simulation::new(&scenario)?;
//! let mut trajectory = Trajectory::new(&scenario, 10.0);
//! for _ in 0..20 {
//!     trajectory.push(flock.state());
//!     flock.run(10);
//! }
//! for row in mean_squared_displacement(&trajectory, &lags(20, 10)) {
//!     println!("{} {}", row.time, row.total);
//! }
//! let overlap = neighbour_overlap(&trajectory, 7, &[0, 10]);
//! assert_eq!(overlap[0].overlap, 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod delays;
mod displacement;
mod frames;
mod nearest;
mod overlap;
mod tracks;

pub use delays::{Delays, MeanDelay, PairDelay, directional_delays};
pub use displacement::{Displacement, mean_squared_displacement};
pub use frames::{Frame, Trajectory, TrajectoryError};
pub use overlap::{Overlap, neighbour_overlap};

/// Lags for a trajectory of this many frames: at most so many, from 1 frame to half of all, in nearly equal ratios.
///
/// ```
/// use quelea::measures::trajectory::lags;
///
/// assert_eq!(lags(100, 6), [1, 2, 5, 10, 23, 50]);
/// assert_eq!(lags(2, 6), [1]);
/// assert!(lags(1, 6).is_empty());
/// ```
pub fn lags(frames: usize, most: usize) -> Vec<usize> {
    let longest = (frames / 2).max(1);
    if frames < 2 || most == 0 {
        return Vec::new();
    }
    let steps = (most - 1).max(1) as f64;
    let lag = |index: usize| libm::round(libm::pow(longest as f64, index as f64 / steps)) as usize;
    let mut lags: Vec<usize> = (0..most).map(lag).collect();
    lags.dedup();
    lags
}

#[cfg(test)]
mod tests;
