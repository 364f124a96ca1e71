//! Functions of distance and size: pair correlation, correlation of velocities, number fluctuations, bands.
//!
//! Each collects states one after the other, so that it can be averaged over a run, and then lists its values. Distances
//! are those of the model: across the seam of a torus, plain everywhere else. The results do not depend on the number of
//! threads.
//!
//! ```
//! use quelea::measures::profiles::{Bins, Fluctuation, PairCorrelation, VelocityCorrelation};
//! use quelea::{Scenario, Simulation};
//!
//! let scenario = Scenario::preset("p5")?.with("boids", 200)?;
//! let mut flock = Simulation::new(&scenario)?;
//! let mut pairs = PairCorrelation::new(&scenario, Bins::up_to(100.0, 20));
//! let mut velocities = VelocityCorrelation::new(&scenario, Bins::up_to(180.0, 36));
//! for _ in 0..5 {
//!     flock.run(20);
//!     pairs.add(&flock.state());
//!     velocities.add(&flock.state());
//! }
//! for bin in pairs.bins() {
//!     println!("g({}) = {} ± {}", bin.distance, bin.g.value, bin.g.error);
//! }
//! println!("ξ = {:?}", velocities.correlation_length(Fluctuation::Velocity));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bands;
mod bins;
mod fluctuations;
mod hull;
mod pair_correlation;
mod velocity_correlation;

pub use bands::{BandProfile, Slab};
pub use bins::Bins;
pub use fluctuations::{BoxCounts, NumberFluctuations};
pub use hull::largest_distance;
pub use pair_correlation::{PairBin, PairCorrelation};
pub use velocity_correlation::{CorrelationBin, Fluctuation, VelocityCorrelation};

use super::{KdTree, Offsets};
use crate::model::Scenario;
use crate::state::State;

/// A state prepared for sums over pairs of boids of any species.
struct Prepared<const D: usize> {
    offsets: Offsets<D>,
    /// Inside the torus, by id.
    positions: Vec<[f64; D]>,
    tree: KdTree<D>,
}

impl<const D: usize> Prepared<D> {
    fn new(scenario: &Scenario, state: &State) -> Self {
        let offsets = Offsets::new(&scenario.space());
        let positions: Vec<[f64; D]> = state.positions.as_arrays().iter().map(|x| offsets.inside(x)).collect();
        let tree = KdTree::new(positions.iter().copied().zip(0..).collect());
        Prepared { offsets, positions, tree }
    }
}

/// The smallest side of a torus; infinite for any other space.
fn smallest_period(scenario: &Scenario) -> f64 {
    let extent = scenario.extent();
    match extent.boundary {
        crate::geometry::Boundary::Torus => extent.size.iter().copied().fold(f64::INFINITY, f64::min),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests;
