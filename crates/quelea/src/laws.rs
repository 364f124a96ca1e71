//! A scenario made ready for stepping: every number in single precision, every choice resolved.

use crate::scenario::Scenario;
use crate::scenario::settings::{
    Average, AvoidMethod, Coincident, Combine, Falloff, FlowField, ORDER, Of, PerceptionKind, PointerMode, Relation,
    Response, Species, Target,
};
use crate::search::grid::Reach;
use crate::space::Space;
use crate::surroundings::{clearance, flow::Flow, goal::Goal, obstacle::Scenery};

/// What holds for a whole flock.
#[derive(Clone, Debug)]
pub(crate) struct Laws<const D: usize> {
    pub seed: u64,
    pub space: Space<D>,
    pub kinds: Vec<Law<D>>,
    pub pointer: Option<Pointer<D>>,
    pub scenery: Scenery<D>,
    /// How far boids look: cells follow from it.
    pub reach: Reach,
    /// Whether alignment looks at headings, for any species.
    pub headings: bool,
}

/// What holds for one species.
#[derive(Clone, Debug)]
pub(crate) struct Law<const D: usize> {
    pub perception: PerceptionKind,
    pub neighbours: usize,
    pub senses: Senses,
    pub rules: Vec<Rule>,
    pub flee: Option<Chase>,
    pub hunt: Option<Chase>,
    pub avoid: Avoid,
    pub goal: Option<Goal<D>>,
    pub flow: Option<Flow<D>>,
    pub wander: Wander,
    pub motion: Motion,
    /// What it does about each species, by number.
    pub relations: Vec<Relation>,
    /// Per boid id, the ids of its friends, for `friends`.
    pub friends: Vec<Vec<u32>>,
}

/// How far and how wide a boid looks. Distances are squared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Senses {
    /// Nearer than this it perceives, where it does not perceive the nearest or its friends.
    pub perceived: f32,
    pub separation: Sense,
    pub alignment: Sense,
    pub cohesion: Sense,
    pub falloff: Falloff,
    /// Pushes grow no further below this distance.
    pub closest: f32,
    /// A perceived boid is further off than this: 0 if coincident ones are ignored, else below 0.
    pub above: f32,
    /// Within this distance the field of view does not matter.
    pub near: f32,
    /// Whether alignment, cohesion and perception all look equally far and all round.
    pub plain: bool,
    /// Whether alignment looks at headings.
    pub headings: bool,
}

/// How far and how wide one rule looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sense {
    /// The square of the distance.
    pub radius: f32,
    /// The cosine of half the field of view; none: all round.
    pub view: Option<f32>,
}

/// One rule: where its wish comes from, and how that becomes a force.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub wish: Wish,
    pub response: Response,
    /// Within which distance `arrive` slows down; where there is none, `arrive` is `seek`.
    pub slowing: Option<f32>,
    pub limit: Option<f32>,
    pub weight: f32,
    /// Whether it counts less the nearer a collision with an obstacle is.
    pub yields: bool,
}

/// Where a rule's wish comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    Separation { average: Average },
    Alignment { average: Average, include_self: bool, relative: bool },
    Cohesion { average: Average, include_self: bool },
    Flee,
    Hunt,
    Goal,
    Pointer,
    Avoid,
    Flow,
    Wander,
}

/// Whom a flight or a hunt concerns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chase {
    pub radius: f32,
    pub target: Target,
    pub falloff: Falloff,
    pub closest: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Avoid {
    /// Whether it does anything at all.
    pub acts: bool,
    pub method: AvoidMethod,
    /// How much time it looks ahead.
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
    /// Positive: draws; negative: drives away.
    pub weight: f32,
    pub falloff: Falloff,
    pub radius: f32,
    pub reach: f32,
    pub closest: f32,
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
    pub keep: f32,
    pub smoothing: f32,
    pub slow_speed: f32,
}

impl<const D: usize> Laws<D> {
    /// The laws of a valid scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let kinds: Vec<Law<D>> = (0..scenario.kinds().count()).map(|number| Law::of(scenario, number)).collect();
        let pointer = &scenario.general.pointer;
        let sign = match pointer.mode {
            PointerMode::Off => None,
            PointerMode::Repel => Some(-1.0),
            PointerMode::Attract => Some(1.0),
        };
        let pointer = pointer.position.as_ref().zip(sign).map(|(position, sign)| Pointer {
            position: vector(position),
            weight: sign * pointer.weight as f32,
            falloff: pointer.falloff,
            radius: pointer.radius as f32,
            reach: pointer.reach as f32,
            closest: pointer.closest as f32,
        });
        // Cells serve the widest radius there is; without one, the most neighbours.
        let reach = kinds.iter().map(Law::reach).fold(Reach::All, |reach, law| match (reach, law) {
            (Reach::Radius(a), Reach::Radius(b)) => Reach::Radius(a.max(b)),
            (Reach::Nearest(a), Reach::Nearest(b)) => Reach::Nearest(a.max(b)),
            (Reach::Radius(_), _) | (_, Reach::All) => reach,
            (_, law) => law,
        });
        Laws {
            seed: scenario.general.seed,
            space: Space::of(scenario),
            pointer,
            scenery: Scenery::of(scenario),
            reach,
            headings: kinds.iter().any(|law| law.senses.headings),
            kinds,
        }
    }

    /// Puts everything that moves by itself where it is in a step.
    pub fn place(&mut self, scenario: &Scenario, step: u64) {
        self.scenery.place(scenario, step);
        self.kinds.iter_mut().filter_map(|law| law.goal.as_mut()).for_each(|goal| goal.place(scenario, step));
    }
}

fn vector<const D: usize>(list: &[f64]) -> [f32; D] {
    std::array::from_fn(|axis| list[axis] as f32)
}

impl<const D: usize> Law<D> {
    fn of(scenario: &Scenario, number: usize) -> Self {
        let kinds: Vec<_> = scenario.kinds().collect();
        let species = &kinds[number].species;
        let relations: Vec<Relation> = (0..kinds.len()).map(|other| scenario.relation(number, other)).collect();
        let chase = |relation, radius: f64, target, falloff| {
            let (radius, closest) = (radius as f32, radius as f32 * CLOSEST);
            relations.contains(&relation).then_some(Chase { radius, target, falloff, closest })
        };
        let motion = &species.motion;
        let avoid = &species.avoid;
        let acts = avoid.weight != 0.0 && motion.order.iter().any(|name| name == "avoid");
        let mut rules: Vec<Rule> = motion.order.iter().filter_map(|name| Rule::of(name, species)).collect();
        if acts && avoid.method == AvoidMethod::Steer && !scenario.obstacles.is_empty() {
            let behind = rules.iter_mut().skip_while(|rule| rule.name() != "avoid").skip(1);
            behind.for_each(|rule| rule.yields = true);
        }
        Law {
            perception: species.perception.kind,
            // A lone boid may ask for any number, and makes room for none of them.
            neighbours: species.perception.neighbours.min(scenario.boids().max(1)),
            senses: Senses::of(species),
            rules,
            flee: chase(Relation::Flee, species.flee.radius, species.flee.target, species.flee.falloff),
            hunt: chase(Relation::Hunt, species.hunt.radius, species.hunt.target, Falloff::Offset),
            avoid: Avoid {
                acts,
                method: avoid.method,
                look_ahead: (avoid.look_ahead * motion.step) as f32,
                half_turn: libm::tan(avoid.turn.to_radians() / 2.0) as f32,
                clearance: clearance(scenario, species) as f32,
                strength: avoid.strength as f32,
                reach: avoid.reach as f32,
                contact: avoid.contact as f32,
                contact_push: avoid.contact_push as f32,
            },
            goal: Goal::of(&species.goal),
            flow: Flow::of(scenario, &species.flow),
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
                keep: (1.0 - motion.damping * motion.step).max(0.0) as f32,
                smoothing: motion.smoothing as f32,
                slow_speed: motion.slow_speed as f32,
            },
            relations,
            friends: friends(scenario, species),
        }
    }

    /// How far it looks, as far as that is known beforehand.
    fn reach(&self) -> Reach {
        match self.perception {
            PerceptionKind::Radius => Reach::Radius(self.senses.furthest()),
            PerceptionKind::Nearest | PerceptionKind::NearestWithin => Reach::Nearest(self.neighbours),
            PerceptionKind::All | PerceptionKind::Friends => Reach::All,
        }
    }
}

/// The distance below which pushes grow no further, as a share of the rule's radius.
const CLOSEST: f32 = 1e-6;

impl Senses {
    /// The furthest that any rule looks.
    pub fn furthest(&self) -> f32 {
        let senses = [self.separation, self.alignment, self.cohesion];
        libm::sqrtf(senses.iter().map(|sense| sense.radius).fold(self.perceived, f32::max))
    }

    fn of(species: &Species) -> Self {
        let perception = &species.perception;
        let unbounded = !matches!(perception.kind, PerceptionKind::Radius | PerceptionKind::NearestWithin);
        let perceived = if unbounded { f64::INFINITY } else { perception.radius };
        let sense = |radius: Option<f64>, view: Option<f64>| {
            let degrees = view.unwrap_or(perception.view);
            Sense {
                radius: square(radius.unwrap_or(perceived)),
                view: (degrees < 360.0).then(|| libm::cos(degrees.to_radians() / 2.0) as f32),
            }
        };
        let separation = sense(species.separation.radius, species.separation.view);
        let alignment = sense(species.alignment.radius, species.alignment.view);
        let cohesion = sense(species.cohesion.radius, species.cohesion.view);
        let any_view = [separation, alignment, cohesion].iter().any(|sense| sense.view.is_some());
        let perceived = square(perceived);
        Senses {
            perceived,
            separation,
            alignment,
            cohesion,
            falloff: species.separation.falloff,
            closest: square(species.separation.radius.unwrap_or(perception.radius) * f64::from(CLOSEST)),
            above: if perception.coincident == Coincident::Ignore { 0.0 } else { -1.0 },
            near: square(perception.near),
            plain: !any_view && alignment.radius == perceived && cohesion.radius == perceived,
            headings: species.alignment.of == Of::Heading,
        }
    }
}

fn square(x: f64) -> f32 {
    (x * x) as f32
}

impl Rule {
    /// Its name, as in `motion.order`.
    pub fn name(&self) -> &'static str {
        match self.wish {
            Wish::Separation { .. } => "separation",
            Wish::Alignment { .. } => "alignment",
            Wish::Cohesion { .. } => "cohesion",
            Wish::Flee => "flee",
            Wish::Hunt => "hunt",
            Wish::Goal => "goal",
            Wish::Flow => "flow",
            Wish::Pointer => "pointer",
            Wish::Avoid => "avoid",
            Wish::Wander => "wander",
        }
    }

    /// A species' rule by name; none where it can have no effect.
    fn of(name: &str, species: &Species) -> Option<Self> {
        let rule = |wish, response, slowing: Option<f64>, limit: Option<f64>, weight: f64| {
            let (slowing, limit) = (slowing.map(|x| x as f32), limit.map(|x| x as f32));
            Some(Rule { wish, response, slowing, limit, weight: weight as f32, yields: false })
        };
        let (s, a, c, f, h, g) =
            (&species.separation, &species.alignment, &species.cohesion, &species.flee, &species.hunt, &species.goal);
        let rule = match name {
            "separation" => rule(Wish::Separation { average: s.average }, s.response, None, s.limit, s.weight),
            "alignment" => {
                let relative = a.relative && matches!(a.response, Response::Raw | Response::Unit);
                let wish = Wish::Alignment { average: a.average, include_self: a.include_self, relative };
                rule(wish, a.response, None, a.limit, a.weight)
            }
            "cohesion" => {
                let wish = Wish::Cohesion { average: c.average, include_self: c.include_self };
                rule(wish, c.response, Some(c.slowing), c.limit, c.weight)
            }
            "flee" => rule(Wish::Flee, f.response, None, f.limit, f.weight),
            "hunt" => rule(Wish::Hunt, h.response, None, h.limit, h.weight),
            "goal" if g.position.is_none() && g.waypoints.is_empty() && g.path.is_empty() => None,
            "goal" => rule(Wish::Goal, g.response, Some(g.slowing), g.limit, g.weight),
            "flow" if species.flow.field == FlowField::None => None,
            "flow" => rule(Wish::Flow, species.flow.response, None, species.flow.limit, species.flow.weight),
            "pointer" => rule(Wish::Pointer, Response::Raw, None, None, 1.0),
            "avoid" => rule(Wish::Avoid, Response::Raw, None, None, species.avoid.weight),
            "wander" => rule(Wish::Wander, Response::Raw, None, None, species.wander.weight),
            _ => None,
        };
        debug_assert!(ORDER.contains(&name), "validation lets no other name through");
        rule.filter(|rule| rule.weight != 0.0)
    }
}

/// Per boid id, the ids of its friends in rising order.
fn friends(scenario: &Scenario, species: &Species) -> Vec<Vec<u32>> {
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
