//! The frames of a picture or a video: which steps are shown.

use super::arguments::RenderArgs;
use super::camera::camera;
use super::on_device;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::bail;
use quelea::model::settings::SpaceKind;
use quelea::{Scenario, Simulation};
use quelea_draw::{Camera, Crowd, Scene, Style};

/// The default number of steps in a video.
const VIDEO_STEPS: u64 = 300;

/// Which steps are shown.
pub struct Frames {
    /// The step of the first frame.
    pub first: u64,
    last: u64,
    every: u64,
}

impl Frames {
    /// The last step alone for a picture, every k-th from the first on for a video.
    pub fn new(arguments: &RenderArgs, is_picture: bool, scenario: &Scenario) -> Self {
        let RenderArgs { steps, skip, every, .. } = *arguments;
        let scenario_steps = scenario.general.steps;
        match (is_picture, steps) {
            (true, _) => Frames { first: scenario_steps, last: scenario_steps, every: 1 },
            (false, Some(last)) => Frames { first: skip.min(last), last, every },
            (false, None) => Frames { first: skip, last: skip + VIDEO_STEPS, every },
        }
    }

    /// Steps the flock, passes each frame to `draw`, and returns their number. Fails when interrupted.
    pub fn render(
        &self,
        simulation: &mut Simulation,
        style: &Style,
        arguments: &RenderArgs,
        mut draw: impl FnMut(&Simulation, &Scene, &Camera) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let mut count = 0;
        let mut scene = Scene::empty(simulation.dimension(), style.theme);
        let mut progress = Progress::for_steps(
            arguments.progress.form(arguments.quiet),
            simulation.scenario().boids(),
            0,
            self.last,
            0,
        );
        // Only the state knows where a single boid is, or how far an open flock has spread.
        let looks_at_one = arguments.inspect.is_some() || arguments.follow.is_some();
        let is_open = simulation.scenario().general.space.kind == SpaceKind::Open;
        let stays_on_device = Crowd::suits(style) && !looks_at_one && !is_open;
        let species = if stays_on_device { on_device::species(simulation) } else { None };
        let intervals = (self.last - self.first) / self.every;
        loop {
            let step = simulation.steps();
            if step >= self.first && (step - self.first).is_multiple_of(self.every) {
                match species.as_ref().filter(|_| on_device::flock(simulation).is_some()) {
                    Some(species) => scene.update_crowd(simulation.scenario(), step, species, style),
                    None => scene.update(simulation.scenario(), &simulation.state(), style),
                }
                if let Some(inspection) = arguments.inspect.and_then(|boid| simulation.inspect(boid)) {
                    scene.mark_inspection(&inspection);
                }
                let fraction = if intervals == 0 { 0.0 } else { count as f32 / intervals as f32 };
                draw(simulation, &scene, &camera(arguments, &scene, fraction))?;
                count += 1;
            } else if style.trails > 0 && step + style.trails as u64 >= self.first {
                scene.remember(&simulation.state(), style);
            }
            if step >= self.last {
                return Ok(count);
            }
            if interrupt::requested() {
                bail!("stopped at step {step} of {}", self.last);
            }
            simulation.step();
            progress.set_step(step + 1, || Some(simulation.measure_only(Progress::shows)));
        }
    }
}
