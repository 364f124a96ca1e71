//! A sweep, put together from the arguments and checked: which runs there are, and what is kept of each.

use super::arguments::SweepArgs;
use super::kept::{Features, Kept, error_column};
use super::seeds::take_seeds;
use super::series::Series;
use super::vary::Vary;
use crate::error::user_error;
use crate::files::{Table, Values};
use crate::source::{Source, overrides};
use crate::warnings::Warnings;
use anyhow::Context;
use quelea::Scenario;
use quelea::measures::encounters::anyone_hunts;
use quelea::model::Inert;
use quelea::model::settings::{EndWhen, Schedule};
use quelea::state::snapshot::checksum;
use std::collections::HashMap;

/// A sweep that can start.
pub struct Plan {
    source: Source,
    overrides: Vec<String>,
    ramps: Vec<Schedule>,
    /// The scenario of the first run.
    pub base: Scenario,
    pub varied: Vec<Vary>,
    pub repeats: u64,
    /// The seed of each repeat if they are given, rather than consecutive.
    pub seeds: Option<Vec<u64>>,
    /// What is kept of each run.
    pub measures: Vec<Kept>,
    /// The number of final steps over which measures are averaged.
    pub average: u64,
    pub every: u64,
    /// Which part of how many, counted from 0.
    pub part: (u64, u64),
    /// Where the measures of each run over time go.
    pub series: Option<Series>,
    /// The number of boids in the largest run.
    pub max_boids: usize,
    pub warnings: Warnings,
}

/// What is kept of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// A value for each column of [`Plan::measure_columns`].
    pub measures: Vec<f64>,
    pub state_hash: u64,
}

impl Outcome {
    /// Whether two runs have the same results, to the bit.
    fn is_same(&self, other: &Outcome) -> bool {
        let bits = |outcome: &Outcome| outcome.measures.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        self.state_hash == other.state_hash && bits(self) == bits(other)
    }
}

/// The most runs of a sweep.
const MAX_RUNS: u64 = 10_000_000;

impl Plan {
    pub fn new(arguments: &SweepArgs) -> anyhow::Result<Self> {
        let source = Source::open(&arguments.scenario)?;
        let varied = arguments.vary.iter().map(|text| Vary::parse(text)).collect::<anyhow::Result<_>>()?;
        Self::from_source(source, varied, arguments)
    }

    /// The same for a scenario and values that are not named in the arguments.
    pub fn from_source(source: Source, varied: Vec<Vary>, arguments: &SweepArgs) -> anyhow::Result<Self> {
        for (index, vary) in varied.iter().enumerate() {
            if varied[..index].iter().any(|earlier| earlier.path == vary.path) {
                return Err(user_error(format!(
                    "--vary {}: it is varied twice; give all its values at once",
                    vary.path
                )));
            }
        }
        if arguments.steps.is_some() && varied.iter().any(|vary| vary.path == "steps") {
            return Err(user_error("--steps: `steps` is varied"));
        }
        let (varied, seeds) = take_seeds(varied, arguments.repeats)?;
        let mut plan = Plan {
            base: Scenario::default(),
            overrides: overrides(&arguments.set, arguments.steps, None, arguments.engine.as_deref()),
            ramps: arguments.ramp.clone(),
            measures: Vec::new(),
            part: parse_part(arguments.part.as_deref())?,
            repeats: seeds.as_ref().map_or(arguments.repeats, |seeds| seeds.len() as u64),
            seeds,
            average: arguments.average,
            every: arguments.every,
            series: None,
            max_boids: 0,
            warnings: Warnings::default(),
            source,
            varied,
        };
        let factors = plan.varied.iter().map(|vary| vary.values.len() as u64).chain([plan.repeats]);
        let total = factors.fold(1u64, u64::saturating_mul);
        if total > MAX_RUNS {
            return Err(user_error(format!("these are {total} runs; at most {MAX_RUNS} are possible: vary less")));
        }
        plan.series = Series::new(arguments, total)?;
        let features = plan.check_combinations()?;
        plan.warnings.add_inert_overrides(&plan.base, &arguments.set);
        plan.measures = Kept::select(&arguments.measure, samples(plan.average, plan.every), features)?;
        Ok(plan)
    }

    /// Reads the scenario of every combination, so that a long sweep does not end at an invalid value. Returns what
    /// any of them has.
    fn check_combinations(&mut self) -> anyhow::Result<Features> {
        let mut features = Features::default();
        let mut seen: Vec<HashMap<String, String>> = vec![HashMap::new(); self.varied.len()];
        // The first combination, if any, whose runs end before each schedule does.
        let mut unreached: Vec<(String, Vec<String>, String)> = Vec::new();
        // Why each parameter has no effect, as long as it has none in any combination.
        let mut inert: Vec<Option<Inert>> = Vec::new();
        for combination in 0..self.combinations() {
            let run = combination * self.repeats;
            let scenario = self.scenario(run)?;
            self.refuse_equal_values(run, &scenario, &mut seen)?;
            let steps = scenario.general.steps;
            if self.average > steps.max(1) {
                return Err(user_error(format!(
                    "--average {}: the runs with {} have {steps} steps; allowed: from 1 to {}",
                    self.average,
                    self.assignments(run).join(", "),
                    steps.max(1)
                )));
            }
            for found in scenario.unreached_schedules(0) {
                if unreached.iter().all(|(path, ..)| *path != found.path) {
                    let message = format!("{found}\n  to reach it: {}", found.remedy);
                    unreached.push((found.path, self.assignments(run), message));
                }
            }
            self.max_boids = self.max_boids.max(scenario.boids());
            features.ends |= scenario.general.end.when != EndWhen::Never;
            features.hunts |= anyone_hunts(&scenario);
            let now = self.varied.iter().map(|vary| scenario.inert(&vary.path));
            inert = match combination {
                0 => now.collect(),
                _ => inert.into_iter().zip(now).map(|(before, now)| before.and(now)).collect(),
            };
            if combination == 0 {
                self.base = scenario;
            }
        }
        for (_, assignments, message) in unreached {
            let colon = if assignments.is_empty() { "" } else { ": " };
            self.warnings.add(format!("{}{colon}{message}", assignments.join(", ")));
        }
        inert.iter().flatten().for_each(|inert| self.warnings.add_inert("--vary", inert));
        Ok(features)
    }

    /// The number of combinations.
    pub fn combinations(&self) -> u64 {
        self.varied.iter().map(|vary| vary.values.len() as u64).product()
    }

    /// The numbers of the runs of this part.
    pub fn runs(&self) -> impl Iterator<Item = u64> {
        let (part, parts) = self.part;
        (part..self.combinations() * self.repeats).step_by(parts as usize)
    }

    /// The varied values of a run. The first parameter changes slowest, the seed fastest.
    pub fn values(&self, run: u64) -> Vec<&str> {
        let mut rest = run / self.repeats;
        let mut values: Vec<&str> = Vec::new();
        for vary in self.varied.iter().rev() {
            let count = vary.values.len() as u64;
            values.push(&vary.values[(rest % count) as usize]);
            rest /= count;
        }
        values.reverse();
        values
    }

    /// The varied values of a run as `path=value`.
    fn assignments(&self, run: u64) -> Vec<String> {
        let varied = std::iter::zip(&self.varied, self.values(run));
        varied.map(|(vary, value)| format!("{}={value}", vary.path)).collect()
    }

    /// Refuses texts that stand for the same value, such as 0 and 0.0, whose runs would be done twice. `seen`
    /// holds the first text for each value so far.
    fn refuse_equal_values(
        &self,
        run: u64,
        scenario: &Scenario,
        seen: &mut [HashMap<String, String>],
    ) -> anyhow::Result<()> {
        for ((vary, text), seen) in self.varied.iter().zip(self.values(run)).zip(seen) {
            let Some(value) = scenario.get(&vary.path) else { continue };
            let first = seen.entry(value.to_string()).or_insert_with(|| text.to_owned());
            if first != text {
                return Err(user_error(format!(
                    "--vary {}: {first} and {text} are the same value; leave one out",
                    vary.path
                )));
            }
        }
        Ok(())
    }

    /// The varied parameters that made no difference at all: runs that differ in nothing else have the same results, to
    /// the bit. The exact searches are meant to make none.
    pub fn without_difference(&self, outcomes: &[(u64, Outcome)]) -> Vec<&str> {
        let is_idle = |axis: &usize| {
            let mut groups: HashMap<(Vec<&str>, u64), (&Outcome, usize)> = HashMap::new();
            for (run, outcome) in outcomes {
                let mut others = self.values(*run);
                others.remove(*axis);
                let (first, count) = groups.entry((others, run % self.repeats)).or_insert((outcome, 0));
                *count += 1;
                if !first.is_same(outcome) {
                    return false;
                }
            }
            groups.values().any(|(_, count)| *count > 1)
        };
        let paths = (0..self.varied.len()).filter(is_idle).map(|axis| self.varied[axis].path.as_str());
        paths.filter(|path| *path != "search").collect()
    }

    /// The scenario of a run.
    pub fn scenario(&self, run: u64) -> anyhow::Result<Scenario> {
        let mut overrides = self.overrides.clone();
        let assignments = self.assignments(run);
        overrides.extend(assignments.iter().cloned());
        let read = self.source.with_overrides(&overrides, &self.ramps);
        let mut scenario = match assignments.is_empty() {
            true => read?,
            false => read.with_context(|| assignments.join(", "))?,
        };
        let seed = self.seed(scenario.general.seed, run);
        scenario.override_with([format!("seed={seed}").as_str()]).context("--repeats")?;
        Ok(scenario)
    }

    /// The seed of a run whose scenario has this one.
    fn seed(&self, first: u64, run: u64) -> u64 {
        let repeat = run % self.repeats;
        match &self.seeds {
            Some(seeds) => seeds[repeat as usize],
            None => first.saturating_add(repeat),
        }
    }

    /// Whether runs are averaged, and their means have errors.
    pub fn has_errors(&self) -> bool {
        samples(self.average, self.every) > 1
    }

    /// The columns of what is kept: each is followed by its error if runs are averaged.
    pub fn measure_columns(&self) -> Vec<String> {
        let has_error = |kept: &Kept| self.has_errors() && kept.fluctuates();
        let columns = |kept: &Kept| [Some(kept.name()), has_error(kept).then(|| error_column(&kept.name()))];
        self.measures.iter().flat_map(columns).flatten().collect()
    }

    /// A number that two sweeps share only if they do the same runs and keep the same measures.
    pub fn fingerprint(&self) -> u64 {
        let Plan { varied, repeats, seeds, part, average, every, measures, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let series = self.series.as_ref().map(|series| series.every);
        let kept = format!("{average} {every} {measures:?} {series:?}");
        let sweep = format!("{version} {varied:?} {repeats} {seeds:?} {part:?} {kept}");
        checksum(format!("{sweep}\n{}", self.base.to_toml()).as_bytes())
    }

    /// The table with a row per run, in the order given.
    pub fn table(&self, outcomes: &[(u64, Outcome)]) -> Table {
        let runs = Values::Integer(outcomes.iter().map(|(run, _)| *run as i64).collect());
        let seed = |run: &u64| self.seed(self.base.general.seed, *run) as i64;
        let seeds = Values::Integer(outcomes.iter().map(|(run, _)| seed(run)).collect());
        let mut columns = vec![("run".to_owned(), runs)];
        for (index, vary) in self.varied.iter().enumerate() {
            let texts = outcomes.iter().map(|(run, _)| self.values(*run)[index].to_owned()).collect();
            columns.push((vary.path.clone(), typed_values(texts, &vary.values)));
        }
        columns.push(("seed".to_owned(), seeds));
        for (index, name) in self.measure_columns().into_iter().enumerate() {
            let values = outcomes.iter().map(|(_, outcome)| outcome.measures[index]).collect();
            columns.push((name, Values::Double(values)));
        }
        let hashes = outcomes.iter().map(|(_, outcome)| format!("{:016x}", outcome.state_hash)).collect();
        columns.push(("state_hash".to_owned(), Values::Text(hashes)));
        Table::new(columns)
    }
}

/// A column of integers, numbers or text. All varied values decide, so that every part has the same types.
fn typed_values(texts: Vec<String>, all: &[String]) -> Values {
    if all.iter().all(|text| text.parse::<i64>().is_ok()) {
        return Values::Integer(texts.iter().filter_map(|text| text.parse().ok()).collect());
    }
    if all.iter().all(|text| text.parse::<f64>().is_ok()) {
        return Values::Double(texts.iter().filter_map(|text| text.parse().ok()).collect());
    }
    Values::Text(texts)
}

/// The number of samples of a run.
fn samples(average: u64, every: u64) -> u64 {
    average.div_ceil(every)
}

/// Parses `I/N` as an index counted from 0 and the number of parts.
fn parse_part(text: Option<&str>) -> anyhow::Result<(u64, u64)> {
    let Some(text) = text else { return Ok((0, 1)) };
    let parsed = text.split_once('/').and_then(|(part, parts)| {
        let (part, parts) = (part.trim().parse::<u64>().ok()?, parts.trim().parse::<u64>().ok()?);
        (1..=parts).contains(&part).then(|| (part - 1, parts))
    });
    parsed.ok_or_else(|| user_error(format!("--part {text}: allowed: I/N with I from 1 to N, such as 3/8")))
}
