//! Samples of a run. Those of a flock on another device are fetched, measured and written by a thread of their own,
//! while the flock steps on.

use super::outputs::Outputs;
use crate::error::user_error;
use quelea::engine::Capture;
use quelea::measures::encounters::Encounters;
use quelea::{Measures, Scenario, Simulation};
use rayon::ThreadPool;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Scope;

/// How many states may wait for the one that is being written.
const WAITING: usize = 1;

/// A state to be sampled, and the scenario with the values of its step.
struct Sample {
    state: Capture,
    scenario: Scenario,
}

/// What became of a sample: its measures, and why there is no use in going on.
struct Written {
    measures: Option<Measures>,
    unread: Option<String>,
}

/// Takes the samples of a run.
pub struct Recorder<'a> {
    outputs: &'a Mutex<Outputs>,
    every: Option<u64>,
    aside: Option<Aside>,
    unread: Option<String>,
}

/// The thread that writes samples.
struct Aside {
    samples: SyncSender<Sample>,
    written: Receiver<anyhow::Result<Written>>,
    /// How many samples are not written yet.
    pending: usize,
}

impl<'a> Recorder<'a> {
    /// Samples are taken aside if the flock is on another device. `threads` are those that measure then: the run itself
    /// keeps its own busy.
    pub fn new<'scope>(
        scope: &'scope Scope<'scope, 'a>,
        outputs: &'a Mutex<Outputs>,
        simulation: &Simulation,
        threads: usize,
    ) -> anyhow::Result<Self> {
        let every = lock(outputs).every();
        let is_elsewhere = every.is_some() && simulation.info().device.is_some();
        let aside = match is_elsewhere {
            true => Some(Aside::new(scope, outputs, rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)),
            false => None,
        };
        Ok(Recorder { outputs, every, aside, unread: None })
    }

    /// Whether a step is sampled.
    pub fn is_due(&self, step: u64) -> bool {
        self.every.is_some_and(|every| step.is_multiple_of(every))
    }

    /// Whether the flock may step on while samples of it are on their way.
    pub fn is_aside(&self) -> bool {
        self.aside.is_some()
    }

    /// Samples a flock. Returns measures to show, perhaps of an earlier sample.
    pub fn sample(
        &mut self,
        simulation: &Simulation,
        encounters: Option<&Encounters>,
    ) -> anyhow::Result<Option<Measures>> {
        let scenario = simulation.scenario();
        // Who counts encounters has the state anyway.
        if let (Some(aside), None) = (&mut self.aside, encounters) {
            let is_taken =
                aside.samples.send(Sample { state: simulation.capture(), scenario: scenario.clone() }).is_ok();
            aside.pending += usize::from(is_taken);
            // A thread that takes no more has left an error.
            return if is_taken { self.arrived() } else { self.finish().map(|()| None) };
        }
        self.finish()?;
        let mut outputs = lock(self.outputs);
        let measures = outputs.sample(scenario, &simulation.state(), encounters)?;
        self.unread = outputs.unread().map(str::to_owned);
        Ok(measures)
    }

    /// What was written meanwhile.
    fn arrived(&mut self) -> anyhow::Result<Option<Measures>> {
        let mut latest = None;
        while let Some(aside) = &mut self.aside {
            match aside.written.try_recv() {
                Ok(written) => {
                    aside.pending -= 1;
                    let Written { measures, unread } = written?;
                    latest = measures.or(latest);
                    self.unread = unread.or(self.unread.take());
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(stopped()),
            }
        }
        Ok(latest)
    }

    /// Waits until all samples are written.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        while let Some(aside) = self.aside.as_mut().filter(|aside| aside.pending > 0) {
            let written = aside.written.recv().map_err(|_| stopped())?;
            aside.pending -= 1;
            self.unread = written?.unread.or(self.unread.take());
        }
        Ok(())
    }

    /// The outputs, with all samples in them.
    pub fn outputs(&mut self) -> anyhow::Result<MutexGuard<'a, Outputs>> {
        self.finish()?;
        Ok(lock(self.outputs))
    }

    /// Which stream nobody reads any more, as a sentence.
    pub fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }
}

impl Aside {
    fn new<'scope, 'a>(scope: &'scope Scope<'scope, 'a>, outputs: &'a Mutex<Outputs>, threads: ThreadPool) -> Self {
        let (samples, taken) = sync_channel::<Sample>(WAITING);
        let (written, received) = channel();
        scope.spawn(move || {
            for Sample { state, scenario } in taken {
                let sampled = threads.install(|| {
                    let state = state.state();
                    let mut outputs = lock(outputs);
                    let measures = outputs.sample(&scenario, &state, None)?;
                    Ok(Written { measures, unread: outputs.unread().map(str::to_owned) })
                });
                let has_failed = sampled.is_err();
                // After an error no later sample may follow the one that is missing.
                if written.send(sampled).is_err() || has_failed {
                    return;
                }
            }
        });
        Aside { samples, written: received, pending: 0 }
    }
}

fn lock(outputs: &Mutex<Outputs>) -> MutexGuard<'_, Outputs> {
    outputs.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stopped() -> anyhow::Error {
    user_error("samples are not written any more")
}
