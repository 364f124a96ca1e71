//! A varied parameter.

use crate::error::user_error;
use crate::files::format_number;
use std::collections::HashSet;

/// A parameter and the values it takes, each as after `--set`.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    pub path: String,
    pub values: Vec<String>,
}

/// The most values of one parameter.
const MAX_VALUES: usize = 1_000_000;

impl Vary {
    /// Parses `path=FROM:TO:COUNT[:log]` or `path=A,B,…`.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let refuse = |problem: &str| {
            user_error(format!(
                "--vary {text}: {problem}\n  allowed: path=FROM:TO:COUNT, such as separation.radius=10:50:5; \
                 path=FROM:TO:COUNT:log; or path=A,B,…, such as search=grid,kd-tree"
            ))
        };
        let (path, list) = text.split_once('=').ok_or_else(|| refuse("there is no `=`"))?;
        let path = path.trim().to_owned();
        if path.is_empty() {
            return Err(refuse("there is no parameter before `=`"));
        }
        let values = match list.split(':').map(str::trim).collect::<Vec<_>>()[..] {
            [from, to, count] => parse_range(from, to, count, false).map_err(refuse)?,
            [from, to, count, "log"] => parse_range(from, to, count, true).map_err(refuse)?,
            _ => split_list(list),
        };
        if values.iter().any(String::is_empty) {
            return Err(refuse("a value is empty"));
        }
        let mut seen = HashSet::new();
        if let Some(repeated) = values.iter().find(|value| !seen.insert(value.as_str())) {
            return Err(refuse(&format!("the value {repeated} is given twice")));
        }
        if path == "seed" {
            return Err(refuse("seeds are varied by --repeats"));
        }
        Ok(Vary { path, values })
    }
}

/// Values with equal differences, or with equal ratios, including both ends.
fn parse_range(from: &str, to: &str, count: &str, logarithmic: bool) -> Result<Vec<String>, &'static str> {
    let end = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or("FROM and TO are numbers");
    let (from, to) = (end(from)?, end(to)?);
    let count = count.parse::<usize>().ok().filter(|count| (1..=MAX_VALUES).contains(count));
    let count = count.ok_or("COUNT is a whole number from 1 to 1000000")?;
    if logarithmic && (from <= 0.0 || to <= 0.0) {
        return Err("with `log`, FROM and TO are above 0");
    }
    let last = (count - 1).max(1) as f64;
    let value = |index: usize| {
        let position = index as f64;
        match logarithmic {
            // The ends are exact, whatever the logarithm rounds to.
            true if index == 0 => from,
            true if index + 1 == count => to,
            true => (from.ln() + (to.ln() - from.ln()) * position / last).exp(),
            // Dividing last makes 0:1:11 contain 0.3, not 0.30000000000000004.
            false => (from * (last - position) + to * position) / last,
        }
    };
    Ok((0..count).map(|index| format_number(value(index))).collect())
}

/// Splits at commas outside brackets and quotes.
fn split_list(list: &str) -> Vec<String> {
    let (mut items, mut depth, mut in_quotes) = (vec![String::new()], 0, false);
    for c in list.chars() {
        match c {
            '"' => in_quotes = !in_quotes,
            '[' if !in_quotes => depth += 1,
            ']' if !in_quotes => depth -= 1,
            _ => {}
        }
        match items.last_mut() {
            Some(_) if c == ',' && depth == 0 && !in_quotes => items.push(String::new()),
            Some(item) => item.push(c),
            None => {}
        }
    }
    items.into_iter().map(|item| item.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Vary::parse(text).unwrap().values
    }

    #[test]
    fn ranges_include_both_ends_and_round_numbers() {
        assert_eq!(values("a=0:1:11")[..4], ["0", "0.1", "0.2", "0.3"]);
        assert_eq!(values("boids=100:500:5"), ["100", "200", "300", "400", "500"]);
        assert_eq!(values("a=5:1:3"), ["5", "3", "1"]);
        assert_eq!(values("a=7:9:1"), ["7"]);
        let log = values("a=1:1000:4:log");
        assert_eq!((log.len(), &log[0], &log[3]), (4, &"1".to_owned(), &"1000".to_owned()));
        assert!((log[1].parse::<f64>().unwrap() - 10.0).abs() < 1e-12);
    }

    #[test]
    fn lists_hold_words_numbers_and_lists() {
        assert_eq!(values("search=grid, kd-tree"), ["grid", "kd-tree"]);
        assert_eq!(values("space.size=[100, 100],[200, 200]"), ["[100, 100]", "[200, 200]"]);
        assert_eq!(values("x=3"), ["3"]);
    }

    #[test]
    fn invalid_values_are_refused_with_what_is_allowed() {
        let invalid = "x;=1,2;x=;x=1,;x=1,1;x=a:2:3;x=1:2:0;x=1:2:1.5;x=0:1:3:log;seed=1,2;x=1:inf:3";
        for text in invalid.split(';') {
            let error = Vary::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("--vary {text}: ")) && error.contains("allowed:"), "{error}");
        }
    }
}
