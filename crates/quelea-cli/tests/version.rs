//! `quelea --version`: the version, the commit and the features, and when there is no commit.

#[allow(dead_code, reason = "only the search for the commit is tested")]
#[path = "../build.rs"]
mod build;
mod program;
use program::{folder, output_in};
use std::path::Path;
use std::process::Command;

#[test]
fn the_version_names_the_features_of_the_build() {
    let folder = folder();
    let number = env!("CARGO_PKG_VERSION");
    assert_eq!(output_in(folder.path(), &["-V"]), format!("quelea {number}\n"));
    let version = output_in(folder.path(), &["--version"]);
    let inner = version.strip_prefix(&format!("quelea {number} (")).and_then(|rest| rest.strip_suffix(")\n")).unwrap();
    let (commit, features) = inner.split_once("features: ").unwrap();
    // A build without optimisation has no commit: it would be built again after each one.
    let expected = option_env!("QUELEA_COMMIT").map(|commit| format!("{commit}, ")).unwrap_or_default();
    assert_eq!(commit, expected, "{version}");
    let features: Vec<&str> = features.split(", ").filter(|feature| *feature != "none").collect();
    for (feature, present) in [
        ("parquet", cfg!(feature = "parquet")),
        ("plot", cfg!(feature = "plot")),
        ("render", cfg!(feature = "render")),
        ("studio", cfg!(feature = "studio")),
    ] {
        assert_eq!(features.contains(&feature), present, "{version}");
    }
}

#[test]
fn only_a_checkout_of_the_repository_has_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("crates/quelea-cli");
    let elsewhere = folder.path().join("target/package/quelea-cli-0.1.0");
    for path in [&package, &elsewhere] {
        std::fs::create_dir_all(path).unwrap();
    }
    // A package without a repository.
    assert_eq!(build::commit(&package), None);
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=test", "-c", "user.email=test@example.org"]).args(arguments);
        git.current_dir(folder.path()).output().unwrap()
    };
    git(&["init", "--quiet"]);
    // A repository without a commit.
    assert_eq!(build::commit(&package), None);
    git(&["commit", "--quiet", "--allow-empty", "--message", "first"]);
    let expected = String::from_utf8(git(&["rev-parse", "--short=7", "HEAD"]).stdout).unwrap();
    assert_eq!(build::commit(&package).as_deref(), Some(expected.trim()));
    // A package that was unpacked inside a repository.
    assert_eq!(build::commit(&elsewhere), None);
    assert_eq!(build::commit(Path::new("/nowhere")), None);
}
