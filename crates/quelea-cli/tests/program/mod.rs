//! Calls the built program and looks at what it says.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::path::Path;
use std::process::{Command, Output};

/// What a call of the program gave.
pub struct Call {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Calls the program in a folder.
pub fn call_in(folder: &Path, arguments: &[&str]) -> Call {
    let output: Output =
        Command::new(env!("CARGO_BIN_EXE_quelea")).args(arguments).current_dir(folder).output().unwrap();
    let call = Call {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!call.err.contains("panicked"), "{arguments:?}: {}", call.err);
    call
}

/// Calls the program and expects it to succeed silently on stderr.
pub fn output_in(folder: &Path, arguments: &[&str]) -> String {
    let call = call_in(folder, arguments);
    assert_eq!((call.code, call.err.as_str()), (0, ""), "{arguments:?}");
    call.out
}

/// Calls the program and expects this exit code and, in what it says, each of these words.
pub fn fails_in(folder: &Path, arguments: &[&str], code: i32, words: &[&str]) {
    let call = call_in(folder, arguments);
    assert_eq!((call.code, call.out.as_str()), (code, ""), "{arguments:?}: {}", call.err);
    for word in words {
        assert!(call.err.contains(word), "{arguments:?}: no `{word}` in: {}", call.err);
    }
}

/// A folder with the scenarios that the tests use.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("flat.toml", "name = 'flat'\nboids = 40\nsteps = 12\nspace.size = [100, 100]\nperception.radius = 20\n");
    write(
        "solid.toml",
        "dimension = 3\nboids = 30\nsteps = 5\nspace.size = [50, 50, 50]\nperception.radius = 20\nwander.weight = 0.5\nmotion.smoothing = 0.5\n",
    );
    write(
        "hawks.toml",
        "boids = 20\nsteps = 3\nspace.kind = 'open'\nspace.size = [50, 50]\nrelations.hawk = 'flee'\n[[species]]\nname = 'hawk'\nboids = 2\nrelations.boid = 'hunt'\n",
    );
    write("quirk.toml", "engine = 'reference'\nspace.size = [100, 100]\n[reference]\nquirks = ['jyanar-limit']\n");
    write("wrong.toml", "boids = 40\nspace.size = [100, 100]\nseperation.radius = 3\nperception.radius = -1\n");
    folder
}
