//! A recorded trajectory, and the scenario it is a run of.

use quelea::model::settings::{NoiseKind, Obstacle, PointerMode, Quirk, Update};
use quelea::{EngineName, Scenario, State, Vectors};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

pub struct Trace {
    pub name: &'static str,
    folder: PathBuf,
    meta: serde_json::Value,
}

impl Trace {
    pub fn open(name: &'static str) -> Self {
        let folder = golden().join(name);
        let text = std::fs::read_to_string(folder.join("meta.json")).unwrap();
        Trace { name, folder, meta: serde_json::from_str(&text).unwrap() }
    }

    fn system(&self) -> &str {
        self.name.split_once('-').unwrap().0
    }

    fn text(&self, kind: &str, step: u64) -> Option<String> {
        std::fs::read_to_string(self.folder.join(format!("{kind}_{step:04}.csv"))).ok()
    }

    fn table(&self, kind: &str, step: u64) -> Option<State> {
        let dimension = self.meta["dims"].as_u64().unwrap() as usize;
        Some(State::from_csv(dimension, &self.text(kind, step)?).unwrap())
    }

    /// The whole state: the boids, then the predators, and the memories that were recorded.
    pub fn state(&self, step: u64) -> State {
        let mut state = self.table("state", step).unwrap();
        if let Some(predators) = self.table("predators", step) {
            for (position, velocity) in predators.positions.iter().zip(&predators.velocities) {
                state.push(1, position, velocity);
            }
        }
        match self.system() {
            "mason" => state.species = self.dead(),
            "sisyphe" if self.name.contains("vicsek") => self.forward(&mut state),
            _ => {
                if let Some(text) = self.text("hidden", step) {
                    let numbers = |line: &str| line.split(',').skip(1).map(number).collect::<Vec<f64>>();
                    let numbers = text.lines().skip(1).flat_map(numbers).collect();
                    state.smoothed = Vectors::from_numbers(state.dimension, numbers);
                }
            }
        }
        state.step = step;
        state
    }

    /// MASON: 1, the second species, for every boid that is dead.
    fn dead(&self) -> Vec<u8> {
        let text = self.text("hidden", 0).unwrap();
        text.lines().skip(1).map(|line| line.split_once(',').unwrap().1.parse().unwrap()).collect()
    }

    /// Sisyphe records unit vectors, and moves by the old ones before it averages over the new positions. If every boid
    /// is put where it will be after that move, what follows is averaging and then moving, as in Quelea.
    fn forward(&self, state: &mut State) {
        let (speed, width) = (self.constant("speed"), 8.0);
        for id in 0..state.len() {
            state.velocities[id].iter_mut().for_each(|v| *v *= speed);
            let velocity = state.velocities[id].to_vec();
            for (x, v) in state.positions[id].iter_mut().zip(velocity) {
                *x = (*x + v).rem_euclid(width);
            }
        }
    }

    fn constant(&self, name: &str) -> f64 {
        self.meta["constants"][name].as_f64().unwrap()
    }

    /// How far the flock may be from the recorded one after so many steps.
    pub fn tolerance(&self, step: u64) -> f64 {
        let sensitivity = &self.meta["checks"]["sensitivity"]["max_abs_difference"][step.to_string()];
        (100.0 * sensitivity.as_f64().unwrap()).max(1e-9)
    }

    /// The order in which the boids moved in each step, where the source shuffled them.
    pub fn orders(&self) -> Option<Vec<Vec<u32>>> {
        let text = std::fs::read_to_string(self.folder.join("orders.csv")).ok()?;
        let order = |line: &str| line.split_once(',').unwrap().1.split(' ').map(|id| id.parse().unwrap()).collect();
        Some(text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(order).collect())
    }

    /// The random numbers that each boid drew in each step, by the steps done before and the id.
    pub fn noise(&self) -> Option<HashMap<(u64, u32), [f64; 2]>> {
        let text = std::fs::read_to_string(self.folder.join("noise.csv")).ok()?;
        let row = |line: &str| {
            let fields: Vec<&str> = line.split(',').collect();
            let step: u64 = fields[0].parse().unwrap();
            ((step - 1, fields[1].parse().unwrap()), [number(fields[2]), number(fields[3])])
        };
        Some(text.lines().skip(1).map(row).collect())
    }

    /// What the trace is a run of.
    pub fn scenario(&self) -> Scenario {
        let preset = |name| Scenario::preset(name).unwrap();
        let mut scenario = match self.system() {
            "harry" => {
                let mut scenario = preset("harry");
                match &self.meta["environment"]["mouse"] {
                    serde_json::Value::Array(_) => {
                        scenario.general.pointer.position = Some(numbers(&self.meta["environment"]["mouse"]));
                    }
                    _ => scenario.general.pointer.mode = PointerMode::Off,
                }
                scenario
            }
            "veldic" if self.name.starts_with("veldic-fixed") => return self.veldic("veldic"),
            "veldic" => return self.veldic("veldic-shipped"),
            "mason" => return self.mason(),
            "netlogo" => self.netlogo(),
            "webgpu" => preset("wgpu"),
            "krabmaga" => without_noise(preset("krabmaga")).with("space.size", [50.0, 50.0]).unwrap(),
            "threejs" => preset("three-js").with("motion.step", 15.0 * self.constant("delta")).unwrap(),
            "sisyphe" if self.name.contains("vicsek") => self.vicsek(),
            "sisyphe" => preset("dorsogna").with("motion.step", self.constant("dt")).unwrap(),
            name => preset(name),
        };
        scenario.species[0].settings.boids = self.meta["N"].as_u64().unwrap() as usize;
        scenario
    }

    /// Veldic's page with the environment of the trace: no obstacle, predator or goal but those it lists.
    fn veldic(&self, preset: &str) -> Scenario {
        let environment = &self.meta["environment"];
        let predators = self.text("predators", 0).map_or(0, |text| State::from_csv(3, &text).unwrap().len());
        let mut scenario = Scenario::preset(preset).unwrap();
        scenario.species[0].settings.boids = self.meta["N"].as_u64().unwrap() as usize;
        scenario.set("species.predator.boids", predators).unwrap();
        let obstacles = environment["obstacles"].as_array().unwrap().iter();
        scenario.obstacles = obstacles
            .map(|obstacle| Obstacle::sphere(numbers(&obstacle["center"]), obstacle["radius"].as_f64().unwrap()))
            .collect();
        if !environment["goal"].is_null() {
            scenario.species[0].settings.goal.position = Some(numbers(&environment["goal"]));
        }
        scenario
    }

    /// MASON's flockers in the world of the trace, with as many dead as it has, and without noise but the recorded. The
    /// preset leaves out what flockers without live neighbours do.
    fn mason(&self) -> Scenario {
        let mut scenario = without_noise(Scenario::preset("mason").unwrap());
        let dead = self.dead();
        for (index, species) in scenario.species.iter_mut().enumerate() {
            species.settings.boids = dead.iter().filter(|dead| usize::from(**dead) == index).count();
        }
        let general = &mut scenario.general;
        general.space.size = numbers(&self.meta["world"]["torus"]);
        general.engine = EngineName::REFERENCE;
        general.reference.quirks = vec![Quirk::MasonAlone];
        if self.orders().is_none() {
            general.reference.update = Update::OneByOne;
        }
        scenario
    }

    /// NetLogo's birds in the world of the trace.
    fn netlogo(&self) -> Scenario {
        let mut scenario = Scenario::preset("netlogo").unwrap();
        let space = &mut scenario.general.space;
        (space.origin, space.size) = (Some(vec![-22.5; 2]), vec![45.0; 2]);
        if self.orders().is_none() {
            scenario.general.reference.update = Update::VelocitiesFirst;
        }
        scenario
    }

    /// Vicsek's model without noise, in the world of the trace. Boids average before they move: see `forward`.
    fn vicsek(&self) -> Scenario {
        let scenario = without_noise(Scenario::preset("vicsek").unwrap());
        let speed = self.constant("speed");
        let scenario = scenario.with("motion.max_speed", speed).and_then(|s| s.with("motion.move_with", "new"));
        scenario.unwrap().with("space.size", numbers(&self.meta["world"]["torus"])).unwrap()
    }
}

fn without_noise(mut scenario: Scenario) -> Scenario {
    scenario.species[0].settings.noise.kind = NoiseKind::None;
    scenario
}

pub fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}
