//! The library compiled to WebAssembly, with its JavaScript bindings.

use crate::step::{heading, in_root, run};
use crate::workspace::{is_outdated, root};
use crate::{apt, toolchain};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's recent Rust compiler, kept for building browsers, with the source of its standard library.
const DEBIAN_RUST: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/// Compiles quelea-wasm if it is out of date. Returns the path of the module.
pub fn build() -> anyhow::Result<PathBuf> {
    heading("Library for the browser");
    let folder = root().join("target/wasm");
    let mut command = match toolchain::ensure_target(TARGET) {
        true => in_root("cargo"),
        false => debian_cargo()?,
    };
    command.args(["build", "--package", "quelea-wasm", "--profile", "web", "--target", TARGET]);
    command.arg("--target-dir").arg(&folder).env("RUSTFLAGS", "-C target-feature=+simd128");
    run(&mut command)?;
    Ok(folder.join(TARGET).join("web/quelea_wasm.wasm"))
}

/// Debian's cargo, for systems where rustup cannot add the target. It builds the standard library too, and keeps it
/// under target/wasm.
fn debian_cargo() -> anyhow::Result<Command> {
    let programs = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld"];
    if !programs.iter().all(|path| Path::new(path).exists()) {
        println!("   rustup cannot add {TARGET}; using Debian's compiler instead");
        let needed = || format!("the Rust target {TARGET} is missing. Run `rustup target add {TARGET}`");
        apt::install(&DEBIAN_RUST).with_context(needed)?;
    }
    let version = Command::new("/usr/bin/rustc").arg("--version").stderr(Stdio::null()).output()?;
    println!("   with Debian's {}", String::from_utf8_lossy(&version.stdout).trim());
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("/usr/bin/cargo");
    command.current_dir(root()).env("PATH", format!("/usr/bin:{path}")).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    // The cargo that runs this program sets these to its own toolchain.
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTDOC"] {
        command.env_remove(variable);
    }
    command.args(["-Z", "build-std=std,panic_abort"]);
    Ok(command)
}

/// Generates the JavaScript bindings of a module if they are out of date. Returns their folder.
pub fn bind(module: &Path) -> anyhow::Result<PathBuf> {
    let folder = root().join("target/wasm/bound");
    if is_outdated(&folder.join("quelea_wasm_bg.wasm"), module) {
        heading("JavaScript bindings");
        check_versions()?;
        let mut command = in_root("cargo");
        command.args(["run", "--locked", "--manifest-path", "xtask/bindgen/Cargo.toml"]);
        run(command.args(["--target-dir", "target/tools", "--"]).arg(module).arg(&folder))?;
    }
    Ok(folder)
}

/// Checks that the library and the binding generator use the same version of wasm-bindgen; they are incompatible
/// otherwise.
fn check_versions() -> anyhow::Result<()> {
    let version = |lock: &str, package: &str| -> anyhow::Result<String> {
        let text = std::fs::read_to_string(root().join(lock)).with_context(|| format!("cannot read {lock}"))?;
        locked_version(&text, package).with_context(|| format!("{lock} does not list {package}"))
    };
    let library = version("Cargo.lock", "wasm-bindgen")?;
    let generator = version("xtask/bindgen/Cargo.lock", "wasm-bindgen-cli-support")?;
    if library != generator {
        bail!(
            "Cargo.lock has wasm-bindgen {library}, xtask/bindgen/Cargo.lock has {generator}. Write \"={library}\" in xtask/bindgen/Cargo.toml and run `cargo update --manifest-path xtask/bindgen/Cargo.toml`"
        );
    }
    Ok(())
}

/// The version of a package in the text of a Cargo.lock.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    let (_, rest) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    Some(rest.split('"').next()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_package_with_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.2.1\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(lock, "wasm-bindgen-cli"), None);
    }
}
