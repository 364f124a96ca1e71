//! Rules and searches from outside the crate.

mod common;

use common::{Spread, state};
use quelea::fast::{Flock, Rule, RuleContext, Search, Space, Width};
use quelea::state::random::{Random, Stream};
use quelea::{Engine, Reference, Scenario, Simulation, State, World, reference};

/// A rule that uses everything it is given: the step, random numbers, the boid and its neighbours.
struct Drift {
    weight: f32,
}

impl<const D: usize> Rule<D> for Drift {
    fn name(&self) -> &str {
        "drift"
    }

    fn weight(&self) -> f32 {
        self.weight
    }

    fn force(&self, context: &mut RuleContext<D>) -> [f32; D] {
        let common = 0.01 * context.step as f32 + 0.1 * context.boid.velocity[0];
        let pull = context.neighbours.iter().map(|other| other.offset[0] / (1.0 + other.distance)).sum::<f32>();
        std::array::from_fn(|_| common + 0.01 * pull + context.random.between(-0.1, 0.1) as f32)
    }
}

/// The same rule in double precision.
impl<const D: usize> reference::Rule<D> for Drift {
    fn name(&self) -> &str {
        "drift"
    }

    fn weight(&self) -> f64 {
        f64::from(self.weight)
    }

    fn force(&self, context: &mut reference::RuleContext<D>) -> [f64; D] {
        let common = 0.01 * context.step as f64 + 0.1 * context.boid.velocity[0];
        let pull = context.neighbours.iter().map(|other| other.offset[0] / (1.0 + other.distance)).sum::<f64>();
        std::array::from_fn(|_| common + 0.01 * pull + context.random.between(-0.1, 0.1))
    }
}

/// A rule with a constant force along x for boids with even ids, and another one for the rest.
struct ByParity {
    even: f32,
    odd: f32,
}

impl<const D: usize> Rule<D> for ByParity {
    fn name(&self) -> &str {
        "by parity"
    }

    fn force(&self, context: &mut RuleContext<D>) -> [f32; D] {
        let force = if context.boid.id.is_multiple_of(2) { self.even } else { self.odd };
        std::array::from_fn(|axis| if axis == 0 { force } else { 0.0 })
    }
}

/// Boids without rules of their own, in an open space.
const NO_RULES: &str = "boids = 20\nseed = 5\nspace.kind = 'open'\nspace.size = [50, 50]\nperception.radius = 10\n
    motion = { order = [], max_speed = 1000 }\nstart = { velocity = 'heading', speed = 1 }";

#[test]
fn a_rule_gets_the_step_random_numbers_and_neighbours_and_shows_its_weighted_force_under_its_name() {
    let mut world = World::<2>::new(&Scenario::from_toml(NO_RULES).unwrap()).unwrap();
    world.add_rule(Drift { weight: 0.5 });
    world.add_rule(Drift { weight: 2.0 });
    let mut flock = Simulation::with_engine(world);
    flock.run(3);
    for id in 0..20 {
        let inspection = flock.inspect(id).unwrap();
        let names: Vec<&str> = inspection.forces.iter().map(|force| force.rule.as_str()).collect();
        assert_eq!(names, ["drift", "drift"]);
        for (index, weight) in [0.5, 2.0].into_iter().enumerate() {
            // Each rule has random numbers of its own, made from the seed, the step and the id.
            let mut random = Random::new(5, 3, id, Stream::OutsideRule(index as u32));
            let pull: f64 = inspection.neighbours.iter().map(|other| other.offset[0] / (1.0 + other.distance)).sum();
            for axis in 0..2 {
                let drift = 0.01 * 3.0 + 0.1 * inspection.velocity[0] + 0.01 * pull + random.between(-0.1, 0.1);
                let found = inspection.forces[index].force[axis];
                assert!((found - weight * drift).abs() < 1e-5, "boid {id}: {found} is not {}", weight * drift);
            }
        }
    }
}

#[test]
fn a_rule_acts_on_the_boid_in_the_step() {
    let mut world = World::<2>::new(&Scenario::from_toml(NO_RULES).unwrap()).unwrap();
    world.add_rule(ByParity { even: 0.25, odd: -0.5 });
    let before = world.state();
    world.step();
    let after = world.state();
    for id in 0..20 {
        let force = if id % 2 == 0 { 0.25f32 } else { -0.5 };
        let [x, y] = [0, 1].map(|axis| before.velocities[id][axis] as f32);
        assert_eq!(after.velocities[id], [f64::from(x + force), f64::from(y)], "boid {id}");
    }
}

#[test]
fn a_rule_acts_besides_those_of_the_scenario_and_after_them() {
    let scenario = Scenario::preset("p5").unwrap().with("boids", 50).unwrap();
    let mut world = World::<2>::new(&scenario).unwrap();
    world.add_rule(Drift { weight: 1.0 });
    (0..20).for_each(|_| world.step());
    let names: Vec<String> = world.forces(7).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(names.last().unwrap(), "drift");
    assert!(["separation", "alignment", "cohesion"].iter().all(|rule| names.iter().any(|name| name == rule)));
    let mut without = World::<2>::new(&scenario).unwrap();
    (0..20).for_each(|_| without.step());
    assert_ne!(world.state().hash(), without.state().hash());
}

#[test]
fn a_rule_acts_in_the_reference_as_in_the_fast_engine_and_stays_when_the_scenario_changes() {
    for combine in ["sum", "in-turn", "heading", "budget-of-sum", "budget-of-lengths", "turns"] {
        let scenario = Scenario::preset("p5").unwrap().with("reference.update", "at-once").unwrap();
        let scenario = scenario.with("motion.max_force", 0.1).and_then(|s| s.with("motion.combine", combine)).unwrap();
        let start = state(&scenario, Spread::Uniform, 3);
        let mut exact = Reference::<2>::from_state(&scenario, start.clone()).unwrap();
        let mut world = World::<2>::from_state(&scenario, start.clone()).unwrap();
        exact.add_rule(Drift { weight: 0.5 });
        world.add_rule(Drift { weight: 0.5 });
        exact.change(scenario.clone().with("separation.weight", 1).unwrap()).unwrap();
        exact.restart(&scenario, start).unwrap();
        let names: Vec<_> = Engine::forces(&mut exact, 0).into_iter().map(|force| force.rule).collect();
        assert_eq!(names.last().unwrap(), "drift");
        exact.step();
        world.step();
        let (exact, fast) = (exact.state(), world.state());
        let pairs = exact.velocities.as_slice().iter().zip(fast.velocities.as_slice());
        let error = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(error < 1e-5, "{combine}: {error}");
    }
}

/// The hash after eight steps with a rule, on so many threads at a width.
fn hash_with_rule(scenario: &Scenario, start: &State, threads: usize, width: Width) -> u64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        with_dimension!(start.dimension, D => {
            let mut world = World::<D>::from_state(scenario, start.clone()).unwrap();
            world.set_width(width);
            world.add_rule(Drift { weight: 0.1 });
            (0..8).for_each(|_| world.step());
            world.state().hash()
        })
    })
}

#[test]
fn a_rule_has_the_same_bits_on_any_threads_and_any_width() {
    for (dimension, kind) in [(2, "radius"), (3, "radius"), (2, "nearest")] {
        // Enough boids for three threads.
        let size = if dimension == 2 { "[60, 60]" } else { "[16, 16, 16]" };
        let text = format!(
            "boids = 4000\ndimension = {dimension}\nspace.size = {size}\nmotion.max_speed = 0.5\n
             perception = {{ kind = '{kind}', radius = 1.5 }}"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        let start = state(&scenario, Spread::Uniform, 1);
        let expected = hash_with_rule(&scenario, &start, 1, Width::One);
        for threads in [1, 3] {
            for width in Width::available() {
                let found = hash_with_rule(&scenario, &start, threads, width);
                assert_eq!(found, expected, "{dimension}D {kind}, {threads} threads, {width:?}");
            }
        }
    }
}

#[test]
fn a_force_that_is_not_finite_counts_as_none() {
    let hash = |rules: [ByParity; 2]| {
        let mut world = World::<2>::new(&Scenario::from_toml(NO_RULES).unwrap()).unwrap();
        rules.into_iter().for_each(|rule| world.add_rule(rule));
        (0..5).for_each(|_| world.step());
        world.state().hash()
    };
    let good = || ByParity { even: 0.1, odd: 0.2 };
    let expected = hash([good(), ByParity { even: 0.0, odd: 0.5 }]);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        // The other rule and the other boids are not affected.
        assert_eq!(hash([good(), ByParity { even: bad, odd: 0.5 }]), expected, "{bad}");
    }
    let mut world = World::<2>::new(&Scenario::from_toml(NO_RULES).unwrap()).unwrap();
    world.add_rule(ByParity { even: f32::NAN, odd: 1.0 });
    assert_eq!(world.forces(4), [("by parity".to_owned(), [0.0, 0.0])]);
}

/// Every boid, itself included and twice: more than a search has to find.
struct EveryoneTwice;

impl<const D: usize> Search<D> for EveryoneTwice {
    fn index(&mut self, _: &Flock<D>, _: &Space<D>) {}

    fn within(&self, flock: &Flock<D>, _: usize, _: f32, found: &mut Vec<u32>) {
        found.extend((0..flock.len() as u32).rev());
        found.extend(0..flock.len() as u32);
    }
}

/// The boids sorted along x, for spaces without a seam.
#[derive(Default)]
struct SortedByX {
    slots: Vec<(f32, u32)>,
}

impl<const D: usize> Search<D> for SortedByX {
    fn index(&mut self, flock: &Flock<D>, _: &Space<D>) {
        self.slots = (0..flock.len()).map(|slot| (flock.positions[0][slot], slot as u32)).collect();
        self.slots.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    fn within(&self, flock: &Flock<D>, slot: usize, radius: f32, found: &mut Vec<u32>) {
        let x = flock.positions[0][slot];
        let first = self.slots.partition_point(|(other, _)| *other < x - radius);
        found.extend(self.slots[first..].iter().take_while(|(other, _)| *other <= x + radius).map(|(_, slot)| *slot));
    }
}

/// The hash after 20 steps with the scenario's own search or another one.
fn hash_with_search<const D: usize>(scenario: &Scenario, search: Option<impl Search<D> + 'static>) -> u64 {
    let mut world = World::<D>::from_state(scenario, state(scenario, Spread::Uniform, 3)).unwrap();
    if let Some(search) = search {
        world.set_search(search);
    }
    (0..20).for_each(|_| world.step());
    world.state().hash()
}

fn check_searches<const D: usize>(kind: &str, space: &str) {
    let size = vec!["40"; D].join(", ");
    let text = format!(
        "boids = 200\ndimension = {D}\nspace = {{ kind = '{space}', size = [{size}] }}\n
         perception = {{ kind = '{kind}', radius = 8, neighbours = 6 }}"
    );
    let scenario = Scenario::from_toml(&text).unwrap();
    let expected = hash_with_search::<D>(&scenario, None::<EveryoneTwice>);
    assert_eq!(hash_with_search::<D>(&scenario, Some(EveryoneTwice)), expected, "{kind} {D}D {space}");
    if space != "torus" {
        let found = hash_with_search::<D>(&scenario, Some(SortedByX::default()));
        assert_eq!(found, expected, "{kind} {D}D {space}, sorted");
    }
}

#[test]
fn an_outside_search_gives_the_same_bits_as_the_grid() {
    for kind in ["radius", "nearest", "nearest-within"] {
        for space in ["torus", "reflect", "open"] {
            check_searches::<2>(kind, space);
            check_searches::<3>(kind, space);
        }
    }
}

#[test]
fn an_outside_search_stays_when_the_scenario_changes() {
    let scenario = Scenario::preset("p5").unwrap().with("boids", 100).unwrap();
    let hash = |outside: bool| {
        let mut world = World::<2>::new(&scenario).unwrap();
        if outside {
            world.set_search(Nobody);
        }
        world.change(scenario.clone().with("search", "kd-tree").unwrap()).unwrap();
        (0..30).for_each(|_| world.step());
        world.state().hash()
    };
    // A search that finds nobody is wrong, and so its effect shows.
    struct Nobody;
    impl<const D: usize> Search<D> for Nobody {
        fn index(&mut self, _: &Flock<D>, _: &Space<D>) {}
        fn within(&self, _: &Flock<D>, _: usize, _: f32, _: &mut Vec<u32>) {}
    }
    assert_ne!(hash(true), hash(false));
}

#[test]
fn rules_and_searches_stay_when_boids_are_added_and_removed() {
    let mut world = World::<2>::new(&Scenario::from_toml(NO_RULES).unwrap()).unwrap();
    world.add_rule(ByParity { even: 2.0, odd: 0.0 });
    world.set_search(EveryoneTwice);
    let mut flock = Simulation::with_engine(world);
    let id = flock.add_boid(0, &[1.0, 1.0], &[0.0, 0.0]).unwrap();
    assert_eq!(flock.inspect(id).unwrap().forces[0].force, [2.0, 0.0]);
    flock.remove_boid(3).unwrap();
    assert_eq!(flock.inspect(0).unwrap().forces[0].rule, "by parity");
}
