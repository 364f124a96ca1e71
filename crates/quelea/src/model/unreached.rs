//! Schedules that a run ends before they are through.

use super::scenario::Scenario;
use super::schedule::Ramp;
use std::fmt;

/// A schedule whose last value no step of a run has.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unreached {
    /// The parameter.
    pub path: String,
    /// The value that is not reached.
    pub to: f64,
    /// The value in the last step.
    pub last: f64,
    /// What would reach it.
    pub remedy: Remedy,
}

/// What would let a run reach the last value of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// A run of at least this many steps.
    Steps(u64),
    /// Plateaus of at most this many steps: there are too few to get anywhere.
    Every(u64),
}

impl fmt::Display for Unreached {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Unreached { path, to, last, .. } = self;
        write!(f, "the schedule of `{path}` does not reach {to}: in the last step it is {last}")
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Remedy::Steps(steps) => write!(f, "{steps} steps or more"),
            Remedy::Every(every) => write!(f, "plateaus of {every} steps or fewer"),
        }
    }
}

impl Scenario {
    /// The schedules whose last value no step of a run has that begins after `first` steps: either the run ends before
    /// their last plateau, or their plateaus are too long. With `back` that is the return to `from`, or `to` if not
    /// even that is reached.
    ///
    /// ```
    /// use quelea::Scenario;
    /// use quelea::model::settings::Schedule;
    ///
    /// let mut scenario = Scenario::preset("p5")?;
    /// scenario.general.steps = 400;
    /// scenario.schedule.push(Schedule::ramp("separation.weight", 0.0, 2.0, 500));
    /// assert_eq!(scenario.unreached_schedules(0)[0].to, 2.0);
    /// scenario.schedule[0].every = Some(200);
    /// assert!(scenario.unreached_schedules(0).is_empty());
    /// # Ok::<(), quelea::ScenarioError>(())
    /// ```
    pub fn unreached_schedules(&self, first: u64) -> Vec<Unreached> {
        let steps = self.general.steps;
        let Some(last) = first.saturating_add(steps).checked_sub(1).filter(|_| steps > 0) else { return Vec::new() };
        let unreached = self.schedule.iter().filter_map(|schedule| {
            let ramp = Ramp::new(schedule, steps)?;
            let (to, remedy) = ramp.unreached(first, last)?;
            Some(Unreached { path: schedule.path.clone(), to, last: ramp.value(last), remedy })
        });
        unreached.collect()
    }
}

impl Ramp {
    /// The value that a run up to the step after `last` others does not reach, and what would reach it.
    fn unreached(&self, first: u64, last: u64) -> Option<(f64, Remedy)> {
        if self.from == self.to {
            return None;
        }
        let start = |plateau: u64| self.begin.saturating_add(plateau.saturating_mul(self.every));
        let run_to = |plateau: u64| Remedy::Steps(start(plateau).saturating_add(1).saturating_sub(first));
        let final_plateau = self.plateaus() - 1;
        // There and back, the value in the middle comes first.
        let middle = if self.back { final_plateau / 2 } else { final_plateau };
        if middle == 0 {
            let parts = if self.back { 2 } else { 1 };
            let longest = (self.steps - 1) / parts;
            return Some((self.to, if longest > 0 { Remedy::Every(longest) } else { run_to(parts) }));
        }
        match last {
            last if last < start(middle) => Some((self.to, run_to(middle))),
            last if last < start(final_plateau) => {
                Some((if self.back { self.from } else { self.to }, run_to(final_plateau)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::settings::Schedule;

    fn unreached(schedule: Schedule, first: u64, steps: u64) -> Option<(f64, f64, Remedy)> {
        let mut scenario = Scenario::default();
        scenario.general.steps = steps;
        scenario.schedule.push(schedule);
        scenario.unreached_schedules(first).pop().map(|found| (found.to, found.last, found.remedy))
    }

    #[test]
    fn a_schedule_of_the_whole_run_reaches_its_end_unless_its_plateaus_are_too_long() {
        let ramp = |every| Schedule::ramp("x", 0.0, 2.0, every);
        assert_eq!(unreached(ramp(500), 0, 400), Some((2.0, 0.0, Remedy::Every(399))));
        assert_eq!(unreached(ramp(399), 0, 400), None);
        assert_eq!(unreached(ramp(200).and_back(), 0, 400), Some((2.0, 0.0, Remedy::Every(199))));
        assert_eq!(unreached(ramp(199).and_back(), 0, 400), None);
        assert_eq!(unreached(ramp(1), 0, 1), Some((2.0, 0.0, Remedy::Steps(2))));
        assert_eq!(unreached(ramp(500), 0, 0), None);
        assert_eq!(unreached(Schedule::ramp("x", 1.0, 1.0, 500), 0, 400), None);
    }

    #[test]
    fn a_schedule_with_steps_of_its_own_needs_a_run_that_is_long_enough() {
        // Plateaus from 10, 20, 30 and 40 on.
        let ramp = || Schedule::ramp("x", 0.0, 3.0, 10).during(10, 40);
        assert_eq!(unreached(ramp(), 0, 40), Some((3.0, 2.0, Remedy::Steps(41))));
        assert_eq!(unreached(ramp(), 0, 41), None);
        assert_eq!(unreached(ramp(), 20, 20), Some((3.0, 2.0, Remedy::Steps(21))));
        assert_eq!(unreached(ramp(), 20, 21), None);
        // Up at 20, down at 40.
        assert_eq!(unreached(ramp().and_back(), 0, 20), Some((3.0, 0.0, Remedy::Steps(21))));
        assert_eq!(unreached(ramp().and_back(), 0, 40), Some((0.0, 3.0, Remedy::Steps(41))));
        assert_eq!(unreached(ramp().and_back(), 0, 41), None);
    }
}
