//! Runs every rule of the guide on the same numbers as the harnesses in the other languages.
#![allow(dead_code)]

include!(concat!(env!("GUIDE_CODE"), "flock.rs"));

fn main() {
    let boid = |x, y, vx, vy| Boid { position: vec2(x, y), velocity: vec2(vx, vy) };
    let me = boid(1.0, 2.0, 0.6, 0.8);
    let others =
        [boid(3.0, 1.0, -0.5, 0.2), boid(-2.0, 4.5, 1.0, 0.0), boid(1.5, 2.5, 0.3, -0.7), boid(7.0, 9.0, 0.0, 1.0)];
    let show = |name: &str, numbers: &[f64]| {
        let texts: Vec<String> = numbers.iter().map(|x| format!("{x:.12}")).collect();
        println!("{name} {}", texts.join(" "));
    };
    let vector = |name: &str, v: Vec2| show(name, &[v.x, v.y]);

    vector("limit", limit(vec2(3.0, 4.0), 2.0));
    vector("unit", unit(vec2(3.0, 4.0)));
    vector("unit-zero", unit(Vec2::ZERO));
    let mut moved = me;
    step(&mut moved, vec2(0.5, -0.1), 1.2);
    show("step", &[moved.position.x, moved.position.y, moved.velocity.x, moved.velocity.y]);
    for (radius, view) in [(5.0, 360.0), (5.0, 180.0), (5.0, 90.0), (1.0, 360.0)] {
        let seen: Vec<f64> = others.iter().map(|other| f64::from(u8::from(sees(&me, other, radius, view)))).collect();
        show("sees", &seen);
    }
    vector("cohesion", cohesion(&me, &others));
    vector("cohesion-alone", cohesion(&me, &[]));
    vector("alignment", alignment(&others));
    vector("separation", separation(&me, &others, 4.0));
    vector("steer", steer(&me, vec2(-3.0, 1.0), 2.0, 0.5));
    vector("steer-zero", steer(&me, Vec2::ZERO, 2.0, 0.5));
    vector("arrive", arrive(&me, vec2(4.0, 6.0), 2.0, 20.0));
    vector("weighted-sum", weighted_sum(&[vec2(1.0, 0.0), vec2(0.5, 2.0)], &[1.5, 0.25]));
    vector("by-priority", by_priority(&[vec2(0.3, 0.0), vec2(0.0, 2.0), vec2(1.0, 1.0)], 1.0));
    show("wrap", &[wrap(-3.0, 10.0), wrap(23.5, 10.0), wrap(4.0, 10.0)]);
    show("torus-offset", &[torus_offset(1.0, 9.0, 10.0), torus_offset(9.0, 1.0, 10.0), torus_offset(2.0, 6.0, 10.0)]);
    show("wall", &[wall(1.0, 10.0, 2.0, 0.5), wall(9.0, 10.0, 2.0, 0.5), wall(5.0, 10.0, 2.0, 0.5)]);
    let waypoints = [vec2(1.0, 3.0), vec2(8.0, 8.0)];
    show(
        "waypoint",
        &[(0, 2.0), (0, 0.5), (1, 20.0)]
            .map(|(current, within)| next_waypoint(&me, &waypoints, current, within) as f64),
    );
    vector("flee", flee(&me, &others, 4.5));
    vector("pursue", pursue(&me, &others[3], 5.0));
    vector("pursue-far", pursue(&me, &others[3], 50.0));
    vector("force-field", force_field(&me, vec2(4.0, 2.5), 1.0, 10.0));
    vector("force-field-inside", force_field(&me, vec2(1.5, 2.5), 1.0, 10.0));
    vector("steer-around", steer_around(&me, vec2(3.0, 5.5), 1.0, 6.0));
    vector("steer-around-behind", steer_around(&me, vec2(-3.0, -5.5), 1.0, 6.0));
    vector("steer-around-aside", steer_around(&me, vec2(6.0, 2.0), 1.0, 6.0));
    vector("steer-around-ahead", steer_around(&boid(0.0, 0.0, 1.0, 0.0), vec2(4.0, 0.0), 1.0, 6.0));
    show("direction", &random_direction(0.2, 0.7));
    let friends = [vec![1, 2], vec![0], vec![0, 3], vec![2, 4], vec![3]];
    show("friends", &friends_of_friends(0, &friends).iter().map(|id| *id as f64).collect::<Vec<_>>());
    let grid = fill(&others, 3.0);
    let mut found = candidates(&grid, me.position, 3.0);
    found.sort_unstable();
    show("candidates", &found.iter().map(|id| *id as f64).collect::<Vec<_>>());
    show("noise", &[noisy_heading(&me, &others, 2.0, 0.75), polarisation(&others)]);
}
