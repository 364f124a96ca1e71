//! Herders: where they aim.

use crate::fast::compiled::CompiledModel;
use crate::fast::flock::Flock;
use crate::fast::vector::Vector;
use crate::model::settings::Relation;

/// What a species of herders needs to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Herding<const D: usize> {
    /// The distance the herded keep from one another.
    pub spacing: f32,
    /// Within this distance of any of them a herder moves at `near_speed`.
    pub near: f32,
    pub near_speed: f32,
    /// The point it aims at in this step; `None` if there is nobody to herd.
    pub aim: Option<[f32; D]>,
}

/// Finds the aim of every species of herders in a flock.
pub(crate) fn find_aims<const D: usize>(model: &mut CompiledModel<D>, flock: &Flock<D>) {
    if model.species.iter().all(|species| species.herding.is_none()) {
        return;
    }
    let mut slots: Vec<usize> = vec![0; flock.len()];
    flock.ids.iter().enumerate().for_each(|(slot, id)| slots[*id as usize] = slot);
    let positions: Vec<[f32; D]> = slots.iter().map(|slot| flock.position(*slot)).collect();
    find_aims_by_id(model, |id| flock.species_of(slots[id]), &positions);
}

/// Finds the aim of every species of herders. Boids are added up by id, so that the storage order does not matter.
pub(crate) fn find_aims_by_id<const D: usize>(
    model: &mut CompiledModel<D>,
    species_of: impl Fn(usize) -> u8,
    positions: &[[f32; D]],
) {
    for species in &mut model.species {
        let (Some(herding), Some(goal)) = (&mut species.herding, &species.goal) else { continue };
        let relations = &species.relations;
        let is_herded = |id: &usize| relations[usize::from(species_of(*id))] == Relation::Herd;
        let herd = || (0..positions.len()).filter(is_herded).map(|id| Vector(positions[id]));
        herding.aim = aim(herd, goal.target::<f32>(&[0]), herding.spacing).map(|aim| aim.0);
    }
}

fn aim<const D: usize, I: Iterator<Item = Vector<f32, D>>>(
    herd: impl Fn() -> I,
    goal: Vector<f32, D>,
    spacing: f32,
) -> Option<Vector<f32, D>> {
    let (mut sum, mut count) = (Vector::zero(), 0.0f32);
    herd().for_each(|position| (sum, count) = (sum + position, count + 1.0));
    let centre = sum * (1.0 / count.max(1.0));
    let (mut furthest, mut most) = (herd().next()?, -1.0);
    for position in herd() {
        let distance = (position - centre).length();
        if distance > most {
            (furthest, most) = (position, distance);
        }
    }
    // n^(2/3) by whole and exact steps: the cube root by Newton's method.
    Some(match most > spacing * two_thirds(count) {
        true => furthest + (furthest - centre).unit() * spacing,
        false => centre + (centre - goal).unit() * (spacing * count.sqrt()),
    })
}

/// n^(2/3), the same on every processor: Newton's method for the cube root of n².
fn two_thirds(n: f32) -> f32 {
    let square = n * n;
    let mut root = n.max(1.0);
    for _ in 0..64 {
        let next = (2.0 * root + square / (root * root)) / 3.0;
        if next >= root {
            break;
        }
        root = next;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::two_thirds;

    #[test]
    fn the_power_of_two_thirds_is_exact_to_single_precision() {
        for n in [1.0f32, 2.0, 8.0, 20.0, 100.0, 1e4, 1e6] {
            let exact = f64::from(n).powf(2.0 / 3.0);
            assert!((f64::from(two_thirds(n)) / exact - 1.0).abs() < 3e-7, "{n}: {}", two_thirds(n));
        }
    }
}
