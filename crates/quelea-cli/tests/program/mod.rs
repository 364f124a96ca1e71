//! Calls the built program.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::Path;
use std::process::{Command, Output};

/// Exit code and output of a call.
pub struct Call {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Call {
    fn from(output: Output) -> Self {
        Call {
            // A signal leaves no exit code.
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Calls the program in a folder.
pub fn call_in(folder: &Path, arguments: &[&str]) -> Call {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quelea"));
    // How much a slow machine reports on the way must not matter.
    program.env("QUELEA_PROGRESS", "none");
    let call = Call::from(program.args(arguments).current_dir(folder).output().unwrap());
    assert!(!call.err.contains("panicked"), "{arguments:?}: {}", call.err);
    call
}

/// Calls the program, expects success and nothing on stderr, and returns its output.
pub fn output_in(folder: &Path, arguments: &[&str]) -> String {
    let call = call_in(folder, arguments);
    assert_eq!((call.code, call.err.as_str()), (0, ""), "{arguments:?}");
    call.out
}

/// Calls the program, and expects this exit code and each of these words in its error message.
pub fn fails_in(folder: &Path, arguments: &[&str], code: i32, words: &[&str]) {
    let call = call_in(folder, arguments);
    assert_eq!((call.code, call.out.as_str()), (code, ""), "{arguments:?}: {}", call.err);
    for word in words {
        assert!(call.err.contains(word), "{arguments:?}: no `{word}` in: {}", call.err);
    }
}

/// A temporary folder with scenarios.
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

/// A running program.
pub struct Started(std::process::Child);

impl Started {
    /// Starts the program in a folder.
    pub fn in_folder(folder: &Path, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_quelea"));
        program.args(arguments).current_dir(folder);
        Self::spawn(&mut program)
    }

    /// Starts any program.
    pub fn spawn(program: &mut Command) -> Self {
        program.env("QUELEA_PROGRESS", "none");
        program.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        Started(program.spawn().unwrap())
    }

    /// Kills it (kill -9), and returns whether it was still running.
    pub fn kill(mut self) -> bool {
        let _ = self.0.kill();
        let output = self.0.wait_with_output().unwrap();
        // On Windows a killed program has the exit code of one that failed, but prints no reason.
        let failed = || String::from_utf8_lossy(&output.stderr).contains("error: ");
        let code = output.status.code();
        code.is_none() || cfg!(windows) && code == Some(1) && !failed()
    }

    /// Waits for its end.
    pub fn wait(self) -> Call {
        self.0.wait_with_output().unwrap().into()
    }

    /// Sends it a signal by name.
    pub fn send(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Sends it a signal by name, and waits for its end.
    pub fn signal(self, name: &str) -> Call {
        self.send(name);
        self.0.wait_with_output().unwrap().into()
    }

    /// Sends it a signal by name again and again until it ends.
    pub fn signal_until_it_ends(mut self, name: &str) -> Call {
        for _ in 0..60_000 {
            if self.0.try_wait().unwrap().is_some() {
                return self.0.wait_with_output().unwrap().into();
            }
            self.send(name);
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the program did not end");
    }
}

/// How often a test tries: `cargo xtask reliability` sets a number far above the usual one.
pub fn trials(usual: u64) -> u64 {
    std::env::var("QUELEA_TRIALS").map_or(usual, |trials| trials.parse().expect("QUELEA_TRIALS is a number"))
}

/// Waits until a condition holds, for at most ten minutes on a busy machine.
pub fn until(condition: impl Fn() -> bool) {
    for _ in 0..60_000 {
        if condition() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the condition did not come true");
}

/// The text of a file.
pub fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The values of a column of a CSV table.
pub fn column(table: &str, name: &str) -> Vec<String> {
    let index = table.lines().next().unwrap().split(',').position(|column| column == name).unwrap();
    table.lines().skip(1).map(|line| line.split(',').nth(index).unwrap().to_owned()).collect()
}

/// The names of the files in a folder besides its scenarios.
pub fn left(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".toml")).collect();
    names.sort();
    names
}

/// The rows of a Parquet file as text, after a line of names, read by the Parquet crate's own reader.
#[cfg(feature = "parquet")]
pub fn parquet(folder: &Path, name: &str) -> Vec<String> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let reader = SerializedFileReader::new(std::fs::File::open(folder.join(name)).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = schema.columns().iter().map(|column| column.name().to_owned()).collect();
    let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string());
    std::iter::once(names.join(",")).chain(rows).collect()
}
