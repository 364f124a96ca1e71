//! Obstacles, waypoints and flow grids as rows of four numbers.

use quelea::fast::program::{Model, Part, Shape};

type Row = [f32; 4];

/// The rows, and the numbers of obstacle parts and of directions past them.
pub(crate) struct Tables {
    pub rows: Vec<Row>,
    pub parts: u32,
    pub fan: u32,
}

impl Tables {
    pub fn new<const D: usize>(model: &Model<D>) -> Self {
        let obstacles = model.obstacles();
        let mut rows: Vec<Row> = obstacles.parts.iter().flat_map(part_rows).collect();
        for [cosine, sine, half_tangent, first, second] in &obstacles.fan {
            rows.extend([[*cosine, *sine, *half_tangent, *first], [*second, 0.0, 0.0, 0.0]]);
        }
        for species in 0..model.species() {
            let points = model.waypoints(species).map(|waypoints| waypoints.points).unwrap_or_default();
            rows.extend(points.iter().map(|point| row(*point, 0.0)));
            let vectors = model.flow_grid(species).map(|grid| grid.vectors).unwrap_or_default();
            rows.extend(vectors.iter().map(|vector| row(*vector, 0.0)));
        }
        Tables { rows, parts: obstacles.parts.len() as u32, fan: obstacles.fan.len() as u32 }
    }
}

fn row<const D: usize>(vector: [f32; D], last: f32) -> Row {
    let mut row = [0.0, 0.0, 0.0, last];
    row[..D].copy_from_slice(&vector);
    row
}

/// The rows of a part; obstacles.wgsl reads them.
fn part_rows<const D: usize>(part: &Part<D>) -> [Row; 6] {
    let zero = [0.0; D];
    let (kind, radius, first, length2, along, side) = match part.shape {
        Shape::Sphere { radius } => (0.0, radius, zero, 0.0, zero, zero),
        Shape::Box { half } => (1.0, 0.0, half, 0.0, zero, zero),
        Shape::Capsule { radius, from, along, length2, side } => (2.0, radius, from, length2, along, side),
        Shape::HalfSpace { normal } => (3.0, 0.0, normal, 0.0, zero, zero),
    };
    let flags = u8::from(part.first) + 2 * u8::from(part.last) + 4 * u8::from(part.filled);
    [
        row(part.now, kind),
        row(part.next, f32::from(flags)),
        row(part.velocity, radius),
        row(first, length2),
        row(along, 0.0),
        row(side, 0.0),
    ]
}
