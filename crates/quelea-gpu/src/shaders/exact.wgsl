// Division and square root, correctly rounded, for adapters that only come close: the nearest neighbours of the native
// result are told apart by the exact remainder, which one fused operation gives (Markstein 1990).

// For operands and results far from the ends of the range.
fn quotient_of_moderate(a: f32, b: f32) -> f32 {
    let y0 = 1.0 / b;
    let y = fma(y0, fma(-b, y0, 1.0), y0);
    let q = a * y;
    return fma(y, fma(-b, q, a), q);
}

fn is_moderate(x: f32) -> bool {
    return ((bitcast<u32>(x) >> 23u) & 255u) - 64u < 127u;
}

fn quotient(a: f32, b: f32) -> f32 {
    if (is_moderate(a) && is_moderate(b)) {
        return quotient_of_moderate(a, b);
    }
    return quotient_of_any(a, b);
}

fn reciprocal_of_moderate(b: f32) -> f32 {
    let y0 = 1.0 / b;
    let y = fma(y0, fma(-b, y0, 1.0), y0);
    return fma(y, fma(-b, y, 1.0), y);
}

fn reciprocal(b: f32) -> f32 {
    if (is_moderate(b)) {
        return reciprocal_of_moderate(b);
    }
    return quotient_of_any(bitcast<f32>(0x3f800000u), b);
}

// The magnitude as a mantissa from 1 to 2 and its exponent; also of numbers too small to be normal.
struct Split {
    mantissa: f32,
    exponent: i32,
}

fn split(x: f32) -> Split {
    let bits = bitcast<u32>(x) & 0x7fffffffu;
    if (bits >= 0x00800000u) {
        return Split(bitcast<f32>((bits & 0x007fffffu) | 0x3f800000u), i32(bits >> 23u) - 127);
    }
    let shift = countLeadingZeros(bits) - 8u;
    return Split(bitcast<f32>(((bits << shift) & 0x007fffffu) | 0x3f800000u), -126 - i32(shift));
}

fn quotient_of_any(a: f32, b: f32) -> f32 {
    let a_bits = bitcast<u32>(a) & 0x7fffffffu;
    let b_bits = bitcast<u32>(b) & 0x7fffffffu;
    let sign = (bitcast<u32>(a) ^ bitcast<u32>(b)) & 0x80000000u;
    if (a_bits > 0x7f800000u || b_bits > 0x7f800000u || (a_bits == 0u && b_bits == 0u)
        || (a_bits == 0x7f800000u && b_bits == 0x7f800000u)) {
        return bitcast<f32>(0x7fc00000u);
    }
    if (a_bits == 0x7f800000u || b_bits == 0u) {
        return bitcast<f32>(sign | 0x7f800000u);
    }
    if (a_bits == 0u || b_bits == 0x7f800000u) {
        return bitcast<f32>(sign);
    }
    let x = split(a);
    let y = split(b);
    let q = quotient_of_moderate(x.mantissa, y.mantissa);
    // Positive where the exact quotient is larger than q.
    let rest = fma(-y.mantissa, q, x.mantissa);
    let bits = bitcast<u32>(q);
    let exponent = i32(bits >> 23u) + x.exponent - y.exponent;
    let digits = bits & 0x007fffffu;
    if (exponent >= 255) {
        return bitcast<f32>(sign | 0x7f800000u);
    }
    if (exponent >= 1) {
        return bitcast<f32>(sign | (u32(exponent) << 23u) | digits);
    }
    // Too small to be normal: round the digits again, where the remainder decides between equals.
    let shift = u32(1 - exponent);
    if (shift > 25u) {
        return bitcast<f32>(sign);
    }
    let whole = digits | 0x00800000u;
    let kept = whole >> shift;
    let lost = whole & ((1u << shift) - 1u);
    let half = 1u << (shift - 1u);
    let even = rest == 0.0 && (kept & 1u) == 0u;
    let up = lost > half || (lost == half && rest >= 0.0 && !even);
    return bitcast<f32>(sign | (kept + select(0u, 1u, up)));
}

fn root_of_moderate(x: f32) -> f32 {
    let y = inverseSqrt(x);
    let g0 = x * y;
    let h0 = 0.5 * y;
    let r = fma(-g0, h0, 0.5);
    let g = fma(g0, r, g0);
    let h = fma(h0, r, h0);
    return fma(fma(-g, g, x), h, g);
}

fn root(x: f32) -> f32 {
    if (is_moderate(x)) {
        return root_of_moderate(x);
    }
    let bits = bitcast<u32>(x);
    if (bits == 0u || bits == 0x80000000u || bits == 0x7f800000u) {
        return x;
    }
    if (bits > 0x7f800000u) {
        return bitcast<f32>(0x7fc00000u);
    }
    // An even power of two away, where everything is moderate.
    let parts = split(x);
    let odd = parts.exponent & 1;
    let r = root_of_moderate(parts.mantissa * select(1.0, 2.0, odd == 1));
    return bitcast<f32>(bitcast<u32>(r) + (bitcast<u32>((parts.exponent - odd) / 2) << 23u));
}
