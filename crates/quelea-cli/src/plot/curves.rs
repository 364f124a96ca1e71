//! Several curves in one diagram.

/// The curves of a diagram and its axes.
pub struct Curves {
    pub x_label: String,
    pub y_label: String,
    /// Whether both axes are logarithmic; then all numbers must be above 0.
    pub logarithmic: bool,
    pub curves: Vec<Curve>,
}

/// One curve and its style.
pub struct Curve {
    pub name: String,
    /// The index of its colour.
    pub colour: usize,
    pub dashed: bool,
    /// Whether its points are rings instead of discs.
    pub hollow: bool,
    pub points: Vec<(f64, f64)>,
}
