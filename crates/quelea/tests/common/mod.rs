//! Flocks of every kind, for several tests.
#![allow(dead_code)]

use quelea::random::{Random, Stream};
use quelea::scenario::presets::PRESETS;
use quelea::scenario::settings::{Engine, SpaceKind};
use quelea::{Scenario, State, start};

/// Every preset that the fast engine runs.
pub fn fast_presets() -> impl Iterator<Item = Scenario> {
    let presets = PRESETS.iter().map(|(name, _)| Scenario::preset(name).unwrap());
    presets.filter(|scenario| scenario.general.engine == Engine::Fast)
}

/// The same scenario in another dimension: lists with one entry per axis are cut, or repeat their last.
pub fn in_dimension(scenario: &Scenario, dimension: usize) -> Scenario {
    let mut changed = scenario.clone();
    let fit = |list: &mut Vec<f64>| {
        if let Some(last) = list.last().copied() {
            list.resize(dimension, last);
        }
    };
    changed.general.dimension = dimension;
    fit(&mut changed.general.space.size);
    changed.general.space.origin.as_mut().map(fit);
    changed.general.pointer.position.as_mut().map(fit);
    changed.obstacles.iter_mut().for_each(|obstacle| fit(&mut obstacle.centre));
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        kind.species.start.at.as_mut().map(fit);
        kind.species.goal.position.as_mut().map(fit);
    }
    changed.validate().unwrap();
    changed
}

/// The same scenario with another number of boids of the first species.
pub fn with_boids(scenario: &Scenario, boids: usize) -> Scenario {
    let mut changed = scenario.clone();
    changed.first.species.boids = boids;
    let total = changed.boids();
    for kind in std::iter::once(&mut changed.first).chain(&mut changed.others) {
        let perception = &mut kind.species.perception;
        perception.neighbours = perception.neighbours.min(total.saturating_sub(1)).max(1);
        if total <= 1 {
            // Nobody has a nearest neighbour then.
            perception.kind = quelea::scenario::settings::PerceptionKind::Radius;
        }
    }
    changed.validate().unwrap_or_else(|error| panic!("{}: {error}", scenario.general.name));
    changed
}

/// How boids are spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spread {
    Start,
    Uniform,
    Clustered,
    Coincident,
    Isolated,
}

pub const SPREADS: [Spread; 5] =
    [Spread::Start, Spread::Uniform, Spread::Clustered, Spread::Coincident, Spread::Isolated];

/// A state of a scenario, with numbers that single precision holds exactly.
pub fn state<const D: usize>(scenario: &Scenario, spread: Spread, seed: u64) -> State<D> {
    let mut state = start::start::<D>(scenario);
    let space = &scenario.general.space;
    let low = |axis: usize| space.origin.as_ref().map_or(0.0, |origin| origin[axis]);
    let (low, size): ([f64; D], [f64; D]) = match space.kind {
        SpaceKind::Sphere => (std::array::from_fn(|axis| low(axis) - space.radius * 0.5), [space.radius; D]),
        _ => (std::array::from_fn(low), std::array::from_fn(|axis| space.size.get(axis).copied().unwrap_or(100.0))),
    };
    let reach = scenario.first.species.perception.radius.min(1e3);
    let speed = scenario.first.species.motion.max_speed;
    let boids = state.len();
    for id in 0..boids {
        let mut random = Random::new(seed, 1, id as u32, Stream::StartPosition);
        let anywhere: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] * random.unit());
        // Three clusters, each about as wide as a boid sees.
        let mut of_cluster = Random::new(seed, 2, id as u32 % 3, Stream::StartPosition);
        let centre: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] * of_cluster.unit());
        let near = random.in_ball::<D>();
        state.positions[id] = match spread {
            Spread::Start => state.positions[id],
            Spread::Uniform => anywhere,
            Spread::Clustered => std::array::from_fn(|axis| centre[axis] + near[axis] * reach * 0.7),
            Spread::Coincident => centre,
            // As far from each other as the world is wide, and not in a pattern in which wishes cancel exactly.
            Spread::Isolated => {
                let row = (1..).find(|row: &usize| row.pow(D as u32) >= boids).unwrap_or(1);
                std::array::from_fn(|axis| {
                    let number = id / row.pow(axis as u32) % row;
                    low[axis] + size[axis] * (number as f64 + 0.5 + 0.02 * near[axis]) / row as f64
                })
            }
        };
        if space.kind == SpaceKind::Torus {
            for axis in 0..D {
                state.positions[id][axis] = low[axis] + (state.positions[id][axis] - low[axis]).rem_euclid(size[axis]);
            }
        }
        if spread != Spread::Start {
            state.velocities[id] = random.in_ball::<D>().map(|x| x * speed);
        }
    }
    round(&mut state);
    state
}

/// Rounds every number to single precision.
pub fn round<const D: usize>(state: &mut State<D>) {
    let State { positions, velocities, smoothed, wander, .. } = state;
    for group in [positions, velocities, smoothed, wander] {
        group.iter_mut().flatten().for_each(|x| *x = f64::from(*x as f32));
    }
}

/// A flock that perceives in some way: every kind of perception, rules that reach further than it or less far,
/// fields of view, any relation to one's own species and to another. What exactly, follows from `pick`.
pub fn perceiving(dimension: usize, pick: u64) -> Scenario {
    let mut random = Random::new(pick, 1, 0, Stream::Wander);
    let mut one_of = |words: &[&'static str]| words[random.whole(0.0, words.len() as f64 - 1.0) as usize];
    let kind = one_of(&["radius", "nearest", "nearest-within", "nearest-within", "friends", "all"]);
    let space = one_of(&["torus", "torus", "walls", "open", "wrap"]);
    let coincident = one_of(&["perceive", "ignore"]);
    let view = one_of(&["360", "360", "200"]);
    let relations = ["flock", "flock", "avoid", "ignore", "hunt", "flee"];
    let [own, about, back, among] = [0; 4].map(|_| one_of(&relations));
    let target = one_of(&["nearest", "all"]);
    let hawks = one_of(&["0", "6"]);
    let mut between = |low, high| random.between(low, high);
    let [sight, separation, alignment, cohesion, chase] = [0; 5].map(|_| between(2.0, 24.0));
    let edges: Vec<_> =
        (0..60).map(|_| format!("[{}, {}]", between(0.0, 50.0) as u64, between(0.0, 50.0) as u64)).collect();
    let size = vec!["50"; dimension].join(", ");
    let text = format!(
        "name = 'perceiving {pick}'\ndimension = {dimension}\nboids = 50\n
         [space]\nkind = '{space}'\nsize = [{size}]\n
         [perception]\nkind = '{kind}'\nradius = {sight}\nneighbours = 9\nview = {view}\ncoincident = '{coincident}'
         edges = [{}]\n
         [separation]\nradius = {separation}\n[alignment]\nradius = {alignment}\n[cohesion]\nradius = {cohesion}\n
         [hunt]\nweight = 0.1\nradius = {chase}\ntarget = '{target}'\n[flee]\nradius = {chase}\ntarget = '{target}'\n
         [relations]\nboid = '{own}'\nhawk = '{about}'\n
         [[species]]\nname = 'hawk'\nboids = {hawks}\n[species.relations]\nboid = '{back}'\nhawk = '{among}'\n",
        edges.join(", ")
    );
    Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A flock of two species with surroundings of every kind: obstacles of all shapes, some of which move, a goal
/// or waypoints, a stream, hunters. What exactly, follows from `pick`.
pub fn surrounded(dimension: usize, method: &str, pick: u64) -> Scenario {
    let mut random = Random::new(pick, 0, 0, Stream::Wander);
    let point = |random: &mut Random, low: f64, high: f64| {
        let numbers: Vec<_> = (0..dimension).map(|_| format!("{:.3}", random.between(low, high))).collect();
        format!("[{}]", numbers.join(", "))
    };
    let mut obstacles = String::new();
    for number in 0..4 + pick % 5 {
        let moves = match random.whole(0.0, 3.0) as u64 {
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
        obstacles += &format!("[[obstacle]]\n{shape}{moves}");
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
        "name = 'surrounded {pick}'\ndimension = {dimension}\nboids = 40\n
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
