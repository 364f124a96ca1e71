//! The program as a citizen of the command line.

mod program;
use program::{call_in, folder, output_in};
use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn help_names_every_command_and_exit_code() {
    let folder = folder();
    let help = output_in(folder.path(), &["--help"]);
    for word in ["run", "presets", "show", "check", "describe", "completions", "Exit codes", "  0  ", "  1  ", "  2  "]
    {
        assert!(help.contains(word), "{word}: {help}");
    }
    let version = output_in(folder.path(), &["--version"]);
    assert_eq!(version, format!("quelea {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_come_for_every_shell() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(output_in(folder.path(), &["completions", shell]).contains("state-out"), "{shell}");
    }
    assert_eq!(call_in(folder.path(), &["completions", "tcl"]).code, 2);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let calls: &[&[&str]] = &[
        &["describe"],
        &["describe", "--json"],
        &["presets"],
        &["completions", "bash"],
        &["run", "--steps", "1", "--json"],
    ];
    for arguments in calls {
        let program = Command::new(env!("CARGO_BIN_EXE_quelea"))
            .args(*arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut program = program.unwrap();
        drop(program.stdout.take());
        let mut complaint = String::new();
        program.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!((program.wait().unwrap().code(), complaint.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
