//! The class `View`: how one flock is seen. It holds what is drawn and from where; a canvas draws it.

use crate::flock::Flock;
use crate::inspection::Inspection;
use quelea_draw::{Bounds, Camera, Colour, ColourBy, Form, Look, Mark, Scene, Theme, arrows};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// How one flock is seen.
#[wasm_bindgen]
pub struct View {
    look: Look,
    pub(crate) scene: Scene,
    pub(crate) camera: Camera,
    inspected: Option<u32>,
    seen: Option<Inspection>,
    /// Which rule each arrow among the marks stands for.
    rules: Vec<&'static str>,
    /// What the camera was fitted to: it is fitted anew for another world, and else left to whoever moves it.
    fitted: Option<(usize, Bounds)>,
}

/// The name of the arrow that is the rules' sum.
const SUM: &str = "sum";

#[wasm_bindgen]
impl View {
    /// A view of this size in pixels.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32) -> View {
        let scene = Scene::empty(2, Theme::default());
        let camera = Camera::fit(&scene, width, height);
        let look = Look::default();
        View { look, scene, camera, inspected: None, seen: None, rules: Vec::new(), fitted: None }
    }

    /// Takes on another size in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        match self.fitted.take() {
            // Until somebody moves the camera it shows the whole world, whatever the size.
            Some(_) if self.camera == Camera::fit(&self.scene, self.camera.width, self.camera.height) => {
                self.camera = Camera::fit(&self.scene, width, height);
                self.fitted = Some((self.scene.dimension, self.scene.bounds));
            }
            fitted => {
                self.camera.resize(width, height);
                self.fitted = fitted;
            }
        }
    }

    /// Changes how the flock looks: `colour` (species, heading, speed, neighbours, cluster), `theme` (light,
    /// dark), `form` (fitting, dart, cone, bird), `size` (1 is fitting), `trails` (past states, 0 for none).
    #[wasm_bindgen(js_name = setLook)]
    pub fn set_look(&mut self, what: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("`{what}` cannot be `{value}`");
        match what {
            "colour" => self.look.colour_by = word(&ColourBy::CHOICES, value).ok_or_else(wrong)?,
            "form" => self.look.form = word(&Form::CHOICES, value).ok_or_else(wrong)?,
            "theme" => self.look.theme = if value == "light" { Theme::Light } else { Theme::Dark },
            "size" => self.look.size = value.parse().map_err(|_| wrong())?,
            "trails" => self.look.trails = value.parse().map_err(|_| wrong())?,
            _ => return Err(format!("there is no look `{what}`")),
        }
        Ok(())
    }

    /// The colours that suit a flock: several species are told apart, one is coloured by heading.
    #[wasm_bindgen(js_name = fittingColour)]
    pub fn fitting_colour(flock: &Flock) -> String {
        let look = Look::for_scenario(flock.scenario());
        let found = ColourBy::CHOICES.iter().find(|(colour, _, _)| *colour == look.colour_by);
        found.map(|(_, word, _)| (*word).to_owned()).unwrap_or_default()
    }

    /// Inspects a boid, or none.
    pub fn inspect(&mut self, id: Option<u32>) {
        self.inspected = id;
    }

    /// Looks at a flock as it is now. Returns what there is to say about the inspected boid, as JSON.
    pub fn see(&mut self, flock: &mut Flock) -> Option<String> {
        flock.running().show(&mut self.scene, &self.look);
        let world = (self.scene.dimension, self.scene.bounds);
        if self.fitted != Some(world) {
            self.fit();
        }
        self.seen = self.inspected.and_then(|id| flock.running_mut().inspect(id));
        self.rules.clear();
        if let Some(seen) = self.seen.take() {
            self.mark(&seen);
            self.seen = Some(seen);
        }
        self.camera.track(&self.scene);
        self.seen.as_ref().map(|seen| seen.to_json().to_string())
    }

    /// Shows the whole world.
    pub fn fit(&mut self) {
        let followed = self.camera.followed;
        self.camera = Camera::fit(&self.scene, self.camera.width, self.camera.height);
        self.camera.followed = followed;
        self.fitted = Some((self.scene.dimension, self.scene.bounds));
    }

    /// Moves the picture by so many pixels.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        self.camera.pan(dx, dy);
    }

    /// Turns round the middle by so many pixels of dragging; does nothing in 2D.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        self.camera.orbit(dx, dy);
    }

    /// Enlarges by a factor, at a pixel.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        self.camera.zoom(factor, x, y);
    }

    /// Keeps a boid in the middle, or none.
    pub fn follow(&mut self, id: Option<u32>) {
        self.camera.follow(id.map(|id| id as usize));
    }

    /// The boid under a pixel, or near it.
    pub fn pick(&self, x: f32, y: f32) -> Option<u32> {
        self.camera.pick(&self.scene, x, y).map(|id| id as u32)
    }

    /// Which point of the world is under a pixel, one number per axis.
    pub fn point(&self, x: f32, y: f32) -> Vec<f64> {
        self.camera.unproject(x, y).iter().take(self.scene.dimension).map(|x| f64::from(*x)).collect()
    }

    /// Where in the picture a point of the world is, in pixels; empty if it is behind the camera.
    pub fn pixel(&self, point: &[f32]) -> Vec<f32> {
        let point = std::array::from_fn(|axis| point.get(axis).copied().unwrap_or(0.0));
        self.camera.project(point).map(|pixel| pixel.to_vec()).unwrap_or_default()
    }

    /// How long a pixel is in the world, in the middle of the picture.
    #[wasm_bindgen(js_name = lengthOfPixel)]
    pub fn length_of_pixel(&self) -> f32 {
        1.0 / self.camera.scale()
    }

    /// The arrows that are drawn, as JSON: the rule, or `sum`, and where each goes.
    pub fn arrows(&self) -> String {
        let drawn = self.scene.marks.iter().filter_map(|mark| match mark {
            Mark::Arrow { vector, colour, .. } => Some((vector, colour)),
            _ => None,
        });
        let arrow = |(rule, (vector, colour)): (&&str, (&[f32; 3], &Colour))| json!({ "rule": rule, "vector": vector, "colour": colour.css() });
        Value::from_iter(self.rules.iter().zip(drawn).map(arrow)).to_string()
    }

    /// What the colours mean, as JSON: for a scale beside the picture.
    pub fn legend(&self) -> String {
        let (legend, theme) = (&self.scene.legend, self.scene.theme);
        let steps = 16;
        let scale: Vec<String> = (0..=steps)
            .map(|step| {
                let share = step as f32 / steps as f32;
                let (sin, cos) = (share * std::f32::consts::TAU).sin_cos();
                match legend.colour_by {
                    ColourBy::Heading => theme.heading([cos, sin, 0.0]).css(),
                    _ => theme.amount(share).css(),
                }
            })
            .collect();
        let by = ColourBy::CHOICES.iter().find(|(by, _, _)| *by == legend.colour_by).map_or("", |(_, word, _)| word);
        let species = legend.species.iter().map(|(name, colour)| json!({ "name": name, "colour": colour.css() }));
        json!({ "by": by, "low": legend.low, "high": legend.high, "species": Value::from_iter(species), "scale": scale })
            .to_string()
    }

    /// The colour of a rule's arrow; that of anything else is the sum's.
    #[wasm_bindgen(js_name = ruleColour)]
    pub fn rule_colour(theme: &str, rule: &str) -> String {
        let theme = if theme == "light" { Theme::Light } else { Theme::Dark };
        match rule {
            "neighbour" => neighbour(theme),
            "close" => theme.close(),
            rule => theme.rule(rule),
        }
        .css()
    }

    /// Marks the inspected boid, whom it perceives, and the forces on it.
    fn mark(&mut self, seen: &Inspection) {
        let theme = self.look.theme;
        let ground = theme.ground();
        self.scene.boids.iter_mut().for_each(|boid| boid.colour = boid.colour.towards(ground, 0.55));
        for other in &seen.neighbours {
            if let Some(boid) = self.scene.boids.get_mut(other.id as usize) {
                boid.colour = match (other.close, other.seen) {
                    (true, _) => theme.close(),
                    (false, true) => neighbour(theme),
                    (false, false) => theme.alone(),
                };
            }
        }
        self.scene.highlight(seen.id as usize, theme.ink());

        let (centre, direction) = (solid(&seen.position), solid(&seen.velocity));
        let marks = &mut self.scene.marks;
        if let Some(radius) = seen.radius {
            let (radius, colour) = (radius as f32, neighbour(theme));
            let fill = Some(colour.opacity(0.10));
            marks.push(if seen.view >= 360.0 {
                Mark::Circle { centre, radius, colour, fill }
            } else {
                Mark::Sector { centre, direction, radius, angle: seen.view as f32, colour, fill }
            });
        }
        if let Some(radius) = seen.close_radius {
            let colour = theme.close();
            marks.push(Mark::Circle { centre, radius: radius as f32, colour, fill: Some(colour.opacity(0.10)) });
        }

        let sum = seen.sum();
        // The sum comes first, and the others over it: one that acts alone is as long as the sum.
        let terms = seen.terms.iter().map(|(rule, force)| (*rule, solid(force)));
        let forces = std::iter::once((SUM, solid(&sum))).chain(terms);
        // As `arrows` does: what has no length has no arrow.
        let forces: Vec<(&'static str, [f32; 3])> =
            forces.filter(|(_, force)| force.iter().any(|x| *x != 0.0)).collect();
        let coloured: Vec<([f32; 3], Colour)> = forces.iter().map(|(rule, force)| (*force, theme.rule(rule))).collect();
        let longest = seen
            .radius
            .map_or(0.15 * self.camera.extent, |radius| (0.9 * radius as f32).min(0.25 * self.camera.extent));
        let mut drawn = arrows(centre, &coloured, longest);
        self.rules = if drawn.is_empty() { Vec::new() } else { forces.iter().map(|(rule, _)| *rule).collect() };
        for (mark, rule) in drawn.iter_mut().zip(&self.rules) {
            if let (Mark::Arrow { width, .. }, &SUM) = (mark, rule) {
                *width = 6.0;
            }
        }
        self.scene.marks.extend(drawn);
    }
}

/// Whom the inspected boid perceives.
fn neighbour(theme: Theme) -> Colour {
    theme.goal()
}

fn word<T: Copy>(choices: &[(T, &str, &str)], wanted: &str) -> Option<T> {
    choices.iter().find(|(_, word, _)| *word == wanted).map(|(choice, _, _)| *choice)
}

fn solid(vector: &[f64]) -> [f32; 3] {
    std::array::from_fn(|axis| vector.get(axis).copied().unwrap_or(0.0) as f32)
}
