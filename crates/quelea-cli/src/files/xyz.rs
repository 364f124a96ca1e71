//! Extended XYZ for OVITO and ASE: the number of boids, a line on the frame, and a line per boid.

use super::{FileFormat, RecordColumns, format_number};
use crate::error::user_error;
use quelea::geometry::{Boundary, Extent};
use quelea::{Scenario, State};
use std::fmt::Write;

/// A trajectory that is being written.
pub struct Xyz {
    /// The world as a lattice, if it has a size.
    lattice: String,
    /// The time per step, in the unit of the scenario.
    time_step: f64,
    /// The names of the species, without spaces and quotes.
    types: Vec<String>,
    velocities: bool,
    pending: Vec<u8>,
}

impl Xyz {
    /// A trajectory without frames. A frame without positions is refused: no reader would draw it.
    pub fn new(scenario: &Scenario, columns: RecordColumns) -> anyhow::Result<Self> {
        if !columns.positions {
            return Err(user_error("--columns: a record in extended XYZ needs `positions`"));
        }
        let without_spaces = |name: &str| name.replace(|c: char| c.is_whitespace() || c == '"', "_");
        Ok(Xyz {
            lattice: lattice(scenario),
            time_step: scenario.species[0].settings.motion.step,
            types: scenario.species.iter().map(|species| without_spaces(&species.name)).collect(),
            velocities: columns.velocities,
            pending: Vec::new(),
        })
    }

    /// Appends a frame.
    pub fn append(&mut self, state: &State) {
        let mut text = String::new();
        let write_vector = |text: &mut String, vector: &[f64]| {
            for axis in 0..3 {
                text.push(' ');
                text.push_str(&vector.get(axis).map_or_else(|| "0".into(), |x| format_number(*x)));
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}\n{}Properties=type:S:1:pos:R:3{}:id:I:1 Step={} Time={}",
            state.len(),
            self.lattice,
            if self.velocities { ":velo:R:3" } else { "" },
            state.step,
            format_number(state.step as f64 * self.time_step)
        );
        for id in 0..state.len() {
            text.push_str(&self.types[usize::from(state.species[id]).min(self.types.len() - 1)]);
            write_vector(&mut text, &state.positions[id]);
            if self.velocities {
                write_vector(&mut text, &state.velocities[id]);
            }
            let _ = writeln!(text, " {id}");
        }
        self.pending.extend(text.into_bytes());
    }
}

/// `Lattice="…" Origin="…" pbc="…" `; empty for an open space without a size. A 2D world is one unit thick.
fn lattice(scenario: &Scenario) -> String {
    let Extent { boundary, low, size, .. } = scenario.extent();
    if matches!(boundary, Boundary::Open) && size.contains(&0.0) {
        return String::new();
    }
    let axes = |f: &dyn Fn(usize) -> String| (0..3).map(f).collect::<Vec<_>>();
    let torus = |axis| matches!(boundary, Boundary::Torus) && axis < size.len();
    let periodic = axes(&|axis| if torus(axis) { "T" } else { "F" }.to_owned());
    let low = axes(&|axis| format_number(low.get(axis).copied().unwrap_or(-0.5)));
    let lattice = axes(&|axis| format_number(size.get(axis).copied().unwrap_or(1.0))).join(" 0 0 0 ");
    format!("Lattice=\"{lattice}\" Origin=\"{}\" pbc=\"{}\" ", low.join(" "), periodic.join(" "))
}

impl FileFormat for Xyz {
    fn header(&self) -> Vec<u8> {
        Vec::new()
    }
    fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
        Ok(std::mem::take(&mut self.pending))
    }
    fn pending_bytes(&self) -> usize {
        self.pending.len()
    }
}
