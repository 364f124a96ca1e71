//! A running flock as bytes: its scenario, its state and the caller's own notes, to go on from later.
//!
//! A flock opened from a snapshot goes on bit for bit as if it had never stopped. The format is Quelea's
//! own, little-endian, and the same on every machine:
//!
//! | bytes | |
//! |---|---|
//! | 8 | `\x89QUELEA\n` |
//! | 4 | the version of the format |
//! | 8 | the length of the whole |
//! | … | sections: the length of the name (1), the name, the type (1), numbers per row (1), rows (8), the rows |
//! | 8 | a checksum of all that is before it |
//!
//! Reading never panics, whatever the bytes, and never takes much more memory than they do.
//!
//! ```
//! use quelea::{Scenario, World, snapshot};
//!
//! let scenario = Scenario::preset("p5")?;
//! let mut world = World::<2>::new(&scenario)?;
//! world.step();
//! let bytes = snapshot::write(&scenario, &world.state(), "after one step");
//!
//! let snapshot = snapshot::read(&bytes)?;
//! assert_eq!(snapshot.notes, "after one step");
//! assert_eq!(snapshot.state, snapshot::AnyState::Flat(world.state()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Scenario, ScenarioError, State, TableError};
use std::collections::HashMap;

/// The version of the format that this library writes and reads.
pub const VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"\x89QUELEA\n";
/// Magic, version and length.
const HEAD: usize = 8 + 4 + 8;
const CHECKSUM: usize = 8;

/// A flock as it was at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// What it runs.
    pub scenario: Scenario,
    /// Where every boid is.
    pub state: AnyState,
    /// What the writer wanted to remember besides; Quelea does not look at it.
    pub notes: String,
}

/// A state in either dimension.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyState {
    /// In 2D.
    Flat(State<2>),
    /// In 3D.
    Solid(State<3>),
}

impl AnyState {
    /// How many steps have been done.
    pub fn step(&self) -> u64 {
        match self {
            AnyState::Flat(state) => state.step,
            AnyState::Solid(state) => state.step,
        }
    }
}

/// Why bytes are not a snapshot that can be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// They begin differently.
    #[error("is not a Quelea checkpoint")]
    Other,
    /// Another version of the format.
    #[error("has format {0}, and this version of Quelea reads format {VERSION}: use the version that wrote it")]
    Version(u32),
    /// The end is missing.
    #[error("is cut off: {found} of its {length} bytes are there")]
    Truncated {
        /// How many bytes there are.
        found: u64,
        /// How many there should be; at least this many where the head itself is cut.
        length: u64,
    },
    /// The checksum is not that of the contents, or there is something behind it.
    #[error("is damaged: its checksum does not match what it holds")]
    Damaged,
    /// The checksum is right and the contents are not: it was written by something else.
    #[error("cannot be understood: {0}")]
    Section(String),
    /// Its scenario is not valid.
    #[error("holds a scenario that this version of Quelea does not take: {0}")]
    Scenario(#[from] ScenarioError),
    /// Its state is not one of its scenario.
    #[error("holds a state that does not fit its scenario: {0}")]
    State(#[from] TableError),
}

/// Writes a snapshot.
pub fn write<const D: usize>(scenario: &Scenario, state: &State<D>, notes: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + CHECKSUM + 1024 + state.len() * (1 + 4 * 8 * D));
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 8]);
    section(&mut bytes, "program", env!("CARGO_PKG_VERSION").as_bytes());
    section(&mut bytes, "scenario", scenario.to_toml().as_bytes());
    section(&mut bytes, "notes", notes.as_bytes());
    // Named one by one, so that a new field of the state cannot be forgotten.
    let State { step, species, positions, velocities, smoothed, wander, waypoints } = state;
    section(&mut bytes, "step", &[*step]);
    section(&mut bytes, "species", species);
    section(&mut bytes, "positions", positions);
    section(&mut bytes, "velocities", velocities);
    section(&mut bytes, "smoothed", smoothed);
    section(&mut bytes, "wander", wander);
    section(&mut bytes, "waypoints", waypoints);
    bytes.extend([0; CHECKSUM]);
    seal(&mut bytes);
    bytes
}

/// Reads a snapshot, and checks that its state fits its scenario.
pub fn read(bytes: &[u8]) -> Result<Snapshot, SnapshotError> {
    let sections = sections(contents(bytes)?)?;
    let scenario = Scenario::from_toml(sections.text("scenario")?)?;
    let state = match scenario.general.dimension {
        2 => AnyState::Flat(sections.state(&scenario)?),
        _ => AnyState::Solid(sections.state(&scenario)?),
    };
    Ok(Snapshot { notes: sections.text("notes")?.to_owned(), scenario, state })
}

/// Writes length and checksum into bytes that have room for them: for tests that change what is between.
#[doc(hidden)]
pub fn seal(bytes: &mut [u8]) {
    if bytes.len() < HEAD + CHECKSUM {
        return;
    }
    let (length, end) = (bytes.len() as u64, bytes.len() - CHECKSUM);
    bytes[12..HEAD].copy_from_slice(&length.to_le_bytes());
    let sum = checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

/// A number that follows from every byte.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let mut sum = bytes.len() as u64;
    let mut add = |word: u64| sum = crate::random::mix(sum.rotate_left(5) ^ word);
    words.by_ref().for_each(|word| add(u64::read(word)));
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    add(u64::from_le_bytes(last));
    sum
}

/// Checks the frame, and returns what is in it.
fn contents(bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let truncated = |length: u64| SnapshotError::Truncated { found: bytes.len() as u64, length };
    if bytes.len() < HEAD {
        let begins = bytes.iter().zip(MAGIC).all(|(found, expected)| *found == expected) && !bytes.is_empty();
        return Err(if begins { truncated((HEAD + CHECKSUM) as u64) } else { SnapshotError::Other });
    }
    if bytes[..8] != MAGIC {
        return Err(SnapshotError::Other);
    }
    let version = u32::read(&bytes[8..12]);
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    let length = u64::read(&bytes[12..HEAD]);
    if (bytes.len() as u64) < length {
        return Err(truncated(length));
    }
    let end = bytes.len().checked_sub(CHECKSUM).filter(|end| *end >= HEAD && bytes.len() as u64 == length);
    match end {
        Some(end) if checksum(&bytes[..end]) == u64::read(&bytes[end..]) => Ok(&bytes[HEAD..end]),
        _ => Err(SnapshotError::Damaged),
    }
}

/// One row of a section.
trait Row: Sized {
    /// What the numbers are.
    const KIND: u8;
    /// How many there are.
    const AXES: u8 = 1;
    /// How many bytes they take.
    const BYTES: usize;
    fn write(&self, bytes: &mut Vec<u8>);
    /// Reads exactly [`Self::BYTES`] bytes.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! rows {
    ($($type:ty = $kind:literal),*) => {
        $(impl Row for $type {
            const KIND: u8 = $kind;
            const BYTES: usize = size_of::<$type>();
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$type>()];
                own.copy_from_slice(bytes);
                <$type>::from_le_bytes(own)
            }
        })*
    };
}
rows!(u8 = 1, u32 = 2, u64 = 3, f64 = 4);

impl<T: Row, const D: usize> Row for [T; D] {
    const KIND: u8 = T::KIND;
    const AXES: u8 = D as u8;
    const BYTES: usize = D * T::BYTES;
    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|x| x.write(bytes));
    }
    fn read(bytes: &[u8]) -> Self {
        std::array::from_fn(|axis| T::read(&bytes[axis * T::BYTES..(axis + 1) * T::BYTES]))
    }
}

fn section<T: Row>(bytes: &mut Vec<u8>, name: &str, rows: &[T]) {
    bytes.push(name.len() as u8);
    bytes.extend(name.as_bytes());
    bytes.extend([T::KIND, T::AXES]);
    bytes.extend((rows.len() as u64).to_le_bytes());
    rows.iter().for_each(|row| row.write(bytes));
}

/// A section as it stands in the bytes.
struct Section<'a> {
    kind: u8,
    axes: u8,
    rows: usize,
    bytes: &'a [u8],
}

struct Sections<'a>(HashMap<&'a str, Section<'a>>);

fn sections(mut rest: &[u8]) -> Result<Sections<'_>, SnapshotError> {
    let wrong = |problem: &str| SnapshotError::Section(problem.to_owned());
    let mut found = HashMap::new();
    while !rest.is_empty() {
        let length = usize::from(take(&mut rest, 1)?[0]);
        let name = std::str::from_utf8(take(&mut rest, length)?).map_err(|_| wrong("a section's name is not text"))?;
        let &[kind, axes] = take(&mut rest, 2)? else { return Err(wrong("a section's head is cut off")) };
        let rows = u64::read(take(&mut rest, 8)?);
        let each = match kind {
            1 => 1,
            2 => 4,
            3 | 4 => 8,
            _ => return Err(SnapshotError::Section(format!("section `{name}` has the unknown type {kind}"))),
        };
        let size = rows.checked_mul(each * u64::from(axes)).and_then(|size| usize::try_from(size).ok());
        // No axes would allow any number of rows in no bytes.
        let (Some(size), Some(_)) = (size, axes.checked_sub(1)) else {
            return Err(SnapshotError::Section(format!("section `{name}` has an impossible size")));
        };
        let section = Section { kind, axes, rows: rows as usize, bytes: take(&mut rest, size)? };
        if found.insert(name, section).is_some() {
            return Err(SnapshotError::Section(format!("section `{name}` stands there twice")));
        }
    }
    Ok(Sections(found))
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], SnapshotError> {
    let cut = rest.split_at_checked(count).ok_or_else(|| SnapshotError::Section("a section is cut off".into()));
    let (taken, left) = cut?;
    *rest = left;
    Ok(taken)
}

impl Sections<'_> {
    fn rows<T: Row>(&self, name: &str) -> Result<Vec<T>, SnapshotError> {
        let section = self.0.get(name).ok_or_else(|| SnapshotError::Section(format!("section `{name}` is missing")))?;
        if (section.kind, section.axes) != (T::KIND, T::AXES) {
            return Err(SnapshotError::Section(format!("section `{name}` has another type than expected")));
        }
        debug_assert_eq!(section.bytes.len(), section.rows * T::BYTES);
        Ok(section.bytes.chunks_exact(T::BYTES).map(T::read).collect())
    }

    fn text(&self, name: &str) -> Result<&str, SnapshotError> {
        let section = self.0.get(name).filter(|section| (section.kind, section.axes) == (1, 1));
        let text = section.and_then(|section| std::str::from_utf8(section.bytes).ok());
        text.ok_or_else(|| SnapshotError::Section(format!("section `{name}` is missing or not text")))
    }

    fn state<const D: usize>(&self, scenario: &Scenario) -> Result<State<D>, SnapshotError> {
        let step = self.rows("step")?.first().copied();
        let mut state = State {
            step: step.ok_or_else(|| SnapshotError::Section("section `step` is empty".into()))?,
            species: self.rows("species")?,
            positions: self.rows("positions")?,
            velocities: self.rows("velocities")?,
            smoothed: self.rows("smoothed")?,
            wander: self.rows("wander")?,
            waypoints: self.rows("waypoints")?,
        };
        state.fit(scenario)?;
        Ok(state)
    }
}
