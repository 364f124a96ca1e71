//! Positions as one NumPy array of (samples, boids, axes).

use super::Format;
use quelea::State;
use quelea::engine::Precision;

/// NumPy's format has its length in its head, so the head has room for every length there may be.
const HEAD: usize = 128;

/// An array that is being written.
pub struct Npy {
    boids: usize,
    axes: usize,
    precision: Precision,
    samples: u64,
    waiting: Vec<u8>,
}

impl Npy {
    /// An array without samples, in single or double precision.
    pub fn new(boids: usize, axes: usize, precision: Precision) -> Self {
        Npy { boids, axes, precision, samples: 0, waiting: Vec::new() }
    }

    /// An array whose first samples fill a file up to this length; nothing if they do not. Without boids a
    /// sample takes no bytes, and `empty` is how many there were.
    pub fn go_on(boids: usize, axes: usize, precision: Precision, length: u64, empty: u64) -> Option<Self> {
        let size = if precision == Precision::Single { 4 } else { 8 };
        let each = (boids * axes * size) as u64;
        let body = length.checked_sub(HEAD as u64)?;
        let samples = if each == 0 { Some(empty) } else { body.is_multiple_of(each).then(|| body / each) };
        Some(Npy { samples: samples?, ..Npy::new(boids, axes, precision) })
    }

    pub fn add(&mut self, state: &State) {
        for x in state.positions.as_slice() {
            match self.precision {
                Precision::Single => self.waiting.extend((*x as f32).to_le_bytes()),
                Precision::Double => self.waiting.extend(x.to_le_bytes()),
            }
        }
        self.samples += 1;
    }
}

impl Format for Npy {
    fn head(&self) -> Vec<u8> {
        let Npy { boids, axes, samples, .. } = self;
        let kind = if self.precision == Precision::Single { "<f4" } else { "<f8" };
        let about = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({samples}, {boids}, {axes}), }}");
        let mut head = b"\x93NUMPY\x01\x00".to_vec();
        head.extend(((HEAD - 10) as u16).to_le_bytes());
        head.extend(about.bytes());
        head.resize(HEAD - 1, b' ');
        head.push(b'\n');
        head
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
    fn undrained(&self) -> u64 {
        // What takes no bytes is nowhere in the body.
        if self.boids == 0 { self.samples } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_keeps_its_length_however_long_the_array_grows() {
        let small = Npy::new(0, 2, Precision::Single);
        let large = Npy { samples: u64::MAX, ..Npy::new(4_000_000_000, 3, Precision::Double) };
        for array in [small, large] {
            let head = array.head();
            assert_eq!((head.len(), head.last()), (HEAD, Some(&b'\n')));
        }
    }

    #[test]
    fn an_array_goes_on_only_from_whole_samples() {
        let length = (HEAD + 5 * 3 * 2 * 4) as u64;
        let go_on = |length: u64| Npy::go_on(3, 2, Precision::Single, length, 0);
        assert_eq!(go_on(length).unwrap().samples, 5);
        assert!(go_on(length + 1).is_none() && go_on(3).is_none());
    }
}
