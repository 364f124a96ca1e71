//! Continuous colour maps: a wheel of hues for directions, viridis for quantities.

use crate::colour::Colour;

/// The hues of one theme, precomputed: each frame looks up one for each of many boids.
pub(crate) struct HueWheel(Vec<[Colour; HueWheel::HUES]>);

impl HueWheel {
    const HUES: usize = 1024;
    const ELEVATIONS: usize = 17;

    pub fn new(lightness: f32, chroma: f32) -> Self {
        let row = |step: usize| {
            let elevation = 2.0 * step as f32 / (Self::ELEVATIONS - 1) as f32 - 1.0;
            std::array::from_fn(|hue| {
                Colour::oklch(lightness + 0.08 * elevation, chroma, hue as f32 / Self::HUES as f32 + 0.08)
            })
        };
        HueWheel((0..Self::ELEVATIONS).map(row).collect())
    }

    /// All colours, row by row of elevations from -1 to 1, each from hue 0 to 1.
    pub fn rows(&self) -> impl Iterator<Item = &[Colour]> {
        self.0.iter().map(|row| row.as_slice())
    }

    /// The hue for an angle in turns, lighter or darker for an elevation from -1 to 1.
    pub fn at(&self, turns: f32, elevation: f32) -> Colour {
        let row = (0.5 * (elevation.clamp(-1.0, 1.0) + 1.0) * (Self::ELEVATIONS - 1) as f32).round() as usize;
        let hue = (turns.rem_euclid(1.0) * Self::HUES as f32) as usize % Self::HUES;
        self.0.get(row).map_or(Colour::hex(0), |hues| hues[hue])
    }
}

/// The viridis colour map (van der Walt and Smith, 2015), interpolated between equidistant samples; `t` from 0
/// to 1.
pub(crate) fn viridis(t: f32) -> Colour {
    const SAMPLES: [u32; 17] = [
        0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c, 0x1fa088, 0x28ae80,
        0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725,
    ];
    let position = t.clamp(0.0, 1.0) * (SAMPLES.len() - 1) as f32;
    let below = (position as usize).min(SAMPLES.len() - 2);
    Colour::hex(SAMPLES[below]).lerp(Colour::hex(SAMPLES[below + 1]), position - below as f32)
}
