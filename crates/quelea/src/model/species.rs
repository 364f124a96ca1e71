//! A species: its name, its settings, and how it relates to other species.

use super::parameter::{Effect, Parameter, ParameterType};
use super::section::Section;
use super::setting::{self, ValueError};
use super::settings::{Relation, SpeciesSettings};
use super::value::Value;
use std::collections::BTreeMap;

/// The name of the first species unless the file gives another.
const DEFAULT_NAME: &str = "boid";

/// A species of boids.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Species {
    /// Its name: letters, digits, `-` and `_`.
    pub name: String,
    /// Its boids and their rules.
    pub settings: SpeciesSettings,
    /// How it relates to other species, by name. A species flocks with itself and ignores others unless this
    /// says otherwise.
    pub relations: BTreeMap<String, Relation>,
}

impl Default for Species {
    fn default() -> Self {
        Species::new(DEFAULT_NAME, SpeciesSettings::default())
    }
}

impl Species {
    /// A species without relations to others.
    pub fn new(name: impl Into<String>, settings: SpeciesSettings) -> Self {
        Species { name: name.into(), settings, relations: BTreeMap::new() }
    }

    /// Whether it has a relation to any species.
    pub fn has_relation(&self, relation: Relation) -> bool {
        self.relations.values().any(|found| *found == relation)
    }

    pub(super) fn describe(table: &mut Vec<Parameter>) {
        SpeciesSettings::describe("", table);
        // The one key that a file makes up: the name of another species.
        table.push(Parameter {
            path: "relations.NAME".to_owned(),
            value_type: ParameterType::Choice(Relation::CHOICES),
            optional: true,
            default: String::new(),
            unit: "",
            description: "How it relates to the species NAME; if left out, it flocks with its own and ignores others."
                .to_owned(),
            effect: Effect::Live,
        });
    }

    pub(super) fn set(&mut self, path: &str, value: &Value) -> Option<Result<(), ValueError>> {
        if let Some(name) = path.strip_prefix("relations.") {
            let read = setting::read::<Relation>(value, 0.0, 0.0);
            return Some(read.map(|relation| {
                self.relations.insert(name.to_owned(), relation);
            }));
        }
        self.settings.set(path, value)
    }

    /// Resets one parameter to what `from` has, or forgets a relation.
    pub(super) fn reset(&mut self, path: &str, from: &SpeciesSettings) -> bool {
        match path.strip_prefix("relations.") {
            Some(name) => self.relations.remove(name).is_some(),
            None => self.settings.reset(path, from),
        }
    }

    pub(super) fn get(&self, path: &str) -> Option<Value> {
        match path.strip_prefix("relations.") {
            Some(name) => self.relations.get(name).map(|relation| relation.word().into()),
            None => self.settings.get(path),
        }
    }
}
