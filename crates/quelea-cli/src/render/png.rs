//! A picture as PNG.

use super::encoder::Encoder;
use super::size::Size;
use png::{BitDepth, ColorType, Compression, Filter, SrgbRenderingIntent};

/// The last frame as PNG.
pub struct Png {
    size: Size,
    pixels: Vec<u8>,
}

impl Png {
    pub fn new(size: Size) -> Self {
        Png { size, pixels: Vec::new() }
    }
}

impl Encoder for Png {
    fn add_frame(&mut self, pixels: Vec<u8>) -> anyhow::Result<()> {
        self.pixels = pixels;
        Ok(())
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Vec<u8>> {
        // Every pixel is opaque, so alpha is left out.
        let rgb: Vec<u8> = self.pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.size.width, self.size.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
        encoder.set_compression(Compression::High);
        encoder.set_filter(Filter::Adaptive);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&rgb)?;
        writer.finish()?;
        Ok(bytes)
    }
}
