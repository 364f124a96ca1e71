// What boids remember, moved to their slots in canonical order.

@compute @workgroup_size(WORKGROUP)
fn gather_words(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let old = sources[slot];
    for (var field = 0u; field < WORD_FIELDS; field++) {
        new_words[field * grid.boids + slot] = words[field * grid.boids + old];
    }
}

@compute @workgroup_size(WORKGROUP)
fn gather_memory(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let old = sources[slot];
    for (var field = 0u; field < MEMORY_FIELDS; field++) {
        new_memory[field * grid.boids + slot] = memory[field * grid.boids + old];
    }
}

// The slot of each id.
@compute @workgroup_size(WORKGROUP)
fn find_slots(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot < grid.boids) {
        slot_of_id_rw[ids[slot]] = slot;
    }
}
