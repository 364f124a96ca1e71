//! Makes a scene from a state.

use super::bounds::Stage;
use super::crowd::{Crowd, CrowdColours, CrowdSpecies};
use super::{Boid, Legend, Pointer, Scene, Solid, vec3};
use crate::colour::Colour;
use crate::colour_by::ColourBy;
use crate::style::Style;
use crate::theme::Theme;
use quelea::model::Species;
use quelea::model::environment::{goals_at, obstacles_at};
use quelea::model::settings::Relation;
use quelea::{Scenario, State, measures};

/// The length of a hunter relative to other boids.
const HUNTER_SIZE: f32 = 1.7;

impl Scene {
    /// A scene that shows a state.
    pub fn new(scenario: &Scenario, state: &State, style: &Style) -> Self {
        let mut scene = Scene::empty(state.dimension, style.theme);
        scene.update(scenario, state, style);
        scene
    }

    /// Shows a later state of the same flock; earlier positions become its trails. Marks are removed. Memory is
    /// reused, so that a frame costs little.
    pub fn update(&mut self, scenario: &Scenario, state: &State, style: &Style) {
        let is_later = self.continues(state.step, state.dimension);
        let is_new = is_later || self.trails.is_empty();
        let stage = Stage::new(scenario);
        self.set_stage(scenario, &stage, state.step, style);
        self.arrow_reference.update(scenario, state, stage.side);
        self.arrow_scale = self.arrow_reference.scale(style.overlay.exaggeration);
        self.crowd = None;
        let size = boid_size(stage.side, state.len(), state.dimension) * style.size.clamp(1e-3, 1e3);
        self.place_boids(scenario, state, size);
        self.find_hunters(scenario, &state.species);
        self.colour_boids(scenario, state, style);
        if is_new || style.trails < self.trails.len() {
            self.trails.max_move = stage.max_move;
            self.trails.push(self.boids.iter().map(|boid| boid.position), style.trails);
        }
    }

    /// Shows a flock that is on the device, in a style that [suits](Crowd::suits) it, given the species of its boids by
    /// id.
    pub fn update_crowd(&mut self, scenario: &Scenario, step: u64, species: &[u8], style: &Style) {
        let dimension = scenario.general.dimension;
        self.continues(step, dimension);
        let stage = Stage::new(scenario);
        self.set_stage(scenario, &stage, step, style);
        self.trails.clear();
        self.boids.clear();
        self.find_hunters(scenario, species);
        self.set_legend(scenario, style);
        let size = boid_size(stage.side, species.len(), dimension) * style.size.clamp(1e-3, 1e3);
        let own = scenario.species.iter().zip(&self.legend.species).map(|(found, (_, colour))| {
            let keeps_colour = hunts(scenario, found);
            CrowdSpecies { size: species_size(scenario, found, size), colour: *colour, keeps_colour }
        });
        self.crowd = Some(Crowd {
            boids: species.len(),
            size,
            species: own.collect(),
            colours: CrowdColours::new(style, style.theme, self.legend.low, self.legend.high),
            neutral: style.theme.neutral(),
        });
    }

    /// Whether a state at this step comes after what is shown. Else what was remembered of it is dropped.
    fn continues(&mut self, step: u64, dimension: usize) -> bool {
        let is_later = step > self.step && self.dimension == dimension;
        if !is_later && step != self.step {
            self.trails.clear();
            self.cluster_colours.clear();
        }
        is_later
    }

    /// Everything but the boids.
    fn set_stage(&mut self, scenario: &Scenario, stage: &Stage, step: u64, style: &Style) {
        self.dimension = scenario.general.dimension;
        self.step = step;
        self.theme = style.theme;
        self.form = style.form;
        self.shows_bounds = style.bounds;
        self.bounds = stage.bounds;
        self.is_torus = stage.is_torus;
        self.backdrop = style.backdrop;
        self.moves = style.motion;
        self.overlay = style.overlay;
        self.ghosts.clear();
        self.marks.clear();
        self.goals.clear();
        self.pointer = None;
        self.obstacles.clear();
        if style.environment {
            self.obstacles.extend(obstacles_at(scenario, step).iter().map(Solid::from));
            self.goals.extend(goals_at(scenario, step).iter().map(|goal| vec3(goal)));
            self.goals.dedup();
            self.pointer = Pointer::new(&scenario.general.pointer);
        }
    }

    /// Extends the trails by a state that is not drawn, such as a step between two frames.
    pub fn remember(&mut self, state: &State, style: &Style) {
        self.step = state.step;
        self.trails.push(state.positions.iter().map(vec3), style.trails);
    }

    fn place_boids(&mut self, scenario: &Scenario, state: &State, size: f32) {
        let sizes: Vec<f32> = scenario.species.iter().map(|species| species_size(scenario, species, size)).collect();
        self.boids.clear();
        self.boids.extend(state.positions.iter().zip(&state.velocities).enumerate().map(|(id, (x, v))| Boid {
            position: vec3(x),
            size: sizes.get(species_of(&state.species, id)).copied().unwrap_or(size),
            velocity: vec3(v),
            colour: Colour::hex(0),
        }));
    }

    fn find_hunters(&mut self, scenario: &Scenario, species: &[u8]) {
        self.hunters.clear();
        let hunting: Vec<bool> = scenario.species.iter().map(|species| hunts(scenario, species)).collect();
        if !hunting.contains(&true) {
            return;
        }
        for id in 0..species.len() {
            if hunting.get(species_of(species, id)) == Some(&true) {
                match self.hunters.last_mut().filter(|last| last.end == id as u32) {
                    Some(last) => last.end += 1,
                    None => self.hunters.push(id as u32..id as u32 + 1),
                }
            }
        }
    }

    /// What the colours mean, as far as it does not depend on the state.
    fn set_legend(&mut self, scenario: &Scenario, style: &Style) {
        let species = species_colours(scenario, style.theme);
        let (mut low, mut high) = (0.0, 0.0);
        if style.colour_by == ColourBy::Speed {
            let motions = || scenario.species.iter().map(|species| &species.settings.motion);
            low = motions().map(|motion| motion.min_speed as f32).fold(f32::INFINITY, f32::min);
            high = motions().map(|motion| motion.max_speed as f32).fold(low, f32::max);
        }
        let named = scenario.species.iter().zip(&species).filter(|(found, _)| hunts(scenario, found));
        let hunters = named.map(|(_, entry)| entry.clone()).collect();
        self.legend = Legend { colour_by: style.colour_by, low, high, species, hunters };
    }

    fn colour_boids(&mut self, scenario: &Scenario, state: &State, style: &Style) {
        let theme = style.theme;
        self.set_legend(scenario, style);
        let Legend { low, high, species, .. } = &mut self.legend;
        let boids = &mut self.boids;
        match style.colour_by {
            ColourBy::Species => {
                for (id, boid) in boids.iter_mut().enumerate() {
                    boid.colour =
                        species.get(species_of(&state.species, id)).map_or(theme.ink(), |(_, colour)| *colour);
                }
            }
            ColourBy::Heading => boids.iter_mut().for_each(|boid| boid.colour = theme.heading(boid.velocity)),
            ColourBy::Speed => {
                for boid in boids.iter_mut() {
                    let speed = boid.velocity.iter().map(|x| x * x).sum::<f32>().sqrt();
                    boid.colour = theme.quantity(fraction(speed, *low, *high));
                }
            }
            ColourBy::Neighbours => {
                let counts = measures::neighbours_of_each(scenario, state);
                // The scale ends at the 95th percentile, or a few crowded boids would make all others look alike.
                let mut sorted = counts.clone();
                sorted.sort_unstable();
                *high = sorted.get(sorted.len().saturating_sub(1) * 19 / 20).map_or(0.0, |most| *most as f32);
                for (boid, count) in boids.iter_mut().zip(counts) {
                    boid.colour = theme.quantity(fraction(count as f32, 0.0, *high));
                }
            }
            ColourBy::Cluster => {
                let numbers = self.cluster_colours.update(&measures::cluster_of_each(scenario, state));
                for (boid, number) in boids.iter_mut().zip(numbers) {
                    boid.colour = number.map_or(theme.neutral(), |number| theme.cluster(number));
                }
            }
        }
        for hunters in &self.hunters {
            boids[hunters.start as usize..hunters.end as usize]
                .iter_mut()
                .for_each(|boid| boid.colour = theme.danger());
        }
    }
}

fn fraction(x: f32, low: f32, high: f32) -> f32 {
    if high > low { (x - low) / (high - low) } else { 0.0 }
}

/// The length of a boid of a species.
fn species_size(scenario: &Scenario, species: &Species, size: f32) -> f32 {
    if hunts(scenario, species) { HUNTER_SIZE * size } else { size }
}

fn species_of(species: &[u8], id: usize) -> usize {
    species.get(id).copied().map_or(0, usize::from)
}

fn species_colours(scenario: &Scenario, theme: Theme) -> Vec<(String, Colour)> {
    let mut palette = (0..).map(|index| theme.species(index));
    let mut colour = |species: &Species| match hunts(scenario, species) {
        true => Some(theme.danger()),
        false => palette.next(),
    };
    let named = |species: &Species| (species.name.clone(), colour(species).unwrap_or(theme.ink()));
    scenario.species.iter().map(named).collect()
}

/// Whether a species is a predator: it hunts, or others flee it, unless it herds them.
fn hunts(scenario: &Scenario, species: &Species) -> bool {
    let flees = |other: &Species| other.relations.get(&species.name) == Some(&Relation::Flee);
    let is_fled = scenario.species.iter().any(flees) && !species.has_relation(Relation::Herd);
    species.has_relation(Relation::Hunt) || is_fled
}

/// A length of boids that suits the space and their number: large enough to show the heading, small enough not to
/// hide others.
fn boid_size(side: f64, boids: usize, dimension: usize) -> f32 {
    let spacing = side / (boids.max(1) as f64).powf(1.0 / dimension as f64);
    let largest = side / if dimension == 2 { 38.0 } else { 22.0 };
    let size = (0.6 * spacing).clamp(side / 2000.0, largest);
    if size.is_finite() && size > 0.0 { size as f32 } else { 1.0 }
}
