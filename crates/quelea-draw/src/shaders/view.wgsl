// What every shader knows about the camera and the scene. Prepended to each of them.

struct View {
    // From the world to clip space.
    matrix: mat4x4f,
    // xyz: direction to the light, in world space. w: strength of the shading.
    light: vec4f,
    // xyz: colour of the fog. w: its strength at the far end.
    fog: vec4f,
    // Depths where the fog begins and ends, the smallest length of a boid in pixels, and pixels per unit of length
    // at depth 1.
    depths: vec4f,
    // Width and height of the picture in pixels, 1 in 3D else 0, and the height of the floor.
    screen: vec4f,
    // xyz: colour of shadows on the floor. w: their opacity.
    shadow: vec4f,
    // The floor: its lowest x and z, and its highest.
    floor: vec4f,
    // The beat of the wings, a slower rhythm of gliding and the time of the backdrop, in turns, and the greatest angle
    // of a wing in radians.
    wings: vec4f,
    // For flocks too dense to show each boid: the radius of a dot in pixels, and its opacity. The rest is unused.
    dots: vec4f,
    // xyz: the vectors of the picture to the right, up and forwards. w: in 2D half the width and the height of what is
    // visible, in 3D the tangents of half the angles; 1 in the light theme, else 0.
    right: vec4f,
    up: vec4f,
    forwards: vec4f,
    // In 2D the centre of the picture. w: radius of the scene.
    centre: vec4f,
    // Colours of the backdrop: high up, at the horizon, deep down.
    high: vec4f,
    middle: vec4f,
    low: vec4f,
}

@group(0) @binding(0) var<uniform> view: View;

fn fog_strength(depth: f32) -> f32 {
    return view.fog.a * clamp((depth - view.depths.x) / max(view.depths.y - view.depths.x, 1e-6), 0.0, 1.0);
}

fn add_fog(colour: vec3f, depth: f32) -> vec3f {
    return mix(colour, view.fog.rgb, fog_strength(depth));
}

// In 2D all depths are equal, whatever the height of a form.
fn flatten(clip: vec4f) -> vec4f {
    if view.screen.z > 0.5 {
        return clip;
    }
    return vec4f(clip.xy, 0.5 * clip.w, clip.w);
}

// The four corners of a square of side 2.
fn square(index: u32) -> vec2f {
    return vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
}

// A number from 0 to 1 that looks random, for a whole number.
fn scatter(number: u32) -> f32 {
    var x = number * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28u) + 4u)) ^ x) * 277803737u;
    x = (x >> 22u) ^ x;
    return f32(x >> 8u) / 16777216.0;
}
