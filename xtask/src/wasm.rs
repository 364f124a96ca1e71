//! The library compiled to WebAssembly, with its JavaScript bindings.

use crate::step::{heading, in_root, run};
use crate::workspace::{is_outdated, root};
use crate::{apt, toolchain};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's recent Rust compiler, kept for building browsers, with the source of its standard library.
const DEBIAN_RUST: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/// How the library is compiled.
#[derive(Clone, Copy)]
pub enum Variant {
    /// On one thread, for any page, and as small as it can be.
    Plain,
    /// On several threads, which share its memory, or on a graphics card: for the studio in pages that are isolated from
    /// other origins.
    Threads,
}

impl Variant {
    fn folder(self) -> PathBuf {
        root().join(match self {
            Self::Plain => "target/wasm",
            Self::Threads => "target/wasm-threads",
        })
    }

    fn flags(self) -> &'static str {
        match self {
            Self::Plain => "-C target-feature=+simd128",
            // A shared memory cannot grow beyond a limit that it is given when it is made.
            Self::Threads => {
                "-C target-feature=+simd128,+atomics -C link-arg=--shared-memory -C link-arg=--import-memory \
                 -C link-arg=--max-memory=2147483648 -C link-arg=--export=__heap_base \
                 -C link-arg=--export=__wasm_init_tls -C link-arg=--export=__tls_base \
                 -C link-arg=--export=__tls_size -C link-arg=--export=__tls_align"
            }
        }
    }

    /// Cargo with what it needs to compile this variant.
    fn cargo(self) -> anyhow::Result<Command> {
        match self {
            Self::Plain if toolchain::ensure_target(TARGET) => Ok(in_root("cargo")),
            Self::Threads if toolchain::ensure_target(TARGET) && toolchain::ensure_source() => {
                let mut command = in_root("cargo");
                build_standard_library(&mut command);
                Ok(command)
            }
            _ => debian_cargo(),
        }
    }
}

/// Compiles quelea-wasm in both variants, if they are out of date, and makes their JavaScript bindings. Returns the
/// folders of the bindings.
pub fn build() -> anyhow::Result<[PathBuf; 2]> {
    heading("Library for the browser");
    let variants = [Variant::Plain, Variant::Threads];
    let mut commands = [build_command(variants[0])?, build_command(variants[1])?];
    // Most of the time goes into linking, which uses one core.
    let [plain, threads] = &mut commands;
    let results = thread::scope(|scope| {
        let build = scope.spawn(|| run(threads));
        [run(plain), build.join().unwrap_or_else(|_| bail!("the build with threads has panicked"))]
    });
    results.into_iter().collect::<anyhow::Result<()>>()?;
    Ok([bind(variants[0])?, bind(variants[1])?])
}

fn build_command(variant: Variant) -> anyhow::Result<Command> {
    let mut command = variant.cargo()?;
    command.args(["build", "--package", "quelea-wasm", "--profile", "web", "--target", TARGET]);
    command.args(match variant {
        Variant::Plain => ["--no-default-features"].as_slice(),
        Variant::Threads => &["--features", "threads"],
    });
    command.arg("--target-dir").arg(variant.folder()).env("RUSTFLAGS", variant.flags());
    Ok(command)
}

/// Makes cargo compile the standard library too, instead of taking the one that comes with the compiler. That one knows
/// of no threads.
fn build_standard_library(cargo: &mut Command) {
    cargo.args(["-Z", "build-std=std,panic_abort"]).env("RUSTC_BOOTSTRAP", "1");
}

/// Debian's cargo, for systems where rustup cannot add the target. It compiles the standard library too.
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
    command.current_dir(root()).env("PATH", format!("/usr/bin:{path}"));
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    // The cargo that runs this program sets these to its own toolchain.
    for variable in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTDOC"] {
        command.env_remove(variable);
    }
    build_standard_library(&mut command);
    Ok(command)
}

/// Generates the JavaScript bindings of a variant if they are out of date. Returns their folder.
fn bind(variant: Variant) -> anyhow::Result<PathBuf> {
    let module = variant.folder().join(TARGET).join("web/quelea_wasm.wasm");
    let folder = variant.folder().join("bound");
    if is_outdated(&folder.join("quelea_wasm_bg.wasm"), &module) {
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
