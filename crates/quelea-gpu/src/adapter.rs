//! Which adapter to take.

use crate::error::GpuError;

/// The variable with a part of the name of the adapter to take.
const WANTED: &str = "QUELEA_GPU";

/// The fastest adapter, or the one that the user wants.
pub(crate) async fn find(instance: &wgpu::Instance) -> Result<wgpu::Adapter, GpuError> {
    let Ok(wanted) = std::env::var(WANTED) else {
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let found = instance.request_adapter(&options).await;
        return found.map_err(|problem| GpuError::NoAdapter(problem.to_string()));
    };
    let adapters = instance.enumerate_adapters(wgpu::Backends::PRIMARY).await;
    let name = |adapter: &wgpu::Adapter| adapter.get_info().name;
    let names: Vec<String> = adapters.iter().map(name).collect();
    let found = adapters.into_iter().find(|adapter| name(adapter).to_lowercase().contains(&wanted.to_lowercase()));
    found.ok_or_else(|| GpuError::NoAdapter(format!("{WANTED} is `{wanted}`, and there are only {names:?}")))
}
