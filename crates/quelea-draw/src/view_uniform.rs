//! What every shader knows about the camera and the scene.

use crate::camera::Camera;
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

    pub fn write(&self, gpu: &Gpu, scene: &Scene, camera: &Camera, pixel: f32) {
        gpu.queue.write_buffer(&self.buffer, 0, bytemuck::bytes_of(&View::new(scene, camera, pixel)));
    }
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
}

impl View {
    fn new(scene: &Scene, camera: &Camera, pixel: f32) -> Self {
        let is_3d = scene.dimension == 3;
        let [red, green, blue, _] = scene.theme.background().0.map(|byte| f32::from(byte) / 255.0);
        // In 3D the light comes from above, over the viewer's left shoulder; in 2D straight down.
        let (right, up) = camera.right_and_up();
        let over_shoulder = camera.backwards() * 0.7 - right * 0.45 + up * 0.4 + Vec3::Y * 0.5;
        let light = if is_3d { over_shoulder.normalize_or(Vec3::Y) } else { Vec3::Z };
        let (fog, shading) = match (is_3d, scene.theme) {
            (false, _) => (0.0, 1.0),
            (true, Theme::Dark) => (0.6, 0.6),
            (true, Theme::Light) => (0.6, 0.5),
        };
        let (depth, extent) = (camera.depth(), camera.extent);
        let min_boid_pixels = if is_3d { 4.0 } else { 3.0 };
        let (width, height) = (camera.width as f32, camera.height as f32);
        let (shadow, opacity) = scene.theme.shadow();
        let [shadow_red, shadow_green, shadow_blue, _] = shadow.0.map(|byte| f32::from(byte) / 255.0);
        View {
            matrix: camera.matrix().to_cols_array(),
            light: [light.x, light.y, light.z, shading],
            fog: [red, green, blue, fog],
            depths: [
                depth - 0.7 * extent,
                depth + 1.3 * extent,
                min_boid_pixels * pixel,
                camera.pixels_per_length(1.0),
            ],
            screen: [width, height, if is_3d { 1.0 } else { 0.0 }, floor(scene).unwrap_or(0.0)],
            shadow: [shadow_red, shadow_green, shadow_blue, opacity],
        }
    }
}

/// The height of the floor on which shadows fall, if there is one.
pub(crate) fn floor(scene: &Scene) -> Option<f32> {
    match scene.bounds {
        Bounds::Box { low, .. } if scene.dimension == 3 && scene.shows_bounds => Some(low[1]),
        _ => None,
    }
}
