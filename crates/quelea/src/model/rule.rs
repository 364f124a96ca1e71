//! The built-in steering rules.

use super::choice::choice;

choice! {
    /// A built-in steering rule. The order here is the order in which rules count unless `motion.order` says
    /// otherwise.
    RuleKind {
        /// Steer clear of obstacles.
        Avoid = "avoid",
        /// Towards the pointer or away from it.
        Pointer = "pointer",
        /// Away from the species it flees from.
        Flee = "flee",
        /// Away from neighbours that are too close.
        Separation = "separation",
        /// Match the velocity or heading of neighbours.
        Alignment = "alignment",
        /// Towards the centre of neighbours.
        Cohesion = "cohesion",
        /// Towards the species it hunts.
        Hunt = "hunt",
        /// Towards a goal.
        Goal = "goal",
        /// Along a flow field.
        Flow = "flow",
        /// A random course of its own.
        Wander = "wander",
    }
}
