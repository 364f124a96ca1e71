//! The textures that a scene is drawn into.

use crate::error::DrawError;
use crate::gpu::{COLOUR_FORMAT, DEPTH_FORMAT, Gpu};

/// The textures of one size: multisampled colours, depths, and the resolved picture.
pub(crate) struct RenderTarget {
    pub width: u32,
    pub height: u32,
    #[cfg(not(target_arch = "wasm32"))]
    resolved: wgpu::Texture,
    /// The resolved picture.
    pub view: wgpu::TextureView,
    /// The samples, unless there is one per pixel.
    samples: Option<wgpu::TextureView>,
    depth: wgpu::TextureView,
}

impl RenderTarget {
    pub fn new(gpu: &Gpu, width: u32, height: u32) -> Result<Self, DrawError> {
        let most = gpu.device.limits().max_texture_dimension_2d;
        if width == 0 || height == 0 || width > most || height > most {
            return Err(DrawError::TooLarge { width, height, most });
        }
        let texture = |format, samples, usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some("render target"),
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let readable = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_SRC;
        let resolved = texture(COLOUR_FORMAT, 1, attachment | readable);
        let view_of = |texture: wgpu::Texture| texture.create_view(&Default::default());
        Ok(RenderTarget {
            width,
            height,
            view: resolved.create_view(&Default::default()),
            #[cfg(not(target_arch = "wasm32"))]
            resolved,
            samples: (gpu.samples > 1).then(|| view_of(texture(COLOUR_FORMAT, gpu.samples, attachment))),
            depth: view_of(texture(DEPTH_FORMAT, gpu.samples, attachment)),
        })
    }

    /// Begins a render pass on a cleared background.
    pub fn begin<'a>(&self, encoder: &'a mut wgpu::CommandEncoder, background: crate::Colour) -> wgpu::RenderPass<'a> {
        let [r, g, b, a] = background.0.map(|byte| f64::from(byte) / 255.0);
        let (view, resolve_target) = match &self.samples {
            Some(samples) => (samples, Some(&self.view)),
            None => (&self.view, None),
        };
        // Samples are not needed once they are resolved.
        let store = if resolve_target.is_some() { wgpu::StoreOp::Discard } else { wgpu::StoreOp::Store };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a }), store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        })
    }

    /// The pixels, row by row from the top: red, green, blue and 255 each.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read(&self, gpu: &Gpu) -> Result<Vec<u8>, DrawError> {
        read_texture(gpu, &self.resolved)
    }
}

/// The bytes of a texture with four bytes per pixel.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn read_texture(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Vec<u8>, DrawError> {
    let error = |problem: &dyn std::fmt::Display| DrawError::Read(problem.to_string());
    let (width, height) = (texture.width(), texture.height());
    let row = 4 * width as usize;
    let stride = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT as usize);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("pixels"),
        size: (stride * height as usize) as u64,
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(stride as u32), rows_per_image: None };
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, .., move |mapped| {
        // Sending fails only if polling failed, which is reported below.
        let _ = sender.send(mapped);
    });
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|problem| error(&problem))?;
    let mapped = receiver.recv().map_err(|problem| error(&problem))?;
    mapped.map_err(|problem| error(&problem))?;
    let bytes = buffer.get_mapped_range(..).map_err(|problem| error(&problem))?;
    Ok(bytes.chunks_exact(stride).flat_map(|padded| &padded[..row]).copied().collect())
}
