//! The graphics API of a canvas.

/// The graphics API to draw on a canvas with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Backend {
    /// WebGPU if the browser has it, else WebGL2.
    #[default]
    Best,
    /// WebGL2, even if the browser has WebGPU.
    WebGl2,
}
