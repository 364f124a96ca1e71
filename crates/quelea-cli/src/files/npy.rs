//! Positions, velocities or both as one NumPy array of (samples, boids, columns).

use super::{FileFormat, RecordColumns};
use quelea::State;
use quelea::engine::Precision;

/// The header states the length of the array, so it has room for any length.
pub(super) const HEADER_LENGTH: usize = 128;

/// An array that is being written.
pub struct Npy {
    boids: usize,
    axes: usize,
    precision: Precision,
    columns: RecordColumns,
    samples: u64,
    pending: Vec<u8>,
}

impl Npy {
    /// An array without samples.
    pub fn new(boids: usize, axes: usize, precision: Precision, columns: RecordColumns) -> Self {
        Npy { boids, axes, precision, columns, samples: 0, pending: Vec::new() }
    }

    /// The numbers of each boid in a sample.
    fn width(&self) -> usize {
        self.columns.names(self.axes).len()
    }

    /// Resumes an array whose samples fill a file up to `length`; `None` if they do not. Without boids a sample
    /// takes no bytes, and `empty_samples` is their number.
    pub fn resume(self, length: u64, empty_samples: u64) -> Option<Self> {
        let size = if self.precision == Precision::Single { 4 } else { 8 };
        let sample = (self.boids * self.width() * size) as u64;
        let body = length.checked_sub(HEADER_LENGTH as u64)?;
        let samples = match sample {
            0 => Some(empty_samples),
            sample => body.is_multiple_of(sample).then(|| body / sample),
        };
        Some(Npy { samples: samples?, ..self })
    }

    /// Appends a state: of each boid its position, then its velocity.
    pub fn append(&mut self, state: &State) {
        for id in 0..state.len() {
            let position = self.columns.positions.then_some(&state.positions[id]);
            let velocity = self.columns.velocities.then_some(&state.velocities[id]);
            for x in position.into_iter().chain(velocity).flatten() {
                match self.precision {
                    Precision::Single => self.pending.extend((*x as f32).to_le_bytes()),
                    Precision::Double => self.pending.extend(x.to_le_bytes()),
                }
            }
        }
        self.samples += 1;
    }
}

impl FileFormat for Npy {
    fn header(&self) -> Vec<u8> {
        let Npy { boids, samples, .. } = self;
        let type_code = if self.precision == Precision::Single { "<f4" } else { "<f8" };
        let shape = format!("({samples}, {boids}, {})", self.width());
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend(((HEADER_LENGTH - 10) as u16).to_le_bytes());
        header.extend(format!("{{'descr': '{type_code}', 'fortran_order': False, 'shape': {shape}, }}").bytes());
        header.resize(HEADER_LENGTH - 1, b' ');
        header.push(b'\n');
        header
    }
    fn take_body(&mut self) -> anyhow::Result<Vec<u8>> {
        Ok(std::mem::take(&mut self.pending))
    }
    fn pending_bytes(&self) -> usize {
        self.pending.len()
    }
    fn pending_rows(&self) -> u64 {
        // Samples without boids leave no trace in the body.
        if self.boids == 0 { self.samples } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: RecordColumns = RecordColumns { positions: true, velocities: false };

    #[test]
    fn the_header_has_room_for_any_length() {
        let small = Npy::new(0, 2, Precision::Single, POSITIONS);
        let large = Npy { samples: u64::MAX, ..Npy::new(4_000_000_000, 3, Precision::Double, POSITIONS) };
        for array in [small, large] {
            let header = array.header();
            assert_eq!((header.len(), header.last()), (HEADER_LENGTH, Some(&b'\n')));
        }
    }

    #[test]
    fn an_array_is_resumed_only_after_a_complete_sample() {
        let length = (HEADER_LENGTH + 5 * 3 * 2 * 4) as u64;
        let resume = |length: u64| Npy::new(3, 2, Precision::Single, POSITIONS).resume(length, 0);
        assert_eq!(resume(length).unwrap().samples, 5);
        assert!(resume(length + 1).is_none() && resume(3).is_none());
    }
}
