//! The graphics adapter, opened.

use crate::error::DrawError;

/// A device that draws, and what it can do.
pub(crate) struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    /// `Vulkan`, `Metal`, `Direct3D 12`, `WebGPU` or `WebGL2`.
    pub backend: &'static str,
    /// The adapter's own name.
    pub adapter: String,
    /// How many samples make a pixel: 4, or 1 where 4 are too many.
    pub samples: u32,
}

/// The format of the picture: bytes as they are written into a file.
pub(crate) const PICTURE: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

const NO_ADAPTER: &str = "no graphics adapter was found, so nothing can be drawn
  with a GPU: install its Vulkan driver
  without one, Mesa draws in software: `apt install mesa-vulkan-drivers` (Debian, Ubuntu), \
`dnf install mesa-vulkan-drivers` (Fedora), `pacman -S vulkan-swrast` (Arch)";

impl Gpu {
    /// Opens the best adapter that can draw to a canvas, or to nothing but pictures.
    pub async fn open(
        instance: &wgpu::Instance,
        canvas: Option<&wgpu::Surface<'_>>,
    ) -> Result<(Self, wgpu::Adapter), DrawError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: canvas,
            ..Default::default()
        };
        let found = instance.request_adapter(&options).await;
        let adapter = found.map_err(|problem| DrawError::NoAdapter(format!("{NO_ADAPTER}\n  ({problem})")))?;
        let info = adapter.get_info();
        // Every adapter has what WebGL2 has; sizes may be as large as this one can.
        let can = adapter.limits();
        let mut limits = wgpu::Limits::downlevel_webgl2_defaults().using_resolution(can.clone());
        limits.max_buffer_size = can.max_buffer_size;
        let description = wgpu::DeviceDescriptor {
            label: Some("quelea"),
            required_features: wgpu::Features::empty(),
            required_limits: limits,
            ..Default::default()
        };
        let (device, queue) = adapter
            .request_device(&description)
            .await
            .map_err(|problem| DrawError::Device { adapter: info.name.clone(), problem: problem.to_string() })?;
        let samples = if four_samples(&adapter) { 4 } else { 1 };
        Ok((Gpu { device, queue, backend: backend(info.backend), adapter: info.name, samples }, adapter))
    }
}

fn four_samples(adapter: &wgpu::Adapter) -> bool {
    let flags = |format| adapter.get_texture_format_features(format).flags;
    flags(PICTURE).sample_count_supported(4)
        && flags(PICTURE).contains(wgpu::TextureFormatFeatureFlags::MULTISAMPLE_RESOLVE)
        && flags(crate::picture::DEPTH).sample_count_supported(4)
}

fn backend(backend: wgpu::Backend) -> &'static str {
    match backend {
        wgpu::Backend::Noop => "nothing",
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Dx12 => "Direct3D 12",
        wgpu::Backend::Gl => "WebGL2",
        wgpu::Backend::BrowserWebGpu => "WebGPU",
    }
}
