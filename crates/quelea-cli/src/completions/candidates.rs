//! What may follow on the command line: presets, parameters, values, measures.

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use quelea::measures::encounters::Encounters;
use quelea::model::{Effect, Parameter, ParameterType, parameters, presets};
use quelea::{Measures, Scenario};
use std::ffi::OsStr;

type Candidates = Vec<CompletionCandidate>;

/// What completes an argument of a command; the name of the command decides where several have the argument.
pub fn completer(command: &str, argument: &str) -> Option<ArgValueCompleter> {
    let complete: fn(&str) -> Candidates = match (command, argument) {
        ("show", "preset") => preset_names,
        (_, "scenario" | "preset") => return Some(ArgValueCompleter::new(scenarios)),
        (_, "set" | "vary") => assignments,
        (_, "ramp") => ramps,
        ("plot", "x" | "y" | "by") => {
            |_| parameters().iter().map(|row| described(row.path.clone(), &row.description)).collect()
        }
        ("describe", "path") => sections_and_parameters,
        ("presets", "filter") => words,
        (_, "measure") => |_| {
            let names = Measures::DEFINITIONS.iter().chain(&Encounters::DEFINITIONS);
            names.map(|(name, _, meaning)| described(*name, meaning)).collect()
        },
        _ => return None,
    };
    Some(ArgValueCompleter::new(move |typed: &OsStr| {
        let Some(typed) = typed.to_str() else { return Vec::new() };
        let mut candidates = complete(typed);
        candidates.retain(|candidate| candidate.get_value().as_encoded_bytes().starts_with(typed.as_bytes()));
        candidates
    }))
}

fn described(value: impl Into<std::ffi::OsString>, meaning: &str) -> CompletionCandidate {
    let meaning = Some(meaning.trim().to_owned()).filter(|meaning| !meaning.is_empty());
    CompletionCandidate::new(value).help(meaning.map(Into::into))
}

fn preset_names(_: &str) -> Candidates {
    let title = |name| Scenario::preset(name).map(|scenario| scenario.general.title).unwrap_or_default();
    presets::names().map(|name| described(name, &title(name))).collect()
}

/// Presets, scenario files and the folders that may hold some.
fn scenarios(typed: &OsStr) -> Candidates {
    let mut candidates = preset_names("");
    candidates.retain(|candidate| candidate.get_value().as_encoded_bytes().starts_with(typed.as_encoded_bytes()));
    let files = PathCompleter::any().filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    candidates.extend(files.complete(typed));
    candidates
}

/// The words of the groups, and the presets.
fn words(_: &str) -> Candidates {
    let groups = presets::GROUPS.iter().filter_map(|(group, _)| group.split(' ').next());
    groups.map(|group| described(group, "A group of presets")).chain(preset_names("")).collect()
}

fn sections_and_parameters(_: &str) -> Candidates {
    let sections = crate::describe::sections().into_iter().map(CompletionCandidate::new);
    sections.chain(parameters().iter().map(|row| described(row.path.clone(), &row.description))).collect()
}

/// `PATH=`, or after the `=` the values that are words, and the default.
fn assignments(typed: &str) -> Candidates {
    let Some((path, _)) = typed.split_once('=') else { return paths(|_| true) };
    let Some(row) = parameters().into_iter().find(|row| row.path == path) else { return Vec::new() };
    let value = |(word, meaning): &(&str, &str)| described(format!("{path}={word}"), meaning);
    match row.value_type {
        ParameterType::Choice(choices) => choices.iter().map(value).collect(),
        ParameterType::Bool => [("true", ""), ("false", "")].iter().map(value).collect(),
        _ if row.default.is_empty() => Vec::new(),
        _ => vec![value(&(&row.default, "The default"))],
    }
}

/// Numbers that may change during a run.
fn ramps(typed: &str) -> Candidates {
    if typed.contains('=') {
        return Vec::new();
    }
    let number = |row: &Parameter| matches!(row.value_type, ParameterType::Number(..) | ParameterType::Integer(..));
    paths(|row| number(row) && row.effect == Effect::Live)
}

/// `PATH=` for the parameters of the scenario and of its first species.
fn paths(wanted: impl Fn(&Parameter) -> bool) -> Candidates {
    let rows = parameters().into_iter().filter(|row| {
        // Entries of lists have a number or a name that depends on the scenario.
        wanted(row) && !["obstacle.", "schedule.", "relations."].iter().any(|list| row.path.starts_with(list))
    });
    rows.map(|row| described(format!("{}=", row.path), &row.description)).collect()
}
