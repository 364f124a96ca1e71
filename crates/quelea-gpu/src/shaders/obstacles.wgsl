// Keeping clear of obstacles, as in crates/quelea/src/fast/environment: the same operations in the same order, with
// loops that end for each boid on its own.

// Components are clamped to this magnitude before a length is taken, so that no square overflows.
fn bounded(v: Vector) -> Vector {
    return clamp(v, Vector(-1e18), Vector(1e18));
}

fn length_of(v: Vector) -> f32 {
    let b = bounded(v);
    return root(inner(b, b));
}

fn unit(v: Vector) -> Vector {
    let b = bounded(v);
    let length2 = inner(b, b);
    if (0.0 < length2) {
        return scaled(b, reciprocal(root(length2)));
    }
    return scaled(b, constants.zero);
}

fn clamp_length(v: Vector, most: f32) -> Vector {
    let b = bounded(v);
    let length2 = inner(b, b);
    if (product(most, most) < length2) {
        return scaled(b, quotient(most, root(length2)));
    }
    return b;
}

fn heading(v: Vector) -> Vector {
    var h = unit(v);
    if (!(0.0 < length_of(v))) {
        h.x = 1.0;
    }
    return h;
}

// The distance to a surface, negative inside, and the direction out.
struct Surface {
    distance: f32,
    normal: Vector,
}

// How a species keeps clear of obstacles.
struct Avoid {
    look_ahead: f32,
    half_turn: f32,
    clearance: f32,
    strength: f32,
    reach: f32,
    contact: f32,
    contact_push: f32,
    step: f32,
    max_speed: f32,
    max_stride: f32,
    // What turns a change of velocity into a force.
    per: f32,
}

struct Avoidance {
    force: Vector,
    remaining_weight: f32,
}

// Rows of a part of an obstacle.
const ROWS: u32 = 6u;
const FIRST: u32 = 1u;
const LAST: u32 = 2u;
const FILLED: u32 = 4u;

fn part_flags(part: u32) -> u32 {
    return u32(tables[part * ROWS + 1u].w);
}

fn or_along_x(direction: Vector) -> Vector {
    var d = direction;
    if (inner(d, d) == 0.0) {
        d.x = 1.0;
    }
    return d;
}

fn box_surface(half: Vector, at: Vector) -> Surface {
    let side = select(Vector(1.0), Vector(-1.0), at < Vector(0.0));
    var beyond = Vector(0.0);
    var from_corner = Vector(0.0);
    for (var axis = 0u; axis < DIMENSION; axis++) {
        beyond[axis] = product(at[axis], side[axis]) - half[axis];
        from_corner[axis] = product(select(0.0, beyond[axis], beyond[axis] > 0.0), side[axis]);
    }
    if (0.0 < inner(from_corner, from_corner)) {
        return Surface(length_of(from_corner), unit(from_corner));
    }
    var deepest = 0u;
    for (var axis = 1u; axis < DIMENSION; axis++) {
        if (beyond[deepest] < beyond[axis]) {
            deepest = axis;
        }
    }
    var normal = Vector(0.0);
    normal[deepest] = side[deepest];
    return Surface(beyond[deepest], normal);
}

fn capsule_surface(part: u32, radius: f32, at: Vector) -> Surface {
    let along = row(tables[part * ROWS + 4u]);
    let length2 = tables[part * ROWS + 3u].w;
    let start = at - row(tables[part * ROWS + 3u]);
    let unclamped = quotient(inner(start, along), length2);
    let not_below = select(0.0, unclamped, unclamped > 0.0);
    let share = select(1.0, not_below, not_below < 1.0);
    var off = start - scaled(along, share);
    // Beside the segment the way to it is straight across; close to it, rounding would tilt that.
    let beside = 0.0 < share && share < 1.0;
    off = off - scaled(along, select(0.0, quotient(inner(off, along), length2), beside));
    var normal = row(tables[part * ROWS + 5u]);
    if (0.0 < inner(off, off)) {
        normal = unit(off);
    }
    return Surface(length_of(off) - radius, normal);
}

// The surface of one part, seen from a point relative to the centre of its obstacle.
fn part_surface(part: u32, at: Vector) -> Surface {
    let radius = tables[part * ROWS + 2u].w;
    switch (u32(tables[part * ROWS].w)) {
        case 0u: {
            return Surface(length_of(at) - radius, or_along_x(unit(at)));
        }
        case 1u: {
            return box_surface(row(tables[part * ROWS + 3u]), at);
        }
        case 2u: {
            return capsule_surface(part, radius, at);
        }
        default: {
            let normal = row(tables[part * ROWS + 3u]);
            return Surface(inner(at, normal), normal);
        }
    }
}

// Whether a ray to one side crosses this wall of a closed chain.
fn crosses(part: u32, at: Vector) -> bool {
    let start = row(tables[part * ROWS + 3u]);
    let along = row(tables[part * ROWS + 4u]);
    let x = at.x - start.x;
    let y = at.y - start.y;
    let below_first = y < 0.0;
    let below_second = at.y < start.y + along.y;
    let left = product(x, along.y) < product(y, along.x);
    return (below_second && left && !below_first) || (below_first && !below_second && !left);
}

// The surface of a whole obstacle, whose first part this is, seen from a point relative to its centre.
fn surface(first: u32, at: Vector) -> Surface {
    var nearest = Surface(0x1.fffffep+127f, Vector(0.0));
    var outside = 1.0;
    for (var part = first; ; part++) {
        let this_part = part_surface(part, at);
        if (this_part.distance < nearest.distance) {
            nearest = this_part;
        }
        if (crosses(part, at)) {
            outside = -outside;
        }
        if ((part_flags(part) & LAST) != 0u) {
            break;
        }
    }
    if ((part_flags(first) & FILLED) != 0u) {
        let radius = tables[first * ROWS + 2u].w;
        nearest.distance = product(nearest.distance + radius, outside) - radius;
        nearest.normal = scaled(nearest.normal, outside);
    }
    return nearest;
}

// Every obstacle in range pushes.
fn force_field(avoid: Avoid, position: Vector) -> Avoidance {
    var force = Vector(0.0);
    for (var part = 0u; part < constants.parts; part++) {
        if ((part_flags(part) & FIRST) == 0u) {
            continue;
        }
        let found = surface(part, offset_between(row(tables[part * ROWS]), position));
        let s = found.distance;
        if (s < avoid.reach) {
            let s2 = product(s, s);
            let least = product(avoid.contact, avoid.contact);
            let weaker = quotient(avoid.strength, select(least, s2, s2 > least));
            force = force + scaled(found.normal, select(weaker, avoid.contact_push, s < avoid.contact));
        }
    }
    return Avoidance(force, 1.0);
}

// How long a boid can keep a velocity before it comes too close to an obstacle; at most the time it looks ahead.
fn probe(avoid: Avoid, position: Vector, absolute_velocity: Vector) -> f32 {
    var free = avoid.look_ahead;
    for (var part = 0u; part < constants.parts; part++) {
        let relative = offset_between(row(tables[part * ROWS]), position);
        let velocity = absolute_velocity - row(tables[part * ROWS + 2u]);
        let grazing = constants.zero - product(length_of(velocity), GRAZING);
        var time = 0.0;
        var approaching = 0.0 < free;
        for (var iteration = 0u; iteration < PROBE_ITERATIONS && approaching; iteration++) {
            let found = part_surface(part, relative + scaled(velocity, time));
            let rate = inner(found.normal, velocity);
            let distance = found.distance - avoid.clearance;
            let gap = select(0.0, distance, distance > 0.0);
            let approach = constants.zero - rate;
            let stride = quotient(gap, select(TINY, approach, approach > TINY));
            approaching = rate < grazing;
            if (approaching) {
                let later = time + stride;
                time = select(free, later, later < free);
            }
            approaching = approaching && time < free;
        }
        if (approaching) {
            free = time;
        }
    }
    return free;
}

// Two directions perpendicular to another and to each other. In 2D only the first exists: to the left.
struct Sides {
    first: Vector,
    second: Vector,
}

SIDES

// Turns to the clear direction nearest to the heading in the time that is left.
fn steer_clear(avoid: Avoid, position: Vector, velocity: Vector) -> Avoidance {
    let speed = length_of(velocity);
    let time = avoid.look_ahead;
    let ahead = heading(velocity);
    let time_left = probe(avoid, position, scaled(ahead, speed));
    if (!(time_left < time)) {
        return Avoidance(Vector(0.0), 1.0);
    }
    let across = sides(ahead);
    var best = time_left;
    var side = Vector(0.0);
    var half_tangent = 0.0;
    for (var index = 0u; index < constants.fan; index++) {
        let direction = tables[constants.parts * ROWS + index * 2u];
        let second = tables[constants.parts * ROWS + index * 2u + 1u].x;
        let to_side = scaled(across.first, direction.w) + scaled(across.second, second);
        let turned = scaled(ahead, direction.x) + scaled(to_side, direction.y);
        let free = probe(avoid, position, scaled(turned, speed));
        if (best < free) {
            best = free;
            side = to_side;
            half_tangent = direction.z;
        }
        if (!(free < time)) {
            break;
        }
    }

    // Turn by a share of the angle: q is the tangent of half the turn.
    let step = avoid.step;
    let one = constants.one;
    let urgency = quotient(product(TURN_URGENCY, step), select(step, time_left, time_left > step));
    let share = select(1.0, urgency, urgency < 1.0);
    let wanted = product(half_tangent, share);
    let q = select(avoid.half_turn, wanted, wanted < avoid.half_turn);
    let scale = reciprocal(one + product(q, q));
    let course = scaled(ahead, product(one - product(q, q), scale)) + scaled(side, product(q + q, scale));
    // Slow down if there is too little time for the whole turn, or too little room after it.
    let braking = product(BRAKING_STEPS, step);
    var turnable = 0.0;
    if (0.0 < half_tangent) {
        let turns = product(quotient(time_left, step) + one, avoid.half_turn);
        let in_time = quotient(turns, select(TINY, half_tangent, half_tangent > TINY));
        let room = quotient(best, braking);
        let in_room = select(1.0, room, room < 1.0);
        turnable = select(in_room, in_time, in_time < in_room);
    }
    let urgent = quotient(time_left, braking);
    let larger = select(turnable, urgent, urgent > turnable);
    let brake = select(1.0, larger, larger < 1.0);
    let change = scaled(course, product(speed, brake)) - velocity;
    var force = Vector(0.0);
    for (var axis = 0u; axis < DIMENSION; axis++) {
        force[axis] = quotient(change[axis], avoid.per);
    }
    return Avoidance(force, quotient(time_left, select(TINY, time, time > TINY)));
}

// The component of a motion into a surface.
fn inward(motion: Vector, normal: Vector) -> Vector {
    let into = inner(motion, normal);
    return scaled(normal, select(0.0, into, into < 0.0));
}

struct Touching {
    surface: Surface,
    carried: Vector,
}

// The nearest surface at the end of the step, and the velocity of its obstacle.
fn nearest_surface(position: Vector) -> Touching {
    var nearest = Touching(Surface(0x1.fffffep+127f, Vector(0.0)), Vector(0.0));
    for (var part = 0u; part < constants.parts; part++) {
        if ((part_flags(part) & FIRST) == 0u) {
            continue;
        }
        let found = surface(part, offset_between(row(tables[part * ROWS + 1u]), position));
        if (found.distance < nearest.surface.distance) {
            nearest = Touching(found, row(tables[part * ROWS + 2u]));
        }
    }
    return nearest;
}

// The direction of a sum of directions; +x where they cancel.
fn mean_direction(sum: Vector) -> Vector {
    if (SMALL < inner(sum, sum)) {
        return unit(sum);
    }
    return along_x(1.0);
}

struct Moved {
    position: Vector,
    velocity: Vector,
}

// Moves a boid out of obstacles on its way, and takes the velocity into surfaces from it.
fn resolve_penetration(avoid: Avoid, old: Vector, moved: Moved) -> Moved {
    // A boid that the boundary has put elsewhere did not get there in a straight line; except on a torus.
    var whole = scaled(moved.velocity, avoid.step);
    let direct = all(old + whole == moved.position);
    if (!TORUS && !direct) {
        whole = Vector(0.0);
    }
    let start = select(moved.position - whole, old, direct);

    var position = start;
    var left = whole;
    var velocity = moved.velocity;
    var touched = false;
    var free = 0.0;
    // The first stride has no length: something may have moved over the boid.
    for (var stride = 0u; stride <= MAX_STRIDES; stride++) {
        if (stride > 0u && !(0.0 < inner(left, left))) {
            break;
        }
        var part = Vector(0.0);
        if (stride > 0u) {
            part = clamp_length(left, select(free, avoid.max_stride, avoid.max_stride > free));
        }
        position = position + part;
        left = left - part;
        var normals = Vector(0.0);
        for (var attempt = 0u; attempt <= MAX_PUSHES + MAX_MARCHES; attempt++) {
            let nearest = nearest_surface(position);
            let normal = nearest.surface.normal;
            free = nearest.surface.distance;
            if (!(free < select(0.0, avoid.clearance, attempt < MAX_PUSHES))) {
                break;
            }
            touched = true;
            if (attempt == MAX_PUSHES + MAX_MARCHES) {
                // There is no way out: stay at the start, at rest.
                position = start;
                velocity = Vector(0.0);
                left = Vector(0.0);
                break;
            }
            normals = normals + normal;
            var out = normal;
            if (attempt >= MAX_PUSHES) {
                out = mean_direction(normals);
            }
            position = position + scaled(out, avoid.clearance - free);
            left = left - inward(left, normal);
            velocity = velocity - inward(velocity - nearest.carried, normal);
        }
    }
    touched = touched || 0.0 < inner(left, left);
    if (!touched) {
        return moved;
    }
    var bound = position;
    if (TORUS) {
        for (var axis = 0u; axis < DIMENSION; axis++) {
            bound[axis] = wrapped(axis, position[axis]);
        }
    }
    return Moved(bound, clamp_length(velocity, avoid.max_speed));
}
