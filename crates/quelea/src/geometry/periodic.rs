//! Offsets and distances between points and boxes, with periodic axes.

use super::space::Space;

/// Offsets in a space: the minimum image on a torus, the plain difference elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Offsets<const D: usize> {
    /// The lowest corner.
    pub low: [f64; D],
    /// The period of each axis; infinite if it is not periodic.
    pub period: [f64; D],
}

/// The smallest box that holds some points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds<const D: usize> {
    pub low: [f64; D],
    pub high: [f64; D],
}

impl<const D: usize> Offsets<D> {
    pub fn new(space: &Space<D>) -> Self {
        let period = |axis: usize| if space.is_torus() { space.size[axis] } else { f64::INFINITY };
        Offsets { low: space.low, period: std::array::from_fn(period) }
    }

    /// The image on the torus of a point that may lie outside. Points inside stay as they are, to the bit.
    pub fn inside(&self, point: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| {
            let (x, low, period) = (point[axis], self.low[axis], self.period[axis]);
            if period.is_infinite() || (low..low + period).contains(&x) {
                return x;
            }
            let beyond = x - low;
            low + (beyond - period * libm::floor(beyond / period)).clamp(0.0, period)
        })
    }

    /// The shortest offset from one point to another.
    pub fn between(&self, from: &[f64; D], to: &[f64; D]) -> [f64; D] {
        std::array::from_fn(|axis| {
            let (offset, period) = (to[axis] - from[axis], self.period[axis]);
            let half = period / 2.0;
            if offset > half {
                offset - period
            } else if offset < -half {
                offset + period
            } else {
                offset
            }
        })
    }

    /// The squared distance between two points.
    pub fn squared(&self, from: &[f64; D], to: &[f64; D]) -> f64 {
        self.between(from, to).iter().map(|x| x * x).sum()
    }

    /// The smallest and the largest squared distance between points of two boxes.
    ///
    /// Rounded subtraction, squaring and addition are monotonic, so no distance that [`Self::squared`] gives for such
    /// points lies outside: boxes and points never contradict each other.
    pub fn range(&self, from: &Bounds<D>, to: &Bounds<D>) -> (f64, f64) {
        let (mut least, mut greatest) = (0.0, 0.0);
        for axis in 0..D {
            let (near, far) = reach(to.low[axis] - from.high[axis], to.high[axis] - from.low[axis], self.period[axis]);
            least += near * near;
            greatest += far * far;
        }
        (least, greatest)
    }
}

/// The smallest and the largest magnitude of an offset between `low` and `high`, along an axis with this period.
fn reach(low: f64, high: f64, period: f64) -> (f64, f64) {
    let half = period / 2.0;
    let (low, high) = match (low, high) {
        // By far the most frequent, and the only one where nothing is periodic.
        plain if low >= -half && high <= half => plain,
        (low, high) if low > half => (low - period, high - period),
        (low, high) if high < -half => (low + period, high + period),
        // The interval contains the point where the nearest image changes.
        (low, high) if high > half && low > 0.0 => return (low.min(period - high).max(0.0), half),
        (low, high) if low < -half && high < 0.0 => return ((-high).min(period + low).max(0.0), half),
        _ => return (0.0, half),
    };
    (low.max(-high).max(0.0), high.max(-low))
}

impl<const D: usize> Bounds<D> {
    pub fn around<'a>(mut points: impl Iterator<Item = &'a [f64; D]>) -> Self {
        let first = points.next().copied().unwrap_or([0.0; D]);
        points.fold(Bounds::point(&first), |bounds, point| Bounds {
            low: std::array::from_fn(|axis| bounds.low[axis].min(point[axis])),
            high: std::array::from_fn(|axis| bounds.high[axis].max(point[axis])),
        })
    }

    pub fn point(point: &[f64; D]) -> Self {
        Bounds { low: *point, high: *point }
    }

    pub fn widest_axis(&self) -> usize {
        let width = |axis: &usize| self.high[*axis] - self.low[*axis];
        (0..D).max_by(|a, b| width(a).total_cmp(&width(b))).unwrap_or(0)
    }

    /// The squared length of its diagonal.
    pub fn diagonal(&self) -> f64 {
        (0..D).map(|axis| (self.high[axis] - self.low[axis]) * (self.high[axis] - self.low[axis])).sum()
    }
}
