//! The painter: draws scenes.

use crate::camera::Camera;
use crate::error::DrawError;
use crate::form::Form;
use crate::geometry::{self, Geometry};
use crate::gpu::Gpu;
use crate::mesh;
use crate::picture::Picture;
use crate::pipelines::Pipelines;
use crate::scene::{Bounds, Scene, Solid};
use crate::store::Store;
use crate::trails::Trails;
use crate::wake::Wake;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// Draws scenes: into pictures in memory, or into a canvas of a web page.
///
/// ```no_run
/// use quelea::{Scenario, Simulation};
/// use quelea_draw::{Camera, Painter, Scene, Style};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let scenario = Scenario::preset("p5")?;
/// let mut flock = Simulation::new(&scenario)?;
/// flock.run(300);
///
/// let mut painter = Painter::offscreen(1280, 720).await?;
/// let scene = Scene::new(&scenario, &flock.state(), &Style::for_scenario(&scenario));
/// painter.draw(&scene, &Camera::fit(&scene, 1280, 720))?;
/// let rgba: Vec<u8> = painter.read_pixels()?;
/// # Ok(())
/// # }
/// ```
pub struct Painter {
    gpu: Gpu,
    picture: Picture,
    #[cfg(target_arch = "wasm32")]
    canvas: crate::canvas::Canvas,
    pipelines: Pipelines,
    view: Uniform,
    form: (Option<(Form, usize, bool)>, Store),
    boids: Store,
    /// The obstacles whose surfaces are in the stores: they are built once, not for every frame.
    obstacles: Option<(Vec<Solid>, usize, crate::Theme)>,
    solids: Store,
    outlines: Store,
    ground: Store,
    edges: Store,
    fills: Store,
    strokes: Store,
    wake: Wake,
    pixel: f32,
}

/// Boids of fewer pixels than this are drawn with few triangles.
const SMALL: f32 = 9.0;

/// What every shader knows; see `shaders/view.wgsl`.
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

struct Uniform {
    buffer: wgpu::Buffer,
    group: wgpu::BindGroup,
}

impl Painter {
    /// A painter of pictures in memory.
    #[cfg(not(target_arch = "wasm32"))]
    pub async fn offscreen(width: u32, height: u32) -> Result<Self, DrawError> {
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = wgpu::Backends::PRIMARY;
        let instance = wgpu::Instance::new(description);
        let (gpu, _) = Gpu::open(&instance, None).await?;
        let picture = Picture::new(&gpu, width, height)?;
        let pipelines = Pipelines::new(&gpu);
        Ok(Self::assembled(gpu, picture, pipelines))
    }

    /// A painter of a canvas, as large as its `width` and `height` say. Its [`Painter::backend`] says which way
    /// was taken. A canvas that has given out a context of another kind cannot be used.
    #[cfg(target_arch = "wasm32")]
    pub async fn for_canvas(
        canvas: web_sys::HtmlCanvasElement,
        backend: crate::canvas::Backend,
    ) -> Result<Self, DrawError> {
        let (canvas, gpu) = crate::canvas::Canvas::open(canvas, backend).await?;
        let (width, height) = canvas.size();
        let picture = Picture::new(&gpu, width, height)?;
        let pipelines = Pipelines::new(&gpu);
        Ok(Self::assembled(gpu, picture, canvas, pipelines))
    }

    fn assembled(
        gpu: Gpu,
        picture: Picture,
        #[cfg(target_arch = "wasm32")] canvas: crate::canvas::Canvas,
        pipelines: Pipelines,
    ) -> Self {
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("view"),
            size: size_of::<View>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("view"),
            layout: &pipelines.view,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
        });
        Painter {
            view: Uniform { buffer, group },
            gpu,
            picture,
            #[cfg(target_arch = "wasm32")]
            canvas,
            pipelines,
            form: (None, Store::default()),
            boids: Store::default(),
            obstacles: None,
            solids: Store::default(),
            outlines: Store::default(),
            ground: Store::default(),
            edges: Store::default(),
            fills: Store::default(),
            strokes: Store::default(),
            wake: Wake::default(),
            pixel: 1.0,
        }
    }

    /// What draws: `WebGPU`, `WebGL2`, `Vulkan`, `Metal` or `Direct3D 12`.
    pub fn backend(&self) -> &'static str {
        self.gpu.backend
    }

    /// The name of the graphics adapter.
    pub fn adapter(&self) -> &str {
        &self.gpu.adapter
    }

    /// The picture's width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.picture.width, self.picture.height)
    }

    /// Takes on another size, in pixels. The camera must be told too.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<(), DrawError> {
        if (width, height) != self.size() {
            self.picture = Picture::new(&self.gpu, width, height)?;
            #[cfg(target_arch = "wasm32")]
            self.canvas.resize(&self.gpu, width, height);
        }
        Ok(())
    }

    /// How many pixels of the picture make one pixel of a page (`devicePixelRatio`): lines are so many times
    /// wider. 1 unless told otherwise.
    pub fn set_pixel_ratio(&mut self, ratio: f32) {
        self.pixel = if ratio.is_finite() { ratio.clamp(0.25, 16.0) } else { 1.0 };
    }

    /// Draws a scene as a camera sees it, and shows it where there is a canvas.
    pub fn draw(&mut self, scene: &Scene, camera: &Camera) -> Result<(), DrawError> {
        self.load(scene, camera)?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.paint(&mut encoder, scene);
        self.gpu.queue.submit([encoder.finish()]);
        #[cfg(target_arch = "wasm32")]
        self.canvas.show(&self.gpu, &self.picture)?;
        Ok(())
    }

    /// The pixels of the last picture, row by row from the top: red, green, blue and 255 each. In a page, a
    /// canvas gives its pixels itself (`toBlob`), in the same turn of the event loop as the drawing.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read_pixels(&self) -> Result<Vec<u8>, DrawError> {
        self.picture.read(&self.gpu)
    }

    /// Brings to the GPU what is not there yet.
    fn load(&mut self, scene: &Scene, camera: &Camera) -> Result<(), DrawError> {
        let gpu = &self.gpu;
        gpu.queue.write_buffer(&self.view.buffer, 0, bytemuck::bytes_of(&view(scene, camera, self.pixel)));
        self.boids.write(gpu, &scene.boids)?;
        let size = scene.boids.first().map_or(0.0, |boid| boid.size * camera.scale());
        let form = (scene.form, scene.dimension, size < SMALL * self.pixel);
        if self.form.0 != Some(form) {
            self.form.1.write(gpu, &mesh::form(form.0, form.1, form.2))?;
            self.form.0 = Some(form);
        }
        let known = self.obstacles.as_ref().is_some_and(|(obstacles, dimension, theme)| {
            (obstacles, *dimension, *theme) == (&scene.obstacles, scene.dimension, scene.theme)
        });
        if !known {
            let (solids, mut outlines) = geometry::obstacles(scene);
            outlines.iter_mut().for_each(|stroke| stroke.width *= self.pixel);
            self.solids.write(gpu, &solids)?;
            self.outlines.write(gpu, &outlines)?;
            self.obstacles = Some((scene.obstacles.clone(), scene.dimension, scene.theme));
        }
        let geometry = Geometry::of(scene, camera, self.pixel);
        self.ground.write(gpu, &geometry.ground)?;
        self.edges.write(gpu, &geometry.edges)?;
        self.fills.write(gpu, &geometry.fills)?;
        self.strokes.write(gpu, &geometry.strokes)?;
        self.wake.load(gpu, &self.pipelines.age, &scene.trails, self.pixel)
    }

    fn paint(&self, encoder: &mut wgpu::CommandEncoder, scene: &Scene) {
        let mut pass = self.picture.begin(encoder, scene.theme.background());
        pass.set_bind_group(0, &self.view.group, &[]);
        let pipelines = &self.pipelines;
        self.corners(&mut pass, &pipelines.fills, &self.ground);
        if scene.dimension == 2 {
            // In the plane the later covers the earlier.
            self.lines(&mut pass, &pipelines.lines, &self.edges);
            self.trails(&mut pass, &scene.trails);
            self.corners(&mut pass, &pipelines.solids, &self.solids);
            self.lines(&mut pass, &pipelines.lines, &self.outlines);
            self.flock(&mut pass, &pipelines.boids);
        } else {
            // In space the nearer covers the farther, and what is transparent comes last.
            self.corners(&mut pass, &pipelines.solids, &self.solids);
            self.flock(&mut pass, &pipelines.boids);
            if floor(scene).is_some() {
                self.flock(&mut pass, &pipelines.shadows);
            }
            self.lines(&mut pass, &pipelines.lines, &self.edges);
            self.trails(&mut pass, &scene.trails);
        }
        self.corners(&mut pass, &pipelines.fills, &self.fills);
        self.lines(&mut pass, &pipelines.lines_over, &self.strokes);
    }

    fn flock(&self, pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline) {
        if let (Some((form, corners)), Some((boids, count))) = (self.form.1.filled(), self.boids.filled()) {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, form);
            pass.set_vertex_buffer(1, boids);
            pass.draw(0..corners, 0..count);
        }
    }

    fn corners(&self, pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline, store: &Store) {
        if let Some((corners, count)) = store.filled() {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, corners);
            pass.draw(0..count, 0..1);
        }
    }

    fn lines(&self, pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline, store: &Store) {
        if let Some((strokes, count)) = store.filled() {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, strokes);
            pass.draw(0..4, 0..count);
        }
    }

    fn trails(&self, pass: &mut wgpu::RenderPass, trails: &Trails) {
        if let Some((boids, count)) = self.boids.filled() {
            pass.set_pipeline(&self.pipelines.trails);
            self.wake.paint(pass, trails, boids, count);
        }
    }

    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn picture(&self) -> &Picture {
        &self.picture
    }
}

fn view(scene: &Scene, camera: &Camera, pixel: f32) -> View {
    let space = scene.dimension == 3;
    let [red, green, blue, _] = scene.theme.background().0.map(|byte| f32::from(byte) / 255.0);
    // In space the light comes from above, over the viewer's left shoulder; in the plane straight down.
    let (right, up) = camera.right_and_up();
    let shoulder = camera.backwards() * 0.7 - right * 0.45 + up * 0.4 + Vec3::Y * 0.5;
    let light = if space { shoulder.normalize_or(Vec3::Y) } else { Vec3::Z };
    let (depth, extent) = (camera.depth(), camera.extent);
    let (fog, lit) = match (space, scene.theme) {
        (false, _) => (0.0, 1.0),
        (true, crate::Theme::Dark) => (0.6, 0.6),
        (true, crate::Theme::Light) => (0.6, 0.5),
    };
    let least = if space { 4.0 } else { 3.0 };
    View {
        matrix: camera.matrix().to_cols_array(),
        light: [light.x, light.y, light.z, lit],
        fog: [red, green, blue, fog],
        depths: [depth - 0.7 * extent, depth + 1.3 * extent, least * pixel, camera.pixels_per_length(1.0)],
        screen: [camera.width as f32, camera.height as f32, if space { 1.0 } else { 0.0 }, floor(scene).unwrap_or(0.0)],
        shadow: {
            let (colour, opacity) = scene.theme.shadow();
            let [red, green, blue, _] = colour.0.map(|byte| f32::from(byte) / 255.0);
            [red, green, blue, opacity]
        },
    }
}

/// How high the floor is on which shadows fall.
fn floor(scene: &Scene) -> Option<f32> {
    match scene.bounds {
        Bounds::Box { low, .. } if scene.dimension == 3 && scene.shows_bounds => Some(low[1]),
        _ => None,
    }
}
