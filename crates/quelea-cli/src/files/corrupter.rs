//! Corrupts bytes, for tests of readers.

use quelea::state::random::{Random, Stream};

/// A source of corruption that repeats exactly.
pub struct Corrupter(Random);

/// Bytes that are likely to upset a reader: bounds of numbers, and separators.
const EDGE_CASES: [u8; 10] = [0, 1, 0x7f, 0x80, 0xff, b'"', b',', b'\n', b'-', b'9'];

impl Corrupter {
    pub fn new() -> Self {
        Corrupter(Random::new(1, 0, 0, Stream::Wander))
    }

    /// Makes one to four changes.
    pub fn corrupt(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..1 + self.below(4) {
            self.change(bytes);
        }
    }

    /// A random number below `bound`; 0 if that is 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.0.unit() * bound as f64) as usize
    }

    /// Removes, repeats, moves or overwrites up to 16 bytes.
    fn change(&mut self, bytes: &mut Vec<u8>) {
        let from = self.below(bytes.len());
        let to = (from + 1 + self.below(16)).min(bytes.len());
        let piece: Vec<u8> = bytes[from..to].to_vec();
        match self.below(5) {
            0 => drop(bytes.drain(from..to)),
            1 => drop(bytes.splice(from..from, piece)),
            2 => {
                let target = self.below(bytes.len());
                drop(bytes.splice(target..target, piece));
            }
            3 => bytes[from..to].fill(EDGE_CASES[self.below(EDGE_CASES.len())]),
            _ => bytes[from..to].iter_mut().for_each(|byte| *byte = self.below(256) as u8),
        }
    }
}
