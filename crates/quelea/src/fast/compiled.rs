//! A scenario compiled for stepping: every number in single precision, every choice resolved.

use crate::engine::canonical_order::Reach;
use crate::fast::environment::{flow::FlowField, goal::Goal, obstacle::Obstacles};
use crate::fast::space::Space;
use crate::geometry::vector::from_slice;
use crate::model::environment::clearance;
use crate::model::settings::{
    Average, AvoidMethod, Coincident, Combine, Falloff, Of, PerceptionKind, PointerMode, Relation, Response,
    SpeciesSettings, Target,
};
use crate::model::{RuleKind, Scenario};

/// What holds for a whole flock.
#[derive(Clone, Debug)]
pub(crate) struct CompiledModel<const D: usize> {
    pub seed: u64,
    pub space: Space<D>,
    pub species: Vec<SpeciesModel<D>>,
    pub pointer: Option<Pointer<D>>,
    pub obstacles: Obstacles<D>,
    /// How far boids perceive; the cell size follows from it.
    pub reach: Reach,
    /// Whether alignment matches headings, for any species.
    pub uses_headings: bool,
}

/// What holds for one species.
#[derive(Clone, Debug)]
pub(crate) struct SpeciesModel<const D: usize> {
    pub perception: PerceptionKind,
    pub neighbours: usize,
    pub ranges: Ranges,
    pub rules: Vec<CompiledRule>,
    pub flee: Option<Pursuit>,
    pub hunt: Option<Pursuit>,
    pub avoid: Avoid,
    pub goal: Option<Goal<D>>,
    pub flow: Option<FlowField<D>>,
    pub wander: Wander,
    pub motion: Motion,
    /// How it relates to each species, by index.
    pub relations: Vec<Relation>,
    /// Per boid id, the ids of its friends, for `friends`.
    pub friends: Vec<Vec<u32>>,
}

/// How far and in which directions a boid perceives. All distances are squared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranges {
    /// Boids closer than this are perceived; infinite if distance does not matter.
    pub perceived: f32,
    pub separation: RuleRange,
    pub alignment: RuleRange,
    pub cohesion: RuleRange,
    pub falloff: Falloff,
    /// Pushes do not grow further below this distance.
    pub min_distance: f32,
    /// Perceived boids are further away than this: 0 if coincident ones are ignored, else negative.
    pub above: f32,
    /// Within this distance the field of view does not matter.
    pub near: f32,
    /// Whether perception, alignment and cohesion have one radius and no field of view.
    pub uniform: bool,
    /// Whether alignment matches headings.
    pub uses_headings: bool,
}

/// How far and in which directions one rule applies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RuleRange {
    /// The squared radius.
    pub radius: f32,
    /// The cosine of half the field of view; `None` for all directions.
    pub cos_half_view: Option<f32>,
}

/// One rule: what motion it desires, and how that becomes a force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompiledRule {
    pub kind: RuleKind,
    /// What a sum over neighbours is divided by.
    pub average: Average,
    /// Whether a boid counts as its own neighbour.
    pub include_self: bool,
    /// Whether its own motion is subtracted.
    pub relative: bool,
    pub response: Response,
    /// Distance within which `arrive` slows down; without one, `arrive` is `seek`.
    pub slowing: Option<f32>,
    pub limit: Option<f32>,
    pub weight: f32,
    /// Whether an imminent collision with an obstacle reduces its weight.
    pub attenuated: bool,
}

/// Which boids to flee from or to hunt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pursuit {
    pub radius: f32,
    pub target: Target,
    pub falloff: Falloff,
    pub min_distance: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Avoid {
    /// Whether it acts at all.
    pub active: bool,
    pub method: AvoidMethod,
    /// How far ahead it probes, in time.
    pub look_ahead: f32,
    /// The tangent of half the sharpest turn in a step.
    pub half_turn: f32,
    pub clearance: f32,
    pub strength: f32,
    pub reach: f32,
    pub contact: f32,
    pub contact_push: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Wander {
    pub weight: f32,
    pub radius: f32,
    pub distance: f32,
    pub jitter: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer<const D: usize> {
    pub position: [f32; D],
    /// Positive attracts, negative repels.
    pub weight: f32,
    pub falloff: Falloff,
    pub radius: f32,
    pub reach: f32,
    pub min_distance: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    pub combine: Combine,
    pub step: f32,
    pub scale: f32,
    pub max_force: Option<f32>,
    pub max_speed: f32,
    pub min_speed: f32,
    pub inertia: f32,
    /// The fraction of the velocity that damping leaves.
    pub damping_factor: f32,
    pub smoothing: f32,
    pub slow_speed: f32,
}

impl<const D: usize> CompiledModel<D> {
    /// Compiles a valid scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let species: Vec<_> = (0..scenario.species.len()).map(|index| SpeciesModel::new(scenario, index)).collect();
        CompiledModel {
            seed: scenario.general.seed,
            space: Space::new(&scenario.space()),
            pointer: Pointer::new(scenario),
            obstacles: Obstacles::new(scenario),
            reach: species.iter().map(SpeciesModel::reach).fold(Reach::All, Reach::union),
            uses_headings: species.iter().any(|species| species.ranges.uses_headings),
            species,
        }
    }

    /// Moves everything that moves by itself to where it is in a step.
    pub fn advance_to(&mut self, scenario: &Scenario, step: u64) {
        self.obstacles.advance_to(scenario, step);
        let goals = self.species.iter_mut().filter_map(|species| species.goal.as_mut());
        goals.for_each(|goal| goal.advance_to(scenario.time(step)));
    }

    /// Whether any species perceives its nearest.
    pub fn has_nearest(&self) -> bool {
        self.species.iter().any(|species| species.perceives_nearest())
    }

    /// Whether any species perceives its friends.
    pub fn has_friends(&self) -> bool {
        self.species.iter().any(|species| species.perception == PerceptionKind::Friends)
    }
}

impl<const D: usize> Pointer<D> {
    fn new(scenario: &Scenario) -> Option<Self> {
        let pointer = &scenario.general.pointer;
        let sign = match pointer.mode {
            PointerMode::Off => return None,
            PointerMode::Repel => -1.0,
            PointerMode::Attract => 1.0,
        };
        pointer.position.as_deref().map(|position| Pointer {
            position: from_slice::<D>(position).map(|x| x as f32),
            weight: sign * pointer.weight as f32,
            falloff: pointer.falloff,
            radius: pointer.radius as f32,
            reach: pointer.reach as f32,
            min_distance: pointer.closest as f32,
        })
    }
}

/// The distance below which pushes do not grow further, as a fraction of the rule's radius.
const MIN_DISTANCE: f32 = 1e-6;

impl<const D: usize> SpeciesModel<D> {
    fn new(scenario: &Scenario, index: usize) -> Self {
        let species = &scenario.species[index].settings;
        let relations: Vec<_> = (0..scenario.species.len()).map(|other| scenario.relation(index, other)).collect();
        let pursuit = |relation, radius: f64, target, falloff| {
            let (radius, min_distance) = (radius as f32, radius as f32 * MIN_DISTANCE);
            relations.contains(&relation).then_some(Pursuit { radius, target, falloff, min_distance })
        };
        let (motion, avoid) = (&species.motion, &species.avoid);
        let avoids = avoid.weight != 0.0 && motion.order.contains(&RuleKind::Avoid);
        let mut rules: Vec<_> = motion.order.iter().filter_map(|kind| CompiledRule::new(*kind, species)).collect();
        if avoids && avoid.method == AvoidMethod::Steer && !scenario.obstacles.is_empty() {
            let after = rules.iter_mut().skip_while(|rule| rule.kind != RuleKind::Avoid).skip(1);
            after.for_each(|rule| rule.attenuated = true);
        }
        SpeciesModel {
            perception: species.perception.kind,
            // A lone boid may ask for any number; reserve no memory for them.
            neighbours: species.perception.neighbours.min(scenario.boids().max(1)),
            ranges: Ranges::new(species),
            rules,
            flee: pursuit(Relation::Flee, species.flee.radius, species.flee.target, species.flee.falloff),
            hunt: pursuit(Relation::Hunt, species.hunt.radius, species.hunt.target, Falloff::Offset),
            avoid: Avoid {
                active: avoids,
                method: avoid.method,
                look_ahead: (avoid.look_ahead * motion.step) as f32,
                half_turn: libm::tan(avoid.turn.to_radians() / 2.0) as f32,
                clearance: clearance(scenario, species) as f32,
                strength: avoid.strength as f32,
                reach: avoid.reach as f32,
                contact: avoid.contact as f32,
                contact_push: avoid.contact_push as f32,
            },
            goal: Goal::new(&species.goal),
            flow: FlowField::new(scenario, &species.flow),
            wander: Wander {
                weight: species.wander.weight as f32,
                radius: species.wander.radius as f32,
                distance: species.wander.distance as f32,
                jitter: (species.wander.jitter * motion.step) as f32,
            },
            motion: Motion {
                combine: motion.combine,
                step: motion.step as f32,
                scale: motion.scale as f32,
                max_force: motion.max_force.map(|x| x as f32),
                max_speed: motion.max_speed as f32,
                min_speed: motion.min_speed as f32,
                inertia: motion.inertia as f32,
                damping_factor: (1.0 - motion.damping * motion.step).max(0.0) as f32,
                smoothing: motion.smoothing as f32,
                slow_speed: motion.slow_speed as f32,
            },
            relations,
            friends: friends(scenario, species),
        }
    }

    /// Whether it perceives its nearest.
    pub fn perceives_nearest(&self) -> bool {
        matches!(self.perception, PerceptionKind::Nearest | PerceptionKind::NearestWithin)
    }

    /// How far it perceives, as far as that is known beforehand.
    fn reach(&self) -> Reach {
        match self.perception {
            PerceptionKind::Radius => Reach::Radius(self.ranges.furthest()),
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => Reach::Nearest(self.neighbours),
            PerceptionKind::All | PerceptionKind::Friends => Reach::All,
        }
    }
}

impl Ranges {
    fn new(species: &SpeciesSettings) -> Self {
        let perception = &species.perception;
        let bounded = matches!(perception.kind, PerceptionKind::Radius | PerceptionKind::NearestWithin);
        let perceived = if bounded { perception.radius } else { f64::INFINITY };
        let range = |radius: Option<f64>, view: Option<f64>| {
            let degrees = view.unwrap_or(perception.view);
            RuleRange {
                radius: square(radius.unwrap_or(perceived)),
                cos_half_view: (degrees < 360.0).then(|| libm::cos(degrees.to_radians() / 2.0) as f32),
            }
        };
        let separation = range(species.separation.radius, species.separation.view);
        let alignment = range(species.alignment.radius, species.alignment.view);
        let cohesion = range(species.cohesion.radius, species.cohesion.view);
        let any_view = [separation, alignment, cohesion].iter().any(|range| range.cos_half_view.is_some());
        let perceived = square(perceived);
        Ranges {
            perceived,
            separation,
            alignment,
            cohesion,
            falloff: species.separation.falloff,
            min_distance: square(species.separation.radius.unwrap_or(perception.radius) * f64::from(MIN_DISTANCE)),
            above: if perception.coincident == Coincident::Ignore { 0.0 } else { -1.0 },
            near: square(perception.near),
            uniform: !any_view && alignment.radius == perceived && cohesion.radius == perceived,
            uses_headings: species.alignment.of == Of::Heading,
        }
    }

    /// The largest radius of any rule.
    pub fn furthest(&self) -> f32 {
        let ranges = [self.separation, self.alignment, self.cohesion];
        ranges.iter().map(|range| range.radius).fold(self.perceived, f32::max).sqrt()
    }
}

fn square(x: f64) -> f32 {
    (x * x) as f32
}

impl CompiledRule {
    /// A rule of a species; `None` if it can have no effect.
    fn new(kind: RuleKind, species: &SpeciesSettings) -> Option<Self> {
        if !kind.can_act(species) {
            return None;
        }
        let rule = |weight: f64, response: Response, limit: Option<f64>| CompiledRule {
            kind,
            average: Average::Sum,
            include_self: false,
            relative: false,
            response,
            slowing: None,
            limit: limit.map(|x| x as f32),
            weight: weight as f32,
            attenuated: false,
        };
        let (s, a, c, f, h, g) =
            (&species.separation, &species.alignment, &species.cohesion, &species.flee, &species.hunt, &species.goal);
        let rule = match kind {
            RuleKind::Separation => CompiledRule { average: s.average, ..rule(s.weight, s.response, s.limit) },
            RuleKind::Alignment => CompiledRule {
                average: a.average,
                include_self: a.include_self,
                relative: a.relative && matches!(a.response, Response::Raw | Response::Unit),
                ..rule(a.weight, a.response, a.limit)
            },
            RuleKind::Cohesion => CompiledRule {
                average: c.average,
                include_self: c.include_self,
                slowing: Some(c.slowing as f32),
                ..rule(c.weight, c.response, c.limit)
            },
            RuleKind::Flee => rule(f.weight, f.response, f.limit),
            RuleKind::Hunt => rule(h.weight, h.response, h.limit),
            RuleKind::Goal => CompiledRule { slowing: Some(g.slowing as f32), ..rule(g.weight, g.response, g.limit) },
            RuleKind::Flow => rule(species.flow.weight, species.flow.response, species.flow.limit),
            RuleKind::Pointer => rule(1.0, Response::Raw, None),
            RuleKind::Avoid => rule(species.avoid.weight, Response::Raw, None),
            RuleKind::Wander => rule(species.wander.weight, Response::Raw, None),
        };
        // A weight too small for single precision is none.
        (rule.weight != 0.0).then_some(rule)
    }
}

/// Per boid id, the ids of its friends in ascending order.
fn friends(scenario: &Scenario, species: &SpeciesSettings) -> Vec<Vec<u32>> {
    let perception = &species.perception;
    if perception.kind != PerceptionKind::Friends {
        return Vec::new();
    }
    let mut friends = vec![Vec::new(); scenario.boids()];
    for &[a, b] in &perception.edges {
        if a != b {
            friends[a].push(b as u32);
            if !perception.directed {
                friends[b].push(a as u32);
            }
        }
    }
    for list in &mut friends {
        list.sort_unstable();
        list.dedup();
    }
    friends
}
