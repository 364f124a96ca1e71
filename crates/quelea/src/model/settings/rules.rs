//! Parameters of the rules.

use super::choices::{Average, AvoidMethod, Ends, Falloff, FlowField, KernelKind, NoiseKind, Of, Response, Target};
use crate::model::MAX_MAGNITUDE;
use crate::model::section::section;

section! {
    /// Steer away from neighbours that are too close.
    Separation {
        /// Weight of the separation force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Neighbours within this radius are too close; all perceived if left out.
        radius: Option<f64> = None, "length", 1e-6, 1e6, Live;
        /// Neighbours nearer than this do not count for this rule.
        inner_radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Field of view of this rule; that of the perception if left out.
        view: Option<f64> = None, "degrees", 0.0, 360.0, Live;
        /// How the push depends on the distance.
        falloff: KernelKind = KernelKind::Inverse, "", 0.0, 0.0, Live;
        /// Length in the falloff.
        length: f64 = 1.0, "length", 1e-6, 1e6, Live;
        /// Exponent of `power-law`.
        exponent: f64 = 0.5, "", 0.0, 20.0, Live;
        /// Rows [distance, value] of `table`, by increasing distance; constant before the first and after the last.
        table: Vec<Vec<f64>> = vec![], "", -1e6, 1e6, Live;
        /// What the sum of pushes is divided by.
        average: Average = Average::Mean, "", 0.0, 0.0, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// Whether later rules are silent if this one applies to any neighbour.
        exclusive: bool = false, "", 0.0, 0.0, Live;
        /// With `turns`: the largest turn in a step.
        max_turn: f64 = 180.0, "degrees/step", 0.0, 180.0, Live;
    }
}

section! {
    /// Match the velocity or heading of neighbours.
    Alignment {
        /// Weight of the alignment force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Radius of this rule; all perceived if left out.
        radius: Option<f64> = None, "length", 1e-6, 1e6, Live;
        /// Neighbours nearer than this do not count for this rule.
        inner_radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Field of view of this rule; that of the perception if left out.
        view: Option<f64> = None, "degrees", 0.0, 360.0, Live;
        /// Whether it matches velocities or headings.
        of: Of = Of::Velocity, "", 0.0, 0.0, Live;
        /// How the weight of a neighbour depends on the distance.
        falloff: KernelKind = KernelKind::Constant, "", 0.0, 0.0, Live;
        /// Length in the falloff.
        length: f64 = 1.0, "length", 1e-6, 1e6, Live;
        /// Exponent of `power-law`.
        exponent: f64 = 0.5, "", 0.0, 20.0, Live;
        /// Rows [distance, value] of `table`, by increasing distance; constant before the first and after the last.
        table: Vec<Vec<f64>> = vec![], "", -1e6, 1e6, Live;
        /// What the sum is divided by.
        average: Average = Average::Mean, "", 0.0, 0.0, Live;
        /// Whether a boid counts as its own neighbour.
        include_self: bool = false, "", 0.0, 0.0, Live;
        /// Whether its own velocity is subtracted. No effect with `seek` and `arrive`, which subtract it themselves.
        relative: bool = true, "", 0.0, 0.0, Live;
        /// Whether its own velocity is subtracted from that of each neighbour, so that the sum is over differences.
        pairwise: bool = false, "", 0.0, 0.0, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// Whether later rules are silent if this one applies to any neighbour.
        exclusive: bool = false, "", 0.0, 0.0, Live;
        /// With `turns`: the largest turn in a step.
        max_turn: f64 = 180.0, "degrees/step", 0.0, 180.0, Live;
    }
}

section! {
    /// Steer towards the centre of neighbours.
    Cohesion {
        /// Weight of the cohesion force; 0 switches it off, negative scatters.
        weight: f64 = 1.0, "", -1e6, 1e6, Live;
        /// Radius of this rule; all perceived if left out.
        radius: Option<f64> = None, "length", 1e-6, 1e6, Live;
        /// Neighbours nearer than this do not count for this rule.
        inner_radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Field of view of this rule; that of the perception if left out.
        view: Option<f64> = None, "degrees", 0.0, 360.0, Live;
        /// How the pull depends on the distance.
        falloff: KernelKind = KernelKind::Offset, "", 0.0, 0.0, Live;
        /// Length in the falloff.
        length: f64 = 1.0, "length", 1e-6, 1e6, Live;
        /// Exponent of `power-law`.
        exponent: f64 = 0.5, "", 0.0, 20.0, Live;
        /// Rows [distance, value] of `table`, by increasing distance; constant before the first and after the last.
        table: Vec<Vec<f64>> = vec![], "", -1e6, 1e6, Live;
        /// What the sum of pulls is divided by.
        average: Average = Average::Mean, "", 0.0, 0.0, Live;
        /// Whether a boid counts as its own neighbour.
        include_self: bool = false, "", 0.0, 0.0, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// Distance within which `arrive` slows down.
        slowing: f64 = 100.0, "length", 1e-6, 1e6, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// Whether later rules are silent if this one applies to any neighbour.
        exclusive: bool = false, "", 0.0, 0.0, Live;
        /// With `turns`: the largest turn in a step.
        max_turn: f64 = 180.0, "degrees/step", 0.0, 180.0, Live;
    }
}

section! {
    /// Steer away from the species it flees from.
    Flee {
        /// Weight of the force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Range within which it notices them.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Live;
        /// Whether it flees from all within range or only from the nearest.
        target: Target = Target::All, "", 0.0, 0.0, Live;
        /// How the push depends on the distance.
        falloff: Falloff = Falloff::Inverse, "", 0.0, 0.0, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// It flees from where they will be, at most this time ahead; 0: from where they are.
        prediction: f64 = 0.0, "time", 0.0, 1e6, Live;
        /// While none of them is in range, boids graze: they neither align nor cohere, and take a step in a random
        /// direction with this probability. Without it, they flock on.
        graze: Option<f64> = None, "", 0.0, 1.0, Live;
    }
}

section! {
    /// Steer towards the species it hunts.
    Hunt {
        /// Weight of the force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Range within which it notices them.
        radius: f64 = 50.0, "length", 1e-6, 1e6, Live;
        /// Whether it pursues the centre of all within range or the nearest.
        target: Target = Target::Nearest, "", 0.0, 0.0, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Raw, "", 0.0, 0.0, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// It steers to where they will be, at most this time ahead; 0: to where they are.
        prediction: f64 = 0.0, "time", 0.0, 1e6, Live;
        /// A near miss is an approach to within this multiple of the sum of both body radii; a catch, to within
        /// the sum itself.
        near_miss: f64 = 3.0, "", 1.0, 1e6, Live;
    }
}

section! {
    /// Steer towards a goal.
    Goal {
        /// Position of the goal; none if left out, unless there are waypoints or a path.
        position: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Points that each boid visits in turn, on its own.
        waypoints: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// Distance within which a waypoint is reached.
        within: f64 = 10.0, "length", 0.0, 1e6, Live;
        /// Points along which the goal itself moves, the same for all boids.
        path: Vec<Vec<f64>> = vec![], "length", -1e6, 1e6, Live;
        /// Speed of the goal along its path.
        speed: f64 = 1.0, "length/time", 0.0, 1e6, Live;
        /// What comes after the last waypoint, or at the end of the path.
        ends: Ends = Ends::Stop, "", 0.0, 0.0, Live;
        /// Weight of the force; 0 switches it off, negative repels.
        weight: f64 = 1.0, "", -1e6, 1e6, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Unit, "", 0.0, 0.0, Live;
        /// Distance within which `arrive` slows down.
        slowing: f64 = 100.0, "length", 1e-6, 1e6, Live;
        /// Factor of the difference to the velocity of the goal, which is added to the force.
        match_velocity: f64 = 0.0, "1/time", 0.0, 1e6, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
    }
}

section! {
    /// Keep clear of obstacles; s is the distance from an obstacle's surface.
    Avoid {
        /// By a force field around each obstacle, or by steering.
        method: AvoidMethod = AvoidMethod::ForceField, "", 0.0, 0.0, Live;
        /// Weight of the force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Force field: the force is strength/s².
        strength: f64 = 10.0, "length³/time²", 0.0, 1e6, Live;
        /// Force field: range of the force, from the surface.
        reach: f64 = 50.0, "length", 0.0, 1e6, Live;
        /// Force field: closer than this, and inside, the force is contact_push.
        contact: f64 = 0.1, "length", 1e-6, 1e6, Live;
        /// Force field: the force at the surface and inside.
        contact_push: f64 = 1000.0, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// Steer: how many steps ahead it probes, at its current speed.
        look_ahead: f64 = 20.0, "steps", 0.0, 1e6, Live;
        /// Steer: the sharpest turn it makes to keep clear.
        turn: f64 = 20.0, "degrees/step", 0.0, 180.0, Live;
        /// Steer: distance its centre keeps from every surface; the radius of its body if left out.
        clearance: Option<f64> = None, "length", 0.0, 1e6, Live;
    }
}

section! {
    /// Follow a flow field.
    Flow {
        /// Which field.
        field: FlowField = FlowField::None, "", 0.0, 0.0, Live;
        /// Weight of the force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// How the field's vector at the boid's position becomes a force.
        response: Response = Response::Seek, "", 0.0, 0.0, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// Uniform: its direction; +x if left out.
        direction: Option<Vec<f64>> = None, "", -1e6, 1e6, Live;
        /// Vortex, shear: its centre; that of the space if left out.
        centre: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Uniform, vortex, shear: length of its vectors. Vortex: negative reverses it.
        speed: f64 = 1.0, "length/time", -1e6, 1e6, Live;
        /// Vortex, shear: within this distance of the centre the vectors grow with the distance.
        width: f64 = 100.0, "length", 1e-6, 1e6, Live;
        /// Grid: number of cells along each axis.
        cells: Vec<usize> = vec![], "cells", 1.0, 4096.0, Live;
        /// Grid: one vector per cell, x fastest, then y, then z.
        vectors: Vec<Vec<f64>> = vec![], "length/time", -1e6, 1e6, Live;
        /// Grid: its lowest corner; that of the space if left out.
        origin: Option<Vec<f64>> = None, "length", -1e6, 1e6, Live;
        /// Grid: its length along each axis; that of the space if left out.
        size: Option<Vec<f64>> = None, "length", 1e-6, 1e6, Live;
    }
}

section! {
    /// Wander: steer towards a point that moves randomly on a sphere ahead of the boid.
    Wander {
        /// Weight of the force; 0 switches it off.
        weight: f64 = 0.0, "", 0.0, 1e6, Live;
        /// Radius of the sphere.
        radius: f64 = 1.2, "length", 0.0, 1e6, Live;
        /// Distance of the sphere's centre ahead of the boid.
        distance: f64 = 2.0, "length", 0.0, 1e6, Live;
        /// How fast the point moves.
        jitter: f64 = 80.0, "length/time", 0.0, 1e6, Live;
    }
}

section! {
    /// Herd a species: fetch the boid furthest from its centre while it strays, else drive all to the goal.
    Herd {
        /// Weight of the force; 0 switches it off.
        weight: f64 = 1.0, "", 0.0, 1e6, Live;
        /// The distance the herded keep from one another, r: n of them have strayed beyond r·n^(2/3) from their centre;
        /// it aims r behind a stray, and r·√n behind the centre.
        spacing: f64 = 2.0, "length", 1e-6, 1e6, Live;
        /// Within this distance of any of them its speed is near_speed.
        near: f64 = 6.0, "length", 0.0, 1e6, Live;
        /// Its speed near them.
        near_speed: f64 = 0.6, "length/time", 0.0, 1e6, Live;
        /// How the desired motion becomes a force.
        response: Response = Response::Unit, "", 0.0, 0.0, Live;
        /// Limit on the length of the force; none if left out.
        limit: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
    }
}

section! {
    /// Random noise on the heading, in every step, with and without neighbours.
    Noise {
        /// The kind of noise.
        kind: NoiseKind = NoiseKind::None, "", 0.0, 0.0, Live;
        /// Its strength. Angular: the width of the distribution in radians, half of it either way. Gaussian: the standard
        /// deviation in radians. Vectorial: the length of the vector.
        strength: f64 = 0.0, "", 0.0, 100.0, Live;
    }
}

section! {
    /// Differences between the boids of a species: normally distributed, cut at three standard deviations.
    Spread {
        /// Standard deviation of motion.max_speed among the boids.
        max_speed: f64 = 0.0, "length/time", 0.0, 1e6, Live;
        /// Standard deviation of motion.turn_rate among the boids.
        turn_rate: f64 = 0.0, "degrees/time", 0.0, 1e6, Live;
        /// Standard deviation of noise.strength among the boids.
        noise: f64 = 0.0, "", 0.0, 100.0, Live;
        /// Standard deviation of separation.radius among the boids.
        separation_radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Standard deviation of alignment.radius among the boids.
        alignment_radius: f64 = 0.0, "length", 0.0, 1e6, Live;
        /// Standard deviation of cohesion.radius among the boids.
        cohesion_radius: f64 = 0.0, "length", 0.0, 1e6, Live;
    }
}
