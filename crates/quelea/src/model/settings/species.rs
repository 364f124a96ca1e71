//! Parameters of one species: how many boids, how they start, what they perceive.

use super::choices::{Coincident, PerceptionKind, StartPosition, StartVelocity};
use super::motion::Motion;
use super::rules::{Alignment, Avoid, Cohesion, Flee, Flow, Goal, Herd, Hunt, Noise, Separation, Spread, Wander};
use crate::model::section::section;

/// The largest number of boids of a flock that is divided among many processes. One process takes at most
/// [`Scenario::MOST_IN_ONE_PROCESS`](crate::Scenario::MOST_IN_ONE_PROCESS).
pub(crate) const MOST_BOIDS: f64 = if usize::BITS > 32 { 1e13 } else { 4e9 };

section! {
    /// One species: how many boids it has, how they start, and all its rules.
    SpeciesSettings {
        /// Number of boids.
        boids: usize = 100usize, "boids", 0.0, MOST_BOIDS, Restart;
        /// Radius of a boid's body; two boids closer than the sum of their radii collide.
        body: f64 = 0.5, "length", 0.0, 1e6, Live;
    }
    sections {
        /// The initial state.
        start: Start;
        /// Which boids it perceives.
        perception: Perception;
        /// Away from neighbours that are too close.
        separation: Separation;
        /// Match the motion of neighbours.
        alignment: Alignment;
        /// Towards neighbours.
        cohesion: Cohesion;
        /// Away from species it flees from.
        flee: Flee;
        /// Towards species it hunts.
        hunt: Hunt;
        /// Round up a species.
        herd: Herd;
        /// Towards a goal.
        goal: Goal;
        /// Around obstacles.
        avoid: Avoid;
        /// Along a flow field.
        flow: Flow;
        /// A random course of its own.
        wander: Wander;
        /// Random noise on the heading.
        noise: Noise;
        /// How forces become motion.
        motion: Motion;
        /// Differences between boids.
        spread: Spread;
    }
}

section! {
    /// The initial state, drawn from the seed.
    Start {
        /// Where the boids start.
        position: StartPosition = StartPosition::Uniform, "", 0.0, 0.0, Restart;
        /// The point, for `point`; the centre, for the others but `uniform`, if not that of the space.
        at: Option<Vec<f64>> = None, "length", -1e6, 1e6, Restart;
        /// Radius of the ball or ring, standard deviation of the Gaussian, spacing of the lattice.
        radius: f64 = 10.0, "length", 0.0, 1e6, Restart;
        /// The initial velocities.
        velocity: StartVelocity = StartVelocity::Box, "", 0.0, 0.0, Restart;
        /// Smallest velocity component, for `box`.
        low: f64 = -1.0, "length/time", -1e6, 1e6, Restart;
        /// Largest velocity component, for `box`.
        high: f64 = 1.0, "length/time", -1e6, 1e6, Restart;
        /// The speed, for `heading`, `direction` and `tangent`.
        speed: f64 = 1.0, "length/time", 0.0, 1e6, Restart;
        /// The direction, for `direction`; +x if left out.
        direction: Option<Vec<f64>> = None, "", -1e6, 1e6, Restart;
    }
}

section! {
    /// Which boids a boid perceives.
    Perception {
        /// Which boids it perceives.
        kind: PerceptionKind = PerceptionKind::Radius, "", 0.0, 0.0, Live;
        /// Perception radius.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Live;
        /// Number of nearest neighbours.
        neighbours: usize = 7usize, "boids", 1.0, 4e9, Live;
        /// Full angle of the field of view, centred on the heading.
        view: f64 = 360.0, "degrees", 0.0, 360.0, Live;
        /// Within this distance the field of view does not matter.
        near: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Whether it perceives boids at exactly its own position.
        coincident: Coincident = Coincident::Perceive, "", 0.0, 0.0, Live;
        /// Pairs of ids that are friends, for `friends`.
        edges: Vec<[usize; 2]> = vec![], "", 0.0, 0.0, Restart;
        /// Whether an edge [a, b] only lets a perceive b.
        directed: bool = false, "", 0.0, 0.0, Restart;
        /// For `friends`: the edges lead from each boid to this many that are nearest at the start.
        nearest_at_start: Option<usize> = None, "boids", 1.0, 4e9, Restart;
    }
}
