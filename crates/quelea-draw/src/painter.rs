//! The painter draws scenes.

use crate::camera::Camera;
use crate::error::DrawError;
use crate::form::Form;
use crate::geometry::{Geometry, ObstacleGeometry};
use crate::gpu::Gpu;
use crate::mesh::form_mesh;
use crate::pipelines::Pipelines;
use crate::render_target::RenderTarget;
use crate::scene::{Scene, Solid};
use crate::theme::Theme;
use crate::trail_buffers::TrailBuffers;
use crate::vertex_buffer::VertexBuffer;
use crate::view_uniform::{ViewUniform, floor};

/// Draws scenes into pictures in memory, or on a canvas of a web page.
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
    target: RenderTarget,
    #[cfg(target_arch = "wasm32")]
    canvas: crate::canvas::Canvas,
    pipelines: Pipelines,
    view: ViewUniform,
    /// The mesh of a boid, and the form, dimension and level of detail it was made for.
    mesh: VertexBuffer,
    mesh_key: Option<(Form, usize, bool)>,
    boids: VertexBuffer,
    /// Surfaces and outlines of the obstacles, and what they were made for: they rarely change.
    solids: VertexBuffer,
    outlines: VertexBuffer,
    obstacles_key: Option<ObstaclesKey>,
    ground: VertexBuffer,
    edges: VertexBuffer,
    fills: VertexBuffer,
    strokes: VertexBuffer,
    trails: TrailBuffers,
    pixel: f32,
}

/// What the geometry of the obstacles depends on.
struct ObstaclesKey {
    obstacles: Vec<Solid>,
    dimension: usize,
    theme: Theme,
    extent: ([f32; 3], f32),
    pixel: f32,
}

impl ObstaclesKey {
    fn new(scene: &Scene, pixel: f32) -> Self {
        let (dimension, theme, extent) = (scene.dimension, scene.theme, scene.extent());
        ObstaclesKey { obstacles: scene.obstacles.clone(), dimension, theme, extent, pixel }
    }

    fn matches(&self, scene: &Scene, pixel: f32) -> bool {
        (self.dimension, self.theme, self.pixel) == (scene.dimension, scene.theme, pixel)
            && self.obstacles == scene.obstacles
            && (self.obstacles.is_empty() || self.extent == scene.extent())
    }
}

/// Boids smaller than this many pixels are drawn with a coarse mesh.
const COARSE_BELOW: f32 = 9.0;

impl Painter {
    /// A painter of pictures in memory.
    #[cfg(not(target_arch = "wasm32"))]
    pub async fn offscreen(width: u32, height: u32) -> Result<Self, DrawError> {
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = wgpu::Backends::PRIMARY;
        let instance = wgpu::Instance::new(description);
        let (gpu, _) = Gpu::open(&instance, None).await?;
        let target = RenderTarget::new(&gpu, width, height)?;
        Ok(Self::new(gpu, target))
    }

    /// A painter of a canvas, in the size of its `width` and `height`. [`Painter::backend`] tells which backend
    /// was opened. A canvas with a context of another kind cannot be used.
    #[cfg(target_arch = "wasm32")]
    pub async fn for_canvas(
        canvas: web_sys::HtmlCanvasElement,
        backend: crate::backend::Backend,
    ) -> Result<Self, DrawError> {
        let (canvas, gpu) = crate::canvas::Canvas::open(canvas, backend).await?;
        let (width, height) = canvas.size();
        let target = RenderTarget::new(&gpu, width, height)?;
        Ok(Self::new(gpu, target, canvas))
    }

    fn new(gpu: Gpu, target: RenderTarget, #[cfg(target_arch = "wasm32")] canvas: crate::canvas::Canvas) -> Self {
        let pipelines = Pipelines::new(&gpu);
        Painter {
            view: ViewUniform::new(&gpu, &pipelines.view_layout),
            gpu,
            target,
            #[cfg(target_arch = "wasm32")]
            canvas,
            pipelines,
            mesh: VertexBuffer::default(),
            mesh_key: None,
            boids: VertexBuffer::default(),
            solids: VertexBuffer::default(),
            outlines: VertexBuffer::default(),
            obstacles_key: None,
            ground: VertexBuffer::default(),
            edges: VertexBuffer::default(),
            fills: VertexBuffer::default(),
            strokes: VertexBuffer::default(),
            trails: TrailBuffers::default(),
            pixel: 1.0,
        }
    }

    /// The graphics API in use: `Vulkan`, `Metal`, `Direct3D 12`, `WebGPU` or `WebGL2`.
    pub fn backend(&self) -> &'static str {
        self.gpu.backend
    }

    /// The name of the graphics adapter.
    pub fn adapter(&self) -> &str {
        &self.gpu.adapter
    }

    /// Width and height of the picture in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.target.width, self.target.height)
    }

    /// Changes the size of the picture, in pixels. The camera has to be resized too.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<(), DrawError> {
        if (width, height) != self.size() {
            self.target = RenderTarget::new(&self.gpu, width, height)?;
            #[cfg(target_arch = "wasm32")]
            self.canvas.resize(&self.gpu, width, height);
        }
        Ok(())
    }

    /// Sets the number of pixels per pixel of a page (`devicePixelRatio`), by which lines get wider. 1 by default,
    /// from 0.25 to 16.
    pub fn set_pixel_ratio(&mut self, ratio: f32) {
        self.pixel = if ratio.is_finite() { ratio.clamp(0.25, 16.0) } else { 1.0 };
    }

    /// Draws a scene as a camera sees it, and shows it if there is a canvas.
    pub fn draw(&mut self, scene: &Scene, camera: &Camera) -> Result<(), DrawError> {
        self.upload(scene, camera)?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.encode(&mut encoder, scene);
        self.gpu.queue.submit([encoder.finish()]);
        #[cfg(target_arch = "wasm32")]
        self.canvas.show(&self.gpu, &self.target)?;
        Ok(())
    }

    /// The pixels of the last picture, row by row from the top: red, green, blue and 255 each. In a page, read them
    /// from the canvas (`toBlob`) in the same turn of the event loop as the drawing.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn read_pixels(&self) -> Result<Vec<u8>, DrawError> {
        self.target.read(&self.gpu)
    }

    /// Uploads what is not on the GPU yet.
    fn upload(&mut self, scene: &Scene, camera: &Camera) -> Result<(), DrawError> {
        let (gpu, pixel) = (&self.gpu, self.pixel);
        self.view.write(gpu, scene, camera, pixel);
        self.boids.write(gpu, &scene.boids)?;
        let size = scene.boids.first().map_or(0.0, |boid| boid.size * camera.scale());
        let mesh_key = (scene.form, scene.dimension, size < COARSE_BELOW * pixel);
        if self.mesh_key != Some(mesh_key) {
            self.mesh.write(gpu, &form_mesh(mesh_key.0, mesh_key.1, mesh_key.2))?;
            self.mesh_key = Some(mesh_key);
        }
        if !self.obstacles_key.as_ref().is_some_and(|key| key.matches(scene, pixel)) {
            let geometry = ObstacleGeometry::new(scene, pixel);
            self.solids.write(gpu, &geometry.surfaces)?;
            self.outlines.write(gpu, &geometry.outlines)?;
            self.obstacles_key = Some(ObstaclesKey::new(scene, pixel));
        }
        let geometry = Geometry::new(scene, camera, pixel);
        self.ground.write(gpu, &geometry.ground)?;
        self.edges.write(gpu, &geometry.edges)?;
        self.fills.write(gpu, &geometry.fills)?;
        self.strokes.write(gpu, &geometry.strokes)?;
        self.trails.upload(gpu, &self.pipelines.fade_layout, &scene.trails, pixel)
    }

    /// Encodes the draw calls, back to front.
    fn encode(&self, encoder: &mut wgpu::CommandEncoder, scene: &Scene) {
        let mut pass = self.target.begin(encoder, scene.theme.background());
        pass.set_bind_group(0, &self.view.group, &[]);
        let pipelines = &self.pipelines;
        draw_triangles(&mut pass, &pipelines.fills, &self.ground);
        if scene.dimension == 2 {
            // All depths are equal: what is drawn later covers what is drawn earlier.
            draw_strokes(&mut pass, &pipelines.lines, &self.edges);
            self.draw_trails(&mut pass);
            draw_triangles(&mut pass, &pipelines.solids, &self.solids);
            draw_strokes(&mut pass, &pipelines.lines, &self.outlines);
            self.draw_boids(&mut pass, &pipelines.boids);
        } else {
            // The nearer covers the farther. Transparent things come last.
            draw_triangles(&mut pass, &pipelines.solids, &self.solids);
            self.draw_boids(&mut pass, &pipelines.boids);
            if floor(scene).is_some() {
                self.draw_boids(&mut pass, &pipelines.shadows);
            }
            draw_strokes(&mut pass, &pipelines.lines, &self.edges);
            self.draw_trails(&mut pass);
        }
        draw_triangles(&mut pass, &pipelines.fills, &self.fills);
        draw_strokes(&mut pass, &pipelines.overlay_lines, &self.strokes);
    }

    fn draw_boids(&self, pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline) {
        if let (Some((mesh, vertices)), Some((boids, count))) = (self.mesh.contents(), self.boids.contents()) {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, mesh);
            pass.set_vertex_buffer(1, boids);
            pass.draw(0..vertices, 0..count);
        }
    }

    fn draw_trails(&self, pass: &mut wgpu::RenderPass) {
        if let Some((boids, count)) = self.boids.contents() {
            pass.set_pipeline(&self.pipelines.trails);
            self.trails.draw(pass, boids, count);
        }
    }

    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    #[cfg(all(test, not(target_arch = "wasm32")))]
    pub(crate) fn target(&self) -> &RenderTarget {
        &self.target
    }
}

fn draw_triangles(pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline, buffer: &VertexBuffer) {
    if let Some((vertices, count)) = buffer.contents() {
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, vertices);
        pass.draw(0..count, 0..1);
    }
}

fn draw_strokes(pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline, buffer: &VertexBuffer) {
    if let Some((strokes, count)) = buffer.contents() {
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, strokes);
        pass.draw(0..4, 0..count);
    }
}
