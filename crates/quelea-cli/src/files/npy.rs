//! Positions as one NumPy array of (samples, boids, axes).

use super::Format;
use quelea::State;

/// NumPy's format has its length in its head, so the head has room for every length there may be.
const HEAD: usize = 128;

/// An array that is being written.
pub struct Npy {
    boids: usize,
    axes: usize,
    single: bool,
    samples: u64,
    waiting: Vec<u8>,
}

impl Npy {
    /// An array without samples, in single or double precision.
    pub fn new(boids: usize, axes: usize, single: bool) -> Self {
        Npy { boids, axes, single, samples: 0, waiting: Vec::new() }
    }

    /// An array whose first samples fill a file up to this length; nothing if they do not. Without boids a
    /// sample takes no bytes, and `empty` is how many there were.
    pub fn go_on(boids: usize, axes: usize, single: bool, length: u64, empty: u64) -> Option<Self> {
        let each = (boids * axes * if single { 4 } else { 8 }) as u64;
        let body = length.checked_sub(HEAD as u64)?;
        let samples = if each == 0 { Some(empty) } else { body.is_multiple_of(each).then(|| body / each) };
        Some(Npy { samples: samples?, ..Npy::new(boids, axes, single) })
    }

    pub fn add<const D: usize>(&mut self, state: &State<D>) {
        for x in state.positions.iter().flatten() {
            match self.single {
                true => self.waiting.extend((*x as f32).to_le_bytes()),
                false => self.waiting.extend(x.to_le_bytes()),
            }
        }
        self.samples += 1;
    }
}

impl Format for Npy {
    fn head(&self) -> Vec<u8> {
        let Npy { boids, axes, samples, .. } = self;
        let kind = if self.single { "<f4" } else { "<f8" };
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
        let small = Npy::new(0, 2, true);
        let large = Npy { samples: u64::MAX, ..Npy::new(4_000_000_000, 3, false) };
        for array in [small, large] {
            let head = array.head();
            assert_eq!((head.len(), head.last()), (HEAD, Some(&b'\n')));
        }
    }

    #[test]
    fn an_array_goes_on_only_from_whole_samples() {
        let length = (HEAD + 5 * 3 * 2 * 4) as u64;
        assert_eq!(Npy::go_on(3, 2, true, length, 0).unwrap().samples, 5);
        assert!(Npy::go_on(3, 2, true, length + 1, 0).is_none() && Npy::go_on(3, 2, true, 3, 0).is_none());
    }
}
