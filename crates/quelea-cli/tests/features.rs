//! A build without some features says so, and how to get them.

mod program;
use program::{folder, output_in};

#[cfg(not(feature = "render"))]
#[test]
fn render_names_its_feature_even_for_help() {
    for arguments in [&["render"][..], &["render", "p5", "--out", "a.png"], &["render", "--help"]] {
        program::fails_in(
            folder().path(),
            arguments,
            2,
            &["cannot render flocks", "feature `render`", "cargo install"],
        );
    }
}

#[cfg(not(feature = "studio"))]
#[test]
fn studio_names_its_feature_even_for_help() {
    for arguments in [&["studio", "--port", "0"][..], &["studio", "--help"]] {
        program::fails_in(
            folder().path(),
            arguments,
            2,
            &["cannot serve the studio", "feature `studio`", "cargo install"],
        );
    }
}

#[cfg(not(feature = "plot"))]
#[test]
fn plots_name_their_feature() {
    let folder = folder();
    output_in(folder.path(), &["run", "flat.toml", "--measures", "m.csv", "--quiet"]);
    for arguments in [
        &["plot", "m.csv"][..],
        &["bench", "--plot", "b.svg"],
        &["sweep", "flat.toml", "--vary", "boids=1,2", "--out", "s.csv", "--plot", "s.svg"],
        &["paper", "lee2008"],
    ] {
        program::fails_in(folder.path(), arguments, 2, &["cannot draw plots", "feature `plot`", "cargo install"]);
    }
    assert_eq!(program::left(folder.path()), ["m.csv"]);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_files_name_their_feature() {
    let folder = folder();
    for option in ["--measures", "--record"] {
        let call = ["run", "flat.toml", option, "m.parquet"];
        program::fails_in(folder.path(), &call, 2, &["Parquet", "`.csv`", "feature `parquet`", "cargo install"]);
    }
    for call in [&["measure", "r.parquet"][..], &["measure", "r.csv", "--format", "parquet"]] {
        program::fails_in(folder.path(), call, 2, &["Parquet", "feature `parquet`", "cargo install"]);
    }
    assert!(program::left(folder.path()).is_empty());
}

/// What a build without a feature tells users to do is what the README tells them, and it includes everything.
#[test]
fn the_readme_installs_a_program_with_all_features_but_mpi() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).unwrap();
    let readme = read("README.md");
    let hint = "cargo install --path crates/quelea-cli";
    assert!(readme.contains(hint) && read("crates/quelea-cli/src/feature.rs").contains(hint));
    for line in readme.lines().filter(|line| line.contains("quelea-cli")) {
        assert!(!line.contains("--no-default-features"), "{line}");
    }
    let manifest = read("crates/quelea-cli/Cargo.toml");
    let features: Vec<&str> =
        manifest.lines().skip_while(|line| *line != "[features]").skip(1).take_while(|line| !line.is_empty()).collect();
    let default = features.iter().find(|line| line.starts_with("default = ")).unwrap();
    for feature in features
        .iter()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        // MPI needs a library that most machines lack.
        .filter(|name| !["default", "mpi"].contains(name))
    {
        assert!(default.contains(&format!("\"{feature}\"")), "{feature}");
    }
}

#[test]
fn help_lists_every_command_in_every_build() {
    let help = output_in(folder().path(), &["--help"]);
    for command in ["run", "sweep", "plot", "bench", "paper", "studio", "render", "presets"] {
        assert!(help.lines().any(|line| line.split_whitespace().next() == Some(command)), "{command}: {help}");
    }
    let optional = [cfg!(feature = "render"), cfg!(feature = "studio")];
    let missing = optional.iter().filter(|present| !**present).count();
    assert_eq!(help.matches("not in this build").count(), missing, "{help}");
}
