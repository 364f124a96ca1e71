//! The summary of a sweep: as text with mean and deviation or error of each combination, or as JSON.

use super::arguments::SweepArgs;
use super::kept::error_column;
use super::plan::Plan;
use crate::files::{Table, format_number};
use crate::input::quoted;
use crate::output::escape_name;
use crate::statistics::mean_and_deviation;
use crate::text_table::align_rows;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// A finished sweep.
pub struct Summary<'a> {
    pub arguments: &'a SweepArgs,
    pub plan: &'a Plan,
    pub table: &'a Table,
    /// The path of the plot, if it was drawn.
    pub plot: Option<&'a Path>,
    /// The number of runs done before the sweep was resumed.
    pub done_before: usize,
    pub seconds: f64,
    pub threads: usize,
}

/// The most combinations that are listed; with more, none are.
const MAX_LINES: usize = 25;
/// The most measures that are listed.
const MAX_MEASURES: usize = 3;

impl Summary<'_> {
    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Summary { arguments, plan, table, plot, done_before, seconds, threads } = self;
        let to_text = |path: &Path| path.to_string_lossy().into_owned();
        let varied: Vec<&str> = plan.varied.iter().map(|vary| vary.path.as_str()).collect();
        let object = json!({
            "scenario": arguments.scenario,
            "varied": varied,
            "combinations": plan.combinations(),
            "repeats": plan.repeats,
            "part": arguments.part,
            "runs": table.len(),
            "runs_before": done_before,
            "threads": threads,
            "seconds": seconds,
            "out": to_text(&arguments.out),
            "plot": plot.map(to_text),
            "warnings": plan.warnings.as_list(),
        });
        Ok(writeln!(out, "{object:#}")?)
    }

    pub fn write_text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Summary { arguments, plan, table, plot, done_before, seconds, threads } = self;
        let (name, combinations, repeats) = (escape_name(&arguments.scenario), plan.combinations(), plan.repeats);
        let part = arguments.part.as_ref().map(|part| format!(", part {part}")).unwrap_or_default();
        let before = if *done_before > 0 { format!(" ({done_before} of them before)") } else { String::new() };
        let runs = table.len();
        writeln!(out, "{name}: {combinations} combinations × {repeats} seeds{part}: {runs} runs{before}")?;
        writeln!(out, "{seconds:.1} s, threads: {threads}")?;
        writeln!(out, "table {}", quoted(&arguments.out))?;
        if let Some(plot) = plot {
            writeln!(out, "plot {}", quoted(plot))?;
        }
        let lines = self.lines();
        if lines.len() <= MAX_LINES + 1 {
            writeln!(out)?;
            out.write_all(align_rows(&lines).as_bytes())?;
        }
        Ok(())
    }

    /// A line of names, then one per combination: its values, and mean ± deviation of each measure.
    fn lines(&self) -> Vec<Vec<String>> {
        let Summary { plan, table, .. } = self;
        let names = plan.varied.iter().map(|vary| vary.path.clone());
        let measures: Vec<String> = plan.measures.iter().take(MAX_MEASURES).map(|kept| kept.name()).collect();
        let mut lines = vec![names.chain(measures.iter().cloned()).collect::<Vec<_>>()];
        let runs: Vec<u64> = plan.runs().collect();
        let mut start = 0;
        while start < runs.len() && lines.len() <= MAX_LINES + 1 {
            let values = plan.values(runs[start]);
            let repeats = runs[start..].iter().take_while(|run| plan.values(**run) == values).count();
            let mut line: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            for name in &measures {
                let all = table.column(name).and_then(|values| values.to_numbers()).unwrap_or_default();
                let errors = table.column(&error_column(name)).and_then(|values| values.to_numbers());
                let error = errors.and_then(|errors| errors.get(start).copied());
                line.push(format_mean(&all[start..start + repeats], error));
            }
            lines.push(line);
            start += repeats;
        }
        lines
    }
}

/// `mean ± standard deviation`; the only value, with its error if it has one.
fn format_mean(values: &[f64], error: Option<f64>) -> String {
    let short = |x: f64| if x.fract() == 0.0 { format_number(x) } else { format!("{x:.4}") };
    let (mean, deviation) = mean_and_deviation(values);
    match error.filter(|error| error.is_finite()) {
        _ if values.len() > 1 => format!("{} ± {}", short(mean), short(deviation)),
        Some(error) => format!("{} ± {}", short(mean), short(error)),
        None => short(mean),
    }
}
