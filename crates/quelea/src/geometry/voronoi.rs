//! Voronoi neighbours: boids whose cells share an edge, which are the edges of the Delaunay triangulation.

use super::{Boundary, Space};
use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};
use std::collections::HashMap;

/// A point of the triangulation: a boid, or on a torus one of its images.
#[derive(Clone, Copy)]
struct Site {
    position: Point2<f64>,
    boid: u32,
    is_image: bool,
}

impl HasPosition for Site {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        self.position
    }
}

/// For each position, the indices of those whose Voronoi cells touch its own, in ascending order. In more than two
/// dimensions nobody has neighbours. Of equal positions the first stands for all; the others touch it alone.
pub(crate) fn voronoi_neighbours<const D: usize>(space: &Space<D>, positions: &[[f64; D]]) -> Vec<Vec<u32>> {
    let mut neighbours = vec![Vec::new(); positions.len()];
    if D != 2 {
        return neighbours;
    }
    let mut first_at = HashMap::new();
    let mut sites = Vec::with_capacity(positions.len());
    for (boid, position) in (0..).zip(positions) {
        let point = [tidy(position[0]), tidy(position[1])];
        let first = *first_at.entry(point.map(f64::to_bits)).or_insert(boid);
        if first == boid {
            sites.push(Site { position: Point2::new(point[0], point[1]), boid, is_image: false });
        } else {
            neighbours[boid as usize].push(first);
            neighbours[first as usize].push(boid);
        }
    }
    let triangulation = match space.boundary {
        Boundary::Torus => triangulate_torus(&sites, [space.low[0], space.low[1]], [space.size[0], space.size[1]]),
        _ => triangulate(&sites),
    };
    for edge in triangulation.undirected_edges() {
        let [a, b] = edge.vertices().map(|vertex| *vertex.data());
        for (from, to) in [(a, b), (b, a)] {
            if !from.is_image && from.boid != to.boid {
                neighbours[from.boid as usize].push(to.boid);
            }
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}

/// The triangulation refuses numbers whose products underflow; they are as good as zero.
fn tidy(x: f64) -> f64 {
    if x.abs() < 1e-40 { 0.0 } else { x }
}

fn triangulate(sites: &[Site]) -> DelaunayTriangulation<Site> {
    // Only coordinates that are not finite are refused, and no boid has such.
    DelaunayTriangulation::bulk_load_stable(sites.to_vec()).unwrap_or_default()
}

/// Triangulates the sites with as many images beyond the edges as it takes: the circle around a triangle of the torus
/// contains no other site, so it must lie where all images are known.
fn triangulate_torus(sites: &[Site], low: [f64; 2], size: [f64; 2]) -> DelaunayTriangulation<Site> {
    let longest = size[0].max(size[1]);
    let spacing = (size[0] * size[1] / sites.len().max(1) as f64).sqrt();
    let mut margin = 4.0 * spacing;
    loop {
        let triangulation = triangulate(&with_images(sites, low, size, margin));
        let is_known = |centre: Point2<f64>, radius: f64| {
            let inside =
                |x: f64, axis: usize| low[axis] - margin <= x - radius && x + radius <= low[axis] + size[axis] + margin;
            inside(centre.x, 0) && inside(centre.y, 1)
        };
        let certain = triangulation.inner_faces().all(|face| {
            let (centre, square) = face.circumcircle();
            face.vertices().iter().all(|vertex| vertex.data().is_image) || is_known(centre, square.sqrt())
        });
        // With images two sizes away on every side, no larger circle can be empty.
        if certain || margin >= 2.0 * longest {
            return triangulation;
        }
        margin *= 2.0;
    }
}

/// The sites and their images within a margin around the box.
fn with_images(sites: &[Site], low: [f64; 2], size: [f64; 2], margin: f64) -> Vec<Site> {
    let mut all = sites.to_vec();
    let reach = size.map(|side| (margin / side).ceil() as i32);
    for shift_x in -reach[0]..=reach[0] {
        for shift_y in -reach[1]..=reach[1] {
            if (shift_x, shift_y) == (0, 0) {
                continue;
            }
            all.extend(sites.iter().filter_map(|site| {
                let x = site.position.x + f64::from(shift_x) * size[0];
                let y = site.position.y + f64::from(shift_y) * size[1];
                let near = |x: f64, axis: usize| low[axis] - margin <= x && x <= low[axis] + size[axis] + margin;
                let position = Point2::new(tidy(x), tidy(y));
                (near(x, 0) && near(y, 1)).then_some(Site { position, is_image: true, ..*site })
            }));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::random::{Random, Stream};

    fn space(boundary: Boundary, size: f64) -> Space<2> {
        Space { boundary, low: [0.0; 2], size: [size; 2] }
    }

    fn scattered(count: u32) -> Vec<[f64; 2]> {
        let point = |id| Random::new(1, 0, id, Stream::StartPosition).in_ball::<2>().map(|x| 5.0 + 5.0 * x);
        (0..count).map(point).collect()
    }

    /// Two boids are Voronoi neighbours if some circle through both has nobody inside: try the circles through them
    /// and any third boid, or any image of one.
    fn by_definition(space: &Space<2>, positions: &[[f64; 2]]) -> Vec<Vec<u32>> {
        let shifts: Vec<f64> = if space.is_torus() { vec![-1.0, 0.0, 1.0] } else { vec![0.0] };
        let mut images = Vec::new();
        for (boid, position) in positions.iter().enumerate() {
            for x in &shifts {
                for y in &shifts {
                    images.push((boid, [position[0] + x * space.size[0], position[1] + y * space.size[1]]));
                }
            }
        }
        let mut neighbours = vec![Vec::new(); positions.len()];
        for (boid, a) in positions.iter().enumerate() {
            for (other, b) in images.iter().filter(|(other, _)| *other != boid) {
                let empty = images.iter().any(|(_, c)| match circle(*a, *b, *c) {
                    Some((centre, r2)) => images.iter().all(|(_, d)| square(*d, centre) > r2 * (1.0 - 1e-9)),
                    None => false,
                });
                if empty {
                    neighbours[boid].push(*other as u32);
                }
            }
            neighbours[boid].sort_unstable();
            neighbours[boid].dedup();
        }
        neighbours
    }

    fn square(a: [f64; 2], b: [f64; 2]) -> f64 {
        (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)
    }

    /// The centre and the squared radius of the circle through three points.
    fn circle(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> Option<([f64; 2], f64)> {
        let ([bx, by], [cx, cy]) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
        let twice = 2.0 * (bx * cy - by * cx);
        if twice.abs() < 1e-9 {
            return None;
        }
        let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
        let (x, y) = ((cy * b2 - by * c2) / twice, (bx * c2 - cx * b2) / twice);
        Some(([a[0] + x, a[1] + y], x * x + y * y))
    }

    #[test]
    fn neighbours_are_those_with_an_empty_circle() {
        let positions = scattered(30);
        for space in [space(Boundary::Open, 10.0), space(Boundary::Torus, 10.0)] {
            assert_eq!(voronoi_neighbours(&space, &positions), by_definition(&space, &positions), "{space:?}");
        }
    }

    #[test]
    fn on_a_torus_there_are_six_neighbours_on_average() {
        // Euler's formula, as long as no two cells touch twice.
        let positions = scattered(400);
        let neighbours = voronoi_neighbours(&space(Boundary::Torus, 10.0), &positions);
        assert_eq!(neighbours.iter().map(Vec::len).sum::<usize>(), 6 * positions.len());
    }

    #[test]
    fn few_boids_boids_on_a_line_and_boids_at_one_point_have_neighbours_too() {
        let open = space(Boundary::Open, 10.0);
        assert_eq!(voronoi_neighbours(&open, &[[1.0, 1.0]]), [[0u32; 0]; 1]);
        assert_eq!(voronoi_neighbours(&open, &[[1.0, 1.0], [2.0, 2.0]]), [[1], [0]]);
        let line = [[3.0, 3.0], [1.0, 1.0], [2.0, 2.0]];
        assert_eq!(voronoi_neighbours(&open, &line), [vec![2], vec![2], vec![0, 1]]);
        assert_eq!(voronoi_neighbours(&open, &[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]), [vec![1, 2], vec![0], vec![0]]);
        let torus = space(Boundary::Torus, 10.0);
        assert_eq!(voronoi_neighbours(&torus, &[[1.0, 1.0]]), [[0u32; 0]; 1]);
        assert_eq!(voronoi_neighbours(&torus, &[[1.0, 1.0], [6.0, 1.0]]), [[1], [0]]);
        assert_eq!(voronoi_neighbours(&open, &[]), Vec::<Vec<u32>>::new());
    }
}
