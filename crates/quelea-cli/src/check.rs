//! `quelea check`.

use crate::arguments::path_and_value;
use crate::source::Source;
use crate::warnings::Warnings;
use clap::Args;
use quelea::{Scenario, ScenarioError};
use serde_json::{Value, json};
use std::io::Write;

/// A check as it was typed.
#[derive(Args)]
pub struct CheckArgs {
    /// Preset name or path of a TOML scenario file; `-` for the standard input
    scenario: String,
    /// Set a parameter before the check, such as `--set separation.radius=30`; repeatable. `quelea describe` lists all
    /// parameters
    #[arg(long, value_name = "PATH=VALUE", value_parser = path_and_value)]
    set: Vec<String>,
    /// Print a JSON object with all errors and warnings
    #[arg(long)]
    json: bool,
}

/// Reports that a scenario is valid, with the keys that have no effect, or fails with everything that is wrong.
pub fn check(arguments: &CheckArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let source = Source::open(&arguments.scenario)?;
    match source.with_overrides(&arguments.set, &[]) {
        Ok(scenario) => report(arguments, &source, &scenario, out),
        Err(error) => {
            if let (true, Some(errors)) = (arguments.json, error.downcast_ref::<ScenarioError>()) {
                let object =
                    json!({ "scenario": arguments.scenario, "valid": false, "errors": errors_to_json(errors) });
                writeln!(out, "{object:#}")?;
            }
            Err(error)
        }
    }
}

fn report(arguments: &CheckArgs, source: &Source, scenario: &Scenario, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut warnings = Warnings::default();
    for (line, inert) in source.inert_keys(scenario) {
        warnings.add_inert(&format!("{}:{line}", source.file()), &inert);
    }
    warnings.add_inert_overrides(scenario, &arguments.set);
    let (boids, dimension, engine) = (scenario.boids(), scenario.general.dimension, scenario.general.engine);
    let most = Scenario::MOST_IN_ONE_PROCESS;
    if boids > most && engine.as_str() != "mpi" {
        warnings.add(format!("`boids`: one process takes at most {most}; divide them with engine = \"mpi\""));
    }
    if arguments.json {
        let object = json!({
            "scenario": arguments.scenario,
            "valid": true,
            "boids": boids,
            "dimension": dimension,
            "engine": engine.as_str(),
            "errors": [],
            "warnings": warnings.as_list(),
        });
        return Ok(writeln!(out, "{object:#}")?);
    }
    warnings.print();
    Ok(writeln!(out, "{}: valid: {boids} boids in {dimension}D, {engine} engine", arguments.scenario)?)
}

fn errors_to_json(error: &ScenarioError) -> Value {
    let issue = |issue: &quelea::model::ScenarioIssue| {
        json!({
            "file": error.file,
            "line": issue.line,
            "key": issue.key,
            "problem": issue.problem,
            "allowed": issue.allowed,
            "suggestion": issue.suggestion,
        })
    };
    error.issues.iter().map(issue).collect()
}
