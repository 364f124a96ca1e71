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
    let (web, made) = (root().join("web"), root().join("target/site"));
    if made.exists() {
        fs::remove_dir_all(&made).with_context(|| format!("cannot replace {}", made.display()))?;
    }
    fs::create_dir_all(&made)?;
    let mut esbuild = Command::new(web.join("node_modules/.bin/esbuild"));
    esbuild.current_dir(&web).args(ENTRIES).args(["--bundle", "--splitting", "--format=esm", "--minify"]);
    esbuild.args(["--target=es2022", "--outdir=../target/site", "--log-level=warning", "--chunk-names=[name]-[hash]"]);
    run(&mut esbuild)?;
    for folder in ["static", "guide"] {
        copy(&web.join(folder), &made)?;
    }
    announce_chunks(&made)?;
    fs::copy(bound.join("quelea_wasm_bg.wasm"), made.join("quelea_wasm_bg.wasm"))?;
    write_service_worker(&web, &made)?;
    let site = web.join("dist");
    mirror(&made, &site)?;
    Ok(site)
}

/// Lets a browser ask for the files that several scripts share along with the page, and not only once it has
/// read the first script.
fn announce_chunks(site: &Path) -> anyhow::Result<()> {
    let names = files(site)?;
    let chunks = names.iter().filter(|name| name.starts_with("chunk-"));
    let links: String = chunks.map(|name| format!("  <link rel=\"modulepreload\" href=\"./{name}\">\n")).collect();
    for page in names.iter().filter(|name| name.ends_with(".html")) {
        let text = fs::read_to_string(site.join(page))?;
        fs::write(site.join(page), text.replace("</head>", &format!("{links}</head>")))?;
    }
    Ok(())
}

/// Makes one folder like another, and leaves alone what is alike: the program is built anew when a file of the
/// page is newer than it.
fn mirror(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    let names = files(from)?;
    for old in files(to)?.iter().filter(|name| !names.contains(name)) {
        fs::remove_file(to.join(old))?;
    }
    for name in &names {
        let content = fs::read(from.join(name))?;
        if fs::read(to.join(name)).ok().as_ref() != Some(&content) {
            fs::write(to.join(name), content)?;
        }
    }
    Ok(())
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
    command.args(["run", "--release", "--package", "quelea-cli"]);
    command.args(["--no-default-features", "--features", "studio", "--"]).args(arguments);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_did_not_change_does_not_make_the_program_stale() {
        let folder = std::env::temp_dir().join(format!("quelea-mirror-{}", std::process::id()));
        let (from, to) = (folder.join("made"), folder.join("site"));
        fs::create_dir_all(&from).unwrap();
        fs::write(from.join("same"), "1").unwrap();
        fs::write(from.join("other"), "1").unwrap();
        mirror(&from, &to).unwrap();
        fs::write(to.join("old"), "1").unwrap();
        let time = |name: &str| to.join(name).metadata().unwrap().modified().unwrap();
        let before = [time("same"), time("other")];
        std::thread::sleep(std::time::Duration::from_millis(20));
        fs::write(from.join("same"), "1").unwrap();
        fs::write(from.join("other"), "2").unwrap();
        mirror(&from, &to).unwrap();
        assert_eq!(files(&to).unwrap(), ["other", "same"]);
        assert_eq!(time("same"), before[0]);
        assert!(time("other") > before[1]);
        fs::remove_dir_all(folder).unwrap();
    }
}
