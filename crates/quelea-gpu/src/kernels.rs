//! The kernels of a flock, and how they are bound to its buffers.

use crate::assemble::{Assembly, NOTICE_OVERRUN, StepShader};
use crate::buffers::Buffers;
use crate::device::Gpu;
use crate::emit::{Constants, Names, Writer};
use crate::error::GpuError;
use crate::fields::Fields;
use crate::shader::{Bound, HEADER_WORDS, Header, Kernel, Library, constants_words, splits};
use crate::split::Split;
use quelea::fast::program::{Input, Model, SpeciesProgram};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

/// Shaders that were compiled already, by what makes their text.
#[derive(Debug, Default)]
pub(crate) struct Compiled(HashMap<String, Arc<Kernel>>);

impl Compiled {
    /// With many, those of settings that are long gone are dropped.
    const MOST: usize = 256;

    fn get(gpu: &Gpu, library: &Library, text: &str, entry: &'static str) -> Result<Arc<Kernel>, GpuError> {
        let mut compiled = gpu.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        compiled.find(gpu, library, text, entry)
    }

    fn find(&mut self, gpu: &Gpu, library: &Library, text: &str, entry: &'static str) -> Result<Arc<Kernel>, GpuError> {
        if self.0.len() > Self::MOST {
            self.0.clear();
        }
        let Library { dimension, torus, constants, extra, splits } = library;
        let key = format!("{entry} {dimension} {torus} {constants} {extra} {splits:?}\n{text}");
        if let Some(kernel) = self.0.get(&key) {
            return Ok(kernel.clone());
        }
        let kernel = Arc::new(Kernel::new(gpu, &gpu.arithmetic, library, text, entry)?);
        self.0.insert(key, kernel.clone());
        Ok(kernel)
    }
}

/// Which copy of the flock a kernel reads.
#[derive(Clone, Copy, PartialEq)]
enum Reads {
    Unsorted,
    Sorted,
}

/// A kernel with its constants and its bindings, for both places of the ids.
pub(crate) struct Pass {
    kernel: Arc<Kernel>,
    reads: Reads,
    constants: Uniform,
    groups: Option<[wgpu::BindGroup; 2]>,
}

/// The constants of a kernel.
struct Uniform {
    buffer: wgpu::Buffer,
    numbers: Vec<f32>,
    /// What was written last.
    written: Vec<u32>,
}

impl Pass {
    /// One that needs no constants of its own.
    fn new(gpu: &Gpu, kernel: Arc<Kernel>, reads: Reads) -> Self {
        let mut pass = Self::with_constants(gpu, kernel, 1, Constants::default());
        pass.reads = reads;
        pass.write_constants(gpu, &Header::default());
        pass
    }

    fn with_constants(gpu: &Gpu, kernel: Arc<Kernel>, vectors: usize, constants: Constants) -> Self {
        let buffer = gpu.uniform("constants", (HEADER_WORDS + vectors * 4) * 4);
        let constants = Uniform { buffer, numbers: constants.numbers, written: Vec::new() };
        Pass { kernel, reads: Reads::Sorted, constants, groups: None }
    }

    /// Every write costs more than a small kernel: most constants stay what they are from step to step.
    fn write_constants(&mut self, gpu: &Gpu, header: &Header) {
        let Uniform { buffer, numbers, written } = &mut self.constants;
        let header = if self.kernel.uses_randomness { *header } else { Header { keys: [0; 2], ..*header } };
        let words = constants_words(&header, numbers);
        if words != *written {
            gpu.write(buffer, &words);
            *written = words;
        }
    }

    fn bind(&mut self, gpu: &Gpu, buffers: &Buffers) {
        let (reads, constants) = (self.reads, &self.constants);
        let group = |parity: usize| {
            self.kernel.bind(gpu, |name| match name {
                "constants" => (&constants.buffer).into(),
                _ => bound(buffers, reads, parity, name),
            })
        };
        self.groups = Some([group(0), group(1)]);
    }

    /// The name of its entry point.
    pub fn name(&self) -> &'static str {
        self.kernel.entry
    }

    /// Records that it runs, where the ids of the unsorted copy are in this place.
    pub fn run(&self, pass: &mut wgpu::ComputePass, parity: usize, workgroups: (u32, u32)) {
        let groups = self.groups.as_ref().expect("kernels are bound before they run");
        self.kernel.dispatch(pass, &groups[parity], workgroups);
    }
}

/// What a name stands for in shaders.
fn bound<'b>(buffers: &'b Buffers, reads: Reads, parity: usize, name: &str) -> Bound<'b> {
    let (read, write, ids, new_ids) = match reads {
        Reads::Unsorted => (&buffers.unsorted, &buffers.sorted, parity, 1 - parity),
        Reads::Sorted => (&buffers.sorted, &buffers.unsorted, 1 - parity, parity),
    };
    match name {
        "grid" => (&buffers.grid).into(),
        "tables" => (&buffers.tables).into(),
        "positions" => (&read.positions).into(),
        "velocities" => (&read.velocities).into(),
        "words" => (&read.words).into(),
        "memory" => (&read.memory).into(),
        "new_positions" => (&write.positions).into(),
        "new_velocities" => (&write.velocities).into(),
        "new_words" => (&write.words).into(),
        "new_memory" => (&write.memory).into(),
        "ids" => (&buffers.ids[ids]).into(),
        "new_ids" => (&buffers.ids[new_ids]).into(),
        "headings" | "new_headings" => (&buffers.headings).into(),
        "cell_counts" | "starts" | "starts_rw" => buffers.starts(parity).0.into(),
        "next_counts" | "next_counts_rw" => buffers.starts(parity).1.into(),
        "block_sums" => (&buffers.block_sums).into(),
        "places" | "new_places" => (&buffers.places).into(),
        "id_list" | "id_list_rw" => (&buffers.id_list).into(),
        "crowds" | "crowds_read" => (&buffers.crowds).into(),
        "sources" | "new_sources" => (&buffers.sources).into(),
        "slot_of_id" | "slot_of_id_rw" => (&buffers.slot_of_id).into(),
        "list_starts" => (&buffers.list_starts).into(),
        "lists" => (&buffers.lists).into(),
        "list_slots" => (&buffers.list_slots).into(),
        "corners" => (&buffers.corners).into(),
        "results" => (&buffers.results).into(),
        "overruns" => (&buffers.overruns).into(),
        "measured" => (&buffers.measured).into(),
        "measured_sums" => (&buffers.measured_sums).into(),
        "measured_numbers" => (&buffers.measured_numbers).into(),
        "measure_fails" => (&buffers.measure_fails).into(),
        _ => unreachable!("{name} is no buffer of a flock"),
    }
}

/// The columns in parts. Both copies of the flock have the same.
fn splits_of(buffers: &Buffers) -> Vec<Split> {
    splits(|name| bound(buffers, Reads::Unsorted, 0, name))
}

/// All kernels of a flock.
pub(crate) struct Kernels {
    /// The columns in parts, for which they were compiled.
    splits: Vec<Split>,
    pub corners: Pass,
    pub count_cells: Pass,
    pub sum_blocks: Pass,
    pub scan_blocks: Pass,
    pub finish_scan: Pass,
    pub place_ids: Pass,
    pub sort_crowds: Pass,
    pub order_boids: Pass,
    pub gather_words: Option<Pass>,
    pub gather_memory: Option<Pass>,
    pub find_slots: Option<Pass>,
    pub headings: Option<Pass>,
    /// One for each stage of the step.
    pub steps: Vec<Pass>,
    /// Their texts.
    step_texts: Vec<String>,
}

impl Kernels {
    /// Kernels for buffers. Refused if a column has more parts than can be bound.
    pub fn new<const D: usize>(
        gpu: &Gpu,
        assembly: &Assembly<D>,
        lists: bool,
        buffers: &Buffers,
    ) -> Result<Self, GpuError> {
        let Assembly { model, fields, .. } = assembly;
        let torus = model.space().is_torus();
        let splits = splits_of(buffers);
        let library = Library { dimension: D, torus, constants: 1, extra: "", splits: &splits };
        let pass = |text: &str, entry: &'static str| -> Result<Pass, GpuError> {
            Ok(Pass::new(gpu, Compiled::get(gpu, &library, text, entry)?, Reads::Unsorted))
        };
        let cells = cells_text::<D>(fields);
        let scan = scan_text(assembly.counts_ahead);
        let gather = gather_text(fields);
        // The largest shader comes first, since it is the one that may be refused.
        let stages = assembly.stages();
        let step_texts = stages.iter().map(|stage| stage.text.clone()).collect();
        let steps = stages.into_iter().map(|stage| {
            let vectors = stage.constants.vectors().next_multiple_of(8);
            check_constants(gpu, vectors)?;
            let library = Library { constants: vectors, ..library };
            let kernel = Compiled::get(gpu, &library, &stage.text, "step_boids")?;
            Ok(Pass::with_constants(gpu, kernel, vectors, stage.constants))
        });
        let steps = steps.collect::<Result<_, GpuError>>()?;
        let corners = pass(include_str!("shaders/corners.wgsl"), "find_corners")?;
        let count_cells = pass(&cells, "count_cells")?;
        let sum_blocks = pass(&scan, "sum_blocks")?;
        let scan_blocks = pass(&scan, "scan_blocks")?;
        let finish_scan = pass(&scan, "finish_scan")?;
        let place_ids = pass(&cells, "place_ids")?;
        let sort_crowds = pass(&crowd_text(gpu.limits_loops), "sort_crowds")?;
        let order_boids = pass(&cells, "order_boids")?;
        let gather_words = (fields.words > 0).then(|| pass(&gather, "gather_words")).transpose()?;
        let gather_memory = (!fields.memory.is_empty()).then(|| pass(&gather, "gather_memory")).transpose()?;
        let find_slots = lists.then(|| pass(&gather, "find_slots")).transpose()?;
        let find_slots = find_slots.map(|pass| Pass { reads: Reads::Sorted, ..pass });
        let headings = model.uses_headings().then(|| headings_pass(gpu, model, &splits)).transpose()?;
        Ok(Kernels {
            splits,
            corners,
            count_cells,
            sum_blocks,
            scan_blocks,
            finish_scan,
            place_ids,
            sort_crowds,
            order_boids,
            gather_words,
            gather_memory,
            find_slots,
            headings,
            steps,
            step_texts,
        })
    }

    /// Whether they were compiled for columns in as many parts.
    pub fn fit(&self, buffers: &Buffers) -> bool {
        self.splits == splits_of(buffers)
    }

    /// Takes on the constants of another step of the same scenario. Returns whether the kernels are the same; if not,
    /// nothing has changed.
    pub fn take_constants(&mut self, stages: Vec<StepShader>) -> bool {
        let same = stages.iter().map(|stage| &stage.text).eq(&self.step_texts);
        if same {
            for (pass, stage) in self.steps.iter_mut().zip(stages) {
                pass.constants.numbers = stage.constants.numbers;
            }
        }
        same
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Pass> {
        let sorting = [
            &mut self.corners,
            &mut self.count_cells,
            &mut self.sum_blocks,
            &mut self.scan_blocks,
            &mut self.finish_scan,
            &mut self.place_ids,
            &mut self.sort_crowds,
            &mut self.order_boids,
        ];
        let some = [&mut self.gather_words, &mut self.gather_memory, &mut self.find_slots, &mut self.headings];
        sorting.into_iter().chain(some.into_iter().flatten()).chain(&mut self.steps)
    }

    /// Binds all kernels to the buffers, which may have been replaced.
    pub fn bind(&mut self, gpu: &Gpu, buffers: &Buffers) {
        self.all().for_each(|pass| pass.bind(gpu, buffers));
    }

    /// Writes the constants of a step.
    pub fn write_constants(&mut self, gpu: &Gpu, header: &Header) {
        self.all().for_each(|pass| pass.write_constants(gpu, header));
    }
}

/// A kernel that answers one question, with its constants.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn single_pass(
    gpu: &Gpu,
    (dimension, torus, extra): (usize, bool, &str),
    shader: StepShader,
    entry: &'static str,
    is_sorted: bool,
    buffers: &Buffers,
) -> Result<Pass, GpuError> {
    let (constants, splits) = (shader.constants.vectors(), splits_of(buffers));
    let library = Library { dimension, torus, constants, extra, splits: &splits };
    let vectors = constants;
    let kernel = Compiled::get(gpu, &library, &shader.text, entry)?;
    let mut pass = Pass::with_constants(gpu, kernel, vectors, shader.constants);
    pass.reads = if is_sorted { Reads::Sorted } else { Reads::Unsorted };
    pass.write_constants(gpu, &Header::default());
    pass.bind(gpu, buffers);
    Ok(pass)
}

/// The kernel that counts neighbours of a sample of boids.
pub(crate) fn counting_pass<const D: usize>(
    gpu: &Gpu,
    assembly: &Assembly<D>,
    program: &SpeciesProgram,
    buffers: &Buffers,
    header: &Header,
) -> Result<Pass, GpuError> {
    let shader = assembly.counting(program);
    let vectors = shader.constants.vectors();
    let torus = assembly.model.space().is_torus();
    let splits = splits_of(buffers);
    let library = Library { dimension: D, torus, constants: vectors, extra: "", splits: &splits };
    let kernel = Compiled::get(gpu, &library, &shader.text, "count_sample")?;
    let mut pass = Pass::with_constants(gpu, kernel, vectors, shader.constants);
    pass.write_constants(gpu, header);
    pass.bind(gpu, buffers);
    Ok(pass)
}

/// Refuses a scenario with more numbers than a kernel can have.
fn check_constants(gpu: &Gpu, vectors: usize) -> Result<(), GpuError> {
    let (bytes, most) = ((HEADER_WORDS + vectors * 4) * 4, gpu.limits.max_uniform_buffer_binding_size as usize);
    if bytes <= most {
        return Ok(());
    }
    Err(GpuError::TooLarge(format!(
        "the numbers of this scenario take {bytes} bytes, and the kernels of {} have {most} for them\n  \
         use engine = \"fast\", with the same bits",
        gpu.adapter
    )))
}

fn scan_text(counts_ahead: bool) -> String {
    // What is read in this step was counted in the one before; what is counted in this one begins at zero.
    let clear = if counts_ahead { "next_counts_rw[at] = 0u;" } else { "" };
    include_str!("shaders/scan.wgsl").replace("CLEAR_NEXT", clear)
}

fn crowd_text(limits_loops: bool) -> String {
    let notice = if limits_loops { NOTICE_OVERRUN.replace("slot", "local") } else { String::new() };
    include_str!("shaders/crowd.wgsl").replace("NOTICE_OVERRUN", &notice)
}

fn cells_text<const D: usize>(fields: &Fields) -> String {
    let velocity = if D == 3 { "new_velocities[target_slot] = velocities[slot];" } else { "" };
    let source = if fields.any() { "new_sources[target_slot] = slot;" } else { "" };
    include_str!("shaders/cells.wgsl").replace("MOVE_VELOCITY", velocity).replace("MOVE_SOURCE", source)
}

fn gather_text(fields: &Fields) -> String {
    let (words, memory) = (format!("{}u", fields.words), format!("{}u", fields.memory.len()));
    include_str!("shaders/gather.wgsl").replace("WORD_FIELDS", &words).replace("MEMORY_FIELDS", &memory)
}

fn headings_pass<const D: usize>(gpu: &Gpu, model: &Model<D>, splits: &[Split]) -> Result<Pass, GpuError> {
    struct HeadingNames;
    impl Names for HeadingNames {
        fn input(&self, input: Input) -> (String, Option<String>) {
            let Input::Velocity(axis) = input else { unreachable!("a heading comes from the velocity alone") };
            (format!("velocity[{axis}]"), None)
        }
    }
    let (ops, heading) = model.record_heading();
    let mut constants = Constants::default();
    let mut writer = Writer::new(&ops, &HeadingNames, &mut constants);
    let mut parts: Vec<String> = heading.iter().map(|value| writer.value(*value)).collect();
    parts.resize(4, "0.0".into());
    writer.push(&format!("new_headings[slot] = vec4f({});", parts.join(", ")));
    let body = writer.finish();
    let load = if D == 2 {
        "let velocity = positions[slot].zw;"
    } else {
        "let velocity = vec3f(positions[slot].w, velocities[slot]);"
    };
    let text = include_str!("shaders/headings.wgsl").replace("LOAD_VELOCITY", load).replace("HEADING", &body);
    let vectors = constants.vectors();
    let library = Library { dimension: D, torus: false, constants: vectors, extra: "", splits };
    let kernel = Compiled::get(gpu, &library, &text, "find_headings")?;
    Ok(Pass::with_constants(gpu, kernel, vectors, constants))
}
