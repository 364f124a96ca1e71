//! Which varied parameters are on the axes of a plot.

use super::figure::PlotOptions;
use super::merge::Sweep;
use crate::error::user_error;

/// The varied parameters that a plot shows.
pub struct Axes {
    pub x: String,
    /// The vertical axis of a heat map.
    pub y: Option<String>,
    /// The parameter with a line for each value.
    pub by: Option<String>,
}

/// Selects from the varied parameters of all sweeps.
pub fn select_axes(sweeps: &[Sweep], options: &PlotOptions) -> anyhow::Result<Axes> {
    let first = &sweeps[0];
    let selects = options.x.is_some();
    // A parameter that only some sweeps vary cannot be an axis of all.
    if let Some(other) = sweeps.iter().find(|sweep| !selects && sweep.varied != first.varied) {
        return Err(user_error(format!(
            "{} varies {} and {} varies {}: they have no common axes; select one with --x, or plot each by itself",
            first.source.quoted,
            list(&first.varied),
            other.source.quoted,
            list(&other.varied)
        )));
    }
    let find = |option: &str, wanted: &Option<String>| {
        let Some(wanted) = wanted else { return Ok(None) };
        match sweeps.iter().find(|sweep| !sweep.varied.contains(wanted)) {
            None => Ok(Some(wanted.clone())),
            Some(lacking) => {
                let place = if sweeps.len() > 1 { format!(" in {}", lacking.source.quoted) } else { String::new() };
                let allowed = list(&lacking.varied);
                Err(user_error(format!("{option}: `{wanted}` is not varied{place}\n  allowed: {allowed}")))
            }
        }
    };
    let (x, y, by) = (find("--x", &options.x)?, find("--y", &options.y)?, find("--by", &options.by)?);
    let named = [("--x", &x), ("--y", &y), ("--by", &by)].into_iter().filter(|(_, path)| path.is_some());
    let named: Vec<(&str, &Option<String>)> = named.collect();
    if let [(a, first), (b, second)] = named[..]
        && first == second
    {
        return Err(user_error(format!("{a} and {b} name the same parameter")));
    }
    let free = |taken: &Option<String>| first.varied.iter().find(|path| Some(*path) != taken.as_ref()).cloned();
    let axes = match (x, y, by, &first.varied[..]) {
        (Some(x), y, by, _) => Axes { x, y, by },
        (None, Some(y), _, _) => {
            Axes { x: free(&Some(y.clone())).ok_or_else(|| alone("--y", &y))?, y: Some(y), by: None }
        }
        (None, None, Some(by), [_] | [_, _]) => {
            Axes { x: free(&Some(by.clone())).ok_or_else(|| alone("--by", &by))?, y: None, by: Some(by) }
        }
        (None, None, None, [x]) => Axes { x: x.clone(), y: None, by: None },
        (None, None, None, [x, y]) => Axes { x: x.clone(), y: Some(y.clone()), by: None },
        (None, None, _, []) => return Err(user_error("it has no varied parameter")),
        (None, None, _, varied) => {
            return Err(user_error(format!(
                "it varies {} parameters: select with --x, or with --x and --y or --by\n  allowed: {}",
                varied.len(),
                list(varied)
            )));
        }
    };
    match (&axes.y, sweeps) {
        (Some(_), [_, other, ..]) => Err(user_error(format!(
            "{} and {} are different sweeps, and a heat map shows one: plot each by itself, or draw lines with --x {}",
            first.source.quoted, other.source.quoted, axes.x
        ))),
        _ => Ok(axes),
    }
}

fn alone(option: &str, path: &str) -> anyhow::Error {
    user_error(format!("{option}: `{path}` is the only varied parameter; it belongs on the horizontal axis"))
}

fn list(paths: &[String]) -> String {
    if paths.is_empty() { "nothing".to_owned() } else { paths.join(", ") }
}
