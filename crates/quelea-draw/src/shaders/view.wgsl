// What every shader knows of the camera and the scene. Put in front of each.

struct View {
    // From the world to clip space.
    matrix: mat4x4f,
    // Towards the light, in the world; w: how much the light matters.
    light: vec4f,
    // The colour that distance fades to; w: how much of it at the far end.
    fog: vec4f,
    // The depths where fading begins and ends; the least length of a boid in pixels;
    // pixels per length of the world at depth 1.
    depths: vec4f,
    // Width and height of the picture in pixels; 1 in 3D, else 0; how high the floor is.
    screen: vec4f,
    // The colour of shadows on the floor, and how much of it.
    shadow: vec4f,
}

@group(0) @binding(0) var<uniform> view: View;

fn faded(colour: vec3f, depth: f32) -> vec3f {
    let share = clamp((depth - view.depths.x) / max(view.depths.y - view.depths.x, 1e-6), 0.0, 1.0);
    return mix(colour, view.fog.rgb, share * view.fog.a);
}
