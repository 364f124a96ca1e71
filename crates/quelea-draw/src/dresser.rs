//! Flocks that are on the device already: their boids are dressed there, and never leave it.

use crate::error::DrawError;
use crate::gpu::Gpu;
use crate::scene::{Boid, Crowd, CrowdColours, packed};
use crate::vertex_buffer::VertexBuffer;
use bytemuck::{Pod, Zeroable};

/// A flock in buffers of the painter's device, slot by slot, all with the usage `STORAGE`.
#[derive(Clone, Copy, Debug)]
pub struct FlockBuffers<'a> {
    /// In 2D position and velocity; in 3D the position and the first component of the velocity: four numbers each.
    pub positions: &'a wgpu::Buffer,
    /// In 3D the other components of the velocity, two numbers each. Not read in 2D.
    pub velocities: &'a wgpu::Buffer,
    /// The ids.
    pub ids: &'a wgpu::Buffer,
    /// The index of the species of each boid as a 32-bit word, and the place of the first; `None` if there is one
    /// species.
    pub species: Option<(&'a wgpu::Buffer, usize)>,
    /// The number of boids.
    pub boids: usize,
}

/// Makes boids to be drawn of a flock on the device.
pub(crate) struct Dresser {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    uniform: wgpu::Buffer,
    species: wgpu::Buffer,
    colours: wgpu::Buffer,
    /// What was written last.
    written: Option<Crowd>,
}

/// The uniform of the shader.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Dress {
    dimension: u32,
    boids: u32,
    species_from: u32,
    colour_by: u32,
    low: f32,
    high: f32,
    hues: u32,
    elevations: u32,
    neutral: u32,
    unused: [u32; 3],
}

const WORKGROUP: u32 = 128;

impl Dresser {
    pub fn new(gpu: &Gpu) -> Self {
        let device = &gpu.device;
        let entry = |binding: u32, ty: wgpu::BufferBindingType| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let read = wgpu::BufferBindingType::Storage { read_only: true };
        let mut entries = vec![entry(0, wgpu::BufferBindingType::Uniform)];
        entries.extend((1..7).map(|binding| entry(binding, read)));
        entries.push(entry(7, wgpu::BufferBindingType::Storage { read_only: false }));
        let layout = device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some("dress"), entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("dress"),
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("dress"),
            source: wgpu::ShaderSource::Wgsl(include_str!("shaders/dress.wgsl").into()),
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("dress"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("dress_boids"),
            compilation_options: Default::default(),
            cache: None,
        });
        let uniform = buffer(gpu, size_of::<Dress>(), wgpu::BufferUsages::UNIFORM);
        let [species, colours] = [(); 2].map(|()| buffer(gpu, 16, wgpu::BufferUsages::STORAGE));
        Dresser { pipeline, layout, uniform, species, colours, written: None }
    }

    /// Records the dressing of a crowd into a buffer of boids to be drawn.
    pub fn dress(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        crowd: &Crowd,
        dimension: usize,
        flock: &FlockBuffers,
        drawn: &mut VertexBuffer,
    ) -> Result<(), DrawError> {
        let drawn = drawn.reserve::<Boid>(gpu, flock.boids)?;
        let Some(drawn) = drawn else { return Ok(()) };
        self.write(gpu, crowd);
        let (colour_by, low, high, hues, elevations) = match &crowd.colours {
            CrowdColours::Species => (0, 0.0, 0.0, 1, 1),
            CrowdColours::Heading(rows) => (1, 0.0, 0.0, rows.first().map_or(1, Vec::len), rows.len()),
            CrowdColours::Speed { low, high, .. } => (2, *low, *high, 1, 1),
        };
        let uniform = Dress {
            dimension: dimension as u32,
            boids: flock.boids as u32,
            species_from: flock.species.map_or(u32::MAX, |(_, from)| from as u32),
            colour_by,
            low,
            high,
            hues: hues as u32,
            elevations: elevations as u32,
            neutral: packed(crowd.neutral),
            unused: [0; 3],
        };
        gpu.queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
        let words = flock.species.map_or(flock.ids, |(words, _)| words);
        let velocities = if dimension == 3 { flock.velocities } else { flock.ids };
        let buffers =
            [&self.uniform, flock.positions, velocities, flock.ids, words, &self.species, &self.colours, drawn];
        let entries: Vec<wgpu::BindGroupEntry> = buffers
            .into_iter()
            .zip(0..)
            .map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("dress"),
            layout: &self.layout,
            entries: &entries,
        });
        let groups = (flock.boids as u32).div_ceil(WORKGROUP);
        let rows = groups.div_ceil(65_535).max(1);
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(groups.div_ceil(rows), rows, 1);
        Ok(())
    }

    /// Writes sizes and colours, if they have changed.
    fn write(&mut self, gpu: &Gpu, crowd: &Crowd) {
        if self.written.as_ref() == Some(crowd) {
            return;
        }
        let species: Vec<[u32; 4]> = crowd
            .species
            .iter()
            .map(|own| [own.size.to_bits(), packed(own.colour), u32::from(own.keeps_colour), 0])
            .collect();
        let colours: Vec<u32> = match &crowd.colours {
            CrowdColours::Species => vec![0],
            CrowdColours::Heading(rows) => rows.concat(),
            CrowdColours::Speed { scale, .. } => scale.clone(),
        };
        let fill = |target: &mut wgpu::Buffer, bytes: &[u8]| {
            if target.size() != bytes.len() as u64 {
                *target = buffer(gpu, bytes.len(), wgpu::BufferUsages::STORAGE);
            }
            gpu.queue.write_buffer(target, 0, bytes);
        };
        fill(&mut self.species, bytemuck::cast_slice(&species));
        fill(&mut self.colours, bytemuck::cast_slice(&colours));
        self.written = Some(crowd.clone());
    }
}

fn buffer(gpu: &Gpu, bytes: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("dress"),
        size: bytes.next_multiple_of(16).max(16) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}
