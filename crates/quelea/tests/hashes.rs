//! Golden state hashes: the same bits on every platform, instruction set and number of threads.
//!
//! A change of any of these is a decision: it has to be avoided, or announced in CHANGELOG.md.

use quelea::model::presets;
use quelea::{Scenario, Simulation};

/// The state of every preset after 500 steps, as `quelea run PRESET --steps 500` prints it.
const PRESETS: [(&str, u64); 35] = [
    ("p5", 0x1d0c0adbd80c49ad),
    ("noc", 0x6280740f3821198c),
    ("harry", 0xbebcc609a4a8850f),
    ("harry-small", 0xb645d544737b4ed0),
    ("eater", 0xeab28b0cfa3e12d8),
    ("parker", 0xb06fb5d9f1a6308c),
    ("veldic", 0x0d3c36bd92aff146),
    ("veldic-shipped", 0x3e796fed7a057a40),
    ("jyanar", 0x392ccae85f40fce9),
    ("jyanar-fixed", 0x83add7789c81c596),
    ("opensteer", 0x11f0b963b56b3e4e),
    ("buckland", 0x7cf46627c08c42e0),
    ("reynolds1987", 0xb2ad40bf6d4e5609),
    ("lee2008", 0xc2d3303cc74f7e6b),
    ("vicsek", 0xd59ddeedc96f978b),
    ("vicsek-vectorial", 0xebe50600d4f56532),
    ("couzin2002", 0x71447a1eb598a6af),
    ("couzin2005", 0x3dbbd893626d6983),
    ("cucker-smale", 0xb07c2ca19b293b59),
    ("dorsogna", 0xe801348aca94b9e2),
    ("topological", 0x94cd9defd32f3410),
    ("voronoi", 0x5b8875fc93f6a9a8),
    ("olfati-saber", 0x5926ee2bb495eac5),
    ("strombom", 0xcba67bd9104038f8),
    ("netlogo", 0x86432f8baba6adc3),
    ("mesa", 0x41813b0baa0a8143),
    ("mason", 0x6dcc2488dfb19e20),
    ("agents-jl", 0xbe3f2ef0b3c4a012),
    ("agentpy", 0x7fa52d47f7560749),
    ("krabmaga", 0xc43096a9347777b9),
    ("flamegpu", 0x3ba6e6329208734a),
    ("processing", 0xca8e536746702069),
    ("three-js", 0x369945cff84a01c9),
    ("wgpu", 0xe8d4cb6c11c0646d),
    ("unity-dots", 0x0257ddd522b76eb6),
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
    assert_eq!(format!("{:016x}", flock.hash()), format!("{expected:016x}"), "{name}");
}

#[test]
fn every_preset_keeps_its_state_hash() {
    assert_eq!(presets::names().collect::<Vec<_>>(), PRESETS.map(|(name, _)| name));
    for (name, expected) in PRESETS {
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

/// Radius and k nearest, in 2D and 3D, on a torus and in walls, with flocks large enough for several threads.
const PERCEPTION: [(&str, usize, &str, u64); 8] = [
    ("radius", 2, "torus", 0x1eb5f6444d1a49a1),
    ("radius", 3, "torus", 0x8a262351231047ca),
    ("nearest", 2, "torus", 0x0855be9fe3c55574),
    ("nearest", 3, "torus", 0x354797a5c89cf781),
    ("nearest-within", 2, "walls", 0x6ebf551995fc2618),
    ("nearest-within", 3, "walls", 0x25c2f5db00a0683b),
    ("all", 2, "reflect", 0xff06373bc26ef73f),
    ("all", 3, "reflect", 0x9a1329eb2d95a95a),
];

#[test]
fn radius_and_k_nearest_keep_their_state_hash_in_two_and_three_dimensions() {
    for (kind, dimension, space, expected) in PERCEPTION {
        let boids = if kind == "all" { 300 } else { 3000 };
        let size = if dimension == 2 { "[60, 60]" } else { "[16, 16, 16]" };
        let text = format!(
            "boids = {boids}\ndimension = {dimension}\nspace = {{ kind = \"{space}\", size = {size}, margin = 2 }}\n\
             perception = {{ kind = \"{kind}\", radius = 2, neighbours = 7 }}\n\
             wander = {{ weight = 0.05 }}\nmotion = {{ max_speed = 0.2, smoothing = 0.5 }}"
        );
        let scenario = Scenario::from_toml(&text).unwrap();
        check(&format!("{kind} {dimension}D {space}"), &scenario, 60, expected);
    }
}
