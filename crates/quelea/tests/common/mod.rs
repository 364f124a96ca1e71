//! Scenarios and states of every kind, shared by several tests.
#![allow(dead_code, reason = "no test uses all of them")]

use quelea::geometry::Boundary;
use quelea::model::presets;
use quelea::model::settings::PerceptionKind;
use quelea::state::random::{Random, Stream};
use quelea::{EngineName, Scenario, State, initial_state};

/// Evaluates an expression with the dimension as the constant `$D`.
#[macro_export]
macro_rules! with_dimension {
    ($dimension:expr, $D:ident => $body:expr) => {
        match $dimension {
            2 => {
                const $D: usize = 2;
                $body
            }
            _ => {
                const $D: usize = 3;
                $body
            }
        }
    };
}

/// Every preset that the fast engine runs.
pub fn fast_presets() -> impl Iterator<Item = Scenario> {
    let presets = presets::names().map(|name| Scenario::preset(name).unwrap());
    presets.filter(|scenario| scenario.general.engine == EngineName::FAST)
}

/// The same scenario in another dimension: lists with one entry per axis are truncated, or repeat their last entry.
pub fn in_dimension(scenario: &Scenario, dimension: usize) -> Scenario {
    let mut changed = scenario.clone();
    let resize = |list: &mut Vec<f64>| {
        if let Some(last) = list.last().copied() {
            list.resize(dimension, last);
        }
    };
    changed.general.dimension = dimension;
    changed.general.end.at.as_mut().map(resize);
    resize(&mut changed.general.space.size);
    changed.general.space.origin.as_mut().map(resize);
    changed.general.pointer.position.as_mut().map(resize);
    changed.obstacles.iter_mut().for_each(|obstacle| resize(&mut obstacle.centre));
    for species in &mut changed.species {
        species.settings.start.at.as_mut().map(resize);
        species.settings.goal.position.as_mut().map(resize);
        species.settings.goal.path.iter_mut().for_each(resize);
        species.settings.start.direction.as_mut().map(resize);
        let perception = &mut species.settings.perception;
        if dimension == 3 && perception.kind == PerceptionKind::Voronoi {
            // Which is defined in 2D only.
            (perception.kind, perception.neighbours) = (PerceptionKind::Nearest, 6);
        }
    }
    changed.validate().unwrap();
    changed
}

/// The same scenario with another number of boids of the first species.
pub fn with_boids(scenario: &Scenario, boids: usize) -> Scenario {
    let mut changed = scenario.clone();
    changed.species[0].settings.boids = boids;
    let total = changed.boids();
    for species in &mut changed.species {
        let perception = &mut species.settings.perception;
        perception.neighbours = perception.neighbours.min(total.saturating_sub(1)).max(1);
        if total <= 1 {
            // A single boid has no nearest neighbour.
            (perception.kind, perception.radius) = (PerceptionKind::Radius, 1.0);
        }
    }
    changed.validate().unwrap_or_else(|error| panic!("{}: {error}", scenario.general.name));
    changed
}

/// How the boids of a state are distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    /// As the scenario starts them.
    Start,
    /// Anywhere in the space.
    Uniform,
    /// In three clusters, each about as wide as a boid perceives.
    Clustered,
    /// At three points.
    Coincident,
    /// As far apart as the space allows.
    Isolated,
}

pub const SPREADS: [Spread; 5] =
    [Spread::Start, Spread::Uniform, Spread::Clustered, Spread::Coincident, Spread::Isolated];

/// A state of a scenario whose numbers single precision holds exactly.
pub fn state(scenario: &Scenario, spread: Spread, seed: u64) -> State {
    with_dimension!(scenario.general.dimension, D => state_in::<D>(scenario, spread, seed))
}

fn state_in<const D: usize>(scenario: &Scenario, spread: Spread, seed: u64) -> State {
    let mut state = initial_state(scenario);
    let space = scenario.space::<D>();
    let (low, size): ([f64; D], [f64; D]) = match space.boundary {
        // A cube inside the sphere.
        Boundary::Sphere { radius } => (space.low.map(|x| x - radius * 0.5), [radius; D]),
        _ => (space.low, space.size.map(|side| if side > 0.0 { side } else { 100.0 })),
    };
    let species = &scenario.species[0].settings;
    let (radius, speed) = (species.perception.radius.min(1e3), species.motion.max_speed);
    let boids = state.len();
    for id in 0..boids {
        let mut random = Random::new(seed, 1, id as u32, Stream::StartPosition);
        let anywhere: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] * random.unit());
        let mut of_cluster = Random::new(seed, 2, id as u32 % 3, Stream::StartPosition);
        let centre: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] * of_cluster.unit());
        let near = random.in_ball::<D>();
        let position = &mut state.positions.as_mut_arrays::<D>()[id];
        *position = match spread {
            Spread::Start => *position,
            Spread::Uniform => anywhere,
            Spread::Clustered => std::array::from_fn(|axis| centre[axis] + near[axis] * radius * 0.7),
            Spread::Coincident => centre,
            // Not an exact lattice, in which forces would cancel exactly.
            Spread::Isolated => {
                let row = (1..).find(|row: &usize| row.pow(D as u32) >= boids).unwrap_or(1);
                std::array::from_fn(|axis| {
                    let number = id / row.pow(axis as u32) % row;
                    low[axis] + size[axis] * (number as f64 + 0.5 + 0.02 * near[axis]) / row as f64
                })
            }
        };
        *position = space.wrap_torus(*position);
        if spread != Spread::Start {
            state.velocities.as_mut_arrays::<D>()[id] = random.in_ball::<D>().map(|x| x * speed);
        }
    }
    round_to_single(&mut state);
    state
}

/// Rounds every number to single precision.
pub fn round_to_single(state: &mut State) {
    for group in [&mut state.positions, &mut state.velocities, &mut state.smoothed, &mut state.wander] {
        group.as_mut_slice().iter_mut().for_each(|x| *x = f64::from(*x as f32));
    }
}

/// A flock whose perception depends on `pick`: every kind of it, rules that reach further or less far, fields of
/// view, any relation within a species and between two.
pub fn perceiving(dimension: usize, pick: u64) -> Scenario {
    let mut random = Random::new(pick, 1, 0, Stream::Wander);
    let mut one_of = |words: &[&'static str]| words[random.integer(0.0, words.len() as f64 - 1.0) as usize];
    let kind = one_of(&["radius", "nearest", "nearest-within", "nearest-within", "friends", "all"]);
    let space = one_of(&["torus", "torus", "walls", "open", "wrap"]);
    let coincident = one_of(&["perceive", "ignore"]);
    let view = one_of(&["360", "360", "200"]);
    let relations = ["flock", "flock", "avoid", "ignore", "hunt", "flee"];
    let [own, to_hawks, to_boids, among_hawks] = [0; 4].map(|_| one_of(&relations));
    let target = one_of(&["nearest", "all"]);
    let hawks = one_of(&["0", "6"]);
    let mut between = |low, high| random.between(low, high);
    let [perception, separation, alignment, cohesion, pursuit] = [0; 5].map(|_| between(2.0, 24.0));
    let edges: Vec<_> =
        (0..60).map(|_| format!("[{}, {}]", between(0.0, 50.0) as u64, between(0.0, 50.0) as u64)).collect();
    let size = vec!["50"; dimension].join(", ");
    let text = format!(
        "name = 'perceiving {pick}'\ndimension = {dimension}\nboids = 50\n
         [space]\nkind = '{space}'\nsize = [{size}]\n
         [perception]\nkind = '{kind}'\nradius = {perception}\nneighbours = 9\nview = {view}\ncoincident = '{coincident}'
         edges = [{}]\n
         [separation]\nradius = {separation}\n[alignment]\nradius = {alignment}\n[cohesion]\nradius = {cohesion}\n
         [hunt]\nweight = 0.1\nradius = {pursuit}\ntarget = '{target}'\n[flee]\nradius = {pursuit}\ntarget = '{target}'\n
         [relations]\nboid = '{own}'\nhawk = '{to_hawks}'\n
         [[species]]\nname = 'hawk'\nboids = {hawks}\n[species.relations]\nboid = '{to_boids}'\nhawk = '{among_hawks}'\n",
        edges.join(", ")
    );
    Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A flock with what models of research use, depending on `pick`: noise, zones, priorities, kernels, turning rates,
/// propulsion, integrators, spread, grazing, herders.
pub fn researching(dimension: usize, pick: u64) -> Scenario {
    let mut random = Random::new(pick, 2, 0, Stream::Wander);
    let mut one_of = |words: &[&'static str]| words[random.integer(0.0, words.len() as f64 - 1.0) as usize];
    let kernels = [
        "offset",
        "constant",
        "inverse",
        "inverse-square",
        "power-law",
        "exponential",
        "quadratic",
        "quartic",
        "lattice",
        "bump",
        "table",
    ];
    let mut lines = vec![format!("name = 'research {pick}'\ndimension = {dimension}\nboids = 60\nseed = {pick}")];
    let size = vec!["40"; dimension].join(", ");
    let integrator = one_of(&["euler", "euler", "euler", "verlet", "rk4"]);
    let smooth = integrator != "euler";
    let combine = if smooth { "sum" } else { one_of(&["sum", "heading", "heading", "turns", "in-turn"]) };
    let space =
        if smooth { one_of(&["open", "torus"]) } else { one_of(&["open", "torus", "torus", "walls", "reflect"]) };
    let clamp = if space == "walls" { "clamp = true" } else { "" };
    lines.push(format!("[space]\nkind = '{space}'\nsize = [{size}]\nmargin = 3\n{clamp}"));
    let flat = if dimension == 2 { "voronoi" } else { "nearest" };
    let kind = if smooth { one_of(&["all", "radius"]) } else { one_of(&["radius", "radius", "all", "nearest", flat]) };
    let view = if smooth { "360" } else { one_of(&["360", "360", "270"]) };
    lines.push(format!("[perception]\nkind = '{kind}'\nradius = 11\nneighbours = 7\nview = {view}"));
    let zone = one_of(&["", "inner_radius = 3"]);
    for (rule, radius, inner) in [("separation", 4, ""), ("alignment", 9, zone), ("cohesion", 14, zone)] {
        let kernel = one_of(&kernels);
        let average = if smooth { "sum" } else { one_of(&["sum", "mean", "perceived"]) };
        let exclusive = if smooth { "false" } else { one_of(&["false", "false", "true"]) };
        let response = if smooth { "raw" } else { one_of(&["raw", "raw", "unit"]) };
        let more = if rule == "alignment" {
            let (of, pairwise) = (one_of(&["velocity", "heading"]), one_of(&["true", "false"]));
            format!("of = '{of}'\npairwise = {pairwise}\nrelative = {}", one_of(&["true", "false"]))
        } else {
            String::new()
        };
        lines.push(format!(
            "[{rule}]\nradius = {radius}\n{inner}\nfalloff = '{kernel}'\nlength = {}\nexponent = {}\n
             table = [[0, 1], [2, 0.5], [5, -0.25], [9, 0]]\naverage = '{average}'\nresponse = '{response}'\n
             exclusive = {exclusive}\nmax_turn = {}\nweight = {}\n{more}",
            one_of(&["1", "2.5", "7"]),
            one_of(&["0", "0.5", "1", "1.75"]),
            one_of(&["5", "20", "180"]),
            one_of(&["0.3", "1", "2"]),
        ));
    }
    let noise = if smooth { "none" } else { one_of(&["none", "angular", "gaussian", "vectorial"]) };
    lines.push(format!("[noise]\nkind = '{noise}'\nstrength = {}", one_of(&["0.2", "1", "4"])));
    let joint = match combine {
        "sum" | "heading" if !smooth => one_of(&["", "joint = ['separation', 'cohesion']"]),
        _ => "",
    };
    let turn_rate = if smooth { "" } else { one_of(&["", "turn_rate = 30"]) };
    let move_with = if smooth { "new" } else { one_of(&["new", "new", "old"]) };
    let propulsion = one_of(&["", "propulsion = 1.6\ndrag = 0.5", "cruise_speed = 1\ncruise_time = 2"]);
    lines.push(format!(
        "[motion]\ncombine = '{combine}'\nintegrator = '{integrator}'\nmove_with = '{move_with}'\nstep = {}\n{joint}
         inertia = {}\nmax_speed = 2\n{turn_rate}\n{propulsion}",
        // Too long a step makes a smooth model explode.
        if smooth { "0.1" } else { one_of(&["0.1", "1"]) },
        one_of(&["0", "0.5", "1"]),
    ));
    let spread = match (smooth, turn_rate) {
        (true, _) => "max_speed = 0.3\nalignment_radius = 0.5",
        (_, "") => one_of(&["", "max_speed = 0.3\nnoise = 0.1\nseparation_radius = 0.5\ncohesion_radius = 0.4"]),
        _ => one_of(&["", "turn_rate = 5\nalignment_radius = 0.5"]),
    };
    lines.push(format!("[spread]\n{spread}"));
    let goal = one_of(&["", "[goal]\nmatch_velocity = 0.3\nresponse = 'raw'\nweight = 0.1\nspeed = 0.7"]);
    if !goal.is_empty() {
        let (from, to) = (vec!["5"; dimension].join(", "), vec!["30"; dimension].join(", "));
        lines.push(format!("{goal}\npath = [[{from}], [{to}]]"));
    }
    if !smooth && space != "torus" {
        let graze = if combine == "heading" { one_of(&["", "graze = 0.5"]) } else { "" };
        lines.push(format!("[flee]\nradius = 12\nprediction = {}\n{graze}", one_of(&["0", "3"])));
        let corner = vec!["0"; dimension].join(", ");
        lines.push(format!(
            "[relations]\ndog = 'flee'\n[[species]]\nname = 'dog'\nboids = 2\n[species.relations]\nboid = '{}'\n
             [species.goal]\nposition = [{corner}]\npath = []\n[species.hunt]\nprediction = 2\nradius = 12\n
             [species.herd]\nspacing = {}\nnear = 3\nnear_speed = 0.5\n[species.flee]\nweight = 0",
            one_of(&["herd", "hunt"]),
            one_of(&["1", "8"]),
        ));
    }
    let text = lines.join("\n");
    Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A flock of two species in an environment that depends on `pick`: obstacles of all shapes, some of which move, a
/// goal or waypoints, a flow field, hunters.
pub fn in_environment(dimension: usize, method: &str, pick: u64) -> Scenario {
    let mut random = Random::new(pick, 0, 0, Stream::Wander);
    let point = |random: &mut Random, low: f64, high: f64| {
        let numbers: Vec<_> = (0..dimension).map(|_| format!("{:.3}", random.between(low, high))).collect();
        format!("[{}]", numbers.join(", "))
    };
    let mut obstacles = String::new();
    for number in 0..4 + pick % 5 {
        let motion = match random.integer(0.0, 3.0) as u64 {
            0 => format!("velocity = {}\n", point(&mut random, -1.0, 1.0)),
            1 => {
                format!("path = [{}, {}]\nspeed = 0.7\n", point(&mut random, 0.0, 90.0), point(&mut random, 0.0, 90.0))
            }
            _ => String::new(),
        };
        let centre = point(&mut random, 0.0, 100.0);
        let shape = match (number + pick) % 5 {
            0 => format!("centre = {centre}\nradius = {:.3}\n", random.between(1.0, 12.0)),
            1 => format!("shape = 'box'\ncentre = {centre}\nsize = {}\n", point(&mut random, 2.0, 25.0)),
            2 => format!("shape = 'capsule'\nfrom = {centre}\nto = {}\nradius = 2\n", point(&mut random, 0.0, 100.0)),
            3 if !pick.is_multiple_of(3) => {
                format!(
                    "shape = 'half-space'\ncentre = {}\nnormal = {}\n",
                    point(&mut random, -5.0, -1.0),
                    point(&mut random, 0.1, 1.0)
                )
            }
            _ if dimension == 3 => format!("centre = {centre}\nradius = 3\n"),
            _ => {
                let corners: Vec<_> = (0..5).map(|_| point(&mut random, 20.0, 80.0)).collect();
                let solid = pick.is_multiple_of(2);
                format!("shape = 'polygon'\npoints = [{}]\nsolid = {solid}\nthickness = 1.5\n", corners.join(", "))
            }
        };
        obstacles += &format!("[[obstacle]]\n{shape}{motion}");
    }
    let kind =
        if pick.is_multiple_of(3) { "torus" } else { ["walls", "reflect", "open", "wrap"][(pick / 3) as usize % 4] };
    let size = vec!["100"; dimension].join(", ");
    let goal = match pick % 4 {
        0 => format!(
            "waypoints = [{}, {}]\nends = 'return'",
            point(&mut random, 0.0, 100.0),
            point(&mut random, 0.0, 100.0)
        ),
        1 => format!("path = [{}, {}]\nspeed = 1.3", point(&mut random, 0.0, 100.0), point(&mut random, 0.0, 100.0)),
        2 => format!("position = {}", point(&mut random, 0.0, 100.0)),
        _ => String::new(),
    };
    let cells = vec!["2"; dimension].join(", ");
    let vectors: Vec<_> = (0..1 << dimension).map(|_| point(&mut random, -1.0, 1.0)).collect();
    let flow = match pick / 4 % 5 {
        0 => "field = 'vortex'\nwidth = 30".to_owned(),
        1 => "field = 'shear'\nspeed = -2\nresponse = 'raw'".to_owned(),
        2 => format!("field = 'uniform'\ndirection = {}", point(&mut random, -1.0, 1.0)),
        3 => format!("field = 'grid'\ncells = [{cells}]\nvectors = [{}]\nresponse = 'unit'", vectors.join(", ")),
        _ => String::new(),
    };
    let combine = ["sum", "in-turn", "budget-of-sum", "heading"][pick as usize / 7 % 4];
    let text = format!(
        "name = 'environment {pick}'\ndimension = {dimension}\nboids = 40\n
         [space]\nkind = '{kind}'\nsize = [{size}]\nmargin = 5\n[perception]\nradius = 20\n
         [separation]\nradius = 5\nlimit = 0.1\n[alignment]\nlimit = 0.1\n[cohesion]\nlimit = 0.05\n
         [goal]\nresponse = 'arrive'\nlimit = 0.1\n{goal}\n[flow]\nlimit = 0.1\n{flow}\n
         [wander]\nweight = 0.05\n[avoid]\nmethod = '{method}'\n
         [motion]\ncombine = '{combine}'\nmax_force = 1\n[relations]\nhawk = 'flee'\n{obstacles}
         [[species]]\nname = 'hawk'\nboids = 5\nbody = 1\n[species.relations]\nboid = 'hunt'\nhawk = 'avoid'\n
         [species.motion]\nmax_speed = 2.5\n"
    );
    Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
