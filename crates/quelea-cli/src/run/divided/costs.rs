//! What steps cost each rank.

use crate::run::report::Ranked;
use crate::text_table::align;
use quelea::Distributed;
use serde_json::{Value, json};

/// Up to this many ranks are listed one by one.
const MAX_LISTED: usize = 32;

/// What a step cost a rank on average.
struct RankCosts {
    boids: u64,
    copies: f64,
    bytes: f64,
    computing: f64,
    exchanging: f64,
}

/// Tells all ranks what so many steps cost each of them.
pub fn gather<const D: usize>(flock: &Distributed<D>, steps: u64) -> Ranked {
    let costs = flock.costs();
    let times = [costs.computing, costs.exchanging].map(|time| time.as_nanos() as u64);
    let own = [flock.own().len() as u64, costs.copies, costs.bytes, times[0], times[1]];
    let message = own.iter().flat_map(|number| [*number as u32, (number >> 32) as u32]).collect();
    let per_step = |number: u64| number as f64 / steps.max(1) as f64;
    let of_rank = |message: &Vec<u32>| {
        let number = |index: usize| u64::from(message[2 * index]) | u64::from(message[2 * index + 1]) << 32;
        RankCosts {
            boids: number(0),
            copies: per_step(number(1)),
            bytes: per_step(number(2)),
            computing: per_step(number(3)) * 1e-9,
            exchanging: per_step(number(4)) * 1e-9,
        }
    };
    let ranks: Vec<RankCosts> = flock.ranks().gather(message).iter().map(of_rank).collect();
    Ranked { count: ranks.len(), json: ranks.iter().map(to_json).collect(), text: to_text(&ranks) }
}

fn to_json(costs: &RankCosts) -> Value {
    json!({
        "boids": costs.boids,
        "copies_per_step": costs.copies,
        "bytes_per_step": costs.bytes,
        "computing_seconds_per_step": costs.computing,
        "exchanging_seconds_per_step": costs.exchanging,
    })
}

fn to_text(ranks: &[RankCosts]) -> String {
    let heading = ["rank", "boids", "copies", "bytes sent", "computing", "exchanging"].map(String::from);
    let seconds = |seconds: f64| format!("{:.3} ms", seconds * 1e3);
    let row = |(rank, costs): (usize, &RankCosts)| {
        [
            rank.to_string(),
            costs.boids.to_string(),
            format!("{:.0}", costs.copies),
            format!("{:.0}", costs.bytes),
            seconds(costs.computing),
            seconds(costs.exchanging),
        ]
    };
    let listed = ranks.iter().take(MAX_LISTED).enumerate().map(row);
    let mut text = align(&std::iter::once(heading).chain(listed).collect::<Vec<_>>());
    if ranks.len() > MAX_LISTED {
        text += &format!("and {} more ranks; --json lists all\n", ranks.len() - MAX_LISTED);
    }
    text + "Copies, bytes and times are per step; exchanging includes waiting for others.\n"
}
