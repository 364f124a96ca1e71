//! What the pointer's tools change in a scenario: its forces must be felt whatever the model's scale, and a
//! model that does not know of them must ask for them in its order of rules.

use crate::experiment::Change;
use quelea::Scenario;
use quelea::scenario::Kind;
use quelea::scenario::settings::{
    Combine, Falloff, Obstacle, PerceptionKind, PointerMode, Relation, Response, SpaceKind, Species, Target,
};

/// The name of the species that the predator tool adds.
pub const PREDATOR: &str = "predator";

/// Lets the pointer attract or repel, or do nothing.
pub fn pointer(scenario: &Scenario, mode: PointerMode) -> Change {
    let mut values = vec![("pointer.mode".to_owned(), mode.word().to_owned())];
    let pointer = &scenario.general.pointer;
    // A model with a pointer of its own keeps its numbers.
    let own = scenario.first.species.motion.order.iter().any(|rule| rule == "pointer");
    if !own {
        let first = &scenario.first.species;
        values.push(("pointer.weight".into(), noticeable(first).to_string()));
        values.push(("pointer.falloff".into(), Falloff::Constant.word().into()));
        values.push(("pointer.reach".into(), (extent(scenario) / 4.0).max(pointer.closest).to_string()));
    }
    asked_first(scenario, "pointer", &mut values);
    Change::Set(values)
}

/// Puts the pointer somewhere, or takes it away.
pub fn point(position: Option<&[f64]>) -> Change {
    let position = position.map(|position| format!("{position:?}")).unwrap_or_default();
    Change::Set(vec![("pointer.position".into(), position)])
}

/// Puts the goal of all species somewhere.
pub fn goal(scenario: &Scenario, position: &[f64]) -> Change {
    let mut values = Vec::new();
    for (prefix, kind) in prefixed(scenario) {
        values.push((format!("{prefix}goal.position"), format!("{position:?}")));
        if !kind.species.motion.order.iter().any(|rule| rule == "goal") {
            values.push((format!("{prefix}goal.weight"), (noticeable(&kind.species) * 0.5).to_string()));
            values.push((format!("{prefix}goal.response"), Response::Unit.word().into()));
        }
    }
    asked_first(scenario, "goal", &mut values);
    Change::Set(values)
}

/// Puts a ball in the way.
pub fn obstacle(scenario: &Scenario, centre: &[f64], radius: f64) -> Change {
    let mut changed = scenario.clone();
    changed.obstacles.push(Obstacle { centre: centre.to_vec(), radius, ..Obstacle::default() });
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        let species = &mut kind.species;
        if species.motion.order.iter().any(|rule| rule == "avoid") {
            continue;
        }
        species.motion.order.insert(0, "avoid".into());
        let (reach, force) = (sight(scenario, species), noticeable(species));
        species.avoid.weight = 1.0;
        species.avoid.reach = reach;
        species.avoid.strength = force * (0.3 * reach) * (0.3 * reach);
        species.avoid.contact = 0.05 * reach;
        species.avoid.contact_push = 10.0 * force;
    }
    Change::Replace(changed.to_toml())
}

/// Adds the species of predators where there is none: they hunt everyone, and everyone flees them.
pub fn predators(scenario: &Scenario) -> Option<Change> {
    if scenario.kinds().any(|kind| kind.name == PREDATOR) {
        return None;
    }
    let mut changed = scenario.clone();
    let mut species = changed.first.species.clone();
    let (reach, force) = (sight(scenario, &species) * 2.0, noticeable(&species));
    species.boids = 0;
    species.body *= 2.0;
    species.motion.order.retain(|rule| ["avoid", "wander"].contains(&rule.as_str()));
    species.motion.order.push("hunt".into());
    species.hunt.weight = 0.6 * force;
    species.hunt.radius = 2.0 * reach;
    species.hunt.target = Target::Nearest;
    species.hunt.response = Response::Unit;
    species.hunt.limit = None;
    species.motion.max_speed *= 1.1;
    let hunted = changed.kinds().map(|kind| (kind.name.clone(), Relation::Hunt));
    let relations = hunted.chain([(PREDATOR.to_owned(), Relation::Avoid)]).collect();
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        let force = 2.0 * noticeable(&kind.species);
        kind.relations.insert(PREDATOR.into(), Relation::Flee);
        if !kind.species.motion.order.iter().any(|rule| rule == "flee") {
            kind.species.motion.order.insert(0, "flee".into());
            kind.species.flee.weight = force;
            kind.species.flee.radius = reach;
            kind.species.flee.response = Response::Unit;
            kind.species.flee.limit = None;
        }
    }
    changed.others.push(Kind { name: PREDATOR.into(), species, relations });
    let most = most_reach(scenario);
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        kind.species.flee.radius = kind.species.flee.radius.min(most);
        kind.species.hunt.radius = kind.species.hunt.radius.min(most);
    }
    Some(Change::Replace(changed.to_toml()))
}

/// How far a rule may reach: on a torus nobody may be met twice.
pub fn most_reach(scenario: &Scenario) -> f64 {
    let space = &scenario.general.space;
    match space.kind {
        SpaceKind::Torus => space.size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0,
        _ => f64::INFINITY,
    }
}

/// A force that turns a boid within some ten steps, whatever the model's units.
pub fn noticeable(species: &Species) -> f64 {
    let motion = &species.motion;
    match (motion.combine, motion.max_force) {
        (Combine::Heading, _) => 0.3,
        (Combine::BudgetOfSum | Combine::BudgetOfLengths, Some(force)) => force,
        _ => 0.08 * motion.max_speed / (motion.step * motion.scale.max(1e-6)),
    }
}

/// How far a boid sees, or a stretch like it where that is without bounds.
pub fn sight(scenario: &Scenario, species: &Species) -> f64 {
    match species.perception.kind {
        PerceptionKind::Radius | PerceptionKind::NearestWithin => species.perception.radius,
        _ => extent(scenario) / 12.0,
    }
}

/// The size of the world, or of where the flock began.
fn extent(scenario: &Scenario) -> f64 {
    let space = &scenario.general.space;
    let longest = space.size.iter().copied().fold(0.0, f64::max);
    match space.kind {
        SpaceKind::Sphere => 2.0 * space.radius,
        SpaceKind::Open if longest == 0.0 => 4.0 * scenario.first.species.start.radius,
        _ => longest,
    }
}

/// Every species with what stands before its parameters' paths.
pub fn prefixed(scenario: &Scenario) -> impl Iterator<Item = (String, &Kind)> {
    let further = scenario.others.iter().map(|kind| (format!("species.{}.", kind.name), kind));
    std::iter::once((String::new(), &scenario.first)).chain(further)
}

/// Makes sure that every species asks a rule, before its others.
fn asked_first(scenario: &Scenario, rule: &str, values: &mut Vec<(String, String)>) {
    for (prefix, kind) in prefixed(scenario) {
        let order = &kind.species.motion.order;
        if !order.iter().any(|word| word == rule) {
            let order: Vec<&str> = std::iter::once(rule).chain(order.iter().map(String::as_str)).collect();
            values.push((format!("{prefix}motion.order"), format!("{order:?}")));
        }
    }
}
