//! A run, put together from the arguments, the scenario and a checkpoint, and checked.

use super::arguments::RunArgs;
use super::checkpoint_folder::Manifest;
use super::encounter_count::{self, EncounterCount};
use super::output_file::{OutputFile, is_same_output};
use super::same_scenario::check_same_scenario;
use crate::atomic_file::is_same_file;
use crate::error::user_error;
use crate::files::{RecordColumns, RecordFormat, ResumePoint, StreamFormat, is_stdout};
use crate::input::{extension, quoted, read_bytes, read_text};
use crate::source::{Source, overrides};
use crate::warnings::Warnings;
use anyhow::Context;
use quelea::{Scenario, Snapshot, State};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A run that can start.
pub struct Plan {
    /// The scenario as the user named it.
    pub name: String,
    pub scenario: Scenario,
    /// The state to start from; `None` for the initial state of the scenario.
    pub start: Option<State>,
    /// The step at which the run began; 0 unless `--start-step` says otherwise.
    pub first: u64,
    /// The sampling interval in steps.
    pub every: u64,
    pub measures: Option<OutputFile>,
    pub record: Option<OutputFile>,
    /// The columns of the record; `None` for those usual in its format.
    pub columns: Option<RecordColumns>,
    /// The format of streams whose names do not say it.
    pub stream_format: Option<StreamFormat>,
    pub checkpoint: Option<PathBuf>,
    pub checkpoint_every: Option<u64>,
    pub state_out: Option<PathBuf>,
    /// The catches and near misses so far, as the checkpoint has them.
    pub encounters: Value,
    pub force: bool,
    pub warnings: Warnings,
}

impl Plan {
    pub fn new(arguments: &RunArgs) -> anyhow::Result<Self> {
        let mut plan = match &arguments.resume {
            None => Self::fresh(arguments)?,
            Some(path) => Self::resumed(arguments, path)?,
        };
        if let Some(path) = plan.state_out.as_deref().filter(|path| extension(path) != "csv") {
            return Err(user_error(format!(
                "--state-out {}: the final state is a table that ends in `.csv`",
                quoted(path)
            )));
        }
        plan.warnings.add_unreached(&plan.scenario, plan.first);
        if let Some(start) = &plan.start {
            let warning = encounter_count::warning(&plan, start.step);
            warning.into_iter().for_each(|warning| plan.warnings.add(warning));
        }
        plan.check_needed_outputs(arguments)?;
        plan.check_distinct_files(arguments)?;
        Ok(plan)
    }

    /// Refuses an option that says how often something is written that is not written at all.
    fn check_needed_outputs(&self, arguments: &RunArgs) -> anyhow::Result<()> {
        if arguments.checkpoint_every.is_some() && self.checkpoint.is_none() {
            return Err(user_error("--checkpoint-every: no checkpoint is saved; --checkpoint FILE saves some"));
        }
        if arguments.every.is_some() && self.measures.is_none() && self.record.is_none() {
            return Err(user_error("--every: nothing is sampled; --measures FILE or --record FILE samples"));
        }
        if !arguments.columns.is_empty() && self.record.is_none() {
            return Err(user_error("--columns: nothing is recorded; --record FILE records"));
        }
        let outputs = [&self.measures, &self.record];
        if arguments.format.is_some()
            && !outputs.into_iter().flatten().any(|file| StreamFormat::is_open_for(file.path()))
        {
            return Err(user_error(
                "--format: it is for streams without an extension, such as `--record -`; a file has the format of its name",
            ));
        }
        Ok(())
    }

    /// Refuses two outputs to the same file, of which one would be lost, and an output that would replace an input.
    fn check_distinct_files(&self, arguments: &RunArgs) -> anyhow::Result<()> {
        let inputs = [
            // `-` is the standard input.
            ("the scenario", arguments.scenario.as_deref().filter(|name| *name != "-").map(Path::new)),
            ("--start", arguments.start.as_deref()),
            // A run goes on in its own checkpoint.
            ("--resume", arguments.resume.as_deref()),
        ];
        let outputs = [
            ("--measures", self.measures.as_ref().map(OutputFile::path)),
            ("--record", self.record.as_ref().map(OutputFile::path)),
            ("--checkpoint", self.checkpoint.as_deref()),
            ("--state-out", self.state_out.as_deref()),
        ];
        let named: Vec<_> = outputs.into_iter().filter_map(|(option, path)| Some((option, path?))).collect();
        for (index, (option, path)) in named.iter().enumerate() {
            if let Some((earlier, _)) = named[..index].iter().find(|(_, other)| is_same_output(other, path)) {
                return Err(user_error(format!(
                    "{earlier} and {option} both write {}: give each a file of its own",
                    quoted(path)
                )));
            }
            let mut read = inputs.iter().filter(|(input, _)| (*input, *option) != ("--resume", "--checkpoint"));
            if let Some((input, _)) = read.find(|(_, input)| input.is_some_and(|input| is_same_file(input, path))) {
                return Err(user_error(format!(
                    "{option} would replace {}, which is {input}: choose another file",
                    quoted(path)
                )));
            }
        }
        Ok(())
    }

    fn fresh(arguments: &RunArgs) -> anyhow::Result<Self> {
        let name = arguments.scenario.as_deref().unwrap_or("p5").to_owned();
        let table = arguments.start.as_deref().map(read_text).transpose()?;
        let scenario = scenario(arguments, &name, table.as_deref())?;
        let mut warnings = Warnings::default();
        warnings.add_inert_overrides(&scenario, &arguments.set);
        let first = arguments.start_step.unwrap_or(0);
        let start = match (table, &arguments.start) {
            (Some(table), Some(path)) => Some(state_from_table(&scenario, &table, first, path)?),
            _ => None,
        };
        Ok(Plan {
            name,
            scenario,
            start,
            first,
            every: arguments.every.unwrap_or(1),
            measures: OutputFile::choose(arguments.measures.as_deref(), None),
            record: OutputFile::choose(arguments.record.as_deref(), None),
            columns: RecordColumns::from_choice(&arguments.columns),
            stream_format: arguments.format,
            checkpoint: arguments.checkpoint.clone(),
            checkpoint_every: arguments.checkpoint_every,
            state_out: arguments.state_out.clone(),
            encounters: Value::Null,
            force: arguments.output.force,
            warnings,
        })
    }

    fn resumed(arguments: &RunArgs, path: &Path) -> anyhow::Result<Self> {
        let Saved { mut scenario, state, step: done, notes, mut warnings } = Saved::read(path)?;
        if let Some(name) = &arguments.scenario {
            check_same_scenario(name, &scenario, path)?;
        }
        if let Some(steps) = arguments.steps {
            fix_length_of_schedules(&mut scenario);
            scenario.override_with([format!("steps={steps}").as_str()]).context("on the command line")?;
        }
        let first = notes["first"].as_u64().unwrap_or(0);
        let last = first.saturating_add(scenario.general.steps);
        if done > last {
            let steps = scenario.general.steps;
            return Err(user_error(format!("--steps {steps}: {} is at step {done} already", quoted(path))));
        }
        let measures = ResumePoint::from_json(&notes["measures"]);
        let record = ResumePoint::from_json(&notes["record"]);
        let every = notes["every"].as_u64().filter(|every| *every > 0);
        if let (Some(given), Some(every)) = (arguments.every, every)
            && given != every
            && (measures.is_some() || record.is_some())
        {
            return Err(user_error(format!(
                "--every {given}: the files of the run have a sample every {every} steps, which cannot change"
            )));
        }
        let columns = columns_of_notes(&notes);
        let record = match (OutputFile::choose(arguments.record.as_deref(), record), notes["record_folder"].as_str()) {
            (None, Some(folder)) if state.is_none() => Some(OutputFile::New(folder.into())),
            (None, Some(folder)) => {
                let folder = quoted(Path::new(folder));
                warnings.add(format!("the record in {folder} is not continued: one process writes no folder"));
                None
            }
            (record, _) => record,
        };
        let chosen = RecordColumns::from_choice(&arguments.columns);
        if let (Some(given), Some(OutputFile::Existing(point))) = (chosen, &record) {
            let written = columns.unwrap_or(RecordColumns::default_for(RecordFormat::new(&point.path, None)?));
            if given != written {
                return Err(user_error(format!(
                    "--columns {}: the record of the run holds {}, which cannot change",
                    given.words().join(","),
                    written.words().join(",")
                )));
            }
        }
        let state_out = notes["state_out"].as_str().map(PathBuf::from);
        let checkpoint_every = notes["checkpoint_every"].as_u64().filter(|every| *every > 0);
        Ok(Plan {
            name: notes["name"].as_str().unwrap_or(&scenario.general.name).to_owned(),
            scenario,
            start: state,
            first,
            every: arguments.every.or(every).unwrap_or(1),
            measures: OutputFile::choose(arguments.measures.as_deref(), measures),
            record,
            columns: chosen.or(columns),
            stream_format: arguments.format,
            checkpoint: Some(arguments.checkpoint.clone().unwrap_or_else(|| path.to_owned())),
            checkpoint_every: arguments.checkpoint_every.or(checkpoint_every),
            state_out: arguments.state_out.clone().or(state_out),
            encounters: notes["encounters"].clone(),
            force: arguments.output.force,
            warnings,
        })
    }

    /// Whether the standard output is a stream of samples, so that the report must go elsewhere.
    pub fn streams_to_stdout(&self) -> bool {
        [&self.measures, &self.record].into_iter().flatten().any(|file| is_stdout(file.path()))
    }

    /// Whether the run is to leave any file behind, and not only streams.
    pub fn leaves_files(&self) -> bool {
        let samples = [&self.measures, &self.record].into_iter().flatten();
        let is_file = |file: &OutputFile| !StreamFormat::is_stream(file.path());
        samples.into_iter().any(is_file) || self.checkpoint.is_some() || self.state_out.is_some()
    }

    /// The step at which the run ends.
    pub fn last(&self) -> u64 {
        self.first.saturating_add(self.scenario.general.steps)
    }

    /// What a checkpoint stores besides scenario and state, so that the run can be resumed.
    pub fn notes(
        &self,
        measures: Option<ResumePoint>,
        record: Option<ResumePoint>,
        encounters: Option<&EncounterCount>,
    ) -> String {
        let to_json = |point: Option<ResumePoint>| point.map(|point| point.to_json());
        let notes = json!({
            "name": self.name,
            "first": self.first,
            "every": self.every,
            "measures": to_json(measures),
            "record": to_json(record),
            "encounters": encounters.map(EncounterCount::to_json),
            "columns": self.columns.map(RecordColumns::words),
            "checkpoint_every": self.checkpoint_every,
            "state_out": self.state_out.as_ref().map(|path| path.to_string_lossy()),
        });
        notes.to_string()
    }
}

fn columns_of_notes(notes: &Value) -> Option<RecordColumns> {
    RecordColumns::from_words(notes["columns"].as_array()?.iter().filter_map(Value::as_str))
}

/// What a checkpoint holds.
struct Saved {
    scenario: Scenario,
    /// The whole state; `None` if each rank reads its own part.
    state: Option<State>,
    step: u64,
    notes: Value,
    warnings: Warnings,
}

impl Saved {
    /// Reads a checkpoint: a file, or the folder of several ranks.
    fn read(path: &Path) -> anyhow::Result<Self> {
        let warnings = Warnings::default();
        if path.is_dir() {
            let manifest = Manifest::read(path)?;
            #[cfg(feature = "mpi")]
            let (scenario, state) = (super::divided::scenario(&manifest)?, None);
            #[cfg(not(feature = "mpi"))]
            let (scenario, state) = (manifest.scenario.clone(), Some(manifest.read_state(path)?));
            return Ok(Saved { scenario, state, step: manifest.step, notes: manifest.notes, warnings });
        }
        let read = Snapshot::read(&read_bytes(path)?);
        let Snapshot { scenario, state, notes, .. } =
            read.map_err(|error| user_error(format!("{} {error}", quoted(path))))?;
        let notes = serde_json::from_str(&notes).unwrap_or_default();
        Ok(Saved { scenario, step: state.step, state: Some(state), notes, warnings })
    }
}

/// The scenario with all overrides of the command line. They are applied together, since they may only be valid
/// together.
fn scenario(arguments: &RunArgs, name: &str, table: Option<&str>) -> anyhow::Result<Scenario> {
    let RunArgs { set, ramp, boids, steps, seed, engine, .. } = arguments;
    let mut overrides = overrides(set, *steps, *seed, engine.as_deref());
    overrides.extend(boids.map(|boids| format!("boids={boids}")));
    let source = Source::open(name)?;
    let ramp = &match arguments.start_step {
        // A ramp begins with the run, wherever that begins.
        Some(first) if !ramp.is_empty() => {
            let steps = source.with_overrides(&overrides, &[])?.general.steps;
            ramp.iter().map(|ramp| ramp.clone().during(first, steps)).collect()
        }
        _ => ramp.clone(),
    };
    let plain = source.with_overrides(&overrides, ramp);
    let Some(table) = table else { return plain };
    if plain.as_ref().is_ok_and(|scenario| scenario.species.len() > 1) {
        return plain;
    }
    // With a single species the table determines the number of boids. If --set contradicts it, the table is
    // refused later.
    let rows = table.lines().skip(1).filter(|line| !line.trim().is_empty()).count();
    overrides.insert(0, format!("boids={rows}"));
    let with_rows = source.with_overrides(&overrides, ramp)?;
    if with_rows.species.len() == 1 { Ok(with_rows) } else { plain }
}

/// Gives every schedule the length that it has had so far, so that the steps already done keep their values when the
/// run gets another length.
fn fix_length_of_schedules(scenario: &mut Scenario) {
    let run_steps = scenario.general.steps;
    for schedule in &mut scenario.schedule {
        schedule.steps.get_or_insert(run_steps.saturating_sub(schedule.begin));
    }
}

fn state_from_table(scenario: &Scenario, table: &str, step: u64, path: &Path) -> anyhow::Result<State> {
    let read = State::from_csv(scenario.general.dimension, table);
    let read = read.and_then(|mut state| state.validate_against(scenario).map(|()| state));
    let mut state = read.with_context(|| quoted(path))?;
    state.step = step;
    Ok(state)
}
