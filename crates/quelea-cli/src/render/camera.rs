//! The camera of a frame.

use super::arguments::RenderArgs;
use quelea_draw::{Camera, Lens, Scene};

/// The camera when a fraction of the video has been shown.
pub fn camera(arguments: &RenderArgs, scene: &Scene, fraction: f32) -> Camera {
    let (width, height) = (arguments.size.width, arguments.size.height);
    let mut camera = Camera::fit(scene, width, height);
    if let Lens::Orbit { yaw, pitch, .. } = &mut camera.lens {
        *yaw = arguments.yaw.map_or(*yaw, f32::to_radians) + (arguments.turn * fraction).to_radians();
        *pitch = arguments.pitch.map_or(*pitch, f32::to_radians).clamp(-Lens::MAX_PITCH, Lens::MAX_PITCH);
    }
    if let Some(boid) = arguments.follow {
        camera.ride(scene, boid as usize, arguments.ride);
    }
    camera.zoom(arguments.zoom, 0.5 * width as f32, 0.5 * height as f32);
    camera
}
