//! Counter-based random numbers.
//!
//! Every number is a function of (seed, step, id, stream, index), so that neither the order of the boids nor the
//! number of threads can change it. The mixing is SplitMix64's finaliser (Steele, Lea and Flood
//! 2014), applied once per word of the key.

/// What a random number is used for; numbers of different streams are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stream {
    /// Initial positions.
    StartPosition,
    /// Initial velocities.
    StartVelocity,
    /// Initial wander points.
    StartWander,
    /// The motion of wander points.
    Wander,
    /// Noise on the heading.
    Noise,
    /// Whether and where a boid grazes.
    Graze,
    /// Differences between boids; one stream for each parameter.
    Spread(IndividualTrait),
    /// The order in which boids move.
    Order,
    /// Rules added by a program; each gets a stream of its own.
    OutsideRule(u32),
}

/// A parameter that may differ between the boids of a species. The numbers are part of the keys of random streams, and
/// so of every state hash: they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndividualTrait {
    /// `motion.max_speed`.
    MaxSpeed = 0,
    /// `motion.turn_rate`.
    TurnRate = 1,
    /// `noise.strength`.
    Noise = 2,
    /// `separation.radius`.
    SeparationRadius = 3,
    /// `alignment.radius`.
    AlignmentRadius = 4,
    /// `cohesion.radius`.
    CohesionRadius = 5,
}

impl IndividualTrait {
    /// The largest deviation of a boid from the mean of its species, in standard deviations.
    pub(crate) const MAX_DEVIATION: f32 = 3.0;
}

/// A source of random numbers for one boid, one step and one stream.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The state after one more word of the key.
fn absorb(state: u64, word: u64) -> u64 {
    mix(state.wrapping_add(GOLDEN) ^ mix(word.wrapping_add(GOLDEN)))
}

/// What the random numbers of all boids in one step have in common: half of the mixing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepRandom(u64);

impl StepRandom {
    pub fn new(seed: u64, step: u64) -> Self {
        StepRandom(absorb(absorb(0, seed), step))
    }

    /// The state before an id and a stream are mixed in.
    pub fn key(self) -> u64 {
        self.0
    }

    #[inline(always)]
    pub fn of_boid(self, id: u64, stream: Stream) -> Random {
        Random { state: absorb(absorb(self.0, id), stream.key()) }
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Stream {
    pub(crate) fn key(self) -> u64 {
        match self {
            Stream::StartPosition => 0,
            Stream::StartVelocity => 1,
            Stream::StartWander => 2,
            Stream::Wander => 3,
            Stream::Noise => 4,
            Stream::Graze => 5,
            Stream::Order => 6,
            Stream::Spread(individual) => 2 << 32 | individual as u64,
            Stream::OutsideRule(index) => 1 << 32 | u64::from(index),
        }
    }
}

impl Random {
    /// The numbers for boid `id` at `step`.
    pub fn new(seed: u64, step: u64, id: u32, stream: Stream) -> Self {
        StepRandom::new(seed, step).of_boid(u64::from(id), stream)
    }

    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Uniform in [0, 1), a multiple of 2⁻²⁴: exact in single precision.
    pub fn unit_f32(&mut self) -> f32 {
        (self.bits() >> 40) as f32 * (1.0 / (1u32 << 24) as f32)
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Normally distributed with mean 0 and standard deviation 1.
    pub fn normal(&mut self) -> f64 {
        let length = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        length * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// A whole number from low to high, both included.
    pub fn integer(&mut self, low: f64, high: f64) -> f64 {
        libm::floor(self.between(libm::ceil(low), libm::floor(high) + 1.0))
    }

    /// Uniform in the ball of radius 1. By rejection: without sine or cosine the bits are the
    /// same on every platform.
    pub fn in_ball<const D: usize>(&mut self) -> [f64; D] {
        loop {
            let point = [(); D].map(|()| self.between(-1.0, 1.0));
            if point.iter().map(|x| x * x).sum::<f64>() <= 1.0 {
                return point;
            }
        }
    }

    /// Uniform on the sphere of radius 1: a direction.
    pub fn direction<const D: usize>(&mut self) -> [f64; D] {
        loop {
            let point = self.in_ball::<D>();
            let length = libm::sqrt(point.iter().map(|x| x * x).sum::<f64>());
            // The direction of a very short vector is dominated by rounding.
            if length > 1e-3 {
                return point.map(|x| x / length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_depend_on_the_key_alone() {
        let draw = |seed, step, id, stream| Random::new(seed, step, id, stream).unit();
        let one = draw(1, 2, 3, Stream::Wander);
        assert_eq!(one, draw(1, 2, 3, Stream::Wander));
        for other in [
            draw(2, 2, 3, Stream::Wander),
            draw(1, 3, 3, Stream::Wander),
            draw(1, 2, 4, Stream::Wander),
            draw(1, 2, 3, Stream::StartPosition),
        ] {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut bins = [0u32; 10];
        for id in 0..100_000 {
            bins[(Random::new(7, 0, id, Stream::StartPosition).unit() * 10.0) as usize] += 1;
        }
        // Ten bins of 10,000 expected, standard deviation 95: five of those on either side.
        assert!(bins.iter().all(|count| (9_525..=10_475).contains(count)), "{bins:?}");
    }

    #[test]
    fn directions_have_length_one_and_are_isotropic() {
        let mut mean = [0.0; 3];
        for id in 0..10_000 {
            let direction = Random::new(3, 0, id, Stream::StartVelocity).direction::<3>();
            assert!((direction.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12);
            (0..3).for_each(|axis| mean[axis] += direction[axis] / 10_000.0);
        }
        assert!(mean.iter().all(|x| x.abs() < 0.03), "{mean:?}");
    }
}
