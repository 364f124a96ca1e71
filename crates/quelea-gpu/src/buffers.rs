//! The memory of a flock on the device.

use crate::device::Gpu;
use crate::error::GpuError;
use crate::fields::Fields;
use crate::shader::CROWD;
use quelea::fast::Flock;
use quelea::fast::program::Memory;

/// Blocks that a prefix sum is done in.
pub(crate) const SCAN_BLOCK: usize = 2048;

/// One copy of what a boid has.
pub(crate) struct Copy {
    /// In 2D with the velocity; in 3D with its first component, and the others are next.
    pub positions: wgpu::Buffer,
    pub velocities: wgpu::Buffer,
    pub words: wgpu::Buffer,
    pub memory: wgpu::Buffer,
}

/// All buffers. Boids are stepped from the sorted copy into the other one.
pub(crate) struct Buffers {
    pub boids: usize,
    fields: Fields,
    needs: Needs,
    pub unsorted: Copy,
    pub sorted: Copy,
    /// The ids of the unsorted copy and of the sorted one, which change places in each step.
    pub ids: [wgpu::Buffer; 2],
    pub places: wgpu::Buffer,
    pub id_list: wgpu::Buffer,
    pub sources: wgpu::Buffer,
    pub crowds: wgpu::Buffer,
    pub headings: wgpu::Buffer,
    pub slot_of_id: wgpu::Buffer,
    pub corners: wgpu::Buffer,
    /// Not zero if a loop was ended too early.
    pub overruns: wgpu::Buffer,
    pub grid: wgpu::Buffer,
    /// What is counted.
    pub results: wgpu::Buffer,
    /// These grow.
    pub starts: wgpu::Buffer,
    pub block_sums: wgpu::Buffer,
    pub tables: wgpu::Buffer,
    pub list_starts: wgpu::Buffer,
    pub lists: wgpu::Buffer,
    pub list_slots: wgpu::Buffer,
    /// What boids add to measures, in double precision, and its sums. These grow, too.
    pub measured: wgpu::Buffer,
    pub measured_sums: wgpu::Buffer,
    pub measured_numbers: wgpu::Buffer,
    /// Not zero if a measure is left to the processor.
    pub measure_fails: wgpu::Buffer,
}

/// What a flock needs besides its fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Needs {
    pub velocities: bool,
    pub headings: bool,
    pub slot_of_id: bool,
}

impl Buffers {
    /// Buffers for a number of boids.
    pub fn new(gpu: &Gpu, boids: usize, fields: &Fields, needs: Needs) -> Result<Self, GpuError> {
        check_size(gpu, boids, fields)?;
        let buffer = |label: &str, bytes: usize| gpu.buffer(label, bytes);
        let when = |wanted: bool, bytes: usize| if wanted { bytes } else { 0 };
        let copy = || Copy {
            positions: buffer("positions", boids * 16),
            velocities: buffer("velocities", when(needs.velocities, boids * 8)),
            words: buffer("words", boids * 4 * fields.words),
            memory: buffer("memory", boids * 16 * fields.memory.len()),
        };
        let buffers = Buffers {
            boids,
            fields: fields.clone(),
            needs,
            unsorted: copy(),
            sorted: copy(),
            ids: [(); 2].map(|()| buffer("ids", boids * 4)),
            places: buffer("places", boids * 8),
            id_list: buffer("id list", boids * 4),
            sources: buffer("sources", when(fields.any(), boids * 4)),
            crowds: buffer("crowds", (boids / CROWD as usize + 2) * 4),
            headings: buffer("headings", when(needs.headings, boids * 16)),
            slot_of_id: buffer("slots", when(needs.slot_of_id, boids * 4)),
            corners: buffer("corners", 24),
            overruns: buffer("overruns", 4),
            results: buffer("results", 0),
            grid: gpu.uniform("grid", size_of::<GridWords>()),
            starts: buffer("starts", 0),
            block_sums: buffer("block sums", 0),
            tables: buffer("tables", 0),
            list_starts: buffer("list starts", 0),
            lists: buffer("lists", 0),
            list_slots: buffer("list slots", 0),
            measured: buffer("measured", 0),
            measured_sums: buffer("measured sums", 0),
            measured_numbers: buffer("measured numbers", 0),
            measure_fails: buffer("measure fails", 4),
        };
        gpu.wait();
        gpu.check()?;
        Ok(buffers)
    }

    /// Whether they are as large as those of another flock would be.
    pub fn fit(&self, boids: usize, fields: &Fields, needs: Needs) -> bool {
        (self.boids, &self.fields, self.needs) == (boids, fields, needs)
    }

    /// The bytes that all buffers take.
    pub fn bytes(&self) -> usize {
        let copies = [&self.unsorted, &self.sorted];
        let copies = copies.into_iter().flat_map(|copy| [&copy.positions, &copy.velocities, &copy.words, &copy.memory]);
        let others = [
            &self.ids[0],
            &self.ids[1],
            &self.places,
            &self.id_list,
            &self.sources,
            &self.crowds,
            &self.headings,
            &self.slot_of_id,
            &self.starts,
            &self.block_sums,
            &self.tables,
            &self.list_starts,
            &self.lists,
            &self.list_slots,
            &self.measured,
        ];
        copies.chain(others).map(|buffer| buffer.size() as usize).sum()
    }

    /// Writes a flock into the unsorted copy.
    pub fn upload<const D: usize>(&self, gpu: &Gpu, flock: &Flock<D>, fields: &Fields, parity: usize) {
        gpu.write(&self.overruns, &[0u32]);
        gpu.write(&self.ids[parity], &flock.ids);
        let rows = |columns: &[Vec<f32>; D]| -> Vec<[f32; 4]> {
            (0..flock.len())
                .map(|slot| std::array::from_fn(|axis| columns.get(axis).map_or(0.0, |x| x[slot])))
                .collect()
        };
        let (at, by) = (&flock.positions, &flock.velocities);
        let slots = || 0..flock.len();
        match D {
            2 => {
                let row = |slot: usize| [at[0][slot], at[1][slot], by[0][slot], by[1][slot]];
                gpu.write(&self.unsorted.positions, &slots().map(row).collect::<Vec<_>>());
            }
            _ => {
                let row = |slot: usize| [at[0][slot], at[1][slot], at[D - 1][slot], by[0][slot]];
                gpu.write(&self.unsorted.positions, &slots().map(row).collect::<Vec<_>>());
                let rest = |slot: usize| [by[1][slot], by[D - 1][slot]];
                gpu.write(&self.unsorted.velocities, &slots().map(rest).collect::<Vec<_>>());
            }
        }
        let mut words: Vec<u32> = vec![0; flock.len() * fields.words];
        let mut put = |field: Option<usize>, word: &dyn Fn(usize) -> u32| {
            if let Some(field) = field {
                (0..flock.len()).for_each(|slot| words[field * flock.len() + slot] = word(slot));
            }
        };
        put(fields.species, &|slot| u32::from(flock.species[slot]));
        put(fields.waypoints, &|slot| flock.waypoints[slot]);
        gpu.write(&self.unsorted.words, &words);
        let memory: Vec<[f32; 4]> = fields
            .memory
            .iter()
            .flat_map(|memory| match memory {
                Memory::Smoothed => rows(&flock.smoothed),
                Memory::Wander => rows(&flock.wander),
                Memory::Stage(_) => vec![[0.0; 4]; flock.len()],
            })
            .collect();
        gpu.write(&self.unsorted.memory, &memory);
    }

    /// Reads the flock back from the unsorted copy.
    pub async fn download<const D: usize>(
        &self,
        gpu: &Gpu,
        fields: &Fields,
        parity: usize,
    ) -> Result<Flock<D>, GpuError> {
        self.check_overruns(gpu).await?;
        let mut columns = Vec::new();
        for (buffer, words) in self.columns(fields, parity) {
            columns.push(gpu.read(buffer, words).await?);
        }
        Ok(flock_of(&columns, fields))
    }

    /// What a flock consists of: buffers, and how many words of each. Stages are no part of it.
    pub fn columns(&self, fields: &Fields, parity: usize) -> [(&wgpu::Buffer, usize); 5] {
        let Copy { positions, velocities, words, memory } = &self.unsorted;
        let boids = self.boids;
        let remembered = fields.memory.iter().filter(|memory| !matches!(memory, Memory::Stage(_))).count();
        [
            (&self.ids[parity], boids),
            (positions, 4 * boids),
            (velocities, if self.needs.velocities { 2 * boids } else { 0 }),
            (words, boids * fields.words),
            (memory, 4 * boids * remembered),
        ]
    }

    /// Whether all loops went round as often as they should.
    pub async fn check_overruns(&self, gpu: &Gpu) -> Result<(), GpuError> {
        if !gpu.limits_loops || gpu.read::<u32>(&self.overruns, 1).await?[0] == 0 {
            return Ok(());
        }
        Err(ended_loops(gpu))
    }

    /// Makes room for cells. Returns whether a buffer was replaced.
    pub fn make_room_for_cells(&mut self, gpu: &Gpu, cells: usize) -> Result<bool, GpuError> {
        let entries = cells + 1;
        let largest = gpu.limits.max_storage_buffer_binding_size as usize;
        if entries * 4 > largest {
            return Err(GpuError::TooLarge(format!(
                "{cells} cells take {} bytes, and {} has buffers of at most {largest}",
                entries * 4,
                gpu.adapter
            )));
        }
        if self.starts.size() >= (entries * 4) as u64 {
            return Ok(false);
        }
        // With some room, so that a flock that spreads does not need a new buffer in every step.
        let roomy = (entries + entries / 4).min(largest / 4);
        self.starts = gpu.buffer("starts", roomy * 4);
        self.block_sums = gpu.buffer("block sums", roomy.div_ceil(SCAN_BLOCK) * 4);
        Ok(true)
    }

    /// Writes numbers into a buffer that grows. Returns whether it was replaced.
    pub fn write_growing<T: bytemuck::NoUninit>(
        gpu: &Gpu,
        buffer: &mut wgpu::Buffer,
        label: &str,
        numbers: &[T],
    ) -> bool {
        let bytes = size_of_val(numbers);
        let grows = buffer.size() < bytes as u64;
        if grows {
            *buffer = gpu.buffer(label, bytes + bytes / 4);
        }
        gpu.write(buffer, numbers);
        grows
    }
}

/// What to say of a driver that ends loops early.
pub(crate) fn ended_loops(gpu: &Gpu) -> GpuError {
    let problem = "its driver ends loops early, and boids of this flock have more candidates than it allows";
    GpuError::Failed { adapter: gpu.adapter.clone(), problem: problem.into() }
}

/// A flock from its columns: see [`Buffers::columns`].
pub(crate) fn flock_of<const D: usize>(columns: &[Vec<u32>], fields: &Fields) -> Flock<D> {
    let [ids, positions, velocities, words, memory] = columns else { unreachable!("a flock has five columns") };
    let boids = ids.len();
    let numbers = |words: &[u32], each: usize, at: usize| -> Vec<f32> {
        words.iter().skip(at).step_by(each).map(|word| f32::from_bits(*word)).collect()
    };
    let mut flock = Flock::empty();
    flock.ids.clone_from(ids);
    flock.positions = std::array::from_fn(|axis| numbers(positions, 4, axis));
    flock.velocities = std::array::from_fn(|axis| match (D, axis) {
        (2, _) => numbers(positions, 4, 2 + axis),
        (_, 0) => numbers(positions, 4, 3),
        _ => numbers(velocities, 2, axis - 1),
    });
    let field = |index: usize| &words[index * boids..][..boids];
    if let Some(index) = fields.species {
        flock.species = field(index).iter().map(|species| *species as u8).collect();
    }
    if let Some(index) = fields.waypoints {
        flock.waypoints = field(index).to_vec();
    }
    for (index, which) in fields.memory.iter().enumerate() {
        let vectors = || &memory[4 * index * boids..][..4 * boids];
        match which {
            Memory::Smoothed => flock.smoothed = std::array::from_fn(|axis| numbers(vectors(), 4, axis)),
            Memory::Wander => flock.wander = std::array::from_fn(|axis| numbers(vectors(), 4, axis)),
            Memory::Stage(_) => {}
        }
    }
    flock
}

/// Refuses a flock whose largest buffer the device cannot have.
fn check_size(gpu: &Gpu, boids: usize, fields: &Fields) -> Result<(), GpuError> {
    let per_boid = 16.max(4 * fields.words).max(16 * fields.memory.len());
    let largest = gpu.limits.max_storage_buffer_binding_size.min(gpu.limits.max_buffer_size) as usize;
    let most = largest / per_boid;
    if boids <= most {
        return Ok(());
    }
    Err(GpuError::TooLarge(format!(
        "{boids} boids are too many for {}, whose buffers hold {most} of them\n  use engine = \"fast\", with the same bits",
        gpu.adapter
    )))
}

/// The uniform `grid` of the shaders.
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::NoUninit)]
#[repr(C)]
pub(crate) struct GridWords {
    pub low: [f32; 4],
    pub cells_per_length: [f32; 4],
    pub size: [f32; 4],
    pub counts: [i32; 4],
    pub boids: u32,
    pub slack: f32,
    pub max_radius: f32,
    pub diagonal: f32,
    pub typical: f32,
    pub unused: [u32; 3],
    pub cell: [f32; 4],
}
