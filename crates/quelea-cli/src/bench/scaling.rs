//! `quelea bench --scaling`: one flock on several threads beside as many processes with a flock each.

use super::arguments::BenchArgs;
use super::timing::{on_threads, time};
use super::workload::Workload;
use crate::{interrupt, memory};
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::fmt;
use std::process::{Command, Stdio};

/// The speed of one flock, and that of as many single-threaded processes as it has threads.
pub struct ScalingRow {
    pub workload: Workload,
    /// Boid-steps per second of the flock.
    flock: f64,
    /// The sum over the processes.
    processes: f64,
    /// What the flock reaches of the processes.
    ratio: f64,
}

/// How often everything is measured. The medians count.
const ROUNDS: usize = 3;

/// The meaning of the columns.
pub const LEGEND: &str = "\
flock: million boid-steps/s of one flock on this many threads. processes: the sum over as many processes that step a
flock of the same size each, on one thread, at the same time. ratio: what the threads of one flock reach of it. Each
is the median of three, measured in turn.";

/// The workloads, each with 1, 2, 4, … threads up to one per core, or with the number given.
pub fn workloads(arguments: &BenchArgs) -> Vec<Workload> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let doubled = std::iter::successors(Some(1), |threads| Some(threads * 2)).take_while(|threads| *threads < cores);
    let numbers: Vec<usize> = match arguments.threads {
        Some(threads) => vec![usize::from(threads)],
        None => doubled.chain([cores]).collect(),
    };
    let mut all = Workload::all(arguments);
    // `all` has each workload once per number of threads it knows.
    let first = all.first().map_or(1, |workload| workload.threads);
    all.retain(|workload| workload.threads == first);
    let with = |workload: &Workload| {
        let workload = workload.clone();
        numbers.clone().into_iter().map(move |threads| Workload { threads, ..workload.clone() })
    };
    all.iter().flat_map(with).collect()
}

/// Measures a workload, the flock and the processes in turn, since the speed of a machine changes; `None` if
/// interrupted.
pub fn measure(workload: &Workload, seconds: f64) -> anyhow::Result<Option<ScalingRow>> {
    memory::check(workload.boids * workload.threads, workload.dimension, false)?;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let flock = on_threads(workload.threads, || {
            let scenario = workload.scenario()?;
            let Some(start) = workload.start(&scenario)? else { return Ok(None) };
            time(&scenario, &start, seconds)
        })?;
        let Some(flock) = flock else { return Ok(None) };
        let Some(processes) = processes(workload, seconds)? else { return Ok(None) };
        rounds.push((flock.rate(), processes));
    }
    let median = |of: fn(&(f64, f64)) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_unstable_by(f64::total_cmp);
        values[ROUNDS / 2]
    };
    Ok(Some(ScalingRow {
        workload: workload.clone(),
        flock: median(|round| round.0),
        processes: median(|round| round.1),
        ratio: median(|round| round.0 / round.1),
    }))
}

/// The sum of the speeds of single-threaded processes that run at the same time; `None` if interrupted.
fn processes(workload: &Workload, seconds: f64) -> anyhow::Result<Option<f64>> {
    let Workload { boids, dimension, nearest, neighbours, spread, search, threads, .. } = workload;
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut children = Vec::new();
    for _ in 0..*threads {
        let mut command = Command::new(&program);
        command.args(["bench", "--json", "--threads", "1", if *nearest { "--nearest" } else { "--radius" }]);
        command.arg(format!("--{}", spread.word())).args(["--search", search.word()]);
        let numbers = [("--boids", boids), ("--dimension", dimension), ("--neighbours", neighbours)];
        for (option, number) in numbers {
            command.args([option, &number.to_string()]);
        }
        // They end together only if all measure longer than it takes to start them.
        command.args(["--seconds", &seconds.to_string()]).stdin(Stdio::null()).stdout(Stdio::piped());
        children.push(command.spawn().context("cannot start another process")?);
    }
    let mut sum = 0.0;
    for child in children {
        let output = child.wait_with_output()?;
        if interrupt::requested() {
            return Ok(None);
        }
        if !output.status.success() {
            bail!("a process for comparison failed ({})", output.status);
        }
        let rows: Value = serde_json::from_slice(&output.stdout).context("a process for comparison printed no JSON")?;
        sum += rows[0]["boid_steps_per_second"].as_f64().context("a process for comparison printed no speed")?;
    }
    Ok(Some(sum))
}

impl ScalingRow {
    /// The row as a JSON object.
    pub fn to_json(&self) -> Value {
        let workload = &self.workload;
        json!({
            "boids": workload.boids,
            "neighbours": workload.neighbours,
            "dimension": workload.dimension,
            "perception": if workload.nearest { "nearest" } else { "radius" },
            "search": workload.search.word(),
            "spread": workload.spread.word(),
            "threads": workload.threads,
            "boid_steps_per_second": self.flock,
            "boid_steps_per_second_of_processes": self.processes,
            "ratio": self.ratio,
        })
    }

    /// The heading of the columns.
    pub fn heading() -> String {
        let columns = ("boids", "D", "perception", "spread", "threads", "flock", "processes", "ratio");
        let (boids, dimension, perception, spread, threads, flock, processes, ratio) = columns;
        format!(
            "{boids:>9}  {dimension}  {perception:<10}  {spread:<9}  {threads:>7}  {flock:>8}  {processes:>9}  {ratio:>5}"
        )
    }
}

impl fmt::Display for ScalingRow {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let workload = &self.workload;
        write!(
            f,
            "{:>9}  {}  {:<10}  {:<9}  {:>7}  {:>8.2}  {:>9.2}  {:>4.0}%",
            workload.boids,
            workload.dimension,
            workload.perception(),
            workload.spread.word(),
            workload.threads,
            self.flock / 1e6,
            self.processes / 1e6,
            100.0 * self.ratio
        )
    }
}
