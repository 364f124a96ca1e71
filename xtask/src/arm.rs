//! State hashes on 64-bit ARM: cross-compiled and run under QEMU's user-mode emulation.

use crate::step::{Outcome, cargo_with, heading, succeeds};
use crate::{apt, toolchain};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
/// Where the cross packages of Debian and its relatives put the C library of the target.
const SYSROOT: &str = "/usr/aarch64-linux-gnu";
/// The second is statically linked; distributions ship either or both.
const EMULATORS: [&str; 2] = ["qemu-aarch64", "qemu-aarch64-static"];

/// Checks that the library computes the same state hashes on ARM as on x86-64. Skipped if the tools are missing and
/// cannot be installed.
pub fn test() -> anyhow::Result<Outcome> {
    heading("ARM: tools");
    let emulator = match ensure_tools() {
        Ok(emulator) => emulator,
        Err(reason) => {
            println!("   skipped: {reason}");
            return Ok(Outcome::Skipped(format!("ARM: {reason}")));
        }
    };
    let runner = format!("{emulator} -L {SYSROOT}");
    let variables = [
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER),
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", &runner),
    ];
    // The unit tests cover the lanes. The dev profile optimises the library. An emulator is some ten times slower, so
    // every preset is compared after its first steps only.
    let mut arguments = vec!["test", "--package", "quelea", "--target", TARGET, "--lib", "--test", "hashes"];
    arguments.extend(["--", "--skip", "whole_run"]);
    cargo_with("ARM: unit tests and state hashes", &arguments, &variables)?;
    Ok(Outcome::Passed)
}

/// Installs what is missing. Returns the emulator, or why the tests cannot run.
fn ensure_tools() -> Result<&'static str, String> {
    if cfg!(target_arch = "aarch64") {
        return Err("this machine is ARM, so the other tests cover it".into());
    }
    if !cfg!(target_os = "linux") {
        return Err("QEMU's user-mode emulation needs Linux".into());
    }
    if !toolchain::ensure_target(TARGET) {
        return Err(format!("the Rust target is missing. Run `rustup target add {TARGET}`"));
    }
    let missing = missing_packages(Tools::find());
    if !missing.is_empty() {
        let list = missing.join(", ");
        println!("   missing: {list}");
        apt::install(&missing).map_err(|error| format!("missing {list}: {error:#}"))?;
    }
    match Tools::find() {
        Tools { linker: true, libc: true, emulator: Some(emulator) } => {
            println!("   {TARGET}, {LINKER}, {emulator}: found");
            Ok(emulator)
        }
        tools => Err(format!("{} installed but not usable", missing_packages(tools).join(", "))),
    }
}

/// The tools that are installed besides Rust.
struct Tools {
    linker: bool,
    libc: bool,
    emulator: Option<&'static str>,
}

impl Tools {
    fn find() -> Tools {
        let starts = |program: &str| succeeds(Command::new(program).arg("--version"));
        Tools {
            linker: starts(LINKER),
            libc: Path::new(SYSROOT).join("lib/crt1.o").exists(),
            emulator: EMULATORS.into_iter().find(|emulator| starts(emulator)),
        }
    }
}

/// The Debian packages of the tools that are missing.
fn missing_packages(tools: Tools) -> Vec<&'static str> {
    let packages = [
        (tools.linker, "gcc-aarch64-linux-gnu"),
        (tools.libc, "libc6-dev-arm64-cross"),
        (tools.emulator.is_some(), "qemu-user"),
    ];
    packages.into_iter().filter(|(is_there, _)| !is_there).map(|(_, package)| package).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missing_tools_are_installed() {
        let bare = Tools { linker: false, libc: false, emulator: None };
        assert_eq!(missing_packages(bare), ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"]);
        let no_emulator = Tools { linker: true, libc: true, emulator: None };
        assert_eq!(missing_packages(no_emulator), ["qemu-user"]);
    }
}
