//! What a record holds of each boid.

use super::RecordFormat;
use clap::ValueEnum;

/// A choice of columns, as typed.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum RecordColumn {
    /// x, y and in 3D z
    Positions,
    /// vx, vy and in 3D vz
    Velocities,
}

/// The columns of a record besides step, id and species.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordColumns {
    pub positions: bool,
    pub velocities: bool,
}

const AXES: [&str; 3] = ["x", "y", "z"];

impl RecordColumns {
    /// Those that were chosen; `None` if none were.
    pub fn from_choice(chosen: &[RecordColumn]) -> Option<Self> {
        let has = |column| chosen.contains(&column);
        let columns =
            RecordColumns { positions: has(RecordColumn::Positions), velocities: has(RecordColumn::Velocities) };
        (!chosen.is_empty()).then_some(columns)
    }

    /// Those of a format if none were chosen: an array of coordinates is what most readers of NumPy files expect.
    pub fn default_for(format: RecordFormat) -> Self {
        RecordColumns { positions: true, velocities: !matches!(format, RecordFormat::Npy) }
    }

    /// Their words on the command line.
    pub fn words(self) -> Vec<&'static str> {
        let all = [(self.positions, "positions"), (self.velocities, "velocities")];
        all.into_iter().filter_map(|(is_there, word)| is_there.then_some(word)).collect()
    }

    /// The opposite of [`Self::words`]; `None` if there are none.
    pub fn from_words<'a>(words: impl Iterator<Item = &'a str>) -> Option<Self> {
        let chosen: Vec<_> = words.filter_map(|word| RecordColumn::from_str(word, false).ok()).collect();
        Self::from_choice(&chosen)
    }

    /// The names of the columns, such as `x,y,vx,vy`.
    pub fn names(self, axes: usize) -> Vec<String> {
        let prefixes = [(self.positions, ""), (self.velocities, "v")];
        let prefixes = prefixes.into_iter().filter_map(|(is_there, prefix)| is_there.then_some(prefix));
        prefixes.flat_map(|prefix| AXES[..axes].iter().map(move |axis| format!("{prefix}{axis}"))).collect()
    }
}
