//! The repository: its root, its crates and cargo's target folder.

use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Cargo's target folder, which the user may have moved.
pub fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into()))
}

/// A crate under `crates/`. The folder has the name of the package.
pub struct Crate {
    pub name: String,
    pub folder: PathBuf,
    /// False if the manifest says `publish = false`.
    pub published: bool,
}

/// The crates of the project in alphabetical order, without xtask.
pub fn crates() -> anyhow::Result<Vec<Crate>> {
    let crates = root().join("crates");
    let mut found = Vec::new();
    for name in file_names(&crates)? {
        let folder = crates.join(&name);
        let manifest = folder.join("Cargo.toml");
        let manifest = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
        found.push(Crate { name, folder, published: is_published(&manifest) });
    }
    Ok(found)
}

fn is_published(manifest: &str) -> bool {
    !manifest.lines().any(|line| line.trim() == "publish = false")
}

/// The files of a folder and of the folders in it, relative to it, in alphabetical order and with `/` between names.
pub fn files_within(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for name in file_names(folder)? {
        let path = folder.join(&name);
        match path.is_dir() {
            true => files.extend(files_within(&path)?.into_iter().map(|inner| format!("{name}/{inner}"))),
            false => files.push(name),
        }
    }
    Ok(files)
}

/// The names of the entries of a folder in alphabetical order.
pub fn file_names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Whether `output` is missing or older than `source`.
pub fn is_outdated(output: &Path, source: &Path) -> bool {
    let modified = |path: &Path| path.metadata().and_then(|metadata| metadata.modified());
    match (modified(output), modified(source)) {
        (Ok(output), Ok(source)) => output < source,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_published_unless_its_manifest_forbids_it() {
        assert!(is_published("[package]\nname = \"a\"\n"));
        assert!(!is_published("[package]\nname = \"a\"\npublish = false\n"));
    }

    #[test]
    fn the_library_is_among_the_crates() {
        assert!(crates().unwrap().iter().any(|member| member.name == "quelea" && member.published));
    }
}
