//! What the colours of a scene mean.

use crate::colour::Colour;
use crate::colour_by::ColourBy;

/// What the colours mean, for a scale beside the picture.
#[derive(Clone, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct Legend {
    /// What the colour of a boid encodes.
    pub colour_by: ColourBy,
    /// The speed or number of neighbours at the low end of the scale.
    pub low: f32,
    /// The speed or number of neighbours at the high end of the scale.
    pub high: f32,
    /// Names and colours of the species.
    pub species: Vec<(String, Colour)>,
    /// Names and colours of the species that hunt, which keep their colour whatever the others encode.
    pub hunters: Vec<(String, Colour)>,
}
