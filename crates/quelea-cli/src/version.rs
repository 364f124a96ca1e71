//! The version, and what was built.

use std::sync::LazyLock;

/// The optional features of this build, as Cargo.toml names them.
fn features() -> Vec<&'static str> {
    let all = [
        ("mpi", cfg!(feature = "mpi")),
        ("parquet", cfg!(feature = "parquet")),
        ("plot", cfg!(feature = "plot")),
        ("render", cfg!(feature = "render")),
        ("studio", cfg!(feature = "studio")),
    ];
    all.into_iter().filter(|(_, present)| *present).map(|(name, _)| name).collect()
}

/// `0.1.0 (cec8df9, features: parquet, plot)`: the version, the commit if the build script found one, the features.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("QUELEA_COMMIT").filter(|commit| !commit.is_empty());
        let commit = commit.map(|commit| format!("{commit}, ")).unwrap_or_default();
        let features = match &features()[..] {
            [] => "none".to_owned(),
            features => features.join(", "),
        };
        format!("{} ({commit}features: {features})", env!("CARGO_PKG_VERSION"))
    });
    &TEXT
}
