//! The camera: where a scene is seen from.

use crate::scene::{Bounds, Scene};
use glam::camera::rh::{proj::directx as projection, view};
use glam::{Mat4, Vec2, Vec3, Vec4, Vec4Swizzles};

/// Where a scene is seen from. A camera is plain data. Screen coordinates are pixels from the upper left corner of
/// the picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Camera {
    /// The projection, and where it looks from.
    pub lens: Lens,
    /// The point in the centre of the picture. In 2D its z is 0.
    pub target: [f32; 3],
    /// The boid that [`Camera::track`] follows.
    pub followed: Option<usize>,
    /// How it is followed.
    pub ride: Ride,
    /// The vertical field of view of the perspective projection, in radians.
    pub field_of_view: f32,
    /// In 2D: the angle by which the picture is turned, in radians.
    pub roll: f32,
    /// Width of the picture in pixels.
    pub width: u32,
    /// Height of the picture in pixels.
    pub height: u32,
    /// Radius of a sphere that holds the scene.
    pub extent: f32,
}

/// How a camera follows a boid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Ride {
    /// Keeps it in the centre, and looks from the same side.
    #[default]
    Centre,
    /// Flies behind it. In 2D the picture turns such that the boid heads up.
    Behind,
    /// Looks through its eyes. In 2D as from behind.
    FirstPerson,
}

impl Ride {
    /// Every choice with its word and its description, for menus and command lines.
    pub const CHOICES: [(Ride, &str, &str); 3] = [
        (Ride::Centre, "centre", "Keeps the boid in the centre"),
        (Ride::Behind, "behind", "Flies behind the boid"),
        (Ride::FirstPerson, "first-person", "Looks through the eyes of the boid"),
    ];
}

/// The projection of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Lens {
    /// Orthographic, from straight above.
    Flat {
        /// Height of the visible part of the world.
        height: f32,
    },
    /// Perspective, from a point on a sphere around the target.
    Orbit {
        /// Angle around the vertical axis, in radians.
        yaw: f32,
        /// Angle above the horizon, in radians, from -1.53 to 1.53.
        pitch: f32,
        /// Distance from the target.
        distance: f32,
    },
}

impl Lens {
    /// The largest pitch, in radians: just short of straight up.
    pub const MAX_PITCH: f32 = 1.53;
}

/// The usual field of view, that behind a boid and that of a boid, in radians.
const FIELD_OF_VIEW: f32 = 0.5;
const BEHIND_VIEW: f32 = 0.9;
const FIRST_PERSON_VIEW: f32 = 1.25;
/// From behind: the distance in lengths of the boid, and the angle above its course in radians.
const BEHIND_DISTANCE: f32 = 7.0;
const BEHIND_PITCH: f32 = 0.22;
/// The share of a turn of the boid that the camera makes in one frame: it turns softly.
const AGILITY: f32 = 0.12;
/// A boid is picked within this distance in pixels, even if it is smaller.
const PICK_RADIUS: f32 = 14.0;

impl Camera {
    /// A camera that shows the whole scene.
    pub fn fit(scene: &Scene, width: u32, height: u32) -> Self {
        let (centre, extent) = scene.extent();
        let mut camera = Camera {
            lens: Lens::Flat { height: 1.0 },
            target: centre,
            followed: None,
            ride: Ride::Centre,
            field_of_view: FIELD_OF_VIEW,
            roll: 0.0,
            width: width.max(1),
            height: height.max(1),
            extent,
        };
        let aspect = camera.aspect();
        camera.lens = match scene.dimension {
            2 => {
                let (low, high) = scene.corners();
                let (wide, tall) = (high[0] - low[0], high[1] - low[1]);
                // A boid at an edge extends beyond it by half its length.
                let margin = scene.largest_boid();
                Lens::Flat { height: (1.03 * (tall + margin).max((wide + margin) / aspect)).max(1e-6) }
            }
            _ => {
                camera.lens = Lens::Orbit { yaw: 0.6, pitch: 0.3, distance: 1.0 };
                Lens::Orbit { yaw: 0.6, pitch: 0.3, distance: 1.03 * camera.fitting_distance(scene) }
            }
        };
        camera
    }

    /// The distance from the target at which the whole scene is visible.
    fn fitting_distance(&self, scene: &Scene) -> f32 {
        let tall = (self.field_of_view / 2.0).tan();
        let wide = tall * self.aspect();
        if let Bounds::Sphere { radius, .. } = scene.bounds {
            return radius / tall.min(wide).atan().sin();
        }
        let ((low, high), target) = (scene.corners(), Vec3::from(self.target));
        let ((right, up), back) = (self.right_and_up(), self.backwards());
        let corner = |number: usize| {
            let side = |axis: usize| if number >> axis & 1 == 1 { high[axis] } else { low[axis] };
            let offset = Vec3::new(side(0), side(1), side(2)) - target;
            (offset.dot(right).abs() / wide).max(offset.dot(up).abs() / tall) + offset.dot(back)
        };
        (0..8).map(corner).fold(1e-3, f32::max)
    }

    /// Changes the size of the picture. Everything that was visible stays visible.
    pub fn resize(&mut self, width: u32, height: u32) {
        let before = self.aspect();
        (self.width, self.height) = (width.max(1), height.max(1));
        // A portrait picture must show the width of a landscape one.
        let height_per_side = |aspect: f32| 1.0 / aspect.min(1.0);
        let factor = height_per_side(self.aspect()) / height_per_side(before);
        match &mut self.lens {
            Lens::Flat { height } => *height *= factor,
            Lens::Orbit { distance, .. } => *distance *= factor,
        }
    }

    fn aspect(&self) -> f32 {
        self.width as f32 / self.height as f32
    }

    /// Pans by a drag in pixels: the point under the cursor stays under it. Stops following.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        let scale = 1.0 / self.pixels_per_length(1.0 / self.depth());
        let (right, up) = self.right_and_up();
        let moved = Vec3::from(self.target) + (up * dy - right * dx) * scale;
        self.target = moved.into();
        self.follow(None);
    }

    /// Zooms in by a factor, out if it is below 1. In 2D the point at pixel (x, y) stays there.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        let before = Vec3::from(self.unproject(x, y));
        let limits = (self.extent * 1e-3, self.extent * 50.0);
        match &mut self.lens {
            Lens::Flat { height } => *height = (*height / factor).clamp(limits.0, limits.1),
            Lens::Orbit { distance, .. } => *distance = (*distance / factor).clamp(limits.0, limits.1),
        }
        if matches!(self.lens, Lens::Flat { .. }) && self.followed.is_none() {
            let after = Vec3::from(self.unproject(x, y));
            self.target = (Vec3::from(self.target) + before - after).into();
        }
    }

    /// Orbits around the target by a drag in pixels. Does nothing in 2D.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        let radians_per_pixel = std::f32::consts::PI / self.height.min(self.width).max(1) as f32;
        if let Lens::Orbit { yaw, pitch, .. } = &mut self.lens {
            *yaw = (*yaw - dx * radians_per_pixel) % std::f32::consts::TAU;
            *pitch = (*pitch + dy * radians_per_pixel).clamp(-Lens::MAX_PITCH, Lens::MAX_PITCH);
        }
    }

    /// Chooses the boid to keep in the centre, or none. [`Camera::track`] follows it.
    pub fn follow(&mut self, boid: Option<usize>) {
        self.followed = boid;
        self.ride = Ride::Centre;
    }

    /// Chooses the boid to follow and how, and goes there at once. Nothing happens if there is no such boid.
    pub fn ride(&mut self, scene: &Scene, boid: usize, ride: Ride) {
        let Some(found) = scene.boids.get(boid) else { return };
        (self.followed, self.ride) = (Some(boid), ride);
        if ride != Ride::Centre {
            match &mut self.lens {
                Lens::Flat { height } => *height = height.min(25.0 * found.size),
                Lens::Orbit { distance, .. } => *distance = BEHIND_DISTANCE * found.size,
            }
            self.field_of_view = if ride == Ride::Behind { BEHIND_VIEW } else { FIRST_PERSON_VIEW };
        }
        self.track_by(scene, 1.0);
    }

    /// Moves to the followed boid, if there is one. Call it before drawing a frame.
    pub fn track(&mut self, scene: &Scene) {
        self.track_by(scene, AGILITY);
    }

    /// Moves to the followed boid, and turns by a share of the angle to its heading.
    fn track_by(&mut self, scene: &Scene, share: f32) {
        let Some(boid) = self.followed.and_then(|id| scene.boids.get(id)) else { return };
        let (position, velocity) = (Vec3::from(boid.position), Vec3::from(boid.velocity));
        if !(position.is_finite() && velocity.is_finite()) {
            return;
        }
        self.target = position.into();
        if self.ride == Ride::Centre {
            return;
        }
        let heading = velocity.normalize_or(Vec3::X);
        let (ride, agility) = (self.ride, share);
        let towards = |from: f32, to: f32| {
            let difference =
                (to - from + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI;
            from + agility * difference
        };
        match &mut self.lens {
            Lens::Flat { .. } => {
                self.roll = towards(self.roll, heading.y.atan2(heading.x) - std::f32::consts::FRAC_PI_2)
            }
            Lens::Orbit { yaw, pitch, distance } => {
                let above = if ride == Ride::Behind { BEHIND_PITCH } else { 0.0 };
                *yaw = towards(*yaw, (-heading.x).atan2(-heading.z));
                let elevation = (above - heading.y.clamp(-1.0, 1.0).asin()).clamp(-Lens::MAX_PITCH, Lens::MAX_PITCH);
                *pitch += agility * (elevation - *pitch);
                if ride == Ride::FirstPerson {
                    // The eye is just ahead of the beak.
                    *distance = boid.size;
                    let back = self.backwards();
                    self.target = (position + heading * 0.7 * boid.size - back * boid.size).into();
                }
            }
        }
    }

    /// The pixel of a point; `None` if it is behind the camera.
    pub fn project(&self, point: [f32; 3]) -> Option<[f32; 2]> {
        self.pixel(self.matrix() * Vec3::from(point).extend(1.0))
    }

    /// The pixel of a point in clip coordinates.
    fn pixel(&self, clip: Vec4) -> Option<[f32; 2]> {
        if clip.w <= 0.0 {
            return None;
        }
        let ndc = clip.xy() / clip.w;
        Some([(0.5 + 0.5 * ndc.x) * self.width as f32, (0.5 - 0.5 * ndc.y) * self.height as f32])
    }

    /// The rows of the matrix that projects points (x, y, z, 1): to x and y of the pixel, both times the depth, and to the
    /// depth, which is not positive behind the camera.
    pub fn pixel_rows(&self) -> [[f32; 4]; 3] {
        let matrix = self.matrix();
        let (half_width, half_height) = (0.5 * self.width as f32, 0.5 * self.height as f32);
        let depth = matrix.row(3);
        [(depth + matrix.row(0)) * half_width, (depth - matrix.row(1)) * half_height, depth].map(|row| row.to_array())
    }

    /// The point at a pixel; in 3D, on the plane through the target that faces the camera.
    pub fn unproject(&self, x: f32, y: f32) -> [f32; 3] {
        let scale = 1.0 / self.pixels_per_length(1.0 / self.depth());
        let (right, up) = self.right_and_up();
        let (dx, dy) = (x - 0.5 * self.width as f32, 0.5 * self.height as f32 - y);
        (Vec3::from(self.target) + (right * dx + up * dy) * scale).into()
    }

    /// The boid nearest to a pixel, if any is close.
    pub fn pick(&self, scene: &Scene, x: f32, y: f32) -> Option<usize> {
        let mut best: Option<(f32, usize)> = None;
        let matrix = self.matrix();
        for (id, boid) in scene.boids.iter().enumerate() {
            let clip = matrix * Vec3::from(boid.position).extend(1.0);
            let Some(pixel) = self.pixel(clip) else { continue };
            let radius = PICK_RADIUS.max(0.5 * boid.size * self.pixels_per_length(1.0 / clip.w));
            let distance = Vec2::from(pixel).distance(Vec2::new(x, y));
            if distance <= radius && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, id));
            }
        }
        best.map(|(_, id)| id)
    }

    /// Pixels per unit of length at the target.
    pub fn scale(&self) -> f32 {
        self.pixels_per_length(1.0 / self.depth())
    }

    /// The position of the camera.
    pub fn eye(&self) -> [f32; 3] {
        (Vec3::from(self.target) + self.backwards() * self.depth()).into()
    }

    /// The unit vector from the target to the camera.
    pub(crate) fn backwards(&self) -> Vec3 {
        match self.lens {
            Lens::Flat { .. } => Vec3::Z,
            Lens::Orbit { yaw, pitch, .. } => Vec3::new(pitch.cos() * yaw.sin(), pitch.sin(), pitch.cos() * yaw.cos()),
        }
    }

    /// The unit vectors to the right and up in the picture.
    pub(crate) fn right_and_up(&self) -> (Vec3, Vec3) {
        let back = self.backwards();
        let right = match self.lens {
            Lens::Flat { .. } => Vec3::new(self.roll.cos(), self.roll.sin(), 0.0),
            Lens::Orbit { yaw, .. } => Vec3::new(yaw.cos(), 0.0, -yaw.sin()),
        };
        (right, back.cross(right))
    }

    /// Half the width and the height of the picture: lengths in 2D, tangents of angles in 3D.
    pub(crate) fn half_picture(&self) -> [f32; 2] {
        let half = match self.lens {
            Lens::Flat { height } => 0.5 * height,
            Lens::Orbit { .. } => (self.field_of_view / 2.0).tan(),
        };
        [half * self.aspect(), half]
    }

    /// The depth of the target; 1 in 2D, where depths do not matter.
    pub(crate) fn depth(&self) -> f32 {
        match self.lens {
            Lens::Flat { .. } => 1.0,
            Lens::Orbit { distance, .. } => distance,
        }
    }

    /// Pixels per unit of length, at a depth given by its inverse.
    pub(crate) fn pixels_per_length(&self, inverse_depth: f32) -> f32 {
        match self.lens {
            Lens::Flat { height } => self.height as f32 / height,
            Lens::Orbit { .. } => 0.5 * self.height as f32 / (self.field_of_view / 2.0).tan() * inverse_depth,
        }
    }

    /// The matrix from world space to clip space.
    pub(crate) fn matrix(&self) -> Mat4 {
        let target = Vec3::from(self.target);
        match self.lens {
            Lens::Flat { height } => {
                let (half_height, half_width) = (0.5 * height, 0.5 * height * self.aspect());
                let view = Mat4::from_rotation_z(-self.roll) * Mat4::from_translation(-target);
                projection::orthographic(-half_width, half_width, -half_height, half_height, -1.0, 1.0) * view
            }
            Lens::Orbit { distance, .. } => {
                let near = (distance - 3.0 * self.extent).max(0.02 * distance.min(self.extent));
                let far = distance + 6.0 * self.extent;
                let (_, up) = self.right_and_up();
                let eye = Vec3::from(self.eye());
                projection::perspective(self.field_of_view, self.aspect(), near, far)
                    * view::look_at_mat4(eye, target, up)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Boid, Colour, Theme};

    fn scene(dimension: usize) -> Scene {
        let mut scene = Scene::empty(dimension, Theme::Dark);
        let top = if dimension == 2 { 0.0 } else { 100.0 };
        scene.bounds = Bounds::Box { low: [0.0; 3], high: [200.0, 100.0, top] };
        for x in [20.0, 100.0, 180.0] {
            let colour = Colour::hex(0xffffff);
            scene.boids.push(Boid { position: [x, 60.0, 0.3 * top], size: 2.0, velocity: [1.0, 0.0, 0.0], colour });
        }
        scene
    }

    #[test]
    fn a_fitted_camera_shows_the_whole_space() {
        for dimension in [2, 3] {
            for (width, height) in [(1280, 720), (400, 900), (1, 1)] {
                let scene = scene(dimension);
                let camera = Camera::fit(&scene, width, height);
                for corner in 0..8 {
                    let high = [200.0, 100.0, if dimension == 2 { 0.0 } else { 100.0 }];
                    let corner = std::array::from_fn(|axis| if corner >> axis & 1 == 1 { high[axis] } else { 0.0 });
                    let [x, y] = camera.project(corner).unwrap();
                    assert!((0.0..=width as f32).contains(&x) && (0.0..=height as f32).contains(&y), "{corner:?}");
                }
            }
        }
    }

    #[test]
    fn unprojecting_reverses_projecting() {
        let mut camera = Camera::fit(&scene(2), 640, 480);
        camera.zoom(2.0, 100.0, 50.0);
        camera.pan(30.0, -20.0);
        let [x, y] = camera.project([42.0, 17.0, 0.0]).unwrap();
        let back = Vec3::from(camera.unproject(x, y));
        assert!(back.distance(Vec3::new(42.0, 17.0, 0.0)) < 1e-2, "{back}");

        let mut camera = Camera::fit(&scene(3), 640, 480);
        camera.orbit(130.0, 40.0);
        let point = camera.unproject(210.0, 400.0);
        let [x, y] = camera.project(point).unwrap();
        assert!((x - 210.0).abs() < 0.05 && (y - 400.0).abs() < 0.05, "{x} {y}");
    }

    #[test]
    fn x_points_right_and_y_up() {
        let camera = Camera::fit(&scene(2), 640, 480);
        let low = camera.project([10.0, 10.0, 0.0]).unwrap();
        let high = camera.project([20.0, 30.0, 0.0]).unwrap();
        assert!(high[0] > low[0] && high[1] < low[1]);
    }

    #[test]
    fn zooming_in_2d_keeps_the_point_under_the_cursor() {
        let mut camera = Camera::fit(&scene(2), 640, 480);
        let before = Vec3::from(camera.unproject(500.0, 100.0));
        camera.zoom(3.0, 500.0, 100.0);
        assert!(before.distance(Vec3::from(camera.unproject(500.0, 100.0))) < 1e-3);
    }

    #[test]
    fn the_boid_under_the_cursor_is_picked_and_no_other() {
        for dimension in [2, 3] {
            let scene = scene(dimension);
            let camera = Camera::fit(&scene, 1280, 720);
            for id in 0..3 {
                let [x, y] = camera.project(scene.boids[id].position).unwrap();
                assert_eq!(camera.pick(&scene, x + 3.0, y - 2.0), Some(id));
            }
            assert_eq!(camera.pick(&scene, 5.0, 5.0), None);
        }
    }

    #[test]
    fn a_followed_boid_stays_in_the_centre_until_the_picture_is_panned() {
        let mut scene = scene(3);
        let mut camera = Camera::fit(&scene, 300, 200);
        camera.follow(Some(2));
        camera.track(&scene);
        let [x, y] = camera.project(scene.boids[2].position).unwrap();
        assert!((x - 150.0).abs() < 0.1 && (y - 100.0).abs() < 0.1);
        scene.boids.clear();
        camera.track(&scene);
        camera.pan(1.0, 0.0);
        assert_eq!(camera.followed, None);
    }

    #[test]
    fn a_camera_flies_behind_a_boid_or_looks_through_its_eyes() {
        let scene = scene(3);
        for (ride, distance) in [(Ride::Behind, BEHIND_DISTANCE), (Ride::FirstPerson, 0.7)] {
            let mut camera = Camera::fit(&scene, 300, 200);
            camera.ride(&scene, 1, ride);
            let offset = Vec3::from(camera.eye()) - Vec3::from(scene.boids[1].position);
            assert!((offset.length() - distance * scene.boids[1].size).abs() < 1e-2, "{ride:?}: {offset}");
            // The boid flies along x: the camera is behind it, or ahead of its beak.
            assert!(if ride == Ride::Behind { offset.x < 0.0 } else { offset.x > 0.0 });
            let ahead = camera.project([190.0, 60.0, 30.0]).unwrap();
            assert!((ahead[0] - 150.0).abs() < 1.0, "{ride:?}: {ahead:?}");
            camera.ride(&scene, 99, ride);
            assert_eq!(camera.followed, Some(1), "there is no boid 99");
            camera.pan(1.0, 0.0);
            assert_eq!((camera.followed, camera.ride), (None, Ride::Centre));
        }
    }

    #[test]
    fn in_2d_a_ridden_boid_heads_up() {
        let scene = scene(2);
        let mut camera = Camera::fit(&scene, 300, 200);
        camera.ride(&scene, 1, Ride::Behind);
        let ahead = camera.project([105.0, 60.0, 0.0]).unwrap();
        assert!((ahead[0] - 150.0).abs() < 0.1 && ahead[1] < 100.0, "{ahead:?}");
        let back = Vec3::from(camera.unproject(ahead[0], ahead[1]));
        assert!(back.distance(Vec3::new(105.0, 60.0, 0.0)) < 1e-2, "{back}");
    }

    #[test]
    fn an_empty_open_space_has_a_camera() {
        for dimension in [2, 3] {
            let camera = Camera::fit(&Scene::empty(dimension, Theme::Light), 100, 100);
            assert!(camera.project([0.0; 3]).is_some_and(|pixel| pixel.iter().all(|x| x.is_finite())));
        }
    }
}
