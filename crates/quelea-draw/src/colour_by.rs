//! What the colour of a boid encodes.

/// What the colour of a boid encodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ColourBy {
    /// Its species.
    Species,
    /// Its heading.
    #[default]
    Heading,
    /// Its speed, between the lowest and the highest speed limit of all species.
    Speed,
    /// The number of its neighbours. Counted for every scene, which is slow for very large flocks.
    Neighbours,
    /// Its cluster. Found for every scene, which is slow for very large flocks.
    Cluster,
}

impl ColourBy {
    /// Every choice with its word and its description, for menus and command lines.
    pub const CHOICES: [(ColourBy, &str, &str); 5] = [
        (ColourBy::Species, "species", "Its species"),
        (ColourBy::Heading, "heading", "Its heading"),
        (ColourBy::Speed, "speed", "Its speed"),
        (ColourBy::Neighbours, "neighbours", "The number of its neighbours"),
        (ColourBy::Cluster, "cluster", "Its cluster"),
    ];

    /// The word for this choice.
    pub fn word(self) -> &'static str {
        Self::CHOICES.iter().find(|(choice, ..)| *choice == self).map_or("", |(_, word, _)| word)
    }
}
