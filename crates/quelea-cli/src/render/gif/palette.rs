//! The palette of a frame.

use color_quant::NeuQuant;
use std::collections::HashMap;

/// The number of colours that are kept exactly if there are too many.
const EXACT: usize = 24;

/// The colours of one frame. Index 0 is left to the transparent colour.
pub struct Palette {
    exact: Vec<[u8; 3]>,
    quantised: Option<NeuQuant>,
}

impl Palette {
    pub fn new(colours: impl Iterator<Item = [u8; 3]>) -> Self {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        colours.for_each(|colour| *counts.entry(colour).or_default() += 1);
        let mut common: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        // Ties are broken by colour, so that the same picture gives the same file.
        common.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let quantised = (common.len() > 255).then(|| {
            let rare = common.split_off(EXACT);
            // Weighted by frequency, up to a hundred.
            let weighted = rare.iter().flat_map(|(colour, count)| std::iter::repeat_n(*colour, (*count).min(100)));
            let pixels: Vec<u8> = weighted.flat_map(|[red, green, blue]| [red, green, blue, 255]).collect();
            NeuQuant::new(3, 255 - EXACT, &pixels)
        });
        Palette { exact: common.into_iter().map(|(colour, _)| colour).collect(), quantised }
    }

    /// The index of the nearest colour.
    pub fn index(&self, colour: [u8; 3]) -> u8 {
        let exact = self.exact.iter().position(|known| *known == colour);
        let nearest = || {
            let [red, green, blue] = colour;
            self.quantised.as_ref().map_or(0, |colours| self.exact.len() + colours.index_of(&[red, green, blue, 255]))
        };
        (1 + exact.unwrap_or_else(nearest)) as u8
    }

    /// All colours as RGB, with the transparent one first.
    pub fn to_rgb(&self) -> Vec<u8> {
        let mut bytes = vec![0, 0, 0];
        self.exact.iter().for_each(|colour| bytes.extend(colour));
        if let Some(colours) = &self.quantised {
            bytes.extend(colours.color_map_rgb());
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_exact_and_of_many_the_common_ones() {
        let few: Vec<[u8; 3]> = (0..200).map(|red| [red, 2, 3]).collect();
        let palette = Palette::new(few.iter().copied());
        let bytes = palette.to_rgb();
        for colour in few {
            let offset = 3 * usize::from(palette.index(colour));
            assert_eq!(bytes[offset..offset + 3], colour);
        }
        let background = [18, 23, 31];
        let many = (0..90_000u32).map(|n| [(n % 251) as u8, (n % 199) as u8, (n % 97) as u8]);
        let palette = Palette::new(std::iter::repeat_n(background, 5000).chain(many));
        let (bytes, offset) = (palette.to_rgb(), 3 * usize::from(palette.index(background)));
        assert_eq!(bytes[offset..offset + 3], background);
        assert!(bytes.len() <= 768);
    }
}
