//! What species do about each other, as a table that a page can change.

use crate::experiment::{Change, Refused};
use crate::tools::{most_reach, noticeable, prefixed, sight};
use quelea::Scenario;
use quelea::scenario::settings::{Relation, Response};
use serde_json::{Value, json};

/// The choices, and what each species (a row) does about each (a column), as JSON.
pub fn table(scenario: &Scenario) -> Value {
    let choices = Relation::CHOICES.iter().map(|(word, meaning)| json!({ "word": word, "meaning": meaning.trim() }));
    let species = 0..scenario.kinds().count();
    let row = |a: usize| species.clone().map(|b| scenario.relation(a, b).word()).collect::<Vec<_>>();
    json!({ "choices": choices.collect::<Vec<_>>(), "rows": species.clone().map(row).collect::<Vec<_>>() })
}

/// Lets one species do something about another. Where its model has no rule for that, it gets one that is felt.
pub fn set(scenario: &Scenario, of: &str, about: &str, relation: Relation) -> Result<Change, Refused> {
    let found = prefixed(scenario).find(|(_, kind)| kind.name == of);
    let (prefix, kind) = found.ok_or_else(|| Refused::Unknown(format!("there is no species `{of}`")))?;
    let species = &kind.species;
    let mut values = vec![(format!("{prefix}relations.{about}"), relation.word().to_owned())];
    let rules: &[&str] = match relation {
        Relation::Flock => &["separation", "alignment", "cohesion"],
        Relation::Avoid => &["separation"],
        Relation::Hunt => &["hunt"],
        Relation::Flee => &["flee"],
        Relation::Ignore => &[],
    };
    let order = &species.motion.order;
    if rules.is_empty() || order.iter().any(|rule| rules.contains(&rule.as_str())) {
        return Ok(Change::Set(values));
    }
    let order: Vec<&str> = rules.iter().copied().chain(order.iter().map(String::as_str)).collect();
    values.push((format!("{prefix}motion.order"), format!("{order:?}")));
    // The rules of flocking have their numbers from the model; those of chasing may never have been thought of.
    if let Relation::Hunt | Relation::Flee = relation {
        let rule = relation.word();
        let reach = (2.0 * sight(scenario, species)).min(most_reach(scenario));
        values.push((format!("{prefix}{rule}.weight"), noticeable(species).to_string()));
        values.push((format!("{prefix}{rule}.radius"), reach.to_string()));
        values.push((format!("{prefix}{rule}.response"), Response::Unit.word().into()));
    }
    Ok(Change::Set(values))
}
