//! The program as a citizen of the command line.

mod program;
use program::{call_in, fails_in, folder, output_in};
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
fn every_number_that_is_wrong_is_told_what_is_allowed() {
    let folder = folder();
    let refuse = |call: &str, allowed: &str| {
        let words: Vec<&str> = call.split_whitespace().collect();
        for wrong in ["-1", "1e3.5", "x", "99999999999999999999"] {
            let arguments = [&words[..], &[wrong]].concat();
            fails_in(folder.path(), &arguments, 2, &[words.last().unwrap(), &format!("allowed: {allowed}\n")]);
            let said = call_in(folder.path(), &arguments).err;
            assert!(!said.contains("tip:") && !said.contains("digit"), "{said}");
        }
    };
    let (steps, strides) = ("from 0 to 1000000000000000", "from 1 to 1000000000000000");
    for (commands, options, range) in [
        ("run;sweep p5 --vary boids=1,2 --out s.csv", "--steps", steps),
        ("run;sweep p5 --vary boids=1,2 --out s.csv", "--every", strides),
        ("run --start s.csv", "--start-step", steps),
        ("run;bench", "--threads", "from 1 to 1024"),
        ("run", "--seed", "from 0 to 9000000000000000"),
        ("run", "--checkpoint-every", strides),
        ("sweep p5 --vary boids=1,2 --out s.csv", "--repeats", "from 1 to 1000000"),
        ("sweep p5 --vary boids=1,2 --out s.csv", "--average", strides),
        ("bench", "--boids --neighbours", "from 1 to 4000000000"),
        ("bench", "--dimension", "from 2 to 3"),
        ("paper lee2008", "--frames", "from 1 to 1000000000"),
        ("paper lee2008", "--seeds", "from 1 to 10000"),
        ("paper lee2008", "--largest", "from 1024 to 100000"),
        #[cfg(feature = "studio")]
        ("studio", "--port", "from 0 to 65535"),
        #[cfg(feature = "render")]
        ("render -o a.gif", "--steps --skip", steps),
        #[cfg(feature = "render")]
        ("render -o a.gif", "--every", strides),
        #[cfg(feature = "render")]
        ("render -o a.gif", "--inspect --follow", "from 0 to 3999999999"),
        #[cfg(feature = "render")]
        ("render -o a.gif", "--trails", "from 0 to 1000"),
    ] {
        for command in commands.split(';') {
            for option in options.split(' ') {
                refuse(&format!("{command} {option}"), &format!("a whole number {range}"));
            }
        }
    }
    fails_in(folder.path(), &["bench", "--seconds", "-1"], 2, &["allowed: a number from 0 to 86400"]);
    fails_in(folder.path(), &["plot", "m.csv", "--size", "-1x5"], 2, &["--size", "WIDTHxHEIGHT"]);
}

#[test]
fn what_has_no_name_is_said_to_have_none() {
    let folder = folder();
    for command in ["run", "check"] {
        fails_in(folder.path(), &[command, ""], 2, &["error: the scenario's name is empty", "quelea presets"]);
    }
    fails_in(folder.path(), &["show", ""], 2, &["error: the preset's name is empty"]);
    fails_in(folder.path(), &["run", "--set", "=3"], 2, &["'=3' for '--set", "no parameter before `=`", "PATH=VALUE"]);
}

#[test]
fn no_name_in_a_file_reaches_the_terminal_as_a_command() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("red.toml", "space.size = [100, 100]\n\"\\u001b[31mred\" = 3\n");
    write("red.csv", "a\u{1b}[31mb\u{9b}1m,c\n1,2\n");
    for arguments in [["check", "red.toml"], ["plot", "red.csv"], ["check", "\u{1b}[31mb.toml"]] {
        fails_in(folder.path(), &arguments, 2, &["\\u{1b}[31m"]);
        let said = call_in(folder.path(), &arguments).err;
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_that_is_full_is_named() {
    for arguments in [&["presets"][..], &["run", "--steps", "1"], &["describe", "--json"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_quelea")).args(arguments).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("error: cannot write to the standard output: No space left"), "{said}");
    }
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
