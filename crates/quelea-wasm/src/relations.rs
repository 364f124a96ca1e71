//! The relations between species, as a table that a page can change.

use crate::edit::Change;
use crate::error::ExperimentError;
use crate::magnitudes::{max_range, noticeable_force, perception_range};
use crate::parameter_table::words;
use crate::tools::{order_with, prefixed};
use quelea::Scenario;
use quelea::model::RuleKind;
use quelea::model::settings::{Integrator, Relation, Response};
use serde_json::{Value, json};

/// The choices, and the relation of each species (a row) to each other (a column), as JSON.
pub fn to_json(scenario: &Scenario) -> Value {
    let species = 0..scenario.species.len();
    let row = |a: usize| Value::from_iter(species.clone().map(|b| scenario.relation(a, b).word()));
    json!({ "choices": words(Relation::CHOICES), "rows": Value::from_iter(species.clone().map(row)) })
}

/// Changes the relation of one species to another. A model without a rule for it gets one with noticeable effect.
pub fn set(scenario: &Scenario, name: &str, other: &str, relation: Relation) -> Result<Change, ExperimentError> {
    let found = prefixed(scenario).find(|(_, species)| species.name == name);
    let (prefix, species) = found.ok_or_else(|| ExperimentError::unknown_species(name, scenario))?;
    let settings = &species.settings;
    let mut values = vec![(format!("{prefix}relations.{other}"), relation.word().to_owned())];
    let rules: &[RuleKind] = match relation {
        Relation::Flock => &[RuleKind::Separation, RuleKind::Alignment, RuleKind::Cohesion],
        Relation::Avoid => &[RuleKind::Separation],
        Relation::Hunt => &[RuleKind::Hunt],
        Relation::Flee => &[RuleKind::Flee],
        Relation::Herd => &[RuleKind::Herd],
        Relation::Ignore => &[],
    };
    // Who is nearest changes at once, which only plain steps can follow.
    if matches!(relation, Relation::Hunt | Relation::Flee | Relation::Herd) {
        let smooth = prefixed(scenario).filter(|(_, species)| species.settings.motion.integrator != Integrator::Euler);
        values
            .extend(smooth.map(|(prefix, _)| (format!("{prefix}motion.integrator"), Integrator::Euler.word().into())));
    }
    let order = &settings.motion.order;
    if rules.is_empty() || order.iter().any(|rule| rules.contains(rule)) {
        return Ok(Change::Set(values));
    }
    values.push((format!("{prefix}motion.order"), order_with(rules, order)));
    // Every model has parameters for flocking, but perhaps none that make sense for hunting and fleeing.
    if let Relation::Hunt | Relation::Flee = relation {
        let rule = relation.word();
        let range = (2.0 * perception_range(scenario, settings)).min(max_range(scenario));
        values.push((format!("{prefix}{rule}.weight"), noticeable_force(settings).to_string()));
        values.push((format!("{prefix}{rule}.radius"), range.to_string()));
        values.push((format!("{prefix}{rule}.response"), Response::Unit.word().into()));
    }
    Ok(Change::Set(values))
}
