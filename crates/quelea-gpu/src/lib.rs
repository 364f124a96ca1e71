//! Steps flocks on a GPU, with the bits of a processor.
//!
//! The step of the fast engine writes itself down as data ([`quelea::fast::program`]); here it becomes compute shaders
//! for wgpu: Vulkan, Metal and Direct3D 12. Neighbours are added up in the canonical order, each operation is rounded
//! by itself, and a test at the start makes sure that the device can do that: then a flock has the same
//! [`state hash`](quelea::State::hash) on the GPU as on any processor.
//!
//! ```no_run
//! quelea_gpu::register();
//! let mut scenario = quelea::Scenario::preset("p5")?;
//! scenario.set("engine", "gpu")?;
//! let mut flock = quelea::Simulation::new(&scenario)?;
//! flock.run(100);
//! println!("{:016x}", flock.state().hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a page counts no candidates and times no kernels"))]
#![cfg_attr(
    target_arch = "wasm32",
    allow(clippy::arc_with_non_send_sync, reason = "a page's device stays in its worker")
)]

#[cfg(not(target_arch = "wasm32"))]
mod adapter;
mod arithmetic;
mod assemble;
#[cfg(not(target_arch = "wasm32"))]
pub mod auto;
mod buffers;
mod column;
mod device;
#[cfg(not(target_arch = "wasm32"))]
mod doubles;
mod emit;
mod engine;
mod error;
mod fields;
mod kernels;
mod layout;
mod loops;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod peak;
mod ranges;
#[cfg(not(target_arch = "wasm32"))]
mod registration;
mod shader;
#[cfg(not(any(target_vendor = "apple", target_arch = "wasm32")))]
mod spirv;
mod split;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod split_tests;
mod tables;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod world;

pub use device::Gpu;
pub use engine::EngineWorld;
pub use error::GpuError;
#[cfg(not(target_arch = "wasm32"))]
pub use peak::{Peak, warm_up};
pub use world::{DeviceFlock, ENGINE, GpuWorld};

#[cfg(not(target_arch = "wasm32"))]
pub use registration::register;
