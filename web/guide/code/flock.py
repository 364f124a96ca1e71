"""The rules of the guide. Parts between `[name]` and `[/name]` are shown there, and a test runs all of them."""

# [boid]
from cmath import phase
from dataclasses import dataclass
from math import cos, floor, pi, radians, sin, sqrt


@dataclass
class Boid:
    position: complex  # x + y j
    velocity: complex


def limit(v, longest):
    return v * longest / abs(v) if abs(v) > longest else v


def unit(v):
    return v / abs(v) if v else v


def dot(a, b):
    return (a.conjugate() * b).real
# [/boid]


# [step]
def step(boid, force, max_speed):
    boid.velocity = limit(boid.velocity + force, max_speed)
    boid.position += boid.velocity
# [/step]


# [perception]
def sees(boid, other, radius, view):
    offset = other.position - boid.position
    heading = unit(boid.velocity)
    ahead = dot(heading, offset) > cos(radians(view / 2)) * abs(offset)
    return abs(offset) < radius and (ahead or view >= 360)
# [/perception]


# [cohesion]
def cohesion(boid, neighbours):
    total = sum(other.position - boid.position for other in neighbours)
    return total / max(len(neighbours), 1)
# [/cohesion]


# [alignment]
def alignment(neighbours):
    total = sum(other.velocity for other in neighbours)
    return total / max(len(neighbours), 1)
# [/alignment]


# [separation]
def separation(boid, neighbours, radius):
    push = 0
    for other in neighbours:
        away = boid.position - other.position
        if 0 < abs(away) < radius:
            push += unit(away) / abs(away)
    return push
# [/separation]


# [steering]
def steer(boid, wish, max_speed, max_force):
    if not wish:
        return 0
    return limit(unit(wish) * max_speed - boid.velocity, max_force)


def arrive(boid, target, max_speed, slowing):
    offset = target - boid.position
    speed = max_speed * min(abs(offset) / slowing, 1)
    return unit(offset) * speed - boid.velocity
# [/steering]


# [combining]
def weighted_sum(forces, weights):
    return sum(force * weight for force, weight in zip(forces, weights))


def by_priority(forces, max_force):
    total, left = 0, max_force
    for force in forces:
        taken = limit(force, left)
        total += taken
        left -= abs(taken)
    return total
# [/combining]


# [edges]
def wrap(x, size):
    return x - size * floor(x / size)


def torus_offset(start, end, size):
    offset = end - start
    return offset - size * floor(offset / size + 0.5)


def wall(x, size, margin, push):
    return push if x < margin else -push if x > size - margin else 0
# [/edges]


# [goal]
def next_waypoint(boid, waypoints, current, within):
    distance = abs(waypoints[current] - boid.position)
    return (current + 1) % len(waypoints) if distance < within else current
# [/goal]


# [predators]
def flee(boid, predators, radius):
    offsets = [boid.position - predator.position for predator in predators]
    return sum(unit(offset) for offset in offsets if abs(offset) < radius)


def pursue(predator, prey, max_time):
    offset = prey.position - predator.position
    time = min(abs(offset) / abs(predator.velocity), max_time)
    return offset + prey.velocity * time
# [/predators]


# [obstacles]
def force_field(boid, centre, radius, strength):
    away = boid.position - centre
    gap = max(abs(away) - radius, 0.1)
    return unit(away) * strength / gap**2


def steer_around(boid, centre, radius, look_ahead):
    heading = unit(boid.velocity)
    offset = centre - boid.position
    ahead = dot(heading, offset)
    aside = offset - heading * ahead
    if ahead < 0 or ahead > look_ahead + radius or abs(aside) > radius:
        return 0
    if not aside:
        return heading * -1j  # dead ahead: either side will do
    return -unit(aside)
# [/obstacles]


# [space]
def random_direction(u, v):
    z = 2 * u - 1
    angle = 2 * pi * v
    r = sqrt(1 - z * z)
    return [r * cos(angle), r * sin(angle), z]
# [/space]


# [friends]
def friends_of_friends(me, friends):
    circle = set(friends[me])
    for friend in friends[me]:
        circle.update(friends[friend])
    circle.discard(me)
    return sorted(circle)
# [/friends]


# [cost]
def cell_of(position, size):
    return floor(position.real / size), floor(position.imag / size)


def fill(boids, size):
    grid = {}
    for number, boid in enumerate(boids):
        grid.setdefault(cell_of(boid.position, size), []).append(number)
    return grid


def candidates(grid, position, size):
    column, row = cell_of(position, size)
    found = []
    for x in range(column - 1, column + 2):
        for y in range(row - 1, row + 2):
            found += grid.get((x, y), [])
    return found
# [/cost]


# [noise]
def noisy_heading(boid, neighbours, noise, random):
    total = unit(boid.velocity) + sum(unit(other.velocity) for other in neighbours)
    return phase(total) + noise * (random - 0.5)


def polarisation(boids):
    return abs(sum(unit(boid.velocity) for boid in boids)) / len(boids)
# [/noise]
