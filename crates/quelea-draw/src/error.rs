//! Why a picture cannot be drawn.

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DrawError {
    /// There is nothing to draw with.
    #[error("{0}")]
    NoAdapter(String),
    /// It was found but does not work.
    #[error("the graphics adapter {adapter} cannot be used: {problem}")]
    Device {
        /// Its name.
        adapter: String,
        /// What it said.
        problem: String,
    },
    /// The canvas cannot be drawn into.
    #[error("the canvas cannot be drawn into: {0}")]
    Canvas(String),
    /// The picture is larger than the adapter can draw.
    #[error("a picture of {width} by {height} pixels is too large: at most {most} each way")]
    TooLarge {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
        /// The most that the adapter can.
        most: u32,
    },
    /// There is more to draw than the adapter takes at once.
    #[error("{items} boids or lines are too many for this graphics adapter: at most {most}")]
    TooMany {
        /// How many there are.
        items: usize,
        /// The most that it takes.
        most: u64,
    },
    /// The pixels did not come back.
    #[error("the picture could not be read back: {0}")]
    Read(String),
}
