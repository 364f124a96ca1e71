//! Every parameter of a scenario, each described once. The order here is the order of the file, of
//! `quelea describe` and of the page's sliders.

mod choices;
mod general;
mod motion;
mod obstacle;
mod rules;
mod schedule;
mod species;

pub use choices::*;
pub use general::{EndSettings, General, PointerSettings, ReferenceSettings, RepresentativeSettings, SpaceSettings};
pub use motion::Motion;
pub use obstacle::Obstacle;
pub use rules::{Alignment, Avoid, Cohesion, Flee, Flow, Goal, Herd, Hunt, Noise, Separation, Spread, Wander};
pub use schedule::Schedule;
pub(crate) use species::MOST_BOIDS;
pub use species::{Perception, SpeciesSettings, Start};
