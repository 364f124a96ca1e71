//! `cargo xtask deb`: the program as a Debian package, with its manual and its completions.

use crate::packages::VERSION;
use crate::step::{Outcome, heading, in_root, run, step, succeeds};
use crate::web;
use crate::workspace::{file_names, target};
use anyhow::{Context, bail};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where Debian looks for the completions of each shell.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/quelea"),
    ("zsh", "share/zsh/vendor-completions/_quelea"),
    ("fish", "share/fish/vendor_completions.d/quelea.fish"),
];

/// Builds the package and prints where it is.
pub fn build() -> anyhow::Result<()> {
    let package = package()?;
    println!("\nThe package is {}", package.display());
    Ok(())
}

/// Builds the package, unpacks it and tries the program. Skipped where Debian's tools are missing.
pub fn test() -> anyhow::Result<Outcome> {
    if !succeeds(Command::new("dpkg-deb").arg("--version")) {
        return Ok(Outcome::Skipped("Debian package: this system has no dpkg-deb".into()));
    }
    let package = package()?;
    let folder = target().join("deb");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    step("Debian package: unpack", in_root("dpkg-deb").arg("--extract").arg(package).arg(&folder))?;
    heading("Debian package: try");
    let manual = file_names(&folder.join("usr/share/man/man1"))?;
    if !manual.contains(&"quelea-run.1.gz".to_owned()) {
        bail!("the package lacks the manual page of `quelea run`; it has {manual:?}");
    }
    for (shell, path) in COMPLETIONS {
        let script = fs::read_to_string(folder.join("usr").join(path))?;
        if !script.contains("quelea") {
            bail!("the completions for {shell} do not name the program");
        }
    }
    let program = folder.join("usr/bin/quelea");
    run(in_root(&program).args(["run", "--steps", "10", "--quiet"]))?;
    check_studio(&program)?;
    Ok(Outcome::Passed)
}

fn ensure_tool() -> anyhow::Result<()> {
    if succeeds(in_root("cargo").args(["deb", "--version"])) {
        return Ok(());
    }
    step("cargo-deb", in_root("cargo").args(["install", "cargo-deb", "--locked"]))
}

/// Builds the page, the program and the package. Returns the path of the package.
fn package() -> anyhow::Result<PathBuf> {
    ensure_tool()?;
    web::build()?;
    step("Program", in_root("cargo").args(["build", "--release", "--package", "quelea-cli"]))?;
    write_extras(&target().join("release/quelea"))?;
    let package = target().join(format!("debian/quelea_{VERSION}.deb"));
    let mut deb = in_root("cargo");
    deb.args(["deb", "--package", "quelea-cli", "--no-build", "--strip", "--output"]).arg(&package);
    step("Debian package", &mut deb)?;
    Ok(package)
}

/// Writes the manual and the completions to where the manifest of the program looks for them.
fn write_extras(program: &Path) -> anyhow::Result<()> {
    heading("Manual and completions");
    let folder = target().join("release/deb/usr");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot replace {}", folder.display()))?;
    }
    for (shell, path) in COMPLETIONS {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().context("a path without a folder")?)?;
        let script = in_root(program).args(["completions", shell]).output()?;
        if !script.status.success() {
            bail!("`quelea completions {shell}` failed: {}", String::from_utf8_lossy(&script.stderr).trim());
        }
        fs::write(file, script.stdout)?;
    }
    let manual = folder.join("share/man");
    run(in_root(program).args(["man", "--out"]).arg(manual.join("man1")))?;
    run(in_root("gzip").args(["--best", "--no-name", "--recursive"]).arg(manual))
}

/// Checks that the program serves the page that is embedded in it.
fn check_studio(program: &Path) -> anyhow::Result<()> {
    let mut studio = in_root(program).args(["studio", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
    let answer = (|| {
        // Open until the end, for the lines that follow.
        let mut output = BufReader::new(studio.stdout.take().context("no output")?);
        let mut line = String::new();
        output.read_line(&mut line)?;
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.with_context(|| format!("no address in {line:?}"))?;
        let mut stream = TcpStream::connect(address)?;
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        anyhow::Ok(answer)
    })();
    studio.kill()?;
    studio.wait()?;
    let answer = answer.context("the studio of the package does not answer")?;
    if !answer.starts_with("HTTP/1.1 200") || !answer.contains("<title>") {
        bail!("the studio of the package answers {:?}", answer.lines().next());
    }
    println!("   the studio serves its page");
    Ok(())
}
