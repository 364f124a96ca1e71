//! `cargo xtask web`: the studio, the custom element and the guide as static files, in `web/dist`.

use crate::step::{heading, in_root, run};
use crate::workspace::{file_names, files_within, root};
use crate::{node, wasm};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each is bundled with its imports into one file; shared imports become separate chunks.
const ENTRY_POINTS: [&str; 5] =
    ["src/early-start.ts", "src/studio.ts", "src/studio-worker.ts", "src/quelea-flock.ts", "src/guide.ts"];

/// Those that run the library with threads, in a folder of their own: a page that cannot have threads does not load it.
const ENTRY_POINTS_WITH_THREADS: [&str; 2] = ["src/studio-worker.ts", "src/studio-thread.ts"];

/// Builds the site and prints the size of each file in bytes.
pub fn build_and_list() -> anyhow::Result<()> {
    let site = build()?;
    println!();
    for file in files_within(&site)? {
        println!("{:>9}  {file}", site.join(&file).metadata()?.len());
    }
    println!("\nThe site is in {}", site.display());
    Ok(())
}

/// Builds the parts of the site that are out of date. Returns its folder.
pub fn build() -> anyhow::Result<PathBuf> {
    node::ensure_packages()?;
    let [plain, threads] = wasm::build()?;
    heading("Page");
    let (web, staging) = (root().join("web"), root().join("target/site"));
    if staging.exists() {
        fs::remove_dir_all(&staging).with_context(|| format!("cannot replace {}", staging.display()))?;
    }
    fs::create_dir_all(&staging)?;
    bundle(&ENTRY_POINTS, &plain, &staging)?;
    bundle(&ENTRY_POINTS_WITH_THREADS, &threads, &staging.join("threads"))?;
    copy_files(&web.join("static"), &staging)?;
    run(Command::new("node").current_dir(&web).arg("build-guide.mjs").arg(&staging))?;
    preload_chunks(&staging)?;
    write_service_worker(&web, &staging)?;
    let site = web.join("dist");
    mirror(&staging, &site)?;
    Ok(site)
}

/// Bundles scripts with the library that they run, and puts it beside them.
fn bundle(scripts: &[&str], library: &Path, folder: &Path) -> anyhow::Result<()> {
    let web = root().join("web");
    let mut esbuild = Command::new(web.join("node_modules/.bin/esbuild"));
    esbuild.current_dir(&web).args(scripts).args(["--bundle", "--splitting", "--format=esm", "--minify"]);
    esbuild.args(["--target=es2022", "--log-level=warning", "--chunk-names=[name]-[hash]"]);
    esbuild.arg(format!("--outdir={}", folder.display()));
    esbuild.arg(format!("--alias:quelea={}", library.join("quelea_wasm.js").display()));
    run(&mut esbuild)?;
    fs::copy(library.join("quelea_wasm_bg.wasm"), folder.join("quelea_wasm_bg.wasm"))?;
    Ok(())
}

/// Adds preload links to every page for the chunks that its scripts import, so that a browser requests them before it
/// has parsed the scripts.
fn preload_chunks(site: &Path) -> anyhow::Result<()> {
    for page in file_names(site)?.iter().filter(|name| name.ends_with(".html")) {
        let scripts = scripts_of(site, page)?;
        let chunks = scripts.iter().filter(|name| name.starts_with("chunk-"));
        let links: String = chunks.map(|name| format!("  <link rel=\"modulepreload\" href=\"./{name}\">\n")).collect();
        let text = fs::read_to_string(site.join(page))?;
        fs::write(site.join(page), text.replace("</head>", &format!("{links}</head>")))?;
    }
    Ok(())
}

/// The scripts that a page or a script of the site loads as soon as it is loaded itself, and those that they load.
pub fn scripts_of(site: &Path, name: &str) -> anyhow::Result<Vec<String>> {
    let all: Vec<String> = file_names(site)?.into_iter().filter(|name| name.ends_with(".js")).collect();
    let (mut found, mut unread) = (Vec::new(), vec![name.to_owned()]);
    while let Some(name) = unread.pop() {
        let text = fs::read_to_string(site.join(name))?;
        // In minified code; `import("./name")` is loaded later, if at all.
        let loads = |script: &str| {
            ["src=", "from", "import"].iter().any(|word| text.contains(&format!("{word}\"./{script}\"")))
        };
        for script in all.iter().filter(|script| loads(script)) {
            if !found.contains(script) {
                found.push(script.clone());
                unread.push(script.clone());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Makes the files of one folder equal to those of another. Files that are already equal keep their modification
/// time: the program embeds them and is built again when one is newer.
pub fn mirror(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    let names = files_within(from)?;
    for old in files_within(to)?.iter().filter(|name| !names.contains(name)) {
        fs::remove_file(to.join(old))?;
    }
    for name in &names {
        let content = fs::read(from.join(name))?;
        if fs::read(to.join(name)).ok().as_ref() != Some(&content) {
            fs::create_dir_all(to.join(name).parent().unwrap_or(to))?;
            fs::write(to.join(name), content)?;
        }
    }
    Ok(())
}

/// Checks the types of the TypeScript sources, which esbuild strips without checking.
pub fn check_types() -> anyhow::Result<()> {
    heading("TypeScript types");
    let web = root().join("web");
    run(Command::new(web.join("node_modules/.bin/tsc")).arg("--noEmit").current_dir(web))
}

/// Writes the service worker with the list of files to cache and a hash of their contents (64-bit FNV-1a), which
/// changes with every build that differs. Pictures in folders are not needed by a first visit: they are cached when
/// they are shown.
fn write_service_worker(web: &Path, site: &Path) -> anyhow::Result<()> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let names: Vec<String> = file_names(site)?.into_iter().filter(|name| site.join(name).is_file()).collect();
    for name in &names {
        for byte in fs::read(site.join(name))? {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let list = names.iter().map(|name| format!("'./{name}'")).collect::<Vec<_>>().join(", ");
    let text = fs::read_to_string(web.join("src/service-worker.js"))?;
    let text = text.replace("BUILD_FILES", &format!("'./', {list}")).replace("BUILD_SUM", &format!("{hash:016x}"));
    Ok(fs::write(site.join("service-worker.js"), text)?)
}

fn copy_files(from: &Path, to: &Path) -> anyhow::Result<()> {
    for name in files_within(from)? {
        fs::create_dir_all(to.join(&name).parent().unwrap_or(to))?;
        fs::copy(from.join(&name), to.join(&name))?;
    }
    Ok(())
}

/// Builds and runs the program with the site embedded: only what serving needs, in the profile that builds soonest.
/// The browser does the work.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = in_root("cargo");
    command.args(["run", "--package", "quelea-cli"]);
    command.args(["--no-default-features", "--features", "studio", "--"]).args(arguments);
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn the_scripts_of_a_page_are_those_that_it_needs_at_once() {
        let folder = std::env::temp_dir().join(format!("quelea-scripts-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [
            ("page.html", "<script type=\"module\" src=\"./page.js\"></script>"),
            ("page.js", "import{a}from\"./chunk-1.js\";import(\"./later.js\");new Worker(\"./worker.js\")"),
            ("chunk-1.js", "import\"./chunk-2.js\";"),
            ("chunk-2.js", ""),
            ("chunk-3.js", ""),
            ("later.js", "import\"./chunk-3.js\";"),
            ("worker.js", "import\"./chunk-3.js\";"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        assert_eq!(scripts_of(&folder, "page.html").unwrap(), ["chunk-1.js", "chunk-2.js", "page.js"]);
        assert_eq!(scripts_of(&folder, "worker.js").unwrap(), ["chunk-3.js"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_unchanged_page_does_not_rebuild_the_program() {
        let folder = std::env::temp_dir().join(format!("quelea-mirror-{}", std::process::id()));
        let (from, to) = (folder.join("staging"), folder.join("site"));
        fs::create_dir_all(&from).unwrap();
        fs::write(from.join("same"), "1").unwrap();
        fs::write(from.join("changed"), "1").unwrap();
        fs::create_dir(from.join("inner")).unwrap();
        fs::write(from.join("inner/file"), "1").unwrap();
        mirror(&from, &to).unwrap();
        fs::write(to.join("removed"), "1").unwrap();
        let modified = |name: &str| to.join(name).metadata().unwrap().modified().unwrap();
        for name in ["same", "changed"] {
            let file = fs::File::options().write(true).open(to.join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
        fs::write(from.join("changed"), "2").unwrap();
        mirror(&from, &to).unwrap();
        assert_eq!(files_within(&to).unwrap(), ["changed", "inner/file", "same"]);
        assert_eq!(modified("same"), SystemTime::UNIX_EPOCH);
        assert!(modified("changed") > SystemTime::UNIX_EPOCH);
        fs::remove_dir_all(folder).unwrap();
    }
}
