//! Files as people have them: other encodings, quotes, endless input, and files that must not be replaced.

mod program;
use program::{Call, call_in, fails_in, folder, output_in, read};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Calls the program with a text on its standard input.
fn call_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Call {
    let mut program = Command::new(env!("CARGO_BIN_EXE_quelea"));
    program.args(arguments).current_dir(folder);
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_scenario_comes_from_the_standard_input() {
    let folder = folder();
    let text = read(folder.path(), "flat.toml");
    let call = call_with_input(folder.path(), &["run", "-", "--json"], text.as_bytes());
    assert_eq!(call.code, 0, "{}", call.err);
    let hash = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap()["state_hash"].clone();
    assert_eq!(hash(&call.out), hash(&output_in(folder.path(), &["run", "flat.toml", "--json"])));
    let call = call_with_input(folder.path(), &["check", "-"], b"boids = 3\nflock = 4\n");
    assert!(call.code == 2 && call.err.contains("standard input:2: `flock` is not a key"), "{}", call.err);
}

#[test]
fn text_with_a_byte_order_mark_or_in_utf_16_is_read() {
    let folder = folder();
    let text = read(folder.path(), "flat.toml");
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        "\u{feff}".chars().chain(text.chars()).collect::<String>().encode_utf16().flat_map(bytes).collect()
    };
    let encodings: [Vec<u8>; 3] =
        [[b"\xef\xbb\xbf", text.as_bytes()].concat(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)];
    for bytes in encodings {
        std::fs::write(folder.path().join("encoded.toml"), bytes).unwrap();
        assert!(output_in(folder.path(), &["check", "encoded.toml"]).contains("40 boids"));
    }
    std::fs::write(folder.path().join("odd.toml"), b"\xff\xfeb\x00o").unwrap();
    fails_in(folder.path(), &["check", "odd.toml"], 2, &["cannot read `odd.toml`", "UTF-16"]);
}

#[cfg(unix)]
#[test]
fn endless_input_is_refused() {
    let folder = folder();
    fails_in(folder.path(), &["check", "/dev/zero"], 2, &["/dev/zero", "MiB"]);
}

#[test]
fn of_many_errors_the_first_twenty_are_shown() {
    let folder = folder();
    let text: String = (0..50_000).map(|key| format!("key{key} = 1\n")).collect();
    std::fs::write(folder.path().join("many.toml"), text).unwrap();
    let call = call_in(folder.path(), &["check", "many.toml"]);
    assert_eq!((call.code, call.err.matches("is not a key").count()), (2, 20), "{}", call.err.len());
    assert!(
        call.err.contains("many.toml:20: `key19`") && call.err.ends_with("and 49980 more errors\n"),
        "{}",
        call.err
    );
}

#[test]
fn whole_numbers_may_be_written_with_an_exponent() {
    let folder = folder();
    let hash = |arguments: &[&str]| {
        let out = output_in(folder.path(), &[&["run", "flat.toml", "--json"], arguments].concat());
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["state_hash"].clone()
    };
    let plain = hash(&["--set", "boids=100", "--steps", "20"]);
    assert_eq!(hash(&["--set", "boids=1e2", "--steps", "2e1"]), plain);
    assert_eq!(hash(&["--set", "boids=100.0", "--steps", "20.0"]), plain);
    assert!(output_in(folder.path(), &["check", "p5", "--set", "boids=4e9"]).contains("valid: 4000000000 boids"));
    let many = call_in(folder.path(), &["check", "p5", "--set", "boids=5e9"]);
    assert!(many.out.contains("valid: 5000000000 boids") && many.err.contains("at most 4000000000"), "{}", many.err);
    fails_in(
        folder.path(),
        &["check", "p5", "--set", "boids=5e13"],
        2,
        &["`boids` 50000000000000.0 is out of range", "allowed"],
    );
    fails_in(folder.path(), &["run", "p5", "--steps", "1.5"], 2, &["allowed: a whole number"]);
}

#[test]
fn start_tables_of_other_programs_are_read() {
    let folder = folder();
    let plain = "id,x,y,vx,vy\n0,1,2,0.5,0\n1,3,4,0,0.5\n";
    let hash = |table: &str| {
        std::fs::write(folder.path().join("start.csv"), table).unwrap();
        let arguments = ["run", "flat.toml", "--start", "start.csv", "--steps", "3", "--json"];
        let out = output_in(folder.path(), &arguments);
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["state_hash"].clone()
    };
    let expected = hash(plain);
    let quoted = "\"id\",\"x\",\"y\",\"vx\",\"vy\"\n\"0\",1,2,0.5,0\n\"1\",3,4,0,0.5\n";
    let decimal = "id,x,y,vx,vy\n0.0,1.0,2.0,0.5,0.0\n1.0,3.0,4.0,0.0,0.5\n";
    for table in [quoted, decimal, &plain.replace(',', "\t"), &plain.replace(',', ";"), &plain.replace('\n', "\r\n")] {
        assert_eq!(hash(table), expected, "{table}");
    }
}

#[test]
fn a_file_that_is_read_is_never_replaced() {
    let folder = folder();
    let scenario = read(folder.path(), "flat.toml");
    std::fs::write(folder.path().join("start.csv"), "id,x,y,vx,vy\n0,1,2,0.5,0\n").unwrap();
    let table = read(folder.path(), "start.csv");
    let start = ["run", "flat.toml", "--start", "start.csv", "--force"];
    let cases = [
        ["--checkpoint", "flat.toml"],
        ["--checkpoint", "./flat.toml"],
        ["--measures", "start.csv"],
        ["--record", "start.csv"],
        ["--state-out", "start.csv"],
    ];
    for case in cases {
        fails_in(folder.path(), &[&start[..], &case].concat(), 2, &[case[0], "would replace", "choose another file"]);
    }
    assert_eq!((read(folder.path(), "flat.toml"), read(folder.path(), "start.csv")), (scenario, table));
}

#[test]
fn options_about_files_that_are_not_written_are_refused() {
    let folder = folder();
    fails_in(
        folder.path(),
        &["run", "flat.toml", "--checkpoint-every", "5"],
        2,
        &["--checkpoint-every", "--checkpoint"],
    );
    fails_in(folder.path(), &["run", "flat.toml", "--every", "5"], 2, &["--every", "--measures FILE or --record FILE"]);
    fails_in(folder.path(), &["run", "flat.toml", "--state-out", "s.csv/"], 2, &["s.csv/"]);
}

#[test]
fn a_key_that_looks_right_but_is_not_names_the_character() {
    let folder = folder();
    std::fs::write(folder.path().join("lookalike.toml"), "\"b\u{43e}ids\" = 3\n").unwrap();
    fails_in(folder.path(), &["check", "lookalike.toml"], 2, &["contains the character U+043E"]);
}
