//! The inspected boid: whom it perceives, and what each rule makes of them. All forces are the engine's own
//! numbers, nothing is computed twice.

use quelea::reference::Reference;
use quelea::rules::Neighbour;
use quelea::scenario::settings::{Combine, Perception, PerceptionKind, Species};
use quelea::{Simulation, World};
use serde_json::{Value, json};

/// Everything about one boid in one state.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Its id.
    pub id: u32,
    /// The number of its species.
    pub species: u8,
    /// The species' name.
    pub name: String,
    /// Where it is.
    pub position: Vec<f64>,
    /// How it moves.
    pub velocity: Vec<f64>,
    /// How far it perceives; nothing where distance does not matter.
    pub radius: Option<f64>,
    /// The full angle of its field of view, in degrees.
    pub view: f64,
    /// Who is too close; nothing where separation counts all perceived.
    pub close_radius: Option<f64>,
    /// Those it perceives, in the order of their ids.
    pub neighbours: Vec<Perceived>,
    /// Each rule's force, cut and weighted, in the order in which the rules count.
    pub terms: Vec<(&'static str, Vec<f64>)>,
    /// Whether the step adds up the forces as they are: not with a budget, which may cut them.
    pub plain_sum: bool,
}

/// A boid that another one perceives.
#[derive(Clone, Debug, PartialEq)]
pub struct Perceived {
    /// Its id.
    pub id: u32,
    /// From the inspected boid to it, the shortest way.
    pub offset: Vec<f64>,
    /// How far that is.
    pub distance: f64,
    /// Whether it is in the field of view.
    pub seen: bool,
    /// Whether separation applies to it.
    pub close: bool,
}

impl Inspection {
    /// The rules' forces added up.
    pub fn sum(&self) -> Vec<f64> {
        let mut sum = vec![0.0; self.position.len()];
        for (_, force) in &self.terms {
            sum.iter_mut().zip(force).for_each(|(sum, x)| *sum += x);
        }
        sum
    }

    /// The same as JSON.
    pub fn to_json(&self) -> Value {
        let neighbours = self.neighbours.iter().map(|other| {
            json!({ "id": other.id, "offset": other.offset, "distance": other.distance, "seen": other.seen, "close": other.close })
        });
        let terms = self.terms.iter().map(|(rule, force)| json!({ "rule": rule, "force": force }));
        json!({
            "id": self.id,
            "species": self.species,
            "name": self.name,
            "position": self.position,
            "velocity": self.velocity,
            "radius": self.radius,
            "view": self.view,
            "closeRadius": self.close_radius,
            "neighbours": neighbours.collect::<Vec<_>>(),
            "terms": terms.collect::<Vec<_>>(),
            "sum": self.sum(),
            "plainSum": self.plain_sum,
        })
    }
}

/// Inspects a boid of the fast engine.
pub fn in_world<const D: usize>(world: &mut World<D>, id: u32) -> Option<Inspection> {
    let terms = world.terms(id).into_iter().map(|term| (term.rule, doubles(term.force))).collect();
    inspect(world, id, terms)
}

/// Inspects a boid of the reference engine. The forces are the reference's; whom a boid perceives is the
/// same in both engines, and asked of the fast one.
pub fn in_reference<const D: usize>(reference: &Reference<D>, id: u32) -> Option<Inspection> {
    let mut world = World::of_reference(reference).ok()?;
    let terms = reference.terms(id).into_iter().map(|(rule, force)| (rule, force.to_vec())).collect();
    inspect(&mut world, id, terms)
}

fn inspect<const D: usize>(world: &mut World<D>, id: u32, terms: Vec<(&'static str, Vec<f64>)>) -> Option<Inspection> {
    let neighbours = world.neighbours(id);
    let flock = world.flock();
    let place = flock.ids.iter().position(|found| *found == id)?;
    let (position, velocity) = (doubles(flock.position(place)), doubles(flock.velocity(place)));
    let number = flock.species_of(place);
    let scenario = world.scenario();
    let kind = scenario.kinds().nth(usize::from(number))?;
    let species = &kind.species;
    let perceived = neighbours.iter().map(|other| perceived(species, &velocity, other)).collect();
    let by_distance = matches!(species.perception.kind, PerceptionKind::Radius | PerceptionKind::NearestWithin);
    Some(Inspection {
        id,
        species: number,
        name: kind.name.clone(),
        radius: by_distance.then_some(species.perception.radius),
        view: species.perception.view,
        close_radius: species.separation.radius,
        neighbours: perceived,
        terms,
        plain_sum: !matches!(species.motion.combine, Combine::BudgetOfSum | Combine::BudgetOfLengths),
        position,
        velocity,
    })
}

fn perceived<const D: usize>(species: &Species, velocity: &[f64], other: &Neighbour<D>) -> Perceived {
    let (offset, distance) = (doubles(other.offset), f64::from(other.distance));
    let perception = &species.perception;
    let separation = &species.separation;
    let near_enough = separation.radius.is_none_or(|radius| distance < radius);
    Perceived {
        id: other.boid.id,
        seen: in_view(perception, perception.view, velocity, &offset, distance),
        close: near_enough
            && in_view(perception, separation.view.unwrap_or(perception.view), velocity, &offset, distance),
        offset,
        distance,
    }
}

/// Whether an offset is in a field of view: see "Look" in docs/model.md.
fn in_view(perception: &Perception, view: f64, velocity: &[f64], offset: &[f64], distance: f64) -> bool {
    if view >= 360.0 || distance < perception.near || distance == 0.0 {
        return true;
    }
    let speed = velocity.iter().map(|x| x * x).sum::<f64>().sqrt();
    let ahead = match speed {
        0.0 => offset[0],
        speed => velocity.iter().zip(offset).map(|(v, d)| v * d).sum::<f64>() / speed,
    };
    ahead > (view / 2.0).to_radians().cos() * distance
}

fn doubles<const D: usize>(vector: [f32; D]) -> Vec<f64> {
    vector.map(f64::from).to_vec()
}
