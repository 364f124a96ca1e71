//! sRGB colours.
//!
//! A colour is what a web page writes as `#rrggbb`. Colours are blended as sRGB bytes, as browsers do, so a colour
//! has the same bytes on every kind of canvas, in a picture file and in the legend of a page.

use bytemuck::{Pod, Zeroable};

/// An sRGB colour: red, green, blue, opacity.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// An opaque colour from `0xrrggbb`.
    pub const fn hex(rgb: u32) -> Self {
        Colour([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255])
    }

    /// The same colour with another opacity, from 0 (invisible) to 1 (opaque).
    pub fn with_opacity(self, opacity: f32) -> Self {
        let Colour([red, green, blue, _]) = self;
        Colour([red, green, blue, byte(opacity)])
    }

    /// Interpolates linearly between this colour (`t` = 0) and another (`t` = 1).
    pub fn lerp(self, other: Colour, t: f32) -> Self {
        let channel = |index: usize| {
            let (from, to) = (f32::from(self.0[index]), f32::from(other.0[index]));
            (from + (to - from) * t.clamp(0.0, 1.0)).round() as u8
        };
        Colour(std::array::from_fn(channel))
    }

    /// The colour as `#rrggbb`.
    pub fn css(self) -> String {
        let Colour([red, green, blue, _]) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// A colour of the perceptually uniform OKLCH space: lightness and chroma from 0 to 1, hue in turns. Chroma
    /// outside the sRGB gamut is reduced until it fits.
    pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Self {
        let (sin, cos) = (hue * std::f32::consts::TAU).sin_cos();
        let at = |share: f32| oklab_to_linear(lightness, chroma * share * cos, chroma * share * sin);
        let in_gamut = |rgb: &[f32; 3]| rgb.iter().all(|x| (-1e-3..=1.001).contains(x));
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..12 {
            let middle = 0.5 * (inside + outside);
            if in_gamut(&at(middle)) { inside = middle } else { outside = middle }
        }
        let share = if in_gamut(&at(1.0)) { 1.0 } else { inside };
        let [red, green, blue] = at(share).map(encode_srgb);
        Colour([byte(red), byte(green), byte(blue), 255])
    }
}

fn byte(x: f32) -> u8 {
    (x * 255.0).round().clamp(0.0, 255.0) as u8
}

/// From OKLab to linear sRGB (Björn Ottosson, 2020).
fn oklab_to_linear(lightness: f32, a: f32, b: f32) -> [f32; 3] {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ]
}

/// From a linear component to an sRGB one.
fn encode_srgb(linear: f32) -> f32 {
    if linear <= 0.003_130_8 { 12.92 * linear.max(0.0) } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklch_white_and_black_are_white_and_black() {
        assert_eq!(Colour::oklch(1.0, 0.0, 0.0), Colour::hex(0xffffff));
        assert_eq!(Colour::oklch(0.0, 0.0, 0.3), Colour::hex(0x000000));
    }
}
