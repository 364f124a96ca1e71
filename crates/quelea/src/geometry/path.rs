//! Moving along a polyline: a pure function of time, so that runs can be repeated and resumed.

use super::vector::sub;

/// What comes after the last point of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtEnd {
    /// The first point again.
    Loop,
    /// The same way back.
    Return,
    /// Nothing: the path ends there.
    Stop,
}

/// A polyline followed at constant speed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path<const D: usize> {
    points: Vec<[f64; D]>,
    speed: f64,
    at_end: AtEnd,
}

impl<const D: usize> Path<D> {
    /// A path, or `None` without points.
    pub fn new(mut points: Vec<[f64; D]>, speed: f64, at_end: AtEnd) -> Option<Self> {
        // A closed loop has one more leg, back to the first point.
        if at_end == AtEnd::Loop {
            points.extend(points.first().copied());
        }
        (!points.is_empty()).then_some(Path { points, speed, at_end })
    }

    /// The first point.
    pub fn start(&self) -> [f64; D] {
        self.points[0]
    }

    /// The point reached at a time.
    pub fn at(&self, time: f64) -> [f64; D] {
        let leg_length = |leg: &[[f64; D]]| sub(leg[1], leg[0]).iter().map(|x| x * x).sum::<f64>().sqrt();
        let total: f64 = self.points.windows(2).map(leg_length).sum();
        if total == 0.0 {
            return self.points[0];
        }
        let travelled = self.speed * time;
        let mut left = match self.at_end {
            AtEnd::Loop => travelled - total * libm::floor(travelled / total),
            AtEnd::Return => {
                let there_and_back = travelled - 2.0 * total * libm::floor(travelled / (2.0 * total));
                there_and_back.min(2.0 * total - there_and_back)
            }
            AtEnd::Stop => travelled,
        };
        for leg in self.points.windows(2) {
            let length = leg_length(leg);
            if left < length {
                let share = left / length;
                return std::array::from_fn(|axis| leg[0][axis] + (leg[1][axis] - leg[0][axis]) * share);
            }
            left -= length;
        }
        self.points[self.points.len() - 1]
    }
}

/// How a solid moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trajectory<const D: usize> {
    /// It does not.
    Still,
    /// At a constant velocity.
    Linear([f64; D]),
    /// Like a point that follows a path.
    Path(Path<D>),
}

/// The largest displacement. Whatever would move further stays there, so that nothing overflows.
const MAX_DISPLACEMENT: f64 = 1e9;

impl<const D: usize> Trajectory<D> {
    /// The displacement since time 0.
    pub fn displacement(&self, time: f64) -> [f64; D] {
        match self {
            Trajectory::Still => [0.0; D],
            Trajectory::Linear(velocity) => velocity.map(|x| (x * time).clamp(-MAX_DISPLACEMENT, MAX_DISPLACEMENT)),
            Trajectory::Path(path) => sub(path.at(time), path.start()),
        }
    }
}

/// The index of the waypoint that a boid's counter stands for. The counter keeps rising on the way back.
pub(crate) fn waypoint_index(at_end: AtEnd, points: usize, counter: u32) -> usize {
    let counter = counter as usize % counters(at_end, points);
    if counter < points { counter } else { 2 * points - 2 - counter }
}

/// The counter after this one.
pub(crate) fn next_waypoint(at_end: AtEnd, points: usize, counter: u32) -> u32 {
    let next = (counter as usize % counters(at_end, points)) + 1;
    let next = if at_end == AtEnd::Stop { next.min(points - 1) } else { next % counters(at_end, points) };
    next as u32
}

/// The number of distinct counters.
fn counters(at_end: AtEnd, points: usize) -> usize {
    if at_end == AtEnd::Return { (2 * points).saturating_sub(2).max(1) } else { points }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(at_end: AtEnd) -> Path<2> {
        Path::new(vec![[0.0, 0.0], [4.0, 0.0], [4.0, 2.0]], 2.0, at_end).unwrap()
    }

    #[test]
    fn a_path_is_followed_at_its_speed() {
        for at_end in [AtEnd::Loop, AtEnd::Return, AtEnd::Stop] {
            assert_eq!(path(at_end).at(0.0), [0.0, 0.0]);
            assert_eq!(path(at_end).at(1.0), [2.0, 0.0]);
            assert_eq!(path(at_end).at(2.5), [4.0, 1.0]);
        }
    }

    #[test]
    fn at_its_end_a_path_stops_returns_or_loops() {
        assert_eq!(path(AtEnd::Stop).at(100.0), [4.0, 2.0]);
        assert_eq!(path(AtEnd::Return).at(3.5), [4.0, 1.0]);
        assert_eq!(path(AtEnd::Return).at(6.0), [0.0, 0.0]);
        assert_eq!(path(AtEnd::Return).at(7.0), [2.0, 0.0]);
        let round = 6.0 + 20f64.sqrt();
        let at = path(AtEnd::Loop).at((round + 2.0) / 2.0);
        assert!((at[0] - 2.0).abs() < 1e-12 && at[1].abs() < 1e-12, "{at:?}");
    }

    #[test]
    fn a_path_of_one_point_stays_there_at_any_time() {
        let still = Path::<2>::new(vec![[3.0, 1.0]], 5.0, AtEnd::Loop).unwrap();
        assert_eq!(still.at(1e30), [3.0, 1.0]);
        assert!(Path::<2>::new(Vec::new(), 1.0, AtEnd::Loop).is_none());
    }

    #[test]
    fn waypoints_are_visited_in_a_loop_back_and_forth_or_once() {
        let visited = |at_end, points| {
            let mut counter = 0;
            let mut visit = || {
                let now = waypoint_index(at_end, points, counter);
                counter = next_waypoint(at_end, points, counter);
                now
            };
            (0..7).map(|_| visit()).collect::<Vec<_>>()
        };
        assert_eq!(visited(AtEnd::Loop, 3), [0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(visited(AtEnd::Return, 3), [0, 1, 2, 1, 0, 1, 2]);
        assert_eq!(visited(AtEnd::Stop, 3), [0, 1, 2, 2, 2, 2, 2]);
        for at_end in [AtEnd::Loop, AtEnd::Return, AtEnd::Stop] {
            assert_eq!(visited(at_end, 1), [0; 7]);
        }
        assert_eq!(waypoint_index(AtEnd::Stop, 2, 7), 1);
    }
}
