//! Moving along a line of points as time goes by: a pure function of time, for goals and obstacles.

use super::vector;
use crate::parameters::FAR;
use crate::scenario::settings::{Ends, Obstacle};

/// A line of points, followed at one speed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path<const D: usize> {
    points: Vec<[f64; D]>,
    speed: f64,
    ends: Ends,
}

impl<const D: usize> Path<D> {
    /// A path, unless there are no points.
    pub fn new(points: &[Vec<f64>], speed: f64, ends: Ends) -> Option<Self> {
        let mut points: Vec<[f64; D]> = points.iter().map(|point| vector(point)).collect();
        // What leads back to the first point is one more leg of the way.
        if ends == Ends::Loop {
            points.extend(points.first().copied());
        }
        (!points.is_empty()).then_some(Path { points, speed, ends })
    }

    /// Where it leads to in this time.
    pub fn at(&self, time: f64) -> [f64; D] {
        let whole: f64 = self.points.windows(2).map(|leg| length(leg[0], leg[1])).sum();
        if whole == 0.0 {
            return self.points[0];
        }
        let way = self.speed * time;
        let mut way = match self.ends {
            Ends::Loop => way - whole * libm::floor(way / whole),
            Ends::Return => {
                let back_and_forth = way - 2.0 * whole * libm::floor(way / (2.0 * whole));
                back_and_forth.min(2.0 * whole - back_and_forth)
            }
            Ends::Stop => way,
        };
        for leg in self.points.windows(2) {
            let length = length(leg[0], leg[1]);
            if way < length {
                let share = way / length;
                return std::array::from_fn(|axis| leg[0][axis] + (leg[1][axis] - leg[0][axis]) * share);
            }
            way -= length;
        }
        self.points[self.points.len() - 1]
    }
}

fn length<const D: usize>(from: [f64; D], to: [f64; D]) -> f64 {
    (0..D).map(|axis| (to[axis] - from[axis]) * (to[axis] - from[axis])).sum::<f64>().sqrt()
}

/// How an obstacle moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Drift<const D: usize> {
    Still,
    Steady([f64; D]),
    Along(Path<D>),
}

impl<const D: usize> Drift<D> {
    pub fn of(obstacle: &Obstacle) -> Self {
        match (Path::new(&obstacle.path, obstacle.speed, obstacle.ends), &obstacle.velocity) {
            (Some(path), _) => Drift::Along(path),
            (None, Some(velocity)) => Drift::Steady(vector(velocity)),
            (None, None) => Drift::Still,
        }
    }

    /// How far it has moved since the beginning. What has moved very far stays there: no number overflows.
    pub fn by(&self, time: f64) -> [f64; D] {
        match self {
            Drift::Still => [0.0; D],
            Drift::Steady(velocity) => velocity.map(|x| (x * time).clamp(-FAR, FAR)),
            Drift::Along(path) => {
                let (from, to) = (path.points[0], path.at(time));
                std::array::from_fn(|axis| to[axis] - from[axis])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(ends: Ends) -> Path<2> {
        Path::new(&[vec![0.0, 0.0], vec![4.0, 0.0], vec![4.0, 2.0]], 2.0, ends).unwrap()
    }

    #[test]
    fn a_path_is_followed_at_its_speed() {
        for ends in [Ends::Loop, Ends::Return, Ends::Stop] {
            assert_eq!(path(ends).at(0.0), [0.0, 0.0]);
            assert_eq!(path(ends).at(1.0), [2.0, 0.0]);
            assert_eq!(path(ends).at(2.5), [4.0, 1.0]);
        }
    }

    #[test]
    fn at_its_end_a_path_stops_or_leads_back_or_round() {
        assert_eq!(path(Ends::Stop).at(100.0), [4.0, 2.0]);
        assert_eq!(path(Ends::Return).at(3.5), [4.0, 1.0]);
        assert_eq!(path(Ends::Return).at(6.0), [0.0, 0.0]);
        assert_eq!(path(Ends::Return).at(7.0), [2.0, 0.0]);
        let round = 6.0 + 20f64.sqrt();
        let at = path(Ends::Loop).at((round + 2.0) / 2.0);
        assert!((at[0] - 2.0).abs() < 1e-12 && at[1].abs() < 1e-12, "{at:?}");
    }

    #[test]
    fn a_path_of_one_point_stays_there_at_any_time() {
        let still = Path::<2>::new(&[vec![3.0, 1.0]], 5.0, Ends::Loop).unwrap();
        assert_eq!(still.at(1e30), [3.0, 1.0]);
        assert!(Path::<2>::new(&[], 1.0, Ends::Loop).is_none());
    }
}
