//! Golden state hashes: the same bits on every platform, instruction set and number of threads.
//!
//! A change of any of these is a decision: it has to be avoided, or announced in CHANGELOG.md.

use quelea::model::presets;
use quelea::{Scenario, Simulation};

/// The state of every preset after 20 and after 500 steps, as `quelea run PRESET --steps 500` prints it.
const PRESETS: [(&str, u64, u64); 35] = [
    ("p5", 0x2897ae8c133f1546, 0x1d0c0adbd80c49ad),
    ("noc", 0xd3d15baf6f4a83ba, 0x6280740f3821198c),
    ("harry", 0x903619879f978ab0, 0xbebcc609a4a8850f),
    ("harry-small", 0xe8450b28a4615abc, 0xb645d544737b4ed0),
    ("eater", 0x33bfc20d32b170f5, 0xeab28b0cfa3e12d8),
    ("parker", 0x34ab34b26e89963e, 0xb06fb5d9f1a6308c),
    ("veldic", 0xe86f95e87caf3b45, 0x0d3c36bd92aff146),
    ("veldic-shipped", 0xb4d4e93f5d704139, 0x3e796fed7a057a40),
    ("jyanar", 0x09ae280160178e23, 0x392ccae85f40fce9),
    ("jyanar-fixed", 0xf63355829789b217, 0x83add7789c81c596),
    ("opensteer", 0x5f6a18da3bb97143, 0x11f0b963b56b3e4e),
    ("buckland", 0x9aa5428a3762bf5c, 0x7cf46627c08c42e0),
    ("reynolds1987", 0x376032fa84edda95, 0xb2ad40bf6d4e5609),
    ("lee2008", 0xff56253a58c3e69e, 0xc2d3303cc74f7e6b),
    ("vicsek", 0xb0c0c2b3daee3f4d, 0xd59ddeedc96f978b),
    ("vicsek-vectorial", 0x58f07df66c183817, 0xebe50600d4f56532),
    ("couzin2002", 0x486d003d6ca451c1, 0x71447a1eb598a6af),
    ("couzin2005", 0xbe0041f93db49f0a, 0x3dbbd893626d6983),
    ("cucker-smale", 0x4564498c61937c16, 0xb07c2ca19b293b59),
    ("dorsogna", 0x5e698e266884f012, 0xe801348aca94b9e2),
    ("topological", 0xab742cc296affdc7, 0x94cd9defd32f3410),
    ("voronoi", 0x7d2738a924d9efd1, 0x5b8875fc93f6a9a8),
    ("olfati-saber", 0x70c2e0cd92268e5d, 0x5926ee2bb495eac5),
    ("strombom", 0xa580f6df7671c82b, 0xcba67bd9104038f8),
    ("netlogo", 0x5f836a11960ba887, 0x86432f8baba6adc3),
    ("mesa", 0xce9a45107b2a46a7, 0x41813b0baa0a8143),
    ("mason", 0xf7460204aefa9885, 0x6dcc2488dfb19e20),
    ("agents-jl", 0xfeda728ebbd6d708, 0xbe3f2ef0b3c4a012),
    ("agentpy", 0x222b954129a5350c, 0x7fa52d47f7560749),
    ("krabmaga", 0xa4a0c6688be36ad5, 0xc43096a9347777b9),
    ("flamegpu", 0x6b766d8f3e568c40, 0x3ba6e6329208734a),
    ("processing", 0xce6b146e1c3d4d73, 0xca8e536746702069),
    ("three-js", 0x2c199c8722f94dd4, 0x369945cff84a01c9),
    ("wgpu", 0xf17ea1eb148ec4e7, 0xe8d4cb6c11c0646d),
    ("unity-dots", 0xdec7cd5f53a4b2c8, 0x0257ddd522b76eb6),
];

/// The state of every scene with obstacles after 300 steps.
const SCENES: [(&str, u64); 6] = [
    ("corner", 0xd69fd13261b06eab),
    ("gate", 0x22174d54eecf54aa),
    ("moving", 0x0ce9a9d67b9b40fe),
    ("spheres", 0x5894b670c8ce7fbc),
    ("u-trap", 0x9bb38479425aa746),
    ("wall", 0x335a8937c9ad7865),
];

fn check(name: &str, scenario: &Scenario, steps: u64, expected: u64) {
    let scenario = &scenario.clone().with("steps", steps as i64).unwrap();
    let mut flock = Simulation::new(scenario).unwrap_or_else(|error| panic!("{name}: {error}"));
    flock.run_to_end();
    assert_eq!(format!("{:016x}", flock.hash()), format!("{expected:016x}"), "{name} after {steps} steps");
}

#[test]
fn every_preset_has_a_state_hash() {
    assert_eq!(presets::names().collect::<Vec<_>>(), PRESETS.map(|(name, ..)| name));
}

/// What an emulator has time for: `cargo xtask test arm` skips the whole runs.
#[test]
fn every_preset_keeps_its_state_hash_for_20_steps() {
    for (name, early, _) in PRESETS {
        check(name, &Scenario::preset(name).unwrap(), 20, early);
    }
}

#[test]
fn every_preset_keeps_its_state_hash_for_a_whole_run() {
    for (name, _, expected) in PRESETS {
        check(name, &Scenario::preset(name).unwrap(), 500, expected);
    }
}

#[test]
fn every_scene_keeps_its_state_hash() {
    for (name, expected) in SCENES {
        let path = format!("{}/scenarios/scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        check(name, &Scenario::from_named_toml(&path, &text).unwrap(), 300, expected);
    }
}

/// Radius and k nearest, in 2D and 3D, on a torus and in walls, with flocks large enough for several threads: the state
/// after 10 and after 60 steps.
const PERCEPTION: [(&str, usize, &str, u64, u64); 8] = [
    ("radius", 2, "torus", 0xe639254a222ffe0e, 0x1eb5f6444d1a49a1),
    ("radius", 3, "torus", 0x0d38a123e613f47d, 0x8a262351231047ca),
    ("nearest", 2, "torus", 0xcee7eb6bf2f3ddec, 0x0855be9fe3c55574),
    ("nearest", 3, "torus", 0x1b28ea25fbae338a, 0x354797a5c89cf781),
    ("nearest-within", 2, "walls", 0x5159e2fe849051fc, 0x6ebf551995fc2618),
    ("nearest-within", 3, "walls", 0xc545fb50983acaf0, 0x25c2f5db00a0683b),
    ("all", 2, "reflect", 0x1ba2b13a1f636961, 0xff06373bc26ef73f),
    ("all", 3, "reflect", 0x641173af523328c4, 0x9a1329eb2d95a95a),
];

fn perceiving(kind: &str, dimension: usize, space: &str) -> Scenario {
    let boids = if kind == "all" { 300 } else { 3000 };
    let size = if dimension == 2 { "[60, 60]" } else { "[16, 16, 16]" };
    let text = format!(
        "boids = {boids}\ndimension = {dimension}\nspace = {{ kind = \"{space}\", size = {size}, margin = 2 }}\n\
         perception = {{ kind = \"{kind}\", radius = 2, neighbours = 7 }}\n\
         wander = {{ weight = 0.05 }}\nmotion = {{ max_speed = 0.2, smoothing = 0.5 }}"
    );
    Scenario::from_toml(&text).unwrap()
}

#[test]
fn radius_and_k_nearest_keep_their_state_hash_for_10_steps() {
    for (kind, dimension, space, early, _) in PERCEPTION {
        check(&format!("{kind} {dimension}D {space}"), &perceiving(kind, dimension, space), 10, early);
    }
}

#[test]
fn radius_and_k_nearest_keep_their_state_hash_for_a_whole_run() {
    for (kind, dimension, space, _, expected) in PERCEPTION {
        check(&format!("{kind} {dimension}D {space}"), &perceiving(kind, dimension, space), 60, expected);
    }
}
