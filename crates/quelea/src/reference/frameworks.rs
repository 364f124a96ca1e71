//! What the boids of some frameworks do unlike all others. `docs/model.md` defines each under *Quirks*.

use super::Reference;
use super::falloff::closest;
use super::neighbourhood::{Neighbour, Neighbourhood};
use crate::geometry::vector::{div, dot, heading, scale, sub, unit};
use crate::model::kernel::Kernel;
use crate::model::settings::Relation;
use std::f64::consts::TAU;

/// NetLogo: the heading of the nearest one mirrored at the boid's own. It is as far from the boid's heading as that of
/// the nearest, on the other side.
pub fn away_from_nearest_heading<'a, const D: usize>(
    velocity: [f64; D],
    too_close: impl Iterator<Item = &'a Neighbour<D>>,
) -> [f64; D] {
    let nearest = too_close.min_by(|a, b| a.distance.total_cmp(&b.distance).then(a.id.cmp(&b.id)));
    let (own, other) = (unit(velocity), nearest.map_or([0.0; D], |nearest| unit(nearest.velocity)));
    sub(scale(own, 2.0 * dot(own, other)), other)
}

/// three.js, innermost zone: a push that falls to zero at the radius.
pub fn three_js_push<const D: usize>(kernel: &Kernel, offset: [f64; D], distance: f64) -> [f64; D] {
    let floor = distance.max(closest(kernel.radius));
    let ratio = kernel.radius / floor;
    scale(div(offset, floor), ratio * ratio - 1.0)
}

/// three.js, middle zone: the weight of a neighbour's heading.
pub fn three_js_weight(kernel: &Kernel, inner_radius: f64, distance: f64) -> f64 {
    1.0 - 0.5 * libm::cos(TAU * share_of_zone(kernel, inner_radius, distance))
}

/// three.js, outermost zone: a pull that is a push in the middle of the zone.
pub fn three_js_pull<const D: usize>(kernel: &Kernel, inner_radius: f64, offset: [f64; D], distance: f64) -> [f64; D] {
    scale(unit(offset), 0.5 * libm::cos(TAU * share_of_zone(kernel, inner_radius, distance)))
}

/// How far a distance is across a zone, in squares.
fn share_of_zone(kernel: &Kernel, inner_radius: f64, distance: f64) -> f64 {
    let inner = inner_radius * inner_radius;
    (distance * distance - inner) / (kernel.radius * kernel.radius - inner)
}

/// krABMaga: whether another boid is in the cells around a boid. The side of a cell is the perception radius / 1.5, and
/// cells do not continue across the edge.
pub fn is_in_cells_around<const D: usize>(flock: &Reference<D>, id: usize, other: usize) -> bool {
    let side = flock.species(id).perception.radius / 1.5;
    let cell = |id: usize| cell(sub(flock.boids.positions[id], flock.space.low), side);
    cell(id).iter().zip(cell(other)).all(|(a, b)| (a - b).abs() <= 1.0)
}

/// Unity: whether another boid is in the cell of a boid. The side of a cell is the perception radius.
pub fn is_in_same_cell<const D: usize>(flock: &Reference<D>, id: usize, other: usize) -> bool {
    let side = flock.species(id).perception.radius;
    cell(flock.boids.positions[id], side) == cell(flock.boids.positions[other], side)
}

fn cell<const D: usize>(position: [f64; D], side: f64) -> [f64; D] {
    position.map(|x| libm::floor(x / side))
}

/// Unity: the boids in a cell, as one of them knows them. Instead of adding up what each boid contributes, the sum is
/// added to itself: it is doubled once for every boid after the first.
#[derive(Clone, Copy, Debug)]
pub struct UnityCell<const D: usize> {
    boids: f64,
    doubled: f64,
    first_position: [f64; D],
    first_heading: [f64; D],
}

impl<const D: usize> UnityCell<D> {
    pub fn new(flock: &Reference<D>, id: usize, seen: &Neighbourhood<D>) -> Self {
        let mates = || seen.neighbours.iter().filter(|n| n.perceived && n.relation == Relation::Flock);
        let first = mates().map(|mate| mate.id).fold(id, usize::min);
        let others = mates().count();
        UnityCell {
            boids: 1.0 + others as f64,
            doubled: libm::exp2(others as f64),
            first_position: flock.boids.positions[first],
            first_heading: heading(flock.boids.velocities[first]),
        }
    }

    /// What alignment wants.
    pub fn alignment(&self, velocity: [f64; D]) -> [f64; D] {
        let sum = scale(self.first_heading, self.doubled);
        in_single_precision(sub(div(sum, self.boids), heading(velocity)))
    }

    /// What separation wants.
    pub fn separation(&self, position: [f64; D]) -> [f64; D] {
        let sum = scale(self.first_position, self.doubled);
        in_single_precision(sub(scale(position, self.boids), sum))
    }
}

/// A vector that Unity can normalise: zero if the square of its length overflows in single precision.
fn in_single_precision<const D: usize>(a: [f64; D]) -> [f64; D] {
    if dot(a, a) <= f64::from(f32::MAX) { a } else { [0.0; D] }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{assert_near, flock, force, velocity_after_a_step};
    use crate::geometry::vector::unit;

    fn with(quirk: &str, scenario: &str) -> String {
        format!("engine = 'reference'\nreference.quirks = ['{quirk}']\n{scenario}")
    }

    #[test]
    fn netlogo_separates_by_headings_wherever_the_other_is() {
        let turned = |other: [f64; 2], at: [f64; 2]| {
            let rules = "space.kind = 'open'\nperception.radius = 5\nseparation = { radius = 1, max_turn = 90 }\n
                motion = { combine = 'turns', order = ['separation'], max_speed = 1 }";
            let boids = [([0.0, 0.0], [1.0, 0.0]), (at, other), ([0.0, 0.9], [0.0, -1.0])];
            velocity_after_a_step(&with("netlogo-separation", rules), &boids)
        };
        for at in [[0.5, 0.0], [-0.3, 0.1], [0.0, -0.8]] {
            assert_near(turned([0.8, 0.6], at), [0.8, -0.6]);
            assert_near(turned([1.0, 0.0], at), [1.0, 0.0]);
        }
    }

    #[test]
    fn three_js_pushes_aligns_and_pulls_in_zones_of_its_own() {
        let zones = "space.kind = 'open'\nperception.radius = 2\nseparation = { radius = 1, average = 'sum' }\n
            alignment = { inner_radius = 1, radius = 1.5, of = 'heading', average = 'sum', relative = false }\n
            cohesion = { inner_radius = 1.5, average = 'sum' }";
        let act = |rule: &str, distance: f64| {
            let boids = [([0.0, 0.0, 0.0], [0.0; 3]), ([distance, 0.0, 0.0], [0.0, 5.0, 0.0])];
            force(rule, &with("three-js-zones", zones), &boids)
        };
        assert_near(act("separation", 0.5), [-3.0, 0.0, 0.0]);
        assert_near(act("separation", 1.0), [0.0; 3]);
        assert_near(act("alignment", 1.0), [0.0, 0.5, 0.0]);
        // Halfway in squares: r² = (1 + 2.25)/2.
        assert_near(act("alignment", 1.625f64.sqrt()), [0.0, 1.5, 0.0]);
        assert_near(act("cohesion", 1.5), [0.5, 0.0, 0.0]);
        assert_near(act("cohesion", 3.125f64.sqrt()), [-0.5, 0.0, 0.0]);
    }

    #[test]
    fn three_js_pulls_more_steeply_along_y() {
        let pull = with("three-js-pull", "space.kind = 'open'\ngoal = { position = [0, 0, 0], weight = 5 }");
        let expected = unit([-1.0, -5.0, -2.0]).map(|x| 5.0 * x);
        assert_near(force("goal", &pull, &[([1.0, 2.0, 2.0], [0.0; 3])]), expected);
    }

    #[test]
    fn krabmaga_perceives_the_cells_around_at_any_distance_but_none_across_the_edge() {
        let rules = "space = { kind = 'torus', size = [60, 60] }\nperception.radius = 15";
        let at = |x: f64| ([x, 5.0], [0.0, 0.0]);
        // Cells are 10 wide: boid 0 is in the second, at 19.9; 0.1 and 29.9 are in cells next to it, 30.1 is not.
        let seen = |boids: &[_]| {
            let flock = flock(&with("krabmaga-cells", rules), boids);
            let neighbours = super::Neighbourhood::new(&flock, 0).neighbours.into_iter();
            neighbours.filter(|n| n.perceived).map(|n| n.id).collect::<Vec<_>>()
        };
        assert_eq!(seen(&[at(19.9), at(0.1), at(29.9), at(30.1)]), [1, 2]);
        assert_eq!(seen(&[at(1.0), at(59.0), at(2.0)]), [2]);
    }

    #[test]
    fn krabmaga_divides_the_mean_velocity_once_more() {
        let rules = "space.kind = 'open'\nalignment.relative = false";
        let boids = [([0.0, 0.0], [0.0, 0.0]), ([1.0, 0.0], [0.0, 3.0]), ([0.0, 1.0], [0.0, 1.0])];
        assert_near(force("alignment", &with("krabmaga-consistency", rules), &boids), [0.0, 1.0]);
    }

    #[test]
    fn mason_counts_the_own_velocity_also_without_neighbours() {
        let rules = "space.kind = 'open'\nalignment = { relative = false, include_self = true }";
        let boids = [([0.0, 0.0], [0.5, 0.0]), ([1000.0, 0.0], [0.0, 1.0])];
        assert_near(force("alignment", rules, &boids), [0.0, 0.0]);
        assert_near(force("alignment", &with("mason-alone", rules), &boids), [0.5, 0.0]);
    }

    const UNITY: &str = "space.kind = 'open'\nperception.radius = 8\nseparation.response = 'unit'\n
        alignment = { of = 'heading', response = 'unit' }\ngoal = { position = [0, 0, 100], weight = 2 }\n
        motion = { combine = 'heading', order = ['alignment', 'separation', 'goal'], max_speed = 25, step = 0.1,
        joint = ['alignment', 'separation', 'goal'], scale = 0.1, inertia = 0.9 }";

    #[test]
    fn unity_doubles_what_the_first_boid_of_a_cell_adds() {
        // Three in one cell, the fourth in the next: of the doubled sums, 4 times those of boid 0, three share.
        let boids = [
            ([1.0, 2.0, 3.0], [0.0, 25.0, 0.0]),
            ([4.0, 4.0, 4.0], [25.0, 0.0, 0.0]),
            ([7.0, 1.0, 5.0], [0.0, 0.0, 25.0]),
            ([8.5, 1.0, 5.0], [0.0, 0.0, 25.0]),
        ];
        let mut flock = flock(&with("unity-cells", UNITY), &boids);
        let alignment = unit([-1.0, 4.0 / 3.0, 0.0]);
        let separation = unit([3.0 * 4.0 - 4.0, 3.0 * 4.0 - 8.0, 3.0 * 4.0 - 12.0]);
        let goal = unit([-4.0, -4.0, 96.0]).map(|x| 2.0 * x);
        let forces: Vec<_> = flock.forces(1).into_iter().map(|(_, force)| force).collect();
        assert_near(forces[0], alignment);
        assert_near(forces[1], separation);
        assert_near(forces[2], goal);
        // The heading e becomes unit(e + dt·(wish − e)).
        let wish: [f64; 3] = unit(std::array::from_fn(|axis| alignment[axis] + separation[axis] + goal[axis]));
        let heading: [f64; 3] = unit(std::array::from_fn(|axis| 0.9 * [1.0, 0.0, 0.0][axis] + 0.1 * wish[axis]));
        flock.step();
        assert_near(flock.boids.velocities[1], heading.map(|x| 25.0 * x));
        assert_near(flock.boids.positions[1], [4.0 + 2.5 * heading[0], 4.0 + 2.5 * heading[1], 4.0 + 2.5 * heading[2]]);
    }

    #[test]
    fn unity_keeps_to_the_target_alone_where_its_sums_overflow() {
        let crowd: Vec<_> = (0..2000).map(|i| ([1.0, 1.0, 0.001 * f64::from(i)], [0.0, 25.0, 0.0])).collect();
        let forces = flock(&with("unity-cells", UNITY), &crowd).forces(1);
        assert_eq!((forces[0].1, forces[1].1), ([0.0; 3], [0.0; 3]));
        let pair = flock(&with("unity-cells", UNITY), &crowd[..2]).forces(1);
        // Twice the heading of the first, divided by two, is the boid's own.
        assert_eq!(pair[0].1, [0.0; 3]);
        assert!(pair[1].1[2] > 0.0);
    }
}
