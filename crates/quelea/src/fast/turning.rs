//! Turning directions: towards others, and by noise.

use crate::fast::elementary::{ln, sin_cos};
use crate::fast::simd::{Lanes, Task};
use crate::fast::vector::{Vector, per_axis};
use crate::model::settings::NoiseKind;
use std::f32::consts::TAU;

/// The largest turn in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaxTurn<L> {
    cosine: L,
    sine: L,
    /// The square of the chord of the angle: unlike the cosine, it tells small angles apart.
    chord_squared: L,
}

impl MaxTurn<f32> {
    /// From degrees.
    pub fn new(degrees: f64) -> Self {
        let angle = degrees.min(180.0).to_radians();
        let chord = 2.0 * libm::sin(angle / 2.0);
        MaxTurn {
            cosine: libm::cos(angle) as f32,
            sine: libm::sin(angle) as f32,
            chord_squared: (chord * chord) as f32,
        }
    }

    /// The same in every lane.
    #[inline(always)]
    pub fn splat<L: Lanes>(self) -> MaxTurn<L> {
        MaxTurn {
            cosine: L::splat(self.cosine),
            sine: L::splat(self.sine),
            chord_squared: L::splat(self.chord_squared),
        }
    }
}

impl<L: Lanes> MaxTurn<L> {
    /// From radians up to π.
    #[inline(always)]
    pub fn from_radians(angle: L) -> Self {
        let ((sine, cosine), half) = (sin_cos(angle), sin_cos(angle * L::splat(0.5)).0);
        MaxTurn { cosine, sine, chord_squared: L::splat(4.0) * half * half }
    }
}

/// Below this sine of the angle between them, two directions in space that differ are opposite.
const OPPOSITE: f32 = 1e-6;

/// A direction turned towards another vector by at most an angle. Without a direction to turn from, it is that of the
/// other; towards nothing it does not turn.
#[inline(always)]
pub(crate) fn turn_towards<L: Lanes, const D: usize>(
    from: Vector<L, D>,
    to: Vector<L, D>,
    max: MaxTurn<L>,
) -> Vector<L, D> {
    L::out_of_line(TurnTowards { from, to, max })
}

struct TurnTowards<L: Lanes, const D: usize> {
    from: Vector<L, D>,
    to: Vector<L, D>,
    max: MaxTurn<L>,
}

impl<L: Lanes, const D: usize> Task for TurnTowards<L, D> {
    type Output = Vector<L, D>;
    #[inline(always)]
    fn run(self) -> Vector<L, D> {
        turned_towards(self.from, self.to, self.max)
    }
}

#[inline(always)]
fn turned_towards<L: Lanes, const D: usize>(from: Vector<L, D>, to: Vector<L, D>, max: MaxTurn<L>) -> Vector<L, D> {
    let (from, to) = (from.unit(), to.unit());
    let (some_from, some_to) = (L::zero().lt(from.dot(from)), L::zero().lt(to.dot(to)));
    let chord = to - from;
    let side = sideways(from)[0];
    let across = if D == 2 {
        (side * L::splat(-1.0)).select(side.dot(to).lt(L::zero()), side)
    } else {
        let towards = to - from * from.dot(to);
        towards.unit().select(L::splat(OPPOSITE).lt(towards.length()), side)
    };
    let limited = from * max.cosine + across * max.sine;
    let too_far = max.chord_squared.lt(chord.dot(chord));
    let turned = limited.select(L::and(too_far, some_from), to);
    turned.select(some_to, from)
}

/// Two unit vectors at right angles to a unit vector and to each other; in 2D the left, and nothing.
#[inline(always)]
fn sideways<L: Lanes, const D: usize>(ahead: Vector<L, D>) -> [Vector<L, D>; 2] {
    let (one, zero) = (L::splat(1.0), L::zero());
    let (x, y, z) = (ahead.0[0], ahead.0[1], ahead.0.get(2).copied().unwrap_or(zero));
    let (first, second) = if D == 2 {
        ([zero - y, x, zero], [zero; 3])
    } else {
        let sign = L::splat(-1.0).select(z.lt(zero), one);
        let a = L::splat(-1.0) / (sign + z);
        let b = x * y * a;
        ([one + sign * x * x * a, sign * b, zero - sign * x], [b, sign + y * y * a, zero - y])
    };
    let mut vectors = [Vector::zero(); 2];
    for axis in 0..D {
        (vectors[0].0[axis], vectors[1].0[axis]) = (first[axis], second[axis]);
    }
    vectors
}

/// The noise of each boid of a group in one step.
#[derive(Clone, Copy)]
pub(crate) struct Noise<L> {
    pub kind: NoiseKind,
    pub strength: L,
    /// Two random numbers from 0 to 1.
    pub u: L,
    pub v: L,
}

impl<L: Lanes> Noise<L> {
    #[inline(always)]
    pub fn is_some(&self) -> bool {
        self.kind != NoiseKind::None
    }

    /// Vectors with the vector that vectorial noise adds to each, times a factor.
    #[inline(always)]
    pub fn add<const D: usize>(&self, a: Vector<L, D>, factor: L) -> Vector<L, D> {
        match self.kind {
            NoiseKind::Vectorial => {
                a + L::out_of_line(Direction::<L, D> { u: self.u, v: self.v }) * (self.strength * factor)
            }
            _ => a,
        }
    }

    /// Vectors turned as angular and Gaussian noise say.
    #[inline(always)]
    pub fn turn<const D: usize>(&self, a: Vector<L, D>) -> Vector<L, D> {
        match self.kind {
            NoiseKind::None | NoiseKind::Vectorial => a,
            NoiseKind::Angular | NoiseKind::Gaussian => L::out_of_line(Turn { noise: *self, a }),
        }
    }

    #[inline(always)]
    fn turned<const D: usize>(&self, a: Vector<L, D>) -> Vector<L, D> {
        let (one, half) = (L::splat(1.0), L::splat(0.5));
        let side = self.v * L::splat(TAU);
        match (self.kind, D) {
            (NoiseKind::None | NoiseKind::Vectorial, _) => a,
            (NoiseKind::Angular, 2) => turn_left(a, sin_cos(self.strength * (self.u - half))),
            (NoiseKind::Angular, _) => {
                let t = (self.u * self.strength * L::splat(std::f32::consts::FRAC_1_PI)).min(L::splat(2.0));
                turn_aside(a, ((t * (L::splat(2.0) - t)).sqrt(), one - t), sin_cos(side))
            }
            (NoiseKind::Gaussian, dimension) => {
                let length = (L::splat(-2.0) * ln(one - self.u)).max(L::zero()).sqrt() * self.strength;
                match dimension {
                    2 => turn_left(a, sin_cos(length * sin_cos(side).1)),
                    _ => turn_aside(a, sin_cos(length), sin_cos(side)),
                }
            }
        }
    }
}

struct Turn<L: Lanes, const D: usize> {
    noise: Noise<L>,
    a: Vector<L, D>,
}

impl<L: Lanes, const D: usize> Task for Turn<L, D> {
    type Output = Vector<L, D>;
    #[inline(always)]
    fn run(self) -> Vector<L, D> {
        self.noise.turned(self.a)
    }
}

/// A random unit vector from two numbers between 0 and 1.
pub(crate) struct Direction<L, const D: usize> {
    pub u: L,
    pub v: L,
}

impl<L: Lanes, const D: usize> Task for Direction<L, D> {
    type Output = Vector<L, D>;
    #[inline(always)]
    fn run(self) -> Vector<L, D> {
        random_direction(self.u, self.v)
    }
}

#[inline(always)]
fn random_direction<L: Lanes, const D: usize>(u: L, v: L) -> Vector<L, D> {
    let (one, half) = (L::splat(1.0), L::splat(0.5));
    let (z, share) = if D == 2 { (L::zero(), u) } else { (u + u - one, v) };
    let (sine, cosine) = sin_cos((share - half) * L::splat(TAU));
    let ring = (one - z * z).sqrt();
    let all = [ring * cosine, ring * sine, z];
    per_axis!(axis => all[axis])
}

/// Vectors turned by an angle given as sine and cosine, to the left.
#[inline(always)]
fn turn_left<L: Lanes, const D: usize>(a: Vector<L, D>, (sine, cosine): (L, L)) -> Vector<L, D> {
    let mut left = Vector::zero();
    (left.0[0], left.0[1]) = (L::zero() - a.0[1], a.0[0]);
    a * cosine + left * sine
}

/// Vectors turned by an angle, to the side that is another angle around them; both as sine and cosine.
#[inline(always)]
fn turn_aside<L: Lanes, const D: usize>(a: Vector<L, D>, angle: (L, L), side: (L, L)) -> Vector<L, D> {
    let ahead = a.unit();
    let [first, second] = sideways(ahead);
    let across = first * side.1 + second * side.0;
    (ahead * angle.1 + across * angle.0) * a.length()
}
