//! What can be wrong with a scenario.

use super::setting::ValueError;
use std::fmt;

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScenarioIssue {
    /// The line of the file, counted from 1, if there is a file.
    pub line: Option<usize>,
    /// The key, such as `separation.radius`.
    pub key: String,
    /// What is wrong.
    pub problem: String,
    /// What is allowed.
    pub allowed: Option<String>,
    /// The nearest valid key or word.
    pub suggestion: Option<String>,
}

impl ScenarioIssue {
    /// A problem with a key.
    pub fn new(key: &str, problem: impl Into<String>) -> Self {
        ScenarioIssue { line: None, key: key.into(), problem: problem.into(), allowed: None, suggestion: None }
    }

    pub(super) fn from_value_error(key: &str, error: ValueError) -> Self {
        let ValueError { problem, allowed, suggestion } = error;
        ScenarioIssue { allowed: Some(allowed), suggestion, ..ScenarioIssue::new(key, problem) }
    }

    pub(super) fn allowed(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }

    pub(super) fn suggest(mut self, suggestion: Option<&str>) -> Self {
        self.suggestion = suggestion.map(str::to_owned);
        self
    }
}

/// A scenario that cannot be run, with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScenarioError {
    /// The name of the file, if there is one.
    pub file: Option<String>,
    /// What is wrong, in the order of the file.
    pub issues: Vec<ScenarioIssue>,
}

impl ScenarioError {
    pub(crate) fn new(issues: Vec<ScenarioIssue>) -> Self {
        ScenarioError { file: None, issues }
    }

    pub(super) fn in_file(file: Option<&str>, issues: Vec<ScenarioIssue>) -> Self {
        ScenarioError { file: file.map(str::to_owned), issues }
    }
}

impl From<ScenarioIssue> for ScenarioError {
    fn from(issue: ScenarioIssue) -> Self {
        ScenarioError::new(vec![issue])
    }
}

/// The most issues that are written out.
pub(super) const MAX_LISTED: usize = 20;

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, issue) in self.issues.iter().take(MAX_LISTED).enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            match (&self.file, issue.line) {
                (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
                (Some(file), None) => write!(f, "{file}: ")?,
                (None, Some(line)) => write!(f, "line {line}: ")?,
                (None, None) => {}
            }
            if !issue.key.is_empty() {
                write!(f, "`{}` ", issue.key)?;
            }
            write!(f, "{}", issue.problem)?;
            if let Some(suggestion) = &issue.suggestion {
                write!(f, "; did you mean `{suggestion}`?")?;
            }
            if let Some(allowed) = &issue.allowed {
                write!(f, "\n  allowed: {allowed}")?;
            }
        }
        match self.issues.len().saturating_sub(MAX_LISTED) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more errors"),
        }
    }
}

impl std::error::Error for ScenarioError {}
