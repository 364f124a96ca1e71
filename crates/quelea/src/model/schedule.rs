//! What a schedule makes of its parameter at a step.
//!
//! The value is a function of the number of steps done alone, so a flock that continues from a snapshot has the
//! same one as a flock that never stopped.

use super::scenario::Scenario;
use super::settings::Schedule;
use super::value::Value;
use std::str::FromStr;

/// A schedule with everything that it leaves out filled in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ramp {
    pub from: f64,
    pub to: f64,
    pub every: u64,
    pub begin: u64,
    pub steps: u64,
    pub back: bool,
}

impl Ramp {
    /// `None` if something is missing that has no default.
    pub fn new(schedule: &Schedule, run_steps: u64) -> Option<Self> {
        let Schedule { from, to, every, begin, steps, back, .. } = *schedule;
        let steps = steps.unwrap_or(run_steps.saturating_sub(begin)).max(1);
        let every = every.filter(|every| *every > 0)?;
        Some(Ramp { from: from?, to: to?, every, begin, steps, back })
    }

    /// The number of plateaus.
    pub fn plateaus(&self) -> u64 {
        self.steps.div_ceil(self.every)
    }

    /// The step after which it keeps its last value.
    pub fn end(&self) -> u64 {
        self.begin.saturating_add(self.steps)
    }

    /// The numbers of steps done before each plateau.
    pub fn plateau_starts(&self) -> impl Iterator<Item = u64> {
        let Ramp { begin, every, .. } = *self;
        (0..self.plateaus()).map(move |plateau| begin.saturating_add(plateau.saturating_mul(every)))
    }

    /// Whether a plateau begins after this many steps.
    pub fn starts_plateau(&self, step: u64) -> bool {
        (self.begin..self.end()).contains(&step) && (step - self.begin).is_multiple_of(self.every)
    }

    /// The value in the step that is done after `step` others.
    pub fn value(&self, step: u64) -> f64 {
        let last = self.plateaus() - 1;
        let plateau = (step.saturating_sub(self.begin) / self.every).min(last);
        // There and back, plateau k from the end has the value of plateau k from the start.
        let (plateau, last) = if self.back { (plateau.min(last - plateau), last / 2) } else { (plateau, last) };
        if last == 0 {
            return self.from;
        }
        // Dividing last makes 0 to 1 in eleven plateaus contain 0.3, not 0.30000000000000004.
        (self.from * (last - plateau) as f64 + self.to * plateau as f64) / last as f64
    }
}

impl Scenario {
    /// The paths that follow a schedule, each once, in the order of the file.
    pub fn scheduled_paths(&self) -> Vec<&str> {
        let mut paths: Vec<&str> = Vec::new();
        for path in self.schedule.iter().map(|schedule| schedule.path.as_str()) {
            if !paths.iter().any(|found| self.plain_path(found) == self.plain_path(path)) {
                paths.push(path);
            }
        }
        paths
    }

    /// Whether a parameter follows a schedule, which decides its value whatever it is set to.
    pub fn is_scheduled(&self, path: &str) -> bool {
        self.schedule.iter().any(|schedule| self.plain_path(&schedule.path) == self.plain_path(path))
    }

    /// The scenario with the values that its schedule has in the step that is done after `step` others.
    ///
    /// ```
    /// use quelea::{Scenario, Value};
    ///
    /// let text = "steps = 60\nspace.size = [200, 200]\n\
    ///     [[schedule]]\npath = 'separation.weight'\nfrom = 1\nto = 2\nevery = 10\nback = true";
    /// let scenario = Scenario::from_toml(text)?;
    /// let weights = [0, 10, 25, 59].map(|step| scenario.at_step(step).get("separation.weight"));
    /// assert_eq!(weights, [1.0, 1.5, 2.0, 1.0].map(|weight| Some(Value::from(weight))));
    /// # Ok::<(), quelea::ScenarioError>(())
    /// ```
    pub fn at_step(&self, step: u64) -> Scenario {
        let mut scenario = self.clone();
        scenario.follow_schedule(step);
        scenario
    }

    /// Gives scheduled parameters their values in the step that is done after `step` others. Returns the issue of
    /// each that does not take its value.
    pub(super) fn follow_schedule(&mut self, step: u64) -> Vec<super::ScenarioIssue> {
        self.scheduled_values(step)
            .into_iter()
            .filter_map(|(path, value)| self.set_unchecked(&path, &Value::number(value)).err())
            .collect()
    }

    /// Lets further species follow the schedules of parameters they have inherited. Returns the index of the schedule
    /// that each one repeats, or its own.
    pub(super) fn schedule_heirs(&mut self) -> Vec<usize> {
        let written = self.schedule.clone();
        let mut origins: Vec<usize> = (0..written.len()).collect();
        for (origin, schedule) in written.iter().enumerate() {
            for heir in self.heirs(&schedule.path) {
                let path = format!("species.{}.{}", self.species[heir].name, schedule.path);
                // One that has a schedule of its own does not inherit.
                if written.iter().all(|other| other.path != path) {
                    self.schedule.push(Schedule { path, ..schedule.clone() });
                    origins.push(origin);
                }
            }
        }
        origins
    }

    /// Whether a scheduled value may change after this many steps.
    pub(crate) fn changes_at(&self, step: u64) -> bool {
        let steps = self.general.steps;
        self.schedule.iter().any(|schedule| Ramp::new(schedule, steps).is_some_and(|ramp| ramp.starts_plateau(step)))
    }

    /// The value of each scheduled path: that of the last schedule which has begun, or else of the first.
    fn scheduled_values(&self, step: u64) -> Vec<(String, f64)> {
        let steps = self.general.steps;
        let value = |path: &str| {
            let own = self.schedule.iter().filter(|schedule| self.plain_path(&schedule.path) == self.plain_path(path));
            let ramps: Vec<Ramp> = own.filter_map(|schedule| Ramp::new(schedule, steps)).collect();
            let begun = ramps.iter().filter(|ramp| ramp.begin <= step).max_by_key(|ramp| ramp.begin);
            let ramp = begun.or_else(|| ramps.iter().min_by_key(|ramp| ramp.begin))?;
            Some((path.to_owned(), ramp.value(step)))
        };
        self.scheduled_paths().into_iter().filter_map(value).collect()
    }

    /// A path without the name of the first species, which may be left out.
    pub(super) fn plain_path<'a>(&self, path: &'a str) -> &'a str {
        let first = self.species.first().map_or("", |species| species.name.as_str());
        let rest = path.strip_prefix("species.").and_then(|rest| rest.strip_prefix(first)?.strip_prefix('.'));
        rest.unwrap_or(path)
    }
}

/// Parses `path=FROM:TO:EVERY` or `path=FROM:TO:EVERY:back`, as after `--ramp`.
impl FromStr for Schedule {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let refuse = |problem: &str| {
            format!(
                "{problem}\n  allowed: path=FROM:TO:EVERY, such as noise.strength=0:2:500; \
                 path=FROM:TO:EVERY:back for there and back again"
            )
        };
        let (path, values) = text.split_once('=').ok_or_else(|| refuse("there is no `=`"))?;
        let path = path.trim();
        if path.is_empty() {
            return Err(refuse("there is no parameter before `=`"));
        }
        let parts: Vec<&str> = values.split(':').map(str::trim).collect();
        let (from, to, every, back) = match parts[..] {
            [from, to, every] => (from, to, every, false),
            [from, to, every, "back"] => (from, to, every, true),
            [_, _, _, _] => return Err(refuse("only `back` can follow EVERY")),
            _ => return Err(refuse("there are not three values with `:` between them")),
        };
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let ends = number(from).zip(number(to)).ok_or_else(|| refuse("FROM and TO are numbers"))?;
        let every = every.parse::<u64>().ok().filter(|every| (1..=1_000_000_000_000_000).contains(every));
        let every = every.ok_or_else(|| refuse("EVERY is a whole number of steps from 1 on"))?;
        Ok(Schedule { back, ..Schedule::ramp(path, ends.0, ends.1, every) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(schedule: Schedule, run_steps: u64) -> Vec<f64> {
        let ramp = Ramp::new(&schedule, run_steps).unwrap();
        ramp.plateau_starts().map(|step| ramp.value(step)).collect()
    }

    #[test]
    fn plateaus_have_equal_differences_and_include_both_ends() {
        let ramp = || Schedule::ramp("x", 0.0, 1.0, 10);
        assert_eq!(values(ramp(), 110)[..4], [0.0, 0.1, 0.2, 0.3]);
        // The last plateau may be shorter than the others.
        assert_eq!(values(ramp(), 21), [0.0, 0.5, 1.0]);
        assert_eq!(values(ramp(), 10), [0.0]);
        assert_eq!(values(Schedule::ramp("x", 5.0, 1.0, 1), 3), [5.0, 3.0, 1.0]);
    }

    #[test]
    fn there_and_back_has_the_same_values_both_ways() {
        let ramp = || Schedule::ramp("x", 0.0, 2.0, 10).and_back();
        assert_eq!(values(ramp(), 50), [0.0, 1.0, 2.0, 1.0, 0.0]);
        assert_eq!(values(ramp(), 60), [0.0, 1.0, 2.0, 2.0, 1.0, 0.0]);
        assert_eq!(values(ramp(), 20), [0.0, 0.0]);
    }

    #[test]
    fn a_ramp_keeps_its_ends_before_and_after_it() {
        let ramp = Ramp::new(&Schedule::ramp("x", 1.0, 3.0, 4).during(10, 9), 0).unwrap();
        assert_eq!([0, 9, 13, 14, 18, 19, 1000].map(|step| ramp.value(step)), [1.0, 1.0, 1.0, 2.0, 3.0, 3.0, 3.0]);
        assert_eq!((0..40).filter(|step| ramp.starts_plateau(*step)).collect::<Vec<_>>(), [10, 14, 18]);
        assert_eq!(ramp.plateau_starts().collect::<Vec<_>>(), [10, 14, 18]);
    }

    #[test]
    fn no_number_of_steps_overflows() {
        let ramp = Ramp::new(&Schedule::ramp("x", -1e9, 1e9, 1).during(u64::MAX, u64::MAX), 0).unwrap();
        assert_eq!((ramp.value(u64::MAX), ramp.end()), (-1e9, u64::MAX));
        assert!(!ramp.starts_plateau(u64::MAX));
    }

    #[test]
    fn a_text_with_a_mistake_is_refused_with_what_is_allowed() {
        assert_eq!("a.b = 1:-2.5:30".parse(), Ok(Schedule::ramp("a.b", 1.0, -2.5, 30)));
        assert_eq!("a=0:1:2:back".parse(), Ok(Schedule::ramp("a", 0.0, 1.0, 2).and_back()));
        for text in ["", "a", "=1:2:3", "a=", "a=1:2", "a=1:2:0", "a=1:2:-3", "a=1:2:1.5", "a=x:2:3", "a=1:inf:3"] {
            let error = text.parse::<Schedule>().unwrap_err();
            assert!(error.contains("allowed: path=FROM:TO:EVERY"), "{text}: {error}");
        }
        assert!("a=1:2:3:forth".parse::<Schedule>().unwrap_err().contains("only `back`"));
        assert!("a=1:2:3:back:4".parse::<Schedule>().unwrap_err().contains("three values"));
    }
}
