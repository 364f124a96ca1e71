//! Scenes made from states.

use quelea::model::presets::PRESETS;
use quelea::{Scenario, Simulation, State, initial_state};
use quelea_draw::{Bounds, ColourBy, Scene, Solid, Style, Theme};

fn coloured_by(colour_by: ColourBy) -> Style {
    let mut style = Style::default();
    style.colour_by = colour_by;
    style
}

#[test]
fn a_scene_shows_every_boid_at_its_position() {
    let scenario = Scenario::preset("p5").unwrap();
    let mut flock = Simulation::new(&scenario).unwrap();
    flock.run(50);
    let state = flock.state();
    let scene = Scene::new(&scenario, &state, &Style::default());
    assert_eq!(scene.boids.len(), 300);
    for (boid, position) in scene.boids.iter().zip(&state.positions) {
        assert_eq!(boid.position, [position[0] as f32, position[1] as f32, 0.0]);
    }
    assert_eq!(scene.bounds, Bounds::Box { low: [0.0; 3], high: [640.0, 400.0, 0.0] });
}

#[test]
fn every_preset_has_a_scene_in_every_colouring() {
    for (name, _) in PRESETS {
        let scenario = Scenario::preset(name).unwrap();
        for (colour_by, word, _) in ColourBy::CHOICES {
            let scene = Scene::new(&scenario, &initial_state(&scenario), &coloured_by(colour_by));
            assert_eq!(scene.boids.len(), scenario.boids(), "{name}");
            assert!(scene.boids.iter().all(|boid| boid.size > 0.0 && boid.colour.0[3] == 255), "{name} {word}");
            assert!(scene.legend.low.is_finite() && scene.legend.high.is_finite(), "{name} {word}");
            assert_eq!(scene.obstacles.len(), scenario.obstacles.len(), "{name}");
        }
    }
}

#[test]
fn bounds_follow_the_space_of_the_scenario() {
    let bounds = |text: &str| {
        let scenario = Scenario::from_toml(&format!("boids = 1\n{text}")).unwrap();
        Scene::new(&scenario, &initial_state(&scenario), &Style::default()).bounds
    };
    let rectangle = Bounds::Box { low: [-5.0, -10.0, 0.0], high: [45.0, 50.0, 0.0] };
    for kind in ["wrap", "walls", "reflect"] {
        assert_eq!(bounds(&format!("space = {{ kind = '{kind}', size = [50, 60], origin = [-5, -10] }}")), rectangle);
    }
    let sphere = Bounds::Sphere { centre: [1.0, 2.0, 3.0], radius: 7.0 };
    assert_eq!(bounds("dimension = 3\nspace = { kind = 'sphere', radius = 7, origin = [1, 2, 3] }"), sphere);
    assert_eq!(bounds("space.kind = 'open'"), Bounds::None);
}

#[test]
fn hunters_are_larger_and_have_the_colour_of_danger() {
    let scenario = Scenario::preset("veldic").unwrap();
    let scene = Scene::new(&scenario, &initial_state(&scenario), &Style::for_scenario(&scenario));
    let (first, last) = (&scene.boids[0], &scene.boids[31]);
    assert_eq!(last.colour, Theme::Dark.danger());
    assert_ne!(first.colour, last.colour);
    assert!(last.size > first.size);
    assert_eq!(scene.legend.species[1], ("predator".to_owned(), Theme::Dark.danger()));
    assert_eq!(scene.obstacles[0], Solid::Sphere { centre: [20.0, 10.0, -15.0], radius: 9.0 });
}

#[test]
fn hunters_have_the_colour_of_danger_in_every_colouring() {
    for (name, _) in PRESETS {
        let scenario = Scenario::preset(name).unwrap();
        for (colour_by, word, _) in ColourBy::CHOICES {
            let scene = Scene::new(&scenario, &initial_state(&scenario), &coloured_by(colour_by));
            for id in scene.hunters.iter().cloned().flatten() {
                assert_eq!(scene.boids[id as usize].colour, Theme::Dark.danger(), "{name} {word}");
            }
            assert_eq!(scene.hunters.is_empty(), scene.legend.hunters.is_empty(), "{name}");
        }
    }
    let veldic = Scenario::preset("veldic").unwrap();
    let scene = Scene::new(&veldic, &initial_state(&veldic), &coloured_by(ColourBy::Heading));
    assert!(!scene.hunters.is_empty() && scene.legend.hunters == [("predator".to_owned(), Theme::Dark.danger())]);
}

#[test]
fn groups_keep_their_colours_from_step_to_step() {
    let scenario = Scenario::from_toml("boids = 5\nspace.size = [100, 100]\nperception.radius = 10").unwrap();
    let at = |xs: [f64; 5], step: u64| {
        let mut state = State::from_arrays(xs.map(|x| [x, 50.0]).to_vec(), vec![[1.0, 0.0]; 5]);
        state.step = step;
        state
    };
    let style = coloured_by(ColourBy::Cluster);
    let mut scene = Scene::new(&scenario, &at([10.0, 15.0, 20.0, 60.0, 65.0], 0), &style);
    let before: Vec<_> = scene.boids.iter().map(|boid| boid.colour).collect();
    // Boid 0, after which its group is named, joins the other group.
    scene.update(&scenario, &at([70.0, 15.0, 20.0, 60.0, 65.0], 1), &style);
    let after: Vec<_> = scene.boids.iter().map(|boid| boid.colour).collect();
    assert_eq!(after[1..], before[1..]);
    assert_eq!(after[0], before[4]);
}

#[test]
fn speed_neighbours_clusters_and_headings_have_their_own_colours() {
    let scenario = Scenario::from_toml("boids = 4\nspace.size = [100, 100]\nperception.radius = 10").unwrap();
    let state = State::from_arrays(
        vec![[10.0, 10.0], [15.0, 10.0], [13.0, 14.0], [60.0, 60.0]],
        vec![[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [0.0, 2.0]],
    );
    let colours = |colour_by: ColourBy| {
        let scene = Scene::new(&scenario, &state, &coloured_by(colour_by));
        scene.boids.iter().map(|boid| boid.colour).collect::<Vec<_>>()
    };
    let (theme, speed) = (Theme::Dark, colours(ColourBy::Speed));
    assert_eq!(speed, [0.0, 1.0, 0.5, 1.0].map(|fraction| theme.quantity(fraction)));
    let neighbours = colours(ColourBy::Neighbours);
    assert_eq!(neighbours, [1.0, 1.0, 1.0, 0.0].map(|fraction| theme.quantity(fraction)));
    let cluster = colours(ColourBy::Cluster);
    assert_eq!(cluster, [theme.cluster(0), theme.cluster(0), theme.cluster(0), theme.neutral()]);
    let heading = colours(ColourBy::Heading);
    assert_ne!(heading[1], heading[3]);
    assert_eq!(heading[1], heading[2]);
}

#[test]
fn trails_grow_with_the_steps_and_start_again_with_the_flock() {
    let scenario = Scenario::preset("p5").unwrap();
    let mut flock = Simulation::new(&scenario).unwrap();
    let start = flock.state();
    let mut style = Style::default();
    style.trails = 3;
    let mut scene = Scene::new(&scenario, &start, &style);
    assert_eq!(scene.trails.len(), 1);
    scene.update(&scenario, &start, &style);
    assert_eq!(scene.trails.len(), 1, "the same state twice is one moment");
    for _ in 0..5 {
        flock.step();
        scene.update(&scenario, &flock.state(), &style);
    }
    assert_eq!(scene.trails.len(), 3);
    scene.update(&scenario, &start, &style);
    assert_eq!(scene.trails.len(), 1, "back at the start");
    flock.step();
    scene.remember(&flock.state(), &style);
    assert_eq!(scene.trails.len(), 2, "a step between two frames");
    flock.step();
    scene.update(&scenario, &flock.state(), &Style::default());
    assert!(scene.trails.is_empty(), "a style without trails keeps none");
}
