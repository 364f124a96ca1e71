//! The report on a run, as text and as JSON.

use super::Ending;
use super::encounter_count::EncounterCount;
use super::plan::Plan;
use crate::memory::MOST_SEARCHED;
use crate::output::escape_name;
use crate::text_table::align;
use quelea::engine::Device;
use quelea::measures::encounters::Encounters;
use quelea::measures::measure_only;
use quelea::model::settings::{EndWhen, Search};
use quelea::{Measures, Scenario, Simulation, State};
use serde_json::{Map, Value, json};
use std::io::Write;

/// What was timed.
pub struct Timing {
    /// The step from which on the run was timed.
    pub start: u64,
    pub seconds: f64,
}

/// The result of a run.
pub struct Report {
    scenario: String,
    boids: usize,
    dimension: usize,
    steps: u64,
    resumed_at: Option<u64>,
    ending: Ending,
    /// The number of steps that the run was to do.
    steps_planned: u64,
    /// The end condition of the scenario.
    end: EndWhen,
    /// The number of steps that `seconds` covers: those since the run was resumed.
    timed_steps: u64,
    seed: u64,
    stepped: Stepped,
    seconds: f64,
    final_state: FinalState,
    encounters: Option<EncounterCount>,
    warnings: Vec<String>,
}

/// Who stepped the flock.
pub struct Stepped {
    pub engine: &'static str,
    pub search: Search,
    pub approximate: bool,
    pub threads: usize,
    /// The device, if it was not the processor.
    pub device: Option<Device>,
    /// What steps cost each rank, if the flock was divided.
    pub ranks: Option<Ranked>,
}

/// What steps cost each rank, in both forms of the report.
pub struct Ranked {
    pub count: usize,
    pub json: Value,
    pub text: String,
}

/// What is said about the final state.
pub struct FinalState {
    pub step: u64,
    pub hash: u64,
    pub measures: Measures,
    /// Whether it was searched for the neighbours of each boid; else the measures that need this are not there.
    pub searched: bool,
}

impl FinalState {
    /// Measures a final state.
    pub fn new(scenario: &Scenario, state: &State) -> Self {
        let searched = state.len() <= MOST_SEARCHED;
        let wanted = |name: &str| searched || !Measures::OF_NEIGHBOURS.contains(&name);
        // The hash adds one number after the other, which keeps a thread busy for a while.
        let (hash, measures) = rayon::join(|| state.hash(), || measure_only(scenario, state, wanted));
        FinalState { step: state.step, hash, measures, searched }
    }

    /// Every measure by its name, with `None` for one that was not made.
    fn measures(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> {
        let made = |name: &str| self.searched || !Measures::OF_NEIGHBOURS.contains(&name);
        self.measures.values().into_iter().map(move |(name, value)| (name, made(name).then_some(value)))
    }
}

impl Stepped {
    pub fn by(simulation: &Simulation) -> Self {
        let info = simulation.info();
        Stepped {
            engine: info.engine,
            search: info.search,
            approximate: info.approximation.is_some(),
            threads: info.threads,
            device: info.device,
            ranks: None,
        }
    }
}

impl Report {
    pub fn new(
        plan: &Plan,
        stepped: Stepped,
        final_state: FinalState,
        timing: Timing,
        encounters: Option<EncounterCount>,
        resumed: bool,
        ending: Ending,
    ) -> Self {
        let general = &plan.scenario.general;
        let step = final_state.step;
        let mut warnings = plan.warnings.as_list().to_vec();
        let failure = stepped.device.as_ref().and_then(|device| device.failure.clone());
        if let Some(failure) = failure {
            eprintln!("warning: {failure}");
            warnings.push(failure);
        }
        Report {
            scenario: plan.name.clone(),
            boids: plan.scenario.boids(),
            dimension: general.dimension,
            steps: step - plan.first.min(step),
            resumed_at: resumed.then_some(timing.start),
            ending,
            steps_planned: general.steps,
            end: general.end.when,
            timed_steps: step - timing.start,
            seed: general.seed,
            stepped,
            seconds: timing.seconds,
            final_state,
            encounters,
            warnings,
        }
    }

    /// Boids times steps per second; 0 if the run was too short to time.
    fn boid_steps_per_second(&self) -> f64 {
        let boid_steps = self.boids as f64 * self.timed_steps as f64;
        if self.seconds > 0.0 { boid_steps / self.seconds } else { 0.0 }
    }

    /// How the run ended, if the scenario has an end condition and the run was not interrupted.
    fn outcome(&self) -> Option<&'static str> {
        match self.ending {
            _ if self.end == EndWhen::Never => None,
            Ending::Reached => Some("reached"),
            Ending::LastStep => Some("time-limit"),
            Ending::Interrupted | Ending::Unread => None,
        }
    }

    /// Writes a JSON object.
    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let encounters = self.encounters.as_ref();
        let encounters = encounters.map(|count| {
            let mut object: Map<String, Value> =
                count.encounters.values().iter().map(|(name, count)| (name.to_string(), json!(count))).collect();
            object.insert("counted_from".to_owned(), json!(count.since));
            object
        });
        let mut object = json!({
            "scenario": self.scenario,
            "boids": self.boids,
            "dimension": self.dimension,
            "steps": self.steps,
            "resumed_at": self.resumed_at,
            "finished": matches!(self.ending, Ending::Reached | Ending::LastStep),
            "outcome": self.outcome(),
            "end_step": self.outcome().map(|_| self.steps),
            "seed": self.seed,
            "engine": self.stepped.engine,
            "search": self.stepped.search.word(),
            "approximate": self.stepped.approximate,
            "threads": self.stepped.threads,
            "device": self.stepped.device.as_ref().map(|device| &device.name),
            "bits": self.stepped.device.as_ref().map(|device| &device.promise),
            "seconds": self.seconds,
            "boid_steps_per_second": self.boid_steps_per_second(),
            "state_hash": format!("{:016x}", self.final_state.hash),
            "measures": json_measures(&self.final_state),
            "encounters": encounters,
            "warnings": self.warnings,
        });
        if let Some(ranks) = &self.stepped.ranks {
            object["ranks"] = ranks.json.clone();
        }
        Ok(writeln!(out, "{object:#}")?)
    }

    /// Writes a summary for people.
    pub fn write_text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Report { scenario, boids, dimension, steps, seed, stepped, .. } = self;
        let Stepped { engine, search, threads, .. } = stepped;
        let approximate = if stepped.approximate { " (approximate)" } else { "" };
        let resumed = self.resumed_at.map(|step| format!(" (resumed at {step})")).unwrap_or_default();
        let scenario = escape_name(scenario);
        writeln!(out, "{scenario}: {boids} boids in {dimension}D, {steps} steps{resumed}, seed {seed}")?;
        let ranks = stepped.ranks.as_ref().map(|ranks| format!(", ranks: {}", ranks.count)).unwrap_or_default();
        let each = if ranks.is_empty() { "" } else { " each" };
        match &stepped.device {
            Some(Device { name, promise, .. }) => writeln!(out, "{engine} engine on {name}: {promise}")?,
            None => writeln!(out, "{engine} engine, {search} search{approximate}{ranks}, threads: {threads}{each}")?,
        }
        writeln!(out, "{:.3} s, {:.3e} boid-steps/s", self.seconds, self.boid_steps_per_second())?;
        writeln!(out, "state {:016x}", self.final_state.hash)?;
        match self.outcome() {
            Some("reached") => writeln!(out, "outcome: {} reached at step {steps}", self.end)?,
            Some(_) => writeln!(out, "outcome: {} not reached in {steps} steps", self.end)?,
            None => {}
        }
        if self.ending == Ending::Unread {
            writeln!(out, "stopped after {steps} of {} steps: nobody reads the stream any more", self.steps_planned)?;
        }
        writeln!(out)?;
        let mut rows = measure_rows(&self.final_state);
        for ((name, count), (_, unit, _)) in
            self.encounters.iter().flat_map(|count| std::iter::zip(count.encounters.values(), Encounters::DEFINITIONS))
        {
            rows.push([name.to_owned(), count.to_string(), unit.to_owned()]);
        }
        out.write_all(align(&rows).as_bytes())?;
        if !self.final_state.searched {
            let names = Measures::OF_NEIGHBOURS.join(", ");
            writeln!(out, "\nnot measured in flocks of more than {MOST_SEARCHED} boids: {names}")?;
        }
        match &stepped.ranks {
            Some(ranks) => Ok(write!(out, "\n{}", ranks.text)?),
            None => Ok(()),
        }
    }
}

/// The measures as a JSON object, with null for those that were not made.
fn json_measures(state: &FinalState) -> Map<String, Value> {
    state.measures().map(|(name, value)| (name.to_owned(), value.map_or(Value::Null, json_number))).collect()
}

/// The measures that were made as rows of name, value and unit.
fn measure_rows(state: &FinalState) -> Vec<[String; 3]> {
    let rows = std::iter::zip(state.measures(), Measures::DEFINITIONS);
    rows.filter_map(|((name, value), (_, unit, _))| Some([name.to_owned(), round(value?), unit.to_string()])).collect()
}

/// A number with four decimals, or none if it is whole.
fn round(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.4}") }
}

/// A JSON number, without a decimal point if it is whole. Beyond 2⁵³ doubles are not exact, and the point stays.
fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quelea::{initial_state, measure};

    #[test]
    fn measures_of_neighbours_are_left_out_where_nobody_was_searched_for() {
        let scenario = Scenario::preset("p5").unwrap();
        let state = initial_state(&scenario);
        let whole = FinalState::new(&scenario, &state);
        assert_eq!((whole.measures, whole.hash), (measure(&scenario, &state), state.hash()));
        let part = FinalState { searched: false, ..whole };
        assert_eq!(json_measures(&part)["clusters"], Value::Null);
        assert_eq!(json_measures(&part)["polarisation"], json_number(part.measures.polarisation));
        assert_eq!(measure_rows(&part).len(), Measures::DEFINITIONS.len() - Measures::OF_NEIGHBOURS.len());
    }
}
