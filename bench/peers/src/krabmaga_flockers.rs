//! krABMaga: the rules of its own flockers, written against its fields and schedule.

use crate::{Step, NEIGHBOURS};
use krabmaga::engine::agent::Agent;
use krabmaga::engine::fields::field::Field;
use krabmaga::engine::fields::field_2d::{toroidal_distance, toroidal_transform, Field2D, Location2D};
use krabmaga::engine::location::Real2D;
use krabmaga::engine::schedule::Schedule;
use krabmaga::engine::state::State;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// How far birds look, and how wide the field's buckets are: both as in its example.
const LOOK: f32 = 10.0;
const BUCKET: f32 = LOOK / 1.5;
/// How far a bird goes in a step.
const JUMP: f32 = 0.7;

#[derive(Clone, Copy)]
struct Bird {
    id: u32,
    at: Real2D,
    last: Real2D,
}

impl Hash for Bird {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.id.hash(hasher);
    }
}

impl PartialEq for Bird {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Bird {}

impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

impl Location2D<Real2D> for Bird {
    fn get_location(self) -> Real2D {
        self.at
    }
    fn set_location(&mut self, at: Real2D) {
        self.at = at;
    }
}

impl Agent for Bird {
    fn step(&mut self, state: &mut dyn State) {
        let sky = state.as_any().downcast_ref::<Sky>().expect("birds fly in this sky");
        let side = sky.side;
        let near = sky.field.get_neighbors_within_relax_distance(self.at, LOOK);
        let (mut apart, mut together, mut along, mut count) = ([0.0f32; 2], [0.0f32; 2], [0.0f32; 2], 0.0f32);
        for other in near.iter().filter(|other| other.id != self.id) {
            let d = [toroidal_distance(self.at.x, other.at.x, side), toroidal_distance(self.at.y, other.at.y, side)];
            let square = d[0] * d[0] + d[1] * d[1];
            let push = 1.0 / (square * square + 1.0);
            let last = [other.last.x, other.last.y];
            for axis in 0..2 {
                apart[axis] += d[axis] * push;
                together[axis] -= d[axis];
                along[axis] += last[axis];
            }
            count += 1.0;
        }
        let mean = count.max(1.0);
        let wish = |axis: usize, own: f32| {
            400.0 * apart[axis] / mean + 0.8 * together[axis] / mean / 10.0 + 0.7 * along[axis] / mean + own
        };
        let wish = [wish(0, self.last.x), wish(1, self.last.y)];
        let length = (wish[0] * wish[0] + wish[1] * wish[1]).sqrt().max(1e-9);
        self.last = Real2D { x: wish[0] / length * JUMP, y: wish[1] / length * JUMP };
        self.at = Real2D {
            x: toroidal_transform(self.at.x + self.last.x, side),
            y: toroidal_transform(self.at.y + self.last.y, side),
        };
        sky.field.set_object_location(*self, self.at);
    }
}

struct Sky {
    field: Field2D<Bird>,
    side: f32,
    birds: usize,
}

impl State for Sky {
    fn init(&mut self, schedule: &mut Schedule) {
        for index in 0..self.birds {
            let place = |step: f64| (index as f64 * step).fract() as f32 * self.side;
            let at = Real2D { x: place(0.618_033_988_75), y: place(0.754_877_666_25) };
            let bird = Bird { id: index as u32, at, last: Real2D { x: 0.1, y: 0.1 } };
            self.field.set_object_location(bird, at);
            schedule.schedule_repeating(Box::new(bird), 0.0, 0);
        }
    }
    fn update(&mut self, _step: u64) {
        self.field.lazy_update();
    }
    fn reset(&mut self) {}
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
    fn as_state(&self) -> &dyn State {
        self
    }
    fn as_state_mut(&mut self) -> &mut dyn State {
        self
    }
}

/// A flock whose search returns about the wanted number of neighbours: three by three buckets, unfiltered.
pub fn flock(birds: usize) -> Step {
    let area = 9.0 * f64::from(BUCKET * BUCKET);
    let side = (birds as f64 * area / (NEIGHBOURS + 1.0)).sqrt() as f32;
    let mut sky = Sky { field: Field2D::new(side, side, BUCKET, true), side, birds };
    let mut schedule = Schedule::new();
    sky.init(&mut schedule);
    sky.update(0);
    Box::new(move || schedule.step(&mut sky))
}
