alias Vector = vec3f;

fn scaled(a: Vector, s: f32) -> Vector {
    return Vector(product(a.x, s), product(a.y, s), product(a.z, s));
}

fn inner(a: Vector, b: Vector) -> f32 {
    return product(a.x, b.x) + product(a.y, b.y) + product(a.z, b.z);
}

fn row(r: vec4f) -> Vector {
    return r.xyz;
}

fn along_x(x: f32) -> Vector {
    return Vector(x, 0.0, 0.0);
}

fn offset_between(a: Vector, b: Vector) -> Vector {
    let d = b - a;
    if (TORUS) {
        return d + Vector(seam_shift(0u, d.x), seam_shift(1u, d.y), seam_shift(2u, d.z));
    }
    return d;
}

// Whether products are fused does not matter here.
fn roughly_squared(d: Vector) -> f32 {
    return fma(d.x, d.x, fma(d.y, d.y, d.z * d.z));
}
