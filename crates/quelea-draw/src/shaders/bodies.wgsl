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
fn visible_size(boid: Boid, depth: f32) -> f32 {
    return max(boid.size, view.depths.z * max(depth, 0.0) / view.depths.w);
}

@vertex
fn boid(boid: Boid) -> Surface {
    let turn = rotation(boid.velocity);
    let depth = (view.matrix * vec4f(boid.position, 1.0)).w;
    var out: Surface;
    out.clip = view.matrix * vec4f(boid.position + visible_size(boid, depth) * (turn * boid.vertex), 1.0);
    out.normal = turn * boid.normal;
    out.colour = boid.colour;
    out.depth = depth;
    return out;
}

// The shadow of a boid on the floor below it, which shows how far away it is.
@vertex
fn shadow(boid: Boid) -> Surface {
    let depth = (view.matrix * vec4f(boid.position, 1.0)).w;
    var position = boid.position + visible_size(boid, depth) * (rotation(boid.velocity) * boid.vertex);
    // Fainter from higher up; none from below the floor.
    let height = (position.y - view.screen.w) / max(view.depths.y - view.depths.x, 1e-6);
    let strength = select(0.0, clamp(1.0 - 0.8 * height, 0.25, 1.0), boid.position.y >= view.screen.w);
    position.y = view.screen.w;
    var out: Surface;
    out.clip = view.matrix * vec4f(position, 1.0);
    out.normal = vec3f(0.0, 1.0, 0.0);
    out.colour = vec4f(add_fog(view.shadow.rgb, out.clip.w), view.shadow.a * strength);
    out.depth = out.clip.w;
    return out;
}

@vertex
fn solid(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) colour: vec4f) -> Surface {
    var out: Surface;
    out.clip = view.matrix * vec4f(position, 1.0);
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
