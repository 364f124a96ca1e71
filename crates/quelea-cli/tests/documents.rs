//! The manual says what the program does, and its examples are real.

mod program;
use program::{folder, output_in};
use std::collections::BTreeSet;
use std::process::Command;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
const COMMANDS: [&str; 12] = [
    "run",
    "sweep",
    "plot",
    "render",
    "studio",
    "bench",
    "paper",
    "presets",
    "show",
    "check",
    "describe",
    "completions",
];

fn page(command: &str) -> String {
    std::fs::read_to_string(format!("{DOCS}/cli/{command}.md")).unwrap()
}

#[test]
fn the_manual_has_every_measure_as_it_is_defined() {
    let page = page("run");
    for (name, unit, sentence) in quelea::Measures::DEFINITIONS {
        let row = format!("| `{name}` | {unit} | {} |\n", sentence.replace('|', "\\|"));
        assert!(page.contains(&row), "docs/cli/run.md lacks this line: {row}");
    }
}

#[test]
fn every_command_has_a_page_with_every_option() {
    let folder = folder();
    let manual = std::fs::read_to_string(format!("{DOCS}/cli.md")).unwrap();
    for command in COMMANDS {
        let page = page(command);
        assert!(page.starts_with(&format!("# quelea {command}\n")) && page.contains(&format!("$ quelea {command}")));
        assert!(manual.contains(&format!("](cli/{command}.md)")), "docs/cli.md does not lead to {command}");
        let mut help = output_in(folder.path(), &[command, "--help"]);
        if command == "paper" {
            help = output_in(folder.path(), &[command, "lee2008", "--help"]);
        }
        let words = help.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-'));
        let options: BTreeSet<&str> = words.filter(|word| word.starts_with("--") && *word != "--help").collect();
        for option in options {
            assert!(page.contains(&format!("`{option}")), "docs/cli/{command}.md lacks {option}");
        }
    }
    let help = output_in(folder.path(), &["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let listed: BTreeSet<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(COMMANDS.iter().all(|command| listed.contains(command)), "{listed:?}");
}

#[test]
fn the_manual_has_every_field_of_the_json() {
    let folder = folder();
    let fields = |arguments: &[&str]| -> Vec<String> {
        let json: serde_json::Value = serde_json::from_str(&output_in(folder.path(), arguments)).unwrap();
        let objects = json.as_array().cloned().unwrap_or_else(|| vec![json]);
        objects.iter().flat_map(|object| object.as_object().unwrap().keys().cloned()).collect()
    };
    let sweep = ["sweep", "flat.toml", "--vary", "boids=1,2", "--out", "s.csv", "--json"];
    for (command, arguments) in
        [("run", &["run", "flat.toml", "--json"][..]), ("sweep", &sweep), ("describe", &["describe", "--json"])]
    {
        for field in fields(arguments) {
            assert!(page(command).contains(&format!("`{field}`")), "docs/cli/{command}.md lacks {field}");
        }
    }
}

/// Commands and what they print, from the blocks of a page.
fn examples(page: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    for block in page.split("```").skip(1).step_by(2).filter(|block| block.starts_with("\n$ ")) {
        let mut lines = block.trim_start_matches('\n').lines();
        while let Some(line) = lines.next() {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    let mut command = command.to_owned();
                    while command.ends_with('\\') {
                        command.push('\n');
                        command.push_str(lines.next().unwrap_or_default());
                    }
                    examples.push((command, Vec::new()));
                }
                None => examples.last_mut().unwrap().1.push(line.to_owned()),
            }
        }
    }
    examples
}

/// Takes out what differs from one machine to the next: times and threads.
fn timeless(line: &str) -> String {
    let line = line.trim_end();
    if let Some((name, _)) = line
        .split_once(": ")
        .filter(|(name, _)| ["\"seconds\"", "\"threads\"", "\"boid_steps_per_second\""].contains(&name.trim()))
    {
        return name.to_owned();
    }
    let words = line.split(' ').collect::<Vec<_>>();
    match words[..] {
        [seconds, "s,", .., "boid-steps/s"] if seconds.parse::<f64>().is_ok() => "TIME".to_owned(),
        [seconds, "s,", "threads:", _] if seconds.parse::<f64>().is_ok() => "TIME".to_owned(),
        [.., "threads:", _] => words[..words.len() - 1].join(" "),
        _ => line.to_owned(),
    }
}

/// Whether a line is as expected, `…` standing for anything.
fn alike(expected: &str, found: &str) -> bool {
    if !expected.contains('…') {
        return expected == found;
    }
    let mut rest = found;
    let parts: Vec<&str> = expected.split('…').map(str::trim).collect();
    rest.starts_with(parts[0])
        && parts.iter().all(|part| match rest.find(part) {
            Some(place) => {
                rest = &rest[place + part.len()..];
                true
            }
            None => false,
        })
}

#[cfg(unix)]
#[test]
fn the_examples_in_the_manual_print_what_it_says() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_quelea")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    // A server does not end, a measurement differs each time, and a picture's size with the driver.
    for command in COMMANDS.into_iter().filter(|command| !["studio", "bench", "paper", "render"].contains(command)) {
        let folder = tempfile::tempdir().unwrap();
        // What is stopped after some time has come as far as the machine is fast; tests/resume.rs has signals.
        for (line, expected) in examples(&page(command)).into_iter().filter(|(line, _)| !line.starts_with("timeout ")) {
            let script = format!("( {line}\n) 2>&1");
            let mut shell = Command::new("bash");
            let output = shell.args(["-c", &script]).current_dir(folder.path()).env("PATH", &path).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let found: Vec<String> = text.lines().map(timeless).collect();
            let expected: Vec<String> = expected.iter().map(|line| timeless(line)).collect();
            let mut rest = &found[..];
            for (place, wanted) in expected.iter().enumerate() {
                if wanted == "…" {
                    let next = expected.get(place + 1);
                    let skip = rest.iter().position(|line| next.is_some_and(|next| alike(next, line)));
                    rest = &rest[skip.unwrap_or(rest.len())..];
                    continue;
                }
                let fits = rest.first().is_some_and(|line| alike(wanted, line));
                assert!(
                    fits,
                    "docs/cli/{command}.md: `{line}` prints\n{text}\nand not, at line {}:\n{wanted}",
                    place + 1
                );
                rest = &rest[1..];
            }
            assert!(rest.is_empty(), "docs/cli/{command}.md: `{line}` prints more:\n{}", rest.join("\n"));
            count += 1;
        }
    }
    assert!(count > 15, "{count} examples were found");
}
