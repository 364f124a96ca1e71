//! The graphics device.

use crate::error::DrawError;

/// A graphics device and its capabilities.
pub(crate) struct Gpu {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    /// `Vulkan`, `Metal`, `Direct3D 12`, `WebGPU` or `WebGL2`.
    pub backend: &'static str,
    /// The name of the adapter.
    pub adapter: String,
    /// What its driver says of it.
    #[cfg(target_arch = "wasm32")]
    pub info: wgpu::AdapterInfo,
    /// Samples per pixel: 4, or 1 if the adapter does not support 4.
    pub samples: u32,
}

/// The format of the picture: sRGB bytes, blended as they are.
pub(crate) const COLOUR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// The format of depths.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth24Plus;

const NO_ADAPTER: &str = "no graphics adapter was found, so nothing can be drawn
  with a GPU: install its Vulkan driver
  without one, Mesa draws in software: `apt install mesa-vulkan-drivers` (Debian, Ubuntu), \
`dnf install mesa-vulkan-drivers` (Fedora), `pacman -S vulkan-swrast` (Arch)";

impl Gpu {
    /// Opens the best adapter; with a surface, the best that can draw on it.
    pub async fn open(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<(Self, wgpu::Adapter), DrawError> {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            compatible_surface: surface,
            ..Default::default()
        };
        let found = instance.request_adapter(&options).await;
        let adapter = found.map_err(|problem| DrawError::NoAdapter(format!("{NO_ADAPTER}\n  ({problem})")))?;
        let info = adapter.get_info();
        // Every adapter offers what WebGL2 does; only sizes may be as large as this one supports.
        let supported = adapter.limits();
        let mut limits = wgpu::Limits::downlevel_webgl2_defaults().using_resolution(supported.clone());
        limits.max_buffer_size = supported.max_buffer_size;
        // In a page, the device that draws a flock steps it, too.
        if info.backend == wgpu::Backend::BrowserWebGpu {
            limits = supported;
        }
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
        let samples = if supports_four_samples(&adapter) { 4 } else { 1 };
        let gpu = Gpu {
            device,
            queue,
            backend: backend_name(info.backend),
            adapter: info.name.clone(),
            #[cfg(target_arch = "wasm32")]
            info,
            samples,
        };
        Ok((gpu, adapter))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Gpu {
    /// A device that somebody else has opened, with what every device offers.
    pub fn of(device: wgpu::Device, queue: wgpu::Queue, adapter: wgpu::AdapterInfo) -> Self {
        Gpu { device, queue, backend: backend_name(adapter.backend), adapter: adapter.name, samples: 4 }
    }
}

fn supports_four_samples(adapter: &wgpu::Adapter) -> bool {
    let flags = |format| adapter.get_texture_format_features(format).flags;
    flags(COLOUR_FORMAT).sample_count_supported(4)
        && flags(COLOUR_FORMAT).contains(wgpu::TextureFormatFeatureFlags::MULTISAMPLE_RESOLVE)
        && flags(DEPTH_FORMAT).sample_count_supported(4)
}

fn backend_name(backend: wgpu::Backend) -> &'static str {
    match backend {
        wgpu::Backend::Noop => "nothing",
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Dx12 => "Direct3D 12",
        wgpu::Backend::Gl => "WebGL2",
        wgpu::Backend::BrowserWebGpu => "WebGPU",
    }
}
