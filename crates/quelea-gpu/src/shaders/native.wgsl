// Division and square root as the adapter has them.

fn quotient(a: f32, b: f32) -> f32 {
    return a / b;
}

fn reciprocal(b: f32) -> f32 {
    return 1.0 / b;
}

fn reciprocal_of_moderate(b: f32) -> f32 {
    return 1.0 / b;
}

fn root(x: f32) -> f32 {
    return sqrt(x);
}
