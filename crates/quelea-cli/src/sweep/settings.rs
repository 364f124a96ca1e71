//! The settings of a sweep, kept with its table, by which the same command recognises a finished sweep.

use super::plan::Plan;
use crate::error::user_error;
use crate::files::{Table, TableFormat, Values, read_table};
use crate::input::quoted;
use crate::scenario_differences::differences;
use quelea::Scenario;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The key of the settings in the metadata of a table.
pub const KEY: &str = "quelea.sweep";

/// `sweep.csv.settings.json` for `sweep.csv`, which has no place for metadata.
pub fn path_for(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".settings.json");
    out.with_file_name(name)
}

/// Everything that decides the table of a sweep.
pub fn of_plan(plan: &Plan) -> Value {
    let varied: Vec<Value> =
        plan.varied.iter().map(|vary| json!({ "path": vary.path, "values": vary.values })).collect();
    let measures: Vec<String> = plan.measures.iter().map(|kept| kept.name()).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "varied": varied,
        "repeats": plan.repeats,
        "seeds": plan.seeds,
        "measures": measures,
        "average": plan.average,
        "every": plan.every,
        "series_every": plan.series.as_ref().map(|series| series.every),
        "part": format!("{}/{}", plan.part.0 + 1, plan.part.1),
        "scenario": plan.base.to_toml(),
    })
}

/// The table of a sweep that is finished already; `None` if there is none. The table of another sweep is refused.
pub fn finished_table(plan: &Plan, out: &Path) -> anyhow::Result<Option<Table>> {
    if !out.is_file() {
        return Ok(None);
    }
    let text = match TableFormat::from_path(out)? {
        TableFormat::Csv => std::fs::read_to_string(path_for(out)).ok(),
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => crate::files::table_metadata(out, KEY),
    };
    let Some(there) = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else { return Ok(None) };
    let here = of_plan(plan);
    let remedy = "--force replaces it, --out names another file";
    if there != here {
        let found = compare(&there, &here).join("\n  ");
        return Err(user_error(format!("{} is the table of another sweep:\n  {found}\n  {remedy}", quoted(out))));
    }
    let table = read_table(out)?;
    let runs: Vec<f64> = plan.runs().map(|run| run as f64).collect();
    if table.column("run").and_then(Values::to_numbers) != Some(runs) || table.names() != plan.table(&[]).names() {
        return Err(user_error(format!("{} is not as the sweep left it\n  {remedy}", quoted(out))));
    }
    Ok(Some(table))
}

/// What differs between the settings of a table and those of the command.
fn compare(there: &Value, here: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut differ = |name: &str, there: String, here: String| {
        if there != here {
            found.push(format!("{name}: {there} there and {here} here"));
        }
    };
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    differ("version", text(&there["version"]), text(&here["version"]));
    differ("--vary", varied(there), varied(here));
    differ("--vary seed", text(&there["seeds"]), text(&here["seeds"]));
    let options = [
        ("repeats", "--repeats"),
        ("average", "--average"),
        ("every", "--every"),
        ("series_every", "--series-every"),
        ("part", "--part"),
    ];
    for (key, option) in options {
        differ(option, text(&there[key]), text(&here[key]));
    }
    differ("--measure", list(&there["measures"]), list(&here["measures"]));
    let scenario = |settings: &Value| Scenario::from_toml(settings["scenario"].as_str()?).ok();
    if there["scenario"] != here["scenario"]
        && let (Some(there), Some(here)) = (scenario(there), scenario(here))
    {
        found.extend(differences([("there", &there), ("here", &here)]));
    }
    if found.is_empty() {
        found.push("its settings are not readable".to_owned());
    }
    found
}

fn varied(settings: &Value) -> String {
    let all = settings["varied"].as_array().map_or(&[][..], Vec::as_slice);
    let parameter = |vary: &Value| format!("{}={}", vary["path"].as_str().unwrap_or_default(), list(&vary["values"]));
    all.iter().map(parameter).collect::<Vec<_>>().join(" ")
}

/// The most entries of a list that are shown.
const LISTED: usize = 8;

fn list(values: &Value) -> String {
    let values: Vec<&str> = values.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let more = values.len().saturating_sub(LISTED);
    let shown = values[..values.len() - more].join(",");
    if more > 0 { format!("{shown},… ({} values)", values.len()) } else { shown }
}
