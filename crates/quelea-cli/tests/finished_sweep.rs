//! A finished sweep called again: nothing is computed twice, and nothing is taken for what it is not.
#![cfg(all(feature = "parquet", feature = "plot"))]

mod program;
use program::{fails_in, folder, left, output_in, read};
use serde_json::Value;
use std::path::Path;

fn sweep(folder: &Path, arguments: &[&str]) -> String {
    output_in(folder, &[&["sweep", "flat.toml", "--steps", "4"], arguments].concat())
}

#[test]
fn a_finished_sweep_called_again_draws_what_is_missing_and_computes_nothing() {
    let folder = folder();
    for (out, number) in [("s.csv", "polarisation"), ("s.parquet", "")] {
        let call = ["--vary", "boids=5,6,7", "--repeats", "2", "--out", out, "--plot", "s.svg"];
        sweep(folder.path(), &call);
        let plot = read(folder.path(), "s.svg");
        std::fs::remove_file(folder.path().join("s.svg")).unwrap();
        // As if killed before it drew the plot, with a temporary file left.
        for name in
            [".s.svg.Ab3dE5.part".to_owned(), format!(".{out}.Ab3dE5.part"), format!(".{out}.journal.Ab3dE5.part")]
        {
            std::fs::write(folder.path().join(name), "half").unwrap();
        }
        let complete = format!("the sweep is complete: 6 runs in `{out}`\n");
        assert_eq!(sweep(folder.path(), &call), format!("{complete}plot `s.svg`\n"));
        assert!(read(folder.path(), "s.svg") == plot, "the plot is the same");
        assert!(left(folder.path()).iter().all(|name| !name.starts_with('.')), "{:?}", left(folder.path()));
        assert_eq!(sweep(folder.path(), &call), format!("{complete}`s.svg` exists and is kept\n"));
        assert_eq!(sweep(folder.path(), &call[..6]), complete);
        assert_eq!(sweep(folder.path(), &[&call[..], &["--quiet"]].concat()), "");
        let report: Value = serde_json::from_str(&sweep(folder.path(), &[&call[..], &["--json"]].concat())).unwrap();
        assert_eq!((&report["runs"], &report["runs_before"]), (&6.into(), &6.into()));
        if !number.is_empty() {
            // Nothing is computed: a changed number stays.
            let changed = read(folder.path(), out).replacen(",1,", ",1,0", 1);
            std::fs::write(folder.path().join(out), &changed).unwrap();
            sweep(folder.path(), &call);
            assert_eq!(read(folder.path(), out), changed);
        }
        std::fs::remove_file(folder.path().join("s.svg")).unwrap();
    }
}

#[test]
fn a_finished_sweep_with_other_settings_is_refused_with_the_difference() {
    let folder = folder();
    for out in ["s.csv", "s.parquet"] {
        let call = ["sweep", "flat.toml", "--vary", "boids=5,6", "--steps", "4", "--out", out];
        output_in(folder.path(), &call);
        let table = std::fs::read(folder.path().join(out)).unwrap();
        let another = format!("`{out}` is the table of another sweep:");
        let refuse = |arguments: &[&str], difference: &str| {
            let call = [&["sweep", "flat.toml", "--out", out], arguments].concat();
            fails_in(folder.path(), &call, 2, &[&another, difference, "--force replaces it"]);
        };
        refuse(&["--vary", "boids=5,6", "--steps", "5"], "`steps` is 4 there and 5 here");
        refuse(&["--vary", "boids=5,6,7", "--steps", "4"], "--vary: boids=5,6 there and boids=5,6,7 here");
        refuse(&["--vary", "boids=5,6", "--steps", "4", "--repeats", "2"], "--repeats: 1 there and 2 here");
        let clusters = ["--vary", "boids=5,6", "--steps", "4", "--measure", "clusters"];
        refuse(&clusters, "--measure: polarisation,");
        refuse(&["--vary", "boids=5,6", "--steps", "4", "--set", "body=2"], "`body` is ");
        assert_eq!(std::fs::read(folder.path().join(out)).unwrap(), table);
        output_in(folder.path(), &[&["sweep", "flat.toml", "--out", out, "--force"], &clusters[..]].concat());
        assert_ne!(std::fs::read(folder.path().join(out)).unwrap(), table);
    }
    // A table of something else.
    std::fs::write(folder.path().join("s.csv"), "run,x\n0,1\n").unwrap();
    let call = ["sweep", "flat.toml", "--vary", "boids=5,6", "--steps", "4", "--measure", "clusters", "--out", "s.csv"];
    fails_in(folder.path(), &call, 2, &["`s.csv` is not as the sweep left it", "--force"]);
}
