//! The legend of a scene as JSON.

use quelea_draw::{Colour, ColourBy, Scene};
use serde_json::{Value, json};

/// The number of intervals of the colour scale.
const INTERVALS: usize = 16;

/// What the colours mean: what they encode, the ends and colours of the scale, the species, and those that hunt.
pub fn to_json(scene: &Scene) -> Value {
    let (legend, theme) = (&scene.legend, scene.theme);
    let colour = |step: usize| {
        let fraction = step as f32 / INTERVALS as f32;
        let (sin, cos) = (fraction * std::f32::consts::TAU).sin_cos();
        match legend.colour_by {
            ColourBy::Heading => theme.heading([cos, sin, 0.0]).css(),
            _ => theme.quantity(fraction).css(),
        }
    };
    let named = |(name, colour): &(String, Colour)| json!({ "name": name, "colour": colour.css() });
    let (species, hunters) = (legend.species.iter().map(named), legend.hunters.iter().map(named));
    json!({
        "by": legend.colour_by.word(),
        "low": legend.low,
        "high": legend.high,
        "species": Value::from_iter(species),
        "hunters": Value::from_iter(hunters),
        "scale": (0..=INTERVALS).map(colour).collect::<Vec<_>>(),
    })
}
