//! The form of a boid.

/// The form of a boid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Form {
    /// A dart in 2D, a bird in 3D.
    #[default]
    Fitting,
    /// A flat arrowhead.
    Dart,
    /// A cone.
    Cone,
    /// A body with two wings.
    Bird,
}

impl Form {
    /// Every choice with its word and its description, for menus and command lines.
    pub const CHOICES: [(Form, &str, &str); 4] = [
        (Form::Fitting, "fitting", "A dart in 2D, a bird in 3D"),
        (Form::Dart, "dart", "A flat arrowhead"),
        (Form::Cone, "cone", "A cone"),
        (Form::Bird, "bird", "A body with two wings"),
    ];
}
