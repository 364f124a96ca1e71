//! The style a flock is drawn in.

use crate::backdrop::Backdrop;
use crate::colour_by::ColourBy;
use crate::form::Form;
use crate::overlay::Overlay;
use crate::theme::Theme;
use quelea::Scenario;

/// The style a flock is drawn in: what a [`Scene`](crate::Scene) is made from besides the state.
///
/// ```
/// use quelea_draw::{Style, Theme};
///
/// let mut style = Style::default();
/// style.theme = Theme::Light;
/// style.trails = 20;
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Style {
    /// What the colour of a boid encodes.
    pub colour_by: ColourBy,
    /// Light or dark.
    pub theme: Theme,
    /// The form of a boid.
    pub form: Form,
    /// Size of the boids relative to a size that suits the space and the number of boids, from 0.001 to 1000.
    /// Boids are drawn larger than their `body` where that would be too small to see.
    pub size: f32,
    /// Length of the trails in past states; 0 for none.
    pub trails: usize,
    /// Whether the edges of the space are drawn.
    pub bounds: bool,
    /// Whether obstacles, goals and the pointer are drawn.
    pub environment: bool,
    /// What is behind the flock.
    pub backdrop: Backdrop,
    /// Whether things move that are not simulated: the wings of birds, clouds and ripples.
    pub motion: bool,
    /// Which marks an inspected boid gets.
    pub overlay: Overlay,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            colour_by: ColourBy::default(),
            theme: Theme::default(),
            form: Form::default(),
            size: 1.0,
            trails: 0,
            bounds: true,
            environment: true,
            backdrop: Backdrop::default(),
            motion: true,
            overlay: Overlay::default(),
        }
    }
}

impl Style {
    /// The default style for a scenario: coloured by species if there are several, else by heading.
    pub fn for_scenario(scenario: &Scenario) -> Self {
        let colour_by = if scenario.species.len() > 1 { ColourBy::Species } else { ColourBy::Heading };
        Style { colour_by, ..Style::default() }
    }
}
