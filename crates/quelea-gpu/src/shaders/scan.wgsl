// From the number of boids in each cell to the first slot of each cell: an exclusive prefix sum, in place. The entry
// after the last cell becomes the number of boids.

fn scan_length() -> u32 {
    return cell_count() + 1u;
}

const LANES: u32 = 256u;
const EACH: u32 = 8u;

var<workgroup> sums_so_far: array<u32, LANES>;

// The sum of the workgroup's numbers before this invocation's, and of all.
fn scan_workgroup(local: u32, mine: u32) -> vec2u {
    sums_so_far[local] = mine;
    workgroupBarrier();
    for (var reach = 1u; reach < LANES; reach = reach * 2u) {
        let before = select(0u, sums_so_far[max(local, reach) - reach], local >= reach);
        workgroupBarrier();
        sums_so_far[local] += before;
        workgroupBarrier();
    }
    let all = sums_so_far[LANES - 1u];
    let before = sums_so_far[local] - mine;
    workgroupBarrier();
    return vec2u(before, all);
}

// The sum of each block.
@compute @workgroup_size(256)
fn sum_blocks(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let block = group.y * groups.x + group.x;
    let length = scan_length();
    if (block == 0u && local == 0u) {
        atomicStore(&crowds[0], 0u);
    }
    var sum = 0u;
    for (var index = 0u; index < EACH; index++) {
        let at = (block * EACH + index) * LANES + local;
        if (at < length) {
            sum += starts_rw[at];
        }
    }
    let all = scan_workgroup(local, sum).y;
    if (local == 0u && block * EACH * LANES < length) {
        block_sums[block] = all;
    }
}

// Where each block begins: one workgroup goes through the sums of all blocks.
@compute @workgroup_size(256)
fn scan_blocks(@builtin(local_invocation_index) local: u32) {
    let blocks = (scan_length() + EACH * LANES - 1u) / (EACH * LANES);
    var carried = 0u;
    for (var from_block = 0u; from_block < blocks; from_block += LANES) {
        let at = from_block + local;
        var mine = 0u;
        if (at < blocks) {
            mine = block_sums[at];
        }
        let scanned = scan_workgroup(local, mine);
        if (at < blocks) {
            block_sums[at] = carried + scanned.x;
        }
        carried += scanned.y;
    }
}

// The first slot of each cell. Lists cells with so many boids that they are sorted apart.
@compute @workgroup_size(256)
fn finish_scan(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let block = group.y * groups.x + group.x;
    let length = scan_length();
    var carried = 0u;
    if (block * EACH * LANES < length) {
        carried = block_sums[block];
    }
    for (var index = 0u; index < EACH; index++) {
        let at = (block * EACH + index) * LANES + local;
        var mine = 0u;
        if (at < length) {
            mine = starts_rw[at];
        }
        let scanned = scan_workgroup(local, mine);
        if (at < length) {
            starts_rw[at] = carried + scanned.x;
            CLEAR_NEXT
            if (mine > CROWD) {
                let place = atomicAdd(&crowds[0], 1u);
                atomicStore(&crowds[1u + place], at);
            }
        }
        carried += scanned.y;
    }
}
