//! Copies the finished picture to a canvas.

use crate::gpu::Gpu;
use crate::render_target::RenderTarget;

/// Copies pictures to textures of one format, such that the colours are the same in any format.
pub(crate) struct Presenter {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
}

impl Presenter {
    pub fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let source = wgpu::ShaderSource::Wgsl(include_str!("shaders/present.wgsl").into());
        let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("present"), source });
        let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("present"),
            entries: &[wgpu::BindGroupLayoutEntry {
                binding: 0,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty: wgpu::BindingType::Texture {
                    sample_type: wgpu::TextureSampleType::Float { filterable: false },
                    view_dimension: wgpu::TextureViewDimension::D2,
                    multisampled: false,
                },
                count: None,
            }],
        });
        let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("present"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let fragment = if format.is_srgb() { "decode_srgb" } else { "copy_srgb" };
        let pipeline = gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("present"),
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("full_screen"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: None,
            multisample: Default::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(fragment),
                compilation_options: Default::default(),
                targets: &[Some(format.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Presenter { pipeline, layout }
    }

    /// Copies a picture to a texture of the same size.
    pub fn present(&self, gpu: &Gpu, source: &RenderTarget, destination: &wgpu::TextureView) {
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("present"),
            layout: &self.layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&source.view) }],
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("present"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: destination,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::render_target::read_texture;
    use crate::{Boid, Camera, Painter, Scene, Theme};

    #[test]
    fn colours_do_not_depend_on_the_format_of_the_canvas() {
        let mut painter = pollster::block_on(Painter::offscreen(96, 64)).unwrap();
        let mut scene = Scene::empty(2, Theme::Dark);
        scene.bounds = crate::Bounds::Box { low: [0.0; 3], high: [96.0, 64.0, 0.0] };
        for number in 0..40 {
            let position = [4.0 + (number % 8) as f32 * 12.0, 6.0 + (number / 8) as f32 * 12.0, 0.0];
            let colour = Theme::Light.quantity(number as f32 / 40.0);
            scene.boids.push(Boid { position, size: 12.0, velocity: [1.0, 0.0, 0.0], colour });
        }
        painter.draw(&scene, &Camera::fit(&scene, 96, 64)).unwrap();
        let expected = painter.read_pixels().unwrap();
        let distinct = expected.chunks_exact(4).collect::<std::collections::HashSet<_>>().len();
        assert!(distinct > 100, "{distinct} colours are too few to compare");
        for format in [wgpu::TextureFormat::Rgba8Unorm, wgpu::TextureFormat::Rgba8UnormSrgb] {
            let gpu = painter.gpu();
            let canvas = gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width: 96, height: 64, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
                view_formats: &[],
            });
            let presenter = Presenter::new(gpu, format);
            presenter.present(gpu, painter.target(), &canvas.create_view(&Default::default()));
            let found = read_texture(gpu, &canvas).unwrap();
            let most = expected.iter().zip(&found).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
            assert!(most <= 1, "{format:?}: a colour is off by {most} of 255");
        }
    }
}
