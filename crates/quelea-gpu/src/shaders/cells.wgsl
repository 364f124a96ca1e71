// The flock in canonical order: a counting sort by cell, and by id within a cell. Which boid comes first to a cell is
// left to chance; which comes first in the result is not.

// How many boids are in each cell, and in which order they came.
@compute @workgroup_size(WORKGROUP)
fn count_cells(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let cell = cell_of(row(positions[slot]));
    new_places[slot] = vec2u(cell, atomicAdd(&cell_counts[cell], 1u));
}

// Ids by cell, within a cell as they came.
@compute @workgroup_size(WORKGROUP)
fn place_ids(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let place = places[slot];
    id_list_rw[starts[place.x] + place.y] = ids[slot];
}

// Moves each boid to its slot in canonical order.
@compute @workgroup_size(WORKGROUP)
fn order_boids(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let cell = places[slot].x;
    let id = ids[slot];
    var first = starts[cell];
    let end = starts[cell + 1u];
    var target_slot = first;
    if (end - first <= CROWD) {
        for (var at = first; at < end; at++) {
            target_slot += select(0u, 1u, id_list[at] < id);
        }
    } else {
        // The ids of crowded cells are sorted.
        var above = end;
        while (first < above) {
            let middle = first + (above - first) / 2u;
            if (id_list[middle] < id) {
                first = middle + 1u;
            } else {
                above = middle;
            }
        }
        target_slot = first;
    }
    new_ids[target_slot] = id;
    new_positions[target_slot] = positions[slot];
    if (DIMENSION == 3u) {
        MOVE_VELOCITY
    }
    MOVE_SOURCE
}
