//! Where what surrounds a flock is at a step, for whoever draws it.

use super::obstacle::placed;
use super::path::{Drift, Path};
use super::{middle, time, vector};
use crate::Scenario;
use crate::scenario::settings::Obstacle;

impl Scenario {
    /// The obstacles where they are at a step. `D` must be the scenario's dimension.
    pub fn obstacles_at<const D: usize>(&self, step: u64) -> Vec<Obstacle> {
        self.obstacles.iter().map(|obstacle| self.obstacle_at::<D>(obstacle, step)).collect()
    }

    fn obstacle_at<const D: usize>(&self, obstacle: &Obstacle, step: u64) -> Obstacle {
        let drift = Drift::<D>::of(obstacle);
        if drift == Drift::Still {
            return obstacle.clone();
        }
        let start = middle(obstacle);
        let now = placed(self, start, drift.by(time(self, step)));
        let mut moved = obstacle.clone();
        let points = [&mut moved.centre, &mut moved.from, &mut moved.to].into_iter().chain(&mut moved.points);
        for point in points {
            point.iter_mut().enumerate().for_each(|(axis, x)| *x += now[axis] - start[axis]);
        }
        moved
    }

    /// Where the species want to go at a step: places, and waypoints. `D` must be the scenario's dimension.
    pub fn goals_at<const D: usize>(&self, step: u64) -> Vec<[f64; D]> {
        let mut goals = Vec::new();
        for goal in self.kinds().map(|kind| &kind.species.goal) {
            if !goal.waypoints.is_empty() {
                goals.extend(goal.waypoints.iter().map(|point| vector(point)));
            } else if let Some(path) = Path::new(&goal.path, goal.speed, goal.ends) {
                goals.push(path.at(time(self, step)));
            } else if let Some(place) = &goal.position {
                goals.push(vector(place));
            }
        }
        goals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_is_shown_where_it_is() {
        let text = "boids = 1\nspace.kind = 'torus'\nspace.size = [200, 200]\nmotion.step = 0.5\n\
            goal.path = [[0, 0], [100, 0]]\ngoal.speed = 2\n\
            [[obstacle]]\ncentre = [10, 20]\nradius = 5\nvelocity = [4, 0]\n\
            [[obstacle]]\nshape = 'capsule'\nfrom = [190, 10]\nto = [190, 30]\nvelocity = [10, 0]\n\
            [[obstacle]]\ncentre = [50, 50]\n";
        let scenario = Scenario::from_toml(text).unwrap();
        let obstacles = scenario.obstacles_at::<2>(10);
        assert_eq!(obstacles[0].centre, [30.0, 20.0]);
        // Out at one edge of a torus, in at the other.
        assert_eq!((&obstacles[1].from[..], &obstacles[1].to[..]), (&[40.0, 10.0][..], &[40.0, 30.0][..]));
        assert_eq!(obstacles[2], scenario.obstacles[2]);
        assert_eq!(scenario.goals_at::<2>(10), [[10.0, 0.0]]);
    }
}
