//! The built-in steering rules.

use super::choice::choice;
use super::settings::{FlowField, SpeciesSettings};

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
        /// Round up a species and drive it to a goal.
        Herd = "herd",
        /// Towards a goal.
        Goal = "goal",
        /// Along a flow field.
        Flow = "flow",
        /// A random course of its own.
        Wander = "wander",
    }
}

impl RuleKind {
    /// Whether a rule acts on a species: it is in `motion.order`, has a weight, and what it needs is there.
    pub fn acts(self, species: &SpeciesSettings) -> bool {
        species.motion.order.contains(&self) && self.can_act(species)
    }

    /// Whether a rule can have any effect on a species: it has a weight, and what it needs is there. A rule that is not
    /// in `motion.order` does not act either.
    pub fn can_act(self, species: &SpeciesSettings) -> bool {
        let goal = &species.goal;
        match self {
            RuleKind::Avoid => species.avoid.weight != 0.0,
            RuleKind::Pointer => true,
            RuleKind::Flee => species.flee.weight != 0.0,
            RuleKind::Separation => species.separation.weight != 0.0,
            RuleKind::Alignment => species.alignment.weight != 0.0,
            RuleKind::Cohesion => species.cohesion.weight != 0.0,
            RuleKind::Hunt => species.hunt.weight != 0.0,
            RuleKind::Herd => species.herd.weight != 0.0,
            RuleKind::Goal => {
                let has_goal = goal.position.is_some() || !goal.waypoints.is_empty() || !goal.path.is_empty();
                has_goal && goal.weight != 0.0
            }
            RuleKind::Flow => species.flow.field != FlowField::None && species.flow.weight != 0.0,
            RuleKind::Wander => species.wander.weight != 0.0,
        }
    }
}
