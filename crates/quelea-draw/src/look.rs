//! How a flock is to look.

use crate::colour::Theme;
use quelea::Scenario;

/// What a boid's colour says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ColourBy {
    /// Its species.
    Species,
    /// The direction in which it moves.
    #[default]
    Heading,
    /// Its speed, between the smallest and the largest its species may have.
    Speed,
    /// How many others it perceives. Counted anew for every scene: dear for very large flocks.
    Neighbours,
    /// The group it belongs to. Found anew for every scene: dear for very large flocks.
    Cluster,
}

impl ColourBy {
    /// Every choice with its word and its meaning, for menus and command lines.
    pub const CHOICES: [(ColourBy, &str, &str); 5] = [
        (ColourBy::Species, "species", "Its species"),
        (ColourBy::Heading, "heading", "The direction in which it moves"),
        (ColourBy::Speed, "speed", "Its speed"),
        (ColourBy::Neighbours, "neighbours", "How many others it perceives"),
        (ColourBy::Cluster, "cluster", "The group it belongs to"),
    ];
}

/// The form of a boid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
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
    /// Every choice with its word and its meaning.
    pub const CHOICES: [(Form, &str, &str); 4] = [
        (Form::Fitting, "fitting", "A dart in 2D, a bird in 3D"),
        (Form::Dart, "dart", "A flat arrowhead"),
        (Form::Cone, "cone", "A cone"),
        (Form::Bird, "bird", "A body with two wings"),
    ];
}

/// How a flock is to look: what its [`Scene`](crate::Scene) is made with besides the state.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// What a boid's colour says.
    pub colour_by: ColourBy,
    /// Light or dark.
    pub theme: Theme,
    /// The form of a boid.
    pub form: Form,
    /// How large boids are drawn: 1 is a fitting size for the world and the number of boids. They are drawn
    /// larger than their `body` where that would be too small to see.
    pub size: f32,
    /// How many past states the trails show; 0 for none.
    pub trails: usize,
    /// Whether the edges of the world are shown.
    pub bounds: bool,
    /// Whether obstacles, goals and the pointer are shown.
    pub surroundings: bool,
}

impl Default for Look {
    fn default() -> Self {
        Look {
            colour_by: ColourBy::default(),
            theme: Theme::default(),
            form: Form::default(),
            size: 1.0,
            trails: 0,
            bounds: true,
            surroundings: true,
        }
    }
}

impl Look {
    /// The look that suits a scenario: several species are told apart by colour, one is coloured by heading.
    pub fn for_scenario(scenario: &Scenario) -> Self {
        let colour_by = if scenario.others.is_empty() { ColourBy::Heading } else { ColourBy::Species };
        Look { colour_by, ..Look::default() }
    }
}
