//! What can be wrong with obstacles, goals and flow fields.

use crate::geometry::Boundary;
use crate::geometry::vector::{length, sub};
use crate::geometry::with_dimension;
use crate::model::environment::Obstacles;
use crate::model::section::Section;
use crate::model::settings::{FlowField, Obstacle, ShapeKind, SpaceKind, SpeciesSettings};
use crate::model::{Scenario, ScenarioIssue};
use std::collections::VecDeque;

pub(super) fn obstacle_issues(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    let before = issues.len();
    for (index, obstacle) in scenario.obstacles.iter().enumerate() {
        shape_issues(scenario, &format!("obstacle.{index}"), obstacle, issues);
    }
    let has_size = scenario.general.space.size.len() == scenario.general.dimension;
    if issues.len() == before && (has_size || scenario.general.space.kind == SpaceKind::Sphere) {
        with_dimension!(scenario.general.dimension, D => covered_issues::<D>(scenario, issues));
    }
}

fn shape_issues(scenario: &Scenario, path: &str, obstacle: &Obstacle, issues: &mut Vec<ScenarioIssue>) {
    let dimension = scenario.general.dimension;
    let key = |name: &str| format!("{path}.{name}");
    let shape = obstacle.shape;
    let own: &[&str] = match shape {
        ShapeKind::Sphere => &["centre", "radius"],
        ShapeKind::Box => &["centre", "size"],
        ShapeKind::Capsule => &["from", "to", "radius"],
        ShapeKind::HalfSpace => &["centre", "normal"],
        ShapeKind::Polygon => &["points", "closed", "solid", "thickness"],
    };
    for name in SHAPE_KEYS.iter().filter(|name| !own.contains(name)) {
        if obstacle.get(name) != Obstacle::default().get(name) {
            let problem = format!("does not apply to the shape \"{shape}\"");
            issues.push(ScenarioIssue::new(&key(name), problem).allowed(own.join(", ")));
        }
    }
    let vectors = [
        ("centre", &obstacle.centre),
        ("size", &obstacle.size),
        ("from", &obstacle.from),
        ("to", &obstacle.to),
        ("normal", &obstacle.normal),
    ];
    let mut valid = true;
    for (name, list) in vectors.into_iter().filter(|(name, _)| own.contains(name)) {
        valid &= coordinates(scenario, &key(name), list, issues);
    }
    match shape {
        ShapeKind::Capsule if valid && obstacle.from == obstacle.to => {
            let issue = ScenarioIssue::new(&key("to"), "is the same point as `from`");
            issues.push(issue.allowed("another point, or shape = \"sphere\""));
        }
        ShapeKind::HalfSpace if valid && obstacle.normal.iter().all(|x| *x == 0.0) => {
            let issue = ScenarioIssue::new(&key("normal"), "is the zero vector");
            issues.push(issue.allowed("at least one number that is not 0"));
        }
        ShapeKind::HalfSpace if scenario.general.space.kind == SpaceKind::Torus => {
            let issue = ScenarioIssue::new(&key("shape"), "fills a torus: on one, every point lies behind every plane");
            issues.push(issue.allowed("a box as long as the world, or another space.kind"));
        }
        ShapeKind::Polygon if dimension != 2 => {
            let issue = ScenarioIssue::new(&key("shape"), "polygon is a shape in the plane");
            issues.push(issue.allowed("dimension = 2; in 3D, walls are made of boxes and capsules"));
        }
        ShapeKind::Polygon => polygon_issues(scenario, path, obstacle, issues),
        _ => {}
    }
    if let Some(velocity) = &obstacle.velocity {
        coordinates(scenario, &key("velocity"), velocity, issues);
    }
    path_issues(scenario, &key("path"), &obstacle.path, issues);
    if obstacle.velocity.is_some() && !obstacle.path.is_empty() {
        let issue = ScenarioIssue::new(&key("path"), "is given beside a velocity");
        issues.push(issue.allowed("one of the two"));
    }
}

fn polygon_issues(scenario: &Scenario, path: &str, obstacle: &Obstacle, issues: &mut Vec<ScenarioIssue>) {
    let key = |name: &str| format!("{path}.{name}");
    let points = &obstacle.points;
    let least = if obstacle.closed { 3 } else { 2 };
    if points.len() < least {
        let problem = format!("has {} corners", points.len());
        issues.push(ScenarioIssue::new(&key("points"), problem).allowed(format!("at least {least}")));
        return;
    }
    if !points.iter().all(|point| coordinates(scenario, &key("points"), point, issues)) {
        return;
    }
    let mut next = points.iter().cycle().skip(1);
    let legs = if obstacle.closed { points.len() } else { points.len() - 1 };
    let twice = points.iter().take(legs).find(|point| next.next() == Some(point));
    if let Some(point) = twice {
        let problem = format!("is degenerate: the corner {point:?} comes twice in a row");
        issues.push(ScenarioIssue::new(&key("points"), problem).allowed("corners that differ from the one before"));
        return;
    }
    let filled = obstacle.closed && obstacle.solid;
    let doubled_area: f64 = (0..points.len())
        .map(|i| (&points[i], &points[(i + 1) % points.len()]))
        .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
        .sum();
    if filled && obstacle.thickness == 0.0 && doubled_area == 0.0 {
        let issue = ScenarioIssue::new(&key("points"), "is degenerate: it has no area");
        issues.push(issue.allowed("corners that are not on one line, or a thickness"));
    }
    if !filled && obstacle.thickness == 0.0 {
        let problem = if obstacle.closed { "is 0 for a hollow chain" } else { "is 0 for an open chain" };
        let issue = ScenarioIssue::new(&key("thickness"), problem);
        issues.push(issue.allowed("more than 0: a wall without thickness stops no boid"));
    }
}

fn covered_issues<const D: usize>(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    if !scenario.obstacles.is_empty() && !has_free_space::<D>(scenario) {
        let (key, problem) = match scenario.obstacles.len() {
            1 => ("obstacle.0", "covers the entire world"),
            _ => ("obstacle", "cover the entire world"),
        };
        issues.push(ScenarioIssue::new(key, problem).allowed("some free space for boids"));
    }
}

/// Whether any point of the world is outside every obstacle. The world is subdivided until the centre of a cell is
/// free. A signed distance changes by no more than the distance between two points, so most cells are soon known to
/// be solid throughout, and narrow gaps are found.
fn has_free_space<const D: usize>(scenario: &Scenario) -> bool {
    let space = scenario.space::<D>();
    let (centre, (_, size)) = (space.centre(), space.bounding_box());
    // How far outside a spherical world a point is.
    let beyond = |point: [f64; D]| match space.boundary {
        Boundary::Sphere { radius } => length(sub(point, centre)) - radius,
        _ => 0.0,
    };
    let obstacles = Obstacles::<D>::new(scenario);
    let mut cells = VecDeque::from([(centre, size)]);
    for _ in 0..MAX_CELLS {
        let Some((middle, size)) = cells.pop_front() else { return false };
        let (distance, corner) = (obstacles.distance(middle, 0), length(size) / 2.0);
        if distance > 0.0 && beyond(middle) <= 0.0 {
            return true;
        }
        if distance + corner > 0.0 && beyond(middle) <= corner {
            let side = |part: usize, axis: usize| if part >> axis & 1 == 0 { -0.25 } else { 0.25 };
            let centre_of = |part| std::array::from_fn(|axis| middle[axis] + side(part, axis) * size[axis]);
            cells.extend((0..1 << D).map(|part| (centre_of(part), size.map(|length| length / 2.0))));
        }
    }
    false
}

pub(super) fn goal_issues(
    scenario: &Scenario,
    prefix: &str,
    species: &SpeciesSettings,
    issues: &mut Vec<ScenarioIssue>,
) {
    let goal = &species.goal;
    let key = |name: &str| format!("{prefix}goal.{name}");
    for waypoint in &goal.waypoints {
        if !coordinates(scenario, &key("waypoints"), waypoint, issues) {
            break;
        }
    }
    path_issues(scenario, &key("path"), &goal.path, issues);
    let given = [
        ("position", goal.position.is_some()),
        ("waypoints", !goal.waypoints.is_empty()),
        ("path", !goal.path.is_empty()),
    ];
    let given: Vec<_> = given.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
    if let [first, .., last] = given[..] {
        let issue = ScenarioIssue::new(&key(last), format!("is given beside goal.{first}"));
        issues.push(issue.allowed("one of position, waypoints and path"));
    }
}

pub(super) fn flow_issues(
    scenario: &Scenario,
    prefix: &str,
    species: &SpeciesSettings,
    issues: &mut Vec<ScenarioIssue>,
) {
    let (dimension, flow) = (scenario.general.dimension, &species.flow);
    let key = |name: &str| format!("{prefix}flow.{name}");
    let vectors =
        [("direction", &flow.direction), ("centre", &flow.centre), ("origin", &flow.origin), ("size", &flow.size)];
    for (name, list) in vectors {
        if let Some(list) = list {
            coordinates(scenario, &key(name), list, issues);
        }
    }
    if flow.field == FlowField::Uniform && flow.direction.as_ref().is_some_and(|d| d.iter().all(|x| *x == 0.0)) {
        let issue = ScenarioIssue::new(&key("direction"), "is the zero vector");
        issues.push(issue.allowed("at least one number that is not 0"));
    }
    if flow.field != FlowField::Grid {
        return;
    }
    if flow.cells.len() != dimension {
        let problem = format!("has {} numbers", flow.cells.len());
        let allowed = format!("{dimension}, the number of cells along each axis");
        issues.push(ScenarioIssue::new(&key("cells"), problem).allowed(allowed));
        return;
    }
    let cells: usize = flow.cells.iter().product();
    if flow.vectors.len() != cells {
        let problem = format!("has {} vectors", flow.vectors.len());
        issues.push(ScenarioIssue::new(&key("vectors"), problem).allowed(format!("{cells}, one for each cell")));
    }
    for vector in &flow.vectors {
        if !coordinates(scenario, &key("vectors"), vector, issues) {
            break;
        }
    }
    let world = scenario.general.space.size.len() == dimension || scenario.general.space.kind == SpaceKind::Sphere;
    if flow.size.is_none() && !world {
        let issue = ScenarioIssue::new(&key("size"), "is missing, and the world has no size");
        issues.push(issue.allowed(format!("{dimension} numbers: how long the grid is along each axis")));
    }
}

/// Whether a list has one number per axis; if not, adds an issue.
pub(super) fn coordinates(scenario: &Scenario, key: &str, list: &[f64], issues: &mut Vec<ScenarioIssue>) -> bool {
    let dimension = scenario.general.dimension;
    if list.len() == dimension {
        return true;
    }
    let problem = match list.len() {
        0 => "is missing".to_owned(),
        1 => "has 1 number".to_owned(),
        numbers => format!("has {numbers} numbers"),
    };
    let allowed = format!("{dimension}, one per axis, as dimension is {dimension}");
    issues.push(ScenarioIssue::new(key, problem).allowed(allowed));
    false
}

/// A path needs at least two points that differ.
fn path_issues(scenario: &Scenario, key: &str, path: &[Vec<f64>], issues: &mut Vec<ScenarioIssue>) {
    let valid = path.iter().all(|point| coordinates(scenario, key, point, issues));
    if valid && !path.is_empty() && path.iter().all(|point| *point == path[0]) {
        issues.push(ScenarioIssue::new(key, "has no length").allowed("at least two points that differ"));
    }
}

/// The number of cells tested for a free point: enough for a gap of a thousandth of a 2D world, or of a
/// hundredth of a 3D one.
const MAX_CELLS: usize = 1 << 17;

/// The keys that only some shapes use.
const SHAPE_KEYS: [&str; 10] =
    ["centre", "radius", "size", "from", "to", "normal", "points", "closed", "solid", "thickness"];

#[cfg(test)]
mod tests {
    use super::*;

    /// The error message for a scenario file that is not valid.
    fn message(text: &str) -> String {
        Scenario::from_named_toml("scene.toml", text).unwrap_err().to_string()
    }

    const FLAT: &str = "space.size = [100, 100]\nspace.kind = 'walls'\n";

    #[track_caller]
    fn check_message(text: &str, expected: &[&str]) {
        let message = message(text);
        for part in expected {
            assert!(message.contains(part), "`{part}` is not in:\n{message}");
        }
    }

    #[test]
    fn an_obstacle_that_covers_the_world_is_refused() {
        let obstacle = format!("{FLAT}[[obstacle]]\ncentre = [50, 50]\nradius = 80");
        check_message(&obstacle, &["scene.toml:3: `obstacle.0` covers the entire world", "allowed:"]);
        let two = "shape = 'box'\ncentre = [0, 0]\nsize = [110, 300]\n[[obstacle]]\nshape = 'box'\ncentre = [100, 0]\nsize = [110, 300]";
        check_message(&format!("{FLAT}[[obstacle]]\n{two}"), &["cover the entire world"]);
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
    fn a_world_with_a_narrow_gap_is_not_covered() {
        let solid = "dimension = 3\nspace.size = [100, 100, 100]\nspace.kind = 'walls'\n";
        let sphere = "space.kind = 'sphere'\nspace.radius = 50\nspace.origin = [50, 50]\n";
        for (world, width) in [(FLAT, 11.0), (FLAT, 0.1), (solid, 11.0), (solid, 1.0), (sphere, 11.0), (sphere, 0.1)] {
            if let Err(error) = Scenario::from_toml(&gap(world, width)) {
                panic!("{world}{width}: {error}");
            }
            // Walls that touch leave no gap.
            check_message(&gap(world, 0.0), &["`obstacle` cover the entire world"]);
            check_message(&gap(world, -1.0), &["`obstacle` cover the entire world"]);
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
            ("shape = 'half-space'\ncentre = [1, 1]\nnormal = [0, 0]", "is the zero vector"),
            ("centre = [1, 1, 1]", "`obstacle.0.centre` has 3 numbers\n  allowed: 2, one per axis"),
            ("centre = [1, 1]\nsize = [2, 2]", "does not apply to the shape \"sphere\"\n  allowed: centre, radius"),
            ("centre = [1, 1]\npath = [[0, 0], [0, 0]]", "has no length"),
            ("centre = [1, 1]\npath = [[0, 0], [1, 0]]\nvelocity = [1, 0]", "is given beside a velocity"),
            ("centre = [1, 1]\nvelocity = [1]", "`obstacle.0.velocity` has 1 number"),
            ("shape = 'ball'", "one of \"sphere\", \"box\""),
            ("centre = [1, 1]\nradus = 3", "did you mean `obstacle.0.radius`?"),
        ] {
            check_message(&format!("{FLAT}[[obstacle]]\n{obstacle}"), &[expected]);
        }
        let solid =
            "dimension = 3\nspace.kind = 'open'\n[[obstacle]]\nshape = 'polygon'\npoints = [[0, 0], [1, 0], [1, 1]]";
        check_message(solid, &["scene.toml:4: `obstacle.0.shape` polygon is a shape in the plane", "dimension = 2"]);
        check_message(
            "space.size = [9, 9]\nperception.radius = 1\n[[obstacle]]\nshape = 'half-space'\ncentre = [0, 0]\nnormal = [1, 0]",
            &["fills a torus"],
        );
    }

    #[test]
    fn invalid_goals_and_flows_are_refused() {
        for (text, expected) in [
            ("[goal]\nwaypoints = [[1, 2], [3]]", "scene.toml:4: `goal.waypoints` has 1 number"),
            ("[goal]\nposition = [1, 2]\nwaypoints = [[1, 2]]", "is given beside goal.position"),
            ("[goal]\npath = [[1, 2]]", "has no length"),
            ("[flow]\nfield = 'grid'\ncells = [2]", "`flow.cells` has 1 numbers"),
            (
                "[flow]\nfield = 'grid'\ncells = [2, 1]\nvectors = [[1, 0]]",
                "has 1 vectors\n  allowed: 2, one for each cell",
            ),
            ("[flow]\nfield = 'uniform'\ndirection = [0, 0]", "is the zero vector"),
        ] {
            check_message(&format!("{FLAT}{text}"), &[expected]);
        }
    }

    #[test]
    fn a_relation_to_an_unknown_species_is_refused() {
        check_message(
            &format!("{FLAT}[relations]\npredater = 'flee'\n[[species]]\nname = 'predator'"),
            &[
                "scene.toml:4: `relations.predater` names a species that does not exist",
                "did you mean `predator`?",
                "allowed: boid, predator",
            ],
        );
        check_message(&format!("{FLAT}[[species]]\nboids = 3"), &["`species.name` is missing"]);
    }

    #[test]
    fn an_environment_survives_writing_and_reading() {
        let text =
            "space.kind = 'open'\n[goal]\nwaypoints = [[1, 2], [3, 4.5]]\nends = 'return'\n[avoid]\nmethod = 'steer'\n
            [flow]\nfield = 'grid'\ncells = [1, 2]\nsize = [10, 10]\nvectors = [[1, 0], [0, 1]]\n
            [[obstacle]]\nshape = 'polygon'\npoints = [[0, 0], [9, 0], [9, 9]]\npath = [[0, 0], [5, 5]]\nspeed = 2\n
            [[obstacle]]\nshape = 'half-space'\ncentre = [50, 50]\nnormal = [0, -1]\n";
        let scenario = Scenario::from_toml(text).unwrap();
        assert_eq!(Scenario::from_toml(&scenario.to_toml()).unwrap(), scenario);
    }
}
