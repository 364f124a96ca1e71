//! Frames into files.

use super::arguments::RenderArgs;
use super::{gif, mp4, png};
use crate::error::user_error;
use crate::input::{extension, quoted};
use std::path::Path;

/// Takes frames and makes a file of them.
pub trait Encoder {
    /// Adds a frame: RGBA, every pixel opaque.
    fn add_frame(&mut self, pixels: Vec<u8>) -> anyhow::Result<()>;
    /// Returns the file.
    fn finish(self: Box<Self>) -> anyhow::Result<Vec<u8>>;
}

/// The format of a picture or a video.
#[derive(Clone, Copy, PartialEq)]
pub enum Format {
    Png,
    Gif,
    Mp4,
}

impl Format {
    /// The format for the extension of a file.
    pub fn from_path(path: &Path) -> anyhow::Result<Self> {
        match extension(path).as_str() {
            "png" => Ok(Format::Png),
            "gif" => Ok(Format::Gif),
            "mp4" => Ok(Format::Mp4),
            _ => Err(user_error(format!(
                "--out {}: the extension decides the format; allowed: .png (the final state), .gif and .mp4 (the run)",
                quoted(path)
            ))),
        }
    }

    pub fn encoder(self, arguments: &RenderArgs) -> anyhow::Result<Box<dyn Encoder>> {
        let RenderArgs { size, fps, out, .. } = arguments;
        Ok(match self {
            Format::Png => Box::new(png::Png::new(*size)),
            Format::Gif => Box::new(gif::Gif::new(*size, fps.unwrap_or(25.0))?),
            Format::Mp4 => Box::new(mp4::Mp4::new(*size, fps.unwrap_or(30.0), out)?),
        })
    }
}
