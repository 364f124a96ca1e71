// Waypoints and flow grids. Their rows follow those of obstacles.

fn row_after_obstacles(at: u32) -> vec4f {
    return tables[constants.parts * 6u + constants.fan * 2u + at];
}

// The cell of a flow grid along one axis, of a point that may lie outside it.
fn flow_cell(axis: u32, x: f32, low: f32, per_length: f32, cells: i32, repeats: bool) -> i32 {
    let along = floor(product(x - low, per_length));
    if (repeats) {
        return repeated(along, cells);
    }
    // What is not a number is in the first cell.
    let inside = select(0.0, along, along > 0.0);
    return clamp(i32(select(f32(cells - 1), inside, inside < f32(cells - 1))), 0, cells - 1);
}

// The remainder of a whole number, which may be large, by a number of cells.
fn repeated(along: f32, cells: i32) -> i32 {
    let bits = bitcast<u32>(along);
    let exponent = i32((bits >> 23u) & 255u) - 150;
    var rest = 0u;
    let count = u32(cells);
    if (exponent <= 0) {
        rest = u32(abs(along)) % count;
    } else {
        // 24 digits, and a power of two: doubled one by one.
        rest = ((bits & 0x007fffffu) | 0x00800000u) % count;
        for (var doubled = 0; doubled < min(exponent, 40); doubled++) {
            rest = (rest * 2u) % count;
        }
    }
    if (along < 0.0 && rest != 0u) {
        rest = count - rest;
    }
    return i32(rest);
}
