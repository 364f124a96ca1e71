//! Obstacles are avoided, goals reached and streams followed: the claims of docs/surroundings.md, in short.

use quelea::encounters::Encounters;
use quelea::reference::Reference;
use quelea::reference::obstacles::Obstacles;
use quelea::simulation::Simulation;
use quelea::{Scenario, State, World};

const SCENES: [(&str, &str); 6] = [
    ("wall", include_str!("../scenarios/scenes/wall.toml")),
    ("corner", include_str!("../scenarios/scenes/corner.toml")),
    ("u-trap", include_str!("../scenarios/scenes/u-trap.toml")),
    ("gate", include_str!("../scenarios/scenes/gate.toml")),
    ("spheres", include_str!("../scenarios/scenes/spheres.toml")),
    ("moving", include_str!("../scenarios/scenes/moving.toml")),
];

fn scene(text: &str, method: &str, seed: i64) -> Scenario {
    Scenario::from_toml(text).unwrap().with("avoid.method", method).unwrap().with("seed", seed).unwrap()
}

/// The least distance from a surface over a run, and the largest turn in a step of a boid that is near one.
fn watch<const D: usize>(scenario: &Scenario, steps: u64) -> (f64, f64) {
    let obstacles = Obstacles::<D>::of(scenario);
    let mut world = World::<D>::new(scenario).unwrap();
    let (mut nearest, mut sharpest) = (f64::INFINITY, 0.0f64);
    let mut headings: Vec<Option<[f64; D]>> = world.state().velocities.iter().map(|v| unit(*v)).collect();
    for step in 1..=steps {
        world.step();
        let state = world.state();
        for (id, position) in state.positions.iter().enumerate() {
            assert!(position.iter().chain(&state.velocities[id]).all(|x| x.is_finite()), "step {step}: {id}");
            let distance = obstacles.distance(*position, step);
            nearest = nearest.min(distance);
            let Some(heading) = unit(state.velocities[id]) else { continue };
            if let Some(last) = headings[id].replace(heading)
                && distance < 20.0
            {
                sharpest = sharpest.max(angle(last, heading));
            }
        }
    }
    (nearest, sharpest)
}

fn unit<const D: usize>(v: [f64; D]) -> Option<[f64; D]> {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0).then(|| v.map(|x| x / length))
}

fn angle<const D: usize>(a: [f64; D], b: [f64; D]) -> f64 {
    (0..D).map(|axis| a[axis] * b[axis]).sum::<f64>().clamp(-1.0, 1.0).acos().to_degrees()
}

#[test]
fn who_steers_is_never_inside_and_turns_at_most_half_as_sharply_as_in_a_force_field() {
    for (name, text) in SCENES {
        let watch = |method: &str, seed: i64| match scene(text, method, seed) {
            scenario if scenario.general.dimension == 3 => watch::<3>(&scenario, 700),
            scenario => watch::<2>(&scenario, 700),
        };
        for seed in [1, 2] {
            let ((nearest, sharpest), (_, pushed)) = (watch("steer", seed), watch("force-field", seed));
            assert!(nearest > 0.0, "{name}: {nearest} from a surface");
            assert!(sharpest <= pushed / 2.0, "{name}: {sharpest}° in a step, {pushed}° in a force field");
        }
    }
}

#[test]
fn nearly_everybody_leaves_the_trap() {
    for seed in [5, 6, 7] {
        let scenario = scene(SCENES[2].1, "steer", seed);
        let mut world = World::<2>::new(&scenario).unwrap();
        let mut left = vec![false; world.flock().len()];
        for _ in 0..2000 {
            world.step();
            for (id, [x, y]) in world.state().positions.iter().enumerate() {
                left[id] |= !((90.0..200.0).contains(x) && (60.0..140.0).contains(y));
            }
        }
        let share = left.iter().filter(|left| **left).count() as f64 / left.len() as f64;
        assert!(share >= 0.99, "seed {seed}: {share}");
    }
}

/// One boid, with both engines: every state of so many steps.
fn alone<const D: usize>(text: &str, position: [f64; D], velocity: [f64; D], steps: u64) -> [Vec<State<D>>; 2] {
    let scenario =
        Scenario::from_toml(&format!("dimension = {D}\nboids = 1\n{text}")).unwrap_or_else(|e| panic!("{e}"));
    let (positions, velocities) = (vec![position], vec![velocity]);
    let state = State { positions, velocities, species: vec![0], ..State::default() };
    let engines: [Box<dyn Simulation<D>>; 2] = [
        Box::new(World::from_state(&scenario, state.clone()).unwrap()),
        Box::new(Reference::from_state(&scenario, state).unwrap()),
    ];
    engines.map(|mut engine| {
        let mut after = || {
            engine.step();
            engine.state()
        };
        (0..steps).map(|_| after()).collect()
    })
}

const OPEN: &str = "space.kind = 'open'\navoid.method = 'steer'\n";

#[test]
fn a_boid_that_flies_along_a_wall_keeps_its_heading() {
    for (shape, solid) in [
        ("shape = 'half-space'\ncentre = [0, 0]\nnormal = [0, 1]", false),
        ("shape = 'capsule'\nfrom = [-50, -1]\nto = [500, -1]\nradius = 1", false),
        ("shape = 'box'\ncentre = [200, -5]\nsize = [600, 10]", false),
        ("shape = 'polygon'\npoints = [[-50, -1], [500, -1]]\nclosed = false\nthickness = 2", false),
        ("shape = 'half-space'\ncentre = [0, 0, 0]\nnormal = [0, 1, 0]", true),
    ] {
        for distance in [0.501, 0.6, 2.0, 10.0] {
            let text = format!("{OPEN}[[obstacle]]\n{shape}");
            let off = match solid {
                false => turned(alone(&text, [0.0, distance], [2.0, 0.0], 100), [1.0, 0.0]),
                true => turned(alone(&text, [0.0, distance, 0.0], [0.0, 0.0, 2.0], 100), [0.0, 0.0, 1.0]),
            };
            assert!(off < 1.0, "{shape}, {distance} away: {off}°");
        }
    }
}

/// How far from its course a boid came, in either engine.
fn turned<const D: usize>(runs: [Vec<State<D>>; 2], course: [f64; D]) -> f64 {
    let states = runs.into_iter().flatten();
    let turns = states.map(|state| angle(course, unit(state.velocities[0]).unwrap()));
    turns.inspect(|turn| assert!(turn.is_finite())).fold(0.0, f64::max)
}

#[test]
fn a_boid_that_flies_straight_at_a_wall_turns_early_and_keeps_its_speed() {
    let text = format!("{OPEN}[[obstacle]]\nshape = 'half-space'\ncentre = [0, 0]\nnormal = [0, 1]");
    for states in alone(&text, [0.0, 60.0], [0.0, -2.0], 200) {
        let mut last = [0.0, -1.0];
        for state in states {
            let heading = unit(state.velocities[0]).unwrap();
            assert!(angle(last, heading) < 10.0, "{}°", angle(last, heading));
            assert!(state.velocities[0][0].hypot(state.velocities[0][1]) > 1.9);
            assert!(state.positions[0][1] > 0.5);
            last = heading;
        }
    }
}

#[test]
fn a_start_inside_is_pushed_out_by_either_method_and_no_number_breaks() {
    for (shape, middle) in [
        ("centre = [50, 50]\nradius = 9", [50.0, 50.0]),
        ("shape = 'box'\ncentre = [50, 50]\nsize = [20, 12]", [50.0, 50.0]),
        ("shape = 'capsule'\nfrom = [30, 50]\nto = [70, 50]\nradius = 4", [50.0, 50.0]),
        ("shape = 'half-space'\ncentre = [0, 45]\nnormal = [0, -1]", [50.0, 50.0]),
        ("shape = 'polygon'\npoints = [[30, 30], [70, 30], [70, 70], [30, 70]]", [50.0, 50.0]),
        ("shape = 'polygon'\npoints = [[30, 50], [70, 50]]\nclosed = false\nthickness = 6", [50.0, 50.0]),
        // Two that overlap: out of one leads into the other.
        ("centre = [45, 50]\nradius = 9\n[[obstacle]]\ncentre = [55, 50]\nradius = 9", [50.0, 50.0]),
        ("centre = [45, 50]\nradius = 9\n[[obstacle]]\ncentre = [55, 50]\nradius = 9", [50.0, 50.25]),
    ] {
        for (method, steps) in [("steer", 1), ("force-field", 60)] {
            for velocity in [[0.0, 0.0], [0.3, -0.2]] {
                let text = format!("space.kind = 'open'\navoid.method = '{method}'\n[[obstacle]]\n{shape}");
                let scenario = Scenario::from_toml(&text).unwrap();
                let obstacles = Obstacles::<2>::of(&scenario);
                for states in alone(&text, middle, velocity, steps) {
                    assert!(states.iter().flat_map(|state| state.positions[0]).all(f64::is_finite), "{method} {shape}");
                    let last = states.last().unwrap().positions[0];
                    // In a force field a boid at rest between two that push alike stays: that is what fields do.
                    let stuck = method == "force-field" && shape.contains("[[obstacle]]");
                    assert!(stuck || obstacles.distance(last, steps) >= 0.0, "{method} {shape}: {last:?}");
                }
            }
        }
    }
}

#[test]
fn in_a_narrow_corner_a_boid_neither_jitters_nor_enters() {
    // Two walls that meet at 10 degrees; the boid is driven into them by a goal behind.
    let text = format!(
        "{OPEN}[goal]\nposition = [30, 0]\nweight = 0.5\n
         [[obstacle]]\nshape = 'capsule'\nfrom = [0, 20]\nto = [40, 0]\nradius = 1\n
         [[obstacle]]\nshape = 'capsule'\nfrom = [0, -20]\nto = [40, 0]\nradius = 1\n"
    );
    let obstacles = Obstacles::<2>::of(&Scenario::from_toml(&text).unwrap());
    for states in alone(&text, [-5.0, 0.3], [1.0, 0.0], 3000) {
        for state in &states {
            assert!(obstacles.distance(state.positions[0], 0) > 0.0, "{:?}", state.positions[0]);
            assert!(state.velocities[0].iter().all(|x| x.is_finite()));
        }
    }
}

#[test]
fn what_is_fast_does_not_fly_through_thin_walls() {
    let text = format!(
        "{OPEN}motion.max_speed = 20\nbody = 0.1\navoid.look_ahead = 0\n
         [[obstacle]]\nshape = 'capsule'\nfrom = [0, -500]\nto = [0, 500]\nradius = 0.1"
    );
    for states in alone(&text, [-53.0, 0.0], [20.0, 1.0], 20) {
        assert!(states.iter().all(|state| state.positions[0][0] < 0.0));
        // It slides along.
        assert!(states.last().unwrap().positions[0][1] > 15.0);
    }
}

#[test]
fn what_moves_pushes_boids_before_it() {
    let text = format!("{OPEN}[[obstacle]]\ncentre = [-20, 0]\nradius = 5\nvelocity = [1, 0]");
    let obstacles = Obstacles::<2>::of(&Scenario::from_toml(&text).unwrap());
    for states in alone(&text, [0.0, 0.0], [0.0, 0.0], 60) {
        for state in &states {
            assert!(obstacles.distance(state.positions[0], state.step) > 0.49);
        }
        assert!(states[59].positions[0][0] > 40.0, "{:?}", states[59].positions[0]);
    }
}

#[test]
fn every_boid_visits_the_waypoints_by_itself() {
    let text = "boids = 30\nspace.kind = 'open'\nspace.size = [100, 100]\n
        [goal]\nwaypoints = [[10, 10], [90, 10], [50, 80]]\nwithin = 6\nends = 'stop'\nresponse = 'seek'\nlimit = 0.3\n
        [motion]\norder = ['goal']\n";
    let scenario = Scenario::from_toml(text).unwrap();
    let mut world = World::<2>::new(&scenario).unwrap();
    let mut reached = vec![Vec::new(); 30];
    for _ in 0..400 {
        world.step();
        for (id, waypoint) in world.state().waypoints.iter().enumerate() {
            if reached[id].last() != Some(waypoint) {
                reached[id].push(*waypoint);
            }
        }
    }
    let all = |list: &Vec<u32>| *list == [0, 1, 2] || *list == [1, 2];
    assert!(reached.iter().all(all), "{reached:?}");
}

#[test]
fn a_goal_that_moves_is_followed_and_a_caller_can_move_one() {
    let text = "boids = 5\nspace.kind = 'open'\n[start]\nposition = 'point'\nat = [0, 0]\n
        [goal]\npath = [[0, 0], [200, 0]]\nspeed = 1\nresponse = 'arrive'\nslowing = 5\nlimit = 0.5\n[motion]\norder = ['goal']";
    let scenario = Scenario::from_toml(text).unwrap();
    let mut world = World::<2>::new(&scenario).unwrap();
    (0..150).for_each(|_| world.step());
    assert!(world.state().positions.iter().all(|[x, y]| (x - 150.0).abs() < 10.0 && y.abs() < 10.0));
    world.set_goal(0, Some([150.0, 100.0]));
    (0..150).for_each(|_| world.step());
    assert!(world.state().positions.iter().all(|[x, y]| (x - 150.0).abs() < 5.0 && (y - 100.0).abs() < 5.0));
}

#[test]
fn streams_are_followed() {
    for (flow, course) in [
        ("field = 'uniform'\ndirection = [3, 4]", [0.6, 0.8]),
        ("field = 'vortex'\ncentre = [0, -1000]\nwidth = 1", [-1.0, 0.0]),
        ("field = 'shear'\ncentre = [0, -1000]\nspeed = -1", [-1.0, 0.0]),
        (
            "field = 'grid'\ncells = [2, 1]\norigin = [-100, -100]\nsize = [200, 200]\nvectors = [[0, 1], [0, -1]]",
            [0.0, -1.0],
        ),
    ] {
        let text = format!("space.kind = 'open'\n[flow]\n{flow}\nlimit = 0.2\n[motion]\norder = ['flow']");
        for states in alone(&text, [5.0, 5.0], [0.0, 0.0], 30) {
            let heading = unit(states[29].velocities[0]).unwrap();
            assert!(angle(heading, course) < 5.0, "{flow}: {heading:?}");
        }
    }
}

#[test]
fn hunters_catch_what_does_not_flee_more_often() {
    let caught = |relation: &str| {
        let text = format!(
            "boids = 60\nseed = 3\nspace.size = [200, 200]\nperception.radius = 20\n[separation]\nlimit = 0.1\n
             [alignment]\nlimit = 0.1\n[cohesion]\nlimit = 0.02\n[flee]\nradius = 40\nresponse = 'seek'\nlimit = 0.5\n
             [relations]\nhawk = '{relation}'\n[[species]]\nname = 'hawk'\nboids = 3\nbody = 1.5\n
             [species.hunt]\nradius = 80\nresponse = 'seek'\nlimit = 0.3\n[species.relations]\nboid = 'hunt'"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        let mut world = World::<2>::new(&scenario).unwrap();
        let mut encounters = Encounters::of(&scenario);
        for _ in 0..400 {
            world.step();
            encounters.watch(&world.state());
        }
        encounters.catches
    };
    let (bold, shy) = (caught("ignore"), caught("flee"));
    assert!(bold > shy, "{bold} caught, {shy} of those that flee");
}

#[test]
fn there_may_be_255_species_each_with_its_own_rules() {
    let mut text = "boids = 2\nspace.size = [100, 100]\nperception.radius = 10\n[motion]\nmax_speed = 1\n".to_owned();
    for number in 1..255 {
        let hunted = if number == 1 { "boid".to_owned() } else { format!("s{}", number - 1) };
        text += &format!(
            "[[species]]\nname = 's{number}'\nboids = 2\n[species.relations]\n{hunted} = 'hunt'\n
             [species.motion]\nmax_speed = {}\nmin_speed = {}\n",
            number as f64 / 100.0,
            number as f64 / 100.0
        );
    }
    let scenario = Scenario::from_toml(&text).unwrap();
    let mut world = World::<2>::new(&scenario).unwrap();
    (0..5).for_each(|_| world.step());
    let state = world.state();
    for (id, [x, y]) in state.velocities.iter().enumerate().skip(2) {
        let expected = f64::from(state.species[id]) / 100.0;
        assert!((x.hypot(*y) - expected).abs() < 1e-5, "{id}: {} is not {expected}", x.hypot(*y));
    }
    let one_more = format!("{text}[[species]]\nname = 'one too many'\n");
    assert!(Scenario::from_toml(&one_more).unwrap_err().to_string().contains("at most 255"));
}
