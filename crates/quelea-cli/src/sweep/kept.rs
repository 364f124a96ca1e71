//! What a sweep keeps of a run: means and other statistics of its samples, with their errors, and how it ended.

use crate::error::user_error;
use crate::suggestion::did_you_mean;
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
}

impl Subject {
    fn name(self) -> &'static str {
        match self {
            Subject::Outcome => "outcome",
            Subject::EndStep => "end_step",
            Subject::Measure(index) => Measures::DEFINITIONS[index].0,
        }
    }

    /// What there is to keep. How runs end is there only if they have an end condition.
    fn known(any_ends: bool) -> Vec<Self> {
        let of_end = [Subject::Outcome, Subject::EndStep].into_iter().filter(|_| any_ends);
        of_end.chain((0..Measures::DEFINITIONS.len()).map(Subject::Measure)).collect()
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
    pub fn select(names: &[String], samples: u64, any_ends: bool) -> anyhow::Result<Vec<Self>> {
        if names.is_empty() {
            let mean = |subject| Kept { subject, statistic: Statistic::Mean };
            return Ok(Subject::known(any_ends).into_iter().map(mean).collect());
        }
        let mut selected = Vec::new();
        for name in names {
            let next = Kept::parse(name, samples, any_ends)?;
            if !selected.contains(&next) {
                selected.push(next);
            }
        }
        Ok(selected)
    }

    /// Parses `polarisation` or `polarisation:binder`.
    fn parse(text: &str, samples: u64, any_ends: bool) -> anyhow::Result<Self> {
        let (name, statistic) = match text.split_once(':') {
            Some((name, statistic)) => (name.trim(), Some(statistic.trim())),
            None => (text.trim(), None),
        };
        let known = Subject::known(any_ends);
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
            Subject::Outcome | Subject::EndStep => None,
        }
    }

    /// Its value in a run with this many boids and these samples of all measures.
    pub fn estimate(self, samples: &[Vec<f64>], boids: usize, outcome: Outcome) -> Estimate {
        let index = match self.subject {
            Subject::Outcome => return Estimate { value: f64::from(u8::from(outcome.reached)), error: f64::NAN },
            Subject::EndStep => return Estimate { value: outcome.step as f64, error: f64::NAN },
            Subject::Measure(index) => index,
        };
        let samples: Vec<f64> = samples.iter().map(|sample| sample[index]).collect();
        let statistics = TimeStatistics::new(&samples, boids);
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

    #[test]
    fn a_statistic_follows_the_name_of_its_measure() {
        let kept = Kept::parse(" polarisation:binder ", 10, false).unwrap();
        assert_eq!(kept.name(), "polarisation:binder");
        assert_eq!(Kept::parse("clusters", 1, false).unwrap().name(), "clusters");
        assert_eq!(Kept::parse("end_step", 1, true).unwrap().name(), "end_step");
        for (text, samples, words) in [
            ("polarization", 1, "did you mean `polarisation`?"),
            ("polarisation:bindr", 9, "did you mean `binder`?"),
            ("polarisation:", 9, "allowed: susceptibility, binder"),
            ("polarisation:binder", 1, "--average"),
            ("outcome", 1, "needs runs with an end condition"),
        ] {
            let error = Kept::parse(text, samples, false).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
