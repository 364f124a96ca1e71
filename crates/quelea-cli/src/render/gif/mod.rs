//! A video as GIF.
//!
//! A frame holds only what changed since the last one: the smallest rectangle, in which unchanged pixels are
//! transparent. Each has its own palette. The most common colours, those of the background and the edges, are in it
//! exactly, so that a repainted background does not change.

mod area;
mod palette;

use super::encoder::Encoder;
use super::size::Size;
use area::Area;
use gif::{DisposalMethod, Frame, Repeat};
use palette::Palette;
use std::collections::HashMap;

/// Frames as GIF.
pub struct Gif {
    size: Size,
    /// Time per frame in hundredths of a second.
    delay: u16,
    encoder: gif::Encoder<Vec<u8>>,
    previous: Option<Vec<u8>>,
}

/// The index of the transparent colour.
const TRANSPARENT: u8 = 0;

impl Gif {
    pub fn new(size: Size, rate: f64) -> anyhow::Result<Self> {
        let mut encoder = gif::Encoder::new(Vec::new(), size.width as u16, size.height as u16, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        // Browsers slow down frames that are shorter than two hundredths.
        let delay = (100.0 / rate).round().clamp(2.0, 1000.0) as u16;
        Ok(Gif { size, delay, encoder, previous: None })
    }
}

impl Encoder for Gif {
    fn add_frame(&mut self, pixels: Vec<u8>) -> anyhow::Result<()> {
        let area = match &self.previous {
            Some(previous) => Area::of_changes(self.size, previous, &pixels),
            None => Area::whole(self.size),
        };
        let width = self.size.width as usize;
        let offsets: Vec<usize> = (area.top..area.top + area.height)
            .flat_map(|y| (area.left..area.left + area.width).map(move |x| 4 * (y * width + x)))
            .collect();
        let colour = |offset: usize| [pixels[offset], pixels[offset + 1], pixels[offset + 2]];
        let is_unchanged = |offset: usize| {
            self.previous.as_ref().is_some_and(|previous| previous[offset..offset + 3] == pixels[offset..offset + 3])
        };
        let changed = offsets.iter().filter(|offset| !is_unchanged(**offset));
        let palette = Palette::new(changed.map(|offset| colour(*offset)));
        let mut indices: HashMap<[u8; 3], u8> = HashMap::new();
        let index = |offset: &usize| match is_unchanged(*offset) {
            true => TRANSPARENT,
            false => *indices.entry(colour(*offset)).or_insert_with_key(|colour| palette.index(*colour)),
        };
        let buffer: Vec<u8> = offsets.iter().map(index).collect();
        self.encoder.write_frame(&Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            palette: Some(palette.to_rgb()),
            buffer: buffer.into(),
            ..Frame::default()
        })?;
        self.previous = Some(pixels);
        Ok(())
    }

    fn finish(self: Box<Self>) -> anyhow::Result<Vec<u8>> {
        Ok(self.encoder.into_inner()?)
    }
}
