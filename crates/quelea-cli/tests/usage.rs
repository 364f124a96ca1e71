//! Conventions of the command line: help, exit codes, standard streams.

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
}

#[test]
fn the_help_of_every_option_that_takes_a_path_points_to_describe() {
    let folder = folder();
    for command in [
        "run",
        "sweep",
        "check",
        "bench",
        #[cfg(feature = "render")]
        "render",
    ] {
        let help = output_in(folder.path(), &[command, "--help"]);
        let words: Vec<&str> = help.split_whitespace().collect();
        assert!(words.join(" ").contains("`quelea describe` lists all parameters"), "{command}: {help}");
    }
}

#[test]
fn an_unknown_command_paper_or_shell_is_refused_with_those_there_are() {
    let folder = folder();
    fails_in(folder.path(), &["runn"], 2, &["`runn` is not a command; did you mean `run`?", "allowed: run, sweep, "]);
    fails_in(folder.path(), &["foo"], 2, &["error: `foo` is not a command\n  allowed: ", "completions"]);
    let words = ["error: `foo` is not a paper\n  allowed: ", "lee2008", "vicsek1995", "cucker-smale2007"];
    fails_in(folder.path(), &["paper", "foo"], 2, &words);
    fails_in(folder.path(), &["paper", "vicsek"], 2, &["did you mean `vicsek1995`?"]);
    fails_in(folder.path(), &["paper", "\u{1b}[31m"], 2, &["\\u{1b}[31m"]);
    fails_in(folder.path(), &["completions", "tcl"], 2, &["tcl", "bash", "zsh", "fish", "elvish", "powershell"]);
}

#[test]
fn an_invalid_number_is_refused_with_what_is_allowed() {
    let folder = folder();
    let refuse = |call: &str, allowed: &str| {
        let words: Vec<&str> = call.split_whitespace().collect();
        for invalid in ["-1", "1e3.5", "x", "99999999999999999999"] {
            let arguments = [&words[..], &[invalid]].concat();
            fails_in(folder.path(), &arguments, 2, &[words.last().unwrap(), &format!("allowed: {allowed}\n")]);
            let message = call_in(folder.path(), &arguments).err;
            assert!(!message.contains("tip:") && !message.contains("digit"), "{message}");
        }
    };
    let (steps, strides) = ("from 0 to 1000000000000000", "from 1 to 1000000000000000");
    for (commands, options, range) in [
        ("run;sweep p5 --vary boids=1,2 --out s.csv", "--steps", steps),
        ("run;sweep p5 --vary boids=1,2 --out s.csv", "--every", strides),
        ("run --start s.csv", "--start-step", steps),
        ("run", "--threads", "from 1 to 1024"),
        ("bench", "--threads", "from 1 to 1024"),
        ("run", "--seed", "from 0 to 9000000000000000"),
        ("run", "--checkpoint-every", strides),
        ("sweep p5 --vary boids=1,2 --out s.csv", "--repeats", "from 1 to 1000000"),
        ("sweep p5 --vary boids=1,2 --out s.csv", "--average", strides),
        ("bench", "--boids --neighbours", "from 1 to 4000000000"),
        ("bench", "--dimension", "from 2 to 3"),
        ("paper lee2008", "--frames", "from 1 to 1000000000"),
        ("paper lee2008", "--seeds", "from 1 to 10000"),
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
    #[cfg(feature = "plot")]
    fails_in(folder.path(), &["plot", "m.csv", "--size", "-1x5"], 2, &["--size", "WIDTHxHEIGHT"]);
}

#[test]
fn an_empty_name_is_refused() {
    let folder = folder();
    for command in ["run", "check"] {
        fails_in(folder.path(), &[command, ""], 2, &["error: the name of the scenario is empty", "quelea presets"]);
    }
    fails_in(folder.path(), &["show", ""], 2, &["error: the name of the preset is empty"]);
    fails_in(folder.path(), &["run", "--set", "=3"], 2, &["'=3' for '--set", "no parameter before `=`", "PATH=VALUE"]);
}

#[test]
fn control_characters_from_files_do_not_reach_the_terminal() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("red.toml", "space.size = [100, 100]\n\"\\u001b[31mred\" = 3\n");
    write("red.csv", "a\u{1b}[31mb\u{9b}1m,c\n1,2\n");
    let mut calls = vec![["check", "red.toml"], ["check", "\u{1b}[31mb.toml"]];
    if cfg!(feature = "plot") {
        calls.push(["plot", "red.csv"]);
    }
    for arguments in calls {
        fails_in(folder.path(), &arguments, 2, &["\\u{1b}[31m"]);
        let message = call_in(folder.path(), &arguments).err;
        assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{message:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_named() {
    for arguments in [&["presets"][..], &["run", "--steps", "1"], &["describe", "--json"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_quelea")).args(arguments).stdout(full).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.starts_with("error: cannot write to the standard output: No space left"), "{message}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
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
        let mut message = String::new();
        program.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((program.wait().unwrap().code(), message.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
