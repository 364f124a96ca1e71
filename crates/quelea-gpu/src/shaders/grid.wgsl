// Cells, and the canonical order that follows from them: see crates/quelea/src/engine/canonical_order.rs.

struct Grid {
    low: vec4f,
    cells_per_length: vec4f,
    // The size of a torus.
    size: vec4f,
    counts: vec4i,
    boids: u32,
    // How much is added to a radius, since differences of positions are rounded.
    slack: f32,
    // Beyond this radius cells on a torus would be visited twice.
    max_radius: f32,
    // The largest distance between two boids.
    diagonal: f32,
    // The radius within which one boid is expected.
    typical: f32,
    // The size of a cell.
    cell: vec4f,
}

fn cell_count() -> u32 {
    return u32(grid.counts.x * grid.counts.y * grid.counts.z);
}

const MAGIC: f32 = 12582912.0;

fn coordinate(axis: u32, x: f32) -> i32 {
    let along = product(x - grid.low[axis], grid.cells_per_length[axis]) - 0.5;
    let clamped = clamp(along, -4000000.0, 4000000.0);
    return bitcast<i32>(clamped + MAGIC) - bitcast<i32>(MAGIC);
}

fn cell_along(axis: u32, x: f32) -> i32 {
    return clamp(coordinate(axis, x), 0, grid.counts[axis] - 1);
}

// The cells from one coordinate to another along an axis: two spans in storage order, the second perhaps empty, and the
// shifts of the boids in them.
struct Spans {
    first: vec2i,
    second: vec2i,
    shifts: vec2f,
    cells: i32,
}

fn spans(axis: u32, low: f32, high: f32) -> Spans {
    let last = grid.counts[axis] - 1;
    let from_cell = coordinate(axis, low);
    let to_cell = coordinate(axis, high);
    var found = Spans(vec2i(clamp(from_cell, 0, last), clamp(to_cell, 0, last)), vec2i(0, -1), vec2f(0.0), 0);
    if (TORUS) {
        if (to_cell > last) {
            found.second = found.first;
            found.first = vec2i(0, min(to_cell - last - 1, last));
            found.shifts = vec2f(grid.size[axis], 0.0);
        } else if (from_cell < 0) {
            found.second = vec2i(max(from_cell + last + 1, 0), last);
            found.shifts = vec2f(0.0, -grid.size[axis]);
        }
    }
    found.cells = found.first.y - found.first.x + 1 + (found.second.y - found.second.x + 1);
    return found;
}

// The cell at a place in spans, and its shift.
fn span_cell(s: Spans, place: i32) -> i32 {
    let length = s.first.y - s.first.x + 1;
    return select(s.second.x + place - length, s.first.x + place, place < length);
}

fn span_shift(s: Spans, place: i32) -> f32 {
    return select(s.shifts.y, s.shifts.x, place <= s.first.y - s.first.x);
}

// How far away a cell at a place in spans is along an axis, at least. The padding is more than its rounding. The
// outermost cells have all boids beyond them, too.
fn distance_to_cell(axis: u32, s: Spans, place: i32, x: f32) -> f32 {
    let cell = span_cell(s, place);
    let along = (x - span_shift(s, place) - grid.low[axis]) * grid.cells_per_length[axis] - f32(cell);
    let below = select(-along, 0.0, cell == 0);
    let above = select(along - 1.0, 0.0, cell == grid.counts[axis] - 1);
    return max(max(below, above) - 0.01, 0.0) * grid.cell[axis];
}

// Of a span of cells along x those within a distance.
fn narrowed(span: vec2i, x: f32, half: f32) -> vec2i {
    return vec2i(max(span.x, cell_along(0u, x - half)), min(span.y, cell_along(0u, x + half)));
}

// The correction to the shortest offset on a torus, along one axis.
fn seam_shift(axis: u32, difference: f32) -> f32 {
    let size = grid.size[axis];
    let half = size * 0.5;
    return select(0.0, size, difference < -half) - select(0.0, size, half < difference);
}

// Into the torus along one axis.
fn wrapped(axis: u32, x: f32) -> f32 {
    let low = grid.low[axis];
    let size = grid.size[axis];
    let high = low + size;
    if (low <= x && x < high) {
        return x;
    }
    let y = low + (x - low - product(size, floor(quotient(x - low, size))));
    // The sum may round to the high edge, which is the low one.
    return select(low, y, low <= y && y < high);
}
