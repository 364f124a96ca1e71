//! What every shader knows about the camera and the scene.

use crate::camera::Camera;
use crate::colour::Colour;
use crate::gpu::Gpu;
use crate::scene::{Bounds, Scene};
use crate::theme::Theme;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// The uniform buffer of the camera and the scene.
pub(crate) struct ViewUniform {
    buffer: wgpu::Buffer,
    pub group: wgpu::BindGroup,
}

impl ViewUniform {
    pub fn new(gpu: &Gpu, layout: &wgpu::BindGroupLayout) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("view"),
            size: size_of::<View>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("view"),
            layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        });
        ViewUniform { buffer, group }
    }

    pub fn write(&self, gpu: &Gpu, scene: &Scene, camera: &Camera, pixel: f32, boids: BoidLook) {
        gpu.queue.write_buffer(&self.buffer, 0, bytemuck::bytes_of(&View::new(scene, camera, pixel, boids)));
    }
}

/// How the boids of a frame look.
#[derive(Clone, Copy)]
pub(crate) struct BoidLook {
    /// Whether they beat their wings.
    pub flaps: bool,
    /// If they are too many to show each: the radius of a dot in pixels, and its opacity.
    pub dots: Option<[f32; 2]>,
}

/// The struct `View` of `shaders/view.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct View {
    matrix: [f32; 16],
    light: [f32; 4],
    fog: [f32; 4],
    depths: [f32; 4],
    screen: [f32; 4],
    shadow: [f32; 4],
    floor: [f32; 4],
    wings: [f32; 4],
    dots: [f32; 4],
    right: [f32; 4],
    up: [f32; 4],
    forwards: [f32; 4],
    centre: [f32; 4],
    high: [f32; 4],
    middle: [f32; 4],
    low: [f32; 4],
}

/// Steps per beat of a wing, per change between flapping and gliding, and per cycle of the backdrop.
const BEAT: u64 = 22;
const GLIDE: u64 = 260;
const CYCLE: u64 = 60_000;
/// The greatest angle of a wing, in radians.
const WING_ANGLE: f32 = 0.75;

impl View {
    fn new(scene: &Scene, camera: &Camera, pixel: f32, boids: BoidLook) -> Self {
        let is_3d = scene.dimension == 3;
        // In 3D the light comes from above, over the viewer's left shoulder; in 2D straight down.
        let (right, up) = camera.right_and_up();
        let over_shoulder = camera.backwards() * 0.7 - right * 0.45 + up * 0.4 + Vec3::Y * 0.5;
        let light = if is_3d { over_shoulder.normalize_or(Vec3::Y) } else { Vec3::Z };
        let (fog, shading) = match (is_3d, scene.theme) {
            (false, _) => (0.0, 1.0),
            (true, Theme::Dark) => (0.7, 0.6),
            (true, Theme::Light) => (0.7, 0.5),
        };
        let extent = camera.extent;
        // From inside the scene, the fog begins at the camera.
        let depth = camera.depth().max(0.7 * extent);
        let min_boid_pixels = if is_3d { 4.0 } else { 3.0 };
        let (width, height) = (camera.width as f32, camera.height as f32);
        let (shadow, opacity) = scene.theme.shadow();
        let [high, middle, low] = scene.theme.backdrop(scene.backdrop).map(|colour| rgb(colour, 1.0));
        let (floor_low, floor_high) = match scene.bounds {
            Bounds::Box { low, high } => (low, high),
            _ => ([0.0; 3], [0.0; 3]),
        };
        let time = |period: u64| if scene.moves { (scene.step % period) as f32 / period as f32 } else { 0.0 };
        let [half_width, half_height] = camera.half_picture();
        let vector = |v: Vec3, w: f32| [v.x, v.y, v.z, w];
        let [dot, dot_opacity] = boids.dots.unwrap_or_default();
        View {
            matrix: camera.matrix().to_cols_array(),
            light: vector(light, shading),
            fog: [middle[0], middle[1], middle[2], fog],
            depths: [
                depth - 0.7 * extent,
                depth + 1.3 * extent,
                min_boid_pixels * pixel,
                camera.pixels_per_length(1.0),
            ],
            screen: [width, height, if is_3d { 1.0 } else { 0.0 }, scene.floor().unwrap_or(0.0)],
            shadow: rgb(shadow, opacity),
            floor: [floor_low[0], floor_low[2], floor_high[0], floor_high[2]],
            wings: [time(BEAT), time(GLIDE), time(CYCLE), if boids.flaps && scene.moves { WING_ANGLE } else { 0.0 }],
            dots: [dot, dot_opacity, 0.0, 0.0],
            right: vector(right, half_width),
            up: vector(up, half_height),
            forwards: vector(-camera.backwards(), if scene.theme == Theme::Light { 1.0 } else { 0.0 }),
            centre: vector(Vec3::from(camera.target), extent),
            high,
            middle,
            low,
        }
    }
}

fn rgb(colour: Colour, fourth: f32) -> [f32; 4] {
    let [red, green, blue, _] = colour.0.map(|byte| f32::from(byte) / 255.0);
    [red, green, blue, fourth]
}
