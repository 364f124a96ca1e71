//! The class `Gpu`: a graphics device that flocks can step on.

#[cfg(target_arch = "wasm32")]
use crate::canvas::Canvas;
use crate::device::Device;
use wasm_bindgen::prelude::wasm_bindgen;

/// A graphics device that flocks can step on.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Gpu {
    pub(crate) device: Device,
}

#[cfg(all(feature = "gpu", not(target_arch = "wasm32")))]
impl Gpu {
    /// The best device of this machine, for tests: a page takes that of its canvas.
    pub fn of_this_machine() -> Result<Gpu, String> {
        let device = quelea_gpu::Gpu::shared().map_err(|problem| problem.to_string())?;
        Ok(Gpu { device })
    }
}

#[cfg(feature = "gpu")]
#[wasm_bindgen]
impl Gpu {
    /// Whether this library was built to step flocks on graphics devices.
    #[wasm_bindgen(js_name = isIncluded)]
    pub fn is_included() -> bool {
        true
    }

    /// The device that a canvas is drawn with. A test finds out what it computes, which takes a moment. Fails if the
    /// canvas is drawn with WebGL2, which cannot compute.
    #[cfg(target_arch = "wasm32")]
    pub async fn of(canvas: &Canvas) -> Result<Gpu, String> {
        if canvas.backend() != "WebGPU" {
            return Err("flocks step on a graphics device with WebGPU only".to_owned());
        }
        let (device, queue, info) = canvas.device();
        let device = quelea_gpu::Gpu::with_device(device, queue, info).await.map_err(|problem| problem.to_string())?;
        #[allow(clippy::arc_with_non_send_sync, reason = "it stays in the worker that opens it")]
        Ok(Gpu { device: Device::new(device) })
    }

    /// Waits until everything that flocks have asked of it is done.
    pub async fn settled(&self) -> Result<(), String> {
        self.device.settled().await.map_err(|problem| problem.to_string())
    }

    /// Whether its results have the bits of a processor.
    #[wasm_bindgen(js_name = isExact)]
    pub fn is_exact(&self) -> bool {
        self.device.is_exact()
    }
}

/// A library without: no page can have one.
#[cfg(not(feature = "gpu"))]
#[wasm_bindgen]
impl Gpu {
    /// Whether this library was built to step flocks on graphics devices.
    #[wasm_bindgen(js_name = isIncluded)]
    pub fn is_included() -> bool {
        false
    }

    /// Fails.
    #[cfg(target_arch = "wasm32")]
    pub async fn of(_canvas: &Canvas) -> Result<Gpu, String> {
        Err("this library was built without flocks on a graphics device".to_owned())
    }

    /// Nothing has to be waited for.
    pub async fn settled(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether its results have the bits of a processor.
    #[wasm_bindgen(js_name = isExact)]
    pub fn is_exact(&self) -> bool {
        false
    }
}
