//! What can go wrong.

/// Why a GPU cannot be used, or not any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is none.
    #[error(
        "no GPU was found: {0}
  with a GPU: install its Vulkan driver
  without one, Mesa computes in software: `apt install mesa-vulkan-drivers` (Debian, Ubuntu), \
`dnf install mesa-vulkan-drivers` (Fedora), `pacman -S vulkan-swrast` (Arch)
  or use engine = \"fast\", with the same bits"
    )]
    NoAdapter(String),
    /// There is one, but its driver refuses to open it.
    #[error("the GPU {adapter} cannot be opened: {problem}")]
    Device {
        /// The name of the adapter.
        adapter: String,
        /// What the driver said.
        problem: String,
    },
    /// The flock does not fit.
    #[error("{0}")]
    TooLarge(String),
    /// A shader is refused, the memory is exhausted, or the device is lost.
    #[error("the GPU {adapter} failed: {problem}")]
    Failed {
        /// The name of the adapter.
        adapter: String,
        /// What happened.
        problem: String,
    },
}
