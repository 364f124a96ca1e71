//! A varied parameter.

use super::range::Range;
use crate::error::user_error;
use crate::files::format_number;
use quelea::model::{ParameterType, parameters};
use std::collections::HashSet;

/// A parameter and the values it takes, each as after `--set`.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    pub path: String,
    pub values: Vec<String>,
}

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
        let whole = is_whole(&path);
        let in_range = |from, to, count, logarithmic| {
            let range = Range::parse(from, to, count, logarithmic)?;
            if whole { range.whole_values(&path) } else { Ok(range.values()) }
        };
        let values = match list.split(':').map(str::trim).collect::<Vec<_>>()[..] {
            [from, to, count] => in_range(from, to, count, false),
            [from, to, count, "log"] => in_range(from, to, count, true),
            _ if whole => Ok(split_list(list).into_iter().map(plain_whole).collect()),
            _ => Ok(split_list(list)),
        };
        let values = values.map_err(|problem: String| refuse(&problem))?;
        if values.iter().any(String::is_empty) {
            return Err(refuse("a value is empty"));
        }
        let mut seen = HashSet::new();
        if let Some(repeated) = values.iter().find(|value| !seen.insert(value.as_str())) {
            return Err(refuse(&format!("the value {repeated} is given twice")));
        }
        Ok(Vary { path, values })
    }
}

/// Whether a parameter takes whole numbers only, for whichever species or obstacle it is.
fn is_whole(path: &str) -> bool {
    let rest = |list: &str| path.strip_prefix(list).and_then(|rest| rest.split_once('.')).map(|(_, key)| key);
    let listed = match (rest("species."), rest("obstacle.")) {
        (Some(key), _) => key.to_owned(),
        (_, Some(key)) => format!("obstacle.{key}"),
        _ => path.to_owned(),
    };
    let row = parameters().into_iter().find(|row| row.path == listed);
    row.is_some_and(|row| matches!(row.value_type, ParameterType::Integer(..)))
}

/// A whole number in plain digits, however it is written; anything else as it is.
fn plain_whole(text: String) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 => format_number(number),
        _ => text,
    }
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
        assert_eq!(values("a=7:7:1"), ["7"]);
        assert_eq!(values("boids=1e3:3e3:3"), ["1000", "2000", "3000"]);
        assert_eq!(values("seed=1:3:3"), ["1", "2", "3"]);
        let log = values("a=1:1000:4:log");
        assert_eq!((log.len(), &log[0], &log[3]), (4, &"1".to_owned(), &"1000".to_owned()));
        assert!((log[1].parse::<f64>().unwrap() - 10.0).abs() < 1e-12);
    }

    #[test]
    fn ranges_of_whole_numbers_are_whole_or_refused_with_what_would_do() {
        assert_eq!(values("boids=10:1000:5:log"), ["10", "32", "100", "316", "1000"]);
        assert_eq!(values("species.hawk.perception.neighbours=1:9:3"), ["1", "5", "9"]);
        assert_eq!(values("boids=1e3, 2000.0,3000"), ["1000", "2000", "3000"]);
        for (text, words) in [
            ("boids=100:1000:100", "for a difference of 100 between them: 100:1000:10"),
            ("perception.neighbours=3:12:1", "for a difference of 1 between them: 3:12:10"),
            ("boids=10:1000:8", "these would do: 10:1000:7 or 10:1000:10"),
            ("boids=1:2:4", "these would do: 1:2:2"),
            ("boids=1.5:3:2", "FROM and TO are whole"),
            ("boids=1:4:9:log", "1 is there twice: a smaller COUNT"),
            ("separation.weight=0:2:1", "1 leaves out TO"),
        ] {
            let error = Vary::parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn lists_hold_words_numbers_and_lists() {
        assert_eq!(values("search=grid, kd-tree"), ["grid", "kd-tree"]);
        assert_eq!(values("space.size=[100, 100],[200, 200]"), ["[100, 100]", "[200, 200]"]);
        assert_eq!(values("x=3"), ["3"]);
    }

    #[test]
    fn invalid_values_are_refused_with_what_is_allowed() {
        let invalid = "x;=1,2;x=;x=1,;x=1,1;x=a:2:3;x=1:2:0;x=1:2:1.5;x=0:1:3:log;x=1:3:1;x=1:inf:3";
        for text in invalid.split(';') {
            let error = Vary::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("--vary {text}: ")) && error.contains("allowed:"), "{error}");
        }
    }
}
