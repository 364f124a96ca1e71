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

/// A program that has been started and goes on.
pub struct Started(std::process::Child);

impl Started {
    /// Starts the program in a folder, silently.
    pub fn in_folder(folder: &Path, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quelea"));
        program.args(arguments).current_dir(folder);
        program.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        Started(program.spawn().unwrap())
    }

    /// Kills it (kill -9), and says whether it was still at it.
    pub fn kill(mut self) -> bool {
        let _ = self.0.kill();
        self.0.wait().unwrap().code().is_none()
    }

    /// Sends it a signal by name, waits for its end, and returns what it said.
    pub fn signal(self, name: &str) -> Call {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
        let output = self.0.wait_with_output().unwrap();
        Call {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Waits until something is there; ten minutes at most, for a machine that is busy.
pub fn until(there: impl Fn() -> bool) {
    for _ in 0..60_000 {
        if there() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("it did not come");
}

/// The text of a file.
pub fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The values of a column of a CSV table.
pub fn column(table: &str, name: &str) -> Vec<String> {
    let place = table.lines().next().unwrap().split(',').position(|column| column == name).unwrap();
    table.lines().skip(1).map(|line| line.split(',').nth(place).unwrap().to_owned()).collect()
}

/// The names of the files in a folder that were not there at first.
pub fn left(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".toml")).collect();
    names.sort();
    names
}

/// The rows of a Parquet file as text, with its names first: by a reader that is not the program's own.
pub fn parquet(folder: &Path, name: &str) -> Vec<String> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let reader = SerializedFileReader::new(std::fs::File::open(folder.join(name)).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.name().to_owned()).collect();
    let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string());
    std::iter::once(names.join(",")).chain(rows).collect()
}
