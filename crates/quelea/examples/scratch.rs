use quelea::{Scenario, World, lanes::Width};
use std::time::Instant;
fn scen(n: usize, d: usize, k: f64, search: &str) -> Scenario {
    let r = 1.0f64;
    let l = if d == 2 {
        (n as f64 * std::f64::consts::PI * r * r / k).sqrt()
    } else {
        (n as f64 * 4.0 / 3.0 * std::f64::consts::PI / k).cbrt()
    };
    let size = vec![format!("{l:.4}"); d].join(",");
    Scenario::from_toml(&format!(
        r#"
dimension = {d}
boids = {n}
search = "{search}"
space = {{ kind = "torus", size = [{size}] }}
perception = {{ radius = 1.0, coincident = "ignore" }}
separation = {{ radius = 0.5, weight = 1.5, response = "seek", limit = 0.001 }}
alignment = {{ response = "seek", limit = 0.001 }}
cohesion = {{ response = "seek", limit = 0.001 }}
start = {{ low = -0.06, high = 0.06 }}
motion = {{ max_speed = 0.06 }}
"#
    ))
    .unwrap()
}
fn run<const D: usize>(n: usize, steps: usize, search: &str, threads: usize) {
    let s = scen(n, D, 30.0, search);
    for w in Width::available() {
        if w == Width::One && n > 100_000 {
            continue;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut world = World::<D>::new(&s).unwrap();
            world.set_width(w);
            world.step();
            let t = Instant::now();
            for _ in 0..steps {
                world.step();
            }
            let e = t.elapsed().as_secs_f64();
            println!(
                "{D}D n={n} {search} {w:?} threads {threads}: {:.2} M boid-steps/s hash {:016x}",
                n as f64 * steps as f64 / e / 1e6,
                world.state().hash()
            );
        });
    }
}
fn main() {
    run::<2>(3000, 5, "brute", 1);
    run::<2>(3000, 5, "grid", 1);
    run::<2>(3000, 5, "grid", 2);
    run::<2>(3000, 5, "kd-tree", 2);
    run::<3>(3000, 5, "brute", 1);
    run::<3>(3000, 5, "grid", 2);
    run::<3>(3000, 5, "kd-tree", 2);
    run::<2>(1_000_000, 5, "grid", 1);
    run::<2>(1_000_000, 5, "grid", 2);
    run::<3>(1_000_000, 3, "grid", 2);
}
