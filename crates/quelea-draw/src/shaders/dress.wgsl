// Boids as they are drawn, from a flock on the device: by id, with their sizes and colours.

struct Dress {
    // 2 or 3.
    dimension: u32,
    boids: u32,
    // Where the words of species begin; all ones if there is one species.
    species_from: u32,
    // 0: by species, 1: by heading, 2: by speed.
    colour_by: u32,
    low: f32,
    high: f32,
    // The numbers of hues and of elevations.
    hues: u32,
    elevations: u32,
    neutral: u32,
    unused0: u32,
    unused1: u32,
    unused2: u32,
}

// The size of a species, and its colour: whether that is its colour in every colouring.
struct Species {
    size: f32,
    colour: u32,
    keeps_colour: u32,
    unused: u32,
}

@group(0) @binding(0) var<uniform> dress: Dress;
@group(0) @binding(1) var<storage, read> positions: array<vec4f>;
@group(0) @binding(2) var<storage, read> velocities: array<vec2f>;
@group(0) @binding(3) var<storage, read> ids: array<u32>;
@group(0) @binding(4) var<storage, read> words: array<u32>;
@group(0) @binding(5) var<storage, read> species_table: array<Species>;
@group(0) @binding(6) var<storage, read> colours: array<u32>;
@group(0) @binding(7) var<storage, read_write> drawn: array<vec4u>;

const TURN: f32 = 6.2831853;

fn heading_colour(velocity: vec3f) -> u32 {
    let speed = length(velocity);
    if !(speed > 0.0) {
        return dress.neutral;
    }
    var angle = atan2(velocity.y, velocity.x);
    var elevation = 0.0;
    if velocity.z != 0.0 {
        angle = atan2(-velocity.z, velocity.x);
        elevation = velocity.y / speed;
    }
    let turns = fract(angle / TURN);
    let hue = min(u32(turns * f32(dress.hues)), dress.hues - 1u);
    let row = u32(round(0.5 * (clamp(elevation, -1.0, 1.0) + 1.0) * f32(dress.elevations - 1u)));
    return colours[row * dress.hues + hue];
}

fn speed_colour(velocity: vec3f) -> u32 {
    var share = 0.0;
    if dress.high > dress.low {
        share = clamp((length(velocity) - dress.low) / (dress.high - dress.low), 0.0, 1.0);
    }
    return colours[u32(round(share * f32(arrayLength(&colours) - 1u)))];
}

@compute @workgroup_size(128)
fn dress_boids(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * 128u + local;
    if slot >= dress.boids {
        return;
    }
    let row = positions[slot];
    var position = vec3f(row.xy, 0.0);
    var velocity = vec3f(row.zw, 0.0);
    if dress.dimension == 3u {
        position = row.xyz;
        velocity = vec3f(row.w, velocities[slot]);
    }
    var species = 0u;
    if dress.species_from != 0xffffffffu {
        species = words[dress.species_from + slot];
    }
    let own = species_table[species];
    var colour = own.colour;
    if own.keeps_colour == 0u && dress.colour_by == 1u {
        colour = heading_colour(velocity);
    }
    if own.keeps_colour == 0u && dress.colour_by == 2u {
        colour = speed_colour(velocity);
    }
    let id = ids[slot];
    drawn[2u * id] = vec4u(bitcast<vec3u>(position), bitcast<u32>(own.size));
    drawn[2u * id + 1u] = vec4u(bitcast<vec3u>(velocity), colour);
}
