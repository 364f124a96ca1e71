// The box around the flock. Numbers become integers in the same order, so that the lowest and the highest can be found
// in any order.

var<workgroup> lowest: array<atomic<u32>, 3>;
var<workgroup> highest: array<atomic<u32>, 3>;

fn ordered(x: f32) -> u32 {
    let bits = bitcast<u32>(x);
    return bits ^ select(0x80000000u, 0xffffffffu, (bits & 0x80000000u) != 0u);
}

@compute @workgroup_size(WORKGROUP)
fn find_corners(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    if (local < 3u) {
        atomicStore(&lowest[local], 0xffffffffu);
        atomicStore(&highest[local], 0u);
    }
    workgroupBarrier();
    let slot = (group.y * groups.x + group.x) * WORKGROUP + local;
    if (slot < grid.boids) {
        let position = positions[slot];
        for (var axis = 0u; axis < DIMENSION; axis++) {
            let x = position[axis];
            // What is not a number is nowhere.
            if (x == x) {
                atomicMin(&lowest[axis], ordered(x));
                atomicMax(&highest[axis], ordered(x));
            }
        }
    }
    workgroupBarrier();
    if (local < DIMENSION) {
        atomicMin(&corners[local], atomicLoad(&lowest[local]));
        atomicMax(&corners[3u + local], atomicLoad(&highest[local]));
    }
}
