// Duff et al. 2017: continuous but for one sign, and never a division by nearly zero.
fn sides(ahead: Vector) -> Sides {
    let x = ahead.x;
    let y = ahead.y;
    let z = ahead.z;
    let zero = constants.zero;
    let sign = select(1.0, -1.0, z < 0.0);
    let a = zero - reciprocal(sign + z);
    let b = product(product(x, y), a);
    let first = Vector(constants.one + product(sign, product(product(x, x), a)), product(sign, b), zero - product(sign, x));
    let second = Vector(b, sign + product(product(y, y), a), zero - y);
    return Sides(first, second);
}
