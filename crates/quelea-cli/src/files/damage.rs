//! Damage drawn by lot, for the tests of what reads files.

use quelea::state::random::{Random, Stream};

/// Where the next number comes from.
pub struct Lot(Random);

/// Bytes that numbers, lengths and quotes go wrong with sooner than with others.
const TELLING: [u8; 10] = [0, 1, 0x7f, 0x80, 0xff, b'"', b',', b'\n', b'-', b'9'];

impl Lot {
    /// Numbers that are the same each time.
    pub fn drawn() -> Self {
        Lot(Random::new(1, 0, 0, Stream::Wander))
    }

    /// A number below this one; 0 if there is none.
    pub fn below(&mut self, most: usize) -> usize {
        (self.0.unit() * most as f64) as usize
    }

    /// Changes something.
    pub fn damage(&mut self, bytes: &mut Vec<u8>) {
        let from = self.below(bytes.len());
        let to = (from + 1 + self.below(16)).min(bytes.len());
        let piece: Vec<u8> = bytes[from..to].to_vec();
        match self.below(5) {
            0 => drop(bytes.drain(from..to)),
            1 => drop(bytes.splice(from..from, piece)),
            2 => {
                let place = self.below(bytes.len());
                drop(bytes.splice(place..place, piece));
            }
            3 => bytes[from..to].fill(TELLING[self.below(TELLING.len())]),
            _ => bytes[from..to].iter_mut().for_each(|byte| *byte = self.below(256) as u8),
        }
    }
}
