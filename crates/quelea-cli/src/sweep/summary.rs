//! What a sweep reports: as text, each combination's mean and spread; as JSON, what was done.

use super::plan::Plan;
use crate::arguments::SweepOrder;
use crate::files::{Rows, number};
use crate::source::shown;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// The end of a sweep.
pub struct Summary<'a> {
    pub order: &'a SweepOrder,
    pub plan: &'a Plan,
    pub table: &'a Rows,
    /// Where the plot is, if it could be drawn.
    pub plot: Option<&'a Path>,
    /// How many runs were done before it was taken up.
    pub before: usize,
    pub seconds: f64,
    pub threads: usize,
}

/// The most combinations and measures that a summary lists; a table has them all.
const LINES: usize = 25;
const MEASURES: usize = 3;

impl Summary<'_> {
    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Summary { order, plan, table, plot, before, seconds, threads } = self;
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let varied: Vec<&str> = plan.varied.iter().map(|vary| vary.path.as_str()).collect();
        let object = json!({
            "scenario": order.scenario,
            "varied": varied,
            "combinations": plan.combinations(),
            "repeats": order.repeats,
            "part": order.part,
            "runs": table.len(),
            "runs_before": before,
            "threads": threads,
            "seconds": seconds,
            "out": path(&order.out),
            "plot": plot.map(path),
        });
        Ok(writeln!(out, "{object:#}")?)
    }

    pub fn write_text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Summary { order, plan, table, plot, before, seconds, threads } = self;
        let (name, combinations, repeats) = (&order.scenario, plan.combinations(), order.repeats);
        let part = order.part.as_ref().map(|part| format!(", part {part}")).unwrap_or_default();
        let before = if *before > 0 { format!(" ({before} of them before)") } else { String::new() };
        let runs = table.len();
        writeln!(out, "{name}: {combinations} combinations × {repeats} seeds{part}: {runs} runs{before}")?;
        writeln!(out, "{seconds:.1} s, threads: {threads}")?;
        writeln!(out, "table {}", shown(&order.out))?;
        if let Some(plot) = plot {
            writeln!(out, "plot {}", shown(plot))?;
        }
        let lines = self.lines();
        if lines.len() <= LINES + 1 {
            writeln!(out)?;
            out.write_all(crate::table::aligned_rows(&lines).as_bytes())?;
        }
        Ok(())
    }

    /// A line of names, then one per combination: its values, and of each measure the mean ± the spread.
    fn lines(&self) -> Vec<Vec<String>> {
        let Summary { plan, table, .. } = self;
        let names = plan.varied.iter().map(|vary| vary.path.clone());
        let measures: Vec<&str> = plan.measures().take(MEASURES).collect();
        let mut lines = vec![names.chain(measures.iter().map(|name| (*name).to_owned())).collect::<Vec<_>>()];
        let runs: Vec<u64> = plan.runs().collect();
        let mut from = 0;
        while from < runs.len() {
            let values = plan.values(runs[from]);
            let same = runs[from..].iter().take_while(|run| plan.values(**run) == values).count();
            let mut line: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            for name in &measures {
                let all = table.get(name).and_then(|values| values.numbers()).unwrap_or_default();
                line.push(shown_spread(&all[from..from + same]));
            }
            lines.push(line);
            from += same;
            if lines.len() > LINES + 1 {
                break;
            }
        }
        lines
    }
}

/// `mean ± standard deviation`, or the one value there is.
fn shown_spread(values: &[f64]) -> String {
    let short = |x: f64| if x.fract() == 0.0 { number(x) } else { format!("{x:.4}") };
    let (mean, spread) = crate::plot::mean_and_spread(values);
    if values.len() > 1 { format!("{} ± {}", short(mean), short(spread)) } else { short(mean) }
}
