//! The class `Canvas`: an element of a page that views are drawn into.

use crate::view::View;
use quelea_draw::{Backend, Painter};
use wasm_bindgen::prelude::wasm_bindgen;

/// An element of a page that views are drawn into, one after the other if there are several.
#[wasm_bindgen]
pub struct Canvas {
    painter: Painter,
}

#[wasm_bindgen]
impl Canvas {
    /// Opens a `<canvas>` with the best there is, or with WebGL2 even where there is WebGPU.
    pub async fn open(element: web_sys::HtmlCanvasElement, webgl2: bool) -> Result<Canvas, String> {
        let backend = if webgl2 { Backend::WebGl2 } else { Backend::Best };
        let painter = Painter::for_canvas(element, backend).await.map_err(|error| error.to_string())?;
        Ok(Canvas { painter })
    }

    /// `WebGPU` or `WebGL2`.
    pub fn backend(&self) -> String {
        self.painter.backend().to_owned()
    }

    /// Draws a view, at the view's size. `ratio` is how many of its pixels make one of the page's.
    pub fn draw(&mut self, view: &View, ratio: f32) -> Result<(), String> {
        self.painter.set_pixel_ratio(ratio);
        let size = self.painter.resize(view.camera.width, view.camera.height);
        size.and_then(|()| self.painter.draw(&view.scene, &view.camera)).map_err(|error| error.to_string())
    }
}
