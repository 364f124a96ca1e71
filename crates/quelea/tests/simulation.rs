//! A `Simulation` is the same flock as the typed engine behind it, and its controls do what they say.

mod common;

use common::{fast_presets, with_boids};
use quelea::engine::{Components, Precision, RuleForce};
use quelea::fast::Width;
use quelea::model::presets;
use quelea::model::settings::Search;
use quelea::{
    EngineName, Inspection, OpenError, Reference, Scenario, Simulation, SnapshotError, StartError, State, World,
    initial_state,
};

/// A small flock of a preset.
fn small(name: &str) -> Scenario {
    let scenario = Scenario::preset(name).unwrap();
    with_boids(&scenario, scenario.species[0].settings.boids.min(60))
}

fn on(scenario: &Scenario, engine: EngineName) -> Scenario {
    scenario.clone().with("engine", engine.as_str()).unwrap()
}

/// The hash after ten steps of the engine that a scenario asks for, with the dimension and the engine as types.
fn typed_hash(scenario: &Scenario) -> u64 {
    with_dimension!(scenario.general.dimension, D => match scenario.general.engine {
        EngineName::REFERENCE => {
            let mut flock = Reference::<D>::new(scenario).unwrap();
            (0..10).for_each(|_| flock.step());
            flock.state().hash()
        }
        _ => {
            let mut flock = World::<D>::new(scenario).unwrap();
            (0..10).for_each(|_| flock.step());
            flock.state().hash()
        }
    })
}

#[test]
fn every_preset_has_the_same_bits_as_its_typed_engine_however_it_is_opened() {
    for name in presets::names() {
        let scenario = small(name);
        let expected = typed_hash(&scenario);
        let mut flock = Simulation::new(&scenario).unwrap();
        flock.run(10);
        assert_eq!((flock.hash(), flock.steps()), (expected, 10), "{name}, new");

        let mut flock = Simulation::from_state(&scenario, initial_state(&scenario)).unwrap();
        (0..10).for_each(|_| flock.step());
        assert_eq!(flock.hash(), expected, "{name}, from_state");

        let mut flock = Simulation::new(&scenario).unwrap();
        flock.run(4);
        let mut flock = Simulation::from_snapshot(&flock.snapshot("")).unwrap();
        assert_eq!((flock.steps(), flock.scenario()), (4, &scenario), "{name}");
        flock.run(6);
        assert_eq!(flock.hash(), expected, "{name}, from_snapshot");
    }
}

#[test]
fn a_typed_engine_can_be_used_as_a_simulation() {
    let scenario = small("p5");
    let mut flock = Simulation::with_engine(World::<2>::new(&scenario).unwrap());
    flock.run(10);
    assert_eq!(flock.hash(), typed_hash(&scenario));
}

#[test]
fn what_cannot_be_opened_is_refused_with_the_reason() {
    let scenario = small("p5");
    let other = with_boids(&scenario, 59);
    let error = Simulation::from_state(&scenario, initial_state(&other)).err().unwrap();
    assert!(matches!(error, StartError::Table(_)), "{error}");
    assert_eq!(error.to_string(), "the table has 59 boids of species `boid`, the scenario 60");

    let error = Simulation::from_state(&scenario, State::new(3)).err().unwrap();
    assert_eq!(error.to_string(), "the table has 3 dimensions, the scenario 2");

    let mut invalid = scenario.clone();
    invalid.general.space.size.clear();
    assert!(matches!(Simulation::new(&invalid), Err(StartError::Scenario(_))));

    let error = Simulation::from_snapshot(b"not a snapshot").err().unwrap();
    assert_eq!(error, OpenError::Snapshot(SnapshotError::NotASnapshot));
    assert_eq!(error.to_string(), "the snapshot is not a Quelea checkpoint");
}

#[test]
fn live_parameters_act_from_the_next_step_on() {
    for engine in [EngineName::FAST, EngineName::REFERENCE] {
        let scenario = on(&small("p5"), engine);
        let [mut changed, mut unchanged] = [0; 2].map(|_| Simulation::new(&scenario).unwrap());
        changed.set("separation.weight", 3.0).unwrap();
        assert_eq!(changed.scenario().get("separation.weight"), Some(3.0.into()));
        assert_eq!(changed.hash(), unchanged.hash());
        // All start at one point, where nobody separates: apart after the first step, they do.
        changed.run(3);
        unchanged.run(3);
        assert_ne!(changed.hash(), unchanged.hash(), "{engine}");
        // As if the new scenario had run from that state.
        let mut fresh = Simulation::new(&scenario.clone().with("separation.weight", 3.0).unwrap()).unwrap();
        fresh.run(3);
        assert_eq!(changed.hash(), fresh.hash(), "{engine}");
    }
}

#[test]
fn restart_parameters_and_invalid_values_are_refused_and_leave_the_flock_unchanged() {
    for engine in [EngineName::FAST, EngineName::REFERENCE] {
        let mut flock = Simulation::new(&on(&small("p5"), engine)).unwrap();
        flock.run(3);
        let (scenario, hash) = (flock.scenario().clone(), flock.hash());
        let other_engine = if engine == EngineName::FAST { "reference" } else { "fast" };
        let refused: [(&str, quelea::Value, &str); 6] = [
            ("boids", 61.into(), "`boids` cannot change while the flock runs: restart it"),
            ("seed", 7.into(), "`seed` cannot change while the flock runs: restart it"),
            ("space.kind", "torus".into(), "`space.kind` cannot change while the flock runs: restart it"),
            ("engine", other_engine.into(), "`engine` cannot change while the flock runs: restart it"),
            ("separation.weight", (-1).into(), "`separation.weight` -1 is out of range"),
            ("separation.wieght", 1.into(), "did you mean `separation.weight`?"),
        ];
        for (path, value, expected) in refused {
            let error = flock.set(path, value).unwrap_err().to_string();
            assert!(error.contains(expected), "{path}: {error}");
            assert_eq!((flock.scenario(), flock.hash(), flock.steps()), (&scenario, hash, 3), "{path}");
        }
        let mut rest = Simulation::from_state(&scenario, flock.state()).unwrap();
        rest.step();
        flock.step();
        assert_eq!(flock.hash(), rest.hash());
    }
}

/// The force of a rule on a boid.
fn force(flock: &mut Simulation, id: u32, rule: &str) -> Option<Vec<f64>> {
    let forces = flock.inspect(id).unwrap().forces;
    forces.into_iter().find(|force| force.rule == rule).map(|force| force.force)
}

#[test]
fn the_pointer_acts_where_it_is_moved_to_until_it_is_removed() {
    for engine in [EngineName::FAST, EngineName::REFERENCE] {
        // Brundage's boids shy away from the mouse.
        let mut flock = Simulation::new(&on(&small("harry"), engine)).unwrap();
        flock.run(5);
        flock.move_pointer(None).unwrap();
        let scenario = flock.scenario().clone();
        let position = flock.state().positions[7].to_vec();
        let none = |force: Option<Vec<f64>>| force.is_none_or(|force| force == [0.0, 0.0]);
        assert!(none(force(&mut flock, 7, "pointer")), "{engine}");

        flock.move_pointer(Some(&[position[0] + 15.0, position[1]])).unwrap();
        let push = force(&mut flock, 7, "pointer").unwrap();
        // A weight of 6 over the square of the distance from the rim of a pointer with radius 5.
        assert!((push[0] + 6.0 / 100.0).abs() < 1e-5 && push[1].abs() < 1e-5, "{engine}: {push:?}");
        let mut without = Simulation::from_state(&scenario, flock.state()).unwrap();
        without.step();
        flock.step();
        assert_ne!(flock.hash(), without.hash(), "{engine}");

        flock.move_pointer(None).unwrap();
        assert!(none(force(&mut flock, 7, "pointer")), "{engine}");
    }
}

#[test]
fn a_pointer_with_the_wrong_number_of_coordinates_is_refused() {
    let mut flock = Simulation::new(&small("p5")).unwrap();
    flock.move_pointer(Some(&[1.0, 2.0])).unwrap();
    let error = flock.move_pointer(Some(&[1.0, 2.0, 3.0])).unwrap_err().to_string();
    assert!(error.contains("`pointer.position` has 3 numbers"), "{error}");
    assert_eq!(flock.scenario().general.pointer.position.as_deref(), Some(&[1.0, 2.0][..]));
}

const TWO_SPECIES: &str = "boids = 5\nspace.size = [100, 100]\nperception.radius = 20\nwander.weight = 0.1\n
    motion.smoothing = 0.5\nflee.radius = 20\nrelations.hawk = 'flee'\n[[species]]\nname = 'hawk'\nboids = 2";

#[test]
fn an_added_boid_gets_the_next_id_and_the_others_stay_as_they_are() {
    let mut flock = Simulation::new(&Scenario::from_toml(TWO_SPECIES).unwrap()).unwrap();
    flock.run(5);
    let before = flock.state();
    assert_eq!(flock.add_boid(0, &[10.0, 20.0], &[1.0, -1.0]).unwrap(), 7);
    assert_eq!(flock.add_boid(1, &[30.0, 40.0], &[0.5, 0.0]).unwrap(), 8);
    let after = flock.state();
    assert_eq!((flock.len(), flock.steps(), flock.scenario().boids()), (9, 5, 9));
    assert_eq!(after.species, [0, 0, 0, 0, 0, 1, 1, 0, 1]);
    assert_eq!((&after.positions[7], &after.velocities[8]), (&[10.0, 20.0][..], &[0.5, 0.0][..]));
    for id in 0..7 {
        assert_eq!(
            (&after.positions[id], &after.velocities[id], &after.smoothed[id], &after.wander[id]),
            (&before.positions[id], &before.velocities[id], &before.smoothed[id], &before.wander[id])
        );
    }
    flock.run(5);
    assert!(flock.state().positions.as_slice().iter().all(|x| x.is_finite()));
}

#[test]
fn a_removed_boid_lets_the_ids_above_it_fall_by_one() {
    let mut flock = Simulation::new(&Scenario::from_toml(TWO_SPECIES).unwrap()).unwrap();
    flock.run(5);
    let before = flock.state();
    assert_eq!(flock.remove_boid(2), Ok(true));
    let after = flock.state();
    assert_eq!((after.len(), after.step), (6, 5));
    assert_eq!(after.species, [0, 0, 0, 0, 1, 1]);
    for id in 0..6 {
        let old = if id < 2 { id } else { id + 1 };
        assert_eq!(
            (&after.positions[id], &after.velocities[id], &after.smoothed[id], &after.wander[id]),
            (&before.positions[old], &before.velocities[old], &before.smoothed[old], &before.wander[old])
        );
    }
    assert_eq!(flock.remove_boid(5), Ok(true));
    let counts: Vec<usize> = flock.scenario().species.iter().map(|species| species.settings.boids).collect();
    assert_eq!(counts, [4, 1]);
    assert_eq!(flock.remove_boid(5), Ok(false));
    // The last of all.
    (0..5).for_each(|_| assert_eq!(flock.remove_boid(0), Ok(true)));
    flock.step();
    assert!(flock.is_empty());
}

#[test]
fn boids_that_are_removed_at_once_can_be_put_back_with_their_ids() {
    let mut flock = Simulation::new(&small("p5")).unwrap();
    flock.run(5);
    let before = flock.state();
    let ids = [3, 17, 59];
    assert_eq!(flock.remove_boids(&[17, 59, 3, 17, 99]), Ok(3));
    assert_eq!((flock.len(), flock.scenario().species[0].settings.boids), (57, 57));
    assert_eq!(flock.state().positions[3], before.positions[4]);
    for id in ids {
        let (position, velocity) = (&before.positions[id as usize], &before.velocities[id as usize]);
        flock.insert_boid(id, 0, position, velocity).unwrap();
    }
    assert_eq!(flock.hash(), before.hash());
    assert_eq!(flock.remove_boids(&[60]), Ok(0));
    let error = flock.insert_boid(61, 0, &[1.0, 1.0], &[0.0, 0.0]).unwrap_err().to_string();
    assert!(error.contains("61") && error.contains("60 boids"), "{error}");
    assert_eq!(flock.hash(), before.hash());
}

#[test]
fn a_boid_that_cannot_be_added_or_removed_leaves_the_flock_unchanged() {
    let text = "boids = 3\nspace.size = [100, 100]\nperception = { kind = 'nearest', neighbours = 2 }";
    let mut flock = Simulation::new(&Scenario::from_toml(text).unwrap()).unwrap();
    flock.run(2);
    let (scenario, hash) = (flock.scenario().clone(), flock.hash());
    let error = flock.add_boid(1, &[1.0, 1.0], &[0.0, 0.0]).unwrap_err().to_string();
    assert_eq!(error, "`species` has no entry 1: there are 1, counted from 0");
    let error = flock.add_boid(0, &[f64::NAN, 1.0], &[0.0, 0.0]).unwrap_err().to_string();
    assert_eq!(error, "boid 3: `x` is NaN, not a number");
    let error = flock.add_boid(0, &[1.0, 1.0, 1.0], &[0.0, 0.0]).unwrap_err().to_string();
    assert_eq!(error, "the position of a new boid has 3 numbers in 2D");
    // Two boids cannot have two nearest neighbours each.
    let error = flock.remove_boid(0).unwrap_err().to_string();
    assert!(error.contains("asks for 2 neighbours in a flock of 2"), "{error}");
    assert_eq!((flock.scenario(), flock.hash()), (&scenario, hash));
}

#[test]
fn a_flock_continues_with_another_engine_from_its_present_state() {
    for name in ["p5", "reynolds1987", "veldic"] {
        let scenario = small(name);
        let reference = on(&scenario, EngineName::REFERENCE);
        let mut flock = Simulation::new(&scenario).unwrap();
        flock.run(5);
        let mut expected = Simulation::from_state(&reference, flock.state()).unwrap();
        let hash = flock.hash();
        flock.continue_with(&reference).unwrap();
        assert_eq!((flock.hash(), flock.steps(), flock.info().engine), (hash, 5, "reference"), "{name}");
        flock.run(5);
        expected.run(5);
        assert_eq!(flock.hash(), expected.hash(), "{name}");
        flock.continue_with(&scenario).unwrap();
        flock.step();
        assert_eq!((flock.steps(), flock.info().engine), (11, "fast"), "{name}");
    }
}

#[test]
fn a_scenario_that_does_not_fit_the_flock_is_not_continued_with() {
    let scenario = small("p5");
    let mut flock = Simulation::new(&scenario).unwrap();
    flock.run(5);
    let hash = flock.hash();
    for other in [with_boids(&scenario, 61), small("reynolds1987")] {
        assert!(matches!(flock.continue_with(&other), Err(StartError::Table(_))));
        assert_eq!((flock.scenario(), flock.hash(), flock.steps()), (&scenario, hash, 5));
    }
}

#[test]
fn the_measures_and_the_hash_are_those_of_the_state() {
    for scenario in fast_presets() {
        let mut flock = Simulation::new(&with_boids(&scenario, 60)).unwrap();
        flock.run(5);
        assert_eq!(flock.measure(), quelea::measure(flock.scenario(), &flock.state()));
        assert_eq!(flock.hash(), flock.state().hash());
        assert_eq!((flock.len(), flock.dimension()), (flock.state().len(), scenario.general.dimension));
    }
}

/// Checks that two vectors are equal up to single precision in numbers of some size.
#[track_caller]
fn assert_close(what: &str, fast: &[f64], exact: &[f64], size: f64) {
    let largest = fast.iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(fast.len() == exact.len() && largest <= 1e-5 * size, "{what}: fast {fast:?}, reference {exact:?}");
}

/// Compares how both engines show a boid: exactly what is copied from the scenario and the state, to single precision
/// what is computed from it. Forces add up many offsets and some are scaled to full length, so they may differ by a
/// thousandth of the largest.
fn compare(name: &str, fast: &Inspection, exact: &Inspection, length: f64) {
    let what = format!("{name}: boid {}", fast.id);
    assert_eq!((fast.id, fast.species, &fast.species_name), (exact.id, exact.species, &exact.species_name), "{what}");
    assert_eq!((&fast.position, &fast.velocity), (&exact.position, &exact.velocity), "{what}");
    assert_eq!((fast.field_of_view, fast.near), (exact.field_of_view, exact.near), "{what}");
    assert_eq!((fast.separation_radius, fast.sum_is_exact), (exact.separation_radius, exact.sum_is_exact), "{what}");
    assert_eq!(fast.radius.is_some(), exact.radius.is_some(), "{what}");
    assert_close(&what, &[fast.radius.unwrap_or(0.0)], &[exact.radius.unwrap_or(0.0)], length);

    let flags = |inspection: &Inspection| -> Vec<(u32, bool, bool)> {
        inspection.neighbours.iter().map(|other| (other.id, other.in_view, other.too_close)).collect()
    };
    assert_eq!(flags(fast), flags(exact), "{what}");
    for (a, b) in fast.neighbours.iter().zip(&exact.neighbours) {
        assert_close(&what, &a.offset, &b.offset, length);
        assert_close(&what, &[a.distance], &[b.distance], length);
    }

    let size = |force: &[f64]| force.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let largest = exact.forces.iter().map(|force| size(&force.force)).fold(1e-3, f64::max);
    let names = |inspection: &Inspection| inspection.forces.iter().map(|force| force.rule.clone()).collect::<Vec<_>>();
    assert_eq!(names(fast), names(exact), "{what}");
    for (RuleForce { rule, force, .. }, listed) in exact.forces.iter().zip(&fast.forces) {
        assert_close(&format!("{what}, {rule}"), &listed.force, force, 100.0 * largest);
    }
    assert_close(&format!("{what}, sum"), &fast.sum, &exact.sum, 100.0 * largest);
}

#[test]
fn both_engines_show_the_same_inspection_of_every_boid_to_single_precision() {
    for scenario in fast_presets() {
        let name = scenario.general.name.clone();
        let mut fast = Simulation::new(&with_boids(&scenario, scenario.species[0].settings.boids.min(100))).unwrap();
        fast.run(40);
        let mut exact = Simulation::from_state(&on(fast.scenario(), EngineName::REFERENCE), fast.state()).unwrap();
        let length = fast.state().positions.as_slice().iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        for id in 0..fast.len() as u32 {
            let (a, b) = (fast.inspect(id).unwrap(), exact.inspect(id).unwrap());
            compare(&name, &a, &b, length);
            let ids = |flock: &mut Simulation| flock.neighbours(id).iter().map(|other| other.id).collect::<Vec<_>>();
            assert_eq!(ids(&mut fast), ids(&mut exact), "{name}: boid {id}");
        }
        let beyond = fast.len() as u32;
        assert!(fast.inspect(beyond).is_none() && exact.inspect(beyond).is_none(), "{name}");
        assert!(fast.neighbours(beyond).is_empty() && exact.neighbours(beyond).is_empty(), "{name}");
    }
}

#[test]
fn the_sum_of_an_inspection_is_the_acceleration_of_the_next_step() {
    // No limits, no budget: what is summed is what moves the boid.
    let text = "boids = 40\nspace.kind = 'open'\nspace.size = [60, 60]\nmotion.max_speed = 1000\n
        start.velocity = 'heading'\nstart.speed = 1\nwander.weight = 0.1";
    for engine in [EngineName::FAST, EngineName::REFERENCE] {
        let mut flock = Simulation::new(&on(&Scenario::from_toml(text).unwrap(), engine)).unwrap();
        flock.run(2);
        let sums: Vec<Vec<f64>> = (0..40).map(|id| flock.inspect(id).unwrap().sum).collect();
        let before = flock.state();
        flock.step();
        let after = flock.state();
        for (id, sum) in sums.iter().enumerate() {
            for axis in 0..2 {
                let change = after.velocities[id][axis] - before.velocities[id][axis];
                let size = sum[axis].abs().max(before.velocities[id][axis].abs()).max(1.0);
                assert!((change - sum[axis]).abs() < 1e-5 * size, "{engine}: boid {id}: {change}, {}", sum[axis]);
            }
        }
    }
}

#[test]
fn info_says_which_engine_runs_how_precisely_and_what_it_costs() {
    let scenario = small("p5");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let info = pool.install(|| Simulation::new(&scenario).unwrap().info());
    assert_eq!((info.engine, info.precision, info.approximation), ("fast", Precision::Single, None));
    let threads = if cfg!(feature = "parallel") { 3 } else { 1 };
    assert_eq!((info.threads, info.lanes), (threads, Width::detect().lanes()));
    // At least a position, a velocity and an id of four bytes per number, twice.
    assert!(info.memory_bytes >= 60 * 2 * 5 * 4, "{}", info.memory_bytes);

    let info = Simulation::new(&on(&scenario, EngineName::REFERENCE)).unwrap().info();
    assert_eq!((info.engine, info.precision, info.approximation), ("reference", Precision::Double, None));
    assert_eq!((info.threads, info.lanes), (1, 1));
    // A position and a velocity of eight bytes per number.
    assert!(info.memory_bytes >= 60 * 4 * 8, "{}", info.memory_bytes);

    let approximate = small("lee2008").with("search", "representative").unwrap();
    let info = Simulation::new(&approximate).unwrap().info();
    assert!(info.approximation.unwrap().contains("Lee 2008"), "{info:?}");
    let exact = approximate.with("representative.algorithm", "basic").unwrap();
    let info = Simulation::new(&exact).unwrap().info();
    assert_eq!((info.search, info.approximation), (Search::Representative, None));
}

#[test]
fn both_engines_count_the_same_neighbours_of_every_species() {
    // Veldic's predators perceive nobody, whoever is in their group; the others perceive their own.
    let scenario = small("veldic");
    let [fast, exact] = [EngineName::FAST, EngineName::REFERENCE].map(|engine| {
        let mut flock = Simulation::new(&on(&scenario, engine)).unwrap();
        let stats = flock.stats(usize::MAX);
        assert!((stats.neighbours - flock.measure().mean_neighbours).abs() < 1e-9, "{engine}: {stats:?}");
        stats
    });
    assert_eq!(fast.neighbours, exact.neighbours);
    assert!(fast.candidates > 0.0 && fast.group_size >= 1.0, "{fast:?}");
    assert_eq!((exact.candidates, exact.group_size), ((scenario.boids() - 1) as f64, 1.0));
}

#[test]
fn a_view_shows_the_state_without_copying_it() {
    for engine in [EngineName::FAST, EngineName::REFERENCE] {
        let mut flock = Simulation::new(&on(&Scenario::from_toml(TWO_SPECIES).unwrap(), engine)).unwrap();
        flock.run(5);
        let (state, view) = (flock.state(), flock.view());
        assert_eq!((view.len(), view.dimension), (7, 2));
        let mut ids = view.ids.to_vec();
        ids.sort_unstable();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6], "{engine}");
        for (slot, id) in view.ids.iter().enumerate() {
            assert_eq!(view.slot_of(*id), Some(slot));
            let id = *id as usize;
            assert_eq!(view.positions.vector(slot), state.positions[id], "{engine}");
            assert_eq!(view.velocities.vector(slot), state.velocities[id], "{engine}");
            assert_eq!(view.species_of(slot), state.species[id], "{engine}");
        }
        assert_eq!(view.slot_of(7), None);

        let start = |positions: &Components| match positions {
            Components::Columns { axes, .. } => axes[0].as_ptr() as usize,
            Components::Rows { numbers, .. } => numbers.as_ptr() as usize,
            _ => unreachable!("there are two layouts"),
        };
        assert_eq!(start(&view.positions), start(&flock.view().positions), "{engine}");
        assert_eq!(view.ids.as_ptr(), flock.view().ids.as_ptr(), "{engine}");
        let single = matches!(view.positions, Components::Columns { .. });
        assert_eq!(single, engine == EngineName::FAST);
    }
}

#[test]
fn a_simulation_can_be_moved_to_another_thread() {
    let mut flock = Simulation::new(&small("p5")).unwrap();
    let hash = std::thread::spawn(move || {
        flock.run(10);
        flock.hash()
    });
    assert_eq!(hash.join().unwrap(), typed_hash(&small("p5")));
}

#[test]
fn edges_between_friends_follow_the_ids_when_a_boid_is_removed() {
    let text = "boids = 5\nspace.kind = 'open'\nspace.size = [60, 60]\nsteps = 1\n
        [perception]\nkind = 'friends'\nedges = [[0, 4], [1, 2], [3, 4]]";
    let mut flock = Simulation::new(&Scenario::from_toml(text).unwrap()).unwrap();
    assert!(flock.remove_boid(1).unwrap());
    assert_eq!(flock.scenario().species[0].settings.perception.edges, [[0, 3], [2, 3]]);
    let friends = |flock: &mut Simulation, id| flock.neighbours(id).iter().map(|n| n.id).collect::<Vec<_>>();
    assert_eq!([friends(&mut flock, 3), friends(&mut flock, 1)], [vec![0, 2], vec![]]);
}
