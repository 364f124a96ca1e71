//! Writing a scenario as TOML: every key that differs from what reading would assume.

use super::{
    Kind, Scenario,
    settings::{General, Obstacle, Species},
};
use crate::parameters::{Parameter, Section};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

impl Scenario {
    /// The scenario as TOML. Reading it back gives the same scenario.
    pub fn to_toml(&self) -> String {
        let mut document = DocumentMut::new();
        let root = document.as_table_mut();
        insert_changed(root, &self.general, &General::default());
        insert_kind(root, &self.first, &Kind::default());
        // Name and dimension say what the file is about, so they are always there.
        for key in ["name", "dimension", "seed"] {
            if let Some(written) = self.general.get(key) {
                root.insert(key, value(written));
            }
        }
        insert_list(root, "obstacle", &self.obstacles, |table, obstacle| {
            insert_changed(table, obstacle, &Obstacle::default());
        });
        let inherited = Kind { relations: Default::default(), ..self.first.clone() };
        insert_list(root, "species", &self.others, |table, kind| {
            table.insert("name", value(kind.name.as_str()));
            insert_kind(table, kind, &inherited);
        });
        document.to_string()
    }
}

fn insert_kind(table: &mut Table, kind: &Kind, assumed: &Kind) {
    insert_changed::<Species>(table, &kind.species, &assumed.species);
    if !kind.relations.is_empty() {
        let mut relations = Table::new();
        for (name, relation) in &kind.relations {
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
        if written.as_ref().map(ToString::to_string) == assumed.get(&row.path).as_ref().map(ToString::to_string) {
            continue;
        }
        let Some(written) = written else { continue };
        match row.path.split_once('.') {
            None => table.insert(&row.path, value(written)),
            Some((inner, key)) => {
                let inner = table.entry(inner).or_insert_with(|| Item::Table(Table::new()));
                inner.as_table_like_mut().and_then(|inner| inner.insert(key, value(written)))
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
