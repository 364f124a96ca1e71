//! The memory of a flock on the device.

use crate::column::Column;
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
    pub positions: Column,
    pub velocities: Column,
    pub words: Column,
    pub memory: Column,
}

/// All buffers. Boids are stepped from the sorted copy into the other one.
pub(crate) struct Buffers {
    pub boids: usize,
    fields: Fields,
    needs: Needs,
    pub unsorted: Copy,
    pub sorted: Copy,
    /// The ids of the unsorted copy and of the sorted one, which change places in each step.
    pub ids: [Column; 2],
    pub places: Column,
    pub id_list: Column,
    pub sources: Column,
    pub crowds: wgpu::Buffer,
    pub headings: Column,
    pub slot_of_id: Column,
    pub corners: wgpu::Buffer,
    /// Not zero if a loop was ended too early.
    pub overruns: wgpu::Buffer,
    pub grid: wgpu::Buffer,
    /// What is counted.
    pub results: wgpu::Buffer,
    /// These grow.
    /// Where cells start: of this step, and for who counts ahead, how many boids each will have in the next one. They
    /// change places in each step.
    pub starts: [Column; 2],
    pub block_sums: wgpu::Buffer,
    pub tables: wgpu::Buffer,
    pub list_starts: Column,
    pub lists: Column,
    pub list_slots: Column,
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
    /// Whether a step counts for the next one how many boids each cell has.
    pub counts_ahead: bool,
}

impl Buffers {
    /// Buffers for a number of boids.
    pub fn new(gpu: &Gpu, boids: usize, fields: &Fields, needs: Needs) -> Result<Self, GpuError> {
        check_numbers(gpu, boids, fields)?;
        let buffer = |label: &str, bytes: usize| gpu.buffer(label, bytes);
        let column = |label, row_bytes, rows| Column::new(gpu, label, row_bytes, rows);
        let when = |wanted: bool| if wanted { boids } else { 0 };
        let copy = || Copy {
            // Several are fetched at once, the last ones perhaps from beyond the end.
            positions: column("positions", 16, boids + 4),
            velocities: column("velocities", 8, when(needs.velocities)),
            words: column("words", 4, boids * fields.words),
            memory: column("memory", 16, boids * fields.memory.len()),
        };
        let buffers = Buffers {
            boids,
            fields: fields.clone(),
            needs,
            unsorted: copy(),
            sorted: copy(),
            ids: [(); 2].map(|()| column("ids", 4, boids)),
            places: column("places", 8, boids),
            id_list: column("id list", 4, boids),
            sources: column("sources", 4, when(fields.any())),
            crowds: buffer("crowds", (boids / CROWD as usize + 2) * 4),
            headings: column("headings", 16, when(needs.headings)),
            slot_of_id: column("slots", 4, when(needs.slot_of_id)),
            corners: buffer("corners", 24),
            overruns: buffer("overruns", 4),
            results: buffer("results", 0),
            grid: gpu.uniform("grid", size_of::<GridWords>()),
            starts: [(); 2].map(|()| column("starts", 4, 0)),
            block_sums: buffer("block sums", 0),
            tables: buffer("tables", 0),
            list_starts: column("list starts", 4, 0),
            lists: column("lists", 4, 0),
            list_slots: column("list slots", 4, 0),
            measured: buffer("measured", 0),
            measured_sums: buffer("measured sums", 0),
            measured_numbers: buffer("measured numbers", 0),
            measure_fails: buffer("measure fails", 4),
        };
        gpu.wait();
        let larger = |problem: GpuError| {
            let gigabytes = buffers.bytes() as f64 / 1e9;
            GpuError::TooLarge(format!(
                "{problem}\n  {boids} boids take {gigabytes:.1} GB of its memory and more for cells"
            ))
        };
        gpu.check().map_err(larger)?;
        Ok(buffers)
    }

    /// Whether a step counts for the next one how many boids each cell has.
    pub fn counts_ahead(&self) -> bool {
        self.needs.counts_ahead
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
            &self.headings,
            &self.slot_of_id,
            &self.starts[0],
            &self.starts[1],
            &self.list_starts,
            &self.lists,
            &self.list_slots,
        ];
        let columns: usize = copies.chain(others).map(Column::bytes).sum();
        let buffers = [&self.crowds, &self.block_sums, &self.tables, &self.measured];
        columns + buffers.map(|buffer| buffer.size() as usize).iter().sum::<usize>()
    }

    /// Writes a flock into the unsorted copy.
    pub fn upload<const D: usize>(&self, gpu: &Gpu, flock: &Flock<D>, fields: &Fields, parity: usize) {
        gpu.write(&self.overruns, &[0u32]);
        let (boids, unsorted) = (flock.len(), &self.unsorted);
        self.ids[parity].write(gpu, 0, &flock.ids);
        let (at, by) = (&flock.positions, &flock.velocities);
        match D {
            2 => {
                let row = |slot: usize| [at[0][slot], at[1][slot], by[0][slot], by[1][slot]];
                unsorted.positions.fill(gpu, 0, boids, row);
            }
            _ => {
                let row = |slot: usize| [at[0][slot], at[1][slot], at[D - 1][slot], by[0][slot]];
                unsorted.positions.fill(gpu, 0, boids, row);
                unsorted.velocities.fill(gpu, 0, boids, |slot| [by[1][slot], by[D - 1][slot]]);
            }
        }
        for field in 0..fields.words {
            let first = field * boids;
            match Some(field) {
                own if own == fields.species => {
                    unsorted.words.fill(gpu, first, boids, |slot| u32::from(flock.species[slot]));
                }
                own if own == fields.waypoints => unsorted.words.write(gpu, first, &flock.waypoints),
                _ => unsorted.words.fill(gpu, first, boids, |_| 0u32),
            }
        }
        for (field, memory) in fields.memory.iter().enumerate() {
            let columns = match memory {
                Memory::Smoothed => Some(&flock.smoothed),
                Memory::Wander => Some(&flock.wander),
                Memory::Stage(_) => None,
            };
            let number = |axis: usize, slot: usize| columns.and_then(|x| x.get(axis)).map_or(0.0, |x| x[slot]);
            let row = |slot: usize| -> [f32; 4] { std::array::from_fn(|axis| number(axis, slot)) };
            unsorted.memory.fill(gpu, field * boids, boids, row);
        }
    }

    /// Reads the flock back from the unsorted copy.
    pub async fn download<const D: usize>(
        &self,
        gpu: &Gpu,
        flock: &mut Flock<D>,
        fields: &Fields,
        parity: usize,
    ) -> Result<(), GpuError> {
        let (boids, unsorted) = (self.boids, &self.unsorted);
        self.check_overruns(gpu).await?;
        flock.ids = self.ids[parity].to_vec(gpu, 0..boids).await?;
        let Flock { positions, velocities, .. } = flock;
        positions.iter_mut().chain(&mut *velocities).for_each(|column| *column = Vec::with_capacity(boids));
        let append = |column: &mut Vec<f32>, rows: &[[f32; 4]], number: usize| {
            column.extend(rows.iter().map(|row| row[number]));
        };
        let take = |rows: &[[f32; 4]]| {
            let columns = positions.iter_mut().chain(&mut *velocities);
            // In 3D the other components of the velocity are apart.
            columns.take(4).enumerate().for_each(|(number, column)| append(column, rows, number));
        };
        unsorted.positions.read(gpu, 0..boids, take).await?;
        if D == 3 {
            let rest = |rows: &[[f32; 2]]| {
                velocities[1].extend(rows.iter().map(|row| row[0]));
                velocities[D - 1].extend(rows.iter().map(|row| row[1]));
            };
            unsorted.velocities.read(gpu, 0..boids, rest).await?;
        }
        let rows = |field: usize| field * boids..(field + 1) * boids;
        if let Some(field) = fields.species {
            flock.species = Vec::with_capacity(boids);
            let take = |words: &[u32]| flock.species.extend(words.iter().map(|species| *species as u8));
            unsorted.words.read(gpu, rows(field), take).await?;
        }
        if let Some(field) = fields.waypoints {
            flock.waypoints = unsorted.words.to_vec(gpu, rows(field)).await?;
        }
        for (field, which) in fields.memory.iter().enumerate() {
            let columns = match which {
                Memory::Smoothed => &mut flock.smoothed,
                Memory::Wander => &mut flock.wander,
                Memory::Stage(_) => continue,
            };
            columns.iter_mut().for_each(|column| *column = Vec::with_capacity(boids));
            let take = |rows: &[[f32; 4]]| {
                columns.iter_mut().enumerate().for_each(|(axis, column)| append(column, rows, axis));
            };
            unsorted.memory.read(gpu, rows(field), take).await?;
        }
        Ok(())
    }

    /// Whether all loops went round as often as they should.
    pub async fn check_overruns(&self, gpu: &Gpu) -> Result<(), GpuError> {
        if !gpu.limits_loops || gpu.read::<u32>(&self.overruns, 1).await?[0] == 0 {
            return Ok(());
        }
        Err(ended_loops(gpu))
    }

    /// Where cells start, and how many boids they will have.
    pub fn starts(&self, parity: usize) -> (&Column, &Column) {
        match self.needs.counts_ahead {
            true => (&self.starts[parity], &self.starts[1 - parity]),
            false => (&self.starts[0], &self.starts[1]),
        }
    }

    /// Makes room for cells. Returns whether a buffer was replaced.
    pub fn make_room_for_cells(&mut self, gpu: &Gpu, cells: usize) -> bool {
        let grows = self.starts[0].make_room(gpu, cells + 1);
        if grows {
            if self.needs.counts_ahead {
                self.starts[1].make_room(gpu, cells + 1);
            }
            let entries = self.starts[0].bytes() / 4;
            self.block_sums = gpu.buffer("block sums", entries.div_ceil(SCAN_BLOCK) * 4);
        }
        grows
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
            *buffer = gpu.buffer(label, (bytes + bytes / 4).min(gpu.largest_binding()).max(bytes));
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

/// Refuses a flock whose boids, or what they have, shaders cannot number.
fn check_numbers(gpu: &Gpu, boids: usize, fields: &Fields) -> Result<(), GpuError> {
    // Numbers of cells and of slots beside them are signed; those of fields are not.
    let most = (i32::MAX as usize).min(u32::MAX as usize / fields.words.max(fields.memory.len()).max(1));
    if boids <= most {
        return Ok(());
    }
    Err(GpuError::TooLarge(format!(
        "{boids} boids are too many for {}: its shaders have numbers for {most} of them\n  use engine = \"fast\", with the same bits",
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
