//! What the models of research are made of, by their closed forms: in both engines.

use quelea::state::random::{Random, Stream};
use quelea::{EngineName, Scenario, Simulation, State};

const ENGINES: [EngineName; 2] = [EngineName::REFERENCE, EngineName::FAST];

/// A flock in a given state, for each engine.
fn flocks(text: &str, boids: &[([f64; 2], [f64; 2])]) -> Vec<Simulation> {
    let (positions, velocities) = boids.iter().copied().unzip();
    let state = State::from_arrays(positions, velocities);
    let open = |engine: &EngineName| {
        let text = format!("boids = {}\n{text}", boids.len());
        let scenario = Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        Simulation::from_state(&scenario.with("engine", engine.as_str()).unwrap(), state.clone()).unwrap()
    };
    ENGINES.iter().map(open).collect()
}

/// The force of one rule on the first boid, for each engine.
fn forces(rule: &str, text: &str, boids: &[([f64; 2], [f64; 2])]) -> Vec<Vec<f64>> {
    let force = |mut flock: Simulation| {
        let inspection = flock.inspect(0).unwrap();
        inspection.forces.iter().find(|force| force.rule == rule).unwrap().force.clone()
    };
    flocks(text, boids).into_iter().map(force).collect()
}

fn assert_near(found: &[f64], expected: &[f64], what: &str) {
    let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 2e-6 * b.abs().max(1.0));
    assert!(near && found.len() == expected.len(), "{what}: {found:?}, not {expected:?}");
}

const STILL: [f64; 2] = [0.0, 0.0];
const OPEN: &str = "[space]\nkind = 'open'\n";

#[test]
fn every_falloff_has_the_value_of_its_formula() {
    let r: f64 = 2.0;
    let norm = |x: f64| ((1.0 + 0.1 * x * x).sqrt() - 1.0) / 0.1;
    let h = |z: f64| match z {
        z if z < 0.2 => 1.0,
        z if z < 1.0 => 0.5 * (1.0 + (std::f64::consts::PI * (z - 0.2) / 0.8).cos()),
        _ => 0.0,
    };
    let z: f64 = norm(r) - norm(3.0);
    let bump = h(norm(r) / norm(5.0));
    for (falloff, value) in [
        ("offset", r),
        ("constant", 1.0),
        ("inverse", 1.0 / r),
        ("inverse-square", 1.0 / (r * r)),
        ("power-law", (9.0 + r * r).powf(-0.7)),
        ("exponential", (-r / 3.0).exp()),
        ("quadratic", r * (1.0 - r / 3.0).powi(2)),
        ("quartic", r / (1.0 + (r / 3.0).powi(4))),
        ("lattice", z / (1.0 + z * z).sqrt() * bump * r / (1.0 + 0.1 * r * r).sqrt()),
        ("bump", bump),
        ("table", 0.25),
    ] {
        let keys = format!(
            "radius = 5\nfalloff = '{falloff}'\nlength = 3\nexponent = 0.7\naverage = 'sum'\n
             table = [[1, 1], [3, -0.5]]"
        );
        // The other is straight above, and moves along x.
        let boids = [(STILL, STILL), ([0.0, r], [1.0, 0.0])];
        for (rule, expected) in [("separation", [0.0, -value]), ("cohesion", [0.0, value]), ("alignment", [value, 0.0])]
        {
            for force in forces(rule, &format!("{OPEN}[{rule}]\n{keys}"), &boids) {
                assert_near(&force, &expected, &format!("{rule} {falloff}"));
            }
        }
    }
}

#[test]
fn differences_of_velocity_are_taken_neighbour_by_neighbour() {
    let keys = format!("{OPEN}[alignment]\nfalloff = 'inverse'\naverage = 'sum'\npairwise = true");
    let boids = [(STILL, [1.0, 0.0]), ([2.0, 0.0], [3.0, 0.0]), ([0.0, 4.0], [1.0, 4.0])];
    forces("alignment", &keys, &boids).iter().for_each(|force| assert_near(force, &[1.0, 1.0], "Σ (vⱼ − v)/r"));
}

#[test]
fn a_zone_begins_at_its_inner_radius_and_an_exclusive_rule_silences_those_after_it() {
    let near_and_far = [(STILL, [1.0, 0.0]), ([0.0, 2.0], [1.0, 0.0]), ([5.0, 0.0], [1.0, 0.0])];
    let zones = format!(
        "{OPEN}[separation]\nradius = 1\nexclusive = true\n[cohesion]\ninner_radius = 3\nradius = 9\n
         falloff = 'constant'\naverage = 'sum'"
    );
    forces("cohesion", &zones, &near_and_far).iter().for_each(|force| assert_near(force, &[1.0, 0.0], "the far one"));
    let crowded = [(STILL, [1.0, 0.0]), ([0.0, 0.5], [1.0, 0.0]), ([5.0, 0.0], [1.0, 0.0])];
    forces("cohesion", &zones, &crowded).iter().for_each(|force| assert_near(force, &STILL, "silenced"));
}

#[test]
fn joint_rules_are_brought_to_length_one_before_the_others_are_added() {
    let text = format!(
        "{OPEN}[cohesion]\naverage = 'sum'\n[goal]\nposition = [0, 9]\nresponse = 'unit'\nweight = 0.5\n
         [motion]\norder = ['cohesion', 'goal']\njoint = ['cohesion']\nmax_speed = 100"
    );
    for mut flock in flocks(&text, &[(STILL, STILL), ([7.0, 0.0], STILL)]) {
        flock.step();
        assert_near(&flock.state().velocities[0], &[1.0, 0.5], "unit(7, 0) + (0, 0.5)");
    }
}

#[test]
fn nobody_turns_faster_than_the_turning_rate() {
    // The goal is straight to the left, and 40°/s for 0.1 s are 4°.
    let text = format!(
        "{OPEN}[goal]\nposition = [0, 1000]\n[motion]\norder = ['goal']\ncombine = 'heading'\ninertia = 0\n
         step = 0.1\nmax_speed = 3\nturn_rate = 40"
    );
    for mut flock in flocks(&text, &[(STILL, [3.0, 0.0])]) {
        for step in 1..=22 {
            flock.step();
            let velocity = flock.state().velocities[0].to_vec();
            assert!((velocity[1].atan2(velocity[0]).to_degrees() - 4.0 * f64::from(step)).abs() < 1e-3, "{velocity:?}");
        }
        flock.run(10);
        assert!(flock.state().velocities[0][0].abs() < 0.2);
    }
}

#[test]
fn turns_are_limited_rule_by_rule_and_seen_by_the_next_rule() {
    let text = format!(
        "{OPEN}[alignment]\nof = 'heading'\naverage = 'sum'\nrelative = false\nmax_turn = 5\n
         [cohesion]\nfalloff = 'constant'\nmax_turn = 3\n
         [motion]\ncombine = 'turns'\norder = ['alignment', 'cohesion']\nmax_speed = 1"
    );
    // Both pull to the left: 5° and 3°.
    for mut flock in flocks(&text, &[(STILL, [1.0, 0.0]), ([0.0, 4.0], [0.0, 1.0])]) {
        flock.step();
        let velocity = flock.state().velocities[0].to_vec();
        assert_near(&velocity, &[8f64.to_radians().cos(), 8f64.to_radians().sin()], "8°");
    }
}

#[test]
fn propulsion_and_drag_settle_at_their_speed_and_so_does_a_cruising_speed() {
    for (keys, speed) in
        [("propulsion = 1.6\ndrag = 0.5", (1.6f64 / 0.5).sqrt()), ("cruise_speed = 2\ncruise_time = 3", 2.0)]
    {
        let text = format!("{OPEN}[motion]\norder = []\n{keys}\nstep = 0.05\nmax_speed = 100");
        for mut flock in flocks(&text, &[(STILL, [0.3, 0.4])]) {
            flock.run(2000);
            let velocity = &flock.state().velocities[0];
            // Single precision stops when what a step adds is lost in rounding: 6e-8·cruise_time/step.
            assert!(
                (velocity[0] / speed - 0.6).abs() < 1e-5 && (velocity[1] / speed - 0.8).abs() < 1e-5,
                "{velocity:?}"
            );
        }
    }
}

/// The error at time 1 of a boid bound to a point by a spring.
fn error_on_a_spring(integrator: &str, steps: u64) -> f64 {
    let step = 1.0 / steps as f64;
    let text = format!(
        "engine = 'reference'\nboids = 1\n{OPEN}[goal]\nposition = [0, 0]\nresponse = 'raw'\n
         [motion]\norder = ['goal']\nintegrator = '{integrator}'\nstep = {step}\nmax_speed = 100"
    );
    let start = State::from_arrays(vec![[1.0, 0.0]], vec![[0.0, 1.0]]);
    let mut flock = Simulation::from_state(&Scenario::from_toml(&text).unwrap(), start).unwrap();
    flock.run(steps);
    let state = flock.state();
    (state.positions[0][0] - 1f64.cos()).hypot(state.positions[0][1] - 1f64.sin())
}

#[test]
fn integrators_have_their_order() {
    for (integrator, order) in [("euler", 1), ("verlet", 2), ("rk4", 4)] {
        let gain = error_on_a_spring(integrator, 20) / error_on_a_spring(integrator, 40);
        let expected = 2f64.powi(order);
        assert!((gain / expected - 1.0).abs() < 0.1, "{integrator}: {gain}");
    }
}

#[test]
fn an_old_velocity_moves_a_boid_one_step_late() {
    let text = format!(
        "{OPEN}[goal]\nposition = [0, 9]\n[motion]\norder = ['goal']\ncombine = 'heading'\ninertia = 0\n
         max_speed = 1\nmove_with = 'old'"
    );
    for mut flock in flocks(&text, &[(STILL, [1.0, 0.0])]) {
        flock.step();
        assert_near(&flock.state().positions[0], &[1.0, 0.0], "with the old velocity");
        assert!(flock.state().velocities[0][1] > 0.9);
    }
}

#[test]
fn walls_that_clamp_keep_the_velocity() {
    let text = "[space]\nkind = 'walls'\nsize = [10, 10]\nmargin = 0\npush = 0\nclamp = true\n[motion]\norder = []\nmax_speed = 5";
    for mut flock in flocks(text, &[([9.0, 5.0], [3.0, 0.0])]) {
        flock.run(2);
        assert_near(&flock.state().positions[0], &[10.0, 5.0], "at the edge");
        assert_near(&flock.state().velocities[0], &[3.0, 0.0], "velocity");
    }
}

/// The headings of many lone boids after a step with noise, as angles from where they headed before.
fn noisy_angles(noise: &str) -> Vec<Vec<f64>> {
    let text =
        format!("{OPEN}[perception]\nradius = 0.1\n[noise]\n{noise}\n[motion]\ncombine = 'heading'\nmax_speed = 1");
    let boids: Vec<_> = (0..4000).map(|id| ([f64::from(id), 0.0], [1.0, 0.0])).collect();
    let angles = |mut flock: Simulation| {
        flock.step();
        let state = flock.state();
        (0..state.len()).map(|id| state.velocities[id][1].atan2(state.velocities[id][0])).collect()
    };
    flocks(&text, &boids).into_iter().map(angles).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

#[test]
fn noise_turns_lone_boids_by_its_distribution() {
    for angles in noisy_angles("kind = 'angular'\nstrength = 2") {
        assert!(angles.iter().all(|angle| angle.abs() <= 1.0 + 1e-6));
        assert!((mean(angles.iter().map(|angle| angle.cos())) - 1f64.sin()).abs() < 0.01);
        assert!(mean(angles.iter().copied()).abs() < 0.04);
    }
    for angles in noisy_angles("kind = 'gaussian'\nstrength = 0.3") {
        assert!((mean(angles.iter().map(|angle| angle * angle)).sqrt() - 0.3).abs() < 0.012);
        assert!(mean(angles.iter().copied()).abs() < 0.02);
    }
    // A lone boid is its own mean heading: e + η·ξ, with a mean cosine that the quadrature below gives.
    let part = |index: u32| {
        let angle = f64::from(index) * std::f64::consts::TAU / 1000.0;
        let (x, y) = (1.0 + 0.6 * angle.cos(), 0.6 * angle.sin());
        x / x.hypot(y)
    };
    let expected = mean((0..1000).map(part));
    for angles in noisy_angles("kind = 'vectorial'\nstrength = 0.6") {
        assert!((mean(angles.iter().map(|angle| angle.cos())) - expected).abs() < 0.01);
    }
}

#[test]
fn angular_noise_in_space_is_uniform_in_a_cap() {
    // η = π is half of all directions: the cosine is uniform from 0 to 1.
    let text = "dimension = 3\nboids = 4000\n[space]\nkind = 'open'\nsize = [9e5, 9e5, 9e5]\n
        [start]\nvelocity = 'direction'\ndirection = [1, 2, -2]\n[perception]\nradius = 0.1\n
        [noise]\nkind = 'angular'\nstrength = 3.141592653589793\n[motion]\ncombine = 'heading'\nmax_speed = 1";
    for engine in ENGINES {
        let scenario = Scenario::from_toml(text).unwrap().with("engine", engine.as_str()).unwrap();
        let mut flock = Simulation::new(&scenario).unwrap();
        flock.step();
        let state = flock.state();
        let cosine = |id: usize| {
            let velocity = &state.velocities[id];
            (velocity[0] + 2.0 * velocity[1] - 2.0 * velocity[2]) / 3.0
        };
        assert!((0..4000).all(|id| cosine(id) > -1e-5));
        assert!((mean((0..4000).map(cosine)) - 0.5).abs() < 0.02);
        assert!((mean((0..4000).map(|id| cosine(id).powi(2))) - 1.0 / 3.0).abs() < 0.02);
    }
}

#[test]
fn parameters_are_spread_within_a_species() {
    let text = "boids = 4000\n[space]\nkind = 'open'\nsize = [1e5, 1e5]\n[start]\nvelocity = 'heading'\nspeed = 9\n
        [spread]\nmax_speed = 0.5\n[motion]\norder = []\nmax_speed = 4";
    for engine in ENGINES {
        let scenario = Scenario::from_toml(text).unwrap().with("engine", engine.as_str()).unwrap();
        let mut flock = Simulation::new(&scenario).unwrap();
        flock.step();
        let state = flock.state();
        let speeds: Vec<f64> = (0..4000).map(|id| state.velocities[id][0].hypot(state.velocities[id][1])).collect();
        let average = mean(speeds.iter().copied());
        assert!((average - 4.0).abs() < 0.03, "{average}");
        let deviation = mean(speeds.iter().map(|speed| (speed - average).powi(2))).sqrt();
        assert!((deviation - 0.5).abs() < 0.02, "{deviation}");
        assert!(speeds.iter().all(|speed| (speed - 4.0).abs() <= 1.5 + 1e-5));
        flock.step();
        assert_eq!(flock.state().velocities[7], state.velocities[7], "it keeps its own");
    }
}

/// The force of one rule on one boid of two species, for each engine.
fn force_between_species(rule: &str, text: &str, id: u32, boids: &[(u8, [f64; 2], [f64; 2])]) -> Vec<Vec<f64>> {
    let force = |engine: EngineName| {
        let scenario = Scenario::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let positions = boids.iter().map(|boid| boid.1).collect();
        let mut state = State::from_arrays(positions, boids.iter().map(|boid| boid.2).collect());
        state.species = boids.iter().map(|boid| boid.0).collect();
        let mut flock = Simulation::from_state(&scenario.with("engine", engine.as_str()).unwrap(), state).unwrap();
        let inspection = flock.inspect(id).unwrap();
        inspection.forces.iter().find(|force| force.rule == rule).unwrap().force.clone()
    };
    ENGINES.into_iter().map(force).collect()
}

#[test]
fn those_who_predict_aim_at_where_the_other_will_be() {
    let boids = [(0, STILL, [2.0, 0.0]), (1, [4.0, 0.0], [0.0, 1.0])];
    for (rule, keys, expected) in [
        // The hunter covers 4 at a speed of 2 in a time of 2; the prey is then at (4, 2).
        ("hunt", "", [4.0, 2.0]),
        // The other covers 4 at a speed of 1 in a time of 4, of which 3 are predicted.
        ("flee", "falloff = 'offset'\n", [-4.0, -3.0]),
    ] {
        let text = format!(
            "boids = 1\n{OPEN}[{rule}]\nprediction = 3\nresponse = 'raw'\nradius = 50\n{keys}
             [relations]\nother = '{rule}'\n[[species]]\nname = 'other'\nboids = 1"
        );
        for force in force_between_species(rule, &text, 0, &boids) {
            assert_near(&force, &expected, rule);
        }
    }
}

#[test]
fn a_herder_collects_strays_and_drives_a_herd() {
    let boids = [(0, [0.0, 0.0], STILL), (0, [2.0, 0.0], STILL), (0, [10.0, 0.0], STILL), (1, [0.0, 5.0], STILL)];
    for (spacing, expected) in [
        // The centre is (4, 0), and the one at (10, 0) strays further than 2·3^(2/3) = 4.16: aim 2 behind it.
        (2.0, [12.0, -5.0]),
        // Now nobody strays: aim 4·√3 behind the centre, as seen from the goal.
        (4.0, [4.0 + 4.0 * 3f64.sqrt(), -5.0]),
    ] {
        let text = format!(
            "boids = 3\n{OPEN}[relations]\nboid = 'ignore'\n[[species]]\nname = 'dog'\nboids = 1\n
             [species.relations]\nboid = 'herd'\n[species.herd]\nspacing = {spacing}\nresponse = 'raw'\n
             [species.goal]\nposition = [-8, 0]\n[species.motion]\norder = ['herd']"
        );
        for force in force_between_species("herd", &text, 3, &boids) {
            assert_near(&force, &expected, "herd");
        }
    }
}

#[test]
fn grazing_boids_stay_or_take_a_step_in_any_direction() {
    let text = "boids = 2000\n[space]\nkind = 'open'\nsize = [9e5, 9e5]\n[start]\nvelocity = 'zero'\n
        [flee]\nradius = 5\ngraze = 0.25\n[relations]\nhawk = 'flee'\n[motion]\ncombine = 'heading'\nmax_speed = 1\n
        [[species]]\nname = 'hawk'\nboids = 0";
    for engine in ENGINES {
        let mut flock =
            Simulation::new(&Scenario::from_toml(text).unwrap().with("engine", engine.as_str()).unwrap()).unwrap();
        flock.step();
        let state = flock.state();
        let speeds: Vec<f64> = (0..2000).map(|id| state.velocities[id][0].hypot(state.velocities[id][1])).collect();
        assert!(speeds.iter().all(|speed| *speed == 0.0 || (*speed - 1.0).abs() < 1e-6));
        assert!((mean(speeds.iter().copied()) - 0.25).abs() < 0.04);
        assert!(mean((0..2000).map(|id| state.velocities[id][0])).abs() < 0.04);
    }
}

#[test]
fn friends_can_be_the_nearest_at_the_start_for_ever() {
    let text = "boids = 30\n[space]\nkind = 'open'\nsize = [50, 50]\n[perception]\nkind = 'friends'\ndirected = true\nnearest_at_start = 3\n
        [motion]\nmax_speed = 5";
    for engine in ENGINES {
        let scenario = Scenario::from_toml(text).unwrap().with("engine", engine.as_str()).unwrap();
        let nearest =
            scenario.clone().with("perception.kind", "nearest").unwrap().with("perception.neighbours", 3).unwrap();
        let (mut flock, mut first) = (Simulation::new(&scenario).unwrap(), Simulation::new(&nearest).unwrap());
        let ids = |flock: &mut Simulation| flock.neighbours(7).iter().map(|neighbour| neighbour.id).collect::<Vec<_>>();
        assert_eq!(ids(&mut flock), ids(&mut first));
        flock.run(200);
        assert_eq!(ids(&mut flock), ids(&mut first));
    }
}

#[test]
fn boids_start_on_a_ring_or_a_lattice_or_in_a_cloud() {
    let start = |keys: &str| {
        let text = format!("boids = 2500\n{OPEN}[start]\nat = [3, 4]\n{keys}");
        Simulation::new(&Scenario::from_toml(&text).unwrap()).unwrap().state()
    };
    let ring = start("position = 'ring'\nradius = 7\nvelocity = 'tangent'\nspeed = 2");
    for id in [0, 1, 1200] {
        let (x, v) = (&ring.positions[id], &ring.velocities[id]);
        let (x, y) = (x[0] - 3.0, x[1] - 4.0);
        assert_near(&[x.hypot(y), x * v[0] + y * v[1], x * v[1] - y * v[0]], &[7.0, 0.0, 14.0], "on the ring");
    }
    let lattice = start("position = 'lattice'\nradius = 2");
    assert_near(&lattice.positions[1], &[lattice.positions[0][0] + 2.0, lattice.positions[0][1]], "the next one");
    let cloud = start("position = 'gaussian'\nradius = 5");
    let squares = mean((0..2500).map(|id| (cloud.positions[id][1] - 4.0).powi(2)));
    assert!((squares.sqrt() - 5.0).abs() < 0.3, "{squares}");
}

#[test]
fn density_does_not_matter_to_those_who_count_their_neighbours() {
    for preset in ["topological", "voronoi"] {
        let velocities = [1.0, 2.0].map(|scale| {
            let mut scenario = Scenario::preset(preset).unwrap();
            scenario.general.space.size.iter_mut().for_each(|side| *side *= scale);
            let settings = &mut scenario.species[0].settings;
            (settings.boids, settings.start.speed, settings.motion.max_speed) = (200, 0.5 * scale, 0.5 * scale);
            let mut flock = Simulation::new(&scenario).unwrap();
            flock.run(50);
            let state = flock.state();
            state.velocities.as_slice().iter().map(|x| x / scale).collect::<Vec<f64>>()
        });
        assert_eq!(velocities[0], velocities[1], "{preset}: to the last bit");
    }
}

#[test]
fn cucker_and_smale_conserve_momentum_and_decay_at_their_rate() {
    let mut scenario = Scenario::preset("cucker-smale").unwrap().with("engine", "reference").unwrap();
    scenario.species[0].settings.boids = 20;
    (scenario.species[0].settings.alignment.exponent, scenario.species[0].settings.alignment.weight) = (0.0, 0.05);
    let mut flock = Simulation::new(&scenario).unwrap();
    let before = flock.state();
    flock.run(20);
    let after = flock.state();
    // β = 0: every velocity approaches the mean as e^(−HNt), with H·N = 1 and t = 1.
    let mean_of = |state: &State, axis: usize| mean((0..20).map(|id| state.velocities[id][axis]));
    for axis in 0..2 {
        assert!((mean_of(&before, axis) - mean_of(&after, axis)).abs() < 1e-14);
        let left =
            (after.velocities[3][axis] - mean_of(&after, axis)) / (before.velocities[3][axis] - mean_of(&before, axis));
        assert!((left - (-1f64).exp()).abs() < 1e-7, "{left}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_its_key() {
    let refused = |text: &str, parts: &[&str]| {
        let error = Scenario::from_named_toml("flock.toml", text).expect_err(text).to_string();
        parts.iter().for_each(|part| assert!(error.contains(part), "{part}:\n{error}"));
    };
    refused(
        "[cohesion]\nfalloff = 'table'\ntable = [[0, 1], [3, 2], [2, 0]]\n",
        &[
            "flock.toml:3: `cohesion.table`",
            "is not increasing: distance 2 comes after 3",
            "allowed: rows by increasing distance",
        ],
    );
    refused("[cohesion]\nfalloff = 'table'\n", &["`cohesion.table` is missing", "rows [distance, value]"]);
    refused("[alignment]\ninner_radius = 5\nradius = 3\n", &["`alignment.inner_radius`", "inside out", "less than 3"]);
    refused(
        "[motion]\nintegrator = 'rk4'\nmax_force = 1\n",
        &["`motion.max_force`", "makes the forces jump, which rk4 cannot integrate", "no max_force"],
    );
    refused("[noise]\nkind = 'angular'\n[motion]\nintegrator = 'verlet'\n", &["`noise.kind`", "verlet"]);
    refused(
        "dimension = 3\n[space]\nkind = 'open'\n[perception]\nkind = 'voronoi'\n",
        &["`perception.kind`", "2D only"],
    );
    refused(
        "[motion]\njoint = ['cohesion']\ncombine = 'in-turn'\n",
        &["`motion.joint`", "combine = \"sum\" or \"heading\""],
    );
    refused("[relations]\nboid = 'herd'\n", &["`goal.position`", "herders drive to a goal"]);
    refused("[spread]\ncohesion_radius = 1\n", &["`spread.cohesion_radius`", "a radius of the rule's own"]);
    refused("[end]\nwhen = 'at-goal'\nspecies = 'wolf'\n", &["`end.species`", "allowed: boid"]);
}

#[test]
fn random_numbers_of_noise_have_24_bits() {
    let mut random = Random::new(1, 2, 3, Stream::Noise);
    for _ in 0..1000 {
        let number = random.unit_f32();
        assert!((0.0..1.0).contains(&number) && (number * 16_777_216.0).fract() == 0.0);
    }
}
