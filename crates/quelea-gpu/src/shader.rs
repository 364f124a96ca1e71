//! Shaders: their text, the buffers they use, and how they are compiled.

use crate::arithmetic::Arithmetic;
use crate::column::Column;
use crate::device::Gpu;
use crate::error::GpuError;
use crate::split::Split;
use quelea::fast::program::Obstacles;
use std::borrow::Cow;

/// Invocations per workgroup where each is a boid. 128 was the fastest of 32 to 256.
pub(crate) const WORKGROUP: u32 = 128;

/// Cells with more boids than this are sorted apart.
pub(crate) const CROWD: u32 = 512;

/// A buffer that shaders may use: its name in them, its declaration, and how it is bound.
struct Resource {
    name: &'static str,
    declaration: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Uniform,
    Read,
    Write,
}

const fn read(name: &'static str, declaration: &'static str) -> Resource {
    Resource { name, declaration, kind: Kind::Read }
}

const fn write(name: &'static str, declaration: &'static str) -> Resource {
    Resource { name, declaration, kind: Kind::Write }
}

/// Everything that shaders may use. One buffer may have several names: to be read, to be written, with atomics.
const RESOURCES: &[Resource] = &[
    Resource { name: "constants", declaration: "Constants", kind: Kind::Uniform },
    Resource { name: "grid", declaration: "Grid", kind: Kind::Uniform },
    read("tables", "array<vec4f>"),
    read("positions", "array<vec4f>"),
    read("velocities", "array<vec2f>"),
    read("headings", "array<vec4f>"),
    read("ids", "array<u32>"),
    read("words", "array<u32>"),
    read("memory", "array<vec4f>"),
    read("starts", "array<u32>"),
    read("places", "array<vec2u>"),
    read("id_list", "array<u32>"),
    read("crowds_read", "array<u32>"),
    read("sources", "array<u32>"),
    read("slot_of_id", "array<u32>"),
    read("list_starts", "array<u32>"),
    read("lists", "array<u32>"),
    write("new_positions", "array<vec4f>"),
    write("new_velocities", "array<vec2f>"),
    write("new_headings", "array<vec4f>"),
    write("new_ids", "array<u32>"),
    write("new_words", "array<u32>"),
    write("new_memory", "array<vec4f>"),
    write("cell_counts", "array<atomic<u32>>"),
    write("starts_rw", "array<u32>"),
    write("next_counts", "array<atomic<u32>>"),
    write("next_counts_rw", "array<u32>"),
    write("block_sums", "array<u32>"),
    write("crowds", "array<atomic<u32>>"),
    write("new_places", "array<vec2u>"),
    write("id_list_rw", "array<u32>"),
    write("new_sources", "array<u32>"),
    write("slot_of_id_rw", "array<u32>"),
    write("list_slots", "array<u32>"),
    write("corners", "array<atomic<u32>>"),
    write("overruns", "array<atomic<u32>>"),
    write("results", "array<u32>"),
    // For measures, in double precision.
    read("measured_numbers", "array<f64>"),
    write("measured", "array<f64>"),
    write("measured_sums", "array<f64>"),
    write("measure_fails", "array<atomic<u32>>"),
];

/// A compiled shader.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// The name of its entry point.
    pub entry: &'static str,
    /// Whether it needs the keys of random numbers.
    pub uses_randomness: bool,
    pub pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
    /// The names of its buffers, in the order of their bindings, and the parts of each.
    buffers: Vec<(&'static str, usize)>,
}

/// What is bound to a name: a buffer, or all parts of a column.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    parts: &'a [wgpu::Buffer],
    shift: u32,
}

impl<'a> From<&'a wgpu::Buffer> for Bound<'a> {
    fn from(buffer: &'a wgpu::Buffer) -> Self {
        Bound { parts: std::slice::from_ref(buffer), shift: 0 }
    }
}

impl<'a> From<&'a Column> for Bound<'a> {
    fn from(column: &'a Column) -> Self {
        let (parts, shift) = column.parts();
        Bound { parts, shift }
    }
}

/// Which of the names of shaders stand for columns in parts.
pub(crate) fn splits<'b>(find: impl Fn(&'static str) -> Bound<'b>) -> Vec<Split> {
    let storage = RESOURCES.iter().filter(|resource| resource.kind != Kind::Uniform);
    let split = storage.map(|Resource { name, .. }| {
        let Bound { parts, shift } = find(name);
        Split { name, parts: parts.len(), shift }
    });
    split.filter(|split| split.parts > 1).collect()
}

/// Whether a text has a word.
fn mentions(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(is_part)
            && !text[at + word.len()..].chars().next().is_some_and(is_part)
    })
}

/// The functions of a library that a text uses, directly or through others, with their constants and types.
///
/// Shaders declare only buffers that they use, so they must not contain functions that they do not use.
pub(crate) fn needed_items(library: &str, text: &str) -> String {
    let items = split_items(library);
    let mut needed = vec![false; items.len()];
    loop {
        let mut found = false;
        for (index, (name, body)) in items.iter().enumerate() {
            let by_text = || mentions(text, name);
            let by_others = || items.iter().zip(&needed).any(|((_, other), needed)| *needed && mentions(other, name));
            if !needed[index] && !body.is_empty() && (by_text() || by_others()) {
                (needed[index], found) = (true, true);
            }
        }
        if !found {
            break;
        }
    }
    let bodies = items.iter().zip(&needed).filter(|(_, needed)| **needed).map(|((_, body), _)| body.as_str());
    bodies.collect::<Vec<_>>().join("\n")
}

/// The declarations of a text with their names: functions, structures, constants and aliases that begin a line.
fn split_items(library: &str) -> Vec<(String, String)> {
    let mut items: Vec<(String, String)> = Vec::new();
    let name_of = |line: &str| {
        let declared =
            ["fn ", "struct ", "const ", "alias ", "var<workgroup> "].iter().find_map(|key| line.strip_prefix(key))?;
        Some(declared.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>())
    };
    for line in library.lines().filter(|line| !line.trim_start().starts_with("//")) {
        match (name_of(line), items.last_mut()) {
            (Some(name), _) => items.push((name, format!("{line}\n"))),
            (None, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    items
}

/// What shaders are made of besides their own text.
pub(crate) struct Library<'a> {
    pub dimension: usize,
    pub torus: bool,
    /// The number of vectors of constants.
    pub constants: usize,
    /// Further lines.
    pub extra: &'a str,
    /// The columns in parts.
    pub splits: &'a [Split],
}

const CONSTANTS: &str = "
struct Constants {
    // The keys of random numbers in this step, and in all steps.
    step_key: vec2u,
    lasting_key: vec2u,
    // Zero and one, which the compiler cannot know.
    zero_bits: u32,
    zero: f32,
    one: f32,
    // The numbers of obstacle parts and of directions past them.
    parts: u32,
    fan: u32,
    // Eight, which the compiler cannot know.
    eight: u32,
    unused0: u32,
    unused1: u32,
    numbers: array<vec4f, NUMBERS>,
}
";

/// What the uniform of constants begins with: see [`CONSTANTS`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Header {
    /// The keys of random numbers in this step, and in all steps.
    pub keys: [u64; 2],
    /// The numbers of obstacle parts and of directions past them.
    pub parts: u32,
    pub fan: u32,
}

/// The words of the uniform of constants.
pub(crate) fn constants_words(header: &Header, numbers: &[f32]) -> Vec<u32> {
    let halves = |key: u64| [key as u32, (key >> 32) as u32];
    let mut words = Vec::from([halves(header.keys[0]), halves(header.keys[1])].as_flattened());
    words.extend([0, 0, 1.0f32.to_bits(), header.parts, header.fan, 8, 0, 0]);
    words.extend(numbers.iter().map(|number| number.to_bits()));
    words.resize(words.len().next_multiple_of(4), 0);
    words
}

/// The words before the numbers.
pub(crate) const HEADER_WORDS: usize = 12;

impl Library<'_> {
    fn text(&self, arithmetic: &Arithmetic) -> String {
        let vector = if self.dimension == 2 {
            include_str!("shaders/vector2.wgsl")
        } else {
            include_str!("shaders/vector3.wgsl")
        };
        let sides =
            if self.dimension == 2 { include_str!("shaders/sides2.wgsl") } else { include_str!("shaders/sides3.wgsl") };
        [
            format!("const DIMENSION: u32 = {}u;\n", self.dimension),
            format!("const TORUS: bool = {};\n", self.torus),
            format!("const WORKGROUP: u32 = {WORKGROUP}u;\nconst CROWD: u32 = {CROWD}u;\n"),
            CONSTANTS.replace("NUMBERS", &self.constants.to_string()),
            arithmetic.text(),
            include_str!("shaders/bits.wgsl").into(),
            include_str!("shaders/random.wgsl").into(),
            include_str!("shaders/grid.wgsl").into(),
            vector.into(),
            include_str!("shaders/obstacles.wgsl").replace("SIDES", sides),
            include_str!("shaders/walk.wgsl").into(),
            include_str!("shaders/lists.wgsl").into(),
            obstacle_constants(),
            self.extra.into(),
        ]
        .join("\n")
    }
}

/// What obstacles are kept clear of with, from the one place where it is defined.
fn obstacle_constants() -> String {
    type Of = Obstacles<2>;
    let float = |name: &str, x: f32| format!("const {name}: f32 = {x:e}f;\n");
    let count = |name: &str, x: usize| format!("const {name}: u32 = {x}u;\n");
    [
        float("GRAZING", Of::GRAZING),
        float("TURN_URGENCY", Of::TURN_URGENCY),
        float("BRAKING_STEPS", Of::BRAKING_STEPS),
        float("TINY", f32::MIN_POSITIVE),
        float("SMALL", 1e-6),
        count("PROBE_ITERATIONS", Of::PROBE_ITERATIONS),
        count("MAX_STRIDES", Of::MAX_STRIDES),
        count("MAX_PUSHES", Of::MAX_PUSHES),
        count("MAX_MARCHES", Of::MAX_MARCHES),
    ]
    .concat()
}

impl Kernel {
    /// Records that it runs.
    pub fn dispatch(&self, pass: &mut wgpu::ComputePass, group: &wgpu::BindGroup, (columns, rows): (u32, u32)) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, group, &[]);
        pass.dispatch_workgroups(columns, rows, 1);
    }

    /// Compiles the entry point of a text, with what it needs of the library.
    pub fn new(
        gpu: &Gpu,
        arithmetic: &Arithmetic,
        library: &Library,
        text: &str,
        entry: &'static str,
    ) -> Result<Self, GpuError> {
        let text = only_entry(text, entry);
        let items = needed_items(&library.text(arithmetic), &text);
        let mut body = format!("{items}\n{text}");
        let used: Vec<&Resource> = RESOURCES.iter().filter(|resource| mentions(&body, resource.name)).collect();
        let mut source = String::new();
        let has_type = |name: &str| mentions(&body, &format!("struct {name}"));
        for (name, structure) in [("Constants", "constants"), ("Grid", "grid")] {
            if used.iter().any(|resource| resource.name == structure) && !has_type(name) {
                source.push_str(&needed_items(&library.text(arithmetic), name));
                source.push('\n');
            }
        }
        let mut bindings: Vec<(String, &Resource)> = Vec::new();
        for resource in &used {
            match library.splits.iter().find(|split| split.name == resource.name) {
                Some(split) => {
                    body = split.rewrite(&body, resource.row_type());
                    bindings.extend((0..split.parts).map(|part| (split.part(part), *resource)));
                }
                None => bindings.push((resource.name.to_owned(), resource)),
            }
        }
        let has_parts = !library.splits.is_empty();
        check_bindings(gpu, entry, has_parts, bindings.iter().map(|(_, resource)| resource.kind))?;
        for (binding, (name, Resource { declaration, kind, .. })) in bindings.iter().enumerate() {
            let space = match kind {
                Kind::Uniform => "uniform",
                Kind::Read => "storage, read",
                Kind::Write => "storage, read_write",
            };
            source.push_str(&format!("@group(0) @binding({binding}) var<{space}> {name}: {declaration};\n"));
        }
        source.push_str(&body);

        let entries: Vec<wgpu::BindGroupLayoutEntry> = bindings
            .iter()
            .zip(0..)
            .map(|((_, resource), binding)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer {
                    ty: match resource.kind {
                        Kind::Uniform => wgpu::BufferBindingType::Uniform,
                        kind => wgpu::BufferBindingType::Storage { read_only: kind == Kind::Read },
                    },
                    has_dynamic_offset: false,
                    min_binding_size: None,
                },
                count: None,
            })
            .collect();
        let device = &gpu.device;
        let layout =
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(entry), entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(entry),
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let module = arithmetic.compile(gpu, entry, &source);
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(entry),
            compilation_options: Default::default(),
            cache: None,
        });
        let parts = |name: &str| library.splits.iter().find(|split| split.name == name).map_or(1, |split| split.parts);
        Ok(Kernel {
            entry,
            uses_randomness: mentions(&body, "random_state"),
            pipeline,
            layout,
            buffers: used.iter().map(|resource| (resource.name, parts(resource.name))).collect(),
        })
    }

    /// Binds what a function finds by name.
    pub fn bind<'b>(&self, gpu: &Gpu, find: impl Fn(&'static str) -> Bound<'b>) -> wgpu::BindGroup {
        let buffers = self.buffers.iter().flat_map(|(name, parts)| {
            let found = find(name).parts;
            debug_assert_eq!(found.len(), *parts, "{name}");
            found
        });
        let entries: Vec<wgpu::BindGroupEntry> = buffers
            .zip(0..)
            .map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layout,
            entries: &entries,
        })
    }
}

impl Resource {
    /// The type of a row of an array.
    fn row_type(&self) -> &'static str {
        let row = self.declaration.strip_prefix("array<").and_then(|row| row.strip_suffix('>'));
        row.unwrap_or_else(|| panic!("{} is no array", self.name))
    }
}

/// Refuses a shader that needs more buffers than the device can bind.
fn check_bindings(gpu: &Gpu, entry: &str, has_parts: bool, kinds: impl Iterator<Item = Kind>) -> Result<(), GpuError> {
    let needed = kinds.filter(|kind| *kind != Kind::Uniform).count();
    let most = gpu.limits.max_storage_buffers_per_shader_stage as usize;
    if needed <= most {
        return Ok(());
    }
    let adapter = &gpu.adapter;
    let problem = match has_parts {
        false => format!("the shader `{entry}` needs {needed} storage buffers, and {adapter} binds {most} at a time"),
        true => format!(
            "the flock is too large for {adapter}: its shader `{entry}` needs {needed} buffers of at most {} bytes, and can have {most}",
            gpu.largest_binding()
        ),
    };
    Err(GpuError::TooLarge(format!("{problem}\n  use engine = \"fast\", with the same bits")))
}

/// A text without its other entry points.
fn only_entry<'a>(text: &'a str, entry: &str) -> Cow<'a, str> {
    if text.matches("@compute").count() <= 1 {
        return text.into();
    }
    let mut parts = text.split("@compute");
    let head = parts.next().unwrap_or_default();
    let wanted = parts.find(|part| part.contains(&format!("fn {entry}("))).unwrap_or_default();
    // Comments that belong to the next entry point are harmless.
    format!("{head}@compute{wanted}").into()
}

/// The workgroups for a number of invocations, in two dimensions: one may not have them all.
pub(crate) fn workgroups(invocations: usize, each: u32) -> (u32, u32) {
    let groups = invocations.div_ceil(each as usize).max(1);
    let rows = groups.div_ceil(65_535);
    (groups.div_ceil(rows) as u32, rows as u32)
}
