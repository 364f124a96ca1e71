const TILE: u32 = 1024u;
var<workgroup> tile: array<f64, TILE>;

// The sums of blocks of ids, each added up one after the other; and the smallest numbers of the blocks.
@compute @workgroup_size(256)
fn add_measured(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    let blocks = (grid.boids + BLOCK - 1u) / BLOCK;
    let job = group.y * groups.x + group.x;
    if (job >= blocks * COMPONENTS) {
        return;
    }
    let first = (job / blocks) * grid.boids;
    let start = (job % blocks) * BLOCK;
    let end = min(start + BLOCK, grid.boids);
    var sum = 0.0lf;
    var least = measured[first + start];
    for (var from_id = start; from_id < end; from_id += TILE) {
        for (var place = local; place < TILE; place += 256u) {
            if (from_id + place < end) {
                let number = measured[first + from_id + place];
                tile[place] = number;
                least = select(least, number, number < least);
            }
        }
        workgroupBarrier();
        if (local == 0u) {
            let count = min(TILE, end - from_id);
            var place = 0u;
            // Eight at a time, so that they are read while others are added.
            for (; place + 8u <= count; place += 8u) {
                let a = tile[place];
                let b = tile[place + 1u];
                let c = tile[place + 2u];
                let d = tile[place + 3u];
                let e = tile[place + 4u];
                let f = tile[place + 5u];
                let g = tile[place + 6u];
                let h = tile[place + 7u];
                sum = sum + a;
                sum = sum + b;
                sum = sum + c;
                sum = sum + d;
                sum = sum + e;
                sum = sum + f;
                sum = sum + g;
                sum = sum + h;
            }
            for (; place < count; place += 1u) {
                sum = sum + tile[place];
            }
        }
        workgroupBarrier();
    }
    tile[local] = least;
    workgroupBarrier();
    if (local == 0u) {
        for (var other = 1u; other < 256u; other++) {
            least = select(least, tile[other], tile[other] < least);
        }
        measured_sums[2u * job] = sum;
        measured_sums[2u * job + 1u] = least;
    }
}
