//! Parameters of motion: how forces are combined and integrated.

use super::choices::{Combine, Integrator, MoveWith};
use crate::model::section::section;
use crate::model::{MAX_MAGNITUDE, RuleKind};

section! {
    /// How forces become motion.
    Motion {
        /// How the forces of the rules are combined.
        combine: Combine = Combine::Sum, "", 0.0, 0.0, Live;
        /// The rules in order: the order of summation, of `in-turn` and of the budgets. Rules not listed do not act.
        order: Vec<RuleKind> = RuleKind::ALL, "", 0.0, 0.0, Live;
        /// Rules whose forces are added up and brought to length 1 before the others are added (Couzin 2005).
        joint: Vec<RuleKind> = vec![], "", 0.0, 0.0, Live;
        /// How the equations of motion are integrated.
        integrator: Integrator = Integrator::Euler, "", 0.0, 0.0, Live;
        /// Which velocity moves the boid.
        move_with: MoveWith = MoveWith::New, "", 0.0, 0.0, Live;
        /// The time step.
        step: f64 = 1.0, "time", 1e-9, 1e6, Live;
        /// Factor applied to the combined force.
        scale: f64 = 1.0, "", 0.0, 1e6, Live;
        /// Limit on the length of the combined force; none if left out. The budgets need it.
        max_force: Option<f64> = None, "length/time²", 0.0, MAX_MAGNITUDE, Live;
        /// Speed limit; with `heading` the speed is always this.
        max_speed: f64 = 2.0, "length/time", 0.0, 1e6, Live;
        /// Lowest speed; a boid at rest stays at rest.
        min_speed: f64 = 0.0, "length/time", 0.0, 1e6, Live;
        /// With `heading`: weight of the current heading relative to the forces.
        inertia: f64 = 1.0, "", 0.0, 1e6, Live;
        /// The fastest turn of the heading; none if left out.
        turn_rate: Option<f64> = None, "degrees/time", 0.0, 1e6, Live;
        /// Self-propulsion: accelerates along the velocity v by propulsion·v.
        propulsion: f64 = 0.0, "1/time", 0.0, 1e6, Live;
        /// Friction that grows with the speed: decelerates by drag·|v|²·v.
        drag: f64 = 0.0, "time/length²", 0.0, 1e6, Live;
        /// The speed it relaxes to; none if left out.
        cruise_speed: Option<f64> = None, "length/time", 0.0, 1e6, Live;
        /// The time in which a difference from the cruising speed falls to 1/e.
        cruise_time: f64 = 1.0, "time", 1e-6, 1e6, Live;
        /// Fraction of the velocity lost per unit of time.
        damping: f64 = 0.0, "1/time", 0.0, 1.0, Live;
        /// Fraction of the acceleration that is new in each step; the rest is carried over (OpenSteer: 0.15).
        smoothing: f64 = 1.0, "", 0.0, 1.0, Live;
        /// At or below this speed the force is confined to a cone around the heading (OpenSteer); 0 switches it off.
        slow_speed: f64 = 0.0, "length/time", 0.0, 1e6, Live;
    }
}
