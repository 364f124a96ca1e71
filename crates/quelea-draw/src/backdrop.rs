//! What is behind the flock.

/// What is behind the flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Backdrop {
    /// The plain colours of the theme.
    #[default]
    Plain,
    /// A sky with clouds: by day in the light theme, at dusk in the dark one.
    Sky,
    /// Water with light that ripples through it.
    Water,
}

impl Backdrop {
    /// Every choice with its word and its description, for menus and command lines.
    pub const CHOICES: [(Backdrop, &str, &str); 3] = [
        (Backdrop::Plain, "plain", "The plain colours of the theme"),
        (Backdrop::Sky, "sky", "A sky with clouds"),
        (Backdrop::Water, "water", "Water with ripples of light"),
    ];
}
