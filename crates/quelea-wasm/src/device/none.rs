//! No flock is on a graphics device: for pages in which flocks are small, and the library had better be too.

use quelea::Simulation;
use quelea_draw::FlockBuffers;

/// Nobody makes one.
#[derive(Clone)]
pub struct Device(());

pub fn has(_: &Simulation) -> bool {
    false
}

pub async fn enter(_: &mut Simulation, Device(()): &Device) -> Result<(), String> {
    Err("there is no graphics device".to_owned())
}

pub fn leave(_: &mut Simulation) {}

pub async fn fetch(_: &Simulation) {}

pub async fn step(_: &mut Simulation) -> bool {
    false
}

pub fn failure(_: &Simulation) -> Option<String> {
    None
}

pub fn buffers(_: &Simulation) -> Option<FlockBuffers<'_>> {
    None
}

pub fn species(_: &Simulation) -> Option<Vec<u8>> {
    None
}
