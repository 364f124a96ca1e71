//! Scenarios are read, refused and written as a user would expect.

use proptest::prelude::*;
use quelea::model::parameters;
use quelea::model::presets::PRESETS;
use quelea::{Scenario, State};

/// The error message for a file that is not valid.
fn message(text: &str) -> String {
    Scenario::from_named_toml("flock.toml", text).expect_err("this file is not valid").to_string()
}

const TORUS: &str = "boids = 100\n[space]\nkind = \"torus\"\nsize = [100, 100]\n";

#[test]
fn every_preset_is_valid_and_survives_writing_and_reading() {
    for (name, _) in PRESETS {
        let scenario = Scenario::preset(name).unwrap();
        assert_eq!(scenario.general.name, *name);
        assert!(!scenario.general.title.is_empty() && !scenario.general.source.is_empty(), "{name} says what it is");
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario, "{name}:\n{}", scenario.to_toml());
    }
}

#[test]
fn an_unknown_key_is_refused_with_file_line_and_a_suggestion() {
    let text = format!("{TORUS}[separation]\nradus = 30\n");
    let message = message(&text);
    assert!(
        message.starts_with("flock.toml:6: `separation.radus` is not a key; did you mean `separation.radius`?"),
        "{message}"
    );
    assert!(message.contains("weight, radius, inner_radius, view, falloff"), "{message}");
}

#[test]
fn every_invalid_value_is_refused_with_its_line_and_what_is_allowed() {
    let cases: &[(&str, &str)] = &[
        ("boids = \"many\"\n", "flock.toml:1: `boids` \"many\" is not of the right type\n  allowed: a whole number"),
        ("dimension = 4\n", "`dimension` 4 is out of range\n  allowed: a whole number from 2 to 3"),
        ("boids = -1\n", "`boids` -1 is out of range\n  allowed: a whole number from 0 to 1e13"),
        ("seed = 1.5\n", "`seed` 1.5 is not a whole number"),
        ("boids = 20_000_000_000_000\n", "is out of range\n  allowed: a whole number from 0 to 1e13"),
        ("seed = 9_000_000_000_000_001\n", "is out of range\n  allowed: a whole number from 0 to 9e15"),
        ("steps = 2_000_000_000_000_000\n", "is out of range\n  allowed: a whole number from 0 to 1e15"),
        ("perception.neighbours = 0\n", "is out of range\n  allowed: a whole number from 1 to 4e9"),
        ("motion.max_force = 2e9\n", "is out of range\n  allowed: a number from 0 to 1e9"),
        (
            "search = \"everyone\"\n",
            "`search` \"everyone\" is not one of the allowed words\n  \
             allowed: one of \"brute\", \"grid\", \"kd-tree\", \"representative\"",
        ),
        ("search = \"Grid\"\n", "`search` \"Grid\" is not one of the allowed words; did you mean `grid`?\n  allowed:"),
        ("search = \"KDTREE\"\n", "did you mean `kd-tree`?"),
        ("search = 3\n", "`search` 3 is not of the right type\n  allowed: one of"),
        ("relations.boid = \"eat\"\n", "`relations.boid` \"eat\" is not one of the allowed words\n  allowed: one of"),
        ("relations.boid = \"hunts\"\n", "is not one of the allowed words; did you mean `hunt`?"),
        ("boids = 100\n", "`space.size` is missing"),
        ("[space]\nkind = \"torus\"\nsize = [100]\n", "flock.toml:3: `space.size` has 1 numbers\n  allowed: 2 numbers"),
        (
            "[perception]\nradius = 60\n[space]\nsize = [100, 300]\n",
            "flock.toml:2: `perception.radius` is 60, more than half the torus",
        ),
        (
            "boids = 10\n[space]\nsize = [300, 300]\n[perception]\nkind = \"nearest\"\nneighbours = 10\n",
            "flock.toml:6: `perception.neighbours` asks for 10 neighbours in a flock of 10\n  allowed: at most 9",
        ),
        (
            "boids = 3\n[space]\nkind = \"open\"\n[perception]\nkind = \"friends\"\nedges = [[0, 1], [2, 3]]\n",
            "flock.toml:6: `perception.edges` names boid 3, which does not exist\n  allowed: ids below 3",
        ),
        (
            "[space]\nkind = \"open\"\n[motion]\norder = [\"seperation\"]\n",
            "names `seperation`, which does not exist; did you mean `separation`?",
        ),
        (
            "[space]\nkind = \"open\"\n[relations]\npredater = \"flee\"\n[[species]]\nname = \"predator\"\n",
            "flock.toml:4: `relations.predater` names a species that does not exist; did you mean `predator`?",
        ),
        ("[space]\nkind = \"open\"\n[[species]]\nboids = 3\n", "`species.name` is missing"),
        ("[space]\nkind = \"open\"\n[[species]]\nname = \"boid\"\n", "is a second species of that name"),
        ("[space]\nkind = \"open\"\n[motion]\ncombine = \"budget-of-sum\"\n", "`motion.max_force` is missing"),
        ("[space]\nkind = \"open\"\n[reference]\nquirks = [\"jyanar-limit\"]\n", "needs the reference engine"),
        ("[space\n", "flock.toml:1: not valid TOML"),
        ("species = 3\n", "`species` is not a list of tables\n  allowed: [[species]] before each one"),
        ("[space.kind]\nx = 1\n", "is not a key"),
        ("space = 3\n", "flock.toml:1: `space` is a section, not a key\n  allowed: space.kind, space.size, "),
        (
            "perception = [1, 2]\n",
            "`perception` is a section, not a key\n  allowed: perception.kind, perception.radius, ",
        ),
        ("relations = 3\n", "is a section, not a key\n  allowed: relations.NAME, or below a line [relations]"),
        (
            "obstacle = [{ centre = [1, 1] }, 3]\n",
            "flock.toml:1: `obstacle` is not a list of tables\n  allowed: [[obstacle]] before each one, or obstacle = [{",
        ),
        (
            "space.kind = \"open\"\nobstacle = [\n  { centre = [1, 1] },\n  { centre = [1] },\n]\n",
            "flock.toml:4: `obstacle.1.centre` has 1 number",
        ),
        ("species = [{ boids = 3 }]\n", "flock.toml:1: `species.name` is missing"),
        (
            "space.kind = \"open\"\n[[species]]\nname = \"a.b\"\n",
            "flock.toml:3: `species.a.b` has a name, \"a.b\", that --set could not reach\n  allowed: letters, digits,",
        ),
        ("space.kind = \"open\"\n[[species]]\nname = \"\"\n", "flock.toml:3: `species.` has a name, \"\", that"),
        ("space.kind = \"open\"\n[[species]]\nname = \"a b\"\n", "has a name, \"a b\", that --set could not reach"),
        ("[[species]]\nname = \"hawk\"\nhunt = 3\n", "flock.toml:3: `species.hawk.hunt` is a section, not a key\n"),
        ("[seperation]\n", "flock.toml:1: `seperation` is not a key; did you mean `separation`?\n  allowed: name, "),
        ("[seperation]\nlimit = 1\n", "did you mean `separation.limit`?\n  allowed: the sections space, pointer, "),
        ("[[species]]\nname = \"hawk\"\nspace.size = [9]\n", "is not a key; did you mean `species.hawk.flow.size`?"),
    ];
    for (text, expected) in cases {
        let message = message(text);
        assert!(message.contains(expected), "for\n{text}\nthe message is\n{message}\nand not\n{expected}");
    }
}

#[test]
fn obstacles_and_species_may_be_inline_tables() {
    let long =
        "space.kind = 'open'\n[[obstacle]]\ncentre = [10, 10]\n[[species]]\nname = 'grey-hawk_2'\nhunt.weight = 2\n";
    let short = "space.kind = 'open'\nobstacle = [{ centre = [10, 10] }]\n\
                 species = [{ name = 'grey-hawk_2', hunt = { weight = 2 } }]\n";
    assert_eq!(Scenario::from_toml(short).unwrap(), Scenario::from_toml(long).unwrap());
    assert!(Scenario::from_toml("space.kind = 'open'\nobstacle = []\n").unwrap().obstacles.is_empty());
}

#[test]
fn radii_of_hunt_and_flee_are_limited_to_half_the_torus_only_where_they_are_used() {
    let torus = |relation: &str, rule: &str| {
        let hawks = format!("[[species]]\nname = \"hawk\"\n{rule}\n[species.relations]\nboid = \"{relation}\"\n");
        format!("perception.radius = 30\n[space]\nsize = [80, 80]\n{hawks}")
    };
    // The others keep the default, 50, and never use it.
    for relation in ["hunt", "flee"] {
        Scenario::from_toml(&torus(relation, &format!("{relation}.radius = 30"))).unwrap();
        let message = message(&torus(relation, ""));
        let expected = format!("flock.toml:5: `species.hawk.{relation}.radius` is 50, more than half the torus");
        assert!(message.starts_with(&expected) && message.lines().count() == 2, "{message}");
    }
}

#[test]
fn every_error_in_a_file_is_reported_at_once_in_its_order() {
    let text = "boids = \"x\"\nseeed = 3\n[separation]\nweight = -1\n";
    let lines: Vec<String> =
        message(text).lines().filter(|line| line.starts_with("flock.toml")).map(String::from).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines[0].starts_with("flock.toml:1")
            && lines[1].starts_with("flock.toml:2")
            && lines[2].starts_with("flock.toml:4")
    );
}

#[test]
fn unset_restores_what_a_file_that_leaves_a_parameter_out_would_mean() {
    let mut scenario = Scenario::preset("veldic").unwrap();
    scenario.override_with(["seed=7", "obstacle.0.radius=5", "species.predator.motion.damping=0.5"]).unwrap();
    for path in ["seed", "obstacle.0.radius", "species.predator.motion.damping"] {
        scenario.unset(path).unwrap();
    }
    assert_eq!((scenario.general.seed, scenario.obstacles[0].radius), (1, 1.0));
    let damping = scenario.species[0].settings.motion.damping;
    assert_eq!(scenario.species[1].settings.motion.damping, damping);
    for (path, expected) in [
        ("sed", "did you mean `seed`?"),
        ("obstacle.9.radius", "names an obstacle that does not exist"),
        ("species.predetor.boids", "did you mean `predator`?"),
    ] {
        let error = scenario.unset(path).unwrap_err().to_string();
        assert!(error.contains(expected), "{path}: {error}");
    }
}

#[test]
fn overrides_change_one_parameter_and_are_refused_like_a_file() {
    let mut scenario = Scenario::preset("veldic").unwrap();
    scenario
        .override_with([
            "search=kd-tree",
            "species.predator.motion.max_speed=3",
            "obstacle.0.radius = 5",
            "relations.predator=ignore",
        ])
        .unwrap();
    assert_eq!(scenario.get("search").unwrap().as_str(), Some("kd-tree"));
    assert_eq!(scenario.species[1].settings.motion.max_speed, 3.0);
    assert_eq!(scenario.obstacles[0].radius, 5.0);
    let before = scenario.clone();
    for (change, expected) in [
        ("boids", "has no `=`"),
        ("separation.radus=3", "did you mean `separation.radius`?"),
        ("species.predetor.boids=3", "names a species that does not exist; did you mean `predator`?"),
        ("obstacle.9.radius=3", "names an obstacle that does not exist"),
        ("obstacle=3", "`obstacle` is a section, not a key\n  allowed: obstacle.N.shape, obstacle.N.centre, "),
        ("species=3", "is a section, not a key\n  allowed: species.NAME.boids, species.NAME.body"),
        ("species.predator=3", "is a section, not a key\n  allowed: species.predator.boids, species.predator.body"),
        ("=3", "is not a key"),
        ("perception.view=400", "allowed: a number from 0 to 360"),
    ] {
        let error = scenario.override_with([change]).unwrap_err().to_string();
        assert!(error.contains(expected), "{change}: {error}");
        assert_eq!(scenario, before, "a refused change changes nothing");
    }
}

#[test]
fn overrides_that_are_only_valid_together_can_be_made_together() {
    let mut scenario = Scenario::from_toml(TORUS).unwrap();
    assert!(scenario.override_with(["perception.radius=80"]).is_err());
    scenario.override_with(["perception.radius=80", "space.size=[200, 200]"]).unwrap();
}

#[test]
fn overrides_supply_what_a_file_lacks_and_correct_what_it_has_wrong() {
    let with = |text: &str, changes: &[&str]| {
        Scenario::from_named_toml_with("flock.toml", text, changes.iter().copied())
            .map_err(|error| (error.file.clone(), error.to_string()))
    };
    assert_eq!(with("boids = 7\n", &["space.size=[100, 100]"]).unwrap().boids(), 7);
    assert_eq!(with("boids = 'x'\nspace.kind = 'open'\n", &["boids=3"]).unwrap().boids(), 3);
    // The remaining errors say whether they are in the file or in the overrides.
    let (file, message) = with("boids = 7\nseperation.radius = 1\n", &["space.size=[100, 100]"]).unwrap_err();
    assert_eq!(file.as_deref(), Some("flock.toml"));
    assert!(message.starts_with("flock.toml:2: `seperation.radius` is not a key"), "{message}");
    let (file, message) = with(TORUS, &["space.size=[100]"]).unwrap_err();
    assert_eq!(file, None);
    assert!(message.starts_with("`space.size` has 1 numbers"), "{message}");
    let (file, message) = with(TORUS, &["boids"]).unwrap_err();
    assert!(file.is_none() && message.contains("has no `=`"), "{message}");
}

#[test]
fn overrides_are_inherited_as_if_they_were_in_the_file() {
    let text =
        "space.size = [100, 100]\n[[species]]\nname = 'heir'\n[[species]]\nname = 'other'\nnoise.strength = 0.5\n";
    let read = |overrides: &[&str]| Scenario::from_named_toml_with("a.toml", text, overrides.iter().copied()).unwrap();
    let noises = |scenario: &Scenario| scenario.species.iter().map(|s| s.settings.noise.strength).collect::<Vec<_>>();
    assert_eq!(noises(&read(&["noise.strength=2"])), [2.0, 2.0, 0.5]);
    assert_eq!(noises(&read(&["species.boid.noise.strength=2"])), [2.0, 0.0, 0.5]);
    assert_eq!(noises(&read(&["species.heir.noise.strength=1", "noise.strength=2"])), [2.0, 1.0, 0.5]);
    // Also what the first species leaves out, but not relations.
    let scenario = read(&["separation.radius=7", "relations.other=avoid"]);
    assert!(scenario.species.iter().all(|species| species.settings.separation.radius == Some(7.0)));
    assert_eq!(scenario.species[1].relations.len(), 0);
    // The same as a file that says so.
    assert_eq!(read(&["noise.strength=2"]), Scenario::from_toml(&format!("noise.strength = 2\n{text}")).unwrap());
}

#[test]
fn the_parameter_table_lists_the_relations_between_species() {
    let table = parameters();
    let row = table.iter().find(|row| row.path == "relations.NAME").unwrap();
    assert!(row.value_type.to_string().contains("\"hunt\""), "{}", row.value_type);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Valid files with random edits.
    #[test]
    fn no_file_makes_the_reader_panic(
        preset in 0..PRESETS.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, "[\\PC\\n]{0,12}"), 1..6),
    ) {
        let mut text = PRESETS[preset].1.to_owned();
        for (at, length, inserted) in edits {
            let floor = |mut index: usize, text: &str| { while !text.is_char_boundary(index) { index -= 1; } index };
            let start = floor(at.index(text.len() + 1), &text);
            let end = floor((start + length).min(text.len()), &text);
            text.replace_range(start..end.max(start), &inserted);
        }
        if let Ok(scenario) = Scenario::from_toml(&text) {
            prop_assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
        }
    }

    #[test]
    fn no_table_makes_the_reader_panic(text in "(id,x,y,vx,vy,species\\n)?[-0-9a-z,.\\n]{0,200}") {
        let _ = State::from_csv(2, &text);
        let _ = State::from_csv(3, &text);
    }
}
