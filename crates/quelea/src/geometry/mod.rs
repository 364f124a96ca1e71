//! Plain geometry in double precision: vectors, the space and its boundary, solid shapes, paths.
//!
//! Nothing here knows about scenarios or engines. Both engines, the measures and the drawing build on it; the
//! fast engine keeps single-precision copies of what it needs in every step.

mod dimension;
pub(crate) mod fan;
pub(crate) mod kd_tree;
pub(crate) mod path;
pub(crate) mod periodic;
mod shape;
mod space;
pub(crate) mod vector;
mod voronoi;

pub(crate) use dimension::with_dimension;
pub(crate) use shape::{Shape, Surface};
pub use space::{Boundary, Extent, Space};
pub(crate) use voronoi::voronoi_neighbours;
