// What boids add to measures, by id, in double precision; and its sums. All of it has the bits of a processor: see
// crates/quelea/src/measures.

// A velocity or an offset that is no finite number is left to the processor.
fn note_extreme(square: f64) {
    if (!(square <= 1e200lf)) {
        atomicStore(&measure_fails[0], 1u);
    }
}

// What is outside a torus of double precision, by a rounding of its size, is left to it, too.
fn note_outside(axis: u32, x: f64) {
    let low = measured_numbers[3u + axis];
    if (!(low <= x && x < low + measured_numbers[axis])) {
        atomicStore(&measure_fails[0], 1u);
    }
}

fn square_of(x: f64, y: f64, z: f64) -> f64 {
    return x * x + y * y + z * z;
}

// By what a vector is divided that is brought to length 1.
fn divisor_of(length: f64) -> f64 {
    return select(length, 1.0lf, length == 0.0lf);
}

fn put(component: u32, id: u32, number: f64) {
    measured[component * grid.boids + id] = number;
}

// The shortest offset along an axis with a period.
fn wrapped_offset(offset: f64, period: f64) -> f64 {
    let half = period * 0.5lf;
    if (offset > half) {
        return offset - period;
    }
    if (offset < -half) {
        return offset + period;
    }
    return offset;
}
