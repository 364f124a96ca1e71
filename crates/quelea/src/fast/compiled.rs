//! A scenario compiled for stepping: every number in single precision, every choice resolved.

use crate::engine::canonical_order::Reach;
use crate::fast::environment::{flow::FlowField, goal::Goal, herding::Herding, obstacle::Obstacles};
use crate::fast::kernel::Kernel;
use crate::fast::space::Space;
use crate::fast::turning::MaxTurn;
use crate::geometry::vector::from_slice;
use crate::model::environment::clearance;
use crate::model::settings::{
    Average, AvoidMethod, Coincident, Combine, Falloff, Integrator, KernelKind, MoveWith, NoiseKind, Of,
    PerceptionKind, PointerMode, Relation, Response, SpeciesSettings, Target,
};
use crate::model::{RuleKind, Scenario};
use crate::state::random::IndividualTrait;

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
    pub kernels: Kernels,
    pub rules: Vec<CompiledRule>,
    pub flee: Option<Pursuit>,
    pub hunt: Option<Pursuit>,
    pub herding: Option<Herding<D>>,
    /// Whether separation acts.
    pub separates: bool,
    /// Whether anything can silence a rule.
    pub silences: bool,
    /// The probability that a boid moves while it grazes, if it ever grazes.
    pub graze: Option<f32>,
    pub avoid: Avoid,
    pub goal: Option<Goal<D>>,
    pub flow: Option<FlowField<D>>,
    pub wander: Wander,
    pub noise: NoiseModel,
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
    /// Perceived boids are further away than this: 0 if coincident ones are ignored, else negative.
    pub above: f32,
    /// Within this distance the field of view does not matter.
    pub near: f32,
    /// Whether perception, alignment and cohesion have one radius, no inner radius and no field of view, the same for
    /// all boids, and every neighbour has the same weight.
    pub uniform: bool,
    /// Whether alignment matches headings.
    pub uses_headings: bool,
}

/// How far and in which directions one rule applies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RuleRange {
    /// The squared radius; if radii differ between boids, that of the largest possible one.
    pub radius: f32,
    /// Boids nearer than this, squared, do not count.
    pub inner: f32,
    /// The radius itself, if it differs between boids.
    pub spread: Option<Spread>,
    /// The cosine of half the field of view; `None` for all directions.
    pub cos_half_view: Option<f32>,
}

/// How the force of each rule depends on the distance.
#[derive(Clone, Debug)]
pub(crate) struct Kernels {
    pub separation: Kernel,
    pub alignment: Kernel,
    pub cohesion: Kernel,
}

/// A parameter that may differ between boids: its mean and its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub mean: f32,
    pub deviation: f32,
}

/// Noise on the heading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoiseModel {
    pub kind: NoiseKind,
    pub strength: Spread,
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
    /// Whether its own motion is subtracted from that of each neighbour.
    pub pairwise: bool,
    /// Whether later rules are silent where this one applies.
    pub exclusive: bool,
    /// Whether its force is brought to length 1 together with those of other rules.
    pub joint: bool,
    /// The largest turn that it makes on its own.
    pub max_turn: MaxTurn<f32>,
    pub response: Response,
    /// Distance within which `arrive` slows down; without one, `arrive` is `seek`.
    pub slowing: Option<f32>,
    /// How much of the difference to the velocity of the goal is added to the force.
    pub match_velocity: f32,
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
    /// The longest time ahead for which it predicts where they will be.
    pub prediction: f32,
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
    /// The standard deviation of `max_speed` between boids.
    pub max_speed_spread: f32,
    pub min_speed: f32,
    pub inertia: f32,
    pub integrator: Integrator,
    pub move_with: MoveWith,
    pub max_turn: Option<TurnRate>,
    pub propulsion: f32,
    pub drag: f32,
    /// The cruising speed and the inverse of the time to reach it.
    pub cruise: Option<(f32, f32)>,
    /// Whether vectorial noise is compared with a sum of headings instead of their mean.
    pub noise_of_sum: bool,
    pub has_joint: bool,
    /// The fraction of the velocity that damping leaves.
    pub damping_factor: f32,
    pub smoothing: f32,
    pub slow_speed: f32,
}

/// The largest turn in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnRate {
    /// In radians, for each boid.
    pub radians: Spread,
    /// If it is the same for all.
    pub uniform: MaxTurn<f32>,
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
        let duration = scenario.species[0].settings.motion.step;
        goals.for_each(|goal| goal.advance_to(scenario.time(step), duration));
    }

    /// Whether any species perceives its nearest.
    pub fn has_nearest(&self) -> bool {
        self.species.iter().any(|species| species.perceives_nearest())
    }

    /// Whether any species perceives a list of ids: its friends, or its Voronoi neighbours.
    pub fn has_lists(&self) -> bool {
        self.species.iter().any(SpeciesModel::perceives_list)
    }

    /// Whether any species perceives its Voronoi neighbours.
    pub fn has_voronoi(&self) -> bool {
        self.species.iter().any(|species| species.perception == PerceptionKind::Voronoi)
    }

    /// How the equations of motion are integrated; all species agree.
    pub fn integrator(&self) -> Integrator {
        self.species.first().map_or(Integrator::Euler, |species| species.motion.integrator)
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
        let pursuit = |relation, radius: f64, target, falloff, prediction: f64| {
            let (radius, min_distance, prediction) = (radius as f32, radius as f32 * MIN_DISTANCE, prediction as f32);
            relations.contains(&relation).then_some(Pursuit { radius, target, falloff, min_distance, prediction })
        };
        let flees = relations.contains(&Relation::Flee);
        let kernels = Kernels::new(species);
        let spread = |mean: f64, deviation: f64| Spread { mean: mean as f32, deviation: deviation as f32 };
        let (motion, avoid) = (&species.motion, &species.avoid);
        let avoids = avoid.weight != 0.0 && motion.order.contains(&RuleKind::Avoid);
        let order = motion.order.iter().filter(|rule| scenario.has_subject(**rule));
        let mut rules: Vec<_> = order.filter_map(|kind| CompiledRule::new(*kind, species)).collect();
        if avoids && avoid.method == AvoidMethod::Steer && !scenario.obstacles.is_empty() {
            let after = rules.iter_mut().skip_while(|rule| rule.kind != RuleKind::Avoid).skip(1);
            after.for_each(|rule| rule.attenuated = true);
        }
        SpeciesModel {
            perception: species.perception.kind,
            // A lone boid may ask for any number; reserve no memory for them.
            neighbours: species.perception.neighbours.min(scenario.boids().max(1)),
            ranges: Ranges::new(species, &relations, &kernels),
            kernels,
            separates: rules.iter().any(|rule| rule.kind == RuleKind::Separation),
            silences: flees && species.flee.graze.is_some() || rules.iter().any(|rule| rule.exclusive),
            rules,
            flee: {
                let flee = &species.flee;
                pursuit(Relation::Flee, flee.radius, flee.target, flee.falloff, flee.prediction)
            },
            hunt: {
                let hunt = &species.hunt;
                pursuit(Relation::Hunt, hunt.radius, hunt.target, Falloff::Offset, hunt.prediction)
            },
            herding: relations.contains(&Relation::Herd).then_some(Herding {
                spacing: species.herd.spacing as f32,
                near: species.herd.near as f32,
                near_speed: species.herd.near_speed as f32,
                aim: None,
            }),
            graze: species.flee.graze.filter(|_| flees).map(|probability| probability as f32),
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
            noise: NoiseModel {
                kind: species.noise.kind,
                strength: spread(species.noise.strength, species.spread.noise),
            },
            motion: Motion {
                combine: motion.combine,
                max_speed_spread: species.spread.max_speed as f32,
                integrator: motion.integrator,
                move_with: motion.move_with,
                max_turn: motion.turn_rate.map(|rate| TurnRate {
                    radians: spread(
                        (rate * motion.step).to_radians(),
                        (species.spread.turn_rate * motion.step).to_radians(),
                    ),
                    uniform: MaxTurn::new(rate * motion.step),
                }),
                propulsion: motion.propulsion as f32,
                drag: motion.drag as f32,
                cruise: motion.cruise_speed.map(|speed| (speed as f32, (1.0 / motion.cruise_time) as f32)),
                noise_of_sum: species.alignment.average == Average::Sum,
                has_joint: !motion.joint.is_empty(),
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

    /// Whether it perceives a list of ids.
    pub fn perceives_list(&self) -> bool {
        matches!(self.perception, PerceptionKind::Friends | PerceptionKind::Voronoi)
    }

    /// How far it perceives, as far as that is known beforehand.
    fn reach(&self) -> Reach {
        match self.perception {
            PerceptionKind::Radius => Reach::Radius(self.ranges.furthest()),
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => Reach::Nearest(self.neighbours),
            PerceptionKind::All | PerceptionKind::Friends | PerceptionKind::Voronoi => Reach::All,
        }
    }
}

impl Kernels {
    fn new(species: &SpeciesSettings) -> Self {
        let perception = &species.perception;
        let kernel = |kernel: crate::model::kernel::Kernel| {
            let min_r2 = square(kernel.radius * f64::from(MIN_DISTANCE));
            Kernel::new(&kernel, min_r2)
        };
        Kernels {
            separation: kernel(species.separation.kernel(perception)),
            alignment: kernel(species.alignment.kernel(perception)),
            cohesion: kernel(species.cohesion.kernel(perception)),
        }
    }

    /// Whether every neighbour has the same weight, and pushes are powers of the distance.
    fn are_plain(&self) -> bool {
        let (alignment, cohesion) = (self.alignment.kind, self.cohesion.kind);
        self.separation.is_power() && alignment == KernelKind::Constant && cohesion == KernelKind::Offset
    }
}

impl Ranges {
    fn new(species: &SpeciesSettings, relations: &[Relation], kernels: &Kernels) -> Self {
        let perception = &species.perception;
        let bounded = matches!(perception.kind, PerceptionKind::Radius | PerceptionKind::NearestWithin);
        let perceived = if bounded { perception.radius } else { f64::INFINITY };
        let range = |inner: f64, radius: Option<f64>, view: Option<f64>, deviation: f64| {
            let degrees = view.unwrap_or(perception.view);
            let largest = radius.unwrap_or(perceived) + f64::from(IndividualTrait::MAX_DEVIATION) * deviation;
            RuleRange {
                radius: square(largest),
                inner: square(inner),
                spread: radius
                    .filter(|_| deviation > 0.0)
                    .map(|mean| Spread { mean: mean as f32, deviation: deviation as f32 }),
                cos_half_view: (degrees < 360.0).then(|| libm::cos(degrees.to_radians() / 2.0) as f32),
            }
        };
        let (s, a, c) = (&species.separation, &species.alignment, &species.cohesion);
        let spread = &species.spread;
        // A rule that does not act must not shape the cells either, and with them the order of sums.
        let acts = |rule: RuleKind, with: &[Relation]| {
            rule.acts(species) && relations.iter().any(|relation| with.contains(relation))
        };
        let idle = range(0.0, None, None, 0.0);
        let separation = match acts(RuleKind::Separation, &[Relation::Flock, Relation::Avoid]) {
            true => range(s.inner_radius, s.radius, s.view, spread.separation_radius),
            false => idle,
        };
        let alignment = match acts(RuleKind::Alignment, &[Relation::Flock]) {
            true => range(a.inner_radius, a.radius, a.view, spread.alignment_radius),
            false => idle,
        };
        let cohesion = match acts(RuleKind::Cohesion, &[Relation::Flock]) {
            true => range(c.inner_radius, c.radius, c.view, spread.cohesion_radius),
            false => idle,
        };
        let is_full = |range: &RuleRange| range.cos_half_view.is_none() && range.inner == 0.0;
        let full = [separation, alignment, cohesion].iter().all(is_full);
        let alike = alignment.spread.is_none() && cohesion.spread.is_none() && kernels.are_plain();
        let perceived = square(perceived);
        Ranges {
            perceived,
            separation,
            alignment,
            cohesion,
            above: if perception.coincident == Coincident::Ignore { 0.0 } else { -1.0 },
            near: square(perception.near),
            uniform: full && alike && alignment.radius == perceived && cohesion.radius == perceived,
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
            pairwise: false,
            exclusive: false,
            joint: species.motion.joint.contains(&kind),
            max_turn: MaxTurn::new(180.0),
            response,
            slowing: None,
            match_velocity: 0.0,
            limit: limit.map(|x| x as f32),
            weight: weight as f32,
            attenuated: false,
        };
        let (s, a, c, f, h, g) =
            (&species.separation, &species.alignment, &species.cohesion, &species.flee, &species.hunt, &species.goal);
        let rule = match kind {
            RuleKind::Separation => CompiledRule {
                average: s.average,
                exclusive: s.exclusive,
                max_turn: MaxTurn::new(s.max_turn),
                ..rule(s.weight, s.response, s.limit)
            },
            RuleKind::Alignment => CompiledRule {
                average: a.average,
                include_self: a.include_self && !a.pairwise,
                relative: a.relative && !a.pairwise && matches!(a.response, Response::Raw | Response::Unit),
                pairwise: a.pairwise,
                exclusive: a.exclusive,
                max_turn: MaxTurn::new(a.max_turn),
                ..rule(a.weight, a.response, a.limit)
            },
            RuleKind::Cohesion => CompiledRule {
                average: c.average,
                include_self: c.include_self,
                exclusive: c.exclusive,
                max_turn: MaxTurn::new(c.max_turn),
                slowing: Some(c.slowing as f32),
                ..rule(c.weight, c.response, c.limit)
            },
            RuleKind::Flee => rule(f.weight, f.response, f.limit),
            RuleKind::Hunt => rule(h.weight, h.response, h.limit),
            RuleKind::Herd => rule(species.herd.weight, species.herd.response, species.herd.limit),
            RuleKind::Goal => CompiledRule {
                slowing: Some(g.slowing as f32),
                match_velocity: g.match_velocity as f32,
                ..rule(g.weight, g.response, g.limit)
            },
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
