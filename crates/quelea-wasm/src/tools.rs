//! The changes that the tools of a page make. Their forces have to be noticeable whatever the units of the model,
//! and a model that does not use a rule gets it at the front of its `motion.order`.

use crate::edit::Change;
use crate::error::ExperimentError;
use crate::magnitudes::{max_range, noticeable_force, perception_range, space_size};
use quelea::Scenario;
use quelea::model::settings::{Falloff, Integrator, Obstacle, PointerMode, Relation, Response, ShapeKind, Target};
use quelea::model::{RuleKind, Species};

/// The name of the species that the predator tool adds.
pub const PREDATOR: &str = "predator";

/// Makes the pointer attract or repel, or switches it off.
pub fn set_pointer_mode(scenario: &Scenario, mode: PointerMode) -> Change {
    let mut values = vec![("pointer.mode".to_owned(), mode.word().to_owned())];
    let pointer = &scenario.general.pointer;
    let first = scenario.species.first().map(|first| &first.settings);
    // A model with a pointer of its own keeps its parameters.
    if let Some(first) = first.filter(|first| !first.motion.order.contains(&RuleKind::Pointer)) {
        values.push(("pointer.weight".into(), noticeable_force(first).to_string()));
        values.push(("pointer.falloff".into(), Falloff::Constant.word().into()));
        values.push(("pointer.reach".into(), (space_size(scenario) / 4.0).max(pointer.closest).to_string()));
    }
    prepend_rule(scenario, RuleKind::Pointer, &mut values);
    Change::Set(values)
}

/// Moves the pointer, or removes it.
pub fn move_pointer(position: Option<&[f64]>) -> Change {
    let position = position.map(|position| format!("{position:?}")).unwrap_or_default();
    Change::Set(vec![("pointer.position".into(), position)])
}

/// Moves the goal of all species.
pub fn move_goal(scenario: &Scenario, position: &[f64]) -> Change {
    let mut values = Vec::new();
    for (prefix, species) in prefixed(scenario) {
        values.push((format!("{prefix}goal.position"), format!("{position:?}")));
        if !species.settings.motion.order.contains(&RuleKind::Goal) {
            let weight = noticeable_force(&species.settings) * 0.5;
            values.push((format!("{prefix}goal.weight"), weight.to_string()));
            values.push((format!("{prefix}goal.response"), Response::Unit.word().into()));
        }
    }
    prepend_rule(scenario, RuleKind::Goal, &mut values);
    Change::Set(values)
}

/// Whether the pointer acts in a scenario, wherever it is.
pub fn pointer_acts(scenario: &Scenario) -> bool {
    let pointer = &scenario.general.pointer;
    let used = scenario.species.iter().any(|species| species.settings.motion.order.contains(&RuleKind::Pointer));
    used && pointer.mode != PointerMode::Off && pointer.weight != 0.0
}

/// A scenario with the pointer as it was before a tool used it. If there was one, it stays where it is.
pub fn restore_pointer(scenario: &Scenario, before: &Scenario) -> Scenario {
    let mut restored = scenario.clone();
    restored.general.pointer = before.general.pointer.clone();
    if before.general.pointer.position.is_some() {
        restored.general.pointer.position = scenario.general.pointer.position.clone();
    }
    for species in &mut restored.species {
        if let Some(before) = before.species.iter().find(|before| before.name == species.name) {
            species.settings.motion.order = before.settings.motion.order.clone();
        }
    }
    restored
}

/// Whether any species has a goal.
pub fn has_goal(scenario: &Scenario) -> bool {
    scenario.species.iter().any(|species| {
        let goal = &species.settings.goal;
        goal.position.is_some() || !goal.waypoints.is_empty() || !goal.path.is_empty()
    })
}

/// A scenario without goals. The rule keeps its parameters.
pub fn without_goal(scenario: &Scenario) -> Scenario {
    let mut changed = scenario.clone();
    for species in &mut changed.species {
        let goal = &mut species.settings.goal;
        goal.position = None;
        goal.waypoints.clear();
        goal.path.clear();
    }
    changed
}

/// The thickness of walls is at least what a boid covers in a step, or it would look as if boids went through them.
pub fn wall_radius(scenario: &Scenario, radius: f64) -> f64 {
    let steps = scenario.species.iter().map(|species| species.settings.motion.max_speed * species.settings.motion.step);
    steps.filter(|step| step.is_finite()).fold(radius, |radius, step| radius.max(0.5 * step))
}

/// A solid polygon from the numbers of its corners.
pub fn polygon(numbers: &[f64]) -> Result<Obstacle, ExperimentError> {
    let points: Vec<Vec<f64>> = numbers.chunks_exact(2).map(<[f64]>::to_vec).collect();
    if points.len() < 3 || !numbers.len().is_multiple_of(2) {
        return Err(ExperimentError::Corners);
    }
    let mut polygon = Obstacle::default();
    (polygon.shape, polygon.points) = (ShapeKind::Polygon, points);
    Ok(polygon)
}

/// Adds an obstacle.
pub fn add_obstacle(scenario: &Scenario, obstacle: Obstacle) -> Change {
    let mut changed = scenario.clone();
    changed.obstacles.push(obstacle);
    allow_jumps(&mut changed);
    for species in &mut changed.species {
        let settings = &mut species.settings;
        if settings.motion.order.contains(&RuleKind::Avoid) {
            continue;
        }
        settings.motion.order.insert(0, RuleKind::Avoid);
        let (range, force) = (perception_range(scenario, settings), noticeable_force(settings));
        settings.avoid.weight = 1.0;
        settings.avoid.reach = range;
        settings.avoid.strength = force * (0.3 * range) * (0.3 * range);
        settings.avoid.contact = 0.05 * range;
        settings.avoid.contact_push = 10.0 * force;
    }
    Change::Replace(changed.to_toml())
}

/// Adds the species of predators, without boids: they hunt all others, which flee them. `None` if there is one.
pub fn add_predators(scenario: &Scenario) -> Option<Change> {
    let first = scenario.species.first().filter(|_| !scenario.species.iter().any(|found| found.name == PREDATOR))?;
    let mut changed = scenario.clone();
    let range = perception_range(scenario, &first.settings) * 2.0;
    let mut predator = Species::new(PREDATOR, first.settings.clone());
    let settings = &mut predator.settings;
    settings.boids = 0;
    settings.body *= 2.0;
    settings.motion.order.retain(|rule| matches!(rule, RuleKind::Avoid | RuleKind::Wander));
    settings.motion.order.push(RuleKind::Hunt);
    settings.hunt.weight = 0.6 * noticeable_force(&first.settings);
    settings.hunt.radius = 2.0 * range;
    settings.hunt.target = Target::Nearest;
    settings.hunt.response = Response::Unit;
    settings.hunt.limit = None;
    settings.motion.max_speed *= 1.1;
    predator.relations.extend(changed.species.iter().map(|prey| (prey.name.clone(), Relation::Hunt)));
    predator.relations.insert(PREDATOR.into(), Relation::Avoid);
    for prey in &mut changed.species {
        let force = 2.0 * noticeable_force(&prey.settings);
        prey.relations.insert(PREDATOR.into(), Relation::Flee);
        let settings = &mut prey.settings;
        if !settings.motion.order.contains(&RuleKind::Flee) {
            settings.motion.order.insert(0, RuleKind::Flee);
            settings.flee.weight = force;
            settings.flee.radius = range;
            settings.flee.response = Response::Unit;
            settings.flee.limit = None;
        }
    }
    changed.species.push(predator);
    allow_jumps(&mut changed);
    let longest = max_range(scenario);
    for species in &mut changed.species {
        species.settings.flee.radius = species.settings.flee.radius.min(longest);
        species.settings.hunt.radius = species.settings.hunt.radius.min(longest);
    }
    Some(Change::Replace(changed.to_toml()))
}

/// Removes the species of predators that the tool added, if it is empty and last: the indices of the others stay.
pub fn without_empty_predators(scenario: &Scenario, opened: &Scenario) -> Option<Change> {
    let last = scenario.species.last()?;
    if last.name != PREDATOR || last.settings.boids > 0 || opened.species.iter().any(|other| other.name == PREDATOR) {
        return None;
    }
    let mut changed = scenario.clone();
    changed.species.pop();
    for species in &mut changed.species {
        species.relations.remove(PREDATOR);
    }
    Some(Change::Replace(changed.to_toml()))
}

/// Makes a model that is integrated as smooth take plain steps: obstacles and hunters make forces jump.
fn allow_jumps(scenario: &mut Scenario) {
    scenario.species.iter_mut().for_each(|species| species.settings.motion.integrator = Integrator::Euler);
}

/// Every species with the prefix of its parameters' paths.
pub fn prefixed(scenario: &Scenario) -> impl Iterator<Item = (String, &Species)> {
    scenario.species.iter().enumerate().map(|(index, species)| match index {
        0 => (String::new(), species),
        _ => (format!("species.{}.", species.name), species),
    })
}

/// `motion.order` with further rules at the front, as TOML.
pub fn order_with(rules: &[RuleKind], order: &[RuleKind]) -> String {
    let words: Vec<&str> = rules.iter().chain(order).map(|rule| rule.word()).collect();
    format!("{words:?}")
}

/// Adds a rule to the front of the order of every species that does not use it.
fn prepend_rule(scenario: &Scenario, rule: RuleKind, values: &mut Vec<(String, String)>) {
    for (prefix, species) in prefixed(scenario) {
        let order = &species.settings.motion.order;
        if !order.contains(&rule) {
            values.push((format!("{prefix}motion.order"), order_with(&[rule], order)));
        }
    }
}
