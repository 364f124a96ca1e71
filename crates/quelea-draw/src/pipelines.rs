//! The ways in which things are drawn.

use crate::geometry::{Corner, Stroke};
use crate::gpu::{Gpu, PICTURE};
use crate::mesh::Vertex;
use crate::picture::DEPTH;
use crate::scene::Boid;
use wgpu::VertexFormat::{Float32, Float32x3, Unorm8x4};

/// One pipeline for each kind of thing, and the layouts of what they read besides vertices.
pub(crate) struct Pipelines {
    pub view: wgpu::BindGroupLayout,
    pub age: wgpu::BindGroupLayout,
    pub boids: wgpu::RenderPipeline,
    /// On the floor, below the boids.
    pub shadows: wgpu::RenderPipeline,
    pub solids: wgpu::RenderPipeline,
    /// Flat surfaces without light, over or under everything.
    pub fills: wgpu::RenderPipeline,
    /// Lines that are hidden behind what is nearer.
    pub lines: wgpu::RenderPipeline,
    /// Lines that nothing hides.
    pub lines_over: wgpu::RenderPipeline,
    pub trails: wgpu::RenderPipeline,
}

/// Whether what is nearer hides a thing, and whether it hides others itself.
#[derive(Clone, Copy)]
enum Depth {
    Solid,
    Hidden,
    Over,
}

struct Recipe<'a> {
    gpu: &'a Gpu,
    module: &'a wgpu::ShaderModule,
    layout: &'a wgpu::PipelineLayout,
}

impl Recipe<'_> {
    fn pipeline(
        &self,
        vertex: &str,
        fragment: &str,
        buffers: &[Option<wgpu::VertexBufferLayout>],
        topology: wgpu::PrimitiveTopology,
        depth: Depth,
    ) -> wgpu::RenderPipeline {
        let compare = if matches!(depth, Depth::Over) {
            wgpu::CompareFunction::Always
        } else {
            // Equal depths are the rule in 2D, where the later covers the earlier.
            wgpu::CompareFunction::LessEqual
        };
        self.gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(vertex),
            layout: Some(self.layout),
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(vertex),
                compilation_options: Default::default(),
                buffers,
            },
            primitive: wgpu::PrimitiveState { topology, ..Default::default() },
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH,
                depth_write_enabled: Some(matches!(depth, Depth::Solid)),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState { count: self.gpu.samples, ..Default::default() },
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(fragment),
                compilation_options: Default::default(),
                targets: &[Some(wgpu::ColorTargetState {
                    format: PICTURE,
                    blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                    write_mask: wgpu::ColorWrites::ALL,
                })],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

fn attribute(shader_location: u32, format: wgpu::VertexFormat, offset: usize) -> wgpu::VertexAttribute {
    wgpu::VertexAttribute { format, offset: offset as u64, shader_location }
}

fn buffer<T>(
    step_mode: wgpu::VertexStepMode,
    attributes: &[wgpu::VertexAttribute],
) -> Option<wgpu::VertexBufferLayout<'_>> {
    Some(wgpu::VertexBufferLayout { array_stride: size_of::<T>() as u64, step_mode, attributes })
}

impl Pipelines {
    pub fn new(gpu: &Gpu) -> Self {
        let module = |label, text: &str| {
            let whole = format!("{}\n{text}", include_str!("shaders/view.wgsl"));
            let source = wgpu::ShaderSource::Wgsl(whole.into());
            gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source })
        };
        let uniform = |label, visibility, has_dynamic_offset| {
            gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(label),
                entries: &[wgpu::BindGroupLayoutEntry {
                    binding: 0,
                    visibility,
                    ty: wgpu::BindingType::Buffer {
                        ty: wgpu::BufferBindingType::Uniform,
                        has_dynamic_offset,
                        min_binding_size: None,
                    },
                    count: None,
                }],
            })
        };
        let view = uniform("view", wgpu::ShaderStages::VERTEX_FRAGMENT, false);
        let age = uniform("age", wgpu::ShaderStages::VERTEX, true);
        let layout = |bind_group_layouts| {
            gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts,
                immediate_size: 0,
            })
        };
        let (plain, aged) = (layout(&[Some(&view)]), layout(&[Some(&view), Some(&age)]));
        let bodies = module("bodies", include_str!("shaders/bodies.wgsl"));
        let lines = module("lines", include_str!("shaders/lines.wgsl"));

        let surface = Recipe { gpu, module: &bodies, layout: &plain };
        let line = Recipe { gpu, module: &lines, layout: &plain };
        let trail = Recipe { gpu, module: &lines, layout: &aged };
        let (each_vertex, each_instance) = (wgpu::VertexStepMode::Vertex, wgpu::VertexStepMode::Instance);
        let triangles = wgpu::PrimitiveTopology::TriangleList;
        let strip = wgpu::PrimitiveTopology::TriangleStrip;

        let form = [attribute(0, Float32x3, 0), attribute(1, Float32x3, 12)];
        let boid = [
            attribute(2, Float32x3, std::mem::offset_of!(Boid, position)),
            attribute(3, Float32, std::mem::offset_of!(Boid, size)),
            attribute(4, Float32x3, std::mem::offset_of!(Boid, velocity)),
            attribute(5, Unorm8x4, std::mem::offset_of!(Boid, colour)),
        ];
        let boid_buffers = [buffer::<Vertex>(each_vertex, &form), buffer::<Boid>(each_instance, &boid)];
        let corner = [
            attribute(0, Float32x3, std::mem::offset_of!(Corner, at)),
            attribute(1, Float32x3, std::mem::offset_of!(Corner, normal)),
            attribute(2, Unorm8x4, std::mem::offset_of!(Corner, colour)),
        ];
        let corner_buffers = [buffer::<Corner>(each_vertex, &corner)];
        let stroke = [
            attribute(0, Float32x3, std::mem::offset_of!(Stroke, from)),
            attribute(1, Float32, std::mem::offset_of!(Stroke, width)),
            attribute(2, Float32x3, std::mem::offset_of!(Stroke, to)),
            attribute(3, Unorm8x4, std::mem::offset_of!(Stroke, first)),
            attribute(4, Unorm8x4, std::mem::offset_of!(Stroke, second)),
        ];
        let stroke_buffers = [buffer::<Stroke>(each_instance, &stroke)];
        let (from, to) = ([attribute(0, Float32x3, 0)], [attribute(1, Float32x3, 0)]);
        let colour = [attribute(2, Unorm8x4, std::mem::offset_of!(Boid, colour))];
        let trail_buffers = [
            buffer::<[f32; 3]>(each_instance, &from),
            buffer::<[f32; 3]>(each_instance, &to),
            buffer::<Boid>(each_instance, &colour),
        ];
        Pipelines {
            boids: surface.pipeline("boid", "lit", &boid_buffers, triangles, Depth::Solid),
            shadows: surface.pipeline("shadow", "flat_coloured", &boid_buffers, triangles, Depth::Hidden),
            solids: surface.pipeline("solid", "lit", &corner_buffers, triangles, Depth::Solid),
            fills: surface.pipeline("solid", "flat_coloured", &corner_buffers, triangles, Depth::Over),
            lines: line.pipeline("line", "drawn", &stroke_buffers, strip, Depth::Hidden),
            lines_over: line.pipeline("line", "marked", &stroke_buffers, strip, Depth::Over),
            trails: trail.pipeline("trail", "drawn", &trail_buffers, strip, Depth::Hidden),
            view,
            age,
        }
    }
}
