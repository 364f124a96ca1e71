//! What was found beside what was expected, with the deviation in standard errors.

use super::report_table::ReportTable;
use quelea::measures::series::Estimate;

/// Where an expected value comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// It follows from the rules by calculation.
    Exact,
    /// It is printed in the publication, or in a later one that is named.
    Published,
    /// An independent program of the same rules found it; it is not in the publication.
    Computed,
}

impl Source {
    fn word(self) -> &'static str {
        match self {
            Source::Exact => "exact",
            Source::Published => "published",
            Source::Computed => "computed",
        }
    }
}

/// A value to compare with.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    pub value: f64,
    /// Its own standard error; 0 if it has none.
    pub error: f64,
    pub source: Source,
}

impl Expected {
    pub fn exact(value: f64) -> Self {
        Expected { value, error: 0.0, source: Source::Exact }
    }

    pub fn published(value: f64, error: f64) -> Self {
        Expected { value, error, source: Source::Published }
    }

    pub fn computed(value: f64, error: f64) -> Self {
        Expected { value, error, source: Source::Computed }
    }
}

/// A table of comparisons.
pub struct Findings {
    table: ReportTable,
}

impl Findings {
    pub fn new(title: &str, description: &str) -> Self {
        let heading = ["", "found", "±", "expected", "±", "source", "deviation"];
        Findings { table: ReportTable::new(title, description, &heading) }
    }

    /// Adds a value and what it should be. The deviation is in standard errors of both together; a value without an
    /// error is compared as it is.
    pub fn compare(&mut self, what: impl Into<String>, found: Estimate, expected: Expected) {
        let difference = found.value - expected.value;
        let error = error_of(found).hypot(expected.error);
        let deviation =
            if error > 0.0 { format!("{:+.1} σ", difference / error) } else { format!("{difference:+.1e}") };
        let expected_error = if expected.error > 0.0 { number(expected.error) } else { String::new() };
        self.push(what.into(), found, number(expected.value), expected_error, expected.source, deviation);
    }

    /// Adds a value and what it may not exceed.
    pub fn at_most(&mut self, what: impl Into<String>, found: Estimate, bound: Expected) {
        self.bound(what.into(), found, "≤", found.value - bound.value, bound);
    }

    /// Adds a value and what it may not fall below.
    pub fn at_least(&mut self, what: impl Into<String>, found: Estimate, bound: Expected) {
        self.bound(what.into(), found, "≥", bound.value - found.value, bound);
    }

    fn bound(&mut self, what: String, found: Estimate, sign: &str, excess: f64, bound: Expected) {
        let error = error_of(found).hypot(bound.error);
        let deviation = match (excess <= 0.0, error > 0.0) {
            (true, _) => "holds".to_owned(),
            (false, true) => format!("{:+.1} σ", excess / error),
            (false, false) => format!("{excess:+.1e}"),
        };
        self.push(what, found, format!("{sign} {}", number(bound.value)), String::new(), bound.source, deviation);
    }

    fn push(
        &mut self,
        what: String,
        found: Estimate,
        expected: String,
        expected_error: String,
        source: Source,
        deviation: String,
    ) {
        let error = if error_of(found) > 0.0 { number(found.error) } else { String::new() };
        let cells = [what, number(found.value), error, expected, expected_error, source.word().to_owned(), deviation];
        self.table.push(cells);
    }

    pub fn into_table(self) -> ReportTable {
        self.table
    }
}

/// A value without an error.
pub fn plain(value: f64) -> Estimate {
    Estimate { value, error: 0.0 }
}

/// The error of an estimate; an unknown one counts as none.
fn error_of(estimate: Estimate) -> f64 {
    if estimate.error.is_finite() { estimate.error } else { 0.0 }
}

/// A number with four significant digits.
pub fn number(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    let digits = (3.0 - x.abs().log10().floor()).clamp(0.0, 6.0) as usize;
    if x.abs() < 1e-4 { format!("{x:.2e}") } else { format!("{x:.digits$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_is_counted_in_standard_errors_of_both_values() {
        let mut findings = Findings::new("Order", "About it.");
        findings.compare("φ", Estimate { value: 0.9, error: 0.03 }, Expected::published(0.8, 0.04));
        findings.compare("x", plain(2.0), Expected::exact(2.0));
        findings.at_most("φ", Estimate { value: 0.9, error: 0.1 }, Expected::exact(0.95));
        findings.at_least("φ", Estimate { value: 0.9, error: 0.1 }, Expected::exact(1.0));
        let text = findings.into_table().to_text();
        for part in ["published  +2.0 σ", "exact      +0.0e0", "≤ 0.9500", "holds", "+1.0 σ"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn numbers_have_four_significant_digits() {
        assert_eq!([0.0, 3.40825, 0.158534, 1234.56, 2.5e-7].map(number), ["0", "3.408", "0.1585", "1235", "2.50e-7"]);
    }
}
