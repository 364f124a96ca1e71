//! The scenario as a Rust program.

use super::Code;
use super::difference::Difference;
use crate::parameter_table::rows;
use quelea::model::settings::{General, Obstacle, ShapeKind, SpeciesSettings};
use quelea::model::{ScenarioBuilder, Section, Species};
use quelea::{Scenario, Value};
use std::mem::take;

/// A program that runs a scenario and prints two measures.
pub fn program(scenario: &Scenario) -> Code {
    let short = from_preset(scenario).or_else(|| Draft::of(scenario));
    let embeds_toml = short.is_none();
    let (imports, expression) = short.unwrap_or_else(|| (Vec::new(), from_toml(scenario)));
    let imports: String = imports.iter().map(|import| format!("use {import};\n")).collect();
    let text = format!(
        r#"{imports}use quelea::{{Scenario, Simulation}};

fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let scenario = {expression}?;
    let mut flock = Simulation::new(&scenario)?;
    flock.run(1000);
    let measures = flock.measure();
    println!("polarisation {{:.2}}, clusters {{}}", measures.polarisation, measures.clusters);
    Ok(())
}}
"#
    );
    Code { text, embeds_toml }
}

/// The items to import, and an expression for the scenario.
type Expression = (Vec<&'static str>, String);

fn from_preset(scenario: &Scenario) -> Option<Expression> {
    let difference = Difference::from_preset(scenario).filter(|difference| difference.leads_to(scenario))?;
    let mut text = format!("Scenario::preset({:?})", difference.name());
    for (path, value) in &difference.changes {
        text += &format!("?\n        .with({path:?}, {})", literal(value)?);
    }
    Some((Vec::new(), text))
}

fn from_toml(scenario: &Scenario) -> String {
    let toml = scenario.to_toml();
    // A raw string ends at the first quote that is followed by as many marks as it began with.
    let marks = (1..).map(|count| "#".repeat(count)).find(|marks| !toml.contains(&format!("\"{marks}")));
    let marks = marks.unwrap_or_default();
    format!("Scenario::from_toml(\n        r{marks}\"\n{toml}\"{marks},\n    )")
}

/// A builder and the text of the calls that were made on it.
struct Draft {
    builder: ScenarioBuilder,
    text: String,
}

impl Draft {
    /// Every key that differs from its default, as calls of the builder. None if they do not give the same scenario.
    fn of(scenario: &Scenario) -> Option<Expression> {
        let mut draft = Draft { builder: Scenario::builder(), text: "Scenario::builder()".into() };
        let (first, others) = scenario.species.split_first()?;
        draft.set_changed("", &scenario.general, &General::default())?;
        draft.set_changed("", &first.settings, &SpeciesSettings::default())?;
        draft.set_relations(first)?;
        for (index, obstacle) in scenario.obstacles.iter().enumerate() {
            draft.add_obstacle(index, obstacle)?;
        }
        for species in others {
            draft.add_species(species, &first.settings)?;
        }
        let built = draft.builder.build().ok()?;
        let imports = if scenario.obstacles.is_empty() { vec![] } else { vec!["quelea::model::settings::Obstacle"] };
        (built == *scenario).then_some((imports, draft.text + "\n        .build()"))
    }

    fn set(&mut self, path: &str, value: Value) -> Option<()> {
        self.text += &format!("\n        .set({path:?}, {})", literal(&value)?);
        self.builder = take(&mut self.builder).set(path, value);
        Some(())
    }

    fn set_changed<S: Section>(&mut self, prefix: &str, section: &S, assumed: &S) -> Option<()> {
        changed(section, assumed)?.into_iter().try_for_each(|(key, value)| self.set(&format!("{prefix}{key}"), value))
    }

    fn set_relations(&mut self, species: &Species) -> Option<()> {
        let mut relations = species.relations.iter();
        relations.try_for_each(|(name, relation)| self.set(&format!("relations.{name}"), relation.word().into()))
    }

    fn add_obstacle(&mut self, index: usize, obstacle: &Obstacle) -> Option<()> {
        let Obstacle { centre, radius, size, from, to, .. } = obstacle;
        let point = |point: &Vec<f64>| format!("{point:?}");
        let (plain, call) = match obstacle.shape {
            ShapeKind::Sphere => {
                let call = format!("Obstacle::sphere({}, {radius:?})", point(centre));
                (Obstacle::sphere(centre.clone(), *radius), call)
            }
            ShapeKind::Box => {
                let call = format!("Obstacle::cuboid({}, {})", point(centre), point(size));
                (Obstacle::cuboid(centre.clone(), size.clone()), call)
            }
            ShapeKind::Capsule => {
                let call = format!("Obstacle::capsule({}, {}, {radius:?})", point(from), point(to));
                (Obstacle::capsule(from.clone(), to.clone(), *radius), call)
            }
            _ => (Obstacle::default(), "Obstacle::default()".to_owned()),
        };
        self.text += &format!("\n        .obstacle({call})");
        self.builder = take(&mut self.builder).obstacle(plain.clone());
        self.set_changed(&format!("obstacle.{index}."), obstacle, &plain)
    }

    fn add_species(&mut self, species: &Species, first: &SpeciesSettings) -> Option<()> {
        let mut settings = changed(&species.settings, first)?;
        let relations = species.relations.iter();
        settings.extend(relations.map(|(name, relation)| (format!("relations.{name}"), relation.word().into())));
        let literals = settings.iter().map(|(key, value)| Some(format!(".set({key:?}, {})", literal(value)?)));
        let calls = literals.collect::<Option<Vec<_>>>()?.join("\n                ");
        self.text += &format!(
            "\n        .species({:?}, |species| {{\n            species\n                {calls}\n        }})",
            species.name
        );
        self.builder = take(&mut self.builder).species(&species.name, |configured| {
            settings.into_iter().fold(configured, |configured, (key, value)| configured.set(&key, value))
        });
        Some(())
    }
}

/// The parameters of a section that differ from what is assumed; None if one of them is left out.
pub fn changed<S: Section>(section: &S, assumed: &S) -> Option<Vec<(String, Value)>> {
    let different = rows::<S>().into_iter().filter(|row| section.get(&row.path) != assumed.get(&row.path));
    different.map(|row| section.get(&row.path).map(|value| (row.path, value))).collect()
}

/// A value as Rust writes it; None for what no parameter takes.
fn literal(value: &Value) -> Option<String> {
    Some(match value {
        Value::Bool(flag) => flag.to_string(),
        // Literals are `i32` unless they say otherwise.
        Value::Integer(number) if i32::try_from(*number).is_err() => format!("{number}_i64"),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => format!("{text:?}"),
        Value::List(list) => {
            format!("{}[{}]", if is_nested(list) { "vec!" } else { "" }, entries(list, has_float(list))?)
        }
        _ => return None,
    })
}

fn is_nested(list: &[Value]) -> bool {
    list.iter().any(|entry| entry.as_list().is_some())
}

fn has_float(list: &[Value]) -> bool {
    list.iter().any(|entry| matches!(entry, Value::Float(_)) || entry.as_list().is_some_and(has_float))
}

/// The entries of a list, which have one type in Rust: all numbers are floats, or none. An empty list has no type.
fn entries(list: &[Value], floats: bool) -> Option<String> {
    let entry = |entry: &Value| match entry {
        Value::List(inner) => Some(format!("vec![{}]", entries(inner, floats)?)),
        Value::Integer(number) if floats => Some(format!("{:?}", *number as f64)),
        _ => literal(entry),
    };
    let written: Vec<String> = list.iter().map(entry).collect::<Option<_>>()?;
    (!written.is_empty()).then(|| written.join(", "))
}
