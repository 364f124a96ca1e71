// Boids and obstacles: surfaces.

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
    @location(1) colour: vec4f,
    @location(2) depth: f32,
}

struct Boid {
    // A vertex of the mesh: x forwards, y to the left, z up.
    @location(0) vertex: vec3f,
    @location(1) normal: vec3f,
    @location(2) position: vec3f,
    @location(3) size: f32,
    @location(4) velocity: vec3f,
    @location(5) colour: vec4f,
}

// The rotation from the axes of the mesh to the heading of the boid.
fn rotation(velocity: vec3f) -> mat3x3f {
    var forwards = vec3f(1.0, 0.0, 0.0);
    // Scaled first, so that the square of a huge velocity does not overflow.
    let largest = max(max(abs(velocity.x), abs(velocity.y)), abs(velocity.z));
    if largest > 0.0 {
        forwards = normalize(velocity / largest);
    }
    var above = vec3f(0.0, 0.0, 1.0);
    if view.screen.z > 0.5 && abs(forwards.y) < 0.999 {
        above = vec3f(0.0, 1.0, 0.0);
    }
    let left = normalize(cross(above, forwards));
    return mat3x3f(forwards, left, cross(forwards, left));
}

// The size of a boid, or the smallest size that is visible at its distance.
fn visible_size(size: f32, depth: f32) -> f32 {
    return max(size, view.depths.z * max(depth, 0.0) / view.depths.w);
}

// The half of a bird without its wings.
const SHOULDER: f32 = 0.06;

// The angle of a wing at a distance from the shoulder. Each bird has its own rhythm; now and then it glides. The tip
// follows the arm.
fn wing_angle(id: u32, arm: f32) -> f32 {
    let own = scatter(id);
    let glide = smoothstep(-0.4, 0.2, sin(6.2831853 * (view.wings.y + 7.0 * own)));
    return view.wings.w * (0.15 + glide * sin(6.2831853 * (view.wings.x + own) - 2.0 * arm));
}

@vertex
fn boid(boid: Boid, @builtin(instance_index) id: u32) -> Surface {
    let turn = rotation(boid.velocity);
    var vertex = boid.vertex;
    var normal = boid.normal;
    let arm = abs(vertex.y) - SHOULDER;
    if view.wings.w > 0.0 && arm > 0.0 {
        let angle = wing_angle(id, arm);
        let side = sign(vertex.y);
        vertex = vec3f(vertex.x, side * (SHOULDER + arm * cos(angle)), vertex.z + arm * sin(angle));
        let s = side * sin(angle);
        normal = vec3f(normal.x, normal.y * cos(angle) - normal.z * s, normal.y * s + normal.z * cos(angle));
    }
    let depth = (view.matrix * vec4f(boid.position, 1.0)).w;
    var out: Surface;
    out.clip = flatten(view.matrix * vec4f(boid.position + visible_size(boid.size, depth) * (turn * vertex), 1.0));
    out.normal = turn * normal;
    out.colour = boid.colour;
    out.depth = depth;
    return out;
}

@vertex
fn solid(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) colour: vec4f) -> Surface {
    var out: Surface;
    out.clip = flatten(view.matrix * vec4f(position, 1.0));
    out.normal = normal;
    out.colour = colour;
    out.depth = out.clip.w;
    return out;
}

@fragment
fn lit(in: Surface, @builtin(front_facing) front: bool) -> @location(0) vec4f {
    var normal = normalize(in.normal);
    if !front {
        normal = -normal;
    }
    // Half the light is ambient, so that the side in the shade keeps its colour.
    let facing = 0.5 + 0.5 * dot(normal, view.light.xyz);
    let shade = 1.0 - view.light.w * (1.0 - facing);
    return vec4f(add_fog(in.colour.rgb * shade, in.depth), in.colour.a);
}

@fragment
fn unlit(in: Surface) -> @location(0) vec4f {
    return in.colour;
}

@fragment
fn unlit_in_fog(in: Surface) -> @location(0) vec4f {
    return vec4f(add_fog(in.colour.rgb, in.depth), in.colour.a);
}

// Shadows on the floor, which show how far away things are. They end where the floor ends.

struct Shadow {
    @builtin(position) clip: vec4f,
    @location(0) on_floor: vec2f,
    @location(1) depth: f32,
    @location(2) opacity: f32,
    // From the centre of the shadow of a boid to its rim: length 1.
    @location(3) from_centre: vec2f,
}

fn on_floor(position: vec2f) -> Shadow {
    var out: Shadow;
    out.clip = view.matrix * vec4f(position.x, view.screen.w, position.y, 1.0);
    out.on_floor = position;
    out.depth = out.clip.w;
    out.opacity = view.shadow.a;
    out.from_centre = vec2f(0.0);
    return out;
}

// The shadow of a boid is a soft ellipse along its heading. The higher the boid, the wider and the fainter.
@vertex
fn boid_shadow(
    @builtin(vertex_index) index: u32,
    @location(2) position: vec3f,
    @location(3) size: f32,
    @location(4) velocity: vec3f,
) -> Shadow {
    let depth = (view.matrix * vec4f(position, 1.0)).w;
    let turn = rotation(velocity);
    let height = clamp((position.y - view.screen.w) / max(view.depths.y - view.depths.x, 1e-6), 0.0, 1.0);
    let wide = visible_size(size, depth) * (0.55 + 0.9 * height);
    let corner = square(index);
    let along = turn[0].xz * corner.x * (1.1 - 0.3 * height);
    let across = turn[1].xz * corner.y * 0.8;
    var out = on_floor(position.xz + wide * (along + across));
    out.opacity = select(0.0, view.shadow.a * (1.0 - 0.8 * height), position.y >= view.screen.w);
    out.from_centre = corner;
    return out;
}

@vertex
fn solid_shadow(@location(0) position: vec3f, @location(2) colour: vec4f) -> Shadow {
    var out = on_floor(position.xz);
    out.opacity = view.shadow.a * colour.a;
    return out;
}

@fragment
fn shadow(in: Shadow) -> @location(0) vec4f {
    if any(in.on_floor < view.floor.xy) || any(in.on_floor > view.floor.zw) {
        discard;
    }
    let soft = 1.0 - smoothstep(0.1, 1.0, length(in.from_centre));
    return vec4f(view.shadow.rgb, in.opacity * soft * (1.0 - fog_strength(in.depth)));
}

// Flocks too dense to show each boid: soft dots that add up, so that the brightness shows the density.

struct Dot {
    @builtin(position) clip: vec4f,
    @location(0) colour: vec4f,
    @location(1) from_centre: vec2f,
}

@vertex
fn density(
    @builtin(vertex_index) index: u32,
    @location(2) position: vec3f,
    @location(5) colour: vec4f,
) -> Dot {
    let centre = view.matrix * vec4f(position, 1.0);
    let corner = square(index);
    var out: Dot;
    out.clip = flatten(vec4f(centre.xy + corner * view.dots.x * 2.0 / view.screen.xy * centre.w, centre.zw));
    out.colour = vec4f(colour.rgb, colour.a * view.dots.y * (1.0 - fog_strength(centre.w)));
    out.from_centre = corner;
    return out;
}

// A bright core in a wide glow.
@fragment
fn glow(in: Dot) -> @location(0) vec4f {
    let r = dot(in.from_centre, in.from_centre);
    let rim = max(1.0 - r, 0.0);
    return vec4f(in.colour.rgb, in.colour.a * rim * (0.2 + 0.8 * exp(-9.0 * r)));
}
