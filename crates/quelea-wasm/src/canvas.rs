//! The class `Canvas`: an element of a page that views are drawn on.

use crate::view::View;
use quelea_draw::{Backend, Painter};
use wasm_bindgen::prelude::wasm_bindgen;

/// An element of a page that views are drawn on, one at a time.
#[wasm_bindgen]
pub struct Canvas {
    painter: Painter,
}

#[wasm_bindgen]
impl Canvas {
    /// Opens a `<canvas>` with WebGPU if the browser has it, else or on request with WebGL2.
    pub async fn open(element: web_sys::HtmlCanvasElement, webgl2: bool) -> Result<Canvas, String> {
        let backend = if webgl2 { Backend::WebGl2 } else { Backend::Best };
        let painter = Painter::for_canvas(element, backend).await.map_err(|error| error.to_string())?;
        Ok(Canvas { painter })
    }

    /// `WebGPU` or `WebGL2`.
    pub fn backend(&self) -> String {
        self.painter.backend().to_owned()
    }

    /// Draws a view in its size. `ratio` is the number of its pixels per pixel of the page.
    pub fn draw(&mut self, view: &View, ratio: f32) -> Result<(), String> {
        self.painter.set_pixel_ratio(ratio);
        let resized = self.painter.resize(view.camera().width, view.camera().height);
        resized.and_then(|()| self.painter.draw(view.scene(), view.camera())).map_err(|error| error.to_string())
    }
}
