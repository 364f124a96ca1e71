//! The code that a page shows is the scenario, and the Rust programs compile and run.

mod common;

use common::json;
use quelea::Scenario;
use quelea::model::presets::{PRESETS, SCENES};
use quelea_wasm::Flock;

/// Programs as the page writes them. They are compiled and run here.
mod changed {
    include!("programs/changed.rs");
    pub fn run() {
        main().unwrap();
    }
}
mod hunted {
    include!("programs/hunted.rs");
    pub fn run() {
        main().unwrap();
    }
}
mod scheduled {
    include!("programs/scheduled.rs");
    pub fn run() {
        main().unwrap();
    }
}
mod walled {
    include!("programs/walled.rs");
    pub fn run() {
        main().unwrap();
    }
}

fn code(flock: &Flock, form: &str) -> (String, bool) {
    let code = json(&flock.to_code(form).unwrap());
    (code["text"].as_str().unwrap().to_owned(), code["embedsToml"].as_bool().unwrap())
}

/// A preset with three parameters changed, of three types.
fn changed_flock() -> Flock {
    let mut flock = Flock::from_preset("p5").unwrap();
    for (path, value) in
        [("boids", "120"), ("separation.weight", "2.25"), ("space.kind", "torus"), ("space.size", "[300, 200.5]")]
    {
        flock.set(path, value).unwrap();
    }
    flock
}

/// A preset with a predator, which is a further species, and with an obstacle.
fn hunted_flock() -> Flock {
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.add_predator(&[100.0, 100.0], &[1.0, 0.0]).unwrap();
    flock.add_obstacle(&[300.0, 200.0], 30.0).unwrap();
    flock
}

/// A scenario of its own with obstacles of several shapes.
fn walled_flock() -> Flock {
    let toml = r#"
        name = "walled"
        boids = 40
        space.size = [300, 200]
        start.position = "ball"
        start.at = [50, 100]
        start.radius = 20
        avoid.method = "steer"
        [[obstacle]]
        shape = "polygon"
        points = [[90, 60], [200, 60.5], [200, 140]]
        closed = false
        thickness = 4
        [[obstacle]]
        shape = "box"
        centre = [250, 40]
        size = [20, 30]
        velocity = [0, 1]
        [[obstacle]]
        shape = "capsule"
        from = [20, 20]
        to = [60, 30]
        radius = 3
    "#;
    Flock::from_toml(toml).unwrap()
}

/// A schedule, which no short form has.
fn scheduled_flock() -> Flock {
    let toml = "name = \"scheduled\"\nboids = 30\nspace.size = [100, 100]\n[[schedule]]\npath = \"separation.weight\"\nfrom = 2\nto = 0\nevery = 50\n";
    Flock::from_toml(toml).unwrap()
}

#[test]
fn rust_programs_are_those_that_are_compiled_here() {
    for (name, flock, embeds_toml) in [
        ("changed", changed_flock(), false),
        ("hunted", hunted_flock(), false),
        ("walled", walled_flock(), false),
        ("scheduled", scheduled_flock(), true),
    ] {
        let path = format!("{}/tests/programs/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        let (text, embedded) = code(&flock, "rust");
        assert_eq!(embedded, embeds_toml, "{name}:\n{text}");
        if std::env::var_os("UPDATE_PROGRAMS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "write the new text with UPDATE_PROGRAMS=1");
    }
}

#[test]
fn rust_programs_run() {
    changed::run();
    hunted::run();
    scheduled::run();
    walled::run();
}

#[test]
fn an_unchanged_preset_is_its_name() {
    for (name, _) in PRESETS.iter().chain(SCENES) {
        let flock = Flock::from_preset(name).unwrap();
        for (form, expected) in [
            ("rust", format!("Scenario::preset({name:?})?;")),
            ("python", format!("q.Flock({name:?})")),
            ("html", format!("<quelea-flock preset=\"{name}\" inspect>")),
        ] {
            let (text, embedded) = code(&flock, form);
            assert!(text.contains(&expected) && !embedded, "{text}");
        }
    }
}

#[test]
fn python_sets_keywords_and_adds_obstacles() {
    let (text, embedded) = code(&changed_flock(), "python");
    for keyword in ["\"p5\"", "boids=120", "separation_weight=2.25", "space_kind=\"torus\"", "space_size=[300, 200.5]"]
    {
        assert!(text.contains(keyword), "{text}");
    }
    assert!(!embedded);
    let mut flock = Flock::from_preset("p5").unwrap();
    flock.add_obstacle(&[300.0, 200.0], 30.0).unwrap();
    let (text, embedded) = code(&flock, "python");
    assert!(text.contains("obstacles=[{\"centre\": [300, 200], \"radius\": 30}]") && !embedded, "{text}");
}

#[test]
fn what_python_and_html_cannot_say_shortly_is_embedded_as_toml() {
    let flock = hunted_flock();
    let (python, embedded) = code(&flock, "python");
    assert!(embedded);
    let toml = python.split("'''").nth(1).unwrap();
    assert_eq!(Scenario::from_toml(toml).unwrap().to_toml(), flock.to_toml());
    let (html, embedded) = code(&flock, "html");
    assert!(embedded);
    let toml = html.split("scenario=\"").nth(1).unwrap().split("\" inspect>").next().unwrap();
    let toml = toml.replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&");
    assert_eq!(Scenario::from_toml(&toml).unwrap().to_toml(), flock.to_toml());
}

#[test]
fn html_has_one_attribute_for_all_parameters() {
    let (text, embedded) = code(&changed_flock(), "html");
    assert!(!embedded);
    assert!(
        text.contains("set=\"space.kind=torus; space.size=[300, 200.5]; boids=120; separation.weight=2.25\""),
        "{text}"
    );
}

#[test]
fn an_unknown_form_is_refused() {
    let error = Flock::from_preset("p5").unwrap().to_code("perl").unwrap_err();
    assert!(error.contains("perl") && error.contains("rust, python, html"), "{error}");
}
