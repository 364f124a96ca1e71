//! Parameters of a schedule: how another parameter changes during a run.

use crate::model::section::section;

section! {
    /// A parameter that changes during a run, plateau by plateau.
    Schedule {
        /// The parameter that changes: a live number, such as `noise.strength` or `species.hawk.hunt.weight`.
        path: String = "", "", 0.0, 0.0, Live;
        /// Its value on the first plateau, and before it.
        from: Option<f64> = None, "", -1e9, 1e9, Live;
        /// Its value on the last plateau, and after it; with `back`, in the middle.
        to: Option<f64> = None, "", -1e9, 1e9, Live;
        /// Length of a plateau.
        every: Option<u64> = None, "steps", 1.0, 1e15, Live;
        /// Number of steps done before the first plateau.
        begin: u64 = 0u64, "steps", 0.0, 1e15, Live;
        /// Length of all plateaus together; to the end of the run if left out.
        steps: Option<u64> = None, "steps", 1.0, 1e15, Live;
        /// Whether it returns to `from` over the same values.
        back: bool = false, "", 0.0, 0.0, Live;
    }
}

impl Schedule {
    /// A schedule from the start of a run to its end.
    pub fn ramp(path: impl Into<String>, from: f64, to: f64, every: u64) -> Self {
        Schedule { path: path.into(), from: Some(from), to: Some(to), every: Some(every), ..Schedule::default() }
    }

    /// The same schedule, there and back again.
    pub fn and_back(self) -> Self {
        Schedule { back: true, ..self }
    }

    /// The same schedule over `steps` steps, from step `begin` on.
    pub fn during(self, begin: u64, steps: u64) -> Self {
        Schedule { begin, steps: Some(steps), ..self }
    }
}
