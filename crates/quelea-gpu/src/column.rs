//! Columns of a flock on a device: a row for each boid or cell, in one buffer or in several.
//!
//! A shader can bind only so much of a buffer, on Vulkan 2 GiB. A longer column is kept in parts, each a buffer. All but
//! the last have the same power of two of rows, so that shaders find the part of a row with a shift: see `split.rs`.

use crate::device::Gpu;
use crate::error::GpuError;
use std::ops::Range;

/// How many bytes are on their way to the device at a time.
const CHUNK: usize = 1 << 26;

/// How many rows are handed over at a time: so few that they stay in the cache of a processor that picks one column
/// after the other from them.
const ROWS_AT_A_TIME: usize = 1 << 13;

/// Rows of the same size on a device.
pub(crate) struct Column {
    label: &'static str,
    row_bytes: usize,
    parts: Vec<wgpu::Buffer>,
    /// Each part but the last has 2 to the power of this many rows.
    shift: u32,
}

impl Column {
    /// A number of rows full of zeros.
    pub fn new(gpu: &Gpu, label: &'static str, row_bytes: usize, rows: usize) -> Self {
        let largest = gpu.largest_binding() / row_bytes;
        let shift = largest.max(1).ilog2();
        let part_rows = if rows <= largest { rows } else { 1 << shift };
        let count = rows.div_ceil(part_rows.max(1)).max(1);
        let rows_of = |part: usize| (rows - part * part_rows).min(part_rows);
        let parts = (0..count).map(|part| gpu.buffer(label, rows_of(part) * row_bytes)).collect();
        Column { label, row_bytes, parts, shift }
    }

    /// Makes room for so many rows, whose contents are lost. Returns whether buffers were replaced.
    pub fn make_room(&mut self, gpu: &Gpu, rows: usize) -> bool {
        if self.bytes() >= rows * self.row_bytes {
            return false;
        }
        // With some more, so that a column that grows a little is not replaced each time, but never with one part more.
        let largest = gpu.largest_binding() / self.row_bytes;
        let most = if rows <= largest { largest } else { rows.next_multiple_of(1 << self.shift) };
        *self = Column::new(gpu, self.label, self.row_bytes, (rows + rows / 4).min(most));
        true
    }

    /// Makes room for rows and writes them. Returns whether buffers were replaced.
    pub fn write_growing<T: bytemuck::NoUninit>(&mut self, gpu: &Gpu, rows: &[T]) -> bool {
        let grows = self.make_room(gpu, rows.len());
        self.write(gpu, 0, rows);
        grows
    }

    /// Writes rows from the row `first` on.
    pub fn write<T: bytemuck::NoUninit>(&self, gpu: &Gpu, first: usize, rows: &[T]) {
        debug_assert_eq!(size_of::<T>(), self.row_bytes);
        let mut rest = rows;
        for (buffer, range) in self.pieces(first..first + rows.len()) {
            let (piece, others) = rest.split_at(range.len());
            gpu.write_at(buffer, (range.start * self.row_bytes) as u64, piece);
            rest = others;
        }
    }

    /// Writes rows from the row `first` on, each as it is found by its place among them: in chunks, so that they need
    /// not all be in memory.
    pub fn fill<T: bytemuck::NoUninit>(&self, gpu: &Gpu, first: usize, count: usize, row: impl Fn(usize) -> T) {
        let each = CHUNK / self.row_bytes;
        let mut chunk: Vec<T> = Vec::with_capacity(each.min(count));
        for start in (0..count).step_by(each) {
            chunk.clear();
            chunk.extend((start..(start + each).min(count)).map(&row));
            self.write(gpu, first + start, &chunk);
            if start + each < count {
                gpu.flush();
            }
        }
    }

    /// Reads rows, and hands them over a chunk at a time.
    pub async fn read<T: bytemuck::AnyBitPattern>(
        &self,
        gpu: &Gpu,
        rows: Range<usize>,
        mut take: impl FnMut(&[T]),
    ) -> Result<(), GpuError> {
        debug_assert_eq!(size_of::<T>(), self.row_bytes);
        for (buffer, range) in self.pieces(rows) {
            let (at, bytes) = (range.start * self.row_bytes, range.len() * self.row_bytes);
            let take = |bytes: &[u8]| bytemuck::cast_slice(bytes).chunks(ROWS_AT_A_TIME).for_each(&mut take);
            gpu.read_at(buffer, at as u64, bytes as u64, take).await?;
        }
        Ok(())
    }

    /// Reads rows into memory.
    pub async fn to_vec<T: bytemuck::AnyBitPattern>(&self, gpu: &Gpu, rows: Range<usize>) -> Result<Vec<T>, GpuError> {
        let mut found = Vec::with_capacity(rows.len());
        self.read(gpu, rows, |rows| found.extend_from_slice(rows)).await?;
        Ok(found)
    }

    /// Records that rows are copied, and returns the copies with their bytes.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn copy(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder, rows: usize) -> Vec<(wgpu::Buffer, u64)> {
        let copy = |(buffer, range): (&wgpu::Buffer, Range<usize>)| {
            let bytes = (range.len() * self.row_bytes) as u64;
            let staging = gpu.staging(bytes);
            encoder.copy_buffer_to_buffer(buffer, (range.start * self.row_bytes) as u64, &staging, 0, bytes);
            (staging, bytes)
        };
        self.pieces(0..rows).map(copy).collect()
    }

    /// Records that the first rows become zero.
    pub fn clear(&self, encoder: &mut wgpu::CommandEncoder, rows: usize) {
        for (buffer, range) in self.pieces(0..rows) {
            encoder.clear_buffer(buffer, 0, Some((range.len() * self.row_bytes) as u64));
        }
    }

    /// The bytes of all parts.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.size() as usize).sum()
    }

    /// The buffers, and how many bits of the number of a row are its place in one of them.
    pub fn parts(&self) -> (&[wgpu::Buffer], u32) {
        (&self.parts, self.shift)
    }

    /// The buffer with all rows, if it is one.
    pub fn whole(&self) -> Option<&wgpu::Buffer> {
        if let [buffer] = self.parts.as_slice() { Some(buffer) } else { None }
    }

    /// The buffers that some rows are in, with their places there.
    fn pieces(&self, rows: Range<usize>) -> impl Iterator<Item = (&wgpu::Buffer, Range<usize>)> {
        let part_rows = if self.parts.len() == 1 { usize::MAX } else { 1 << self.shift };
        self.parts.iter().enumerate().filter_map(move |(part, buffer)| {
            let first = part * part_rows;
            let (start, end) = (rows.start.max(first), rows.end.min(first.saturating_add(part_rows)));
            (start < end).then(|| (buffer, start - first..end - first))
        })
    }
}
