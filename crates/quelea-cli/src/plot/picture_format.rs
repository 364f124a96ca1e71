//! The formats of plots, by file extension.

#[cfg(feature = "plot")]
use crate::error::user_error;
#[cfg(feature = "plot")]
use crate::input::{extension, quoted};
use std::path::Path;

/// The format of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PictureFormat {
    Svg,
    Png,
}

impl PictureFormat {
    /// The format for the extension of a file.
    #[cfg(feature = "plot")]
    pub fn from_path(path: &Path) -> anyhow::Result<Self> {
        match extension(path).as_str() {
            "svg" => Ok(PictureFormat::Svg),
            "png" => Ok(PictureFormat::Png),
            _ => Err(user_error(format!("{}: a picture ends in `.svg` or `.png`", quoted(path)))),
        }
    }

    /// Refuses every picture, since this build cannot draw.
    #[cfg(not(feature = "plot"))]
    pub fn from_path(_: &Path) -> anyhow::Result<Self> {
        Err(missing_feature())
    }
}

#[cfg(not(feature = "plot"))]
pub fn missing_feature() -> anyhow::Error {
    crate::feature::missing("plot", "draw plots")
}
