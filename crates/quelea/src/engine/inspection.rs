//! One boid under the microscope: what it perceives, and what each rule makes it do.
//!
//! Engines supply neighbours and forces; everything else is worked out here, once, for every engine and every
//! program that shows it.

use super::view::FlockView;
use crate::model::Scenario;
use crate::model::settings::{Combine, Perception, PerceptionKind};

/// A boid that another one perceives.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Neighbour {
    /// Its id.
    pub id: u32,
    /// The shortest offset to it.
    pub offset: Vec<f64>,
    /// The length of the offset.
    pub distance: f64,
    /// Whether it is in the field of view of the perception.
    pub in_view: bool,
    /// Whether separation applies to it.
    pub too_close: bool,
}

impl Neighbour {
    /// A neighbour as an engine reports it; the flags are filled in by [`Inspection`].
    pub fn new(id: u32, offset: Vec<f64>, distance: f64) -> Self {
        Neighbour { id, offset, distance, in_view: true, too_close: false }
    }
}

/// The contribution of one rule to the motion of a boid.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RuleForce {
    /// The name of the rule, as in `motion.order`, or of a rule added by a program.
    pub rule: String,
    /// Its force, limited and weighted; zero for a rule without effect.
    pub force: Vec<f64>,
}

impl RuleForce {
    /// The force of a rule.
    pub fn new(rule: impl Into<String>, force: Vec<f64>) -> Self {
        RuleForce { rule: rule.into(), force }
    }
}

/// Everything about one boid at one moment.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// Its id.
    pub id: u32,
    /// The index of its species.
    pub species: u8,
    /// The name of its species.
    pub species_name: String,
    /// Its position.
    pub position: Vec<f64>,
    /// Its velocity.
    pub velocity: Vec<f64>,
    /// The radius within which it perceives: the perception radius, or the distance of the furthest neighbour
    /// if it perceives the nearest; `None` if distance does not matter.
    pub radius: Option<f64>,
    /// The full angle of its field of view, in degrees.
    pub field_of_view: f64,
    /// The distance within which the field of view does not matter; 0 if there is none.
    pub near: f64,
    /// The radius within which neighbours are too close; `None` if separation applies to all perceived.
    pub separation_radius: Option<f64>,
    /// The boids it perceives, by id.
    pub neighbours: Vec<Neighbour>,
    /// The force of each rule, in the order in which rules act.
    pub forces: Vec<RuleForce>,
    /// The sum of these forces.
    pub sum: Vec<f64>,
    /// Whether the step uses that sum: a budget may truncate the forces.
    pub sum_is_exact: bool,
}

impl Inspection {
    /// Puts together what an engine knows about a boid; `None` if there is no such boid.
    pub fn new(
        scenario: &Scenario,
        view: &FlockView,
        id: u32,
        mut neighbours: Vec<Neighbour>,
        forces: Vec<RuleForce>,
    ) -> Option<Self> {
        let slot = view.slot_of(id)?;
        let index = view.species_of(slot);
        let species = scenario.species.get(usize::from(index))?;
        let (perception, separation) = (&species.settings.perception, &species.settings.separation);
        let (position, velocity) = (view.positions.vector(slot), view.velocities.vector(slot));
        for neighbour in &mut neighbours {
            let visible = |view: f64| in_view(perception, view, &velocity, &neighbour.offset, neighbour.distance);
            let in_range = separation.radius.is_none_or(|radius| neighbour.distance < radius);
            let too_close = in_range && visible(separation.view.unwrap_or(perception.view));
            (neighbour.in_view, neighbour.too_close) = (visible(perception.view), too_close);
        }
        let mut sum = vec![0.0; view.dimension];
        for force in &forces {
            sum.iter_mut().zip(&force.force).for_each(|(sum, x)| *sum += x);
        }
        let radius = match perception.kind {
            PerceptionKind::Radius | PerceptionKind::NearestWithin => Some(perception.radius),
            PerceptionKind::Nearest => neighbours.iter().map(|neighbour| neighbour.distance).reduce(f64::max),
            PerceptionKind::All | PerceptionKind::Friends | PerceptionKind::Voronoi => None,
        };
        let budget = matches!(species.settings.motion.combine, Combine::BudgetOfSum | Combine::BudgetOfLengths);
        Some(Inspection {
            id,
            species: index,
            species_name: species.name.clone(),
            position,
            velocity,
            radius,
            field_of_view: perception.view,
            near: perception.near,
            separation_radius: separation.radius,
            neighbours,
            forces,
            sum,
            sum_is_exact: !budget,
        })
    }
}

/// Whether an offset is in a field of view; see "Perceive" in docs/model.md.
fn in_view(perception: &Perception, degrees: f64, velocity: &[f64], offset: &[f64], distance: f64) -> bool {
    if degrees >= 360.0 || distance < perception.near || distance == 0.0 {
        return true;
    }
    let speed = velocity.iter().map(|x| x * x).sum::<f64>().sqrt();
    // A boid at rest heads along +x.
    let ahead = match speed {
        0.0 => offset[0],
        speed => velocity.iter().zip(offset).map(|(v, d)| v * d).sum::<f64>() / speed,
    };
    ahead > libm::cos((degrees / 2.0).to_radians()) * distance
}
