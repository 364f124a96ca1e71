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
}

@group(0) @binding(0) var<uniform> view: View;

fn add_fog(colour: vec3f, depth: f32) -> vec3f {
    let strength = clamp((depth - view.depths.x) / max(view.depths.y - view.depths.x, 1e-6), 0.0, 1.0);
    return mix(colour, view.fog.rgb, strength * view.fog.a);
}
