//! Scenes made from states.

use quelea::{Scenario, State, World};
use quelea_draw::{Bounds, ColourBy, Look, Scene, Solid, Theme};

fn state_of(scenario: &Scenario, steps: usize) -> (State<2>, World<2>) {
    let mut world = World::<2>::new(scenario).unwrap();
    (0..steps).for_each(|_| world.step());
    (world.state(), world)
}

#[test]
fn a_scene_shows_every_boid_where_it_is() {
    let scenario = Scenario::preset("p5").unwrap();
    let (state, _) = state_of(&scenario, 50);
    let scene = Scene::of(&scenario, &state, &Look::default());
    assert_eq!(scene.boids.len(), 300);
    for (boid, position) in scene.boids.iter().zip(&state.positions) {
        assert_eq!(boid.position, [position[0] as f32, position[1] as f32, 0.0]);
    }
    assert_eq!(scene.bounds, Bounds::Box { low: [0.0; 3], high: [640.0, 400.0, 0.0] });
}

#[test]
fn every_preset_and_every_colouring_makes_a_scene() {
    for (name, _) in quelea::scenario::presets::PRESETS {
        let scenario = Scenario::preset(name).unwrap();
        for (colour_by, word, _) in ColourBy::CHOICES {
            let look = Look { colour_by, ..Look::default() };
            let scene = match scenario.general.dimension {
                2 => Scene::of(&scenario, &quelea::start::start::<2>(&scenario), &look),
                _ => Scene::of(&scenario, &quelea::start::start::<3>(&scenario), &look),
            };
            assert_eq!(scene.boids.len(), scenario.boids(), "{name}");
            assert!(scene.boids.iter().all(|boid| boid.size > 0.0 && boid.colour.0[3] == 255), "{name} {word}");
            assert!(scene.legend.low.is_finite() && scene.legend.high.is_finite(), "{name} {word}");
            assert_eq!(scene.obstacles.len(), scenario.obstacles.len(), "{name}");
        }
    }
}

#[test]
fn hunters_are_larger_and_have_the_colour_of_danger() {
    let scenario = Scenario::preset("veldic").unwrap();
    let state = quelea::start::start::<3>(&scenario);
    let scene = Scene::of(&scenario, &state, &Look::for_scenario(&scenario));
    let (first, last) = (&scene.boids[0], &scene.boids[31]);
    assert_eq!(last.colour, Theme::Dark.danger());
    assert_ne!(first.colour, last.colour);
    assert!(last.size > first.size);
    assert_eq!(scene.legend.species[1], ("predator".to_owned(), Theme::Dark.danger()));
    assert_eq!(scene.obstacles[0], Solid::Sphere { centre: [20.0, 10.0, -15.0], radius: 9.0 });
}

#[test]
fn speed_neighbours_and_clusters_have_their_own_colours() {
    let scenario = Scenario::from_toml("boids = 4\nspace.size = [100, 100]\nperception.radius = 10").unwrap();
    let state = State::<2> {
        species: vec![0; 4],
        positions: vec![[10.0, 10.0], [15.0, 10.0], [13.0, 14.0], [60.0, 60.0]],
        velocities: vec![[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [0.0, 2.0]],
        ..State::default()
    };
    let colours = |colour_by: ColourBy| {
        let scene = Scene::of(&scenario, &state, &Look { colour_by, ..Look::default() });
        scene.boids.iter().map(|boid| boid.colour).collect::<Vec<_>>()
    };
    let (theme, speed) = (Theme::Dark, colours(ColourBy::Speed));
    assert_eq!(speed, [0.0, 1.0, 0.5, 1.0].map(|share| theme.amount(share)));
    let neighbours = colours(ColourBy::Neighbours);
    assert_eq!(neighbours, [1.0, 1.0, 1.0, 0.0].map(|share| theme.amount(share)));
    let cluster = colours(ColourBy::Cluster);
    assert_eq!(cluster, [theme.group(0), theme.group(0), theme.group(0), theme.alone()]);
    let heading = colours(ColourBy::Heading);
    assert_ne!(heading[1], heading[3]);
    assert_eq!(heading[1], heading[2]);
}

#[test]
fn trails_grow_with_the_steps_and_start_anew_with_the_flock() {
    let scenario = Scenario::preset("p5").unwrap();
    let (start, mut world) = state_of(&scenario, 0);
    let look = Look { trails: 3, ..Look::default() };
    let mut scene = Scene::of(&scenario, &start, &look);
    assert_eq!(scene.trails.len(), 1);
    scene.update(&scenario, &start, &look);
    assert_eq!(scene.trails.len(), 1, "a second look at the same state is not a new moment");
    for _ in 0..5 {
        world.step();
        scene.update(&scenario, &world.state(), &look);
    }
    assert_eq!(scene.trails.len(), 3);
    scene.update(&scenario, &start, &look);
    assert_eq!(scene.trails.len(), 1, "back at the start");
    world.step();
    scene.update(&scenario, &world.state(), &Look::default());
    assert!(scene.trails.is_empty(), "without trails nothing is remembered");
}
