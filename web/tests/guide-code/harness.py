# Runs every rule of the guide on the same numbers as the harnesses in the other languages. Follows flock.py.
# ruff: noqa: F821

from copy import copy


def show(name, *numbers):
    print(name, *(f"{float(x):.12f}" for x in numbers))


def vector(name, v):
    show(name, complex(v).real, complex(v).imag)


me = Boid(1 + 2j, 0.6 + 0.8j)
others = [Boid(3 + 1j, -0.5 + 0.2j), Boid(-2 + 4.5j, 1 + 0j), Boid(1.5 + 2.5j, 0.3 - 0.7j), Boid(7 + 9j, 1j)]

vector("limit", limit(3 + 4j, 2))
vector("unit", unit(3 + 4j))
vector("unit-zero", unit(0j))
moved = copy(me)
step(moved, 0.5 - 0.1j, 1.2)
show("step", moved.position.real, moved.position.imag, moved.velocity.real, moved.velocity.imag)
for radius, view in [(5, 360), (5, 180), (5, 90), (1, 360)]:
    show("sees", *(sees(me, other, radius, view) for other in others))
vector("cohesion", cohesion(me, others))
vector("cohesion-alone", cohesion(me, []))
vector("alignment", alignment(others))
vector("separation", separation(me, others, 4))
vector("steer", steer(me, -3 + 1j, 2, 0.5))
vector("steer-zero", steer(me, 0j, 2, 0.5))
vector("arrive", arrive(me, 4 + 6j, 2, 20))
vector("weighted-sum", weighted_sum([1 + 0j, 0.5 + 2j], [1.5, 0.25]))
vector("by-priority", by_priority([0.3 + 0j, 2j, 1 + 1j], 1))
show("wrap", wrap(-3, 10), wrap(23.5, 10), wrap(4, 10))
show("torus-offset", torus_offset(1, 9, 10), torus_offset(9, 1, 10), torus_offset(2, 6, 10))
show("wall", wall(1, 10, 2, 0.5), wall(9, 10, 2, 0.5), wall(5, 10, 2, 0.5))
waypoints = [1 + 3j, 8 + 8j]
show("waypoint", *(next_waypoint(me, waypoints, current, within) for current, within in [(0, 2), (0, 0.5), (1, 20)]))
vector("flee", flee(me, others, 4.5))
vector("pursue", pursue(me, others[3], 5))
vector("pursue-far", pursue(me, others[3], 50))
vector("force-field", force_field(me, 4 + 2.5j, 1, 10))
vector("force-field-inside", force_field(me, 1.5 + 2.5j, 1, 10))
vector("steer-around", steer_around(me, 3 + 5.5j, 1, 6))
vector("steer-around-behind", steer_around(me, -3 - 5.5j, 1, 6))
vector("steer-around-aside", steer_around(me, 6 + 2j, 1, 6))
vector("steer-around-ahead", steer_around(Boid(0j, 1 + 0j), 4 + 0j, 1, 6))
show("direction", *random_direction(0.2, 0.7))
show("friends", *friends_of_friends(0, [[1, 2], [0], [0, 3], [2, 4], [3]]))
show("candidates", *sorted(candidates(fill(others, 3), me.position, 3)))
show("noise", noisy_heading(me, others, 2, 0.75), polarisation(others))
