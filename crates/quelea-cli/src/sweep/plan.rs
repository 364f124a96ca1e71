//! A sweep, put together from what was typed, and checked: which runs there are, and what is kept of each.

use super::vary::Vary;
use crate::arguments::SweepOrder;
use crate::failure::wrong;
use crate::files::{Rows, Values};
use crate::source::Source;
use crate::suggestion::did_you_mean;
use anyhow::Context;
use quelea::state::snapshot::checksum;
use quelea::{Measures, Scenario};
use std::collections::HashMap;

/// A sweep that can begin.
pub struct Plan {
    source: Source,
    set: Vec<String>,
    pub base: Scenario,
    pub varied: Vec<Vary>,
    repeats: u64,
    /// Which measures are kept, by their place among all.
    pub kept: Vec<usize>,
    /// Over how many of the last steps they are averaged.
    pub average: u64,
    pub every: u64,
    /// This share of how many, counted from 0.
    pub part: (u64, u64),
    /// The most boids that a run has.
    pub boids: usize,
}

/// What is kept of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub measures: Vec<f64>,
    pub state_hash: u64,
}

/// The most runs of a sweep.
const MOST: u64 = 10_000_000;

impl Plan {
    pub fn of(order: &SweepOrder) -> anyhow::Result<Self> {
        let source = Source::open(&order.scenario)?;
        let varied: Vec<Vary> = order.vary.iter().map(|text| Vary::parse(text)).collect::<anyhow::Result<_>>()?;
        for (place, vary) in varied.iter().enumerate() {
            if varied[..place].iter().any(|before| before.path == vary.path) {
                return Err(wrong(format!("--vary {}: it is varied twice; give all its values at once", vary.path)));
            }
        }
        let mut set = order.set.clone();
        set.extend(order.steps.map(|steps| format!("steps={steps}")));
        if order.steps.is_some() && varied.iter().any(|vary| vary.path == "steps") {
            return Err(wrong("--steps: `steps` is varied"));
        }
        let mut plan = Plan {
            base: Scenario::default(),
            kept: kept(&order.measure)?,
            part: part(order.part.as_deref())?,
            repeats: order.repeats,
            average: order.average,
            every: order.every,
            boids: 0,
            source,
            set,
            varied,
        };
        let factors = plan.varied.iter().map(|vary| vary.values.len() as u64).chain([plan.repeats]);
        let all = factors.fold(1u64, u64::saturating_mul);
        if all > MOST {
            return Err(wrong(format!("these are {all} runs; at most {MOST} are possible: vary less at a time")));
        }
        // Every combination is tried before the first run, so that a long sweep does not end at a wrong value.
        let mut read: Vec<HashMap<String, String>> = vec![HashMap::new(); plan.varied.len()];
        for combination in 0..plan.combinations() {
            let run = combination * plan.repeats;
            let scenario = plan.scenario(run)?;
            plan.refuse_twins(run, &scenario, &mut read)?;
            let steps = scenario.general.steps;
            if plan.average > steps.max(1) {
                let varied = plan.changes(run).join(", ");
                return Err(wrong(format!(
                    "--average {}: the runs with {varied} have {steps} steps; allowed: from 1 to {}",
                    plan.average,
                    steps.max(1)
                )));
            }
            plan.boids = plan.boids.max(scenario.boids());
            if combination == 0 {
                plan.base = scenario;
            }
        }
        Ok(plan)
    }

    pub fn combinations(&self) -> u64 {
        self.varied.iter().map(|vary| vary.values.len() as u64).product()
    }

    /// The numbers of the runs of this share.
    pub fn runs(&self) -> impl Iterator<Item = u64> {
        let (part, parts) = self.part;
        (part..self.combinations() * self.repeats).step_by(parts as usize)
    }

    /// The varied values of a run: the first parameter changes slowest, the seed fastest.
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

    /// What is varied, as it stands in a run.
    fn changes(&self, run: u64) -> Vec<String> {
        let varied = std::iter::zip(&self.varied, self.values(run));
        varied.map(|(vary, value)| format!("{}={value}", vary.path)).collect()
    }

    /// Refuses values that are written differently and are the same, such as 0 and 0.0: their runs would be done
    /// twice. `read` has what each text was read as so far.
    fn refuse_twins(&self, run: u64, scenario: &Scenario, read: &mut [HashMap<String, String>]) -> anyhow::Result<()> {
        for ((vary, text), read) in self.varied.iter().zip(self.values(run)).zip(read) {
            let Some(value) = scenario.get(&vary.path) else { continue };
            let first = read.entry(value.to_string()).or_insert_with(|| text.to_owned());
            if first != text {
                return Err(wrong(format!(
                    "--vary {}: {first} and {text} are the same value; leave one out",
                    vary.path
                )));
            }
        }
        Ok(())
    }

    /// The scenario of a run.
    pub fn scenario(&self, run: u64) -> anyhow::Result<Scenario> {
        let mut changes = self.set.clone();
        let varied = self.changes(run);
        changes.extend(varied.iter().cloned());
        let mut scenario = self.source.with(&changes).with_context(|| varied.join(", "))?;
        let seed = scenario.general.seed.saturating_add(run % self.repeats);
        scenario.override_with([format!("seed={seed}").as_str()]).context("--repeats")?;
        Ok(scenario)
    }

    /// The names of the measures that are kept.
    pub fn measures(&self) -> impl Iterator<Item = &'static str> {
        self.kept.iter().map(|place| Measures::DEFINITIONS[*place].0)
    }

    /// A number that two sweeps share only if they do the same runs and keep the same of them.
    pub fn fingerprint(&self) -> u64 {
        let Plan { varied, repeats, average, every, part, kept, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        let sweep = format!("{version} {varied:?} {repeats} {average} {every} {part:?} {kept:?}");
        checksum(format!("{sweep}\n{}", self.base.to_toml()).as_bytes())
    }

    /// The table: a row per run, in their order.
    pub fn table(&self, outcomes: &[(u64, Outcome)]) -> Rows {
        let run = Values::Whole(outcomes.iter().map(|(run, _)| *run as i64).collect());
        let seed = |run: &u64| (self.base.general.seed + run % self.repeats) as i64;
        let seeds = Values::Whole(outcomes.iter().map(|(run, _)| seed(run)).collect());
        let mut columns = vec![("run".to_owned(), run)];
        for (place, vary) in self.varied.iter().enumerate() {
            let texts = outcomes.iter().map(|(run, _)| self.values(*run)[place].to_owned()).collect();
            columns.push((vary.path.clone(), typed(texts, &vary.values)));
        }
        columns.push(("seed".to_owned(), seeds));
        for (place, name) in self.measures().enumerate() {
            let values = outcomes.iter().map(|(_, outcome)| outcome.measures[place]).collect();
            columns.push((name.to_owned(), Values::Double(values)));
        }
        let hashes = outcomes.iter().map(|(_, outcome)| format!("{:016x}", outcome.state_hash)).collect();
        columns.push(("state_hash".to_owned(), Values::Text(hashes)));
        Rows::new(columns)
    }
}

/// Whole numbers, numbers or words, by all the values there are, so that every share has the same columns.
fn typed(texts: Vec<String>, all: &[String]) -> Values {
    if all.iter().all(|text| text.parse::<i64>().is_ok()) {
        return Values::Whole(texts.iter().filter_map(|text| text.parse().ok()).collect());
    }
    if all.iter().all(|text| text.parse::<f64>().is_ok()) {
        return Values::Double(texts.iter().filter_map(|text| text.parse().ok()).collect());
    }
    Values::Text(texts)
}

/// Which measures are meant, by their place among all.
fn kept(names: &[String]) -> anyhow::Result<Vec<usize>> {
    let known: Vec<&str> = Measures::DEFINITIONS.iter().map(|(name, _, _)| *name).collect();
    if names.is_empty() {
        return Ok((0..known.len()).collect());
    }
    let mut places = Vec::new();
    for name in names.iter().map(|name| name.trim()) {
        let Some(place) = known.iter().position(|measure| *measure == name) else {
            let (near, known) = (did_you_mean(name, known.iter().copied()), known.join(", "));
            return Err(wrong(format!("--measure: `{name}` is not a measure{near}\n  allowed: {known}")));
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}

/// `I/N`, as the place counted from 0 and the number of shares.
fn part(text: Option<&str>) -> anyhow::Result<(u64, u64)> {
    let Some(text) = text else { return Ok((0, 1)) };
    let read = text.split_once('/').and_then(|(part, parts)| {
        let (part, parts) = (part.trim().parse::<u64>().ok()?, parts.trim().parse::<u64>().ok()?);
        (1..=parts).contains(&part).then(|| (part - 1, parts))
    });
    read.ok_or_else(|| wrong(format!("--part {text}: allowed: I/N with I from 1 to N, such as 3/8")))
}
