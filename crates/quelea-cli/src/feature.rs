//! Optional features of the program, and how to get one that this build lacks.

use crate::error::user_error;

/// The arguments of a command whose feature is not compiled in. All are accepted, so that even `--help` is
/// answered with how to get the command.
#[cfg(not(all(feature = "render", feature = "studio")))]
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct Unavailable {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _ignored: Vec<std::ffi::OsString>,
}

/// The error for something that needs a feature which is not compiled in.
#[cfg_attr(
    all(feature = "parquet", feature = "plot", feature = "render", feature = "studio"),
    allow(dead_code, reason = "this build lacks nothing")
)]
pub fn missing(feature: &str, action: &str) -> anyhow::Error {
    user_error(format!(
        "this build of quelea cannot {action}: it was compiled without the feature `{feature}`\n  \
         `cargo install --path crates/quelea-cli` builds it with all features; `--features {feature}` adds this one"
    ))
}
