//! Positions as one NumPy array of (samples, boids, axes).

use super::FileFormat;
use quelea::State;
use quelea::engine::Precision;

/// The header states the length of the array, so it has room for any length.
pub(super) const HEADER_LENGTH: usize = 128;

/// An array that is being written.
pub struct Npy {
    boids: usize,
    axes: usize,
    precision: Precision,
    samples: u64,
    pending: Vec<u8>,
}

impl Npy {
    /// An array without samples.
    pub fn new(boids: usize, axes: usize, precision: Precision) -> Self {
        Npy { boids, axes, precision, samples: 0, pending: Vec::new() }
    }

    /// Resumes an array whose samples fill a file up to `length`; `None` if they do not. Without boids a sample
    /// takes no bytes, and `empty_samples` is their number.
    pub fn resume(boids: usize, axes: usize, precision: Precision, length: u64, empty_samples: u64) -> Option<Self> {
        let size = if precision == Precision::Single { 4 } else { 8 };
        let sample = (boids * axes * size) as u64;
        let body = length.checked_sub(HEADER_LENGTH as u64)?;
        let samples = match sample {
            0 => Some(empty_samples),
            sample => body.is_multiple_of(sample).then(|| body / sample),
        };
        Some(Npy { samples: samples?, ..Npy::new(boids, axes, precision) })
    }

    /// Appends the positions of a state.
    pub fn append(&mut self, state: &State) {
        for x in state.positions.as_slice() {
            match self.precision {
                Precision::Single => self.pending.extend((*x as f32).to_le_bytes()),
                Precision::Double => self.pending.extend(x.to_le_bytes()),
            }
        }
        self.samples += 1;
    }
}

impl FileFormat for Npy {
    fn header(&self) -> Vec<u8> {
        let Npy { boids, axes, samples, .. } = self;
        let type_code = if self.precision == Precision::Single { "<f4" } else { "<f8" };
        let shape = format!("({samples}, {boids}, {axes})");
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

    #[test]
    fn the_header_has_room_for_any_length() {
        let small = Npy::new(0, 2, Precision::Single);
        let large = Npy { samples: u64::MAX, ..Npy::new(4_000_000_000, 3, Precision::Double) };
        for array in [small, large] {
            let header = array.header();
            assert_eq!((header.len(), header.last()), (HEADER_LENGTH, Some(&b'\n')));
        }
    }

    #[test]
    fn an_array_is_resumed_only_after_a_complete_sample() {
        let length = (HEADER_LENGTH + 5 * 3 * 2 * 4) as u64;
        let resume = |length: u64| Npy::resume(3, 2, Precision::Single, length, 0);
        assert_eq!(resume(length).unwrap().samples, 5);
        assert!(resume(length + 1).is_none() && resume(3).is_none());
    }
}
