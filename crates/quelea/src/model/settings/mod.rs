//! Every parameter of a scenario, each described once. The order here is the order of the file, of
//! `quelea describe` and of the page's sliders.

mod choices;
mod general;
mod motion;
mod obstacle;
mod rules;
mod species;

pub use choices::*;
pub use general::{General, PointerSettings, ReferenceSettings, RepresentativeSettings, SpaceSettings};
pub use motion::Motion;
pub use obstacle::Obstacle;
pub use rules::{Alignment, Avoid, Cohesion, Flee, Flow, Goal, Hunt, Separation, Wander};
pub use species::{Perception, SpeciesSettings, Start};
