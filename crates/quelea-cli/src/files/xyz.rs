//! Extended XYZ, which OVITO and ASE read: a number, a line about the frame, and a line per boid.

use super::Format;
use super::rows::number;
use quelea::geometry::{Boundary, Space};
use quelea::{Scenario, State};
use std::fmt::Write;

/// A trajectory that is being written.
pub struct Xyz {
    /// The world as a lattice, where it has a size.
    lattice: String,
    /// The time one step takes, in the scenario's unit.
    step: f64,
    names: Vec<String>,
    waiting: Vec<u8>,
}

impl Xyz {
    pub fn new(scenario: &Scenario) -> Self {
        let names =
            scenario.species.iter().map(|species| species.name.replace(|c: char| c.is_whitespace() || c == '"', "_"));
        Xyz {
            lattice: lattice(scenario),
            step: scenario.species[0].settings.motion.step,
            names: names.collect(),
            waiting: Vec::new(),
        }
    }

    pub fn add(&mut self, state: &State) {
        let mut text = String::new();
        let axes = |text: &mut String, row: &[f64]| {
            for axis in 0..3 {
                text.push(' ');
                text.push_str(&row.get(axis).map_or_else(|| "0".into(), |x| number(*x)));
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}\n{}Properties=type:S:1:pos:R:3:velo:R:3:id:I:1 Step={} Time={}",
            state.len(),
            self.lattice,
            state.step,
            number(state.step as f64 * self.step)
        );
        for id in 0..state.len() {
            text.push_str(&self.names[usize::from(state.species[id]).min(self.names.len() - 1)]);
            axes(&mut text, &state.positions[id]);
            axes(&mut text, &state.velocities[id]);
            let _ = writeln!(text, " {id}");
        }
        self.waiting.extend(text.into_bytes());
    }
}

/// `Lattice="…" Origin="…" pbc="…" `; empty in an open space without a size. A 2D world is one unit thick.
fn lattice(scenario: &Scenario) -> String {
    match scenario.general.dimension {
        2 => lattice_of(&scenario.space::<2>()),
        _ => lattice_of(&scenario.space::<3>()),
    }
}

fn lattice_of<const D: usize>(space: &Space<D>) -> String {
    let (low, size) = space.bounding_box();
    if matches!(space.boundary, Boundary::Open) && size.contains(&0.0) {
        return String::new();
    }
    let size = |axis: usize| number(size.get(axis).copied().unwrap_or(1.0));
    let low = |axis: usize| number(low.get(axis).copied().unwrap_or(-0.5));
    let periodic = |axis: usize| if space.is_torus() && axis < D { "T" } else { "F" };
    let axes = |f: &dyn Fn(usize) -> String| [f(0), f(1), f(2)].join(" ");
    format!(
        "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{}\" pbc=\"{}\" ",
        size(0),
        size(1),
        size(2),
        axes(&low),
        axes(&|axis| periodic(axis).to_owned())
    )
}

impl Format for Xyz {
    fn head(&self) -> Vec<u8> {
        Vec::new()
    }
    fn drain(&mut self) -> anyhow::Result<Vec<u8>> {
        Ok(std::mem::take(&mut self.waiting))
    }
    fn tail(&self) -> anyhow::Result<Vec<u8>> {
        Ok(Vec::new())
    }
    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}
