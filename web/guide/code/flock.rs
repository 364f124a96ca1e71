// The rules of the guide. Parts between `[name]` and `[/name]` are shown there, and a test runs all of them.
use std::collections::{BTreeSet, HashMap};
use std::ops::{Add, AddAssign, Div, Mul, Sub};

#[derive(Clone, Copy, PartialEq)]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

pub fn vec2(x: f64, y: f64) -> Vec2 {
    Vec2 { x, y }
}

impl Vec2 {
    pub const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };

    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, other: Vec2) -> Vec2 {
        vec2(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    fn sub(self, other: Vec2) -> Vec2 {
        vec2(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, factor: f64) -> Vec2 {
        vec2(self.x * factor, self.y * factor)
    }
}

impl Div<f64> for Vec2 {
    type Output = Vec2;
    fn div(self, divisor: f64) -> Vec2 {
        vec2(self.x / divisor, self.y / divisor)
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

// [boid]
#[derive(Clone, Copy)]
struct Boid {
    position: Vec2,
    velocity: Vec2,
}

fn limit(v: Vec2, max: f64) -> Vec2 {
    if v.length() > max { v * (max / v.length()) } else { v }
}

fn unit(v: Vec2) -> Vec2 {
    if v.length() > 0.0 { v / v.length() } else { v }
}
// [/boid]

// [step]
fn step(boid: &mut Boid, force: Vec2, max_speed: f64) {
    boid.velocity = limit(boid.velocity + force, max_speed);
    boid.position += boid.velocity;
}
// [/step]

// [perception]
fn sees(boid: &Boid, other: &Boid, radius: f64, view: f64) -> bool {
    let offset = other.position - boid.position;
    let heading = unit(boid.velocity);
    let ahead = heading.dot(offset) > (view / 2.0).to_radians().cos() * offset.length();
    offset.length() < radius && (ahead || view >= 360.0)
}
// [/perception]

// [cohesion]
fn cohesion(boid: &Boid, neighbours: &[Boid]) -> Vec2 {
    let mut sum = Vec2::ZERO;
    for other in neighbours {
        sum += other.position - boid.position;
    }
    sum / neighbours.len().max(1) as f64
}
// [/cohesion]

// [alignment]
fn alignment(neighbours: &[Boid]) -> Vec2 {
    let mut sum = Vec2::ZERO;
    for other in neighbours {
        sum += other.velocity;
    }
    sum / neighbours.len().max(1) as f64
}
// [/alignment]

// [separation]
fn separation(boid: &Boid, neighbours: &[Boid], radius: f64) -> Vec2 {
    let mut push = Vec2::ZERO;
    for other in neighbours {
        let away = boid.position - other.position;
        let distance = away.length();
        if distance > 0.0 && distance < radius {
            push += unit(away) / distance;
        }
    }
    push
}
// [/separation]

// [steering]
fn steer(boid: &Boid, wish: Vec2, max_speed: f64, max_force: f64) -> Vec2 {
    if wish == Vec2::ZERO {
        return wish;
    }
    limit(unit(wish) * max_speed - boid.velocity, max_force)
}

fn arrive(boid: &Boid, target: Vec2, max_speed: f64, slowing: f64) -> Vec2 {
    let offset = target - boid.position;
    let speed = max_speed * (offset.length() / slowing).min(1.0);
    unit(offset) * speed - boid.velocity
}
// [/steering]

// [combining]
fn weighted_sum(forces: &[Vec2], weights: &[f64]) -> Vec2 {
    let mut sum = Vec2::ZERO;
    for (force, weight) in forces.iter().zip(weights) {
        sum += *force * *weight;
    }
    sum
}

fn by_priority(forces: &[Vec2], max_force: f64) -> Vec2 {
    let (mut sum, mut left) = (Vec2::ZERO, max_force);
    for force in forces {
        let taken = limit(*force, left);
        sum += taken;
        left -= taken.length();
    }
    sum
}
// [/combining]

// [edges]
fn wrap(x: f64, size: f64) -> f64 {
    x - size * (x / size).floor()
}

fn torus_offset(from: f64, to: f64, size: f64) -> f64 {
    let offset = to - from;
    offset - size * (offset / size + 0.5).floor()
}

fn wall(x: f64, size: f64, margin: f64, push: f64) -> f64 {
    if x < margin {
        push
    } else if x > size - margin {
        -push
    } else {
        0.0
    }
}
// [/edges]

// [goal]
fn next_waypoint(boid: &Boid, waypoints: &[Vec2], current: usize, within: f64) -> usize {
    let distance = (waypoints[current] - boid.position).length();
    if distance < within { (current + 1) % waypoints.len() } else { current }
}
// [/goal]

// [predators]
fn flee(boid: &Boid, predators: &[Boid], radius: f64) -> Vec2 {
    let mut away = Vec2::ZERO;
    for predator in predators {
        let offset = boid.position - predator.position;
        if offset.length() < radius {
            away += unit(offset);
        }
    }
    away
}

fn pursue(predator: &Boid, prey: &Boid, max_time: f64) -> Vec2 {
    let offset = prey.position - predator.position;
    let time = (offset.length() / predator.velocity.length()).min(max_time);
    offset + prey.velocity * time
}
// [/predators]

// [obstacles]
fn force_field(boid: &Boid, centre: Vec2, radius: f64, strength: f64) -> Vec2 {
    let away = boid.position - centre;
    let gap = (away.length() - radius).max(0.1);
    unit(away) * (strength / (gap * gap))
}

fn steer_around(boid: &Boid, centre: Vec2, radius: f64, look_ahead: f64) -> Vec2 {
    let heading = unit(boid.velocity);
    let offset = centre - boid.position;
    let ahead = heading.dot(offset);
    let aside = offset - heading * ahead;
    if ahead < 0.0 || ahead > look_ahead + radius || aside.length() > radius {
        return Vec2::ZERO;
    }
    if aside == Vec2::ZERO {
        return vec2(heading.y, -heading.x); // dead ahead: either side will do
    }
    unit(aside) * -1.0
}
// [/obstacles]

// [space]
fn random_direction(u: f64, v: f64) -> [f64; 3] {
    let z = 2.0 * u - 1.0;
    let angle = std::f64::consts::TAU * v;
    let r = (1.0 - z * z).sqrt();
    [r * angle.cos(), r * angle.sin(), z]
}
// [/space]

// [friends]
fn friends_of_friends(id: usize, friends: &[Vec<usize>]) -> Vec<usize> {
    let mut circle = BTreeSet::new();
    for &friend in &friends[id] {
        circle.insert(friend);
        circle.extend(&friends[friend]);
    }
    circle.remove(&id);
    circle.into_iter().collect()
}
// [/friends]

// [cost]
type Grid = HashMap<(i64, i64), Vec<usize>>;

fn cell_of(position: Vec2, size: f64) -> (i64, i64) {
    ((position.x / size).floor() as i64, (position.y / size).floor() as i64)
}

fn fill(boids: &[Boid], size: f64) -> Grid {
    let mut grid = Grid::new();
    for (id, boid) in boids.iter().enumerate() {
        grid.entry(cell_of(boid.position, size)).or_default().push(id);
    }
    grid
}

fn candidates(grid: &Grid, position: Vec2, size: f64) -> Vec<usize> {
    let (column, row) = cell_of(position, size);
    let mut found = Vec::new();
    for x in column - 1..=column + 1 {
        for y in row - 1..=row + 1 {
            found.extend(grid.get(&(x, y)).into_iter().flatten());
        }
    }
    found
}
// [/cost]

// [noise]
fn noisy_heading(boid: &Boid, neighbours: &[Boid], noise: f64, random: f64) -> f64 {
    let mut sum = unit(boid.velocity);
    for other in neighbours {
        sum += unit(other.velocity);
    }
    sum.y.atan2(sum.x) + noise * (random - 0.5)
}

fn polarisation(boids: &[Boid]) -> f64 {
    let mut sum = Vec2::ZERO;
    for boid in boids {
        sum += unit(boid.velocity);
    }
    sum.length() / boids.len() as f64
}
// [/noise]
