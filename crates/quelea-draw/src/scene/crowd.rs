//! A flock that is on the device already: what the painter has to know of it.

use crate::colour::Colour;
use crate::colour_by::ColourBy;
use crate::style::Style;
use crate::theme::Theme;

/// The boids of a flock that is on the device.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Crowd {
    /// Their number.
    pub boids: usize,
    /// The usual length of a boid.
    pub size: f32,
    pub(crate) species: Vec<CrowdSpecies>,
    pub(crate) colours: CrowdColours,
    pub(crate) neutral: Colour,
}

/// The boids of one species.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CrowdSpecies {
    pub size: f32,
    pub colour: Colour,
    /// Whether that is its colour in every colouring.
    pub keeps_colour: bool,
}

/// What the colour of a boid encodes, with the colours as words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CrowdColours {
    Species,
    /// A row for each elevation.
    Heading(Vec<Vec<u32>>),
    Speed {
        low: f32,
        high: f32,
        scale: Vec<u32>,
    },
}

/// Colours of the scale of speeds.
const SPEEDS: usize = 1024;

impl Crowd {
    /// The length of a boid of each species.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = f32> {
        self.species.iter().map(|own| own.size)
    }

    /// Whether a flock on the device can be drawn in this style without its state: past positions, clusters and
    /// neighbours are known to the state alone.
    pub fn suits(style: &Style) -> bool {
        style.trails == 0 && matches!(style.colour_by, ColourBy::Species | ColourBy::Heading | ColourBy::Speed)
    }
}

impl CrowdColours {
    pub fn new(style: &Style, theme: Theme, low: f32, high: f32) -> Self {
        match style.colour_by {
            ColourBy::Heading => {
                let row = |row: &[Colour]| row.iter().copied().map(packed).collect();
                CrowdColours::Heading(theme.hue_rows().map(row).collect())
            }
            ColourBy::Speed => {
                let colour = |index: usize| packed(theme.quantity(index as f32 / (SPEEDS - 1) as f32));
                CrowdColours::Speed { low, high, scale: (0..SPEEDS).map(colour).collect() }
            }
            _ => CrowdColours::Species,
        }
    }
}

/// A colour as the word that a vertex buffer has.
pub(crate) fn packed(colour: Colour) -> u32 {
    u32::from_le_bytes(colour.0)
}
