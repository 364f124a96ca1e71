//! The commands on scenarios and parameters: presets, show, check, describe.

mod program;
use program::{fails_in, folder, output_in};
use serde_json::Value;

#[test]
fn presets_lists_every_preset_with_its_size() {
    let folder = folder();
    let out = output_in(folder.path(), &["presets"]);
    for word in ["NAME", "DIM", "BOIDS", "ENGINE", "TITLE", "SOURCE"] {
        assert!(out.lines().next().unwrap().contains(word), "{out}");
    }
    for (name, _) in quelea::model::presets::PRESETS {
        assert!(out.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}: {out}");
    }
    let p5: Vec<&str> = out.lines().find(|line| line.starts_with("p5 ")).unwrap().split_whitespace().collect();
    assert_eq!(p5[1..4], ["2D", "300", "fast"]);
}

#[test]
fn presets_are_listed_by_group_and_filtered_by_words() {
    let folder = folder();
    let out = output_in(folder.path(), &["presets"]);
    let lines: Vec<&str> = out.lines().collect();
    let line = |text: &str| lines.iter().position(|line| line.split("  ").next() == Some(text)).unwrap();
    let order = ["Classic boids", "p5", "Research", "vicsek", "Frameworks", "mesa"].map(line);
    assert!(order.is_sorted() && lines[order[2] - 1].is_empty(), "{out}");
    let columns = ["p5", "vicsek", "mesa"].map(|name| lines[line(name)].find(" fast ").unwrap());
    assert!(columns.iter().all(|column| *column == columns[0]), "{out}");

    let names = |filter: &[&str]| -> Vec<String> {
        let out = output_in(folder.path(), &[&["presets"], filter].concat());
        assert!(out.starts_with("NAME"), "{out}");
        out.lines()
            .filter(|line| line.contains("  "))
            .skip(1)
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
}
