//! Several curves in one diagram.

/// The curves of a diagram and its axes.
#[derive(Clone)]
pub struct Curves {
    pub x_label: String,
    pub y_label: String,
    /// Whether both axes are logarithmic; then all numbers must be above 0.
    pub logarithmic: bool,
    pub curves: Vec<Curve>,
}

/// One curve and its style.
#[derive(Clone, Default)]
pub struct Curve {
    pub name: String,
    /// The index of its colour.
    pub colour: usize,
    pub dashed: bool,
    /// Whether its points are rings instead of discs.
    pub hollow: bool,
    pub points: Vec<(f64, f64)>,
    /// The standard error of each point, drawn as a bar; empty for none.
    pub errors: Vec<f64>,
}
