//! What holds on every system: state hashes, separators in paths, line ends. `cargo xtask test windows` runs it there.

mod program;
use program::{fails_in, folder, left, output_in, read};

/// The separators that the system takes in a path.
const SEPARATORS: &[&str] = if cfg!(windows) { &["\\", "/"] } else { &["/"] };

/// The hashes are those of `crates/quelea/tests/hashes.rs`.
#[test]
fn a_run_prints_the_state_hash_of_every_system() {
    let folder = folder();
    for (preset, hash) in [("p5", "1d0c0adbd80c49ad"), ("veldic", "0d3c36bd92aff146")] {
        let json = output_in(folder.path(), &["run", preset, "--steps", "500", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["state_hash"], hash, "{preset}");
    }
}

#[test]
fn paths_lead_into_folders_with_the_separators_of_the_system() {
    for separator in SEPARATORS {
        let folder = folder();
        for name in ["in", "out"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        std::fs::rename(folder.path().join("flat.toml"), folder.path().join("in/flat.toml")).unwrap();
        let path = |text: &str| text.replace('/', separator);
        let scenario = path("./in/../in/flat.toml");
        let call = |steps: &'static str| ["run", &scenario, "--quiet", "--steps", steps].map(String::from);
        let run = |arguments: &[String]| {
            output_in(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>());
        };
        let files = |names: [&str; 3]| {
            let [measures, record, checkpoint] = names.map(|name| path(&format!("out/{name}")));
            ["--measures".into(), measures, "--record".into(), record, "--checkpoint".into(), checkpoint]
        };
        run(&[&call("20")[..], &files(["expected.csv", "expected.npy", "expected"])].concat());
        run(&[&call("8")[..], &files(["m.csv", "r.npy", "c"])].concat());
        // The checkpoint names the files to go on with.
        run(&["run", "--resume", &path("out/c"), "--steps", "20", "--quiet"].map(String::from));
        let bytes = |name: &str| std::fs::read(folder.path().join("out").join(name)).unwrap();
        assert!(bytes("m.csv") == bytes("expected.csv") && bytes("r.npy") == bytes("expected.npy"), "{separator}");
        assert_eq!(left(folder.path()), ["in", "out"]);
    }
}

#[test]
fn whole_paths_name_files_too() {
    let folder = folder();
    let table = folder.path().join("final state.csv");
    let scenario = folder.path().join("flat.toml");
    output_in(
        &std::env::temp_dir(),
        &["run", scenario.to_str().unwrap(), "--state-out", table.to_str().unwrap(), "--quiet"],
    );
    assert_eq!(left(folder.path()), ["final state.csv"]);
}

#[test]
fn lines_end_with_a_line_feed_alone() {
    let folder = folder();
    let files = ["--measures", "m.csv", "--record", "r.xyz", "--state-out", "s.csv"];
    let printed = output_in(folder.path(), &[&["run", "flat.toml"][..], &files].concat());
    let written = ["m.csv", "r.xyz", "s.csv"].map(|name| read(folder.path(), name));
    assert!(written.iter().chain([&printed]).all(|text| text.contains('\n') && !text.contains('\r')));
}

#[test]
fn files_of_other_systems_with_carriage_returns_are_read() {
    let folder = folder();
    let text = read(folder.path(), "flat.toml").replace('\n', "\r\n");
    std::fs::write(folder.path().join("returns.toml"), text).unwrap();
    output_in(folder.path(), &["run", "flat.toml", "--state-out", "s.csv", "--quiet"]);
    let table = read(folder.path(), "s.csv").replace('\n', "\r\n");
    std::fs::write(folder.path().join("returns.csv"), table).unwrap();
    let hash = |arguments: &[&str]| {
        let json = output_in(folder.path(), &[&["run", "--steps", "3", "--json"], arguments].concat());
        serde_json::from_str::<serde_json::Value>(&json).unwrap()["state_hash"].clone()
    };
    assert_eq!(hash(&["flat.toml", "--start", "s.csv"]), hash(&["returns.toml", "--start", "returns.csv"]),);
}

#[test]
fn a_name_that_cannot_be_a_file_is_refused_before_the_run() {
    let folder = folder();
    let name = if cfg!(windows) { "what?.csv" } else { "flat.toml/m.csv" };
    fails_in(folder.path(), &["run", "flat.toml", "--measures", name], 1, &["cannot write", name]);
    assert_eq!(left(folder.path()), Vec::<String>::new());
}
