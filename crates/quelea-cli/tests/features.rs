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
