//! Extended XYZ, which OVITO and ASE read: a number, a line about the frame, and a line per boid.

use super::Format;
use super::rows::number;
use quelea::scenario::settings::SpaceKind;
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
        let names = scenario.kinds().map(|kind| kind.name.replace(|c: char| c.is_whitespace() || c == '"', "_"));
        Xyz {
            lattice: lattice(scenario),
            step: scenario.first.species.motion.step,
            names: names.collect(),
            waiting: Vec::new(),
        }
    }

    pub fn add<const D: usize>(&mut self, state: &State<D>) {
        let mut text = String::new();
        let axes = |text: &mut String, row: &[f64; D]| {
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

/// `Lattice="…" Origin="…" pbc="…" `, or nothing in open space. What is flat is one unit thick.
fn lattice(scenario: &Scenario) -> String {
    let (space, dimension) = (&scenario.general.space, scenario.general.dimension);
    let at = |axis: usize| space.origin.as_ref().and_then(|origin| origin.get(axis)).copied().unwrap_or(0.0);
    let (low, size): (Vec<f64>, Vec<f64>) = match space.kind {
        SpaceKind::Sphere => {
            ((0..dimension).map(|axis| at(axis) - space.radius).collect(), vec![2.0 * space.radius; dimension])
        }
        _ if space.size.len() != dimension => return String::new(),
        _ => ((0..dimension).map(at).collect(), space.size.clone()),
    };
    let size = |axis: usize| number(size.get(axis).copied().unwrap_or(1.0));
    let low = |axis: usize| number(low.get(axis).copied().unwrap_or(-0.5));
    let round = |axis: usize| if space.kind == SpaceKind::Torus && axis < dimension { "T" } else { "F" };
    format!(
        "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{} {} {}\" pbc=\"{} {} {}\" ",
        size(0),
        size(1),
        size(2),
        low(0),
        low(1),
        low(2),
        round(0),
        round(1),
        round(2)
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
