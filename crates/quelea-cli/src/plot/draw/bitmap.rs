//! Bitmaps: smooth edges by downsampling, and PNG.

use anyhow::Context;

/// The factor by which a bitmap is drawn larger, since plotters does not smooth edges.
pub const SUPERSAMPLING: u32 = 3;

/// Averages each square of pixels.
pub fn downsample(pixels: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let factor = SUPERSAMPLING as usize;
    let (columns, rows) = (width as usize / factor, height as usize / factor);
    let mut result = Vec::with_capacity(columns * rows * 3);
    for row in 0..rows {
        for column in 0..columns {
            for channel in 0..3 {
                let value = |dy: usize, dx: usize| {
                    let pixel = (row * factor + dy) * width as usize + column * factor + dx;
                    u32::from(pixels[pixel * 3 + channel])
                };
                let offsets = (0..factor).flat_map(|dy| (0..factor).map(move |dx| (dy, dx)));
                let sum: u32 = offsets.map(|(dy, dx)| value(dy, dx)).sum();
                result.push((sum / (SUPERSAMPLING * SUPERSAMPLING)) as u8);
            }
        }
    }
    result
}

/// Encodes RGB pixels as PNG.
pub fn encode_png(pixels: &[u8], (width, height): (u32, u32)) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().context("cannot encode it as PNG")?;
    writer.write_image_data(pixels).and_then(|()| writer.finish()).context("cannot encode it as PNG")?;
    Ok(bytes)
}
