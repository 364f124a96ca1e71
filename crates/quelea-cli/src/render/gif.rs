//! A moving picture as GIF.
//!
//! A frame holds only what changed since the last: the smallest rectangle, and in it every pixel that stayed the
//! same is transparent. Each has its own palette. The commonest colours, which are the ground and the edges, are
//! in it exactly, so that a ground painted anew is the same ground.

use super::arguments::Size;
use super::film::Reel;
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::collections::HashMap;

/// Frames, as GIF.
pub struct Gif {
    size: Size,
    /// Hundredths of a second.
    delay: u16,
    encoder: Encoder<Vec<u8>>,
    before: Option<Vec<u8>>,
}

/// The index of the transparent colour.
const CLEAR: u8 = 0;
/// How many colours are kept exactly.
const EXACT: usize = 24;

impl Gif {
    pub fn new(size: Size, rate: f64) -> anyhow::Result<Self> {
        let mut encoder = Encoder::new(Vec::new(), size.width as u16, size.height as u16, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        // Browsers play frames shorter than two hundredths far too slowly.
        let delay = (100.0 / rate).round().clamp(2.0, 1000.0) as u16;
        Ok(Gif { size, delay, encoder, before: None })
    }
}

impl Reel for Gif {
    fn add(&mut self, pixels: Vec<u8>) -> anyhow::Result<()> {
        let area = match &self.before {
            Some(before) => Area::of_changes(self.size, before, &pixels),
            None => Area { left: 0, top: 0, width: self.size.width as usize, height: self.size.height as usize },
        };
        let width = self.size.width as usize;
        let places: Vec<usize> = (area.top..area.top + area.height)
            .flat_map(|y| (area.left..area.left + area.width).map(move |x| 4 * (y * width + x)))
            .collect();
        let colour = |place: usize| [pixels[place], pixels[place + 1], pixels[place + 2]];
        let stayed = |place: usize| {
            self.before.as_ref().is_some_and(|before| before[place..place + 3] == pixels[place..place + 3])
        };
        let palette = Palette::of(places.iter().filter(|place| !stayed(**place)).map(|place| colour(*place)));
        let mut known: HashMap<[u8; 3], u8> = HashMap::new();
        let index = |place: &usize| match stayed(*place) {
            true => CLEAR,
            false => *known.entry(colour(*place)).or_insert_with_key(|colour| palette.index(*colour)),
        };
        let buffer: Vec<u8> = places.iter().map(index).collect();
        self.encoder.write_frame(&Frame {
            delay: self.delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(CLEAR),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            palette: Some(palette.bytes()),
            buffer: buffer.into(),
            ..Frame::default()
        })?;
        self.before = Some(pixels);
        Ok(())
    }

    fn develop(self: Box<Self>) -> anyhow::Result<Vec<u8>> {
        Ok(self.encoder.into_inner()?)
    }
}

/// A rectangle of the picture.
#[derive(Debug, PartialEq)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    /// The smallest that holds every pixel that differs; one pixel where none does, since a frame has at least one.
    fn of_changes(size: Size, before: &[u8], after: &[u8]) -> Self {
        let width = size.width as usize;
        let (mut left, mut right, mut top, mut bottom) = (usize::MAX, 0, usize::MAX, 0);
        for (place, (old, new)) in before.chunks_exact(4).zip(after.chunks_exact(4)).enumerate() {
            if old != new {
                let (x, y) = (place % width, place / width);
                (left, right) = (left.min(x), right.max(x));
                (top, bottom) = (top.min(y), bottom.max(y));
            }
        }
        if top == usize::MAX {
            return Area { left: 0, top: 0, width: 1, height: 1 };
        }
        Area { left, top, width: right - left + 1, height: bottom - top + 1 }
    }
}

/// The colours of one frame, after the transparent one.
struct Palette {
    exact: Vec<[u8; 3]>,
    near: Option<NeuQuant>,
}

impl Palette {
    fn of(colours: impl Iterator<Item = [u8; 3]>) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        colours.for_each(|colour| *counts.entry(colour).or_default() += 1);
        let mut common: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        // By colour too where counts are equal: the same picture gives the same file.
        common.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        if common.len() < 256 {
            return Palette { exact: common.into_iter().map(|(colour, _)| colour).collect(), near: None };
        }
        let rare = common.split_off(EXACT);
        // Each colour counts by how often it occurs, but a hundred times is as good as a thousand.
        let often = rare.iter().flat_map(|(colour, count)| std::iter::repeat_n(*colour, (*count).min(100)));
        let pixels: Vec<u8> = often.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
        let near = NeuQuant::new(3, 255 - EXACT, &pixels);
        Palette { exact: common.into_iter().map(|(colour, _)| colour).collect(), near: Some(near) }
    }

    fn index(&self, colour: [u8; 3]) -> u8 {
        let exact = self.exact.iter().position(|known| *known == colour);
        let near = || {
            let [red, green, blue] = colour;
            self.near.as_ref().map_or(0, |near| self.exact.len() + near.index_of(&[red, green, blue, 255]))
        };
        (1 + exact.unwrap_or_else(near)) as u8
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0, 0, 0];
        self.exact.iter().for_each(|colour| bytes.extend(colour));
        if let Some(near) = &self.near {
            bytes.extend(near.color_map_rgb());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_of_changes_holds_all_of_them_and_no_more() {
        let size = Size { width: 5, height: 4 };
        let before = vec![7; 80];
        let mut after = before.clone();
        for (x, y) in [(1, 2), (3, 1)] {
            after[4 * (y * 5 + x)] = 9;
        }
        assert_eq!(Area::of_changes(size, &before, &after), Area { left: 1, top: 1, width: 3, height: 2 });
        assert_eq!(Area::of_changes(size, &before, &before), Area { left: 0, top: 0, width: 1, height: 1 });
    }

    #[test]
    fn a_palette_keeps_few_colours_exactly_and_common_ones_always() {
        let few: Vec<[u8; 3]> = (0..200).map(|red| [red, 2, 3]).collect();
        let palette = Palette::of(few.iter().copied());
        let bytes = palette.bytes();
        for colour in few {
            let at = 3 * usize::from(palette.index(colour));
            assert_eq!(bytes[at..at + 3], colour);
        }
        let ground = [18, 23, 31];
        let many = (0..90_000u32).map(|n| [(n % 251) as u8, (n % 199) as u8, (n % 97) as u8]);
        let palette = Palette::of(std::iter::repeat_n(ground, 5000).chain(many));
        let (bytes, at) = (palette.bytes(), 3 * usize::from(palette.index(ground)));
        assert_eq!(bytes[at..at + 3], ground);
        assert!(bytes.len() <= 768);
    }
}
