//! Integrators for models that are smooth in time: velocity Verlet and Runge-Kutta.

use super::Reference;
use super::motion::propulsion;
use super::noise::individual;
use crate::geometry::vector::{add, clamp_length, length, scale, unit};
use crate::model::settings::Integrator;
use crate::state::random::IndividualTrait;

/// The position and velocity of a boid, or their changes.
type Point<const D: usize> = ([f64; D], [f64; D]);

/// Those of all boids.
type Phase<const D: usize> = Vec<Point<D>>;

/// Does one step of the method that the scenario names.
pub fn step<const D: usize>(flock: &mut Reference<D>) {
    let motion = &flock.scenario.species[0].settings.motion;
    let (method, h) = (motion.integrator, motion.step);
    let start = phase(flock);
    let end = match method {
        Integrator::Euler | Integrator::Verlet => verlet(flock, &start, h),
        Integrator::Rk4 => runge_kutta(flock, &start, h),
    };
    for (id, (position, velocity)) in end.into_iter().enumerate() {
        let motion = &flock.species(id).motion;
        let mut velocity = clamp_length(velocity, max_speed(flock, id));
        if length(velocity) < motion.min_speed {
            velocity = scale(unit(velocity), motion.min_speed);
        }
        let (position, velocity) = flock.space.bound(position, velocity);
        (flock.boids.positions[id], flock.boids.velocities[id]) = (position, velocity);
    }
}

fn verlet<const D: usize>(flock: &mut Reference<D>, start: &Phase<D>, h: f64) -> Phase<D> {
    let kick = |velocity: [f64; D], change: &Point<D>| add(velocity, scale(change.1, h / 2.0));
    let changes = rate(flock);
    let half: Phase<D> = (start.iter().zip(&changes).enumerate())
        .map(|(id, ((position, velocity), change))| {
            let velocity = clamp_length(kick(*velocity, change), max_speed(flock, id));
            (add(*position, scale(velocity, h)), velocity)
        })
        .collect();
    set(flock, &half);
    let (half, changes) = (phase(flock), rate(flock));
    half.iter().zip(&changes).map(|((position, velocity), change)| (*position, kick(*velocity, change))).collect()
}

fn runge_kutta<const D: usize>(flock: &mut Reference<D>, start: &Phase<D>, h: f64) -> Phase<D> {
    let mut total: Phase<D> = vec![([0.0; D], [0.0; D]); start.len()];
    for (stage, share) in [(h / 2.0, 1.0), (h / 2.0, 2.0), (h, 2.0), (0.0, 1.0)] {
        let changes = rate(flock);
        total = moved(&total, &changes, share);
        if stage > 0.0 {
            set(flock, &moved(start, &changes, stage));
        }
    }
    moved(start, &total, h / 6.0)
}

/// How positions and velocities change in the present state.
fn rate<const D: usize>(flock: &Reference<D>) -> Phase<D> {
    let rate = |id: usize| {
        let (motion, velocity) = (&flock.species(id).motion, flock.boids.velocities[id]);
        let force = scale(flock.steering(id).force, motion.scale);
        (velocity, add(force, propulsion(motion, velocity)))
    };
    (0..flock.boids.len()).map(rate).collect()
}

fn moved<const D: usize>(from: &Phase<D>, by: &Phase<D>, time: f64) -> Phase<D> {
    let moved = |(a, b): (&Point<D>, &Point<D>)| (add(a.0, scale(b.0, time)), add(a.1, scale(b.1, time)));
    from.iter().zip(by).map(moved).collect()
}

fn phase<const D: usize>(flock: &Reference<D>) -> Phase<D> {
    flock.boids.positions.iter().copied().zip(flock.boids.velocities.iter().copied()).collect()
}

/// Puts the flock where a stage of the method is; on a torus, inside the box. The speed limit keeps a step that is too
/// long for the model from overflowing.
fn set<const D: usize>(flock: &mut Reference<D>, phase: &Phase<D>) {
    for (id, (position, velocity)) in phase.iter().enumerate() {
        let (position, velocity) = flock.space.bound(*position, clamp_length(*velocity, max_speed(flock, id)));
        (flock.boids.positions[id], flock.boids.velocities[id]) = (position, velocity);
    }
}

fn max_speed<const D: usize>(flock: &Reference<D>, id: usize) -> f64 {
    individual(flock, id, IndividualTrait::MaxSpeed, flock.species(id).motion.max_speed)
}
