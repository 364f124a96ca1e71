//! `quelea run`: from the order as it was typed to the report.

use crate::arguments::Order;
use crate::failure::wrong;
use crate::new_file::NewFile;
use crate::report::Report;
use crate::source::{self, shown};
use crate::{engine, memory};
use anyhow::Context;
use quelea::scenario::settings::Engine;
use quelea::{Scenario, State};
use std::io::Write;
use std::time::Instant;

/// Runs a scenario and reports on it.
pub fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut scenario = source::scenario(&order.scenario)?;
    let table = order.start.as_deref().map(source::text).transpose()?;
    override_scenario(order, table.as_deref(), &mut scenario)?;
    memory::check(scenario.boids(), scenario.general.dimension, order.state_out.is_some())?;
    let report = match scenario.general.dimension {
        2 => run_in::<2>(order, &scenario, table)?,
        3 => run_in::<3>(order, &scenario, table)?,
        other => return Err(wrong(format!("`dimension` is {other}; allowed: 2 or 3"))),
    };
    if order.json { report.write_json(out) } else { report.write_text(out) }
}

fn run_in<const D: usize>(order: &Order, scenario: &Scenario, table: Option<String>) -> anyhow::Result<Report> {
    let start: Option<State<D>> = table.map(|table| first_state(order, scenario, &table)).transpose()?;
    let place = order.state_out.as_deref().map(|path| NewFile::reserve(path, order.force)).transpose()?;

    let threads = rayon::ThreadPoolBuilder::new().num_threads(order.threads.map_or(0, usize::from)).build()?;
    let (report, state) = threads.install(|| -> anyhow::Result<_> {
        let mut simulation = engine::open(scenario, start)?;
        let began = Instant::now();
        for _ in 0..scenario.general.steps {
            simulation.step();
        }
        let seconds = began.elapsed().as_secs_f64();
        let state = simulation.state();
        let threads = if scenario.general.engine == Engine::Fast { rayon::current_num_threads() } else { 1 };
        Ok((Report::new(&order.scenario, scenario, &state, seconds, threads), state))
    })?;
    if let Some(place) = place {
        place.finish(state.to_csv().as_bytes())?;
    }
    Ok(report)
}

/// Everything that the command line changes is put in together, since it may only be valid together.
fn override_scenario(order: &Order, table: Option<&str>, scenario: &mut Scenario) -> anyhow::Result<()> {
    let mut changes = Vec::new();
    // A table brings its number of boids along where there is one species; --set may contradict it and is
    // told so when the two are compared.
    let rows = |table: &str| table.lines().skip(1).filter(|line| !line.trim().is_empty()).count();
    changes.extend(table.filter(|_| scenario.others.is_empty()).map(|table| format!("boids={}", rows(table))));
    changes.extend(order.set.iter().cloned());
    changes.extend(order.steps.map(|steps| format!("steps={steps}")));
    changes.extend(order.seed.map(|seed| format!("seed={seed}")));
    changes.extend(order.engine.as_ref().map(|engine| format!("engine={engine}")));
    scenario.override_with(changes.iter().map(String::as_str)).context("on the command line")
}

fn first_state<const D: usize>(order: &Order, scenario: &Scenario, table: &str) -> anyhow::Result<State<D>> {
    let read = State::from_csv(table).and_then(|mut state| state.fit(scenario).map(|()| state));
    read.with_context(|| order.start.as_deref().map(shown).unwrap_or_default())
}
