//! The render pipelines.

use crate::geometry::{Stroke, Vertex};
use crate::gpu::{COLOUR_FORMAT, DEPTH_FORMAT, Gpu};
use crate::mesh::MeshVertex;
use crate::scene::Boid;
use wgpu::VertexFormat::{Float32, Float32x3, Unorm8x4};

/// The render pipelines, and the layouts of their uniforms.
pub(crate) struct Pipelines {
    pub view_layout: wgpu::BindGroupLayout,
    pub fade_layout: wgpu::BindGroupLayout,
    pub sky: wgpu::RenderPipeline,
    pub water: wgpu::RenderPipeline,
    pub boids: wgpu::RenderPipeline,
    /// Dots that add up where boids are too dense to show each; and such that add light.
    pub dots: wgpu::RenderPipeline,
    pub glowing_dots: wgpu::RenderPipeline,
    /// Shadows of boids and of obstacles on the floor.
    pub boid_shadows: wgpu::RenderPipeline,
    pub solid_shadows: wgpu::RenderPipeline,
    /// The floor, which is below everything.
    pub floor: wgpu::RenderPipeline,
    pub solids: wgpu::RenderPipeline,
    /// Unlit surfaces without a depth test.
    pub fills: wgpu::RenderPipeline,
    /// Lines that nearer things hide.
    pub lines: wgpu::RenderPipeline,
    /// Lines that nothing hides.
    pub overlay_lines: wgpu::RenderPipeline,
    pub trails: wgpu::RenderPipeline,
}

/// How a pipeline uses the depth buffer.
#[derive(Clone, Copy)]
enum Depth {
    /// Nearer things hide it, and it hides farther ones.
    TestAndWrite,
    /// Nearer things hide it.
    Test,
    /// Nothing hides it.
    Ignore,
}

/// What several pipelines share.
struct PipelineBuilder<'a> {
    gpu: &'a Gpu,
    module: &'a wgpu::ShaderModule,
    layout: &'a wgpu::PipelineLayout,
    blend: wgpu::BlendState,
}

impl PipelineBuilder<'_> {
    fn build(
        &self,
        vertex: &str,
        fragment: &str,
        buffers: &[Option<wgpu::VertexBufferLayout>],
        topology: wgpu::PrimitiveTopology,
        depth: Depth,
    ) -> wgpu::RenderPipeline {
        let compare = if matches!(depth, Depth::Ignore) {
            wgpu::CompareFunction::Always
        } else {
            // In 2D all depths are equal, and what is drawn later covers what is drawn earlier.
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
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(matches!(depth, Depth::TestAndWrite)),
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
                    format: COLOUR_FORMAT,
                    blend: Some(self.blend),
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
        let view_layout = uniform("view", wgpu::ShaderStages::VERTEX_FRAGMENT, false);
        let fade_layout = uniform("fade", wgpu::ShaderStages::VERTEX, true);
        let layout = |bind_group_layouts| {
            gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts,
                immediate_size: 0,
            })
        };
        let (plain, fading) = (layout(&[Some(&view_layout)]), layout(&[Some(&view_layout), Some(&fade_layout)]));
        let bodies = module("bodies", include_str!("shaders/bodies.wgsl"));
        let lines = module("lines", include_str!("shaders/lines.wgsl"));

        let backdrops = module("backdrop", include_str!("shaders/backdrop.wgsl"));

        let blend = wgpu::BlendState::ALPHA_BLENDING;
        let mut light = blend;
        light.color.dst_factor = wgpu::BlendFactor::One;
        let surface = PipelineBuilder { gpu, module: &bodies, layout: &plain, blend };
        let glowing = PipelineBuilder { gpu, module: &bodies, layout: &plain, blend: light };
        let line = PipelineBuilder { gpu, module: &lines, layout: &plain, blend };
        let trail = PipelineBuilder { gpu, module: &lines, layout: &fading, blend };
        let backdrop = PipelineBuilder { gpu, module: &backdrops, layout: &plain, blend };
        let (each_vertex, each_instance) = (wgpu::VertexStepMode::Vertex, wgpu::VertexStepMode::Instance);
        let triangles = wgpu::PrimitiveTopology::TriangleList;
        let strip = wgpu::PrimitiveTopology::TriangleStrip;

        let mesh = [attribute(0, Float32x3, 0), attribute(1, Float32x3, 12)];
        let boid = [
            attribute(2, Float32x3, std::mem::offset_of!(Boid, position)),
            attribute(3, Float32, std::mem::offset_of!(Boid, size)),
            attribute(4, Float32x3, std::mem::offset_of!(Boid, velocity)),
            attribute(5, Unorm8x4, std::mem::offset_of!(Boid, colour)),
        ];
        let instances = [buffer::<Boid>(each_instance, &boid)];
        let boid_buffers = [buffer::<MeshVertex>(each_vertex, &mesh), buffer::<Boid>(each_instance, &boid)];
        let vertex = [
            attribute(0, Float32x3, std::mem::offset_of!(Vertex, position)),
            attribute(1, Float32x3, std::mem::offset_of!(Vertex, normal)),
            attribute(2, Unorm8x4, std::mem::offset_of!(Vertex, colour)),
        ];
        let triangle_buffers = [buffer::<Vertex>(each_vertex, &vertex)];
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
            boids: surface.build("boid", "lit", &boid_buffers, triangles, Depth::TestAndWrite),
            sky: backdrop.build("full_screen", "sky", &[], triangles, Depth::Ignore),
            water: backdrop.build("full_screen", "water", &[], triangles, Depth::Ignore),
            dots: surface.build("density", "glow", &instances, strip, Depth::Test),
            glowing_dots: glowing.build("density", "glow", &instances, strip, Depth::Test),
            boid_shadows: surface.build("boid_shadow", "shadow", &instances, strip, Depth::Ignore),
            solid_shadows: surface.build("solid_shadow", "shadow", &triangle_buffers, triangles, Depth::Ignore),
            floor: surface.build("solid", "unlit_in_fog", &triangle_buffers, triangles, Depth::Ignore),
            solids: surface.build("solid", "lit", &triangle_buffers, triangles, Depth::TestAndWrite),
            fills: surface.build("solid", "unlit", &triangle_buffers, triangles, Depth::Ignore),
            lines: line.build("line", "fogged", &stroke_buffers, strip, Depth::Test),
            overlay_lines: line.build("line", "unfogged", &stroke_buffers, strip, Depth::Ignore),
            trails: trail.build("trail", "fogged", &trail_buffers, strip, Depth::Test),
            view_layout,
            fade_layout,
        }
    }
}
