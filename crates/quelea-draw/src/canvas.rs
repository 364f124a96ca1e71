//! A canvas of a web page.

use crate::error::DrawError;
use crate::gpu::Gpu;
use crate::picture::Picture;
use crate::present::Presenter;

/// What a canvas is to be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Backend {
    /// WebGPU where the browser has it, else WebGL2.
    #[default]
    Best,
    /// WebGL2, even where there is WebGPU.
    WebGl2,
}

/// A canvas that is drawn into.
pub(crate) struct Canvas {
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    presenter: Presenter,
}

impl Canvas {
    /// Opens a canvas and the adapter that draws into it.
    pub async fn open(canvas: web_sys::HtmlCanvasElement, backend: Backend) -> Result<(Self, Gpu), DrawError> {
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = match backend {
            Backend::Best => wgpu::Backends::BROWSER_WEBGPU | wgpu::Backends::GL,
            Backend::WebGl2 => wgpu::Backends::GL,
        };
        let instance = wgpu::util::new_instance_with_webgpu_detection(description).await;
        let (width, height) = (canvas.width().max(1), canvas.height().max(1));
        let surface = instance
            .create_surface(wgpu::SurfaceTarget::Canvas(canvas))
            .map_err(|problem| DrawError::Canvas(problem.to_string()))?;
        let (gpu, adapter) = Gpu::open(&instance, Some(&surface)).await?;
        let mut configuration = surface
            .get_default_config(&adapter, width, height)
            .ok_or_else(|| DrawError::Canvas(format!("{} does not draw into canvases", gpu.adapter)))?;
        // Either kind of format will do; the plain one needs no conversion.
        let formats = surface.get_capabilities(&adapter).formats;
        if let Some(plain) = formats.iter().find(|format| !format.is_srgb()) {
            configuration.format = *plain;
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

    /// Shows a picture. A canvas that is hidden is left alone.
    pub fn show(&mut self, gpu: &Gpu, picture: &Picture) -> Result<(), DrawError> {
        use wgpu::CurrentSurfaceTexture::{Lost, Occluded, Outdated, Suboptimal, Success, Timeout, Validation};
        let frame = match self.surface.get_current_texture() {
            Success(frame) | Suboptimal(frame) => frame,
            Timeout | Occluded => return Ok(()),
            Outdated | Lost => {
                self.surface.configure(&gpu.device, &self.configuration);
                match self.surface.get_current_texture() {
                    Success(frame) | Suboptimal(frame) => frame,
                    _ => return Err(DrawError::Canvas("the browser has taken it away".into())),
                }
            }
            Validation => return Err(DrawError::Canvas("the browser refuses it".into())),
        };
        self.presenter.present(gpu, picture, &frame.texture.create_view(&Default::default()));
        gpu.queue.present(frame);
        Ok(())
    }
}
