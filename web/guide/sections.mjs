// The structure of the guide: its sections, their figures and formulas. The texts are in english.mjs and korean.mjs.

import { readFileSync } from 'node:fs';

const UNIFORM = 'start.position=uniform; space.kind=torus';

/** A scene of the library without its comments. */
function scene(name) {
  const toml = readFileSync(new URL(`../../scenarios/scenes/${name}.toml`, import.meta.url), 'utf8');
  return toml.replaceAll(/ *#.*\n/g, '\n').replaceAll(/^(title|source|steps) = .*\n/gm, '').replaceAll(/\n{2,}/g, '\n').trim();
}

const WANDERER = `
boids = 1
body = 2
space = { kind = "torus", size = [160, 100] }
perception = { radius = 5 }
start = { position = "centre", velocity = "heading", speed = 0.6 }
wander = { weight = 0.015, radius = 2, distance = 1, jitter = 0.6 }
motion = { max_speed = 0.6, order = ["wander"] }`;

const ARRIVALS = `
boids = 5
body = 2
space = { kind = "reflect", size = [160, 100] }
perception = { radius = 5 }
start = { position = "uniform", velocity = "heading", speed = 1 }
goal = { position = [80, 50], response = "arrive", slowing = 40, limit = 0.03 }
motion = { max_speed = 1.2, order = ["goal"] }`;

const HUNT = `
boids = 160
body = 4
relations = { predator = "flee" }
space = { kind = "torus", size = [480, 300] }
start = { position = "uniform", velocity = "heading", speed = 2 }
perception = { radius = 50 }
separation = { weight = 1.5, radius = 22, response = "seek", limit = 0.05 }
alignment = { response = "seek", limit = 0.05 }
cohesion = { response = "seek", limit = 0.05 }
flee = { weight = 3, radius = 70, response = "seek", limit = 0.1 }
hunt = { weight = 1, radius = 140, response = "seek", limit = 0.06 }
motion = { max_speed = 2.5, order = ["flee", "separation", "alignment", "cohesion"] }
[[species]]
name = "predator"
boids = 2
body = 9
relations = { boid = "hunt", predator = "avoid" }
motion = { max_speed = 2.8, order = ["separation", "hunt"] }`;

/** Friendships in two circles of 40, each a ring with a few chords, and bridges between them. */
function friendships(bridges) {
  const size = 40;
  const circle = (first) => Array.from({ length: size }, (_, i) => [1, 2, 9].map((jump) => [first + i, first + ((i + jump) % size)])).flat();
  const across = Array.from({ length: bridges }, (_, i) => [3 * i, size + 3 * i]);
  return `perception.kind=friends; perception.edges=${JSON.stringify([...circle(0), ...circle(size), ...across])}`;
}

const OPINIONS = `
boids = 80
seed = 9
body = 0.22
space = { kind = "torus", size = [16, 10] }
start = { position = "uniform", velocity = "heading", speed = 0.03 }
perception = { radius = 2 }
separation = { radius = 0.001 }
alignment = { of = "heading", weight = 0.05, average = "mean", relative = false }
noise = { kind = "angular", strength = 0.2 }
motion = { combine = "heading", order = ["alignment"], max_speed = 0.03 }`;

/** A vector, and a fraction. */
const v = (name) => `<b>${name}</b>`;
const fraction = (top, bottom) => `<span class="fraction"><span>${top}</span><span>${bottom}</span></span>`;
const x = `${v('x')}<sub>i</sub>`;
const offset = `${v('d')}<sub>j</sub>`;

/**
 * Every section has a figure and a formula. `flock` holds the attributes of the figure's <quelea-flock>, `variants` the
 * values of its <data> elements, and `scenes` whole scenarios instead. `code` is the name of its part in code/.
 */
export const SECTIONS = [
  {
    id: 'boid',
    flock: { preset: 'harry', boids: 130, set: 'start.position=uniform', trails: 10, controls: 'pointer.weight:0..40 pointer.reach:20..250' },
    formula: `boid<sub>i</sub> = (${x}, ${v('v')}<sub>i</sub>)`,
    code: 'boid',
  },
  {
    id: 'step',
    flock: { scenario: WANDERER, inspect: 0, trails: 90, controls: 'motion.max_speed:0..2 wander.weight:0..0.1' },
    formula: `${v('v')} ← limit(${v('v')} + ${v('f')}, v<sub>max</sub>)<br>${v('x')} ← ${v('x')} + ${v('v')}`,
    code: 'step',
  },
  {
    id: 'perception',
    flock: {
      preset: 'p5', boids: 70, set: `${UNIFORM}; perception.view=250`, inspect: 7,
      controls: 'perception.view perception.radius:10..90 perception.kind:radius|nearest perception.neighbours:1..20',
    },
    formula: `|${offset}| &lt; r &nbsp;${'<small>∧</small>'}&nbsp; ${v('h')}<sub>i</sub> · ${offset} &gt; |${offset}| cos ${fraction('α', '2')}, &nbsp; ${offset} = ${v('x')}<sub>j</sub> − ${x}`,
    code: 'perception',
  },
  {
    id: 'cohesion',
    flock: { preset: 'p5', boids: 60, set: `${UNIFORM}; separation.weight=0; alignment.weight=0`, inspect: 3, controls: 'cohesion.weight:0..4 perception.radius:10..85' },
    formula: `${v('s')} = ${fraction('1', 'n')} ∑<sub>j</sub> ${v('x')}<sub>j</sub> − ${x}`,
    code: 'cohesion',
  },
  {
    id: 'alignment',
    flock: {
      preset: 'p5', boids: 60, set: `${UNIFORM}; separation.weight=0; cohesion.weight=0`, inspect: 3,
      controls: 'alignment.weight:0..4 perception.radius:10..85', measures: 'polarisation',
    },
    formula: `${v('s')} = ${fraction('1', 'n')} ∑<sub>j</sub> ${v('v')}<sub>j</sub>`,
    code: 'alignment',
  },
  {
    id: 'separation',
    flock: {
      preset: 'p5', boids: 60, set: UNIFORM, inspect: 3, measures: 'mean_nearest_distance',
      controls: 'separation.weight:0..30 separation.radius:5..85 separation.falloff:offset|constant|inverse|inverse-square',
    },
    variants: ['alignment.weight=0; cohesion.weight=0', 'alignment.weight=1; cohesion.weight=1'],
    formula: `${v('s')} = ∑<sub>|${offset}| &lt; r</sub> ${fraction(`−${offset}`, `|${offset}|<sup>2</sup>`)}`,
    code: 'separation',
  },
  {
    id: 'steering',
    flock: {
      scenario: ARRIVALS, inspect: 0, trails: 120, tool: 'goal',
      controls: 'goal.response:seek|arrive goal.slowing:1..80 motion.max_speed:0.2..4 goal.limit:0.005..0.3',
    },
    formula: `${v('f')} = limit(v<sub>max</sub> min(${fraction(`|${v('s')}|`, 'a')}, 1) ${fraction(v('s'), `|${v('s')}|`)} − ${v('v')}, f<sub>max</sub>)`,
    code: 'steering',
  },
  {
    id: 'combining',
    flock: {
      preset: 'p5', boids: 120, set: `${UNIFORM}; motion.max_force=0.08`, inspect: 5, measures: 'polarisation',
      controls: 'motion.combine:sum|budget-of-lengths motion.max_force:0.01..0.2 separation.weight:0..4 alignment.weight:0..4 cohesion.weight:0..4',
    },
    formula: `${v('f')} = w<sub>s</sub> ${v('f')}<sub>s</sub> + w<sub>a</sub> ${v('f')}<sub>a</sub> + w<sub>c</sub> ${v('f')}<sub>c</sub>`,
    code: 'combining',
  },
  {
    id: 'edges',
    flock: { preset: 'p5', boids: 110, set: 'start.position=uniform', inspect: 5, controls: 'perception.radius:10..100' },
    variants: ['space.kind=torus', 'space.kind=wrap; space.margin=5', 'space.kind=reflect', 'space.kind=walls; space.margin=40; space.push=0.15'],
    formula: `x ← x mod L &nbsp;&nbsp; d = x<sub>j</sub> − x<sub>i</sub> − L ⌊${fraction('x<sub>j</sub> − x<sub>i</sub>', 'L')} + ½⌋`,
    code: 'edges',
  },
  {
    id: 'goal',
    flock: {
      preset: 'p5', boids: 110, tool: 'goal',
      set: `${UNIFORM}; motion.order=["goal", "separation", "alignment", "cohesion"]; goal.position=[190, 120]; goal.response=seek; goal.limit=0.05; goal.weight=0.6`,
      controls: 'goal.weight:-2..3 cohesion.weight:0..4',
    },
    formula: `${v('s')} = ${v('g')} − ${x}`,
    code: 'goal',
  },
  {
    id: 'predators',
    flock: {
      scenario: HUNT, tool: 'predator',
      controls: 'flee.radius:5..140 flee.weight:0..10 species.predator.motion.max_speed:0..5 species.predator.hunt.prediction:0..40',
    },
    formula: `${v('s')} = ∑<sub>|${v('d')}<sub>p</sub>| &lt; r</sub> ${fraction(`−${v('d')}<sub>p</sub>`, `|${v('d')}<sub>p</sub>|`)} &nbsp;&nbsp; ${v('s')}<sub>p</sub> = ${v('d')} + ${v('v')} min(${fraction(`|${v('d')}|`, `|${v('v')}<sub>p</sub>|`)}, T)`,
    code: 'predators',
  },
  {
    id: 'obstacles',
    flock: { inspect: 0, controls: 'avoid.method:force-field|steer avoid.look_ahead:1..60' },
    scenes: ['wall', 'corner', 'u-trap', 'gate'].map(scene),
    formula: `${v('f')} = ${fraction('k', 's<sup>2</sup>')} ${v('n')} &nbsp;&nbsp; s = |${x} − ${v('c')}| − R`,
    code: 'obstacles',
  },
  {
    id: 'three-dimensions',
    flock: { preset: 'opensteer', boids: 300, controls: 'separation.weight alignment.weight cohesion.weight', measures: 'polarisation' },
    formula: `${v('h')} = (√${'<span class="root">1 − z<sup>2</sup></span>'} cos φ, √${'<span class="root">1 − z<sup>2</sup></span>'} sin φ, z), &nbsp; z = 2u − 1, &nbsp; φ = 2πu′`,
    code: 'space',
  },
  {
    id: 'friends',
    flock: { scenario: OPINIONS, colour: 'heading', inspect: 0, measures: 'polarisation', controls: 'noise.strength:0..3' },
    variants: [friendships(0), friendships(1), friendships(12), 'perception.kind=radius'],
    formula: `N<sub>i</sub> = { j : (i, j) ∈ E } &nbsp; <small>≠</small> &nbsp; { j : |${offset}| &lt; r }`,
    code: 'friends',
  },
  {
    id: 'cost',
    flock: { id: 'lee', preset: 'lee2008', boids: 600, controls: 'perception.neighbours:5..150', class: 'square' },
    variants: ['search=grid', 'search=representative'],
    formula: `n<sup>2</sup> &nbsp;→&nbsp; n · 9 ρ r<sup>2</sup>`,
    code: 'cost',
    measurement: true,
  },
  {
    id: 'noise',
    flock: { id: 'vicsek', preset: 'vicsek', controls: 'noise.strength:0..6.28', measures: 'polarisation', class: 'square' },
    formula: `θ<sub>i</sub> ← arg ∑<sub>j</sub> e<sup>iθ<sub>j</sub></sup> + η (u − ½) &nbsp;&nbsp; φ = ${fraction('1', 'n')} |∑ ${v('h')}<sub>i</sub>|`,
    code: 'noise',
    transition: true,
  },
  {
    id: 'uses',
    flock: { preset: 'strombom', set: 'space.size=[150, 150]; space.kind=reflect', class: 'square', controls: 'flee.radius:5..100 perception.neighbours:1..49 noise.strength:0..2' },
    formula: `|${v('z')} − ${v('c')}| &gt; a n<sup>2/3</sup>`,
    references: true,
  },
];
