// Random numbers as functions of (seed, step, id, stream): 64-bit arithmetic in pairs of words, the lower one first.
// See crates/quelea/src/state/random.rs.

fn add64(a: vec2u, b: vec2u) -> vec2u {
    let low = a.x + b.x;
    return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn mul64(a: vec2u, b: vec2u) -> vec2u {
    let a0 = a.x & 0xffffu;
    let a1 = a.x >> 16u;
    let b0 = b.x & 0xffffu;
    let b1 = b.x >> 16u;
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    let high = a1 * b1 + (middle >> 16u) + (other >> 16u);
    return vec2u((other << 16u) | (low & 0xffffu), high + a.x * b.y + a.y * b.x);
}

// For shifts from 1 to 31.
fn xor_shifted(a: vec2u, shift: u32) -> vec2u {
    return a ^ vec2u((a.x >> shift) | (a.y << (32u - shift)), a.y >> shift);
}

const GOLDEN = vec2u(0x7f4a7c15u, 0x9e3779b9u);

fn mix(z: vec2u) -> vec2u {
    let a = mul64(xor_shifted(z, 30u), vec2u(0x1ce4e5b9u, 0xbf58476du));
    let b = mul64(xor_shifted(a, 27u), vec2u(0x133111ebu, 0x94d049bbu));
    return xor_shifted(b, 31u);
}

fn absorb(state: vec2u, word: vec2u) -> vec2u {
    return mix(add64(state, GOLDEN) ^ mix(add64(word, GOLDEN)));
}

// The state of a stream of a boid.
fn random_state(key: vec2u, id: u32, stream: vec2u) -> vec2u {
    return absorb(absorb(key, vec2u(id, 0u)), stream);
}

// The number at a place in a stream, counted from 1.
fn random_bits(state: vec2u, place: u32) -> vec2u {
    return mix(add64(state, mul64(GOLDEN, vec2u(place, 0u))));
}

// From 0 to 1, a multiple of 2⁻²⁴.
fn random_number(state: vec2u, place: u32) -> f32 {
    return f32(random_bits(state, place).y >> 8u) * 0x1p-24f;
}

// From −1 to 1: 53 bits, rounded once to single precision.
fn random_offset(state: vec2u, place: u32) -> f32 {
    let bits = random_bits(state, place);
    let number = vec2u((bits.x >> 11u) | (bits.y << 21u), bits.y >> 11u);
    // In units of 2⁻⁵²: from −2⁵² to 2⁵².
    let negative = number.y < 0x00100000u;
    var size = vec2u(number.x, number.y - 0x00100000u);
    if (negative) {
        size = add64(~size, vec2u(1u, 0u));
    }
    if (size.x == 0u && size.y == 0u) {
        return 0.0;
    }
    let zeros = select(32u + countLeadingZeros(size.x), countLeadingZeros(size.y), size.y != 0u);
    // The leading bit to the top.
    var top = size;
    if (zeros >= 32u) {
        top = vec2u(0u, size.x);
    }
    let rest = zeros & 31u;
    if (rest != 0u) {
        top = vec2u(top.x << rest, (top.y << rest) | (top.x >> (32u - rest)));
    }
    // 24 bits, rounded to nearest, ties to even.
    let kept = top.y >> 8u;
    let lost = top.y & 0xffu;
    let sticky = top.x != 0u;
    let up = lost > 0x80u || (lost == 0x80u && (sticky || (kept & 1u) == 1u));
    // Bit 63 stands for 2⁶³⁻⁵² = 2¹¹; the sum carries into the exponent by itself.
    let exponent = 127u + 11u - zeros;
    let magnitude = (exponent << 23u) + (kept - 0x00800000u) + select(0u, 1u, up);
    return bitcast<f32>(magnitude | select(0u, 0x80000000u, negative));
}
