//! The manual says what the program does.

mod program;
use program::{folder, output_in};
use std::collections::BTreeSet;

const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");

fn manual() -> String {
    std::fs::read_to_string(MANUAL).unwrap()
}

#[test]
fn the_manual_has_every_measure_as_it_is_defined() {
    let manual = manual();
    for (name, unit, sentence) in quelea::measures::Measures::DEFINITIONS {
        let row = format!("| `{name}` | {unit} | {} |\n", sentence.replace('|', "\\|"));
        assert!(manual.contains(&row), "docs/cli.md lacks this line: {row}");
    }
}

#[test]
fn the_manual_has_every_command_and_option() {
    let (manual, folder) = (manual(), folder());
    for command in ["run", "render", "presets", "show", "check", "describe", "completions"] {
        assert!(manual.contains(&format!("\n## {command}\n")), "{command}");
        let help = output_in(folder.path(), &[command, "--help"]);
        let options: BTreeSet<&str> = help.lines().map(str::trim_start).filter(|line| line.starts_with("--")).collect();
        for option in options.iter().filter_map(|line| line.split_whitespace().next()) {
            assert!(manual.contains(&format!("`{option}")), "{command} {option}");
        }
    }
}

#[test]
fn the_manual_has_every_field_of_the_json() {
    let (manual, folder) = (manual(), folder());
    let json = output_in(folder.path(), &["run", "flat.toml", "--json"]);
    let report: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&json).unwrap();
    for field in report.keys() {
        assert!(manual.contains(&format!("`{field}`")) && manual.contains(&format!("  \"{field}\": ")), "{field}");
    }
    let rows = output_in(folder.path(), &["describe", "--json"]);
    let rows: Vec<serde_json::Map<String, serde_json::Value>> = serde_json::from_str(&rows).unwrap();
    for field in rows.iter().flat_map(|row| row.keys()).collect::<BTreeSet<_>>() {
        assert!(manual.contains(&format!("`{field}`")), "{field}");
    }
}
