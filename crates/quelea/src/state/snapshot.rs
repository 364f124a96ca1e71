//! A running flock as bytes: its scenario, its state and the caller's own notes.
//!
//! A flock opened from a snapshot continues bit for bit as if it had never stopped. The format is Quelea's own,
//! little-endian, and the same on every machine:
//!
//! | bytes | |
//! |---|---|
//! | 8 | `\x89QUELEA\n` |
//! | 4 | the version of the format |
//! | 8 | the total length |
//! | … | sections: length of the name (1), name, type (1), numbers per row (1), rows (8), the rows |
//! | 8 | a checksum of everything before it |
//!
//! Reading never panics, whatever the bytes, and never takes much more memory than they do.
//!
//! ```
//! use quelea::{Scenario, Simulation, Snapshot};
//!
//! let mut flock = Simulation::new(&Scenario::preset("p5")?)?;
//! flock.step();
//! let bytes = flock.snapshot("after one step");
//!
//! let snapshot = Snapshot::read(&bytes)?;
//! assert_eq!(snapshot.notes, "after one step");
//! assert_eq!(snapshot.state, flock.state());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::random::mix;
use super::{State, TableError, Vectors};
use crate::model::{Scenario, ScenarioError};
use std::collections::HashMap;

/// The version of the format that this library writes and reads.
pub const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89QUELEA\n";
/// Magic, version and length.
const HEADER: usize = 8 + 4 + 8;
const CHECKSUM: usize = 8;

/// A flock at one moment.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Snapshot {
    /// What it runs.
    pub scenario: Scenario,
    /// Its state.
    pub state: State,
    /// The writer's own notes; Quelea does not interpret them.
    pub notes: String,
}

/// Why bytes are not a usable snapshot.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// They start differently.
    #[error("is not a Quelea checkpoint")]
    NotASnapshot,
    /// Another version of the format.
    #[error("has format {0}, and this version of Quelea reads format {VERSION}: use the version that wrote it")]
    Version(u32),
    /// The end is missing.
    #[error("is truncated: {found} of its {length} bytes are there")]
    Truncated {
        /// The number of bytes found.
        found: u64,
        /// The number expected; at least this many if the header itself is truncated.
        length: u64,
    },
    /// The checksum does not match, or something follows it.
    #[error("is damaged: its checksum does not match its contents")]
    Damaged,
    /// The checksum matches but the contents make no sense: something else wrote them.
    #[error("cannot be understood: {0}")]
    Section(String),
    /// Its scenario is not valid.
    #[error("holds a scenario that this version of Quelea does not accept: {0}")]
    Scenario(#[from] ScenarioError),
    /// Its state does not fit its scenario.
    #[error("holds a state that does not fit its scenario: {0}")]
    State(#[from] TableError),
}

impl Snapshot {
    /// Writes a snapshot.
    pub fn write(scenario: &Scenario, state: &State, notes: &str) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + CHECKSUM + 1024 + state.len() * (1 + 4 * 8 * state.dimension));
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 8]);
        section(&mut bytes, "program", env!("CARGO_PKG_VERSION").as_bytes());
        section(&mut bytes, "scenario", scenario.to_toml().as_bytes());
        section(&mut bytes, "notes", notes.as_bytes());
        // Destructured, so that a new field of the state cannot be forgotten.
        let State { dimension, step, species, positions, velocities, smoothed, wander, waypoints } = state;
        section(&mut bytes, "step", &[*step]);
        section(&mut bytes, "species", species);
        for (name, vectors) in
            [("positions", positions), ("velocities", velocities), ("smoothed", smoothed), ("wander", wander)]
        {
            rows(&mut bytes, name, *dimension as u8, vectors.as_slice());
        }
        section(&mut bytes, "waypoints", waypoints);
        bytes.extend([0; CHECKSUM]);
        seal(&mut bytes);
        bytes
    }

    /// Reads a snapshot, and checks that its state fits its scenario.
    pub fn read(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut snapshot = Self::read_part(bytes)?;
        snapshot.state.validate_against(&snapshot.scenario)?;
        Ok(snapshot)
    }

    /// Reads a snapshot of a part of a flock: its state may have fewer boids than its scenario.
    pub fn read_part(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let sections = Sections::parse(contents(bytes)?)?;
        let scenario = Scenario::from_toml(sections.text("scenario")?)?;
        let state = sections.state(scenario.general.dimension)?;
        Ok(Snapshot { notes: sections.text("notes")?.to_owned(), scenario, state })
    }
}

/// Writes length and checksum into bytes that have room for them: for tests that change what is between.
#[doc(hidden)]
pub fn seal(bytes: &mut [u8]) {
    if bytes.len() < HEADER + CHECKSUM {
        return;
    }
    let (length, end) = (bytes.len() as u64, bytes.len() - CHECKSUM);
    bytes[12..HEADER].copy_from_slice(&length.to_le_bytes());
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// A checksum that depends on every byte.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let mut sum = bytes.len() as u64;
    let mut add = |word: u64| sum = mix(sum.rotate_left(5) ^ word);
    words.by_ref().for_each(|word| add(u64::read(word)));
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    add(u64::from_le_bytes(last));
    sum
}

/// Checks header and checksum, and returns what is between them.
fn contents(bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let truncated = |length: u64| SnapshotError::Truncated { found: bytes.len() as u64, length };
    if bytes.len() < HEADER {
        let begins = bytes.iter().zip(MAGIC).all(|(found, expected)| *found == expected) && !bytes.is_empty();
        return Err(if begins { truncated((HEADER + CHECKSUM) as u64) } else { SnapshotError::NotASnapshot });
    }
    if bytes[..8] != MAGIC {
        return Err(SnapshotError::NotASnapshot);
    }
    let version = u32::read(&bytes[8..12]);
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    let length = u64::read(&bytes[12..HEADER]);
    if (bytes.len() as u64) < length {
        return Err(truncated(length));
    }
    let end = bytes.len().checked_sub(CHECKSUM).filter(|end| *end >= HEADER && bytes.len() as u64 == length);
    match end {
        Some(end) if checksum(&bytes[..end]) == u64::read(&bytes[end..]) => Ok(&bytes[HEADER..end]),
        _ => Err(SnapshotError::Damaged),
    }
}

/// A number as it is stored.
trait Number: Sized {
    /// The type byte of its sections.
    const TYPE: u8;
    fn write(&self, bytes: &mut Vec<u8>);
    /// Reads exactly as many bytes as it has.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($type:ty = $byte:literal),*) => {
        $(impl Number for $type {
            const TYPE: u8 = $byte;
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$type>()];
                own.copy_from_slice(bytes);
                <$type>::from_le_bytes(own)
            }
        })*

        /// The size of a number by its type byte.
        fn size_of_type(byte: u8) -> Option<u64> {
            match byte {
                $($byte => Some(size_of::<$type>() as u64),)*
                _ => None,
            }
        }
    };
}
numbers!(u8 = 1, u32 = 2, u64 = 3, f64 = 4);

fn section<T: Number>(bytes: &mut Vec<u8>, name: &str, numbers: &[T]) {
    rows(bytes, name, 1, numbers);
}

/// Writes a section with several numbers per row.
fn rows<T: Number>(bytes: &mut Vec<u8>, name: &str, per_row: u8, numbers: &[T]) {
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes.extend([T::TYPE, per_row]);
    bytes.extend(((numbers.len() / usize::from(per_row.max(1))) as u64).to_le_bytes());
    numbers.iter().for_each(|number| number.write(bytes));
}

/// A section as it stands in the bytes.
struct Section<'a> {
    type_byte: u8,
    per_row: u8,
    bytes: &'a [u8],
}

struct Sections<'a>(HashMap<&'a str, Section<'a>>);

fn wrong(problem: impl Into<String>) -> SnapshotError {
    SnapshotError::Section(problem.into())
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], SnapshotError> {
    let (taken, left) = rest.split_at_checked(count).ok_or_else(|| wrong("a section is truncated"))?;
    *rest = left;
    Ok(taken)
}

impl<'a> Sections<'a> {
    fn parse(mut rest: &'a [u8]) -> Result<Self, SnapshotError> {
        let mut found = HashMap::new();
        while !rest.is_empty() {
            let length = usize::from(take(&mut rest, 1)?[0]);
            let name = std::str::from_utf8(take(&mut rest, length)?);
            let name = name.map_err(|_| wrong("the name of a section is not text"))?;
            let &[type_byte, per_row] = take(&mut rest, 2)? else { return Err(wrong("a section is truncated")) };
            let rows = u64::read(take(&mut rest, 8)?);
            let size = size_of_type(type_byte)
                .ok_or_else(|| wrong(format!("section `{name}` has the unknown type {type_byte}")))?;
            let bytes = rows.checked_mul(size * u64::from(per_row)).and_then(|bytes| usize::try_from(bytes).ok());
            // Zero numbers per row would allow any number of rows in no bytes.
            let (Some(bytes), 1..) = (bytes, per_row) else {
                return Err(wrong(format!("section `{name}` has an impossible size")));
            };
            let section = Section { type_byte, per_row, bytes: take(&mut rest, bytes)? };
            if found.insert(name, section).is_some() {
                return Err(wrong(format!("section `{name}` appears twice")));
            }
        }
        Ok(Sections(found))
    }

    fn numbers<T: Number>(&self, name: &str, per_row: u8) -> Result<Vec<T>, SnapshotError> {
        let section = self.0.get(name).ok_or_else(|| wrong(format!("section `{name}` is missing")))?;
        if (section.type_byte, section.per_row) != (T::TYPE, per_row) {
            return Err(wrong(format!("section `{name}` has another type than expected")));
        }
        Ok(section.bytes.chunks_exact(size_of::<T>()).map(T::read).collect())
    }

    fn text(&self, name: &str) -> Result<&str, SnapshotError> {
        let section = self.0.get(name).filter(|section| (section.type_byte, section.per_row) == (u8::TYPE, 1));
        let text = section.and_then(|section| std::str::from_utf8(section.bytes).ok());
        text.ok_or_else(|| wrong(format!("section `{name}` is missing or not text")))
    }

    fn state(&self, dimension: usize) -> Result<State, SnapshotError> {
        let step = self.numbers("step", 1)?.first().copied();
        let vectors = |name: &str| -> Result<Vectors, SnapshotError> {
            Ok(Vectors::from_numbers(dimension, self.numbers(name, dimension as u8)?))
        };
        Ok(State {
            dimension,
            step: step.ok_or_else(|| wrong("section `step` is empty"))?,
            species: self.numbers("species", 1)?,
            positions: vectors("positions")?,
            velocities: vectors("velocities")?,
            smoothed: vectors("smoothed")?,
            wander: vectors("wander")?,
            waypoints: self.numbers("waypoints", 1)?,
        })
    }
}
