// Brings the finished picture to a canvas. The picture holds sRGB bytes. A canvas whose format encodes sRGB
// itself must be given decoded colours, or it would encode them twice.

@group(0) @binding(0) var picture: texture_2d<f32>;

@vertex
fn whole(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn decoded(x: f32) -> f32 {
    if x <= 0.04045 {
        return x / 12.92;
    }
    return pow((x + 0.055) / 1.055, 2.4);
}

@fragment
fn as_it_is(@builtin(position) place: vec4f) -> @location(0) vec4f {
    return vec4f(textureLoad(picture, vec2i(place.xy), 0).rgb, 1.0);
}

@fragment
fn linear(@builtin(position) place: vec4f) -> @location(0) vec4f {
    let colour = textureLoad(picture, vec2i(place.xy), 0).rgb;
    return vec4f(decoded(colour.r), decoded(colour.g), decoded(colour.b), 1.0);
}
