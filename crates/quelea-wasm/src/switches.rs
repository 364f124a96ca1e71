//! Goal, predators and obstacles, switched off and on again while the flock runs. What is off is not part of the
//! scenario; the page keeps it.

use crate::edit::Change;
use crate::error::ExperimentError;
use crate::history::Delta;
use crate::run::{Boid, Run};
use crate::tools;
use quelea::Scenario;
use quelea::model::settings::{Goal, Obstacle, Relation};
use serde_json::{Value, json};

/// What is switched off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shelf {
    obstacles: Vec<Obstacle>,
    /// The goals, each with the name of its species.
    goals: Vec<(String, Goal)>,
    predators: Vec<Boid>,
}

/// The switches as JSON: true if there is such a thing, false if it is switched off, null if there is none.
pub fn to_json(run: &Run) -> Value {
    let scenario = run.scenario();
    let switch = |is_on: bool, is_off: bool| if is_on || is_off { json!(is_on) } else { Value::Null };
    let predators = scenario.species.iter().enumerate();
    let predators = predators.filter(|(index, _)| is_predator(scenario, *index));
    json!({
        "goal": switch(tools::has_goal(scenario), !run.shelf.goals.is_empty()),
        "predators": switch(
            predators.map(|(_, species)| species.settings.boids).sum::<usize>() > 0,
            !run.shelf.predators.is_empty(),
        ),
        "obstacles": switch(!scenario.obstacles.is_empty(), !run.shelf.obstacles.is_empty()),
    })
}

/// Switches `goal`, `predators` or `obstacles` on or off. Returns what takes it back.
pub fn switch(run: &mut Run, what: &str, on: bool) -> Result<Vec<Delta>, ExperimentError> {
    let before = Delta::Shelf(run.shelf.clone());
    let mut shelf = run.shelf.clone();
    let mut scenario = run.scenario().clone();
    let changes: Vec<Change> = match (what, on) {
        ("obstacles", true) => {
            scenario.obstacles.append(&mut shelf.obstacles);
            Change::between(run.scenario(), &scenario).into_iter().collect()
        }
        ("obstacles", false) => {
            shelf.obstacles.append(&mut scenario.obstacles);
            Change::between(run.scenario(), &scenario).into_iter().collect()
        }
        ("goal", true) => {
            for (name, goal) in shelf.goals.drain(..) {
                let found = scenario.species.iter_mut().find(|species| species.name == name);
                found.into_iter().for_each(|species| species.settings.goal = goal.clone());
            }
            Change::between(run.scenario(), &scenario).into_iter().collect()
        }
        ("goal", false) => {
            if tools::has_goal(&scenario) {
                let goals =
                    scenario.species.iter().map(|species| (species.name.clone(), species.settings.goal.clone()));
                shelf.goals = goals.collect();
            }
            Change::between(run.scenario(), &tools::without_goal(&scenario)).into_iter().collect()
        }
        ("predators", true) => {
            let join =
                |Boid { species, position, velocity, .. }| Change::Join { species, position, velocity, id: None };
            std::mem::take(&mut shelf.predators).into_iter().map(join).collect()
        }
        ("predators", false) => {
            let species = run.experiment.simulation().state().species;
            let ids = species.iter().zip(0..).filter(|(species, _)| is_predator(&scenario, usize::from(**species)));
            let ids: Vec<u32> = ids.map(|(_, id)| id).collect();
            shelf.predators.extend(run.boids(&ids));
            if ids.is_empty() { Vec::new() } else { vec![Change::Leave(ids)] }
        }
        _ => return Err(ExperimentError::UnknownSwitch(what.to_owned())),
    };
    let mut deltas = vec![before];
    for change in changes {
        deltas.extend(run.edit(change)?);
    }
    run.shelf = shelf;
    Ok(deltas)
}

/// Whether a species hunts or herds another, or another flees it.
fn is_predator(scenario: &Scenario, index: usize) -> bool {
    (0..scenario.species.len()).filter(|other| *other != index).any(|other| {
        matches!(scenario.relation(index, other), Relation::Hunt | Relation::Herd)
            || scenario.relation(other, index) == Relation::Flee
    })
}
