// Sorts the ids of crowded cells, one workgroup for each: a bitonic sort in which every exchange puts the smaller id
// first, so that its length need not be a power of two.

var<workgroup> crowd_count: u32;
var<workgroup> bounds: vec2u;

@compute @workgroup_size(256)
fn sort_crowds(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
    if (local == 0u) {
        crowd_count = crowds_read[0];
    }
    let crowds_in_all = workgroupUniformLoad(&crowd_count);
    for (var crowd = group.x; crowd < crowds_in_all; crowd += groups.x) {
        if (local == 0u) {
            let cell = crowds_read[1u + crowd];
            bounds = vec2u(starts[cell], starts[cell + 1u]);
        }
        let range = workgroupUniformLoad(&bounds);
        let length = range.y - range.x;
        for (var size = 2u; size < length * 2u; size = size * 2u) {
            // First each element of the lower half of a block with its mirror image in the upper half, then halves
            // apart.
            for (var half = size / 2u; half > 0u; half = half / 2u) {
                let mirrored = half == size / 2u;
                let pairs = (length + 2u * half - 1u) / (2u * half) * half;
                for (var pair = local; pair < pairs; pair += 256u) {
                    let block = pair / half;
                    let inside = pair % half;
                    let lower = block * 2u * half + inside;
                    let upper = select(lower + half, (block + 1u) * 2u * half - 1u - inside, mirrored);
                    if (upper < length) {
                        let a = id_list_rw[range.x + lower];
                        let b = id_list_rw[range.x + upper];
                        if (b < a) {
                            id_list_rw[range.x + lower] = b;
                            id_list_rw[range.x + upper] = a;
                        }
                    }
                }
                storageBarrier();
            }
        }
    }
    NOTICE_OVERRUN
}
