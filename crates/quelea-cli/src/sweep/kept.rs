//! What a sweep keeps of a run: means and other statistics of its samples, with their errors, and how it ended.

use crate::error::user_error;
use crate::suggestion::did_you_mean;
use quelea::measures::encounters::Encounters;
use quelea::measures::series::{Estimate, TimeStatistics};
use quelea::{Measures, Outcome};

/// A statistic of the samples of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Statistic {
    Mean,
    Susceptibility,
    Binder,
}

/// The statistics besides the mean, as they are written after the name of a measure.
const STATISTICS: [(&str, Statistic); 2] =
    [("susceptibility", Statistic::Susceptibility), ("binder", Statistic::Binder)];

/// What a column is about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Subject {
    /// 1 if the end condition was reached, else 0: the mean over the seeds is the success rate.
    Outcome,
    /// The step at which the run ended.
    EndStep,
    /// A measure of the flock, by its index among all.
    Measure(usize),
    /// How many encounters of hunters and prey there were in the whole run, by their index among all.
    Encounters(usize),
}

/// What the runs of a sweep have besides measures of the flock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// Any run has an end condition.
    pub ends: bool,
    /// A species hunts in any run.
    pub hunts: bool,
}

/// How a run ended, and what is kept of it.
pub struct Finished<'a> {
    pub outcome: Outcome,
    pub boids: usize,
    /// All measures of each sample.
    pub samples: &'a [Vec<f64>],
    /// `None` if nobody hunts.
    pub encounters: Option<&'a Encounters>,
}

impl Subject {
    fn name(self) -> &'static str {
        match self {
            Subject::Outcome => "outcome",
            Subject::EndStep => "end_step",
            Subject::Measure(index) => Measures::DEFINITIONS[index].0,
            Subject::Encounters(index) => Encounters::DEFINITIONS[index].0,
        }
    }

    /// What there is to keep. How runs end is there only if they have an end condition, encounters only if a species
    /// hunts.
    fn known(runs: Features) -> Vec<Self> {
        let of_end = [Subject::Outcome, Subject::EndStep].into_iter().filter(|_| runs.ends);
        let measures = (0..Measures::DEFINITIONS.len()).map(Subject::Measure);
        let encounters = (0..Encounters::DEFINITIONS.len()).map(Subject::Encounters).filter(|_| runs.hunts);
        of_end.chain(measures).chain(encounters).collect()
    }
}

/// A column of numbers in the table of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    subject: Subject,
    statistic: Statistic,
}

impl Kept {
    /// What is kept, by name; everything if nothing is named. A run has so many samples.
    pub fn select(names: &[String], samples: u64, runs: Features) -> anyhow::Result<Vec<Self>> {
        if names.is_empty() {
            let mean = |subject| Kept { subject, statistic: Statistic::Mean };
            return Ok(Subject::known(runs).into_iter().map(mean).collect());
        }
        let mut selected = Vec::new();
        for name in names {
            let next = Kept::parse(name, samples, runs)?;
            if !selected.contains(&next) {
                selected.push(next);
            }
        }
        Ok(selected)
    }

    /// Parses `polarisation` or `polarisation:binder`.
    fn parse(text: &str, samples: u64, runs: Features) -> anyhow::Result<Self> {
        let (name, statistic) = match text.split_once(':') {
            Some((name, statistic)) => (name.trim(), Some(statistic.trim())),
            None => (text.trim(), None),
        };
        let known = Subject::known(runs);
        let Some(subject) = known.iter().copied().find(|subject| subject.name() == name) else {
            return Err(refuse(name, &known));
        };
        let mean = Kept { subject, statistic: Statistic::Mean };
        let Some(wanted) = statistic else { return Ok(mean) };
        let words = || STATISTICS.iter().map(|(word, _)| *word);
        let Some((_, statistic)) = STATISTICS.iter().find(|(word, _)| *word == wanted && mean.fluctuates()) else {
            let (hint, known) = (did_you_mean(wanted, words()), words().collect::<Vec<_>>().join(", "));
            let allowed = if mean.fluctuates() { format!("{known}; `{name}` is the mean") } else { name.to_owned() };
            return Err(user_error(format!(
                "--measure {name}:{wanted}: `{wanted}` is not a statistic of it{hint}\n  allowed: {allowed}"
            )));
        };
        if samples < 2 {
            return Err(user_error(format!(
                "--measure {name}:{wanted}: one sample of a run does not fluctuate; \
                 --average L takes samples over the last L steps"
            )));
        }
        Ok(Kept { subject, statistic: *statistic })
    }

    /// The name of its column.
    pub fn name(self) -> String {
        let name = self.subject.name();
        match STATISTICS.iter().find(|(_, statistic)| *statistic == self.statistic) {
            Some((word, _)) => format!("{name}:{word}"),
            None => name.to_owned(),
        }
    }

    /// Whether it changes during a run, so that its mean has an error.
    pub fn fluctuates(self) -> bool {
        matches!(self.subject, Subject::Measure(_))
    }

    /// The measure it needs, by its index among all.
    pub fn measure(self) -> Option<usize> {
        match self.subject {
            Subject::Measure(index) => Some(index),
            Subject::Outcome | Subject::EndStep | Subject::Encounters(_) => None,
        }
    }

    /// Whether encounters have to be counted for it.
    pub fn counts_encounters(self) -> bool {
        matches!(self.subject, Subject::Encounters(_))
    }

    /// Its value in a run.
    pub fn estimate(self, run: &Finished) -> Estimate {
        let exact = |value| Estimate { value, error: f64::NAN };
        let index = match self.subject {
            Subject::Outcome => return exact(f64::from(u8::from(run.outcome.reached))),
            Subject::EndStep => return exact(run.outcome.step as f64),
            Subject::Encounters(index) => {
                return exact(run.encounters.map_or(0, |encounters| encounters.values()[index].1) as f64);
            }
            Subject::Measure(index) => index,
        };
        let samples: Vec<f64> = run.samples.iter().map(|sample| sample[index]).collect();
        let statistics = TimeStatistics::new(&samples, run.boids);
        match self.statistic {
            Statistic::Mean => statistics.mean,
            Statistic::Susceptibility => statistics.susceptibility,
            Statistic::Binder => statistics.binder,
        }
    }
}

fn refuse(name: &str, known: &[Subject]) -> anyhow::Error {
    if [Subject::Outcome, Subject::EndStep].iter().any(|subject| subject.name() == name) {
        return user_error(format!(
            "--measure: `{name}` needs runs with an end condition\n  allowed: a scenario with `end.when`, or --set end.when=…"
        ));
    }
    if Encounters::DEFINITIONS.iter().any(|(encounter, ..)| *encounter == name) {
        return user_error(format!(
            "--measure: `{name}` needs runs in which a species hunts\n  allowed: a scenario with `relations.NAME = \"hunt\"`, such as veldic"
        ));
    }
    let names: Vec<&str> = known.iter().map(|subject| subject.name()).collect();
    let (hint, allowed) = (did_you_mean(name, names.iter().copied()), names.join(", "));
    user_error(format!("--measure: `{name}` is not a measure{hint}\n  allowed: {allowed}"))
}

/// The column of the error of another.
pub fn error_column(name: &str) -> String {
    format!("{name}:error")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Features = Features { ends: false, hunts: false };

    #[test]
    fn a_statistic_follows_the_name_of_its_measure() {
        let kept = Kept::parse(" polarisation:binder ", 10, PLAIN).unwrap();
        assert_eq!(kept.name(), "polarisation:binder");
        assert_eq!(Kept::parse("clusters", 1, PLAIN).unwrap().name(), "clusters");
        assert_eq!(Kept::parse("end_step", 1, Features { ends: true, hunts: false }).unwrap().name(), "end_step");
        for (text, samples, words) in [
            ("polarization", 1, "did you mean `polarisation`?"),
            ("polarisation:bindr", 9, "did you mean `binder`?"),
            ("polarisation:", 9, "allowed: susceptibility, binder"),
            ("polarisation:binder", 1, "--average"),
            ("outcome", 1, "needs runs with an end condition"),
            ("catches", 1, "needs runs in which a species hunts"),
        ] {
            let error = Kept::parse(text, samples, PLAIN).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn encounters_are_a_count_of_the_whole_run_and_have_no_error() {
        let runs = Features { ends: false, hunts: true };
        let kept = Kept::parse("near_misses", 9, runs).unwrap();
        assert!(kept.counts_encounters() && !kept.fluctuates() && kept.measure().is_none());
        assert!(Kept::parse("catches:binder", 9, runs).unwrap_err().to_string().contains("allowed: catches"));
    }
}
