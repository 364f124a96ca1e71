//! The manual documents every command and option, and its examples are real.
#![cfg(all(feature = "parquet", feature = "plot", feature = "render", feature = "studio"))]

mod program;
use program::{folder, output_in};
use std::collections::BTreeSet;
use std::process::Command;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
const COMMANDS: [&str; 14] = [
    "run",
    "sweep",
    "plot",
    "measure",
    "render",
    "studio",
    "bench",
    "paper",
    "presets",
    "show",
    "check",
    "describe",
    "completions",
    "man",
];

fn page(command: &str) -> String {
    std::fs::read_to_string(format!("{DOCS}/cli/{command}.md")).unwrap()
}

#[test]
fn the_manual_defines_every_measure() {
    let page = page("run");
    let encounters = &quelea::measures::encounters::Encounters::DEFINITIONS;
    for (name, unit, definition) in quelea::Measures::DEFINITIONS.iter().chain(encounters) {
        let row = format!("| `{name}` | {unit} | {} |\n", definition.replace('|', "\\|"));
        assert!(page.contains(&row), "docs/cli/run.md lacks the line: {row}");
    }
}

#[test]
fn every_command_has_a_page_with_every_option() {
    let folder = folder();
    let manual = std::fs::read_to_string(format!("{DOCS}/cli.md")).unwrap();
    for command in COMMANDS {
        let page = page(command);
        assert!(page.starts_with(&format!("# quelea {command}\n")) && page.contains(&format!("$ quelea {command}")));
        assert!(manual.contains(&format!("](cli/{command}.md)")), "docs/cli.md does not link to {command}");
        let mut help = output_in(folder.path(), &[command, "--help"]);
        if command == "paper" {
            help = ["lee2008", "vicsek1995"].map(|name| output_in(folder.path(), &[command, name, "--help"])).concat();
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
fn the_manual_documents_every_field_of_the_json() {
    let folder = folder();
    let fields = |arguments: &[&str]| -> Vec<String> {
        let json: serde_json::Value = serde_json::from_str(&output_in(folder.path(), arguments)).unwrap();
        let objects = json.as_array().cloned().unwrap_or_else(|| vec![json]);
        objects.iter().flat_map(|object| object.as_object().unwrap().keys().cloned()).collect()
    };
    let sweep = ["sweep", "flat.toml", "--vary", "boids=1,2", "--out", "s.csv", "--json"];
    output_in(folder.path(), &["run", "flat.toml", "--record", "r.csv", "--quiet"]);
    for (command, arguments) in [
        ("run", &["run", "flat.toml", "--json"][..]),
        ("sweep", &sweep),
        ("measure", &["measure", "r.csv", "--json"]),
        ("describe", &["describe", "--json"]),
        ("presets", &["presets", "--json"]),
    ] {
        for field in fields(arguments) {
            assert!(page(command).contains(&format!("`{field}`")), "docs/cli/{command}.md lacks {field}");
        }
    }
}

#[test]
fn the_page_on_scenarios_is_true() {
    let folder = folder();
    let page = std::fs::read_to_string(format!("{DOCS}/scenario.md")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let blocks: Vec<&str> =
        page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("toml\n")).collect();
    assert!(blocks.len() > 4, "{}", blocks.len());
    for block in &blocks {
        let has_space = block.contains("[space]") || block.contains("space.size");
        let space = if has_space { "" } else { "space.size = [400, 300]\n" };
        write("block.toml", &format!("{space}{block}"));
        let call = program::call_in(folder.path(), &["check", "block.toml"]);
        assert_eq!(call.code, 0, "{block}{}", call.err);
    }
    // The two species: what is inherited, and what is not.
    write("gannets.toml", blocks[0]);
    let scenario = quelea::Scenario::from_toml(blocks[0]).unwrap();
    let value = |path: &str| scenario.get(path).map(|value| value.to_string());
    assert_eq!(value("species.boid.boids"), value("boids"));
    assert_eq!(value("species.gannet.motion.max_force"), value("motion.max_force"));
    assert_ne!(value("species.gannet.motion.max_speed"), value("motion.max_speed"));
    assert_eq!(value("species.gannet.relations.gannet").as_deref(), Some("\"avoid\""));
    assert_eq!((value("relations.gannet").as_deref(), value("relations.boid")), (Some("\"flee\""), None));
    assert_eq!(value("obstacle.0.radius").as_deref(), Some("25"));
    // Every section of a file has a row, and every relation, and every column of a state.
    let rows = quelea::model::parameters();
    for section in rows.iter().filter_map(|row| Some(row.path.rsplit_once('.')?.0)).filter(|name| *name != "relations")
    {
        assert!(page.contains(&format!("`[{section}]`")) || page.contains(&format!("`[[{section}]]`")), "{section}");
    }
    for (relation, _) in quelea::model::settings::Relation::CHOICES {
        assert!(page.contains(&format!("`{relation}`")), "{relation}");
    }
    for (shape, _) in quelea::model::settings::ShapeKind::CHOICES {
        assert!(page.contains(&format!("`{shape}`")), "{shape}");
    }
    let all = "motion.smoothing=0.5 wander.weight=1 goal.waypoints=[[1,1]]";
    let set: Vec<String> = all.split(' ').flat_map(|set| ["--set".to_owned(), set.to_owned()]).collect();
    let mut arguments = vec!["run", "gannets.toml", "--steps", "2", "--quiet", "--state-out", "s.csv"];
    arguments.extend(set.iter().map(String::as_str));
    output_in(folder.path(), &arguments);
    let state = program::read(folder.path(), "s.csv");
    let columns = state.lines().next().unwrap();
    assert_eq!(columns, "id,x,y,vx,vy,species,ax,ay,wx,wy,waypoint");
    for column in columns.split(',') {
        assert!(page.contains(&format!("`{column}`")), "{column}");
    }
}

/// The commands in the code blocks of a page, with their output.
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

/// Runs a command line of the manual with the built program, and returns what it prints.
#[cfg(unix)]
fn shell_in(folder: &std::path::Path, line: &str) -> String {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_quelea")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let script = format!("( {line}\n) 2>&1");
    let output = Command::new("bash").args(["-c", &script]).current_dir(folder).env("PATH", &path).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[cfg(unix)]
#[test]
fn the_plots_in_the_manual_are_what_its_commands_draw() {
    let folder = tempfile::tempdir().unwrap();
    for (line, _) in examples(&page("plot")) {
        shell_in(folder.path(), &line);
    }
    let pixels = |path: &std::path::Path| {
        let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    };
    for name in ["plot-runs.png", "plot-sweep.png"] {
        let shown = pixels(&std::path::Path::new(DOCS).join("pictures").join(name));
        assert!(shown == pixels(&folder.path().join(name)), "docs/pictures/{name} is not what docs/cli/plot.md draws");
        assert!(page("plot").contains(&format!("(../pictures/{name})")));
    }
}

#[test]
fn every_picture_says_how_it_was_drawn() {
    let list = std::fs::read_to_string(format!("{DOCS}/pictures/README.md")).unwrap();
    for entry in std::fs::read_dir(format!("{DOCS}/pictures")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(list.contains(&name) || name == "README.md", "docs/pictures/README.md does not list {name}");
    }
}

/// Removes what differs between machines: times and threads.
fn without_times(line: &str) -> String {
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

/// Whether a line is as expected; `…` stands for anything.
fn matches(expected: &str, found: &str) -> bool {
    if !expected.contains('…') {
        return expected == found;
    }
    let mut rest = found;
    let parts: Vec<&str> = expected.split('…').map(str::trim).collect();
    rest.starts_with(parts[0])
        && parts.iter().all(|part| match rest.find(part) {
            Some(start) => {
                rest = &rest[start + part.len()..];
                true
            }
            None => false,
        })
}

#[cfg(unix)]
#[test]
fn the_examples_in_the_manual_print_what_it_shows() {
    let mut count = 0;
    // A server does not end, benchmarks differ each time, and the size of a picture depends on the driver.
    for command in COMMANDS.into_iter().filter(|command| !["studio", "bench", "paper", "render"].contains(command)) {
        let folder = tempfile::tempdir().unwrap();
        // How far an interrupted run gets depends on the machine; tests/resume.rs covers signals.
        for (line, expected) in examples(&page(command)).into_iter().filter(|(line, _)| !line.starts_with("timeout ")) {
            let text = shell_in(folder.path(), &line);
            let found: Vec<String> = text.lines().map(without_times).collect();
            let expected: Vec<String> = expected.iter().map(|line| without_times(line)).collect();
            let mut rest = &found[..];
            for (index, wanted) in expected.iter().enumerate() {
                if wanted == "…" {
                    let next = expected.get(index + 1);
                    let skip = rest.iter().position(|line| next.is_some_and(|next| matches(next, line)));
                    rest = &rest[skip.unwrap_or(rest.len())..];
                    continue;
                }
                let is_expected = rest.first().is_some_and(|line| matches(wanted, line));
                assert!(
                    is_expected,
                    "docs/cli/{command}.md: `{line}` prints\n{text}\ninstead of, at line {}:\n{wanted}",
                    index + 1
                );
                rest = &rest[1..];
            }
            assert!(rest.is_empty(), "docs/cli/{command}.md: `{line}` prints more:\n{}", rest.join("\n"));
            count += 1;
        }
    }
    assert!(count > 15, "{count} examples were found");
}
