//! Whom boids perceive that shaders do not find: friends, and what the processor finds for each step.

use super::GpuWorld;
use crate::buffers::Buffers;
use crate::error::GpuError;

impl<const D: usize> GpuWorld<D> {
    /// Friends do not change; Voronoi neighbours do.
    pub(super) fn upload_friends(&mut self) -> Result<(), GpuError> {
        if !self.model.has_friends() {
            return Ok(());
        }
        let flock = self.last().flock.clone();
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); flock.len()];
        for (slot, id) in flock.ids.iter().enumerate() {
            let friends = self.model.friends(usize::from(flock.species_of(slot)));
            lists[*id as usize] = friends.get(*id as usize).cloned().unwrap_or_default();
        }
        self.upload_lists(&lists)?;
        Ok(())
    }

    /// Returns whether a buffer was replaced.
    pub(super) fn upload_lists(&mut self, lists: &[Vec<u32>]) -> Result<bool, GpuError> {
        let entries: usize = lists.iter().map(Vec::len).sum();
        if entries >= u32::MAX as usize {
            let adapter = &self.gpu.adapter;
            let problem = format!("{entries} perceived boids are more than the shaders of {adapter} have numbers for");
            return Err(GpuError::TooLarge(problem));
        }
        let mut starts: Vec<u32> = vec![0];
        let mut length = 0;
        starts.extend(lists.iter().map(|list| {
            length += list.len() as u32;
            length
        }));
        let mut all = lists.concat();
        all.push(0);
        let Buffers { list_starts, lists, list_slots, .. } = &mut self.buffers;
        let (starts, all) = (starts.as_slice(), all.as_slice());
        let gpu = &self.gpu;
        let replaced = [
            list_starts.write_growing(gpu, starts),
            lists.write_growing(gpu, all),
            list_slots.make_room(gpu, all.len()),
        ];
        Ok(replaced.contains(&true))
    }

    pub(super) async fn positions_by_id(&mut self) -> Result<(Vec<u8>, Vec<[f32; D]>), GpuError> {
        let all = 0..self.buffers.boids;
        let ids: Vec<u32> = self.buffers.ids[self.parity].to_vec(&self.gpu, all.clone()).await?;
        self.buffers.check_overruns(&self.gpu).await?;
        let rows: Vec<[f32; 4]> = self.buffers.unsorted.positions.to_vec(&self.gpu, all.clone()).await?;
        let words: Vec<u32> = match self.fields.species {
            // It is the first field.
            Some(_) => self.buffers.unsorted.words.to_vec(&self.gpu, all).await?,
            None => Vec::new(),
        };
        let mut positions = vec![[0.0; D]; ids.len()];
        let mut species = vec![0; if words.is_empty() { 0 } else { ids.len() }];
        for (slot, id) in ids.iter().enumerate() {
            positions[*id as usize] = std::array::from_fn(|axis| rows[slot][axis]);
            if let Some(word) = words.get(slot) {
                species[*id as usize] = *word as u8;
            }
        }
        Ok((species, positions))
    }
}
