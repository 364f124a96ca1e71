//! The painter draws scenes.

use crate::backdrop::Backdrop;
use crate::camera::Camera;
use crate::dresser::{Dresser, FlockBuffers};
use crate::error::DrawError;
use crate::geometry::{Geometry, ObstacleGeometry};
use crate::gpu::Gpu;
use crate::mesh::MeshKind;
use crate::pipelines::Pipelines;
use crate::render_target::RenderTarget;
use crate::scene::{Scene, Solid};
use crate::theme::Theme;
use crate::trail_buffers::TrailBuffers;
use crate::vertex_buffer::VertexBuffer;
use crate::view_uniform::{BoidLook, ViewUniform};
use std::ops::Range;

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
    /// The meshes of a boid and of a hunter, and what they were made for.
    mesh: VertexBuffer,
    hunter_mesh: VertexBuffer,
    mesh_kind: Option<MeshKind>,
    boids: VertexBuffer,
    ghosts: VertexBuffer,
    /// Surfaces, shadows and outlines of the obstacles, and what they were made for: they rarely change.
    solids: VertexBuffer,
    solid_shadows: VertexBuffer,
    outlines: VertexBuffer,
    obstacles_key: Option<ObstaclesKey>,
    ground: VertexBuffer,
    ground_lines: VertexBuffer,
    edges: VertexBuffer,
    fills: VertexBuffer,
    strokes: VertexBuffer,
    trails: TrailBuffers,
    /// Made for the first flock that is on the device.
    dresser: Option<Dresser>,
    /// Whether the boids are drawn as dots that add up.
    has_dots: bool,
    pixel: f32,
}

/// What the geometry of the obstacles depends on.
struct ObstaclesKey {
    obstacles: Vec<Solid>,
    dimension: usize,
    theme: Theme,
    floor: Option<f32>,
    extent: ([f32; 3], f32),
    pixel: f32,
}

impl ObstaclesKey {
    fn new(scene: &Scene, pixel: f32) -> Self {
        let (dimension, theme, floor, extent) = (scene.dimension, scene.theme, scene.floor(), scene.extent());
        ObstaclesKey { obstacles: scene.obstacles.clone(), dimension, theme, floor, extent, pixel }
    }

    fn matches(&self, scene: &Scene, pixel: f32) -> bool {
        (self.dimension, self.theme, self.floor, self.pixel) == (scene.dimension, scene.theme, scene.floor(), pixel)
            && self.obstacles == scene.obstacles
            && (self.obstacles.is_empty() || self.extent == scene.extent())
    }
}

/// Boids smaller than this many pixels are drawn with a coarse mesh.
const COARSE_BELOW: f32 = 9.0;
/// So many boids are drawn as dots that add up where they are smaller than this many pixels.
const MANY: usize = 5000;
const DOTS_BELOW: f32 = 3.0;

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

    /// A painter of pictures in memory on a device that is open already, such as that of a flock.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn on_device(
        device: wgpu::Device,
        queue: wgpu::Queue,
        adapter: wgpu::AdapterInfo,
        width: u32,
        height: u32,
    ) -> Result<Self, DrawError> {
        let gpu = Gpu::of(device, queue, adapter);
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
        let size = (canvas.width(), canvas.height());
        Self::on(wgpu::SurfaceTarget::Canvas(canvas), size, backend).await
    }

    /// A painter of a canvas that has been handed over to a worker, as [`Painter::for_canvas`] is of one in the page.
    #[cfg(target_arch = "wasm32")]
    pub async fn for_offscreen_canvas(
        canvas: web_sys::OffscreenCanvas,
        backend: crate::backend::Backend,
    ) -> Result<Self, DrawError> {
        let size = (canvas.width(), canvas.height());
        Self::on(wgpu::SurfaceTarget::OffscreenCanvas(canvas), size, backend).await
    }

    #[cfg(target_arch = "wasm32")]
    async fn on(
        target: wgpu::SurfaceTarget<'static>,
        size: (u32, u32),
        backend: crate::backend::Backend,
    ) -> Result<Self, DrawError> {
        let (canvas, gpu) = crate::canvas::Canvas::open(target, size, backend).await?;
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
            hunter_mesh: VertexBuffer::default(),
            mesh_kind: None,
            boids: VertexBuffer::default(),
            ghosts: VertexBuffer::default(),
            solids: VertexBuffer::default(),
            solid_shadows: VertexBuffer::default(),
            outlines: VertexBuffer::default(),
            obstacles_key: None,
            ground: VertexBuffer::default(),
            ground_lines: VertexBuffer::default(),
            edges: VertexBuffer::default(),
            fills: VertexBuffer::default(),
            strokes: VertexBuffer::default(),
            trails: TrailBuffers::default(),
            dresser: None,
            has_dots: false,
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

    /// The device it draws with, its queue, and what the browser says of it: for a flock that steps where it is drawn.
    #[cfg(target_arch = "wasm32")]
    pub fn device(&self) -> (&wgpu::Device, &wgpu::Queue, &wgpu::AdapterInfo) {
        (&self.gpu.device, &self.gpu.queue, &self.gpu.info)
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
        self.draw_with(scene, camera, None)
    }

    /// Draws a scene whose boids are on the device, without copying them from there.
    pub fn draw_crowd(&mut self, scene: &Scene, camera: &Camera, flock: &FlockBuffers) -> Result<(), DrawError> {
        self.draw_with(scene, camera, Some(flock))
    }

    fn draw_with(&mut self, scene: &Scene, camera: &Camera, flock: Option<&FlockBuffers>) -> Result<(), DrawError> {
        self.upload(scene, camera)?;
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        if let (Some(crowd), Some(flock)) = (&scene.crowd, flock) {
            let dresser = self.dresser.get_or_insert_with(|| Dresser::new(&self.gpu));
            dresser.dress(&self.gpu, &mut encoder, crowd, scene.dimension, flock, &mut self.boids)?;
        }
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
        let size = scene.flock().map_or(0.0, |(_, size)| size * camera.scale());
        let kind = MeshKind {
            form: scene.form,
            dimension: scene.dimension,
            coarse: size < COARSE_BELOW * pixel,
            hunts: false,
        };
        let dots = dots(scene, camera, pixel);
        self.view.write(gpu, scene, camera, pixel, BoidLook { flaps: kind.flaps(), dots });
        self.has_dots = dots.is_some();
        self.boids.write(gpu, &scene.boids)?;
        self.ghosts.write(gpu, &scene.ghosts)?;
        if self.mesh_kind != Some(kind) {
            self.mesh.write(gpu, &kind.mesh())?;
            self.hunter_mesh.write(gpu, &MeshKind { hunts: true, ..kind }.mesh())?;
            self.mesh_kind = Some(kind);
        }
        if !self.obstacles_key.as_ref().is_some_and(|key| key.matches(scene, pixel)) {
            let geometry = ObstacleGeometry::new(scene, pixel);
            self.solids.write(gpu, &geometry.surfaces)?;
            self.solid_shadows.write(gpu, &geometry.shadows)?;
            self.outlines.write(gpu, &geometry.outlines)?;
            self.obstacles_key = Some(ObstaclesKey::new(scene, pixel));
        }
        let geometry = Geometry::new(scene, camera, pixel);
        self.ground.write(gpu, &geometry.ground)?;
        self.ground_lines.write(gpu, &geometry.ground_lines)?;
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
        match scene.backdrop {
            Backdrop::Plain => {}
            Backdrop::Sky => draw_backdrop(&mut pass, &pipelines.sky),
            Backdrop::Water => draw_backdrop(&mut pass, &pipelines.water),
        }
        if scene.dimension == 2 {
            // All depths are equal: what is drawn later covers what is drawn earlier.
            draw_triangles(&mut pass, &pipelines.fills, &self.ground);
            draw_strokes(&mut pass, &pipelines.lines, &self.edges);
            self.draw_trails(&mut pass);
            draw_triangles(&mut pass, &pipelines.solids, &self.solids);
            draw_strokes(&mut pass, &pipelines.lines, &self.outlines);
            self.draw_boids(&mut pass, scene);
        } else {
            // The floor and its shadows are below everything. The nearer covers the farther. Transparent things come
            // last.
            draw_triangles(&mut pass, &pipelines.floor, &self.ground);
            draw_strokes(&mut pass, &pipelines.lines, &self.ground_lines);
            if scene.floor().is_some() {
                draw_triangles(&mut pass, &pipelines.solid_shadows, &self.solid_shadows);
                if !self.has_dots {
                    self.draw_squares(&mut pass, &pipelines.boid_shadows);
                }
            }
            draw_triangles(&mut pass, &pipelines.solids, &self.solids);
            self.draw_boids(&mut pass, scene);
            draw_strokes(&mut pass, &pipelines.lines, &self.edges);
            self.draw_trails(&mut pass);
        }
        draw_triangles(&mut pass, &pipelines.fills, &self.fills);
        draw_strokes(&mut pass, &pipelines.overlay_lines, &self.strokes);
    }

    fn draw_boids(&self, pass: &mut wgpu::RenderPass, scene: &Scene) {
        let Some((boids, count)) = self.boids.contents() else { return };
        let draw = |pass: &mut wgpu::RenderPass, mesh: &VertexBuffer, instances: wgpu::BufferSlice, ids: Range<u32>| {
            if let Some((mesh, vertices)) = mesh.contents().filter(|_| !ids.is_empty()) {
                pass.set_pipeline(&self.pipelines.boids);
                pass.set_vertex_buffer(0, mesh);
                pass.set_vertex_buffer(1, instances);
                pass.draw(0..vertices, ids);
            }
        };
        if self.has_dots {
            let glows = scene.theme == Theme::Dark;
            let pipelines = &self.pipelines;
            self.draw_squares(pass, if glows { &pipelines.glowing_dots } else { &pipelines.dots });
        } else {
            let mut next = 0;
            for hunters in &scene.hunters {
                draw(pass, &self.mesh, boids, next..hunters.start.min(count));
                next = hunters.end.min(count);
            }
            draw(pass, &self.mesh, boids, next..count);
        }
        for hunters in &scene.hunters {
            draw(pass, &self.hunter_mesh, boids, hunters.start.min(count)..hunters.end.min(count));
        }
        if let Some((ghosts, count)) = self.ghosts.contents() {
            draw(pass, &self.mesh, ghosts, 0..count);
        }
    }

    /// Draws a square for each boid.
    fn draw_squares(&self, pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline) {
        if let Some((boids, count)) = self.boids.contents() {
            pass.set_pipeline(pipeline);
            pass.set_vertex_buffer(0, boids);
            pass.draw(0..4, 0..count);
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

/// The dots of a flock too dense to show each boid: their radius in pixels and their opacity. The denser the flock, the
/// fainter each dot.
fn dots(scene: &Scene, camera: &Camera, pixel: f32) -> Option<[f32; 2]> {
    let scale = camera.scale();
    let (boids, size) = scene.flock()?;
    let size = size * scale;
    if boids < MANY || size >= DOTS_BELOW * pixel {
        return None;
    }
    let radius = (1.5 * size).max(2.0 * pixel);
    let (low, high) = scene.corners();
    let area = (high[0] - low[0]) * (high[1] - low[1]) * scale * scale;
    let layers = boids as f32 * std::f32::consts::PI * radius * radius / area.max(1.0);
    Some([radius, (0.8 / layers.max(1e-6)).clamp(0.05, 0.8)])
}

fn draw_backdrop(pass: &mut wgpu::RenderPass, pipeline: &wgpu::RenderPipeline) {
    pass.set_pipeline(pipeline);
    pass.draw(0..3, 0..1);
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
