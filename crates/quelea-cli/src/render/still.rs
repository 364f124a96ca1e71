//! A picture as PNG.

use super::arguments::Size;
use super::film::Reel;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};

/// The last frame, as PNG.
pub struct Png {
    size: Size,
    pixels: Vec<u8>,
}

impl Png {
    pub fn new(size: Size) -> Self {
        Png { size, pixels: Vec::new() }
    }
}

impl Reel for Png {
    fn add(&mut self, pixels: Vec<u8>) -> anyhow::Result<()> {
        self.pixels = pixels;
        Ok(())
    }

    fn develop(self: Box<Self>) -> anyhow::Result<Vec<u8>> {
        // Every pixel is solid, so the fourth byte need not be kept.
        let solid: Vec<u8> = self.pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        let mut bytes = Vec::new();
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive).write_image(
            &solid,
            self.size.width,
            self.size.height,
            ExtendedColorType::Rgb8,
        )?;
        Ok(bytes)
    }
}
