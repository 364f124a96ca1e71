//! The commands on scenarios and parameters: presets, show, check, describe.

mod program;
use program::{column, fails_in, folder, output_in, read};
use serde_json::Value;

#[test]
fn presets_lists_every_preset_with_its_size_in_80_columns() {
    let folder = folder();
    let out = output_in(folder.path(), &["presets"]);
    assert!(out.starts_with("NAME ") && out.lines().next().unwrap().ends_with("  TITLE"), "{out}");
    for (name, _) in quelea::model::presets::PRESETS {
        assert!(out.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}: {out}");
    }
    let p5: Vec<&str> = out.lines().find(|line| line.starts_with("p5 ")).unwrap().split_whitespace().collect();
    assert_eq!(p5[1..4], ["2D", "300", "Daniel"]);
    let widest = out.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 80, "{widest}");
    assert!(out.lines().all(|line| line == line.trim_end()), "{out}");
    // Nothing of a title is lost where it is broken.
    let title = quelea::Scenario::preset("opensteer").unwrap().general.title;
    assert!(out.split_whitespace().collect::<Vec<_>>().join(" ").contains(&title), "{out}");
}

#[test]
fn presets_are_listed_as_json() {
    let folder = folder();
    let list: Value = serde_json::from_str(&output_in(folder.path(), &["presets", "--json"])).unwrap();
    let list = list.as_array().unwrap();
    assert!(list.iter().map(|preset| &preset["name"]).eq(quelea::model::presets::names()));
    let netlogo = list.iter().find(|preset| preset["name"] == "netlogo").unwrap();
    assert_eq!((&netlogo["engine"], &netlogo["boids"]), (&"reference".into(), &300.into()));
    assert_eq!((&netlogo["group"], &netlogo["dimension"]), (&"frameworks".into(), &2.into()));
    let general = quelea::Scenario::preset("netlogo").unwrap().general;
    assert_eq!((&netlogo["title"], &netlogo["source"]), (&general.title.into(), &general.source.into()));
    let found: Value = serde_json::from_str(&output_in(folder.path(), &["presets", "couzin", "--json"])).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 2);
    fails_in(folder.path(), &["presets", "foo", "--json"], 2, &["no preset matches `foo`"]);
}

#[test]
fn presets_are_listed_by_group_and_filtered_by_words() {
    let folder = folder();
    let out = output_in(folder.path(), &["presets"]);
    let lines: Vec<&str> = out.lines().collect();
    let line = |text: &str| lines.iter().position(|line| line.split("  ").next() == Some(text)).unwrap();
    let order = ["Classic boids", "p5", "Research", "vicsek", "Frameworks", "mesa"].map(line);
    assert!(order.is_sorted() && lines[order[2] - 1].is_empty(), "{out}");
    let columns = ["p5", "vicsek", "mesa"].map(|name| lines[line(name)].find("  2D  ").unwrap());
    assert!(columns.iter().all(|column| *column == columns[0]), "{out}");

    let names = |filter: &[&str]| -> Vec<String> {
        let out = output_in(folder.path(), &[&["presets"], filter].concat());
        assert!(out.starts_with("NAME"), "{out}");
        // Groups and the further lines of a title have no dimension.
        out.lines()
            .filter(|line| line.contains("  2D  ") || line.contains("  3D  "))
            .map(|line| line.split(' ').next().unwrap().into())
            .collect()
    };
    let group = |index: usize| quelea::model::presets::GROUPS[index].1.to_vec();
    assert_eq!(names(&["Classic", "BOIDS"]), group(0));
    assert_eq!(names(&["frameworks"]), group(2));
    assert_eq!(names(&["couzin"]), ["couzin2002", "couzin2005"]);
    // A word of a title or source, with a word of a group.
    assert_eq!(names(&["shiffman", "classic"])[0], "p5");
    let words = ["no preset matches `reserch`", "did you mean `research`?", "allowed:", "classic boids, research"];
    fails_in(folder.path(), &["presets", "reserch"], 2, &words);
    fails_in(folder.path(), &["presets", "couzin", "mesa"], 2, &["no preset matches `couzin mesa`"]);
}

#[test]
fn show_prints_the_file_unchanged() {
    let folder = folder();
    for (name, text) in quelea::model::presets::PRESETS {
        assert_eq!(output_in(folder.path(), &["show", name]), *text);
    }
    fails_in(folder.path(), &["show", "p6"], 2, &["`p6` is not a preset", "did you mean `p5`?"]);
}

#[test]
fn a_shown_preset_is_a_scenario_file() {
    let folder = folder();
    std::fs::write(folder.path().join("mine.toml"), output_in(folder.path(), &["show", "p5"])).unwrap();
    assert_eq!(output_in(folder.path(), &["check", "mine.toml"]), "mine.toml: valid: 300 boids in 2D, fast engine\n");
}

#[test]
fn check_names_the_file_the_line_and_the_key_of_every_issue() {
    let folder = folder();
    assert_eq!(output_in(folder.path(), &["check", "flat.toml"]), "flat.toml: valid: 40 boids in 2D, fast engine\n");
    fails_in(
        folder.path(),
        &["check", "wrong.toml"],
        2,
        &["wrong.toml:3", "did you mean `separation", "wrong.toml:4", "`perception.radius`", "allowed:"],
    );
    fails_in(folder.path(), &["check", "missing.toml"], 2, &["cannot read `missing.toml`"]);
    fails_in(folder.path(), &["check", "missing"], 2, &["not a preset", "or the path of a scenario file"]);
    fails_in(folder.path(), &["check", "."], 2, &["cannot read `.`"]);
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let folder = folder();
    std::fs::write(folder.path().join("binary.toml"), [0xff, 0xfe, 0x00]).unwrap();
    fails_in(folder.path(), &["check", "binary.toml"], 2, &["cannot read `binary.toml`"]);
}

#[test]
fn describe_lists_all_parameters_or_a_section_or_one() {
    let folder = folder();
    let rows = quelea::model::parameters();
    let all = output_in(folder.path(), &["describe"]);
    assert_eq!(all.lines().count(), rows.len() + 1);
    let section = output_in(folder.path(), &["describe", "separation"]);
    assert!(section.lines().skip(1).all(|line| line.starts_with("separation.")) && section.lines().count() > 4);
    let one = output_in(folder.path(), &["describe", "search"]);
    for word in ["How neighbours are found", "default  \"grid\"", "live", "kd-tree", "Approximate"] {
        assert!(one.contains(word), "{one}");
    }
}

#[test]
fn describe_prints_the_table_as_json() {
    let folder = folder();
    let list: Value = serde_json::from_str(&output_in(folder.path(), &["describe", "--json"])).unwrap();
    let (list, rows) = (list.as_array().unwrap(), quelea::model::parameters());
    assert_eq!(list.len(), rows.len());
    for (object, row) in list.iter().zip(&rows) {
        assert_eq!(object["path"], row.path.as_str());
        for key in ["type", "optional", "default", "unit", "meaning", "changes"] {
            assert!(!object[key].is_null(), "{key} of {}", row.path);
        }
    }
    let view = list.iter().find(|row| row["path"] == "perception.view").unwrap();
    assert_eq!((view["type"].as_str(), view["high"].as_f64()), (Some("number"), Some(360.0)));
    let engine = list.iter().find(|row| row["path"] == "engine").unwrap();
    assert_eq!(engine["choices"][0]["word"], "fast");
}

#[test]
fn describe_suggests_the_nearest_name() {
    let folder = folder();
    let words = ["neither a parameter nor a section", "did you mean `cohesion.slowing`?", "sections: space, "];
    fails_in(folder.path(), &["describe", "cohesion.slowin"], 2, &words);
    fails_in(folder.path(), &["describe", "foo"], 2, &["sections: space, ", ", species\n", "lists all parameters"]);
    // The beginning of a name, and a key without its section.
    fails_in(folder.path(), &["describe", "sep"], 2, &["did you mean `separation`?"]);
    fails_in(folder.path(), &["describe", "smoothing"], 2, &["with this key: motion.smoothing\n"]);
}

#[test]
fn describe_explains_species() {
    let folder = folder();
    let text = output_in(folder.path(), &["describe", "species"]);
    for words in ["`boid`", "[[species]]", "inherits", "relations", "  flee ", "species.hawk.", "docs/scenario.md"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // Its example is a scenario, and does what it says.
    let example: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .take_while(|line| !line.starts_with("flock "))
        .collect();
    std::fs::write(folder.path().join("two.toml"), format!("space.size = [400, 400]\n{}\n", example.join("\n")))
        .unwrap();
    assert_eq!(output_in(folder.path(), &["check", "two.toml"]), "two.toml: valid: 203 boids in 2D, fast engine\n");
    let rows: Value = serde_json::from_str(&output_in(folder.path(), &["describe", "species", "--json"])).unwrap();
    let paths: Vec<&str> = rows.as_array().unwrap().iter().map(|row| row["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"boids") && paths.contains(&"relations.NAME") && !paths.contains(&"seed"), "{paths:?}");
}

#[test]
fn describe_takes_the_paths_of_set() {
    let folder = folder();
    for (typed, path) in [
        ("species.hawk.hunt.radius", "hunt.radius"),
        ("obstacle.0.radius", "obstacle.radius"),
        ("relations.hawk", "relations"),
        ("relations", "relations.NAME"),
    ] {
        let described = output_in(folder.path(), &["describe", typed]);
        assert_eq!(described, output_in(folder.path(), &["describe", path]), "{typed}");
    }
    assert!(output_in(folder.path(), &["describe", "relations"]).contains("\n  herd "));
}

#[test]
fn units_hold_for_any_length_of_a_step() {
    let folder = folder();
    let unit = |path: &str| {
        let text = output_in(folder.path(), &["describe", path]);
        text.lines().find_map(|line| line.strip_prefix("  unit     ").map(str::to_owned)).unwrap()
    };
    assert_eq!([unit("start.speed"), unit("separation.limit")], ["length/time", "length/time²"]);
    // One boid at speed 3 for one step of a tenth of the unit of time goes 0.3, and a limit of 2 adds 0.2 to its speed.
    let text = "boids = 1\nspace.kind = 'open'\nspace.size = [9, 9]\nengine = 'reference'\nmotion.step = 0.1\n\
                motion.max_speed = 9\ngoal.position = [9, 0]\ngoal.limit = 2\ngoal.response = 'raw'\n\
                [start]\nposition = 'point'\nat = [0, 0]\nvelocity = 'direction'\nspeed = 3\n";
    std::fs::write(folder.path().join("tenth.toml"), text).unwrap();
    output_in(folder.path(), &["run", "tenth.toml", "--steps", "1", "--state-out", "s.csv", "--quiet"]);
    let state = read(folder.path(), "s.csv");
    let number = |name: &str| column(&state, name)[0].parse::<f64>().unwrap();
    assert!((number("vx") - 3.2).abs() < 1e-12 && (number("x") - 0.32).abs() < 1e-12, "{state}");
}
