//! What is at a pixel of the picture: boids, obstacles, goals.

use crate::flock::Flock;
use crate::view::View;
use quelea::Scenario;
use quelea::model::environment::{Obstacles, goals_at};
use quelea::model::settings::ShapeKind;
use wasm_bindgen::prelude::wasm_bindgen;

/// How many steps a ray takes towards an obstacle at most.
const RAY_STEPS: usize = 96;

#[wasm_bindgen]
impl View {
    /// The ids of the boids within a radius of a pixel.
    #[wasm_bindgen(js_name = boidsAt)]
    pub fn boids_at(&self, x: f32, y: f32, radius: f32) -> Vec<u32> {
        let is_near = |position| self.camera().project(position).is_some_and(|pixel| near(pixel, [x, y], radius));
        let boids = self.scene().boids.iter().zip(0..);
        boids.filter(|(boid, _)| is_near(boid.position)).map(|(_, id)| id).collect()
    }

    /// The index of the obstacle at a pixel, or within a radius of it. Half-spaces are left out: they are everywhere.
    #[wasm_bindgen(js_name = obstacleAt)]
    pub fn obstacle_at(&self, flock: &Flock, x: f32, y: f32, radius: f32) -> Option<usize> {
        let (scenario, step) = (flock.simulation().scenario(), flock.simulation().steps());
        let obstacles = scenario.obstacles.iter().enumerate();
        let solid = obstacles.filter(|(_, obstacle)| obstacle.shape != ShapeKind::HalfSpace);
        let hits = solid.filter_map(|(index, obstacle)| {
            let mut alone = scenario.clone();
            alone.obstacles = vec![obstacle.clone()];
            let depth = match scenario.general.dimension {
                2 => self.depth_of::<2>(&alone, step, [x, y], radius),
                _ => self.depth_of::<3>(&alone, step, [x, y], radius),
            };
            depth.map(|depth| (depth, index))
        });
        hits.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, index)| index)
    }

    /// Whether a goal is within a radius of a pixel.
    #[wasm_bindgen(js_name = goalAt)]
    pub fn goal_at(&self, flock: &Flock, x: f32, y: f32, radius: f32) -> bool {
        let simulation = flock.simulation();
        goals_at(simulation.scenario(), simulation.steps()).iter().any(|goal| {
            let point = std::array::from_fn(|axis| goal.get(axis).map_or(0.0, |x| *x as f32));
            self.camera().project(point).is_some_and(|pixel| near(pixel, [x, y], radius))
        })
    }
}

impl View {
    /// How far from the camera a ray through a pixel meets the only obstacle of a scenario; in 2D, how far the pixel is
    /// from it. `None` if it misses by more than a radius in pixels.
    fn depth_of<const D: usize>(&self, scenario: &Scenario, step: u64, [x, y]: [f32; 2], radius: f32) -> Option<f64> {
        let obstacle = Obstacles::<D>::new(scenario);
        let tolerance = f64::from(radius * self.length_of_pixel());
        let pixel = self.camera().unproject(x, y).map(f64::from);
        let point = |point: [f64; 3]| std::array::from_fn(|axis| point[axis]);
        if D == 2 {
            let distance = obstacle.distance(point(pixel), step);
            return (distance <= tolerance).then_some(distance);
        }
        let eye = self.camera().eye().map(f64::from);
        let ray: [f64; 3] = std::array::from_fn(|axis| pixel[axis] - eye[axis]);
        let length = ray.iter().map(|x| x * x).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
        let (mut depth, end) = (0.0, length + 8.0 * f64::from(self.camera().extent));
        for _ in 0..RAY_STEPS {
            let distance =
                obstacle.distance(point(std::array::from_fn(|axis| eye[axis] + ray[axis] * depth / length)), step);
            if distance <= tolerance {
                return Some(depth);
            }
            depth += distance;
            if depth > end {
                break;
            }
        }
        None
    }
}

fn near(a: [f32; 2], b: [f32; 2], distance: f32) -> bool {
    (a[0] - b[0]).hypot(a[1] - b[1]) <= distance
}
