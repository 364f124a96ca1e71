// Headings, and speeds.
@compute @workgroup_size(WORKGROUP)
fn measure_motion(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let id = ids[slot];
    LOAD_VELOCITY
    let square = square_of(vx, vy, vz);
    note_extreme(square);
    let length = root_of_double(square);
    let divisor = divisor_of(length);
    put(0u, id, quotient_of_doubles(vx, divisor));
    put(1u, id, quotient_of_doubles(vy, divisor));
    put(2u, id, length);
    if (DIMENSION == 3u) {
        put(3u, id, quotient_of_doubles(vz, divisor));
    }
}

// Positions.
@compute @workgroup_size(WORKGROUP)
fn measure_positions(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let id = ids[slot];
    LOAD_POSITION
    note_extreme(square_of(x, y, z));
    put(0u, id, x);
    put(1u, id, y);
    if (DIMENSION == 3u) {
        put(2u, id, z);
    }
}

// How much boids circle around a centre, without a seam: unit(x - c) × unit(v).
@compute @workgroup_size(WORKGROUP)
fn measure_turning(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot >= grid.boids) {
        return;
    }
    let id = ids[slot];
    LOAD_POSITION
    LOAD_VELOCITY
    let dx = x - measured_numbers[0];
    let dy = y - measured_numbers[1];
    let dz = FROM_CENTRE;
    let arm = square_of(dx, dy, dz);
    let speed = square_of(vx, vy, vz);
    note_extreme(arm);
    note_extreme(speed);
    let arm_divisor = divisor_of(root_of_double(arm));
    let speed_divisor = divisor_of(root_of_double(speed));
    let ax = quotient_of_doubles(dx, arm_divisor);
    let ay = quotient_of_doubles(dy, arm_divisor);
    let hx = quotient_of_doubles(vx, speed_divisor);
    let hy = quotient_of_doubles(vy, speed_divisor);
    put(0u, id, ax * hy - ay * hx);
    if (DIMENSION == 3u) {
        let az = quotient_of_doubles(dz, arm_divisor);
        let hz = quotient_of_doubles(vz, speed_divisor);
        put(1u, id, ax * hz - az * hx);
        put(2u, id, ay * hz - az * hy);
    }
}
