// What is behind the flock: a sky, or water.

struct Backdrop {
    @builtin(position) clip: vec4f,
    // From -1 to 1, to the right and up.
    @location(0) at: vec2f,
}

@vertex
fn full_screen(@builtin(vertex_index) index: u32) -> Backdrop {
    let at = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return Backdrop(vec4f(at, 1.0, 1.0), at);
}

fn cell(p: vec2f) -> f32 {
    let cell = vec2i(floor(p));
    return scatter(u32(cell.x + 32768) * 65537u + u32(cell.y + 32768));
}

// Smooth noise from 0 to 1 that changes over lengths of 1.
fn noise(p: vec2f) -> f32 {
    let f = fract(p);
    let t = f * f * (3.0 - 2.0 * f);
    let below = mix(cell(p), cell(p + vec2f(1.0, 0.0)), t.x);
    let above = mix(cell(p + vec2f(0.0, 1.0)), cell(p + vec2f(1.0, 1.0)), t.x);
    return mix(below, above, t.y);
}

fn clouds(p: vec2f) -> f32 {
    let turn = mat2x2f(0.8, 0.6, -0.6, 0.8);
    var sum = 0.0;
    var weight = 0.5;
    var q = p;
    for (var octave = 0; octave < 4; octave += 1) {
        sum += weight * noise(q);
        weight *= 0.5;
        q = turn * q * 2.03 + vec2f(3.1, 1.7);
    }
    return sum;
}

// Where a pixel is: on a plane whose unit is the size of the scene, and from -1, deep down, to 1, high up.
struct Place {
    plane: vec2f,
    height: f32,
}

fn place(at: vec2f) -> Place {
    if view.screen.z < 0.5 {
        let p = view.centre.xyz + view.right.xyz * view.right.w * at.x + view.up.xyz * view.up.w * at.y;
        return Place(clamp(p.xy / view.centre.w, vec2f(-2000.0), vec2f(2000.0)), at.y);
    }
    let ray = normalize(view.forwards.xyz + view.right.xyz * view.right.w * at.x + view.up.xyz * view.up.w * at.y);
    return Place(1.6 * ray.xz / (abs(ray.y) + 0.22), clamp(ray.y * 1.6 + 0.35, -1.0, 1.0));
}

fn gradient(height: f32) -> vec3f {
    if height > 0.0 {
        return mix(view.middle.rgb, view.high.rgb, smoothstep(0.0, 1.0, height));
    }
    return mix(view.middle.rgb, view.low.rgb, smoothstep(0.0, 1.0, -height));
}

@fragment
fn sky(in: Backdrop) -> @location(0) vec4f {
    let here = place(in.at);
    let is_light = view.forwards.w > 0.5;
    var colour = gradient(here.height);
    let drift = vec2f(view.wings.z * 20.0, 0.0);
    let thick = smoothstep(0.42, 0.8, clouds(here.plane * 1.7 + drift));
    if is_light {
        colour = mix(colour, vec3f(1.0, 1.0, 1.0), 0.75 * thick);
    } else {
        // Stars, which clouds hide, and the last light on the clouds.
        let grid = in.at * view.screen.xy / min(view.screen.x, view.screen.y) * 90.0;
        let bright = cell(grid);
        let away = length(fract(grid) - vec2f(0.5));
        let star = select(0.0, (bright - 0.985) / 0.015, bright > 0.985) * smoothstep(0.16, 0.02, away);
        colour += vec3f(0.75, 0.8, 1.0) * star * (1.0 - thick) * 0.8;
        colour = mix(colour, vec3f(0.34, 0.27, 0.42), 0.5 * thick);
    }
    return vec4f(colour, 1.0);
}

@fragment
fn water(in: Backdrop) -> @location(0) vec4f {
    let here = place(in.at);
    let is_light = view.forwards.w > 0.5;
    let time = view.wings.z * 60.0;
    let p = here.plane * 3.2;
    // Light gathers along the ridges of two layers of waves that drift apart.
    let bend = vec2f(noise(p * 0.9 + vec2f(time, 0.0)), noise(p * 0.9 + vec2f(9.7, -time)));
    let first = 1.0 - abs(2.0 * noise(p * 1.6 + 1.6 * bend + vec2f(0.0, time)) - 1.0);
    let second = 1.0 - abs(2.0 * noise(p * 2.3 - 1.4 * bend + vec2f(time, 4.3)) - 1.0);
    let ripples = pow(first * second, 3.0);
    let strength = select(0.16, 0.24, is_light) * smoothstep(-1.0, 0.6, here.height);
    let tint = select(vec3f(0.45, 0.9, 0.95), vec3f(1.0, 1.0, 1.0), is_light);
    return vec4f(gradient(here.height) + (tint - gradient(here.height) * 0.6) * ripples * strength, 1.0);
}
