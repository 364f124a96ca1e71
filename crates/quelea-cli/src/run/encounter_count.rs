//! The catches and near misses of a run, which its checkpoints keep.

use super::plan::Plan;
use quelea::Scenario;
use quelea::measures::encounters::{Encounters, anyone_hunts};
use serde_json::{Value, json};

/// Catches and near misses so far.
pub struct EncounterCount {
    pub encounters: Encounters,
    /// The step from which on they are counted: that of the checkpoint if it is from a program that kept no counts.
    pub since: u64,
}

impl EncounterCount {
    /// The counter of a run that continues at a step; `None` if no species hunts.
    pub fn new(plan: &Plan, step: u64) -> Option<Self> {
        let fresh = || EncounterCount { encounters: Encounters::new(&plan.scenario), since: step };
        let count = || EncounterCount::from_json(&plan.scenario, &plan.encounters).unwrap_or_else(fresh);
        anyone_hunts(&plan.scenario).then(count)
    }

    fn from_json(scenario: &Scenario, notes: &Value) -> Option<Self> {
        let pair = |pair: &Value| Some((pair[0].as_u64()?, pair[1].as_u64()?, pair[2].as_bool()?));
        let near: Vec<_> = notes["near"].as_array()?.iter().map(pair).collect::<Option<_>>()?;
        let (catches, near_misses) = (notes["catches"].as_u64()?, notes["near_misses"].as_u64()?);
        let encounters = Encounters::resume(scenario, catches, near_misses, near);
        Some(EncounterCount { encounters, since: notes["since"].as_u64()? })
    }

    /// What a checkpoint keeps.
    pub fn to_json(&self) -> Value {
        let near: Vec<_> = self.encounters.near().map(|(hunter, prey, caught)| json!([hunter, prey, caught])).collect();
        let Encounters { catches, near_misses, .. } = &self.encounters;
        json!({ "catches": catches, "near_misses": near_misses, "since": self.since, "near": near })
    }
}

/// What to say if not all steps of a run are counted.
pub fn warning(plan: &Plan, step: u64) -> Option<String> {
    let since = EncounterCount::new(plan, step)?.since;
    (since > plan.first).then(|| {
        format!("catches and near misses are counted from step {since} on: the checkpoint holds no earlier counts")
    })
}
