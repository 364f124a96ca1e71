// The rules of the guide. Parts between `[name]` and `[/name]` are shown there, and a test runs all of them.

// [boid]
const boid = (position, velocity) => ({ position, velocity });

const add = (a, b) => ({ x: a.x + b.x, y: a.y + b.y });
const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const mul = (a, s) => ({ x: a.x * s, y: a.y * s });
const dot = (a, b) => a.x * b.x + a.y * b.y;
const length = (a) => Math.hypot(a.x, a.y);
const limit = (a, max) => (length(a) > max ? mul(a, max / length(a)) : a);
const unit = (a) => (length(a) > 0 ? mul(a, 1 / length(a)) : a);
// [/boid]

// [step]
function step(boid, force, maxSpeed) {
  boid.velocity = limit(add(boid.velocity, force), maxSpeed);
  boid.position = add(boid.position, boid.velocity);
}
// [/step]

// [perception]
function sees(boid, other, radius, view) {
  const offset = sub(other.position, boid.position);
  const heading = unit(boid.velocity);
  const halfView = (view / 2) * (Math.PI / 180);
  const ahead = dot(heading, offset) > Math.cos(halfView) * length(offset);
  return length(offset) < radius && (ahead || view >= 360);
}
// [/perception]

// [cohesion]
function cohesion(boid, neighbours) {
  let sum = { x: 0, y: 0 };
  for (const other of neighbours) {
    sum = add(sum, sub(other.position, boid.position));
  }
  return mul(sum, 1 / Math.max(neighbours.length, 1));
}
// [/cohesion]

// [alignment]
function alignment(neighbours) {
  let sum = { x: 0, y: 0 };
  for (const other of neighbours) {
    sum = add(sum, other.velocity);
  }
  return mul(sum, 1 / Math.max(neighbours.length, 1));
}
// [/alignment]

// [separation]
function separation(boid, neighbours, radius) {
  let push = { x: 0, y: 0 };
  for (const other of neighbours) {
    const away = sub(boid.position, other.position);
    const distance = length(away);
    if (distance > 0 && distance < radius) {
      push = add(push, mul(unit(away), 1 / distance));
    }
  }
  return push;
}
// [/separation]

// [steering]
function steer(boid, wish, maxSpeed, maxForce) {
  if (length(wish) === 0) return wish;
  return limit(sub(mul(unit(wish), maxSpeed), boid.velocity), maxForce);
}

function arrive(boid, target, maxSpeed, slowing) {
  const offset = sub(target, boid.position);
  const speed = maxSpeed * Math.min(length(offset) / slowing, 1);
  return sub(mul(unit(offset), speed), boid.velocity);
}
// [/steering]

// [combining]
function weightedSum(forces, weights) {
  let sum = { x: 0, y: 0 };
  forces.forEach((force, i) => {
    sum = add(sum, mul(force, weights[i]));
  });
  return sum;
}

function byPriority(forces, maxForce) {
  let sum = { x: 0, y: 0 };
  let left = maxForce;
  for (const force of forces) {
    const taken = limit(force, left);
    sum = add(sum, taken);
    left -= length(taken);
  }
  return sum;
}
// [/combining]

// [edges]
function wrap(x, size) {
  return x - size * Math.floor(x / size);
}

function torusOffset(from, to, size) {
  const offset = to - from;
  return offset - size * Math.floor(offset / size + 0.5);
}

function wall(x, size, margin, push) {
  return x < margin ? push : x > size - margin ? -push : 0;
}
// [/edges]

// [goal]
function nextWaypoint(boid, waypoints, current, within) {
  const distance = length(sub(waypoints[current], boid.position));
  return distance < within ? (current + 1) % waypoints.length : current;
}
// [/goal]

// [predators]
function flee(boid, predators, radius) {
  let away = { x: 0, y: 0 };
  for (const predator of predators) {
    const offset = sub(boid.position, predator.position);
    if (length(offset) < radius) away = add(away, unit(offset));
  }
  return away;
}

function pursue(predator, prey, maxTime) {
  const offset = sub(prey.position, predator.position);
  const time = Math.min(length(offset) / length(predator.velocity), maxTime);
  return add(offset, mul(prey.velocity, time));
}
// [/predators]

// [obstacles]
function forceField(boid, centre, radius, strength) {
  const away = sub(boid.position, centre);
  const gap = Math.max(length(away) - radius, 0.1);
  return mul(unit(away), strength / gap ** 2);
}

function steerAround(boid, centre, radius, lookAhead) {
  const heading = unit(boid.velocity);
  const offset = sub(centre, boid.position);
  const ahead = dot(heading, offset);
  const aside = sub(offset, mul(heading, ahead));
  if (ahead < 0 || ahead > lookAhead + radius || length(aside) > radius) {
    return { x: 0, y: 0 };
  }
  if (length(aside) === 0) {
    return { x: heading.y, y: -heading.x }; // dead ahead: either side will do
  }
  return mul(unit(aside), -1);
}
// [/obstacles]

// [space]
function randomDirection(u, v) {
  const z = 2 * u - 1;
  const angle = 2 * Math.PI * v;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}
// [/space]

// [friends]
function friendsOfFriends(id, friends) {
  const circle = new Set();
  for (const friend of friends[id]) {
    circle.add(friend);
    for (const further of friends[friend]) circle.add(further);
  }
  circle.delete(id);
  return [...circle].sort((a, b) => a - b);
}
// [/friends]

// [cost]
function cellOf(position, size) {
  return [Math.floor(position.x / size), Math.floor(position.y / size)];
}

function fill(boids, size) {
  const grid = new Map();
  boids.forEach((boid, id) => {
    const key = cellOf(boid.position, size).join();
    if (!grid.has(key)) grid.set(key, []);
    grid.get(key).push(id);
  });
  return grid;
}

function candidates(grid, position, size) {
  const [column, row] = cellOf(position, size);
  const found = [];
  for (let x = column - 1; x <= column + 1; x += 1) {
    for (let y = row - 1; y <= row + 1; y += 1) {
      found.push(...(grid.get(`${x},${y}`) ?? []));
    }
  }
  return found;
}
// [/cost]

// [noise]
function noisyHeading(boid, neighbours, noise, random) {
  let sum = unit(boid.velocity);
  for (const other of neighbours) {
    sum = add(sum, unit(other.velocity));
  }
  return Math.atan2(sum.y, sum.x) + noise * (random - 0.5);
}

function polarisation(boids) {
  let sum = { x: 0, y: 0 };
  for (const boid of boids) {
    sum = add(sum, unit(boid.velocity));
  }
  return length(sum) / boids.length;
}
// [/noise]
