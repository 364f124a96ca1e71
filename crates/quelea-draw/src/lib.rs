//! Draws flocks in 2D and 3D with wgpu: on a canvas in the browser (WebGPU, else WebGL2), or into a picture in
//! memory.
//!
//! A [`Scene`] is what there is to see, a [`Camera`] where it is seen from, and a [`Painter`] draws it. The first
//! two are plain data.
//!
//! ```no_run
//! use quelea::{Scenario, Simulation};
//! use quelea_draw::{Camera, Painter, Scene, Style};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let mut flock = Simulation::new(&Scenario::preset("p5")?)?;
//! let mut style = Style::for_scenario(flock.scenario());
//! style.trails = 20;
//! let mut scene = Scene::new(flock.scenario(), &flock.state(), &style);
//! let camera = Camera::fit(&scene, 1280, 720);
//! let mut painter = Painter::offscreen(1280, 720).await?;
//! for _frame in 0..100 {
//!     flock.step();
//!     scene.update(flock.scenario(), &flock.state(), &style);
//!     painter.draw(&scene, &camera)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! In a page, open `Painter::for_canvas(canvas, Backend::Best)` instead. For each frame call `scene.update`, then
//! `scene.mark_inspection` if a boid is inspected, `camera.track(&scene)` and `painter.draw`. When the size
//! changes, call `painter.resize`, `camera.resize` and `painter.set_pixel_ratio(devicePixelRatio)`.

// What there is to see.
mod backdrop;
mod colour;
mod colour_by;
mod form;
mod mark;
mod overlay;
mod palette;
mod scene;
mod style;
mod theme;
mod trails;

// Where it is seen from.
mod camera;

// How it is drawn.
#[cfg(target_arch = "wasm32")]
mod backend;
#[cfg(target_arch = "wasm32")]
mod canvas;
mod dresser;
mod error;
mod geometry;
mod gpu;
mod mesh;
mod painter;
mod pipelines;
#[cfg(any(test, target_arch = "wasm32"))]
mod presenter;
mod render_target;
mod trail_buffers;
mod vertex_buffer;
mod view_uniform;

pub use backdrop::Backdrop;
#[cfg(target_arch = "wasm32")]
pub use backend::Backend;
pub use camera::{Camera, Lens, Ride};
pub use colour::Colour;
pub use colour_by::ColourBy;
pub use dresser::FlockBuffers;
pub use error::DrawError;
pub use form::Form;
pub use mark::Mark;
pub use overlay::Overlay;
pub use painter::Painter;
pub use scene::{ArrowScale, Boid, Bounds, Crowd, Legend, Pointer, Scene, Solid};
pub use style::Style;
pub use theme::Theme;
pub use trails::Trails;
