@compute @workgroup_size(WORKGROUP)
fn find_headings(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    LOAD_VELOCITY
    HEADING
}
