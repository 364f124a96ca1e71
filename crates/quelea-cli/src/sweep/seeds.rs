//! Seeds that are given by `--vary seed`.

use super::vary::Vary;
use crate::error::user_error;
use crate::numbers;

/// Takes the seeds out of what is varied: they are repeats of each combination.
pub fn take_seeds(varied: Vec<Vary>, repeats: u64) -> anyhow::Result<(Vec<Vary>, Option<Vec<u64>>)> {
    let (seeds, varied): (Vec<Vary>, Vec<Vary>) = varied.into_iter().partition(|vary| vary.path == "seed");
    let Some(Vary { values, .. }) = seeds.first() else { return Ok((varied, None)) };
    if repeats > 1 {
        return Err(user_error(format!("--repeats {repeats}: --vary seed gives the seeds; leave one of them out")));
    }
    let seed = |text: &String| {
        numbers::seed(text).map_err(|allowed| user_error(format!("--vary seed: {text} is not a seed\n  {allowed}")))
    };
    Ok((varied, Some(values.iter().map(seed).collect::<anyhow::Result<_>>()?)))
}
