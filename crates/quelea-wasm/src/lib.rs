//! The WebAssembly bindings: what a web page can call.
//!
//! A page holds [`Flock`]s, which it steps, changes, inspects and measures, and draws a [`View`] of them on a
//! canvas. Numbers and vectors cross the boundary as numbers and typed arrays, everything else as JSON.

// A running flock and its history.
mod device;
mod edit;
mod error;
mod experiment;
mod history;
mod link;
mod replay;
mod run;
mod switches;

// What a page does with it.
mod accuracy;
mod code;
mod density;
mod dimension;
mod hit;
mod inert_table;
mod inspection;
mod legend;
mod magnitudes;
mod parameter_table;
mod preset_table;
mod record;
mod relations;
mod threads;
mod tools;

// The classes a page uses.
#[cfg(target_arch = "wasm32")]
mod canvas;
mod flock;
mod gpu;
mod trial;
mod view;

#[cfg(target_arch = "wasm32")]
pub use canvas::Canvas;
pub use error::PageError;
pub use flock::Flock;
pub use gpu::Gpu;
pub use parameter_table::parameters;
pub use preset_table::presets;
pub use threads::{open_threads, run_thread};
pub use trial::Trial;
pub use view::View;

/// Reports panics on the browser's console. Runs when the module is loaded.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
pub fn begin() {
    console_error_panic_hook::set_once();
}
