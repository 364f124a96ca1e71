//! The pointer to be drawn.

use super::vec3;
use quelea::model::settings::{PointerMode, PointerSettings};

/// The pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Its position.
    pub position: [f32; 3],
    /// Its own radius.
    pub radius: f32,
    /// The range of its force, from its rim.
    pub reach: f32,
    /// Whether it attracts boids or repels them.
    pub attracts: bool,
}

impl Pointer {
    /// The pointer of a scenario; `None` if it is off or has no position.
    pub(super) fn new(settings: &PointerSettings) -> Option<Self> {
        if settings.mode == PointerMode::Off {
            return None;
        }
        Some(Pointer {
            position: vec3(settings.position.as_deref()?),
            radius: settings.radius as f32,
            reach: settings.reach as f32,
            attracts: settings.mode == PointerMode::Attract,
        })
    }
}
