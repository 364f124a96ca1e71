// Draws a flock in the terminal as a game would: at its own frame rate, with positions interpolated between the frames
// of the stream. Needs Node alone.
//
//     quelea run p5 --steps 100000 --record - --columns positions --quiet | node game-loop.mjs
//
//     --rate R   frames of the stream per second (20)
//     --fps F    pictures per second (60)
//     --ticks N  stop after N pictures, and print only how many frames they took: for tests

import { createInterface } from "node:readline";

const option = (name, standard) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? standard : Number(process.argv[at + 1]);
};
const rate = option("rate", 20);
const fps = option("fps", 60);
const ticks = option("ticks", Infinity);

// Lines are taken from the pipe one by one: the flock waits for the game, not the game for the flock.
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => {
  const { value, done } = await lines.next();
  return done ? null : JSON.parse(value);
};

const header = await next();
if (header?.format !== "quelea-frames" || header.version !== 1) {
  console.error("this is not a stream of frames: try `quelea run p5 --record - --quiet | node game-loop.mjs`");
  process.exit(1);
}
const { kind, low, size } = header.space;
const wraps = kind === "torus" || kind === "wrap";

// A boid that has crossed the seam of a torus takes the short way, not the way back through the whole world.
function between(a, b, share) {
  return a.map((from, axis) => {
    let way = b[axis] - from;
    if (wraps) way -= Math.round(way / size[axis]) * size[axis];
    return from + share * way;
  });
}

function draw(positions) {
  const [columns, rows] = [process.stdout.columns ?? 80, (process.stdout.rows ?? 24) - 1];
  const picture = Array.from({ length: rows }, () => Array(columns).fill(" "));
  positions.forEach((position, id) => {
    const [x, y] = [0, 1].map((axis) => (position[axis] - low[axis]) / (size[axis] || 1));
    const [column, row] = [Math.floor((x - Math.floor(x)) * columns), Math.floor((y - Math.floor(y)) * rows)];
    picture[row][column] = ".o*+x"[header.species[id] % 5];
  });
  process.stdout.write(`\x1b[H${picture.map((row) => row.join("")).join("\n")}`);
}

let [old, now] = [await next(), await next()];
let [share, pictures, taken] = [0, 0, 2];
while (old && now && pictures < ticks) {
  const positions = old.positions.map((from, id) => between(from, now.positions[id], share));
  pictures += 1;
  if (ticks === Infinity) {
    draw(positions);
    await new Promise((resolve) => setTimeout(resolve, 1000 / fps));
  }
  share += rate / fps;
  while (now && share >= 1) {
    share -= 1;
    [old, now] = [now, await next()];
    taken += now ? 1 : 0;
  }
}
if (ticks !== Infinity) console.log(`${pictures} pictures from ${taken} frames of ${header.boids} boids`);
process.exit(0);
