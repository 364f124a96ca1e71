//! What a web page may call.
//!
//! A page holds [`Flock`]s, which run, are changed, inspected and measured, and a canvas that draws them.
//! Numbers and vectors cross as numbers and typed arrays, everything else as JSON.

// What runs.
pub mod experiment;
pub mod running;

// What a page does with it.
pub mod crowd;
pub mod inspection;
pub mod link;
pub mod record;
pub mod relations;
pub mod replay;
pub mod table;
pub mod tools;

// How a page calls it.
#[cfg(target_arch = "wasm32")]
pub mod canvas;
pub mod flock;
pub mod view;

#[cfg(target_arch = "wasm32")]
pub use canvas::Canvas;
pub use flock::Flock;
pub use view::View;

/// Writes what went wrong to the browser's console, should anything panic.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn begin() {
    console_error_panic_hook::set_once();
}
