//! Warnings: what a user asked for that cannot act, or made no difference.

use crate::output::escape_control;
use quelea::Scenario;
use quelea::model::Inert;
use std::io::Write;

/// Warnings about one command.
#[derive(Default)]
pub struct Warnings(Vec<String>);

impl Warnings {
    pub fn add(&mut self, warning: impl Into<String>) {
        self.0.push(warning.into());
    }

    /// Warns of a parameter without effect; `origin` says where it was given.
    pub fn add_inert(&mut self, origin: &str, inert: &Inert) {
        self.add(format!("{origin}: {inert}\n  to make it act: {}", inert.cause.remedy()));
    }

    /// Warns of overrides, `path=value`, that have no effect.
    pub fn add_inert_overrides(&mut self, scenario: &Scenario, overrides: &[String]) {
        for text in overrides {
            let path = text.split('=').next().unwrap_or_default().trim();
            if let Some(inert) = scenario.inert(path).filter(|_| !scenario.is_off(path)) {
                self.add_inert("on the command line", &inert);
            }
        }
    }

    /// Warns of schedules whose last value the run does not reach. It begins after `first` steps.
    pub fn add_unreached(&mut self, scenario: &Scenario, first: u64) {
        for unreached in scenario.unreached_schedules(first) {
            self.add(format!("{unreached}\n  to reach it: {}", unreached.remedy));
        }
    }

    /// Prints all warnings, also where a report is not wanted: what they say may make a result worthless.
    pub fn print(&self) {
        for warning in &self.0 {
            let _ = writeln!(std::io::stderr(), "warning: {}", escape_control(warning));
        }
    }

    pub fn extend(&mut self, others: Warnings) {
        self.0.extend(others.0);
    }

    pub fn as_list(&self) -> &[String] {
        &self.0
    }
}
