//! Measures of a flock where it is, with the bits that measures of its state have.

use super::GpuWorld;
use crate::assemble::nearby::{Counted, Nearby, SPECIES_NUMBERS};
use crate::assemble::{Assembly, StepShader};
use crate::buffers::{Buffers, GridWords};
use crate::device::Gpu;
use crate::doubles::Doubles;
use crate::emit::Constants;
use crate::error::GpuError;
use crate::kernels::{Pass, single_pass};
use crate::shader::{WORKGROUP, workgroups};
use quelea::Scenario;
use quelea::model::settings::{Coincident, PerceptionKind, Relation};
use quelea::state::part::BLOCK;

/// What can be measured here.
const HERE: [&str; 6] =
    ["polarisation", "mean_speed", "milling", "mean_nearest_distance", "min_nearest_distance", "mean_neighbours"];

/// The sum of a number over all boids, and the smallest one.
type Added = (f64, f64);

/// How many boids are perceived, as far as it is known without looking, and how the others are counted.
struct Perceived {
    known: u64,
    counted: Vec<Counted>,
}

/// The kernel that is run, and what it writes.
struct Question {
    shader: StepShader,
    entry: &'static str,
    /// Whether boids have to be sorted into cells for it.
    is_sorted: bool,
    components: usize,
    numbers: Vec<f64>,
}

impl<const D: usize> GpuWorld<D> {
    /// The measures with these names, if all of them can be measured here.
    pub(crate) fn measure(&mut self, names: &[&str]) -> Option<Vec<f64>> {
        let is_here = |name: &&str| HERE.contains(name) && (*name != "milling" || !self.model.space().is_torus());
        if self.rescue.get().is_some() || self.buffers.boids == 0 || !names.iter().all(is_here) {
            return None;
        }
        let wants = |wanted: &[&str]| names.iter().any(|name| wanted.contains(name));
        let perceived = match wants(&["mean_neighbours"]) {
            true => perceived(self.model.scenario(), self.fields.species.is_some())?,
            false => Perceived { known: 0, counted: Vec::new() },
        };
        let doubles = self.gpu.doubles()?;
        let gpu = self.gpu.clone();
        // Whatever is the matter, the processor can do it.
        let measured = gpu.attempt(self.try_measure(doubles, &wants, perceived));
        let measured = super::now(measured).ok()??;
        Some(names.iter().map(|name| measured.iter().find(|(own, _)| own == name).map_or(0.0, |(_, x)| *x)).collect())
    }

    async fn try_measure(
        &mut self,
        doubles: Doubles,
        wants: &dyn Fn(&[&str]) -> bool,
        perceived: Perceived,
    ) -> Result<Option<Vec<(&'static str, f64)>>, GpuError> {
        let boids = self.buffers.boids as f64;
        let mut found = Vec::new();
        if wants(&["polarisation", "mean_speed"]) {
            let Some(sums) = self.ask(doubles, motion::<D>("measure_motion", D + 1, Vec::new())).await? else {
                return Ok(None);
            };
            let headings = [0, 1, 3].map(|component| sums.get(component).map_or(0.0, |(sum, _)| *sum));
            // Rounding may leave a little more than 1.
            found.push(("polarisation", (length(headings) / boids).min(1.0)));
            found.push(("mean_speed", sums[2].0 / boids));
        }
        if wants(&["milling"]) {
            let Some(sums) = self.ask(doubles, motion::<D>("measure_positions", D, Vec::new())).await? else {
                return Ok(None);
            };
            let centre: Vec<f64> = sums.iter().map(|(sum, _)| sum / boids).collect();
            let components = if D == 2 { 1 } else { 3 };
            let Some(sums) = self.ask(doubles, motion::<D>("measure_turning", components, centre)).await? else {
                return Ok(None);
            };
            let turning = [0, 1, 2].map(|component| sums.get(component).map_or(0.0, |(sum, _)| *sum));
            found.push(("milling", (length(turning) / boids).min(1.0)));
        }
        let nearest = wants(&["mean_nearest_distance", "min_nearest_distance"]);
        let mut neighbours = perceived.known as f64;
        if nearest || !perceived.counted.is_empty() {
            let counts = !perceived.counted.is_empty();
            let question = self.nearby(Nearby { nearest, perceived: perceived.counted });
            let Some(sums) = self.ask(doubles, question).await? else { return Ok(None) };
            if nearest {
                found.push(("mean_nearest_distance", sums[0].0 / boids));
                found.push(("min_nearest_distance", sums[0].1));
            }
            if counts {
                neighbours += sums[usize::from(nearest)].0;
            }
        }
        found.push(("mean_neighbours", neighbours / boids));
        Ok(Some(found))
    }

    fn nearby(&self, nearby: Nearby) -> Question {
        let GpuWorld { gpu, model, fields, .. } = self;
        let space = model.scenario().space::<D>();
        let axis = |vector: [f64; D], axis: usize| vector.get(axis).copied().unwrap_or(0.0);
        let mut numbers: Vec<f64> = (0..3).map(|index| axis(space.size, index)).collect();
        numbers.extend((0..3).map(|index| axis(space.low, index)));
        debug_assert_eq!(numbers.len(), SPECIES_NUMBERS);
        numbers.extend(nearby.perceived.iter().map(|counted| counted.radius * counted.radius));
        // However far boids perceive, the nearest may be anywhere.
        let reaches_round = model.space().is_torus();
        let assembly = Assembly { model, fields, reaches_round, counts_ahead: false, limits_loops: gpu.limits_loops };
        let components = usize::from(nearby.nearest) + usize::from(!nearby.perceived.is_empty());
        let shader = assembly.nearby(&nearby);
        Question { shader, entry: "measure_nearby", is_sorted: true, components, numbers }
    }

    /// Lets each boid write down its numbers, and adds them up. `None` if the processor has to do it.
    async fn ask(&mut self, doubles: Doubles, question: Question) -> Result<Option<Vec<Added>>, GpuError> {
        let Question { shader, entry, is_sorted, components, numbers } = question;
        let (boids, gpu) = (self.buffers.boids, self.gpu.clone());
        let blocks = boids.div_ceil(BLOCK);
        let bytes = boids * components * 8;
        if bytes as u64 > gpu.limits.max_storage_buffer_binding_size.min(gpu.limits.max_buffer_size) {
            return Ok(None);
        }
        self.counted = None;
        let layout = match is_sorted {
            true => Some(self.lay_out().await?),
            false => {
                self.write_grid(GridWords { boids: boids as u32, ..Default::default() });
                None
            }
        };
        let buffers = &mut self.buffers;
        make_room(&gpu, &mut buffers.measured, "measured", bytes);
        make_room(&gpu, &mut buffers.measured_sums, "measured sums", blocks * components * 16);
        Buffers::write_growing(&gpu, &mut buffers.measured_numbers, "measured numbers", &numbers);
        gpu.write(&buffers.measure_fails, &[0u32]);

        let extra = [doubles.text(), include_str!("../shaders/measure.wgsl")].concat();
        let torus = self.model.space().is_torus();
        let asking = single_pass(&gpu, (D, torus, &extra), shader, entry, is_sorted, &self.buffers)?;
        let adding =
            single_pass(&gpu, (D, torus, &extra), adding(components), "add_measured", is_sorted, &self.buffers)?;
        let kernels: [(&Pass, (u32, u32)); 2] =
            [(&asking, workgroups(boids, WORKGROUP)), (&adding, workgroups(blocks * components, 1))];
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        if let Some(layout) = &layout {
            self.clear_cells(&mut encoder, layout);
        }
        let mut pass = encoder.begin_compute_pass(&Default::default());
        let sorting = layout.as_ref().map(|layout| self.sorting(layout));
        for (kernel, workgroups) in sorting.into_iter().flatten().chain(kernels) {
            kernel.run(&mut pass, self.parity, workgroups);
        }
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        let sums: Vec<[f64; 2]> = gpu.read(&self.buffers.measured_sums, blocks * components).await?;
        if gpu.read::<u32>(&self.buffers.measure_fails, 1).await?[0] != 0 {
            return Ok(None);
        }
        Ok(Some(sums.chunks_exact(blocks).map(add_blocks).collect()))
    }
}

/// The first block is where a sum starts, as on a processor.
fn add_blocks(blocks: &[[f64; 2]]) -> Added {
    let [first, least] = blocks[0];
    blocks[1..].iter().fold((first, least), |(sum, least), block| (sum + block[0], least.min(block[1])))
}

/// A length, of what can neither overflow nor underflow.
fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

/// A kernel of measure_motion.wgsl.
fn motion<const D: usize>(entry: &'static str, components: usize, numbers: Vec<f64>) -> Question {
    let [position, velocity, from_centre] = match D {
        2 => [
            "let x = f64(positions[slot].x);\nlet y = f64(positions[slot].y);\nlet z = 0.0lf;",
            "let vx = f64(positions[slot].z);\nlet vy = f64(positions[slot].w);\nlet vz = 0.0lf;",
            "0.0lf",
        ],
        _ => [
            "let x = f64(positions[slot].x);\nlet y = f64(positions[slot].y);\nlet z = f64(positions[slot].z);",
            "let vx = f64(positions[slot].w);\nlet vy = f64(velocities[slot].x);\nlet vz = f64(velocities[slot].y);",
            "z - measured_numbers[2]",
        ],
    };
    let text = include_str!("../shaders/measure_motion.wgsl");
    let text = text.replace("LOAD_POSITION", position).replace("LOAD_VELOCITY", velocity);
    let text = text.replace("FROM_CENTRE", from_centre);
    Question {
        shader: StepShader { text, constants: Constants::default() },
        entry,
        is_sorted: false,
        components,
        numbers,
    }
}

fn adding(components: usize) -> StepShader {
    let text = include_str!("../shaders/measure_sums.wgsl");
    let text = text.replace("COMPONENTS", &format!("{components}u")).replace("BLOCK", &format!("{BLOCK}u"));
    StepShader { text, constants: Constants::default() }
}

fn make_room(gpu: &Gpu, buffer: &mut wgpu::Buffer, label: &str, bytes: usize) {
    if buffer.size() < bytes as u64 {
        *buffer = gpu.buffer(label, bytes);
    }
}

/// How those whom boids perceive are counted, as `docs/model.md` defines it. `None` if that is left to the processor.
fn perceived(scenario: &Scenario, has_species: bool) -> Option<Perceived> {
    let species = if has_species { scenario.species.len() } else { 1 };
    let mut found = Perceived { known: 0, counted: Vec::new() };
    for own in 0..species {
        let (settings, boids) = (&scenario.species[own].settings, &scenario.species);
        let perception = &settings.perception;
        let perceives = |other: &usize| matches!(scenario.relation(own, *other), Relation::Flock | Relation::Avoid);
        let others: Vec<usize> = (0..species).filter(perceives).collect();
        let ignores_coincident = perception.coincident == Coincident::Ignore;
        let most = match perception.kind {
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => perception.neighbours,
            _ => usize::MAX,
        };
        let mut related = others.iter().map(|other| 1 << other).sum();
        match perception.kind {
            PerceptionKind::Radius | PerceptionKind::NearestWithin => {}
            PerceptionKind::All | PerceptionKind::Nearest if !ignores_coincident => {
                let all: usize = others.iter().map(|other| boids[*other].settings.boids).sum();
                let each = (all - usize::from(others.contains(&own)).min(all)).min(most);
                found.known += settings.boids as u64 * each as u64;
                related = 0;
            }
            _ => return None,
        }
        let radius = if related == 0 { 0.0 } else { perception.radius };
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        found.counted.push(Counted { related, radius, most, ignores_coincident });
    }
    // Nobody has to be counted where all are known.
    if found.counted.iter().all(|counted| counted.related == 0) {
        found.counted.clear();
    }
    Some(found)
}
