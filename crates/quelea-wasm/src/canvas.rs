//! The class `Canvas`: an element of a page that views are drawn on.

use crate::device;
use crate::flock::Flock;
use crate::view::View;
use quelea_draw::{Backend, FlockBuffers, Painter};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlCanvasElement, OffscreenCanvas};

/// An element of a page that views are drawn on, one at a time.
#[wasm_bindgen]
pub struct Canvas {
    painter: Painter,
}

#[wasm_bindgen]
impl Canvas {
    /// Opens a `<canvas>`, or one that was handed over to a worker, with WebGPU if the browser has it, else or on
    /// request with WebGL2.
    pub async fn open(
        #[wasm_bindgen(unchecked_param_type = "HTMLCanvasElement | OffscreenCanvas")] canvas: JsValue,
        webgl2: bool,
    ) -> Result<Canvas, String> {
        let backend = if webgl2 { Backend::WebGl2 } else { Backend::Best };
        let painter = match canvas.dyn_into::<HtmlCanvasElement>() {
            Ok(element) => Painter::for_canvas(element, backend).await,
            Err(canvas) => {
                let canvas = canvas.dyn_into::<OffscreenCanvas>().map_err(|_| "this is not a canvas".to_owned())?;
                Painter::for_offscreen_canvas(canvas, backend).await
            }
        };
        Ok(Canvas { painter: painter.map_err(|error| error.to_string())? })
    }

    /// `WebGPU` or `WebGL2`.
    pub fn backend(&self) -> String {
        self.painter.backend().to_owned()
    }

    /// Draws a view in its size. `ratio` is the number of its pixels per pixel of the page.
    pub fn draw(&mut self, view: &View, ratio: f32) -> Result<(), String> {
        self.draw_with(view, ratio, None)
    }

    /// Draws a view of a flock, as `draw` does. A flock that steps on the device of this canvas stays there.
    #[wasm_bindgen(js_name = drawFlock)]
    pub fn draw_flock(&mut self, view: &View, ratio: f32, flock: &Flock) -> Result<(), String> {
        self.draw_with(view, ratio, device::buffers(flock.simulation()))
    }
}

impl Canvas {
    fn draw_with(&mut self, view: &View, ratio: f32, flock: Option<FlockBuffers>) -> Result<(), String> {
        let (scene, camera) = (view.scene(), view.camera());
        self.painter.set_pixel_ratio(ratio);
        let resized = self.painter.resize(camera.width, camera.height);
        let drawn = resized.and_then(|()| match flock {
            Some(flock) => self.painter.draw_crowd(scene, camera, &flock),
            None => self.painter.draw(scene, camera),
        });
        drawn.map_err(|error| error.to_string())
    }

    /// The device it is drawn with.
    #[cfg(feature = "gpu")]
    pub(crate) fn device(&self) -> (wgpu::Device, wgpu::Queue, wgpu::AdapterInfo) {
        let (device, queue, info) = self.painter.device();
        (device.clone(), queue.clone(), info.clone())
    }
}
