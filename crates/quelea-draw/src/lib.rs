//! Draws flocks in 2D and 3D with wgpu: into a canvas in the browser (WebGPU, else WebGL2), or into a picture in
//! memory.
//!
//! Three things: a [`Scene`] is what there is to see, a [`Camera`] from where it is seen, and a [`Painter`] draws
//! it. The first two are plain data.
//!
//! ```no_run
//! use quelea::{Scenario, World};
//! use quelea_draw::{Camera, Look, Painter, Scene};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let scenario = Scenario::preset("p5")?;
//! let mut world = World::<2>::new(&scenario)?;
//! let look = Look { trails: 20, ..Look::for_scenario(&scenario) };
//! let mut scene = Scene::of(&scenario, &world.state(), &look);
//! let camera = Camera::fit(&scene, 1280, 720);
//! let mut painter = Painter::offscreen(1280, 720).await?;
//! for _frame in 0..100 {
//!     world.step();
//!     scene.update(&scenario, &world.state(), &look);
//!     painter.draw(&scene, &camera)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! In a page it is `Painter::for_canvas(canvas, Backend::Best)`. On each frame: `scene.update`, push the marks of
//! the inspected boid, `camera.track(&scene)`, `painter.draw`. On a change of size: `painter.resize`,
//! `camera.resize`, and `painter.set_pixel_ratio(devicePixelRatio)`.

// What there is to see.
pub mod colour;
pub mod inspect;
pub mod look;
pub mod mark;
pub mod scene;
pub mod trails;

// From where.
pub mod camera;

// How it is drawn.
#[cfg(target_arch = "wasm32")]
pub mod canvas;
pub mod error;
mod geometry;
mod gpu;
mod mesh;
pub mod painter;
mod picture;
mod pipelines;
#[cfg(any(test, target_arch = "wasm32"))]
mod present;
mod store;
mod wake;

pub use camera::{Camera, Lens};
#[cfg(target_arch = "wasm32")]
pub use canvas::Backend;
pub use colour::{Colour, Theme};
pub use error::DrawError;
pub use inspect::Inspected;
pub use look::{ColourBy, Form, Look};
pub use mark::{Mark, arrows};
pub use painter::Painter;
pub use scene::{Boid, Bounds, Legend, Pointer, Scene, Solid};
pub use trails::Trails;
