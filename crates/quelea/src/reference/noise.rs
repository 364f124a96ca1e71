//! Random noise on the heading, and differences between boids.

use super::Reference;
use crate::geometry::vector::{add, dot, is_zero, length, scale, sub, unit};
use crate::model::settings::NoiseKind;
use crate::state::random::{IndividualTrait, Random, Stream};
use std::f64::consts::{PI, TAU};

/// The noise of one boid in one step.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    kind: NoiseKind,
    strength: f64,
    u: f64,
    v: f64,
}

impl Noise {
    pub fn new<const D: usize>(flock: &Reference<D>, id: usize, strength: f64) -> Self {
        let mut random = Random::new(flock.scenario.general.seed, flock.boids.step, id as u32, Stream::Noise);
        let (u, v) = (f64::from(random.unit_f32()), f64::from(random.unit_f32()));
        Noise { kind: flock.species(id).noise.kind, strength, u, v }
    }

    pub fn is_some(&self) -> bool {
        self.kind != NoiseKind::None
    }

    /// The vector that vectorial noise adds; zero for the other kinds.
    pub fn vector<const D: usize>(&self) -> [f64; D] {
        match self.kind {
            NoiseKind::Vectorial => scale(random_direction(self.u, self.v), self.strength),
            _ => [0.0; D],
        }
    }

    /// A vector turned as angular and Gaussian noise say.
    pub fn turn<const D: usize>(&self, a: [f64; D]) -> [f64; D] {
        let normal = (-2.0 * libm::log(1.0 - self.u)).sqrt();
        match self.kind {
            NoiseKind::None | NoiseKind::Vectorial => a,
            NoiseKind::Angular if D == 2 => turn_by(a, self.strength * (self.u - 0.5), 0.0),
            NoiseKind::Angular => turn_by(a, cap_angle(self.u * self.strength / PI), TAU * self.v),
            NoiseKind::Gaussian if D == 2 => turn_by(a, self.strength * normal * libm::cos(TAU * self.v), 0.0),
            NoiseKind::Gaussian => turn_by(a, self.strength * normal, TAU * self.v),
        }
    }
}

/// The angle whose cosine is 1 − t, for t from 0 to 2.
fn cap_angle(t: f64) -> f64 {
    let t = t.min(2.0);
    libm::atan2((t * (2.0 - t)).sqrt(), 1.0 - t)
}

/// A random unit vector from two numbers between 0 and 1.
pub fn random_direction<const D: usize>(u: f64, v: f64) -> [f64; D] {
    let (z, angle) = match D {
        2 => (0.0, TAU * (u - 0.5)),
        _ => (2.0 * u - 1.0, TAU * (v - 0.5)),
    };
    let ring = (1.0 - z * z).sqrt();
    let all = [ring * libm::cos(angle), ring * libm::sin(angle), z];
    std::array::from_fn(|axis| all[axis])
}

/// A vector turned by an angle: to the left in 2D, in 3D to a side that is an angle around it.
fn turn_by<const D: usize>(a: [f64; D], angle: f64, side: f64) -> [f64; D] {
    let ahead = unit(a);
    let [first, second] = sideways(ahead);
    let across = add(scale(first, libm::cos(side)), scale(second, libm::sin(side)));
    scale(add(scale(ahead, libm::cos(angle)), scale(across, libm::sin(angle))), length(a))
}

/// Two unit vectors at right angles to a unit vector and to each other; in 2D the left, and nothing.
fn sideways<const D: usize>(ahead: [f64; D]) -> [[f64; D]; 2] {
    if D == 2 {
        let left = [-ahead[1], ahead[0]];
        return [std::array::from_fn(|axis| left[axis]), [0.0; D]];
    }
    let (x, y, z) = (ahead[0], ahead[1], ahead[2]);
    let sign = if z < 0.0 { -1.0 } else { 1.0 };
    let a = -1.0 / (sign + z);
    let b = x * y * a;
    let first = [1.0 + sign * x * x * a, sign * b, -sign * x];
    let second = [b, sign + y * y * a, -y];
    [std::array::from_fn(|axis| first[axis]), std::array::from_fn(|axis| second[axis])]
}

/// A direction turned towards another vector by at most an angle in degrees. Without a direction to turn from, it is
/// that of the other; towards nothing it does not turn.
pub fn turn_towards<const D: usize>(from: [f64; D], to: [f64; D], degrees: f64) -> [f64; D] {
    let (from, to) = (unit(from), unit(to));
    if is_zero(from) {
        return to;
    }
    let (cosine, most) = (dot(from, to), degrees.min(180.0).to_radians());
    if is_zero(to) {
        return from;
    }
    if cosine >= libm::cos(most) {
        return to;
    }
    let across = if D == 2 {
        let left = sideways(from)[0];
        if dot(left, to) < 0.0 { scale(left, -1.0) } else { left }
    } else {
        let towards = sub(to, scale(from, cosine));
        if length(towards) > OPPOSITE { unit(towards) } else { sideways(from)[0] }
    };
    add(scale(from, libm::cos(most)), scale(across, libm::sin(most)))
}

/// Below this sine of the angle between them, two directions in space that differ are opposite.
const OPPOSITE: f64 = 1e-6;

/// The value of a parameter for one boid: the mean of its species, plus its share of the spread.
pub fn individual<const D: usize>(flock: &Reference<D>, id: usize, which: IndividualTrait, mean: f64) -> f64 {
    let spread = &flock.species(id).spread;
    let deviation = match which {
        IndividualTrait::MaxSpeed => spread.max_speed,
        IndividualTrait::TurnRate => spread.turn_rate,
        IndividualTrait::Noise => spread.noise,
        IndividualTrait::SeparationRadius => spread.separation_radius,
        IndividualTrait::AlignmentRadius => spread.alignment_radius,
        IndividualTrait::CohesionRadius => spread.cohesion_radius,
    };
    if deviation == 0.0 {
        return mean;
    }
    let mut random = Random::new(flock.scenario.general.seed, 0, id as u32, Stream::Spread(which));
    let (u, v) = (f64::from(random.unit_f32()), f64::from(random.unit_f32()));
    let normal = (-2.0 * libm::log(1.0 - u)).sqrt() * libm::cos(TAU * v);
    let most = f64::from(IndividualTrait::MAX_DEVIATION);
    (mean + deviation * normal.clamp(-most, most)).max(0.0)
}
