//! `quelea completions`: what bash completes, with the script that the program prints.
#![cfg(unix)]

mod program;
use program::{folder, output_in};
use std::path::Path;
use std::process::Command;

/// Loads the script, lets bash split a line as it does after TAB, and prints what it would offer.
const TYPE_AND_TAB: &str = r#"
source <(quelea completions bash)
COMP_LINE=$1 COMP_POINT=${#1}
# As readline does: words end at spaces, and at each `=` and `:`, which are words too.
COMP_WORDS=()
rest=$1
while [[ -n $rest ]]; do
    if [[ $rest =~ ^[[:space:]]+ ]]; then
        rest=${rest:${#BASH_REMATCH[0]}}
        [[ -z $rest ]] && COMP_WORDS+=("")
    elif [[ $rest =~ ^[=:]+ || $rest =~ ^[^[:space:]=:]+ ]]; then
        COMP_WORDS+=("${BASH_REMATCH[0]}")
        rest=${rest:${#BASH_REMATCH[0]}}
    fi
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
current=${COMP_WORDS[COMP_CWORD]}
[[ $current =~ ^[=:]+$ ]] && current=
compopt() { echo "compopt $*"; }
_quelea quelea "$current" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// What bash offers after a line, or nothing where there is no bash.
fn offered(folder: &Path, line: &str) -> Option<Vec<String>> {
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: there is no bash");
        return None;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_quelea")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["--norc", "-c", TYPE_AND_TAB, "bash", line])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{line}");
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

#[test]
fn bash_completes_commands_presets_parameters_values_and_measures() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("flocks")).unwrap();
    for (line, expected) in [
        ("quelea swe", &["sweep"][..]),
        ("quelea run couz", &["couzin2002", "couzin2005"]),
        ("quelea run fl", &["flamegpu", "flat.toml", "flocks/"]),
        ("quelea show fl", &["flamegpu"]),
        ("quelea bench --preset vic", &["vicsek", "vicsek-vectorial"]),
        // No space follows what goes on.
        ("quelea run p5 --set separation.we", &["compopt -o nospace", "separation.weight="]),
        (
            "quelea run p5 --set motion.combine=",
            &["sum", "in-turn", "budget-of-sum", "budget-of-lengths", "heading", "turns"],
        ),
        ("quelea run --set motion.combine=he", &["heading"]),
        ("quelea run --set=motion.combine=he", &["heading"]),
        ("quelea run --set space.clamp=", &["true", "false"]),
        ("quelea run --set perception.radius=", &["50"]),
        ("quelea run --set separation.weight=2 --set alignment.pai", &["compopt -o nospace", "alignment.pairwise="]),
        ("quelea sweep p5 --vary noise.", &["noise.kind=", "noise.strength="]),
        // Only a number that may change during a run.
        ("quelea run --ramp noise.", &["compopt -o nospace", "noise.strength="]),
        ("quelea run --ramp start.", &[]),
        ("quelea describe sep", &["separation", "separation.weight"]),
        ("quelea describe spec", &["species"]),
        ("quelea sweep p5 --measure pol", &["polarisation"]),
        ("quelea plot m.csv --measure polarisation,mil", &["polarisation,milling"]),
        ("quelea presets res", &["research"]),
        ("quelea paper vic", &["vicsek1995"]),
        ("quelea completions f", &["fish"]),
        ("quelea run --engine ref", &["reference"]),
    ] {
        let Some(offered) = offered(folder.path(), line) else { return };
        let offered: Vec<&str> = offered.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        match line {
            // The rest of the section follows.
            "quelea describe sep" => assert_eq!(offered[..2], expected[..2], "{line}"),
            _ => assert_eq!(offered, expected, "{line}"),
        }
    }
}

#[test]
fn every_shell_gets_answers() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(output_in(folder.path(), &["completions", shell]).contains("quelea"), "{shell}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_quelea"));
        program.env("QUELEA_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", "2");
        let output = program.args(["--", "quelea", "show", "vicsek-"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with("vicsek-vectorial"), "{shell}: {text}");
    }
}
