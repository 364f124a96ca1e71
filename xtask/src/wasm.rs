//! The library compiled for the browser.

use crate::step::{heading, in_root, root, run};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// What Debian calls a Rust new enough to build browsers with, and the source of its standard library.
const DEBIAN: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld"];

/// Compiles quelea-wasm and says where it is. Does nothing that is done already.
pub fn build() -> anyhow::Result<PathBuf> {
    heading("The library for the browser");
    let folder = root().join("target/wasm");
    let mut command = match has_target() || added_by_rustup() {
        true => in_root("cargo"),
        false => debian()?,
    };
    command.args(["build", "--package", "quelea-wasm", "--profile", "web", "--target", TARGET]);
    command.arg("--target-dir").arg(&folder).env("RUSTFLAGS", "-C target-feature=+simd128");
    run(&mut command)?;
    Ok(folder.join(TARGET).join("web/quelea_wasm.wasm"))
}

/// Whether the toolchain that runs us has the target's standard library.
fn has_target() -> bool {
    let asked = in_root("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let Ok(answer) = asked else { return false };
    let folder = String::from_utf8_lossy(&answer.stdout);
    std::fs::read_dir(folder.trim()).is_ok_and(|mut files| files.next().is_some())
}

fn added_by_rustup() -> bool {
    println!("   {TARGET}: missing; rustup target add {TARGET}");
    let added = in_root("rustup").args(["target", "add", TARGET]).status();
    added.is_ok_and(|status| status.success()) && has_target()
}

/// Where rustup cannot add the target: Debian's compiler builds its standard library along with ours. Both
/// stay under target/wasm, so that this happens once.
fn debian() -> anyhow::Result<Command> {
    let there = ["/usr/bin/cargo", "/usr/bin/rustc", "/usr/bin/wasm-ld"].iter().all(|path| Path::new(path).exists());
    if !there {
        println!("   rustup could not add {TARGET}; apt-get install {}", DEBIAN.join(" "));
        crate::tools::apt_get(&DEBIAN).with_context(|| {
            format!(
                "the target {TARGET} is missing: `rustup target add {TARGET}`, or on Debian `apt-get install {}`",
                DEBIAN.join(" ")
            )
        })?;
    }
    let version = Command::new("/usr/bin/rustc").arg("--version").stderr(Stdio::null()).output()?;
    println!("   with Debian's {}", String::from_utf8_lossy(&version.stdout).trim());
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("/usr/bin/cargo");
    command.current_dir(root()).env("PATH", format!("/usr/bin:{path}")).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
    for ours in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "RUSTDOC"] {
        command.env_remove(ours);
    }
    command.args(["-Z", "build-std=std,panic_abort"]);
    Ok(command)
}

/// Makes what a page loads from it, where that is older. Returns the folder.
pub fn bind(library: &Path) -> anyhow::Result<PathBuf> {
    let folder = root().join("target/wasm/bound");
    if newer(library, &folder.join("quelea_wasm_bg.wasm")) {
        heading("What the page loads of it");
        same_version()?;
        let mut command = in_root("cargo");
        command.args([
            "run",
            "--locked",
            "--manifest-path",
            "xtask/bindgen/Cargo.toml",
            "--target-dir",
            "target/tools",
            "--",
        ]);
        run(command.arg(library).arg(&folder))?;
    }
    Ok(folder)
}

fn newer(source: &Path, made: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|data| data.modified());
    match (time(source), time(made)) {
        (Ok(source), Ok(made)) => source > made,
        _ => true,
    }
}

/// wasm-bindgen's two halves only understand each other at the same version.
fn same_version() -> anyhow::Result<()> {
    let version = |lock: &str, package: &str| -> anyhow::Result<String> {
        let text = std::fs::read_to_string(root().join(lock)).with_context(|| format!("cannot read {lock}"))?;
        let name = format!("name = \"{package}\"\nversion = \"");
        let (_, rest) = text.split_once(&name).with_context(|| format!("{lock} has no {package}"))?;
        Ok(rest.split('"').next().unwrap_or_default().to_owned())
    };
    let page = version("Cargo.lock", "wasm-bindgen")?;
    let tool = version("xtask/bindgen/Cargo.lock", "wasm-bindgen-cli-support")?;
    if page != tool {
        bail!(
            "Cargo.lock has wasm-bindgen {page}, xtask/bindgen/Cargo.toml has {tool}: write \"={page}\" there and run `cargo update --manifest-path xtask/bindgen/Cargo.toml`"
        );
    }
    Ok(())
}
