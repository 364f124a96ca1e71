//! `quelea presets` and `quelea show`.

use crate::error::user_error;
use crate::suggestion::did_you_mean;
use crate::text_table::wrap;
use clap::Args;
use quelea::Scenario;
use quelea::model::presets;
use serde_json::{Value, json};
use std::io::Write;

/// Which presets to list, as it was typed.
#[derive(Args)]
pub struct PresetsArgs {
    /// List only presets whose group, name, title or source contains these words, such as `research`
    #[arg(value_name = "WORD")]
    filter: Vec<String>,
    /// Print a JSON list, with the engine and the source of each
    #[arg(long)]
    json: bool,
}

/// Lists the presets by group: those whose group, name, title or source contains every word of the filter.
pub fn list(arguments: &PresetsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let words: Vec<String> = arguments.filter.iter().map(|word| word.trim().to_lowercase()).collect();
    let mut groups = Vec::new();
    for (group, names) in presets::GROUPS {
        let scenarios: Vec<Scenario> = names.iter().map(|name| Scenario::preset(name)).collect::<Result<_, _>>()?;
        let found: Vec<Scenario> = scenarios.into_iter().filter(|scenario| matches(group, scenario, &words)).collect();
        if !found.is_empty() {
            groups.push((*group, found));
        }
    }
    if groups.is_empty() {
        return Err(no_match(&arguments.filter));
    }
    if arguments.json {
        let list: Value =
            groups.iter().flat_map(|(group, found)| found.iter().map(|preset| to_json(group, preset))).collect();
        return Ok(writeln!(out, "{list:#}")?);
    }
    out.write_all(as_text(&groups).as_bytes())?;
    Ok(())
}

fn matches(group: &str, scenario: &Scenario, words: &[String]) -> bool {
    let general = &scenario.general;
    let text = [group, &general.name, &general.title, &general.source].join("\n").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

fn to_json(group: &str, scenario: &Scenario) -> Value {
    let general = &scenario.general;
    json!({
        "name": general.name,
        "group": group,
        "dimension": general.dimension,
        "boids": scenario.boids(),
        "engine": general.engine.as_str(),
        "title": general.title,
        "source": general.source,
    })
}

/// The width of the usual terminal, and of a page that a list is pasted into.
const WIDTH: usize = 80;

/// A table with a heading for each group, with the titles broken to fit the width.
fn as_text(groups: &[(&str, Vec<Scenario>)]) -> String {
    let heading = ["NAME", "DIM", "BOIDS", "TITLE"].map(String::from);
    let row = |scenario: &Scenario| {
        let general = &scenario.general;
        [general.name.clone(), format!("{}D", general.dimension), scenario.boids().to_string(), general.title.clone()]
    };
    let rows: Vec<_> = groups.iter().flat_map(|(_, found)| found.iter().map(row)).collect();
    let width = |column: usize| rows.iter().chain([&heading]).map(|row| row[column].len()).max().unwrap_or(0);
    let (name, boids) = (width(0), width(2));
    let indent = name + 2 + heading[1].len() + 2 + boids + 2;
    let line = |row: &[String; 4]| {
        let title = wrap(&row[3], WIDTH - indent).join(&format!("\n{:indent$}", ""));
        format!("{:name$}  {:3}  {:>boids$}  {title}\n", row[0], row[1], row[2])
    };
    let mut text = line(&heading);
    for (group, found) in groups {
        text += &format!("\n{}\n", capitalised(group));
        found.iter().for_each(|scenario| text += &line(&row(scenario)));
    }
    text
}

fn no_match(filter: &[String]) -> anyhow::Error {
    let filter = filter.join(" ");
    let groups = presets::GROUPS.iter().map(|(group, _)| *group);
    let hint = did_you_mean(filter.trim(), groups.clone().chain(presets::names()));
    let groups = groups.collect::<Vec<_>>().join(", ");
    user_error(format!(
        "no preset matches `{filter}`{hint}\n  allowed: words of a group ({groups}), a name, a title or a source; \
         `quelea presets` lists all"
    ))
}

fn capitalised(group: &str) -> String {
    let mut letters = group.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Prints the file of a preset.
pub fn show(name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    if name.trim().is_empty() {
        return Err(user_error("the name of the preset is empty; `quelea presets` lists all names"));
    }
    Ok(out.write_all(presets::text(name)?.as_bytes())?)
}
