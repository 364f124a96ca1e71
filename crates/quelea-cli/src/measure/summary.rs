//! The summary of a measurement: as text, or as JSON.

use super::arguments::{MeasureArgs, SpaceKind};
use super::frames::Frames;
use super::results::{LEAST_MEAN, Results};
use crate::files::format_number;
use crate::input::quoted;
use crate::text_table::align;
use quelea::measures::profiles::Fluctuation;
use quelea::measures::series::{Estimate, TimeStatistics};
use serde_json::{Map, Value, json};
use std::io::Write;

/// A finished measurement.
pub struct Summary<'a> {
    pub arguments: &'a MeasureArgs,
    pub frames: &'a Frames,
    pub results: &'a Results,
    /// Whether velocities were in the table.
    pub has_velocities: bool,
}

const FLUCTUATIONS: [(&str, Fluctuation); 3] =
    [("velocity", Fluctuation::Velocity), ("heading", Fluctuation::Heading), ("speed", Fluctuation::Speed)];

impl Summary<'_> {
    fn boids(&self) -> (usize, usize) {
        let counts = || self.frames.trajectory.frames().iter().map(|frame| frame.ids.len());
        (counts().min().unwrap_or(0), counts().max().unwrap_or(0))
    }

    fn dimension(&self) -> usize {
        self.frames.trajectory.frames().first().map_or(2, |frame| frame.state.dimension)
    }

    /// What is reported besides the measures of frames: name, value and unit.
    fn derived(&self) -> Vec<(String, Estimate, &'static str)> {
        let results = self.results;
        let exact = |value: f64| Estimate { value, error: f64::NAN };
        let mut rows = Vec::new();
        if let Some((_, _, order)) = results.statistics.iter().find(|(name, ..)| *name == "polarisation") {
            rows.push(("susceptibility".to_owned(), order.susceptibility, ""));
            rows.push(("binder".to_owned(), order.binder, ""));
        }
        rows.extend(results.size.map(|size| ("largest_distance".to_owned(), exact(size), "length")));
        for (name, fluctuation) in FLUCTUATIONS {
            let length = results.velocities.correlation_length(fluctuation);
            rows.extend(length.map(|length| (format!("correlation_length_{name}"), exact(length), "length")));
        }
        let exponent = results.fluctuations.exponent(LEAST_MEAN);
        rows.extend(exponent.map(|law| ("fluctuation_exponent".to_owned(), law.exponent, "")));
        rows.push(("band_contrast".to_owned(), exact(results.bands.contrast()), ""));
        let exponent = results.displacement_exponent;
        rows.extend(exponent.map(|law| ("displacement_exponent".to_owned(), law.exponent, "")));
        let last = results.overlap.last();
        rows.extend(last.map(|last| ("neighbour_overlap".to_owned(), exact(last.overlap), "")));
        rows
    }

    pub fn write_text(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Summary { arguments, frames, results, has_velocities } = self;
        let (least, most) = self.boids();
        let boids = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let count = frames.trajectory.len();
        let (space, dimension) = (space_word(arguments.space), self.dimension());
        writeln!(out, "{}: {count} frames of {boids} boids in {dimension}D", quoted(&arguments.file))?;
        let interval = format_short(frames.trajectory.interval());
        let velocities = if *has_velocities { "given" } else { "from differences" };
        writeln!(out, "interval {interval}, {space} space, velocities {velocities}")?;
        if results.stride > 1 {
            writeln!(out, "profiles of one frame in {}", results.stride)?;
        }
        if results.delays.is_none() && count > 1 {
            writeln!(out, "no directional delays, which would take long: --max-delay N asks for them")?;
        }
        let averages = results
            .statistics
            .iter()
            .map(|(name, unit, statistics)| row(name, statistics.mean, note(statistics, statistics.mean), unit));
        let order = results.statistics.iter().find(|(name, ..)| *name == "polarisation").map(|(_, _, order)| order);
        let derived = self.derived();
        let derived = derived.iter().map(|(name, value, unit)| match order {
            Some(order) if ["susceptibility", "binder"].contains(&name.as_str()) => {
                row(name, *value, note(order, *value), unit)
            }
            _ => row(name, *value, "", unit),
        });
        writeln!(out)?;
        out.write_all(align(&averages.chain(derived).collect::<Vec<_>>()).as_bytes())?;
        if let Some(folder) = &arguments.out {
            writeln!(out, "\ntables in {}", quoted(folder))?;
        }
        Ok(())
    }

    pub fn write_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Summary { arguments, frames, results, has_velocities } = self;
        let (least, most) = self.boids();
        let estimate = |estimate: &Estimate| json!({ "value": estimate.value, "error": estimate.error });
        let measures: Map<String, Value> = results
            .statistics
            .iter()
            .map(|(name, _, statistics)| {
                let mut object = estimate(&statistics.mean);
                object["converged"] = json!(statistics.converged);
                ((*name).to_owned(), object)
            })
            .collect();
        let derived: Map<String, Value> =
            self.derived().iter().map(|(name, value, _)| (name.clone(), estimate(value))).collect();
        let object = json!({
            "file": arguments.file.to_string_lossy(),
            "frames": frames.trajectory.len(),
            "interval": frames.trajectory.interval(),
            "boids": [least, most],
            "dimension": self.dimension(),
            "space": space_word(arguments.space),
            "velocities": if *has_velocities { "given" } else { "derived" },
            "profile_stride": results.stride,
            "measures": measures,
            "derived": derived,
            "out": arguments.out.as_ref().map(|folder| folder.to_string_lossy()),
        });
        Ok(writeln!(out, "{object:#}")?)
    }
}

fn space_word(space: SpaceKind) -> &'static str {
    match space {
        SpaceKind::Open => "open",
        SpaceKind::Torus => "torus",
    }
}

/// What to say about an error that is only a lower bound.
fn note(statistics: &TimeStatistics, estimate: Estimate) -> &'static str {
    if statistics.converged || !estimate.error.is_finite() { "" } else { "at least" }
}

/// Name, value, error and unit.
fn row(name: &str, estimate: Estimate, note: &str, unit: &str) -> [String; 5] {
    let error = if estimate.error.is_finite() { format!("± {}", format_short(estimate.error)) } else { String::new() };
    [name.to_owned(), format_short(estimate.value), error, note.to_owned(), unit.to_owned()]
}

/// A number with four significant digits or so.
fn format_short(x: f64) -> String {
    match x.abs() {
        _ if x.fract() == 0.0 && x.abs() < 1e6 => format_number(x),
        size if (1e-3..1e6).contains(&size) => format!("{x:.4}"),
        _ => format!("{x:.2e}"),
    }
}
