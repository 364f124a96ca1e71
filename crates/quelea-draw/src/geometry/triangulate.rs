//! Triangulation of polygons.

use glam::Vec2;

/// Divides a simple polygon into triangles of its corners, by ear clipping.
pub(crate) fn triangulate(points: &[Vec2]) -> Vec<[usize; 3]> {
    let area: f32 = (0..points.len()).map(|i| points[i].perp_dot(points[(i + 1) % points.len()])).sum();
    let mut remaining: Vec<usize> = (0..points.len()).collect();
    if area < 0.0 {
        remaining.reverse();
    }
    let turn = |a: usize, b: usize, c: usize| (points[b] - points[a]).perp_dot(points[c] - points[b]);
    let contains = |[a, b, c]: [usize; 3], p: usize| {
        let side = |from: usize, to: usize| (points[to] - points[from]).perp_dot(points[p] - points[from]) >= 0.0;
        side(a, b) && side(b, c) && side(c, a)
    };
    let mut triangles = Vec::new();
    while remaining.len() > 3 {
        let count = remaining.len();
        let corner =
            |index: usize| [remaining[(index + count - 1) % count], remaining[index], remaining[(index + 1) % count]];
        let is_ear = |index: &usize| {
            let ear @ [a, b, c] = corner(*index);
            turn(a, b, c) > 0.0 && !remaining.iter().any(|p| !ear.contains(p) && contains(ear, *p))
        };
        // A polygon that intersects itself may have no ear; then any corner will do.
        let index = (0..count).find(is_ear).unwrap_or(0);
        triangles.push(corner(index));
        remaining.remove(index);
    }
    if let [a, b, c] = remaining[..] {
        triangles.push([a, b, c]);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Vec2], triangles: &[[usize; 3]]) -> f32 {
        let double = |[a, b, c]: &[usize; 3]| (points[*b] - points[*a]).perp_dot(points[*c] - points[*a]).abs();
        triangles.iter().map(|triangle| double(triangle) / 2.0).sum()
    }

    #[test]
    fn a_concave_polygon_is_filled_exactly() {
        let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(Vec2::from);
        // The square of 16 without the notch of 4 · 3 / 2.
        assert_eq!(area(&points, &triangulate(&points)), 10.0);
        let mut reversed = points;
        reversed.reverse();
        assert_eq!(area(&reversed, &triangulate(&reversed)), 10.0);
    }

    #[test]
    fn triangulation_of_degenerate_polygons_terminates() {
        let bow_tie = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]].map(Vec2::from);
        assert_eq!(triangulate(&bow_tie).len(), 2);
        assert_eq!(triangulate(&[Vec2::ONE; 6]).len(), 4);
    }
}
