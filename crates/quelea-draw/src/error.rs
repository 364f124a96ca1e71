//! Why a picture cannot be drawn.

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// There is no graphics adapter.
    #[error("{0}")]
    NoAdapter(String),
    /// The graphics adapter does not work.
    #[error("the graphics adapter {adapter} cannot be used: {problem}")]
    Device {
        /// Its name.
        adapter: String,
        /// What its driver reported.
        problem: String,
    },
    /// The canvas cannot be drawn on.
    #[error("cannot draw on the canvas: {0}")]
    Canvas(String),
    /// The picture is empty, or larger than the adapter can draw.
    #[error("a picture of {width} by {height} pixels cannot be drawn: from 1 to {most} in each direction")]
    TooLarge {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
        /// The largest width and height.
        most: u32,
    },
    /// There are more items to draw than fit into a buffer of the adapter.
    #[error("{items} boids or lines are too many for this graphics adapter: at most {most}")]
    TooMany {
        /// The number of items.
        items: usize,
        /// The largest number.
        most: u64,
    },
    /// The pixels could not be read back.
    #[error("the picture could not be read back: {0}")]
    Read(String),
}
