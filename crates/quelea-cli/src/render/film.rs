//! The frames of a picture: which steps are shown, and how.

use super::arguments::Order;
use super::camera;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::bail;
use quelea::{Scenario, Simulation};
use quelea_draw::{Camera, Look, Scene};

/// What takes frames and becomes a file.
pub trait Reel {
    /// Takes a frame: red, green, blue and 255 for each pixel.
    fn add(&mut self, pixels: Vec<u8>) -> anyhow::Result<()>;
    /// The bytes of the file.
    fn develop(self: Box<Self>) -> anyhow::Result<Vec<u8>>;
}

/// How many steps a moving picture shows unless told otherwise.
const STEPS: u64 = 300;

/// Which steps are shown.
pub struct Film {
    /// Steps before the first frame.
    pub skip: u64,
    last: u64,
    every: u64,
}

impl Film {
    /// A still shows the last step alone, a film every so many steps from the first on.
    pub fn planned(order: &Order, still: bool, scenario: &Scenario) -> Self {
        let steps = scenario.general.steps;
        match (still, order.steps) {
            (true, _) => Film { skip: steps, last: steps, every: 1 },
            (false, Some(last)) => Film { skip: order.skip.min(last), last, every: order.every },
            (false, None) => Film { skip: order.skip, last: order.skip + STEPS, every: order.every },
        }
    }

    /// Steps the flock and hands over every frame; says how many there were. Ends with an error when Ctrl-C is
    /// pressed.
    pub fn shoot(
        &self,
        simulation: &mut Simulation,
        look: &Look,
        order: &Order,
        mut frame: impl FnMut(&Scene, &Camera) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let mut frames = 0;
        let mut scene = Scene::empty(simulation.dimension(), look.theme);
        let mut progress = Progress::of_steps(!order.quiet, 0, self.last, 0);
        let frames_in_all = (self.last - self.skip) / self.every;
        loop {
            let step = simulation.steps();
            if step >= self.skip && (step - self.skip).is_multiple_of(self.every) {
                scene.update(simulation.scenario(), &simulation.state(), look);
                if let Some(inspection) = order.inspect.and_then(|boid| simulation.inspect(boid)) {
                    scene.mark_inspection(&inspection);
                }
                let share = if frames_in_all == 0 { 0.0 } else { frames as f32 / frames_in_all as f32 };
                frame(&scene, &camera(order, &scene, share))?;
                frames += 1;
            } else if look.trails > 0 && step + look.trails as u64 >= self.skip {
                scene.remember(&simulation.state(), look);
            }
            if step >= self.last {
                return Ok(frames);
            }
            if interrupt::asked() {
                bail!("stopped at step {step} of {}", self.last);
            }
            simulation.step();
            progress.stepped(step + 1, || simulation.measure());
        }
    }
}
