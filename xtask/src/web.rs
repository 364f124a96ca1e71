//! `cargo xtask web`: the studio, the element and the guide as files for any host, in `web/dist`.

use crate::step::{heading, in_root, root, run};
use crate::{tools, wasm};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each becomes one file, with what it imports; what several import becomes a file of its own.
const ENTRIES: [&str; 3] = ["src/studio.ts", "src/quelea-flock.ts", "src/guide.ts"];

/// Builds the site where something changed, and says what it weighs.
pub fn web() -> anyhow::Result<()> {
    let site = build()?;
    println!();
    for file in files(&site)? {
        println!("{:>9}  {file}", site.join(&file).metadata()?.len());
    }
    println!("\nThe site is in {}", site.display());
    Ok(())
}

/// Builds the site where something changed. Returns its folder.
pub fn build() -> anyhow::Result<PathBuf> {
    tools::ensure_node_packages()?;
    let bound = wasm::bind(&wasm::build()?)?;
    heading("The page");
    let web = root().join("web");
    let site = web.join("dist");
    if site.exists() {
        fs::remove_dir_all(&site).with_context(|| format!("cannot replace {}", site.display()))?;
    }
    fs::create_dir_all(&site)?;
    let mut esbuild = Command::new(web.join("node_modules/.bin/esbuild"));
    esbuild.current_dir(&web).args(ENTRIES).args(["--bundle", "--splitting", "--format=esm", "--minify"]);
    esbuild.args(["--target=es2022", "--outdir=dist", "--log-level=warning", "--chunk-names=[name]-[hash]"]);
    run(&mut esbuild)?;
    for folder in ["static", "guide"] {
        copy(&web.join(folder), &site)?;
    }
    fs::copy(bound.join("quelea_wasm_bg.wasm"), site.join("quelea_wasm_bg.wasm"))?;
    write_service_worker(&web, &site)?;
    Ok(site)
}

/// Checks the types of the page's source, which esbuild only strips.
pub fn check_types() -> anyhow::Result<()> {
    heading("Types of the page");
    let web = root().join("web");
    run(Command::new(web.join("node_modules/.bin/tsc")).arg("--noEmit").current_dir(web))
}

/// The service worker keeps every file of one build: it must know them, and that they changed.
fn write_service_worker(web: &Path, site: &Path) -> anyhow::Result<()> {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let names = files(site)?;
    for name in &names {
        for byte in fs::read(site.join(name))? {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let list = names.iter().map(|name| format!("'./{name}'")).collect::<Vec<_>>().join(", ");
    let text = fs::read_to_string(web.join("src/service-worker.js"))?;
    let text = text.replace("BUILD_FILES", &format!("'./', {list}")).replace("BUILD_SUM", &format!("{sum:016x}"));
    Ok(fs::write(site.join("service-worker.js"), text)?)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

/// The names of a folder's files, in order.
fn files(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// The program with the site in it, about to run. What draws is left out, which halves the time to build it.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = in_root("cargo");
    command.args(["run", "--quiet", "--release", "--package", "quelea-cli"]);
    command.args(["--no-default-features", "--features", "studio", "--"]).args(arguments);
    command
}
