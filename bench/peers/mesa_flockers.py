"""Times Mesa's boid flockers: `python mesa_flockers.py BOIDS` prints million boid-steps per second."""
import statistics
import sys
import time

from mesa.examples.basic.boid_flockers.model import BoidFlockers

NEIGHBOURS = 30
VISION = 10

boids = int(sys.argv[1])
side = (boids * 3.14159265 * VISION * VISION / NEIGHBOURS) ** 0.5
model = BoidFlockers(population_size=boids, width=side, height=side, vision=VISION)
model.step()
times = []
for _ in range(3):
    began = time.perf_counter()
    model.step()
    times.append(time.perf_counter() - began)
print(boids / statistics.median(times) / 1e6)
