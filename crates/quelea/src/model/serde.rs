//! Scenarios and values with serde: the same keys and structure as in a TOML file.
//!
//! Numbers survive only as exactly as the format keeps them: serde_json needs its feature `float_roundtrip`.

use super::scenario::Scenario;
use super::value::Value;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use toml_edit::{Item, TableLike};

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Integer(number) => serializer.serialize_i64(*number),
            Value::Float(number) => serializer.serialize_f64(*number),
            Value::Text(text) | Value::Other(text) => serializer.serialize_str(text),
            Value::List(list) => list.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Node::deserialize(deserializer)? {
            Node::Value(value) => Ok(value),
            Node::Table(_) | Node::Tables(_) => Err(D::Error::custom("a value was expected, not a table")),
        }
    }
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let document: toml_edit::DocumentMut = self.to_toml().parse().map_err(S::Error::custom)?;
        Node::from_table(document.as_table()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Node::Table(table) = Node::deserialize(deserializer)? else {
            return Err(D::Error::custom("a scenario is a table"));
        };
        let mut document = toml_edit::DocumentMut::new();
        for (key, node) in table {
            document.insert(&key, node.into_item());
        }
        Scenario::from_toml(&document.to_string()).map_err(|mut error| {
            // The lines are those of a text that nobody has seen.
            error.issues.iter_mut().for_each(|issue| issue.line = None);
            D::Error::custom(error)
        })
    }
}

/// What a scenario file is made of.
enum Node {
    Value(Value),
    Table(Vec<(String, Node)>),
    Tables(Vec<Node>),
}

impl Node {
    fn from_table(table: &dyn TableLike) -> Self {
        let entries = table.iter().map(|(key, item)| (key.to_owned(), Node::from_item(item)));
        Node::Table(entries.collect())
    }

    fn from_item(item: &Item) -> Self {
        match item {
            Item::ArrayOfTables(tables) => Node::Tables(tables.iter().map(|table| Node::from_table(table)).collect()),
            Item::Table(table) => Node::from_table(table),
            Item::Value(toml_edit::Value::InlineTable(table)) => Node::from_table(table),
            Item::Value(value) => Node::Value(Value::from_toml(value)),
            Item::None => Node::Table(Vec::new()),
        }
    }

    fn into_item(self) -> Item {
        match self {
            Node::Value(value) => Item::Value(value.to_toml()),
            Node::Table(entries) => Item::Table(table(entries)),
            Node::Tables(nodes) => {
                let mut tables = toml_edit::ArrayOfTables::new();
                for node in nodes {
                    tables.push(if let Node::Table(entries) = node { table(entries) } else { toml_edit::Table::new() });
                }
                Item::ArrayOfTables(tables)
            }
        }
    }
}

fn table(entries: Vec<(String, Node)>) -> toml_edit::Table {
    let mut table = toml_edit::Table::new();
    for (key, node) in entries {
        table.insert(&key, node.into_item());
    }
    table
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Value(value) => value.serialize(serializer),
            Node::Tables(nodes) => nodes.serialize(serializer),
            Node::Table(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, node) in entries {
                    map.serialize_entry(key, node)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number, a text, a flag, a list or a table")
    }
    fn visit_bool<E>(self, flag: bool) -> Result<Node, E> {
        Ok(Node::Value(flag.into()))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Value(number.into()))
    }
    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Value(number.into()))
    }
    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Value(number.into()))
    }
    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Value(text.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element::<Node>()? {
            nodes.push(node);
        }
        let tables = nodes.iter().filter(|node| matches!(node, Node::Table(_))).count();
        if tables > 0 && tables < nodes.len() {
            return Err(A::Error::custom("a list holds tables and other values; allowed: one or the other"));
        }
        if tables > 0 {
            return Ok(Node::Tables(nodes));
        }
        let values = nodes.into_iter().map(|node| match node {
            Node::Value(value) => Ok(value),
            Node::Table(_) | Node::Tables(_) => Err(A::Error::custom("a list of values was expected")),
        });
        Ok(Node::Value(Value::List(values.collect::<Result<_, _>>()?)))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry::<String, Node>()? {
            entries.push(entry);
        }
        Ok(Node::Table(entries))
    }
}
