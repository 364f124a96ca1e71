//! Parameters that change during a run: their values, their errors, and that a run can stop and continue anywhere.

use quelea::model::settings::Schedule;
use quelea::{Scenario, ScenarioError, Simulation, Value};

const FLOCK: &str = "boids = 30\nsteps = 40\nspace.size = [100, 100]\nperception.radius = 20\n";

fn scheduled(schedule: &str) -> Result<Scenario, ScenarioError> {
    Scenario::from_toml(&format!("{FLOCK}[[schedule]]\n{schedule}"))
}

fn ramp_of_the_weight() -> Scenario {
    scheduled("path = 'separation.weight'\nfrom = 0\nto = 3\nevery = 10").unwrap()
}

fn number(flock: &Simulation, path: &str) -> f64 {
    flock.scenario().get(path).and_then(|value| value.as_float()).unwrap()
}

#[test]
fn a_step_is_done_with_the_value_of_its_plateau() {
    let mut flock = Simulation::new(&ramp_of_the_weight()).unwrap();
    assert_eq!(number(&flock, "separation.weight"), 0.0);
    let mut by_hand = Simulation::new(&Scenario::from_toml(FLOCK).unwrap()).unwrap();
    for step in 0..50 {
        let expected = f64::from(step / 10).min(3.0);
        by_hand.set("separation.weight", expected).unwrap();
        by_hand.step();
        flock.step();
        assert_eq!(number(&flock, "separation.weight"), expected, "step {step}");
        assert_eq!(flock.hash(), by_hand.hash(), "step {step}");
    }
}

#[test]
fn a_flock_continues_from_a_snapshot_with_the_value_it_would_have_had() {
    let text = "path = 'separation.weight'\nfrom = 0\nto = 3\nevery = 7\nback = true\nbegin = 3";
    for engine in ["fast", "reference"] {
        let scenario = scheduled(text).unwrap().with("engine", engine).unwrap();
        let mut whole = Simulation::new(&scenario).unwrap();
        let mut snapshots = Vec::new();
        for _ in 0..40 {
            snapshots.push(whole.snapshot(""));
            whole.step();
        }
        for (step, bytes) in snapshots.iter().enumerate() {
            let mut rest = Simulation::from_snapshot(bytes).unwrap();
            rest.run(40 - step as u64);
            assert_eq!(rest.hash(), whole.hash(), "{engine}, from step {step}");
            // As the program does it: the scenario of the start and a later state.
            let state = quelea::Snapshot::read(bytes).unwrap().state;
            let mut rest = Simulation::from_state(&scenario, state).unwrap();
            rest.run(40 - step as u64);
            assert_eq!(rest.hash(), whole.hash(), "{engine}, from step {step}");
        }
    }
}

#[test]
fn a_loop_of_zones_is_checked_with_all_its_radii_at_once() {
    // Couzin's loop: the zone of alignment grows, and that of cohesion begins where it ends. Each radius on its own
    // would pass the outer radius of the present scenario.
    let text = "steps = 60\nspace.size = [200, 200]\n[separation]\nradius = 1\n[perception]\nradius = 5\n\
        [alignment]\nradius = 2\n[cohesion]\ninner_radius = 2\nradius = 5\n";
    let schedule = |path: &str, from: f64, to: f64| Schedule::ramp(path, from, to, 10).and_back();
    let zones = [
        schedule("alignment.radius", 2.0, 12.0),
        schedule("cohesion.inner_radius", 2.0, 12.0),
        schedule("cohesion.radius", 5.0, 15.0),
        schedule("perception.radius", 5.0, 15.0),
    ];
    let mut scenario = Scenario::from_toml(text).unwrap();
    scenario.schedule = zones.to_vec();
    scenario.validate().unwrap();
    let mut flock = Simulation::new(&scenario).unwrap();
    let mut widest: f64 = 0.0;
    for _ in 0..60 {
        flock.step();
        assert_eq!(number(&flock, "alignment.radius"), number(&flock, "cohesion.inner_radius"));
        widest = widest.max(number(&flock, "alignment.radius"));
    }
    assert_eq!((widest, number(&flock, "alignment.radius")), (12.0, 2.0));

    scenario.schedule.truncate(2);
    let error = scenario.validate().unwrap_err().to_string();
    assert!(error.starts_with("`schedule.1` is not valid from step 10 on: `cohesion.inner_radius` is 7"), "{error}");
    assert!(error.contains("allowed: less than 5"), "{error}");
}

#[test]
fn schedules_survive_writing_and_reading_and_can_be_built() {
    let text = "path = 'species.hawk.hunt.weight'\nfrom = 0.5\nto = 2\nevery = 3\nbegin = 5\nsteps = 20\nback = true\n\
        [[schedule]]\npath = 'noise.strength'\nfrom = 1\nto = 0\nevery = 40\n\
        [[species]]\nname = 'hawk'\nboids = 2\nrelations.boid = 'hunt'";
    let scenario = scheduled(text).unwrap();
    // The noise of the hawk follows, too.
    assert_eq!(scenario.schedule.len(), 3);
    assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    let built = Scenario::builder()
        .set("boids", 30)
        .set("steps", 40)
        .set("space.size", [100, 100])
        .set("perception.radius", 20)
        .species("hawk", |hawk| hawk.set("boids", 2).set("relations.boid", "hunt"))
        .schedule(Schedule::ramp("species.hawk.hunt.weight", 0.5, 2.0, 3).and_back().during(5, 20))
        .schedule(Schedule::ramp("noise.strength", 1.0, 0.0, 40))
        .build();
    assert_eq!(built.unwrap(), scenario);
    let inline = "schedule = [{ path = 'noise.strength', from = 1, to = 0, every = 40 }]\n";
    assert_eq!(Scenario::from_toml(&format!("{FLOCK}{inline}")).unwrap().schedule, scenario.schedule[1..2]);
    let changed = scenario.clone().with("schedule.1.every", 4).unwrap();
    assert_eq!(changed.get("schedule.1.every"), Some(Value::from(4)));
}

#[test]
fn one_parameter_can_have_one_schedule_after_another() {
    let text = "path = 'separation.weight'\nfrom = 1\nto = 2\nevery = 5\nsteps = 10\n\
        [[schedule]]\npath = 'species.boid.separation.weight'\nfrom = 5\nto = 6\nevery = 5\nbegin = 20\nsteps = 10\n";
    let scenario = scheduled(text).unwrap();
    assert_eq!(scenario.scheduled_paths(), ["separation.weight"]);
    let weight = |step| scenario.at_step(step).get("separation.weight").unwrap().as_float().unwrap();
    assert_eq!([0, 5, 19, 20, 25, 99].map(weight), [1.0, 2.0, 2.0, 5.0, 6.0, 6.0]);
}

#[test]
fn a_scheduled_parameter_cannot_be_set_but_its_schedule_can() {
    let mut flock = Simulation::new(&ramp_of_the_weight()).unwrap();
    flock.run(15);
    let error = flock.set("separation.weight", 2.0).unwrap_err().to_string();
    assert!(error.contains("`separation.weight` follows a schedule"), "{error}");
    flock.set("cohesion.weight", 0.5).unwrap();
    flock.set("schedule.0.to", 30.0).unwrap();
    assert_eq!(number(&flock, "separation.weight"), 10.0);
    // What would only fail later fails now.
    let error = flock.set("schedule.0.to", 1e8).unwrap_err().to_string();
    assert!(error.contains("`schedule.0.to` 100000000 is out of range"), "{error}");
    let mut plain = flock.scenario().clone();
    plain.schedule.clear();
    flock.change(plain).unwrap();
    flock.set("separation.weight", 2.0).unwrap();
    flock.run(20);
    assert_eq!(number(&flock, "separation.weight"), 2.0);
}

/// The message about a schedule, which must name this line of the file.
fn refused(schedule: &str, line: usize) -> String {
    let error = scheduled(schedule).unwrap_err().to_string();
    assert!(error.starts_with(&format!("line {line}: ")) && error.contains("allowed: "), "{error}");
    error
}

#[test]
fn what_is_wrong_with_a_schedule_is_said_with_line_and_key() {
    let ramp = |path: &str| format!("path = '{path}'\nfrom = 1\nto = 2\nevery = 10\n");
    let cases = [
        ("boids", "`schedule.0.path` is \"boids\", which cannot change while the flock runs"),
        ("noise.strenght", "is \"noise.strenght\", which is not a key; did you mean `noise.strength`?"),
        ("noise", "is \"noise\", which is a section, not a key"),
        ("space.kind", "is \"space.kind\", which cannot change while the flock runs"),
        ("search", "is \"search\", which is not a number"),
        ("relations.boid", "is \"relations.boid\", which is not a number"),
        ("steps", "is \"steps\", which cannot follow a schedule"),
        ("schedule.0.to", "is \"schedule.0.to\", which cannot follow a schedule"),
        ("species.hawk.body", "is \"species.hawk.body\", which names a species that does not exist"),
        ("obstacle.0.radius", "is \"obstacle.0.radius\", which names an obstacle that does not exist"),
        ("", "`schedule.0.path` is missing"),
    ];
    for (path, message) in cases {
        let error = refused(&ramp(path), 6);
        assert!(error.contains(message), "{error}");
    }
    let with = |lines: &str| format!("path = 'noise.strength'\n{lines}");
    let cases = [
        ("to = 1\nevery = 10", 5, "`schedule.0.from` is missing"),
        ("from = 1\nevery = 10", 5, "`schedule.0.to` is missing"),
        ("from = 1\nto = 2", 5, "`schedule.0.every` is missing"),
        ("from = 1\nto = -2\nevery = 10", 8, "`schedule.0.to` -2 is out of range"),
        ("from = 1\nto = 2\nevery = 0", 9, "`schedule.0.every` 0 is out of range"),
        ("from = 1\nto = 2\nevery = 1.5", 9, "`schedule.0.every` 1.5 is not a whole number"),
        ("from = 'a'\nto = 2\nevery = 1", 7, "`schedule.0.from` \"a\" is not of the right type"),
        ("from = 1\nto = 2\nevery = 1\nbegin = 40", 10, "`schedule.0.begin` leaves no step of the 40"),
        ("from = 1\nto = 2\nevery = 1\nsteps = 10001", 9, "`schedule.0.every` makes 10001 plateaus"),
        ("from = 1\nto = 2\nevry = 1", 9, "`schedule.0.evry` is not a key; did you mean `schedule.0.every`?"),
    ];
    for (lines, line, message) in cases {
        let error = refused(&with(lines), line);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_second_schedule_of_one_parameter_at_the_same_time_is_refused() {
    let two = |begin: u64| {
        format!(
            "path = 'noise.strength'\nfrom = 0\nto = 1\nevery = 5\nsteps = 20\n[[schedule]]\n\
             path = 'species.boid.noise.strength'\nfrom = 0\nto = 1\nevery = 5\nbegin = {begin}\nsteps = 5"
        )
    };
    assert!(scheduled(&two(20)).is_ok());
    for begin in [0, 19] {
        let error = refused(&two(begin), 11);
        assert!(error.contains("`schedule.1` is a second schedule of `species.boid.noise.strength`"), "{error}");
    }
}

#[test]
fn a_whole_number_needs_whole_plateaus() {
    let ramp = |every: u64| format!("path = 'perception.neighbours'\nfrom = 1\nto = 5\nevery = {every}");
    let mut flock = Simulation::new(&scheduled(&ramp(8)).unwrap()).unwrap();
    flock.run(20);
    assert_eq!(number(&flock, "perception.neighbours"), 3.0);
    let error = refused(&ramp(10), 5);
    assert!(error.contains("`schedule.0` is not valid from step 10 on: `perception.neighbours` 2.33"), "{error}");
}

#[test]
fn a_value_that_a_schedule_would_replace_is_refused_as_an_override() {
    let text = format!("{FLOCK}[[schedule]]\npath = 'separation.weight'\nfrom = 0\nto = 3\nevery = 10\n");
    let error = Scenario::from_named_toml_with("a.toml", &text, ["separation.weight=1"]).unwrap_err();
    assert_eq!(error.file, None);
    assert!(error.to_string().contains("`separation.weight` follows a schedule"), "{error}");
    let other = Scenario::from_named_toml_with("a.toml", &text, ["schedule.0.to=5", "cohesion.weight=1"]).unwrap();
    assert_eq!(other.schedule[0].to, Some(5.0));
}

#[test]
fn ramps_join_the_schedules_of_a_file_and_their_errors_name_them() {
    let text = format!("{FLOCK}[[schedule]]\npath = 'separation.weight'\nfrom = 0\nto = 3\nevery = 10\n");
    let read = |ramp: &str| Scenario::from_named_toml_with_ramps("a.toml", &text, [], &[ramp.parse().unwrap()]);
    let scenario = read("noise.strength=0:1:20:back").unwrap();
    assert_eq!(scenario.schedule[1], Schedule::ramp("noise.strength", 0.0, 1.0, 20).and_back());
    for (ramp, message) in [
        ("boids=1:2:3", "`--ramp boids` cannot change while the flock runs"),
        ("noise.strength=0:-1:5", "`--ramp noise.strength` -1 is out of range"),
        ("separation.weight=0:1:5", "`--ramp separation.weight` is a second schedule of `separation.weight`"),
    ] {
        let error = read(ramp).unwrap_err();
        assert!(error.file.is_none() && error.to_string().contains(message), "{error}");
    }
}

#[test]
fn species_that_inherit_a_parameter_follow_its_schedule() {
    let read = |text: String| Scenario::from_toml(&format!("{FLOCK}{text}"));
    let schedule = "[[schedule]]\npath = 'noise.strength'\nfrom = 0\nto = 3\nevery = 10\n";
    let species = "[[species]]\nname = 'heir'\n[[species]]\nname = 'other'\nnoise.strength = 0.5\n";
    let scenario = read(format!("{schedule}{species}")).unwrap();
    let paths: Vec<&str> = scenario.schedule.iter().map(|schedule| schedule.path.as_str()).collect();
    assert_eq!(paths, ["noise.strength", "species.heir.noise.strength"]);
    assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    // One after the other, and one of its own.
    let more = schedule.replace("every = 10", "every = 10\nbegin = 20") + species;
    let first = schedule.replace("every = 10", "every = 10\nsteps = 20");
    assert_eq!(read(format!("{first}{more}")).unwrap().schedule.len(), 4);
    let own = schedule.replace("noise", "species.heir.noise");
    assert_eq!(read(format!("{schedule}{own}{species}")).unwrap().schedule.len(), 2);
    // What is wrong with a copy is wrong with what the user wrote.
    let error = read(format!("{}{species}", schedule.replace("to = 3", "to = -3"))).unwrap_err();
    assert!(error.issues.iter().all(|issue| issue.key == "schedule.0.to"), "{error}");
}

#[test]
fn the_schedule_that_makes_a_scenario_invalid_is_blamed() {
    let read = |text: String| Scenario::from_toml(&format!("{FLOCK}{text}"));
    let noise = "[[schedule]]\npath = 'noise.strength'\nfrom = 0\nto = 3\nevery = 10\n";
    let zone = "[[schedule]]\npath = 'alignment.radius'\nfrom = 9\nto = 1\nevery = 10\n";
    let error = read(format!("[alignment]\ninner_radius = 2\n{noise}{zone}")).unwrap_err().to_string();
    assert!(error.contains("`schedule.1` is not valid"), "{error}");
}
