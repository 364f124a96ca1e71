//! Borrowed views of a running flock.

/// The boids of a running flock as its engine stores them. The same slot in every list is the same boid.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FlockView<'a> {
    /// The number of dimensions.
    pub dimension: usize,
    /// The id of the boid in each slot.
    pub ids: &'a [u32],
    /// The index of its species; empty if there is only one.
    pub species: &'a [u8],
    /// Its position.
    pub positions: Components<'a>,
    /// Its velocity.
    pub velocities: Components<'a>,
}

impl<'a> FlockView<'a> {
    /// A view of boids in storage order.
    pub fn new(ids: &'a [u32], species: &'a [u8], positions: Components<'a>, velocities: Components<'a>) -> Self {
        FlockView { dimension: positions.dimension(), ids, species, positions, velocities }
    }

    /// The number of boids.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The slot of a boid, by its id.
    pub fn slot_of(&self, id: u32) -> Option<usize> {
        // Engines that keep boids in the order of their ids answer at once.
        match self.ids.get(id as usize) {
            Some(found) if *found == id => Some(id as usize),
            _ => self.ids.iter().position(|found| *found == id),
        }
    }

    /// The index of the species of the boid in a slot.
    pub fn species_of(&self, slot: usize) -> u8 {
        self.species.get(slot).copied().unwrap_or(0)
    }
}

/// Vectors in the layout and precision of an engine.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Components<'a> {
    /// In single precision, one slice per axis.
    Columns {
        /// The slices; the third is empty in 2D.
        axes: [&'a [f32]; 3],
        /// How many axes there are.
        dimension: usize,
    },
    /// In double precision, all components of one vector next to each other.
    Rows {
        /// The numbers, vector by vector.
        numbers: &'a [f64],
        /// How many make a vector.
        dimension: usize,
    },
}

impl<'a> Components<'a> {
    /// Single-precision columns, one per axis.
    pub fn columns<const D: usize>(columns: &'a [Vec<f32>; D]) -> Self {
        let axes = std::array::from_fn(|axis| columns.get(axis).map_or(&[][..], Vec::as_slice));
        Components::Columns { axes, dimension: D }
    }

    /// Double-precision rows.
    pub fn rows<const D: usize>(rows: &'a [[f64; D]]) -> Self {
        Components::Rows { numbers: rows.as_flattened(), dimension: D }
    }

    /// The number of components of each vector.
    pub fn dimension(&self) -> usize {
        match self {
            Components::Columns { dimension, .. } | Components::Rows { dimension, .. } => *dimension,
        }
    }

    /// One component of the vector in a slot.
    pub fn get(&self, slot: usize, axis: usize) -> f64 {
        match self {
            Components::Columns { axes, .. } => f64::from(axes[axis][slot]),
            Components::Rows { numbers, dimension } => numbers[slot * dimension + axis],
        }
    }

    /// The vector in a slot.
    pub fn vector(&self, slot: usize) -> Vec<f64> {
        (0..self.dimension()).map(|axis| self.get(slot, axis)).collect()
    }
}
