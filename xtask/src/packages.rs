//! The packages of the published crates: each must build from its own files alone, and the program's has the page.

use crate::step::{Outcome, heading, in_root, run};
use crate::web;
use crate::workspace::{crates, file_names, root, target};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// All crates of the project have the same version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program, whose package has a copy of the page.
const PROGRAM: &str = "quelea-cli";

/// Builds the page and packages the published crates. What `cargo publish --allow-dirty` uploads afterwards has the page too.
pub fn build() -> anyhow::Result<()> {
    for name in package()? {
        println!("   {}", archive(&name).display());
    }
    Ok(())
}

/// Packages the published crates, unpacks the packages and checks them as a workspace of their own.
///
/// Cargo's own verification builds them, with all dependencies, anew. It also keeps what it unpacked under the version,
/// so that a package may be built against the files of an earlier commit.
pub fn test() -> anyhow::Result<Outcome> {
    let published = package()?;
    let workspace = unpack(&published)?;
    // The package for MPI needs an MPI library, which may be missing here.
    let all_but_mpi = ["check", "--workspace", "--exclude", "quelea-mpi", "--target-dir"];
    run(in_root("cargo").args(all_but_mpi).arg(target()).current_dir(&workspace))?;
    check_page(&workspace.join(format!("{PROGRAM}-{VERSION}/page")))?;
    Ok(Outcome::Passed)
}

/// Builds the page, puts a copy into the folder of the program and packages the published crates. Returns their names.
fn package() -> anyhow::Result<Vec<String>> {
    let site = web::build()?;
    web::mirror(&site, &root().join("crates").join(PROGRAM).join("page"))?;
    let published: Vec<_> = crates()?.into_iter().filter(|member| member.published).map(|member| member.name).collect();
    heading("Packages");
    let mut package = in_root("cargo");
    // The copy of the page is not under version control, so cargo takes every tree for a changed one.
    package.args(["package", "--no-verify", "--allow-dirty", "--target-dir"]).arg(target());
    for name in &published {
        package.args(["--package", name]);
    }
    if has_uncommitted_changes() {
        println!("   uncommitted changes: packaging the files as they are");
    }
    run(&mut package)?;
    Ok(published)
}

fn archive(name: &str) -> PathBuf {
    target().join(format!("package/{name}-{VERSION}.crate"))
}

/// Checks that the unpacked program has every file of the page and has just been compiled with it.
fn check_page(page: &Path) -> anyhow::Result<()> {
    let names = file_names(page).context("the package of the program lacks the page")?;
    let built = file_names(&root().join("web/dist"))?;
    if names != built {
        bail!("the package has these files of the page: {names:?}; web/dist has {built:?}");
    }
    // The compiler lists the files that it has read, embedded ones included.
    let compiled = target().join("debug/deps");
    let inputs =
        file_names(&compiled)?.into_iter().filter(|name| name.starts_with("quelea_cli-") && name.ends_with(".d"));
    let index = page.join("index.html").display().to_string();
    for name in inputs {
        if fs::read_to_string(compiled.join(&name))?.contains(&index) {
            println!("   {} files of the page are in the package and embedded in the program", names.len());
            return Ok(());
        }
    }
    bail!("the program of the package was compiled without {index}")
}

/// Unpacks the packages into a workspace in which they depend on each other. Returns its folder.
fn unpack(names: &[String]) -> anyhow::Result<PathBuf> {
    let workspace = target().join("packages");
    if workspace.exists() {
        fs::remove_dir_all(&workspace)?;
    }
    fs::create_dir_all(&workspace)?;
    for name in names {
        let mut tar = in_root("tar");
        // The times in the archive are always the same; cargo would take changed files for unchanged.
        tar.args(["--extract", "--touch", "--gzip", "--file"]).arg(archive(name));
        run(tar.current_dir(&workspace))?;
    }
    let profiles = fs::read_to_string(root().join("Cargo.toml"))?;
    fs::write(workspace.join("Cargo.toml"), manifest(names, &profiles))?;
    fs::copy(root().join("Cargo.lock"), workspace.join("Cargo.lock"))?;
    Ok(workspace)
}

/// The manifest of a workspace of unpacked packages. With the dev profile of the project they share its dependencies.
fn manifest(names: &[String], project: &str) -> String {
    let mut manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [\"*-{VERSION}\"]\n[patch.crates-io]\n");
    for name in names {
        manifest += &format!("{name} = {{ path = \"{name}-{VERSION}\" }}\n");
    }
    let is_dev = |table: &&str| table.starts_with("profile.dev");
    for table in project.split("\n[").filter(is_dev) {
        manifest += &format!("[{table}\n");
    }
    manifest
}

/// Cargo refuses to package changes that are not committed, and contributors test before they commit.
fn has_uncommitted_changes() -> bool {
    let status = in_root("git").args(["status", "--porcelain"]).output();
    status.is_ok_and(|status| !status.stdout.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_of_packages_has_the_dev_profile() {
        let project = "[workspace]\n\n[profile.web]\nlto = true\n\n[profile.dev.package.a]\nopt-level = 2\n[profile.dev]\ndebug = 0";
        let manifest = manifest(&["a".into()], project);
        assert!(manifest.contains(&format!("a = {{ path = \"a-{VERSION}\" }}\n[profile.dev.package.a]")), "{manifest}");
        assert!(manifest.ends_with("[profile.dev]\ndebug = 0\n") && !manifest.contains("web"), "{manifest}");
    }

    #[test]
    fn every_published_crate_holds_the_licences() {
        for member in crates().unwrap().into_iter().filter(|member| member.published) {
            for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
                let copy = fs::read_to_string(member.folder.join(licence)).unwrap_or_default();
                assert!(copy == fs::read_to_string(root().join(licence)).unwrap(), "{} {licence}", member.name);
            }
        }
    }
}
