//! `quelea describe --schema`: the schema accepts what `quelea check` accepts, and refuses unknown keys, wrong types
//! and numbers out of range as it does.

mod program;
use jsonschema::Validator;
use program::{call_in, fails_in, folder, output_in, read};
use quelea::model::{ParameterType, parameters};
use serde_json::Value;
use std::path::Path;

fn schema(folder: &Path) -> Value {
    serde_json::from_str(&output_in(folder, &["describe", "--schema"])).unwrap()
}

fn validator(folder: &Path) -> Validator {
    jsonschema::validator_for(&schema(folder)).unwrap()
}

fn errors(validator: &Validator, text: &str) -> Vec<String> {
    let scenario: Value = toml::from_str(text).unwrap();
    validator.iter_errors(&scenario).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// The TOML in the code blocks of a page.
fn toml_blocks(page: &str) -> impl Iterator<Item = &str> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("toml\n"))
}

#[test]
fn every_valid_scenario_satisfies_the_schema() {
    let folder = folder();
    let validator = validator(folder.path());
    let mut scenarios: Vec<(String, String)> =
        quelea::model::presets::PRESETS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/../quelea/scenarios/scenes");
    for scene in std::fs::read_dir(scenes).unwrap() {
        let path = scene.unwrap().path();
        scenarios.push((path.display().to_string(), std::fs::read_to_string(path).unwrap()));
    }
    for name in ["flat.toml", "solid.toml", "hawks.toml", "quirk.toml"] {
        scenarios.push((name.to_owned(), read(folder.path(), name)));
    }
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scenario.md")).unwrap();
    scenarios.extend(toml_blocks(&page).map(|text| ("docs/scenario.md".to_owned(), text.to_owned())));
    // What the library writes, with every key.
    for (name, _) in quelea::model::presets::PRESETS {
        scenarios.push((format!("{name}, written"), quelea::Scenario::preset(name).unwrap().to_toml()));
    }
    for (name, text) in &scenarios {
        assert_eq!(errors(&validator, text), Vec::<String>::new(), "{name}");
    }
    assert!(scenarios.len() > 80, "{}", scenarios.len());
}

#[test]
fn what_check_refuses_for_a_key_a_type_or_a_range_does_not_satisfy_the_schema() {
    let folder = folder();
    let validator = validator(folder.path());
    for (line, place) in [
        ("seperation.radius = 3", ""),
        ("separation.radus = 3", "/separation"),
        ("[perception.radius]\nlow = 1", "/perception/radius"),
        ("[[species]]\nname = 'hawk'\nseed = 3", "/species/0"),
        ("[[species]]\nboids = 3", "/species/0"),
        ("[[species]]\nname = 'hawk'\n[species.hunt]\nspan = 2", "/species/0/hunt"),
        ("[[obstacle]]\ncentre = [9, 9]\nbounce = true", "/obstacle/0"),
        ("[[schedule]]\npath = 'boids'\nuntil = 9", "/schedule/0"),
        ("obstacle = 3", "/obstacle"),
        ("boids = 'many'", "/boids"),
        ("boids = 1.5", "/boids"),
        ("boids = -1", "/boids"),
        ("dimension = 4", "/dimension"),
        ("perception.radius = -1", "/perception/radius"),
        ("perception.view = 361", "/perception/view"),
        ("perception.directed = 1", "/perception/directed"),
        ("perception.edges = [[0, 1, 2]]", "/perception/edges/0"),
        ("search = 'Grid'", "/search"),
        ("name = 3", "/name"),
        ("motion.order = ['separate']", "/motion/order/0"),
        ("start.at = [1, 'x']", "/start/at/1"),
        ("space.origin = [0, 1e7]", "/space/origin/1"),
        ("goal.waypoints = [1, 2]", "/goal/waypoints/0"),
        ("relations.hawk = 'eat'\n[[species]]\nname = 'hawk'", "/relations/hawk"),
    ] {
        // Valid but for the line.
        let text = format!("space.size = [100, 100]\n{line}\n");
        std::fs::write(folder.path().join("one.toml"), &text).unwrap();
        assert_eq!(call_in(folder.path(), &["check", "one.toml"]).code, 2, "{text}");
        let errors = errors(&validator, &text);
        assert!(errors.iter().any(|error| error.starts_with(&format!("{place}: "))), "{text}: {errors:?}");
    }
}

#[test]
fn the_schema_has_every_parameter_with_its_range_its_default_and_its_words() {
    // The program has more engines than the library.
    #[cfg(feature = "gpu")]
    quelea_gpu::register();
    let folder = folder();
    let schema = schema(folder.path());
    assert_eq!(schema["additionalProperties"], false);
    for row in parameters().iter().filter(|row| row.path != "relations.NAME") {
        let place = row.path.replace("obstacle.", "obstacle.items.").replace("schedule.", "schedule.items.");
        let mut found = &schema;
        for part in place.split('.') {
            found = if part == "items" { &found["items"] } else { &found["properties"][part] };
        }
        assert!(found["description"].as_str().unwrap().starts_with(&row.description), "{}", row.path);
        match row.value_type {
            ParameterType::Number(low, high) | ParameterType::Integer(low, high) => {
                assert_eq!((found["minimum"].as_f64(), found["maximum"].as_f64()), (Some(low), Some(high)));
            }
            ParameterType::Choice(choices) => {
                let words = found["enum"].as_array().unwrap();
                assert!(words.iter().eq(choices.iter().map(|(word, _)| *word)), "{}", row.path);
            }
            _ => {}
        }
        assert_eq!(found["default"].is_null(), row.default.is_empty(), "{}: {found}", row.path);
    }
    // A further species inherits: what it leaves out is not the default.
    assert!(
        schema["properties"]["species"]["items"]["properties"]["motion"]["properties"]["step"]["default"].is_null()
    );
    fails_in(folder.path(), &["describe", "--schema", "boids"], 2, &["--schema", "cannot be used with"]);
    fails_in(folder.path(), &["describe", "--schema", "--json"], 2, &["--schema", "cannot be used with"]);
}
