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

// The cell of a place, in storage order.
fn cell_of(place: Vector) -> u32 {
    var cell = 0;
    for (var axis = i32(DIMENSION) - 1; axis >= 0; axis--) {
        cell = cell * grid.counts[axis] + cell_along(u32(axis), place[axis]);
    }
    return u32(cell);
}

// The cells of rows from one coordinate to another: two spans in storage order, the second perhaps empty, and the shifts
// of the boids in them.
struct Spans {
    first: vec2i,
    second: vec2i,
    shifts: vec2f,
    cells: i32,
}

fn spans(low: f32, high: f32) -> Spans {
    let last = grid.counts.x - 1;
    let from_cell = coordinate(0u, low);
    let to_cell = coordinate(0u, high);
    var found = Spans(vec2i(clamp(from_cell, 0, last), clamp(to_cell, 0, last)), vec2i(0, -1), vec2f(0.0), 0);
    if (TORUS) {
        if (to_cell > last) {
            found.second = found.first;
            found.first = vec2i(0, min(to_cell - last - 1, last));
            found.shifts = vec2f(grid.size.x, 0.0);
        } else if (from_cell < 0) {
            found.second = vec2i(max(from_cell + last + 1, 0), last);
            found.shifts = vec2f(0.0, -grid.size.x);
        }
    }
    found.cells = found.first.y - found.first.x + 1 + (found.second.y - found.second.x + 1);
    return found;
}

// Rows of cells in storage order. On a torus some may be beyond the seam: those stored first come first.
struct Rows {
    count: i32,
    // So many begin at one row, the others at another.
    turn: i32,
    first: i32,
    second: i32,
}

fn rows_between(axis: u32, low: i32, high: i32) -> Rows {
    let count = grid.counts[axis];
    if (TORUS) {
        if (high >= count) {
            return Rows(high - low + 1, high - count + 1, count, low);
        }
        if (low < 0) {
            return Rows(high - low + 1, high + 1, 0, low);
        }
        return Rows(high - low + 1, 0, 0, low);
    }
    let lowest = clamp(low, 0, count - 1);
    return Rows(clamp(high, 0, count - 1) - lowest + 1, 0, 0, lowest);
}

// The row at a place.
fn row_at(rows: Rows, place: i32) -> i32 {
    return select(rows.second + place - rows.turn, rows.first + place, place < rows.turn);
}

fn rows_within(axis: u32, x: f32, reach: f32) -> Rows {
    return rows_between(axis, coordinate(axis, x - reach), coordinate(axis, x + reach));
}

// The rows that anyone in the same row may have to visit, unless they are too many for the torus: invocations beside each
// other then visit the same rows at the same time.
fn common_rows(axis: u32, x: f32, reach: f32) -> Rows {
    let own = coordinate(axis, x);
    let away = i32(ceil(clamp(reach * grid.cells_per_length[axis], 0.0, 4000000.0)));
    let low = coordinate(axis, x - reach);
    let high = coordinate(axis, x + reach);
    let lowest = min(own - away, low);
    let highest = max(own + away, high);
    let fits = highest - lowest < grid.counts[axis];
    return rows_between(axis, select(low, lowest, fits), select(high, highest, fits));
}

// The row in storage.
fn stored_row(axis: u32, row: i32) -> i32 {
    let count = grid.counts[axis];
    return row + select(0, count, row < 0) - select(0, count, row >= count);
}

// What the offsets of boids in a row have to be shifted by.
fn row_shift(axis: u32, row: i32) -> f32 {
    return select(select(0.0, grid.size[axis], row >= grid.counts[axis]), -grid.size[axis], row < 0);
}

// How far away a row is, at least, from a place in cells along its axis. The padding is more than its rounding. The
// outermost rows have all boids beyond them, too.
fn distance_to_row(axis: u32, row: i32, place: f32) -> f32 {
    let stored = stored_row(axis, row);
    let along = place - f32(row);
    let below = select(-along, 0.0, stored == 0);
    let above = select(along - 1.0, 0.0, stored == grid.counts[axis] - 1);
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
