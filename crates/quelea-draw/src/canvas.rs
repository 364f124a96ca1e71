//! A canvas of a web page.

use crate::backend::Backend;
use crate::error::DrawError;
use crate::gpu::Gpu;
use crate::presenter::Presenter;
use crate::render_target::RenderTarget;

/// A canvas and how pictures get there.
pub(crate) struct Canvas {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    presenter: Presenter,
}

impl Canvas {
    /// Opens a canvas of this size, and the device that draws on it.
    pub async fn open(
        target: wgpu::SurfaceTarget<'static>,
        (width, height): (u32, u32),
        backend: Backend,
    ) -> Result<(Self, Gpu), DrawError> {
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = match backend {
            Backend::Best => wgpu::Backends::BROWSER_WEBGPU | wgpu::Backends::GL,
            Backend::WebGl2 => wgpu::Backends::GL,
        };
        let instance = wgpu::util::new_instance_with_webgpu_detection(description).await;
        let surface = instance.create_surface(target).map_err(|problem| DrawError::Canvas(problem.to_string()))?;
        let (gpu, adapter) = Gpu::open(&instance, Some(&surface)).await?;
        let mut configuration = surface
            .get_default_config(&adapter, width.max(1), height.max(1))
            .ok_or_else(|| DrawError::Canvas(format!("{} does not support canvases", gpu.adapter)))?;
        // The presenter handles either kind of format; a linear one needs no conversion.
        let formats = surface.get_capabilities(&adapter).formats;
        if let Some(linear) = formats.iter().find(|format| !format.is_srgb()) {
            configuration.format = *linear;
        }
        surface.configure(&gpu.device, &configuration);
        let presenter = Presenter::new(&gpu, configuration.format);
        Ok((Canvas { surface, configuration, presenter }, gpu))
    }

    pub fn size(&self) -> (u32, u32) {
        (self.configuration.width, self.configuration.height)
    }

    pub fn resize(&mut self, gpu: &Gpu, width: u32, height: u32) {
        (self.configuration.width, self.configuration.height) = (width, height);
        self.surface.configure(&gpu.device, &self.configuration);
    }

    /// Shows a picture. Does nothing while the canvas is hidden.
    pub fn show(&mut self, gpu: &Gpu, target: &RenderTarget) -> Result<(), DrawError> {
        use wgpu::CurrentSurfaceTexture::{Lost, Occluded, Outdated, Suboptimal, Success, Timeout, Validation};
        let frame = match self.surface.get_current_texture() {
            Success(frame) | Suboptimal(frame) => frame,
            Timeout | Occluded => return Ok(()),
            Outdated | Lost => {
                self.surface.configure(&gpu.device, &self.configuration);
                match self.surface.get_current_texture() {
                    Success(frame) | Suboptimal(frame) => frame,
                    _ => return Err(DrawError::Canvas("the browser has lost it".into())),
                }
            }
            Validation => return Err(DrawError::Canvas("the browser rejects its configuration".into())),
        };
        self.presenter.present(gpu, target, &frame.texture.create_view(&Default::default()));
        gpu.queue.present(frame);
        Ok(())
    }
}
