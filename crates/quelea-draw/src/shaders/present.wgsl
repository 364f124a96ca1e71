// Copies the finished picture, which holds sRGB bytes, to a canvas. A canvas whose format encodes sRGB itself needs
// decoded colours, or it would encode them twice.

@group(0) @binding(0) var picture: texture_2d<f32>;

@vertex
fn full_screen(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn decode(x: f32) -> f32 {
    if x <= 0.04045 {
        return x / 12.92;
    }
    return pow((x + 0.055) / 1.055, 2.4);
}

@fragment
fn copy_srgb(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return vec4f(textureLoad(picture, vec2i(pixel.xy), 0).rgb, 1.0);
}

@fragment
fn decode_srgb(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let colour = textureLoad(picture, vec2i(pixel.xy), 0).rgb;
    return vec4f(decode(colour.r), decode(colour.g), decode(colour.b), 1.0);
}
