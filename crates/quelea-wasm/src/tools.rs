//! The changes that the tools of a page make. Their forces have to be noticeable whatever the units of the model,
//! and a model that does not use a rule gets it at the front of its `motion.order`.

use crate::edit::Change;
use crate::magnitudes::{max_range, noticeable_force, perception_range, space_size};
use quelea::Scenario;
use quelea::model::settings::{Falloff, Integrator, Obstacle, PointerMode, Relation, Response, Target};
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

/// Adds a spherical obstacle.
pub fn add_obstacle(scenario: &Scenario, centre: &[f64], radius: f64) -> Change {
    let mut changed = scenario.clone();
    changed.obstacles.push(Obstacle::sphere(centre, radius));
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
