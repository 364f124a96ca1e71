//! What can be wrong with kernels, zones, integrators, herders and the end of a run.

use crate::model::parameter::nearest;
use crate::model::settings::{
    Average, Combine, EndWhen, Integrator, KernelKind, MoveWith, NoiseKind, PerceptionKind, Relation, Response,
    SpaceKind, SpeciesSettings,
};
use crate::model::{RuleKind, Scenario, ScenarioIssue, Species};

/// The longest table of a kernel.
const MAX_ROWS: usize = 256;

/// The largest ratio of the sides of a torus with Voronoi neighbours.
const MAX_ASPECT: f64 = 32.0;

/// What concerns one species.
pub(super) fn species(scenario: &Scenario, prefix: &str, species: &Species, issues: &mut Vec<ScenarioIssue>) {
    let settings = &species.settings;
    let mut add = |key: &str, problem: String, allowed: &str| {
        issues.push(ScenarioIssue::new(&format!("{prefix}{key}"), problem).allowed(allowed));
    };
    kernels_and_zones(settings, &mut add);
    populations(scenario, species, &mut add);
    let motion = &settings.motion;
    if !motion.joint.is_empty() && !matches!(motion.combine, Combine::Sum | Combine::Heading) {
        add(
            "motion.joint",
            format!("has no meaning with combine = \"{}\"", motion.combine),
            "combine = \"sum\" or \"heading\"",
        );
    }
    if settings.flee.graze.is_some() && species.has_relation(Relation::Flee) && motion.combine != Combine::Heading {
        add("flee.graze", format!("has no meaning with combine = \"{}\"", motion.combine), "combine = \"heading\"");
    }
    if motion.integrator != Integrator::Euler {
        for (key, what, allowed) in discontinuities(scenario, species) {
            add(key, format!("makes the forces jump, which {} cannot integrate: {what}", motion.integrator), allowed);
        }
    }
}

type Add<'a> = dyn FnMut(&str, String, &str) + 'a;

fn kernels_and_zones(settings: &SpeciesSettings, add: &mut Add) {
    let (s, a, c) = (&settings.separation, &settings.alignment, &settings.cohesion);
    let rules = [
        ("separation", s.falloff, &s.table, s.inner_radius, s.radius),
        ("alignment", a.falloff, &a.table, a.inner_radius, a.radius),
        ("cohesion", c.falloff, &c.table, c.inner_radius, c.radius),
    ];
    let perception = &settings.perception;
    let by_radius = matches!(perception.kind, PerceptionKind::Radius | PerceptionKind::NearestWithin);
    for (rule, falloff, table, inner, radius) in rules {
        let key = |key: &str| format!("{rule}.{key}");
        let outer = radius.or(by_radius.then_some(perception.radius));
        if let Some(outer) = outer.filter(|outer| inner > 0.0 && inner >= *outer) {
            add(
                &key("inner_radius"),
                format!("is {inner}, not less than the outer radius: the zone is empty or inside out"),
                &format!("less than {outer}"),
            );
        }
        if falloff != KernelKind::Table {
            continue;
        }
        if table.is_empty() {
            add(&key("table"), "is missing".into(), "rows [distance, value], as falloff is \"table\"");
        } else if table.len() > MAX_ROWS {
            add(&key("table"), format!("has {} rows", table.len()), &format!("at most {MAX_ROWS}"));
        } else if let Some(row) = table.iter().position(|row| row.len() != 2) {
            add(
                &key("table"),
                format!("has {} numbers in row {}", table[row].len(), row + 1),
                "two: distance and value",
            );
        } else if table[0][0] < 0.0 {
            add(&key("table"), format!("begins at distance {}", table[0][0]), "distances from 0 on");
        } else if let Some(row) = table.windows(2).position(|rows| rows[0][0] >= rows[1][0]) {
            let (before, after) = (table[row][0], table[row + 1][0]);
            add(
                &key("table"),
                format!("is not increasing: distance {after} comes after {before}"),
                "rows by increasing distance",
            );
        }
    }
}

fn populations(scenario: &Scenario, species: &Species, add: &mut Add) {
    let (settings, general) = (&species.settings, &scenario.general);
    let (perception, spread) = (&settings.perception, &settings.spread);
    if perception.kind == PerceptionKind::Voronoi && general.dimension != 2 {
        add("perception.kind", "is \"voronoi\", which is defined in 2D only".into(), "another kind, or dimension = 2");
    }
    if perception.kind == PerceptionKind::Voronoi && general.space.kind == SpaceKind::Torus {
        // A cell may then be as long as the longer side, across many images of the shorter one.
        let sides = &general.space.size;
        let (least, most) = sides.iter().fold((f64::INFINITY, 0.0f64), |(a, b), side| (a.min(*side), b.max(*side)));
        if most > MAX_ASPECT * least {
            let problem = format!("is \"voronoi\" on a torus {} times as long as wide", most / least);
            add("perception.kind", problem, &format!("sides that differ by at most a factor of {MAX_ASPECT}"));
        }
    }
    if let Some(count) = perception.nearest_at_start {
        if count >= scenario.boids() && scenario.boids() > 1 {
            let problem = format!("asks for {count} friends in a flock of {}", scenario.boids());
            add("perception.nearest_at_start", problem, &format!("at most {}: everyone else", scenario.boids() - 1));
        }
        if !perception.edges.is_empty() {
            add(
                "perception.nearest_at_start",
                "makes edges, but there are some already".into(),
                "either this or perception.edges",
            );
        }
    }
    let half = match general.space.kind {
        SpaceKind::Torus => general.space.size.iter().copied().fold(f64::INFINITY, f64::min) / 2.0,
        _ => f64::INFINITY,
    };
    let radii = [
        ("spread.separation_radius", spread.separation_radius, settings.separation.radius),
        ("spread.alignment_radius", spread.alignment_radius, settings.alignment.radius),
        ("spread.cohesion_radius", spread.cohesion_radius, settings.cohesion.radius),
    ];
    for (key, deviation, mean) in radii.into_iter().filter(|(_, deviation, _)| *deviation > 0.0) {
        match mean {
            None => add(key, "spreads a radius that the rule does not have".into(), "a radius of the rule's own"),
            Some(mean) if mean + 3.0 * deviation > half => {
                let problem = format!("makes radii up to {}, more than half the torus", mean + 3.0 * deviation);
                add(key, problem, &format!("at most {}", ((half - mean) / 3.0).max(0.0)));
            }
            Some(_) => {}
        }
    }
    if spread.turn_rate > 0.0 && settings.motion.turn_rate.is_none() {
        add("spread.turn_rate", "spreads a turning rate that there is not".into(), "a motion.turn_rate");
    }
    if species.has_relation(Relation::Herd) {
        let goal = &settings.goal;
        if goal.position.is_none() && goal.path.is_empty() {
            add("goal.position", "is missing: herders drive to a goal".into(), "a point, or a goal.path");
        }
        if general.space.kind == SpaceKind::Torus {
            add("relations", "herd on a torus, where a flock has no centre".into(), "another space.kind");
        }
    }
}

/// What makes the forces of a species jump in time, with what to do instead.
fn discontinuities(scenario: &Scenario, species: &Species) -> Vec<(&'static str, &'static str, &'static str)> {
    let (settings, space) = (&species.settings, &scenario.general.space);
    let (motion, perception) = (&settings.motion, &settings.perception);
    let (s, a, c) = (&settings.separation, &settings.alignment, &settings.cohesion);
    let first = &scenario.species[0].settings.motion;
    let mut found = Vec::new();
    let mut check = |wrong: bool, key, what, allowed| {
        if wrong {
            found.push((key, what, allowed));
        }
    };
    let acts = |rule: RuleKind| motion.order.contains(&rule) && rule.can_act(settings);
    check(
        motion.integrator != first.integrator,
        "motion.integrator",
        "all species share one",
        "that of the first species",
    );
    check(motion.step != first.step, "motion.step", "all species share one", "that of the first species");
    check(motion.combine != Combine::Sum, "motion.combine", "only a sum is smooth", "\"sum\"");
    check(!motion.joint.is_empty(), "motion.joint", "a unit vector jumps where its sum is zero", "[]");
    check(motion.max_force.is_some(), "motion.max_force", "a limit", "no max_force");
    check(motion.turn_rate.is_some(), "motion.turn_rate", "a limit", "no turn_rate");
    check(motion.smoothing < 1.0, "motion.smoothing", "a memory of the last step", "1");
    check(motion.slow_speed > 0.0, "motion.slow_speed", "a threshold", "0");
    check(motion.damping > 0.0, "motion.damping", "it acts once per step", "0, or motion.drag");
    check(motion.move_with == MoveWith::Old, "motion.move_with", "the method moves boids itself", "\"new\"");
    check(settings.noise.kind != NoiseKind::None, "noise.kind", "noise", "\"none\"");
    let smooth = [PerceptionKind::All, PerceptionKind::Radius, PerceptionKind::Friends];
    check(!smooth.contains(&perception.kind), "perception.kind", "neighbours change places", "all, radius or friends");
    let views = [s.view, a.view, c.view].map(|view| view.unwrap_or(perception.view));
    check(views.iter().any(|view| *view < 360.0), "perception.view", "an edge of the field of view", "360");
    let rules = [
        ("separation", RuleKind::Separation, s.response, s.limit, s.exclusive, s.average),
        ("alignment", RuleKind::Alignment, a.response, a.limit, a.exclusive, a.average),
        ("cohesion", RuleKind::Cohesion, c.response, c.limit, c.exclusive, c.average),
    ];
    const KEYS: [[&str; 4]; 3] = [
        ["separation.response", "separation.limit", "separation.exclusive", "separation.average"],
        ["alignment.response", "alignment.limit", "alignment.exclusive", "alignment.average"],
        ["cohesion.response", "cohesion.limit", "cohesion.exclusive", "cohesion.average"],
    ];
    for ((_, rule, response, limit, exclusive, average), keys) in rules.into_iter().zip(KEYS) {
        if !acts(rule) {
            continue;
        }
        check(response != Response::Raw, keys[0], "a direction jumps where the motion is zero", "\"raw\"");
        check(limit.is_some(), keys[1], "a limit", "no limit");
        check(exclusive, keys[2], "a rule that silences others", "false");
        let varies = perception.kind == PerceptionKind::Radius && average != Average::Sum;
        check(varies, keys[3], "the number of neighbours jumps", "\"sum\"");
    }
    check(acts(RuleKind::Wander), "wander.weight", "noise", "0");
    check(acts(RuleKind::Avoid) && !scenario.obstacles.is_empty(), "avoid.weight", "obstacles", "0");
    let pursues =
        [Relation::Flee, Relation::Hunt, Relation::Herd].iter().any(|relation| species.has_relation(*relation));
    check(pursues, "relations", "who is nearest changes", "flock, avoid or ignore");
    check(!matches!(space.kind, SpaceKind::Open | SpaceKind::Torus), "space.kind", "an edge", "\"open\" or \"torus\"");
    found
}

/// When a run ends.
pub(super) fn end(scenario: &Scenario, issues: &mut Vec<ScenarioIssue>) {
    let end = &scenario.general.end;
    if end.when == EndWhen::Never {
        return;
    }
    let name = end.species.as_deref().unwrap_or(&scenario.species[0].name);
    let Some(species) = scenario.species.iter().find(|species| species.name == name) else {
        let names: Vec<&str> = scenario.species.iter().map(|species| species.name.as_str()).collect();
        let issue = ScenarioIssue::new("end.species", "names a species that does not exist");
        issues.push(issue.suggest(nearest(name, names.iter().copied())).allowed(names.join(", ")));
        return;
    };
    if end.when != EndWhen::AtGoal {
        return;
    }
    let goal = &species.settings.goal;
    if end.at.is_none() && goal.position.is_none() && goal.path.is_empty() {
        let issue = ScenarioIssue::new("end.at", "is missing, and the species has no goal");
        issues.push(issue.allowed("the point at which the run ends"));
    }
    if scenario.general.space.kind == SpaceKind::Torus {
        let issue = ScenarioIssue::new("end.when", "is \"at-goal\" on a torus, where a flock has no centre");
        issues.push(issue.allowed("another space.kind, or another end"));
    }
}
