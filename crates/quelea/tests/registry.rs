//! An engine from another crate is registered once and then used like the built-in ones.

use quelea::engine::{Neighbour, Precision, RuleForce};
use quelea::registry::{EngineEntry, register};
use quelea::{
    Engine, EngineInfo, EngineName, FlockView, Reference, Scenario, ScenarioError, Simulation, StartError, State,
};

/// An engine that leaves the work to the reference. It runs in 2D only.
struct Echo {
    flock: Reference<2>,
}

impl Engine for Echo {
    fn step(&mut self) {
        self.flock.step();
    }
    fn steps(&self) -> u64 {
        self.flock.steps()
    }
    fn scenario(&self) -> &Scenario {
        self.flock.scenario()
    }
    fn view(&self) -> FlockView<'_> {
        self.flock.view()
    }
    fn state(&self) -> State {
        self.flock.state()
    }
    fn change(&mut self, scenario: Scenario) -> Result<(), ScenarioError> {
        self.flock.change(scenario)
    }
    fn restart(&mut self, scenario: &Scenario, state: State) -> Result<(), StartError> {
        self.flock.restart(scenario, state)
    }
    fn neighbours(&mut self, id: u32) -> Vec<Neighbour> {
        Engine::neighbours(&mut self.flock, id)
    }
    fn forces(&mut self, id: u32) -> Vec<RuleForce> {
        Engine::forces(&mut self.flock, id)
    }
    fn info(&self) -> EngineInfo {
        EngineInfo::new("echo", Precision::Double, self.flock.info().memory_bytes)
    }
}

fn open(scenario: &Scenario, state: State) -> Result<Box<dyn Engine>, StartError> {
    Ok(Box::new(Echo { flock: Reference::from_state(scenario, state)? }))
}

const ECHO: EngineEntry = EngineEntry::new("echo", "The reference under another name.", open);

// The registry belongs to the process, and tests run in parallel: everything that depends on its contents is one test.
#[test]
fn a_registered_engine_is_accepted_by_name_and_opens_through_simulation() {
    let text = "boids = 30\nspace.size = [100, 100]\nperception.radius = 20\nengine = 'echo'";
    let error = Scenario::from_named_toml("flock.toml", text).unwrap_err().to_string();
    assert!(error.contains("flock.toml:4: `engine` \"echo\" is not one of the allowed words"), "{error}");
    assert!(error.contains("allowed: one of \"fast\", \"reference\""), "{error}");

    assert!(register(ECHO), "the name is free");
    assert!(!register(ECHO), "the name is taken");
    assert!(!register(EngineEntry::new("fast", "Not the fast engine.", open)), "the name is taken");
    let names: Vec<&str> = EngineName::known().iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["fast", "reference", "echo"]);
    assert_eq!("echo".parse::<EngineName>().unwrap().as_str(), "echo");

    let scenario = Scenario::from_toml(text).unwrap();
    let mut flock = Simulation::new(&scenario).unwrap();
    assert_eq!(flock.info().engine, "echo");
    let mut reference = Simulation::new(&scenario.clone().with("engine", "reference").unwrap()).unwrap();
    flock.run(10);
    reference.run(10);
    assert_eq!(flock.hash(), reference.hash());
    assert_eq!(flock.inspect(7), reference.inspect(7));

    // It is written to files and snapshots by name.
    assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    let copy = Simulation::from_snapshot(&flock.snapshot("")).unwrap();
    assert_eq!((copy.info().engine, copy.hash()), ("echo", flock.hash()));

    // A running flock can go over to it.
    let mut fast = Simulation::new(&scenario.clone().with("engine", "fast").unwrap()).unwrap();
    fast.run(3);
    fast.continue_with(&scenario).unwrap();
    assert_eq!((fast.info().engine, fast.steps()), ("echo", 3));

    // Its own errors reach the caller.
    let solid = "dimension = 3\nspace.kind = 'open'\nengine = 'echo'";
    let error = Simulation::new(&Scenario::from_toml(solid).unwrap()).err().unwrap();
    assert_eq!(error.to_string(), "the scenario has dimension 3, not 2");

    // Unknown names are still refused, with what is allowed now.
    let error = Scenario::from_toml(&text.replace("echo", "Ecko")).unwrap_err().to_string();
    assert!(error.contains("`engine` \"Ecko\" is not one of the allowed words; did you mean `echo`?"), "{error}");
    assert!(error.contains("allowed: one of \"fast\", \"reference\", \"echo\""), "{error}");
    let error = "gpu".parse::<EngineName>().unwrap_err();
    assert_eq!(error, "one of \"fast\", \"reference\", \"echo\"");
}

#[test]
fn an_unregistered_engine_can_be_used_directly() {
    let scenario = Scenario::preset("p5").unwrap().with("boids", 20).unwrap();
    let mut flock = Simulation::with_engine(Echo { flock: Reference::new(&scenario).unwrap() });
    flock.run(5);
    assert_eq!((flock.info().engine, flock.steps()), ("echo", 5));
}
