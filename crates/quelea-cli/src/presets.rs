//! `quelea presets` and `quelea show`.

use crate::error::user_error;
use crate::suggestion::did_you_mean;
use crate::text_table::align;
use quelea::Scenario;
use quelea::model::presets;
use std::io::Write;

/// Lists the presets by group: those whose group, name, title or source contains every word of the filter.
pub fn list(filter: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
    let words: Vec<String> = filter.iter().map(|word| word.trim().to_lowercase()).collect();
    let mut rows = vec![["NAME", "DIM", "BOIDS", "ENGINE", "TITLE", "SOURCE"].map(String::from)];
    // The groups with a match, and how many rows each has.
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for (group, names) in presets::GROUPS {
        let before = rows.len();
        for name in *names {
            let scenario = Scenario::preset(name)?;
            let general = &scenario.general;
            let text = [group, name, general.title.as_str(), &general.source].join("\n").to_lowercase();
            if !words.iter().all(|word| text.contains(word)) {
                continue;
            }
            rows.push([
                (*name).to_owned(),
                format!("{}D", general.dimension),
                scenario.boids().to_string(),
                general.engine.to_string(),
                general.title.clone(),
                general.source.clone(),
            ]);
        }
        if rows.len() > before {
            groups.push((group, rows.len() - before));
        }
    }
    if groups.is_empty() {
        return Err(no_match(filter));
    }
    // Aligned together, so that the columns of all groups are in line.
    let text = align(&rows);
    let mut lines = text.lines();
    writeln!(out, "{}", lines.next().unwrap_or_default())?;
    for (group, count) in groups {
        writeln!(out, "\n{}", capitalised(group))?;
        for line in lines.by_ref().take(count) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
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
