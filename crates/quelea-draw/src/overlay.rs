//! Which marks an inspected boid gets.

/// Which marks an inspected boid gets besides its range of perception.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Overlay {
    /// One arrow for the force of each rule, and a wider one for their sum.
    pub forces: bool,
    /// Arrows for the velocities of the boid, of its neighbours and of their mean.
    pub velocities: bool,
    /// The mean point of the neighbours, and a line from each neighbour to it.
    pub mean: bool,
    /// How much longer than usual the arrows are, from 0.01 to 1000.
    pub exaggeration: f32,
}

impl Default for Overlay {
    fn default() -> Self {
        Overlay { forces: true, velocities: true, mean: true, exaggeration: 1.0 }
    }
}
