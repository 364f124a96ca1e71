// What programs do with the bits of numbers.

fn power_of_two(x: f32) -> f32 {
    return bitcast<f32>(u32(i32(x) + 127) << 23u);
}

fn exponent(x: f32) -> f32 {
    return f32(i32(bitcast<u32>(x) >> 23u) - 127);
}

fn mantissa(x: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(x) & 0x007fffffu) | 0x3f800000u);
}
