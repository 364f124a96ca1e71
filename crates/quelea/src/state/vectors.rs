//! A list of vectors whose dimension is known at run time.

use std::ops::{Index, IndexMut};

/// A list of vectors, one number per axis each, stored one after the other.
///
/// ```
/// use quelea::Vectors;
///
/// let mut positions = Vectors::new(2);
/// positions.push(&[1.0, 2.0]);
/// positions.push(&[3.0, 4.0]);
/// assert_eq!(positions[1], [3.0, 4.0]);
/// assert_eq!(positions.as_slice(), [1.0, 2.0, 3.0, 4.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    dimension: usize,
    numbers: Vec<f64>,
}

impl Vectors {
    /// An empty list of vectors of this dimension.
    pub fn new(dimension: usize) -> Self {
        Vectors { dimension, numbers: Vec::new() }
    }

    /// `len` zero vectors.
    pub fn zeros(dimension: usize, len: usize) -> Self {
        Vectors { dimension, numbers: vec![0.0; dimension * len] }
    }

    /// A list of vectors of a dimension known at compile time.
    pub fn from_arrays<const D: usize>(vectors: Vec<[f64; D]>) -> Self {
        Vectors { dimension: D, numbers: vectors.into_flattened() }
    }

    /// A list from its numbers, vector by vector. An incomplete last vector is dropped.
    pub fn from_numbers(dimension: usize, mut numbers: Vec<f64>) -> Self {
        numbers.truncate(numbers.len() / dimension.max(1) * dimension);
        Vectors { dimension, numbers }
    }

    /// The number of components of each vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The number of vectors.
    pub fn len(&self) -> usize {
        self.numbers.len() / self.dimension.max(1)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// All numbers, vector by vector.
    pub fn as_slice(&self) -> &[f64] {
        &self.numbers
    }

    /// All numbers, vector by vector.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.numbers
    }

    /// The vectors as arrays. `D` must be the dimension.
    pub fn as_arrays<const D: usize>(&self) -> &[[f64; D]] {
        debug_assert!(self.dimension == D || self.is_empty());
        self.numbers.as_chunks().0
    }

    /// The vectors as arrays. `D` must be the dimension.
    pub fn as_mut_arrays<const D: usize>(&mut self) -> &mut [[f64; D]] {
        debug_assert!(self.dimension == D || self.is_empty());
        self.numbers.as_chunks_mut().0
    }

    /// The vectors one after the other.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, f64> {
        self.numbers.chunks_exact(self.dimension.max(1))
    }

    /// A vector by its index, if there is one.
    pub fn get(&self, index: usize) -> Option<&[f64]> {
        let start = index.checked_mul(self.dimension)?;
        self.numbers.get(start..start.checked_add(self.dimension)?)
    }

    /// Appends a vector. Missing components are zero, further ones are ignored.
    pub fn push(&mut self, vector: &[f64]) {
        self.numbers.extend((0..self.dimension).map(|axis| vector.get(axis).copied().unwrap_or(0.0)));
    }

    /// Inserts a vector; those from there on move down by one. Missing components are zero, further ones are ignored.
    /// Beyond the end it is appended.
    pub fn insert(&mut self, index: usize, vector: &[f64]) {
        let start = index.min(self.len()) * self.dimension;
        let numbers = (0..self.dimension).map(|axis| vector.get(axis).copied().unwrap_or(0.0));
        self.numbers.splice(start..start, numbers);
    }

    /// Removes a vector; those after it move up by one. Nothing happens if there is no such vector.
    pub fn remove(&mut self, index: usize) {
        if index < self.len() {
            self.numbers.drain(index * self.dimension..(index + 1) * self.dimension);
        }
    }
}

impl Index<usize> for Vectors {
    type Output = [f64];
    fn index(&self, index: usize) -> &[f64] {
        &self.numbers[index * self.dimension..(index + 1) * self.dimension]
    }
}

impl IndexMut<usize> for Vectors {
    fn index_mut(&mut self, index: usize) -> &mut [f64] {
        &mut self.numbers[index * self.dimension..(index + 1) * self.dimension]
    }
}

impl<'a> IntoIterator for &'a Vectors {
    type Item = &'a [f64];
    type IntoIter = std::slice::ChunksExact<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<const D: usize> From<Vec<[f64; D]>> for Vectors {
    fn from(vectors: Vec<[f64; D]>) -> Self {
        Vectors::from_arrays(vectors)
    }
}
