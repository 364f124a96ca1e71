// Lines with a width in pixels, whatever the distance.

struct Line {
    @builtin(position) clip: vec4f,
    @location(0) colour: vec4f,
    @location(1) depth: f32,
    // The distance from the centre line and half the width, in pixels.
    @location(2) across: vec2f,
}

// How one segment of all trails fades.
struct Fade {
    // The opacity at the older and at the newer end, the width in pixels, and the length above which a segment is
    // not drawn.
    values: vec4f,
}

@group(1) @binding(0) var<uniform> fade: Fade;

// The four corners of a segment: x along it, y across it.
fn corner(index: u32) -> vec2f {
    return vec2f(f32(index & 1u), f32(index >> 1u) * 2.0 - 1.0);
}

fn segment(a: vec3f, b: vec3f, first: vec4f, second: vec4f, width: f32, index: u32) -> Line {
    var from_clip = view.matrix * vec4f(a, 1.0);
    var to_clip = view.matrix * vec4f(b, 1.0);
    // The part behind the camera is clipped at the near plane.
    let near = 1e-4 * view.depths.y;
    if from_clip.w < near && to_clip.w > near {
        from_clip = mix(from_clip, to_clip, (near - from_clip.w) / (to_clip.w - from_clip.w));
    } else if to_clip.w < near && from_clip.w > near {
        to_clip = mix(to_clip, from_clip, (near - to_clip.w) / (from_clip.w - to_clip.w));
    }
    let size = view.screen.xy;
    let p = from_clip.xy / from_clip.w * size * 0.5;
    let q = to_clip.xy / to_clip.w * size * 0.5;
    var along = q - p;
    let length = max(length(along), 1e-6);
    along = along / length;
    let here = corner(index);
    // A margin on each side for the soft edge.
    let half_width = 0.5 * width + 0.75;
    let offset = vec2f(-along.y, along.x) * here.y * half_width;
    let end = mix(from_clip, to_clip, here.x);
    var out: Line;
    let position = select(p, q, here.x > 0.5) + offset;
    let w = select(from_clip.w, to_clip.w, here.x > 0.5);
    out.clip = vec4f(position / (size * 0.5) * w, end.z, w);
    if from_clip.w < near || to_clip.w < near {
        out.clip = vec4f(2.0, 2.0, 2.0, 1.0);
    }
    out.colour = mix(first, second, here.x);
    out.depth = w;
    out.across = vec2f(here.y * half_width, 0.5 * width);
    return out;
}

@vertex
fn line(
    @builtin(vertex_index) index: u32,
    @location(0) a: vec3f,
    @location(1) width: f32,
    @location(2) b: vec3f,
    @location(3) first: vec4f,
    @location(4) second: vec4f,
) -> Line {
    return segment(a, b, first, second, width, index);
}

@vertex
fn trail(
    @builtin(vertex_index) index: u32,
    @location(0) a: vec3f,
    @location(1) b: vec3f,
    @location(2) colour: vec4f,
) -> Line {
    let first = vec4f(colour.rgb, colour.a * fade.values.x);
    let second = vec4f(colour.rgb, colour.a * fade.values.y);
    var out = segment(a, b, first, second, fade.values.z, index);
    if distance(a, b) > fade.values.w {
        out.clip = vec4f(2.0, 2.0, 2.0, 1.0);
    }
    return out;
}

// The coverage of a pixel. The edge is soft over one pixel, which looks smoother than four samples.
fn coverage(in: Line) -> f32 {
    return clamp(in.across.y + 0.5 - abs(in.across.x), 0.0, 1.0);
}

@fragment
fn fogged(in: Line) -> @location(0) vec4f {
    return vec4f(add_fog(in.colour.rgb, in.depth), in.colour.a * coverage(in));
}

// Marks keep their colours at any distance.
@fragment
fn unfogged(in: Line) -> @location(0) vec4f {
    return vec4f(in.colour.rgb, in.colour.a * coverage(in));
}
