//! Marks over the flock: circles, fields of view, arrows, rings. Lengths are those of the world, widths are in
//! pixels. Marks are never hidden behind anything.

use crate::colour::Colour;

/// One mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A circle; in 3D a ball, shown by its outline and its equator.
    Circle {
        /// Its centre.
        centre: [f32; 3],
        /// Its radius.
        radius: f32,
        /// Of the line.
        colour: Colour,
        /// Of the inside, where it is filled. Only in 2D.
        fill: Option<Colour>,
    },
    /// What a boid sees: part of a circle, in 3D of a ball.
    Sector {
        /// Where the boid is.
        centre: [f32; 3],
        /// Where it looks; need not have length 1.
        direction: [f32; 3],
        /// How far it sees.
        radius: f32,
        /// The full angle, in degrees.
        angle: f32,
        /// Of the line.
        colour: Colour,
        /// Of the inside, where it is filled. Only in 2D.
        fill: Option<Colour>,
    },
    /// An arrow.
    Arrow {
        /// Where it starts.
        from: [f32; 3],
        /// Where it goes from there.
        vector: [f32; 3],
        /// Its colour.
        colour: Colour,
        /// The width of its shaft in pixels.
        width: f32,
    },
    /// A line.
    Line {
        /// One end.
        from: [f32; 3],
        /// The other end.
        to: [f32; 3],
        /// Its colour.
        colour: Colour,
        /// Its width in pixels.
        width: f32,
    },
    /// A ring round a boid, wherever it is. Nothing if there is no such boid.
    Ring {
        /// The boid's id.
        boid: usize,
        /// Its colour.
        colour: Colour,
    },
}

/// Arrows for several forces on one boid, all to one scale: the longest is `longest` long in the world, unless
/// all are zero. Forces of other scenarios differ by orders of magnitude; arrows should not.
pub fn arrows(from: [f32; 3], forces: &[([f32; 3], Colour)], longest: f32) -> Vec<Mark> {
    let length = |force: &[f32; 3]| force.iter().map(|x| x * x).sum::<f32>().sqrt();
    let greatest = forces.iter().map(|(force, _)| length(force)).fold(0.0, f32::max);
    if greatest.is_nan() || greatest <= 0.0 || greatest.is_infinite() {
        return Vec::new();
    }
    let scale = longest / greatest;
    let arrow = |(force, colour): &([f32; 3], Colour)| Mark::Arrow {
        from,
        vector: force.map(|x| x * scale),
        colour: *colour,
        width: 2.5,
    };
    forces.iter().filter(|(force, _)| length(force) > 0.0).map(arrow).collect()
}
