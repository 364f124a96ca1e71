//! Writes a scenario as TOML: every key that differs from what reading would assume.

use super::parameter::Parameter;
use super::scenario::Scenario;
use super::section::Section;
use super::settings::{General, Obstacle, Schedule, SpeciesSettings};
use super::species::Species;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

pub(super) fn scenario(scenario: &Scenario) -> String {
    let mut document = DocumentMut::new();
    let root = document.as_table_mut();
    insert_changed(root, &scenario.general, &General::default());
    let (first, others) = match scenario.species.split_first() {
        Some((first, others)) => (first.clone(), others),
        None => (Species::default(), &[][..]),
    };
    insert_species(root, &first, &SpeciesSettings::default());
    // Name, dimension and seed say what the file is about, so they are always there.
    for key in ["name", "dimension", "seed"] {
        if let Some(written) = scenario.general.get(key) {
            root.insert(key, value(written.to_toml()));
        }
    }
    insert_list(root, "obstacle", &scenario.obstacles, |table, obstacle| {
        insert_changed(table, obstacle, &Obstacle::default());
    });
    insert_list(root, "schedule", &scenario.schedule, |table, schedule| {
        insert_changed(table, schedule, &Schedule::default());
    });
    insert_list(root, "species", others, |table, species| {
        table.insert("name", value(species.name.as_str()));
        insert_species(table, species, &first.settings);
    });
    document.to_string()
}

fn insert_species(table: &mut Table, species: &Species, assumed: &SpeciesSettings) {
    insert_changed(table, &species.settings, assumed);
    if !species.relations.is_empty() {
        let mut relations = Table::new();
        for (name, relation) in &species.relations {
            relations.insert(name, value(relation.word()));
        }
        table.insert("relations", Item::Table(relations));
    }
}

fn insert_changed<S: Section>(table: &mut Table, section: &S, assumed: &S) {
    let mut rows: Vec<Parameter> = Vec::new();
    S::describe("", &mut rows);
    for row in rows {
        let written = section.get(&row.path);
        if written == assumed.get(&row.path) {
            continue;
        }
        let Some(written) = written else { continue };
        match row.path.split_once('.') {
            None => table.insert(&row.path, value(written.to_toml())),
            Some((inner, key)) => {
                let inner = table.entry(inner).or_insert_with(|| Item::Table(Table::new()));
                inner.as_table_like_mut().and_then(|inner| inner.insert(key, value(written.to_toml())))
            }
        };
    }
}

fn insert_list<T>(root: &mut Table, key: &str, list: &[T], insert: impl Fn(&mut Table, &T)) {
    if list.is_empty() {
        return;
    }
    let mut tables = ArrayOfTables::new();
    for entry in list {
        let mut table = Table::new();
        insert(&mut table, entry);
        tables.push(table);
    }
    root.insert(key, Item::ArrayOfTables(tables));
}
