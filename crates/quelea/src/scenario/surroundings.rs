//! What can be wrong with obstacles, goals and streams.

use super::settings::{FlowField, Obstacle, Shape, SpaceKind, Species};
use super::{Fault, Scenario};
use crate::parameters::Section;
use crate::reference::maths::{difference, length};
use crate::reference::obstacles::Obstacles;
use crate::surroundings::flow::frame;
use std::collections::VecDeque;

impl Scenario {
    pub(super) fn obstacle_faults(&self, faults: &mut Vec<Fault>) {
        let before = faults.len();
        for (index, obstacle) in self.obstacles.iter().enumerate() {
            self.shape_faults(&format!("obstacle.{index}"), obstacle, faults);
        }
        let has_size = self.general.space.size.len() == self.general.dimension;
        if faults.len() == before && (has_size || self.general.space.kind == SpaceKind::Sphere) {
            match self.general.dimension {
                3 => self.swallowed::<3>(faults),
                _ => self.swallowed::<2>(faults),
            }
        }
    }

    fn shape_faults(&self, path: &str, obstacle: &Obstacle, faults: &mut Vec<Fault>) {
        let dimension = self.general.dimension;
        let key = |name: &str| format!("{path}.{name}");
        let shape = obstacle.shape;
        let own: &[&str] = match shape {
            Shape::Sphere => &["centre", "radius"],
            Shape::Box => &["centre", "size"],
            Shape::Capsule => &["from", "to", "radius"],
            Shape::HalfSpace => &["centre", "normal"],
            Shape::Polygon => &["points", "closed", "solid", "thickness"],
        };
        for name in SHAPE_KEYS.iter().filter(|name| !own.contains(name)) {
            let shown = |obstacle: &Obstacle| obstacle.get(name).map(|value| value.to_string());
            if shown(obstacle) != shown(&Obstacle::default()) {
                let problem = format!("has no part in the shape \"{shape}\"");
                faults.push(Fault::new(&key(name), problem).allowing(own.join(", ")));
            }
        }
        let vectors = [
            ("centre", &obstacle.centre),
            ("size", &obstacle.size),
            ("from", &obstacle.from),
            ("to", &obstacle.to),
            ("normal", &obstacle.normal),
        ];
        let mut sound = true;
        for (name, list) in vectors.into_iter().filter(|(name, _)| own.contains(name)) {
            sound &= self.coordinates(&key(name), list, faults);
        }
        match shape {
            Shape::Capsule if sound && obstacle.from == obstacle.to => {
                let fault = Fault::new(&key("to"), "is the same point as `from`");
                faults.push(fault.allowing("another point, or shape = \"sphere\""));
            }
            Shape::HalfSpace if sound && obstacle.normal.iter().all(|x| *x == 0.0) => {
                let fault = Fault::new(&key("normal"), "points nowhere");
                faults.push(fault.allowing("at least one number that is not 0"));
            }
            Shape::HalfSpace if self.general.space.kind == SpaceKind::Torus => {
                let fault = Fault::new(&key("shape"), "fills a torus, in which everything lies behind every plane");
                faults.push(fault.allowing("a box as long as the world, or another space.kind"));
            }
            Shape::Polygon if dimension != 2 => {
                let fault = Fault::new(&key("shape"), "polygon is a shape in the plane");
                faults.push(fault.allowing("dimension = 2; in 3D, walls are made of boxes and capsules"));
            }
            Shape::Polygon => self.polygon_faults(path, obstacle, faults),
            _ => {}
        }
        if let Some(velocity) = &obstacle.velocity {
            self.coordinates(&key("velocity"), velocity, faults);
        }
        self.path_faults(&key("path"), &obstacle.path, faults);
        if obstacle.velocity.is_some() && !obstacle.path.is_empty() {
            let fault = Fault::new(&key("path"), "is given beside a velocity");
            faults.push(fault.allowing("one of the two"));
        }
    }

    fn polygon_faults(&self, path: &str, obstacle: &Obstacle, faults: &mut Vec<Fault>) {
        let key = |name: &str| format!("{path}.{name}");
        let points = &obstacle.points;
        let least = if obstacle.closed { 3 } else { 2 };
        if points.len() < least {
            let problem = format!("has {} corners", points.len());
            faults.push(Fault::new(&key("points"), problem).allowing(format!("at least {least}")));
            return;
        }
        if !points.iter().all(|point| self.coordinates(&key("points"), point, faults)) {
            return;
        }
        let mut next = points.iter().cycle().skip(1);
        let legs = if obstacle.closed { points.len() } else { points.len() - 1 };
        let twice = points.iter().take(legs).find(|point| next.next() == Some(point));
        if let Some(point) = twice {
            let problem = format!("is degenerate: the corner {point:?} comes twice in a row");
            faults.push(Fault::new(&key("points"), problem).allowing("corners that differ from the one before"));
            return;
        }
        let filled = obstacle.closed && obstacle.solid;
        let doubled_area: f64 = (0..points.len())
            .map(|i| (&points[i], &points[(i + 1) % points.len()]))
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
            .sum();
        if filled && obstacle.thickness == 0.0 && doubled_area == 0.0 {
            let fault = Fault::new(&key("points"), "is degenerate: it has no area");
            faults.push(fault.allowing("corners that are not on one line, or a thickness"));
        }
        if !filled && obstacle.thickness == 0.0 {
            let problem = if obstacle.closed { "is 0 for a hollow chain" } else { "is 0 for an open chain" };
            let fault = Fault::new(&key("thickness"), problem);
            faults.push(fault.allowing("more than 0: what has no thickness stops nobody"));
        }
    }

    fn swallowed<const D: usize>(&self, faults: &mut Vec<Fault>) {
        if !self.obstacles.is_empty() && !self.has_room::<D>() {
            let (key, problem) = match self.obstacles.len() {
                1 => ("obstacle.0", "swallows the whole world"),
                _ => ("obstacle", "swallow the whole world"),
            };
            faults.push(Fault::new(key, problem).allowing("some place that boids can be in"));
        }
    }

    /// Whether some place of the world is in no obstacle. The world is cut into ever smaller cells until the
    /// middle of one is free. Between two places the distance from a surface changes by no more than the way
    /// between them, so that most cells are soon known to be solid throughout, and a gap may be narrow.
    fn has_room<const D: usize>(&self) -> bool {
        let space = &self.general.space;
        let (low, size) = frame::<D>(self, &Default::default());
        let centre: [f64; D] = std::array::from_fn(|axis| low[axis] + size[axis] / 2.0);
        // A sphere's world is only what lies within it.
        let beyond = |place: [f64; D]| match space.kind {
            SpaceKind::Sphere => length(difference(place, centre)) - space.radius,
            _ => 0.0,
        };
        let obstacles = Obstacles::<D>::of(self);
        let mut cells = VecDeque::from([(centre, size)]);
        for _ in 0..MOST_CELLS {
            let Some((middle, size)) = cells.pop_front() else { return false };
            let (distance, corner) = (obstacles.distance(middle, 0), length(size) / 2.0);
            if distance > 0.0 && beyond(middle) <= 0.0 {
                return true;
            }
            if distance + corner > 0.0 && beyond(middle) <= corner {
                let side = |number: usize, axis: usize| if number >> axis & 1 == 0 { -0.25 } else { 0.25 };
                let part = |number| std::array::from_fn(|axis| middle[axis] + side(number, axis) * size[axis]);
                cells.extend((0..1 << D).map(|number| (part(number), size.map(|length| length / 2.0))));
            }
        }
        false
    }

    pub(super) fn goal_faults(&self, prefix: &str, species: &Species, faults: &mut Vec<Fault>) {
        let goal = &species.goal;
        let key = |name: &str| format!("{prefix}goal.{name}");
        for waypoint in &goal.waypoints {
            if !self.coordinates(&key("waypoints"), waypoint, faults) {
                break;
            }
        }
        self.path_faults(&key("path"), &goal.path, faults);
        let given = [
            ("position", goal.position.is_some()),
            ("waypoints", !goal.waypoints.is_empty()),
            ("path", !goal.path.is_empty()),
        ];
        let given: Vec<_> = given.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
        if let [first, .., last] = given[..] {
            let fault = Fault::new(&key(last), format!("is given beside goal.{first}"));
            faults.push(fault.allowing("one of position, waypoints and path"));
        }
    }

    pub(super) fn flow_faults(&self, prefix: &str, species: &Species, faults: &mut Vec<Fault>) {
        let (dimension, flow) = (self.general.dimension, &species.flow);
        let key = |name: &str| format!("{prefix}flow.{name}");
        let vectors =
            [("direction", &flow.direction), ("centre", &flow.centre), ("origin", &flow.origin), ("size", &flow.size)];
        for (name, list) in vectors {
            if let Some(list) = list {
                self.coordinates(&key(name), list, faults);
            }
        }
        if flow.field == FlowField::Uniform && flow.direction.as_ref().is_some_and(|d| d.iter().all(|x| *x == 0.0)) {
            let fault = Fault::new(&key("direction"), "points nowhere");
            faults.push(fault.allowing("at least one number that is not 0"));
        }
        if flow.field != FlowField::Grid {
            return;
        }
        if flow.cells.len() != dimension {
            let problem = format!("has {} numbers", flow.cells.len());
            let allowed = format!("{dimension}, the number of cells along each axis");
            faults.push(Fault::new(&key("cells"), problem).allowing(allowed));
            return;
        }
        let cells: usize = flow.cells.iter().product();
        if flow.vectors.len() != cells {
            let problem = format!("has {} vectors", flow.vectors.len());
            faults.push(Fault::new(&key("vectors"), problem).allowing(format!("{cells}, one for each cell")));
        }
        for vector in &flow.vectors {
            if !self.coordinates(&key("vectors"), vector, faults) {
                break;
            }
        }
        let world = self.general.space.size.len() == dimension || self.general.space.kind == SpaceKind::Sphere;
        if flow.size.is_none() && !world {
            let fault = Fault::new(&key("size"), "is missing, and the world has no size");
            faults.push(fault.allowing(format!("{dimension} numbers: how long the grid is along each axis")));
        }
    }

    /// Whether a list has one number per axis; if not, it is a fault.
    pub(super) fn coordinates(&self, key: &str, list: &[f64], faults: &mut Vec<Fault>) -> bool {
        let dimension = self.general.dimension;
        if list.len() == dimension {
            return true;
        }
        let problem = match list.len() {
            0 => "is missing".to_owned(),
            1 => "has 1 number".to_owned(),
            numbers => format!("has {numbers} numbers"),
        };
        let allowed = format!("{dimension}, one per axis, as dimension is {dimension}");
        faults.push(Fault::new(key, problem).allowing(allowed));
        false
    }

    /// A path has at least two points, and somewhere to go.
    fn path_faults(&self, key: &str, path: &[Vec<f64>], faults: &mut Vec<Fault>) {
        let sound = path.iter().all(|point| self.coordinates(key, point, faults));
        if sound && !path.is_empty() && path.iter().all(|point| *point == path[0]) {
            faults.push(Fault::new(key, "leads nowhere").allowing("at least two points that differ"));
        }
    }
}

/// How many cells are looked at to find a place that is free: enough for a gap of a thousandth of a flat
/// world, or of a hundredth of a solid one.
const MOST_CELLS: usize = 1 << 17;

/// The keys that belong to one shape or another.
const SHAPE_KEYS: [&str; 10] =
    ["centre", "radius", "size", "from", "to", "normal", "points", "closed", "solid", "thickness"];

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said about a scenario file that is not valid.
    fn complaint(text: &str) -> String {
        Scenario::from_named_toml("scene.toml", text).unwrap_err().to_string()
    }

    const FLAT: &str = "space.size = [100, 100]\nspace.kind = 'walls'\n";

    #[track_caller]
    fn complains(text: &str, expected: &[&str]) {
        let complaint = complaint(text);
        for part in expected {
            assert!(complaint.contains(part), "`{part}` is not in:\n{complaint}");
        }
    }

    #[test]
    fn an_obstacle_that_swallows_the_world_is_refused() {
        let obstacle = format!("{FLAT}[[obstacle]]\ncentre = [50, 50]\nradius = 80");
        complains(&obstacle, &["scene.toml:3: `obstacle.0` swallows the whole world", "allowed:"]);
        let two = "shape = 'box'\ncentre = [0, 0]\nsize = [110, 300]\n[[obstacle]]\nshape = 'box'\ncentre = [100, 0]\nsize = [110, 300]";
        complains(&format!("{FLAT}[[obstacle]]\n{two}"), &["swallow the whole world"]);
        // One that leaves a corner free does not.
        assert!(Scenario::from_toml(&obstacle.replace("80", "65")).is_ok());
    }

    /// Two boxes with a gap of some width between them, from x = 51.
    fn gap(world: &str, width: f64) -> String {
        let dimension = if world.contains("3") { 3 } else { 2 };
        let wall = |from: f64, to: f64| {
            let (across, long) = (["50"; 2][..dimension - 1].join(", "), ["300"; 2][..dimension - 1].join(", "));
            let (middle, size) = ((from + to) / 2.0, to - from);
            format!("[[obstacle]]\nshape = 'box'\ncentre = [{middle}, {across}]\nsize = [{size}, {long}]\n")
        };
        format!("{world}{}{}", wall(-10.0, 51.0), wall(51.0 + width, 110.0))
    }

    #[test]
    fn a_world_with_a_narrow_gap_is_not_swallowed() {
        let solid = "dimension = 3\nspace.size = [100, 100, 100]\nspace.kind = 'walls'\n";
        let sphere = "space.kind = 'sphere'\nspace.radius = 50\nspace.origin = [50, 50]\n";
        for (world, width) in [(FLAT, 11.0), (FLAT, 0.1), (solid, 11.0), (solid, 1.0), (sphere, 11.0), (sphere, 0.1)] {
            if let Err(error) = Scenario::from_toml(&gap(world, width)) {
                panic!("{world}{width}: {error}");
            }
            // Walls that touch leave no gap.
            complains(&gap(world, 0.0), &["`obstacle` swallow the whole world"]);
            complains(&gap(world, -1.0), &["`obstacle` swallow the whole world"]);
        }
    }

    #[test]
    fn degenerate_shapes_are_refused_with_file_line_key_and_what_is_allowed() {
        for (obstacle, expected) in [
            (
                "shape = 'polygon'\npoints = [[0, 0], [1, 0]]",
                "scene.toml:5: `obstacle.0.points` has 2 corners\n  allowed: at least 3",
            ),
            ("shape = 'polygon'\npoints = [[0, 0], [1, 0], [1, 0]]", "comes twice in a row"),
            ("shape = 'polygon'\npoints = [[0, 0], [1, 1], [2, 2]]", "it has no area"),
            (
                "shape = 'polygon'\npoints = [[0, 0], [1, 0]]\nclosed = false",
                "`obstacle.0.thickness` is 0 for an open chain",
            ),
            ("shape = 'polygon'\npoints = [[0, 0], [1, 0], [2]]", "has 1 number"),
            (
                "shape = 'capsule'\nfrom = [1, 1]\nto = [1, 1]",
                "scene.toml:6: `obstacle.0.to` is the same point as `from`",
            ),
            ("shape = 'box'\ncentre = [1, 1]", "scene.toml:3: `obstacle.0.size` is missing"),
            ("shape = 'box'\ncentre = [1, 1]\nsize = [0, 1]", "is out of range"),
            ("shape = 'half-space'\ncentre = [1, 1]\nnormal = [0, 0]", "points nowhere"),
            ("centre = [1, 1, 1]", "`obstacle.0.centre` has 3 numbers\n  allowed: 2, one per axis"),
            ("centre = [1, 1]\nsize = [2, 2]", "has no part in the shape \"sphere\"\n  allowed: centre, radius"),
            ("centre = [1, 1]\npath = [[0, 0], [0, 0]]", "leads nowhere"),
            ("centre = [1, 1]\npath = [[0, 0], [1, 0]]\nvelocity = [1, 0]", "is given beside a velocity"),
            ("centre = [1, 1]\nvelocity = [1]", "`obstacle.0.velocity` has 1 number"),
            ("shape = 'ball'", "one of \"sphere\", \"box\""),
            ("centre = [1, 1]\nradus = 3", "did you mean `obstacle.0.radius`?"),
        ] {
            complains(&format!("{FLAT}[[obstacle]]\n{obstacle}"), &[expected]);
        }
        let solid =
            "dimension = 3\nspace.kind = 'open'\n[[obstacle]]\nshape = 'polygon'\npoints = [[0, 0], [1, 0], [1, 1]]";
        complains(solid, &["scene.toml:4: `obstacle.0.shape` polygon is a shape in the plane", "dimension = 2"]);
        complains(
            "space.size = [9, 9]\nperception.radius = 1\n[[obstacle]]\nshape = 'half-space'\ncentre = [0, 0]\nnormal = [1, 0]",
            &["fills a torus"],
        );
    }

    #[test]
    fn goals_and_streams_that_make_no_sense_are_refused() {
        for (text, expected) in [
            ("[goal]\nwaypoints = [[1, 2], [3]]", "scene.toml:4: `goal.waypoints` has 1 number"),
            ("[goal]\nposition = [1, 2]\nwaypoints = [[1, 2]]", "is given beside goal.position"),
            ("[goal]\npath = [[1, 2]]", "leads nowhere"),
            ("[flow]\nfield = 'grid'\ncells = [2]", "`flow.cells` has 1 numbers"),
            (
                "[flow]\nfield = 'grid'\ncells = [2, 1]\nvectors = [[1, 0]]",
                "has 1 vectors\n  allowed: 2, one for each cell",
            ),
            ("[flow]\nfield = 'uniform'\ndirection = [0, 0]", "points nowhere"),
        ] {
            complains(&format!("{FLAT}{text}"), &[expected]);
        }
    }

    #[test]
    fn a_species_table_that_names_nobody_is_refused() {
        complains(
            &format!("{FLAT}[relations]\npredater = 'flee'\n[[species]]\nname = 'predator'"),
            &[
                "scene.toml:4: `relations.predater` names a species that does not exist",
                "did you mean `predator`?",
                "allowed: boid, predator",
            ],
        );
        complains(&format!("{FLAT}[[species]]\nboids = 3"), &["`species.name` is missing"]);
    }

    #[test]
    fn surroundings_survive_being_written_and_read() {
        let text =
            "space.kind = 'open'\n[goal]\nwaypoints = [[1, 2], [3, 4.5]]\nends = 'return'\n[avoid]\nmethod = 'steer'\n
            [flow]\nfield = 'grid'\ncells = [1, 2]\nsize = [10, 10]\nvectors = [[1, 0], [0, 1]]\n
            [[obstacle]]\nshape = 'polygon'\npoints = [[0, 0], [9, 0], [9, 9]]\npath = [[0, 0], [5, 5]]\nspeed = 2\n
            [[obstacle]]\nshape = 'half-space'\ncentre = [50, 50]\nnormal = [0, -1]\n";
        let scenario = Scenario::from_toml(text).unwrap();
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    }
}
