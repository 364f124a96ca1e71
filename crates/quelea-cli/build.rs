//! Chooses the page to embed, rebuilds the program when it changes, and tells it its commit.

use std::path::Path;
use std::process::Command;

fn main() {
    // A published package has a copy of the page. In the repository a copy may be left from packaging, and be old.
    println!("cargo::rustc-check-cfg=cfg(packaged)");
    if Path::new("page").exists() && !Path::new("../../web").exists() {
        println!("cargo::rustc-cfg=packaged");
    }
    // Cargo takes a missing path for one that has changed: until the page is built, watch the folder it appears in.
    let page = ["../../web/dist", "../../web"].into_iter().find(|path| Path::new(path).exists());
    if let Some(page) = page {
        println!("cargo::rerun-if-changed={page}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    // Packagers who build without a repository may name the commit.
    println!("cargo::rerun-if-env-changed=QUELEA_COMMIT");
    if std::env::var_os("QUELEA_COMMIT").is_some() {
        return;
    }
    // To name the commit is to build again after each one: too much while working on the program.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        let folder = Path::new(".");
        if let Some(commit) = commit(folder) {
            println!("cargo::rustc-env=QUELEA_COMMIT={commit}");
        }
        if let Some(log) = git(folder, &["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists())
        {
            println!("cargo::rerun-if-changed={log}");
        }
    }
}

/// The short name of the commit, if the folder is this package in a checkout of its repository. A package that was
/// unpacked inside another repository has no commit.
pub fn commit(folder: &Path) -> Option<String> {
    let lines = git(folder, &["rev-parse", "--show-prefix", "--short=7", "HEAD"])?;
    let (prefix, commit) = lines.split_once('\n')?;
    (prefix == "crates/quelea-cli/").then(|| commit.to_owned())
}

/// What git prints; nothing without git or without a repository.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    Some(text.trim_end().to_owned())
}
