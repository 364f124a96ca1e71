// Boids and solids: lit surfaces.

struct Surface {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
    @location(1) colour: vec4f,
    @location(2) depth: f32,
}

// A boid: a small form with x forwards, y to the right and z up, turned to where the boid flies.
@vertex
fn boid(
    @location(0) at: vec3f,
    @location(1) normal: vec3f,
    @location(2) position: vec3f,
    @location(3) size: f32,
    @location(4) velocity: vec3f,
    @location(5) colour: vec4f,
) -> Surface {
    var forwards = vec3f(1.0, 0.0, 0.0);
    // Scaled first, so that the square of a huge velocity is finite.
    let largest = max(max(abs(velocity.x), abs(velocity.y)), abs(velocity.z));
    if largest > 0.0 {
        forwards = normalize(velocity / largest);
    }
    var above = vec3f(0.0, 0.0, 1.0);
    if view.screen.z > 0.5 && abs(forwards.y) < 0.999 {
        above = vec3f(0.0, 1.0, 0.0);
    }
    let right = normalize(cross(forwards, above));
    let up = cross(right, forwards);

    // Far boids stay visible, and their direction readable.
    let depth = (view.matrix * vec4f(position, 1.0)).w;
    let least = view.depths.z * max(depth, 0.0) / view.depths.w;
    let turned = forwards * at.x + right * at.y + up * at.z;
    var out: Surface;
    out.clip = view.matrix * vec4f(position + max(size, least) * turned, 1.0);
    out.normal = forwards * normal.x + right * normal.y + up * normal.z;
    out.colour = colour;
    out.depth = depth;
    return out;
}

@vertex
fn solid(@location(0) at: vec3f, @location(1) normal: vec3f, @location(2) colour: vec4f) -> Surface {
    var out: Surface;
    out.clip = view.matrix * vec4f(at, 1.0);
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
    // Half the light comes from all round, so that the side in the shade keeps its colour.
    let facing = 0.5 + 0.5 * dot(normal, view.light.xyz);
    let shade = 1.0 - view.light.w * (1.0 - facing);
    return vec4f(faded(in.colour.rgb * shade, in.depth), in.colour.a);
}

@fragment
fn flat_coloured(in: Surface) -> @location(0) vec4f {
    return in.colour;
}
