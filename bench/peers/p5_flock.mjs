// Times p5's flock: `node p5_flock.mjs BOIDS` prints million boid-steps per second.
// The three rules with p5.Vector and all pairs compared, as in its example; nothing is drawn.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!DOCTYPE html><body></body>", { pretendToBeVisual: true });
for (const name of ["window", "document", "HTMLElement", "HTMLCanvasElement", "Node", "Event", "self"]) {
  globalThis[name] = name === "window" || name === "self" ? window : window[name];
}
if (!globalThis.navigator) globalThis.navigator = window.navigator;
globalThis.screen = { orientation: {} };
const p5 = (await import("p5")).default;
const { Vector } = p5;

const NEIGHBOURS = 30;

function step(boids, side) {
  for (const boid of boids) {
    const [apart, along, centre] = [new Vector(0, 0), new Vector(0, 0), new Vector(0, 0)];
    let [close, near] = [0, 0];
    for (const other of boids) {
      const d = Vector.dist(boid.position, other.position);
      if (d > 0 && d < 25) {
        const away = Vector.sub(boid.position, other.position);
        away.normalize().div(d);
        apart.add(away);
        close++;
      }
      if (d > 0 && d < 50) {
        along.add(other.velocity);
        centre.add(other.position);
        near++;
      }
    }
    const force = new Vector(0, 0);
    const seek = (desired, weight) => force.add(desired.setMag(3).sub(boid.velocity).limit(0.05).mult(weight));
    if (close > 0) seek(apart.div(close), 1.5);
    if (near > 0) seek(along.div(near), 1);
    if (near > 0) seek(centre.div(near).sub(boid.position), 1);
    boid.velocity.add(force).limit(3);
    boid.position.add(boid.velocity);
    boid.position.set((boid.position.x + side) % side, (boid.position.y + side) % side);
  }
}

const count = Number(process.argv[2]);
const side = Math.sqrt((count * Math.PI * 2500) / NEIGHBOURS);
const boids = Array.from({ length: count }, () => ({
  position: new Vector(Math.random() * side, Math.random() * side),
  velocity: new Vector(Math.random() * 2 - 1, Math.random() * 2 - 1),
}));
step(boids, side);
const times = [1, 2, 3].map(() => {
  const began = performance.now();
  step(boids, side);
  return performance.now() - began;
});
times.sort((a, b) => a - b);
console.log(count / times[1] / 1000);
process.exit(0);
