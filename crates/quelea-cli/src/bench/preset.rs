//! Presets and scenario files, with as many boids as wanted at the same density.

use super::arguments::BenchArgs;
use super::timing::{Timing, on_threads, time};
use super::workload::{Spread, engine_named, thread_numbers_for};
use crate::error::user_error;
use crate::interrupt;
use crate::source::Source;
use anyhow::Context;
use quelea::model::settings::{PerceptionKind, SpaceKind, StartPosition};
use quelea::{Scenario, Simulation, State, initial_state};
use serde_json::{Value, json};
use std::fmt;

/// A preset to measure.
#[derive(Clone)]
pub struct PresetWorkload {
    pub name: String,
    pub scenario: Scenario,
    pub spread: Spread,
    pub threads: usize,
}

/// A measured preset.
pub struct PresetRow {
    pub workload: PresetWorkload,
    timing: Timing,
}

/// The meaning of the columns.
pub const LEGEND: &str = "\
steps/s and Mboid-steps/s: from the median step. perceived: neighbours per boid in the final state.
ns/neighbour: time per boid and perceived neighbour, all threads together. bytes: state, copy and index, per boid.
The reference engine uses one thread and compares all pairs.";

/// The number of steps after which a flock counts as clustered.
const STEPS_TO_CLUSTER: u64 = 2000;

impl PresetWorkload {
    /// Every preset with every number of boids and threads. Each is checked before any is measured.
    pub fn all(arguments: &BenchArgs) -> anyhow::Result<Vec<PresetWorkload>> {
        let mut workloads = Vec::new();
        for name in &arguments.preset {
            let source = Source::open(name)?;
            let preset = source.with_overrides(&arguments.set, &[])?;
            let own = [preset.boids()];
            let listed: Vec<usize> = arguments.boids.iter().map(|boids| *boids as usize).collect();
            for &boids in if listed.is_empty() { &own[..] } else { &listed } {
                let mut scenario = with_boids(&preset, boids).with_context(|| format!("--preset {name}"))?;
                if let Some(neighbours) = arguments.neighbours {
                    set_neighbours(&mut scenario, neighbours.into()).with_context(|| format!("--preset {name}"))?;
                }
                scenario.validate().with_context(|| format!("--preset {name} with {boids} boids"))?;
                let spread = if arguments.clustered { Spread::Clustered } else { Spread::Start };
                if let Some(engine) = arguments.engine.as_deref() {
                    scenario.general.engine = engine_named(engine);
                    scenario.validate().with_context(|| format!("--preset {name} --engine {engine}"))?;
                }
                let threads = thread_numbers_for(scenario.general.engine, arguments.threads);
                workloads.extend(threads.into_iter().map(|threads| {
                    let (name, scenario) = (name.clone(), scenario.clone());
                    PresetWorkload { name, scenario, spread, threads }
                }));
            }
        }
        Ok(workloads)
    }

    /// Measures it; `None` if interrupted.
    pub fn measure(&self, seconds: f64) -> anyhow::Result<Option<PresetRow>> {
        on_threads(self.threads, || {
            let Some(start) = self.start()? else { return Ok(None) };
            let timing = time(&self.scenario, &start, seconds)?;
            Ok(timing.map(|timing| PresetRow { workload: self.clone(), timing }))
        })
    }

    fn start(&self) -> anyhow::Result<Option<State>> {
        if self.spread != Spread::Clustered {
            return Ok(Some(initial_state(&self.scenario)));
        }
        let mut flock = Simulation::new(&self.scenario)?;
        while flock.steps() < STEPS_TO_CLUSTER {
            if interrupt::requested() {
                return Ok(None);
            }
            flock.step();
        }
        Ok(Some(flock.state()))
    }
}

/// The scenario with another number of boids, in the same proportions and at the same density.
fn with_boids(preset: &Scenario, boids: usize) -> anyhow::Result<Scenario> {
    let (mut scenario, before) = (preset.clone(), preset.boids());
    if boids == before {
        return Ok(scenario);
    }
    if before == 0 {
        return Err(user_error("--boids: it has no boids, so there is no density to keep"));
    }
    let ratio = boids as f64 / before as f64;
    let mut others = 0;
    for species in scenario.species.iter_mut().skip(1) {
        let own = &mut species.settings.boids;
        *own = (*own as f64 * ratio).round() as usize;
        others += *own;
    }
    // The first species makes up for what rounding did to the others.
    scenario.species[0].settings.boids = boids.saturating_sub(others);
    scenario.scale_space(ratio.powf(1.0 / scenario.general.dimension as f64));
    Ok(scenario)
}

/// Scales the space so that boids of the first species have this many within their perception radius.
fn set_neighbours(scenario: &mut Scenario, neighbours: f64) -> anyhow::Result<()> {
    let (space, first) = (&scenario.general.space, &scenario.species[0].settings);
    let fills_a_box = !matches!(space.kind, SpaceKind::Open | SpaceKind::Sphere)
        && scenario.species.iter().all(|species| species.settings.start.position == StartPosition::Uniform);
    if !fills_a_box || first.perception.kind != PerceptionKind::Radius {
        return Err(user_error(
            "--neighbours: its boids do not start uniformly in a box with a perception radius, so the number of \
             neighbours cannot be chosen\n  allowed: no --neighbours",
        ));
    }
    let (dimension, radius) = (scenario.general.dimension, first.perception.radius);
    let ball = match dimension {
        2 => std::f64::consts::PI * radius.powi(2),
        _ => 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
    };
    let now = scenario.boids() as f64 * ball / space.size.iter().product::<f64>();
    scenario.scale_space((now / neighbours).powf(1.0 / dimension as f64));
    Ok(())
}

impl PresetRow {
    /// Boid-steps per second.
    pub fn rate(&self) -> f64 {
        self.timing.rate()
    }

    /// The row as a JSON object.
    pub fn to_json(&self) -> Value {
        let PresetWorkload { name, scenario, spread, threads } = &self.workload;
        json!({
            "preset": name,
            "boids": scenario.boids(),
            "dimension": scenario.general.dimension,
            "engine": scenario.general.engine.as_str(),
            "search": scenario.general.search.word(),
            "spread": spread.word(),
            "threads": threads,
            "steps_per_second": self.timing.steps_per_second(),
            "boid_steps_per_second": self.timing.rate(),
            "perceived_neighbours": self.timing.stats.neighbours,
            "candidates_per_group": self.timing.stats.candidates,
            "boids_per_group": self.timing.stats.group_size,
            "nanoseconds_per_neighbour": self.timing.nanoseconds_per_neighbour(),
            "bytes_per_boid": self.timing.bytes_per_boid(),
        })
    }

    /// The heading of the columns.
    pub fn heading() -> String {
        format!(
            "{:<16}  {:>9}  {}  {:<9}  {:<9}  {:>7}  {:>9}  {:>13}  {:>9}  {:>12}  {:>5}",
            "preset",
            "boids",
            "D",
            "engine",
            "spread",
            "threads",
            "steps/s",
            "Mboid-steps/s",
            "perceived",
            "ns/neighbour",
            "bytes"
        )
    }
}

impl fmt::Display for PresetRow {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let PresetWorkload { name, scenario, spread, threads } = &self.workload;
        write!(
            f,
            "{name:<16}  {:>9}  {}  {:<9}  {:<9}  {threads:>7}  {:>9.1}  {:>13.3}  {:>9.1}  {:>12.2}  {:>5.0}",
            scenario.boids(),
            scenario.general.dimension,
            scenario.general.engine.as_str(),
            spread.word(),
            self.timing.steps_per_second(),
            self.timing.rate() / 1e6,
            self.timing.stats.neighbours,
            self.timing.nanoseconds_per_neighbour(),
            self.timing.bytes_per_boid()
        )
    }
}
