//! The class `View`: how a flock is seen. It holds the scene and the camera; a canvas draws it.

use crate::device;
use crate::flock::Flock;
use crate::threads::on_threads;
use crate::{inspection, legend};
use quelea::geometry::Boundary;
use quelea::model::RuleKind;
use quelea_draw::{Backdrop, Bounds, Camera, ColourBy, Crowd, Form, Mark, Ride, Scene, Style, Theme};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// How a flock is seen.
#[wasm_bindgen]
pub struct View {
    style: Style,
    scene: Scene,
    camera: Camera,
    inspected: Option<u32>,
    /// The space the camera was fitted to. It is fitted again for another space, and otherwise left to the user.
    fitted: Option<(usize, Bounds)>,
}

impl View {
    /// What is drawn.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Where it is seen from.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    fn space(&self) -> (usize, Bounds) {
        (self.scene.dimension, self.scene.bounds)
    }

    fn fit_to_space(&mut self) {
        if self.fitted != Some(self.space()) {
            self.fit();
        }
    }
}

#[wasm_bindgen]
impl View {
    /// A view of this size in pixels.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32) -> View {
        let scene = Scene::empty(2, Theme::default());
        let camera = Camera::fit(&scene, width, height);
        View { style: Style::default(), scene, camera, inspected: None, fitted: None }
    }

    /// Changes the size in pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        // Until the user moves the camera it shows the whole space, whatever the size.
        let whole = Camera::fit(&self.scene, self.camera.width, self.camera.height);
        if self.fitted.is_some() && self.camera == whole {
            self.camera = Camera::fit(&self.scene, width, height);
            self.fitted = Some(self.space());
        } else {
            self.camera.resize(width, height);
        }
    }

    /// Changes the style: `colour` (species, heading, speed, neighbours, cluster), `theme` (light, dark), `form`
    /// (fitting, dart, cone, bird), `size` (1 is fitting), `trails` (past states, 0 for none), `backdrop` (plain, sky,
    /// water), `motion` (on, off: wings, clouds and ripples), `arrows` (how much longer than usual they are), or the
    /// marks `forces`, `velocities` and `mean` of the inspected boid (on, off).
    #[wasm_bindgen(js_name = setLook)]
    pub fn set_style(&mut self, name: &str, value: &str) -> Result<(), String> {
        let error = |allowed: String| format!("`{name}` cannot be `{value}`; allowed: {allowed}");
        let style = &mut self.style;
        match name {
            "colour" => style.colour_by = choose(&ColourBy::CHOICES, value).map_err(error)?,
            "form" => style.form = choose(&Form::CHOICES, value).map_err(error)?,
            "theme" => style.theme = choose(&Theme::CHOICES, value).map_err(error)?,
            "size" => style.size = value.parse().map_err(|_| error("a number".into()))?,
            "trails" => style.trails = value.parse().map_err(|_| error("a whole number".into()))?,
            "backdrop" => style.backdrop = choose(&Backdrop::CHOICES, value).map_err(error)?,
            "motion" => style.motion = choose(&SWITCH, value).map_err(error)?,
            "forces" => style.overlay.forces = choose(&SWITCH, value).map_err(error)?,
            "velocities" => style.overlay.velocities = choose(&SWITCH, value).map_err(error)?,
            "mean" => style.overlay.mean = choose(&SWITCH, value).map_err(error)?,
            "arrows" => {
                let factor = value.parse().ok().filter(|factor| (0.01..=1000.0).contains(factor));
                style.overlay.exaggeration = factor.ok_or_else(|| error("a number from 0.01 to 1000".into()))?;
            }
            _ => return Err(format!("there is no style `{name}`; allowed: {}", STYLES.join(", "))),
        }
        Ok(())
    }

    /// The word for the colouring that suits a flock: by species if there are several, else by heading.
    #[wasm_bindgen(js_name = fittingColour)]
    pub fn fitting_colour(flock: &Flock) -> String {
        Style::for_scenario(flock.simulation().scenario()).colour_by.word().to_owned()
    }

    /// Chooses the boid to inspect, or none.
    pub fn inspect(&mut self, id: Option<u32>) {
        self.inspected = id;
    }

    /// Whether a flock has to be fetched to be seen. One that is drawn where it steps need not be, unless a boid is
    /// inspected, the colours or the trails depend on the state, or the space has no edges to fit the camera to.
    #[wasm_bindgen(js_name = needsState)]
    pub fn needs_state(&self, flock: &Flock) -> bool {
        let simulation = flock.simulation();
        let is_open = simulation.scenario().extent().boundary == Boundary::Open;
        let is_special = self.inspected.is_some() || self.camera.followed.is_some() || !Crowd::suits(&self.style);
        is_open || is_special || device::buffers(simulation).is_none()
    }

    /// Shows the present state of a flock. Returns what there is to say about the inspected boid, as JSON.
    pub fn see(&mut self, flock: &mut Flock) -> Option<String> {
        if self.needs_state(flock) {
            return self.see_boids(flock);
        }
        let simulation = flock.simulation();
        let species = device::species(simulation).unwrap_or_default();
        self.scene.update_crowd(simulation.scenario(), simulation.steps(), &species, &self.style);
        self.fit_to_space();
        None
    }

    /// Shows the present state of a flock as `see` does, boid by boid, wherever it steps: so that they can be found. It
    /// has to be fetched before.
    #[wasm_bindgen(js_name = seeBoids)]
    pub fn see_boids(&mut self, flock: &mut Flock) -> Option<String> {
        let simulation = flock.simulation_mut();
        let (scenario, state) = (simulation.scenario(), simulation.state());
        on_threads(|| self.scene.update(scenario, &state, &self.style));
        self.fit_to_space();
        let inspection = self.inspected.and_then(|id| simulation.inspect(id));
        if let Some(inspection) = &inspection {
            self.scene.mark_inspection(inspection);
        }
        self.camera.track(&self.scene);
        inspection.map(|inspection| inspection::to_json(&inspection).to_string())
    }

    /// Looks from where another view does, if both show the same space; otherwise shows the whole of its own. Returns
    /// whether it looked from elsewhere before.
    #[wasm_bindgen(js_name = lookLike)]
    pub fn look_like(&mut self, other: &View) -> bool {
        if self.space() != other.space() {
            return false;
        }
        let mut camera = other.camera.clone();
        camera.followed = None;
        camera.resize(self.camera.width, self.camera.height);
        let before = std::mem::replace(&mut self.camera, camera);
        before != self.camera
    }

    /// Shows the whole space.
    pub fn fit(&mut self) {
        let followed = self.camera.followed.filter(|_| self.camera.ride == Ride::Centre);
        self.camera = Camera::fit(&self.scene, self.camera.width, self.camera.height);
        self.camera.followed = followed;
        self.fitted = Some(self.space());
    }

    /// Pans by a distance in pixels.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        self.camera.pan(dx, dy);
    }

    /// Orbits around the target by a drag in pixels; does nothing in 2D.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        self.camera.orbit(dx, dy);
    }

    /// Zooms in by a factor, towards a pixel.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        self.camera.zoom(factor, x, y);
    }

    /// Keeps a boid in the centre, or none.
    pub fn follow(&mut self, id: Option<u32>) {
        self.stop_riding();
        self.camera.follow(id.map(|id| id as usize));
    }

    /// Follows a boid: `centre` keeps it in the centre, `behind` flies behind it, `first-person` looks through its eyes.
    pub fn ride(&mut self, id: u32, how: &str) -> Result<(), String> {
        let ride = choose(&Ride::CHOICES, how).map_err(|allowed| format!("no ride `{how}`; allowed: {allowed}"))?;
        self.stop_riding();
        self.camera.ride(&self.scene, id as usize, ride);
        Ok(())
    }

    /// A camera that has flown with a boid shows the whole space again.
    fn stop_riding(&mut self) {
        if self.camera.ride != Ride::Centre {
            self.camera.followed = None;
            self.camera.ride = Ride::Centre;
            self.fit();
        }
    }

    /// Whether it shows a flock without knowing where its boids are: then `seeBoids` has to be called to find one.
    #[wasm_bindgen(js_name = isCrowd)]
    pub fn is_crowd(&self) -> bool {
        self.scene.crowd.is_some()
    }

    /// The boid at a pixel, or close to it.
    pub fn pick(&self, x: f32, y: f32) -> Option<u32> {
        self.camera.pick(&self.scene, x, y).map(|id| id as u32)
    }

    /// The point of the world at a pixel, one number per axis.
    pub fn point(&self, x: f32, y: f32) -> Vec<f64> {
        self.camera.unproject(x, y).iter().take(self.scene.dimension).map(|x| f64::from(*x)).collect()
    }

    /// The pixel of a point of the world; empty if it is behind the camera.
    pub fn pixel(&self, point: &[f32]) -> Vec<f32> {
        let point = std::array::from_fn(|axis| point.get(axis).copied().unwrap_or(0.0));
        self.camera.project(point).map(|pixel| pixel.to_vec()).unwrap_or_default()
    }

    /// How points of the world and pixels belong together, for a page that converts them itself. Twelve numbers are the
    /// rows that project a point (x, y, z, 1) to a pixel times its depth, and to the depth. Nine are the point at the
    /// upper left corner, and the ways in the world to the next pixel to the right and below.
    pub fn projection(&self) -> Vec<f64> {
        let (width, height) = (self.camera.width as f32, self.camera.height as f32);
        let corner = self.camera.unproject(0.0, 0.0);
        let way = |far: [f32; 3], pixels: f32| {
            std::array::from_fn::<f64, 3, _>(|axis| f64::from(far[axis] - corner[axis]) / f64::from(pixels))
        };
        let right = way(self.camera.unproject(width, 0.0), width);
        let down = way(self.camera.unproject(0.0, height), height);
        let rows = self.camera.pixel_rows();
        rows.iter().flatten().chain(&corner).map(|x| f64::from(*x)).chain(right).chain(down).collect()
    }

    /// The length of a pixel in the world, at the centre of the picture.
    #[wasm_bindgen(js_name = lengthOfPixel)]
    pub fn length_of_pixel(&self) -> f32 {
        1.0 / self.camera.scale()
    }

    /// The arrows of the inspected boid as JSON: the rule, or `sum`, the vector and the colour of each.
    pub fn arrows(&self) -> String {
        let arrow = |mark: &Mark| match mark {
            Mark::Arrow { vector, colour, label: Some(rule), .. } => {
                Some(json!({ "rule": rule, "vector": vector, "colour": colour.css() }))
            }
            _ => None,
        };
        Value::from_iter(self.scene.marks.iter().filter_map(arrow)).to_string()
    }

    /// The scale of the arrows as JSON: for `force` and `velocity`, a round number and the length of its arrow in pixels,
    /// as it is at the centre of the picture.
    #[wasm_bindgen(js_name = arrowScale)]
    pub fn arrow_scale(&self) -> String {
        let scale = self.scene.arrow_scale;
        let bar = |length: f32| {
            let pixels = f64::from(length * self.camera.scale());
            let value = round_number(60.0 / pixels);
            json!({ "value": value, "pixels": value * pixels })
        };
        json!({ "force": bar(scale.force), "velocity": bar(scale.velocity) }).to_string()
    }

    /// What the colours mean, as JSON, for a scale beside the picture.
    pub fn legend(&self) -> String {
        legend::to_json(&self.scene).to_string()
    }

    /// The colours of marks in a theme as JSON: of the arrow of each rule and of `sum`, of the boids marked as
    /// `neighbour` and `close`, and of `velocity`, `mean-velocity` and `mean-point`.
    #[wasm_bindgen(js_name = markColours)]
    pub fn mark_colours(theme: &str) -> String {
        let theme = choose(&Theme::CHOICES, theme).unwrap_or_default();
        let rules = RuleKind::ALL.iter().map(|rule| (rule.word(), theme.rule(rule.word())));
        let marks = [
            ("sum", theme.rule("sum")),
            ("neighbour", theme.neighbour()),
            ("close", theme.too_close()),
            ("velocity", theme.velocity()),
            ("mean-velocity", theme.mean_velocity()),
            ("mean-point", theme.rule("cohesion")),
        ];
        let colours = rules.chain(marks).map(|(name, colour)| (name.to_owned(), json!(colour.css())));
        Value::Object(colours.collect()).to_string()
    }
}

/// Every style that can be set.
const STYLES: [&str; 11] =
    ["colour", "theme", "form", "size", "trails", "backdrop", "motion", "arrows", "forces", "velocities", "mean"];

const SWITCH: [(bool, &str, &str); 2] = [(true, "on", "Shown"), (false, "off", "Not shown")];

/// The greatest of 1, 2 and 5 times a power of ten that is at most x; 0 if there is none.
fn round_number(x: f64) -> f64 {
    if !(x.is_finite() && x > 0.0) {
        return 0.0;
    }
    let power = 10f64.powf(x.log10().floor());
    let digit = [5.0, 2.0, 1.0].into_iter().find(|digit| digit * power <= x).unwrap_or(1.0);
    digit * power
}

/// The choice with a word, or the words that are allowed.
fn choose<T: Copy>(choices: &[(T, &str, &str)], wanted: &str) -> Result<T, String> {
    let found = choices.iter().find(|(_, word, _)| *word == wanted).map(|(choice, ..)| *choice);
    found.ok_or_else(|| choices.iter().map(|(_, word, _)| *word).collect::<Vec<_>>().join(", "))
}
