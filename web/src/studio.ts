// The studio, put together.

import { Flock } from 'quelea';
import './studio.css';
import { Clock } from './clock';
import { Colours } from './colours';
import { get, make } from './element';
import { Experiment } from './experiment';
import { Inspector } from './inspector';
import { Keyboard } from './keyboard';
import { presetTitle } from './korean';
import { chooseLanguage, language, onLanguage, t, translate } from './language';
import { known, library, type Preset } from './library';
import { complain, note } from './messages';
import { Parameters } from './parameters';
import { Plots } from './plots';
import { Recorder } from './recorder';
import { Relations } from './relations';
import { Search } from './search';
import { Share } from './share';
import { Stage } from './stage';
import { Tabs } from './tabs';
import { chooseTheme, onPreference, theme } from './theme';
import { Tools } from './tools';
import { Transport } from './transport';

const FIRST = 'p5';
/** How many steps of a link are done again before the page is asked whether somebody wants something. */
const CATCH_UP = 10;
const CATCH_UP_LASTS = 30;

document.documentElement.dataset.theme = theme();
translate();
void open();

async function open(): Promise<void> {
  await library();
  performance.mark('library');
  const experiment = new Experiment(Flock.ofPreset(FIRST), FIRST);
  const clock = new Clock();
  experiment.on('refused', complain);

  let stage: Stage;
  try {
    stage = await Stage.open(experiment);
  } catch (error) {
    get('loading').textContent = t('noCanvas');
    throw error;
  }
  performance.mark('canvas');
  get('loading').remove();
  const frame = frames(experiment, stage, clock);
  // The flock moves before the rest of the page is there.
  await frame.moved;

  const transport = new Transport(experiment, stage, clock);
  const tools = new Tools(experiment, stage, clock);
  const share = new Share(experiment);
  const plots = new Plots(experiment);
  const inspector = new Inspector(experiment, stage);
  const colours = new Colours(stage);
  const recorder = new Recorder(experiment, stage);
  const tabs = new Tabs((tab) => (tab === 'plots' ? plots.redraw() : tab === 'share' && share.show()));
  const { parameters, presets } = known();
  new Parameters(parameters, experiment);
  new Relations(experiment);
  new Search(parameters, experiment);
  choosePresets(presets, experiment);
  const turnTheme = () => {
    chooseTheme(theme() === 'dark' ? 'light' : 'dark');
    stage.look('theme', theme());
    plots.redraw();
  };
  const turnLanguage = () => chooseLanguage(language() === 'ko' ? 'en' : 'ko');
  new Keyboard({
    stage, clock, tools, tabs, transport,
    restart: () => experiment.restart(),
    theme: turnTheme,
    language: turnLanguage,
    copyLink: () => share.copyLink(),
    picture: () => recorder.picture(),
  });
  get('theme').addEventListener('click', turnTheme);
  get('language').addEventListener('click', turnLanguage);
  onPreference(() => {
    document.documentElement.dataset.theme = theme();
    stage.look('theme', theme());
    plots.redraw();
  });
  const say = () => {
    get('language').textContent = language() === 'ko' ? 'English' : '한국어';
    get('language').lang = language() === 'ko' ? 'en' : 'ko';
    get<HTMLAnchorElement>('guide').href = language() === 'ko' ? './guide.ko.html' : './guide.html';
    stage.element.setAttribute('aria-label', t('canvas'));
  };
  onLanguage(say);
  translate();
  say();

  frame.then = (now, steps) => {
    if (steps > 0) plots.tick(now, frame.perSecond);
    inspector.show();
    colours.show();
    get('steps').textContent = experiment.flock.steps().toLocaleString(language());
    // A flock that stands still is not drawn.
    get('frames').textContent = clock.running && frame.perSecond ? frame.perSecond.toFixed(0) : '–';
  };
  frame.reached = () => {
    transport.toggle(false);
    note(`${t('restored')} ${experiment.flock.steps()}.`);
  };

  followLinks(experiment);
  // For tests, and for whoever opens the browser's console.
  Object.assign(window, { studio: { experiment, stage, clock, plots, share } });
  document.documentElement.dataset.ready = '';
  // A service worker needs a safe origin; without one the page works, but only with a network.
  navigator.serviceWorker?.register('./service-worker.js').catch(() => undefined);
}

interface Frames {
  perSecond: number;
  /** Kept when the flock was first seen in two different states. */
  moved: Promise<void>;
  /** What is done after a frame: its time, and how many steps it did. */
  then(now: number, steps: number): void;
  /** What is done when all that a link says is done. */
  reached(): void;
}

/** Steps and draws for as long as the page is there. */
function frames(experiment: Experiment, stage: Stage, clock: Clock): Frames {
  let moves = () => undefined as void;
  const moved = new Promise<void>((keep) => (moves = keep));
  const frame: Frames = { perSecond: 0, moved, then: () => undefined, reached: () => undefined };
  let [counted, since, pictures] = [0, 0, 0];
  const tick = (now: number) => {
    requestAnimationFrame(tick);
    const flock = experiment.flock;
    let steps = 0;
    if (flock.catchUpTo() !== undefined) steps = catchUp(flock, frame);
    else steps = clock.tick(now, () => flock.step(1));
    if (steps > 0 || stage.stale) {
      stage.draw();
      pictures += 1;
    }
    if (steps > 0 && pictures > 1) {
      document.documentElement.dataset.firstMotion ??= performance.now().toFixed(0);
      moves();
    }
    counted += 1;
    if (now - since >= 1000) {
      frame.perSecond = since ? (counted * 1000) / (now - since) : 0;
      [counted, since] = [0, now];
    }
    frame.then(now, steps);
  };
  requestAnimationFrame(tick);
  return frame;
}

function catchUp(flock: Flock, frame: Frames): number {
  const [before, began] = [flock.steps(), performance.now()];
  let done = false;
  try {
    while (!done && performance.now() - began < CATCH_UP_LASTS) done = flock.catchUp(CATCH_UP);
  } catch (error) {
    complain(String(error));
    flock.restart();
  }
  if (done) frame.reached();
  return Math.max(1, flock.steps() - before);
}

function choosePresets(presets: Preset[], experiment: Experiment): void {
  const select = get<HTMLSelectElement>('preset');
  const list = () => {
    const option = (preset: Preset) =>
      make('option', { value: preset.name, title: preset.title }, `${preset.name} (${preset.boids})`);
    const group = (dimension: number) =>
      make('optgroup', { label: `${dimension}D` }, ...presets.filter((preset) => preset.dimension === dimension).map(option));
    select.replaceChildren(group(2), group(3), make('option', { value: '', hidden: true }, t('scenario')));
    show();
  };
  const show = () => {
    select.value = experiment.preset;
    const preset = presets.find((preset) => preset.name === experiment.preset);
    get('title').textContent = preset ? presetTitle(preset) : '';
  };
  select.addEventListener('change', () => experiment.openPreset(select.value));
  experiment.on('opened', show);
  onLanguage(list);
  list();
}

/** Opens what the address says behind its `#`, now and whenever that changes. */
function followLinks(experiment: Experiment): void {
  const follow = () => {
    const link = location.hash.slice(1);
    if (link && experiment.openLink(link)) note(`${t('restoring')} ${experiment.flock.catchUpTo() ?? 0}`);
  };
  addEventListener('hashchange', follow);
  const preset = new URLSearchParams(location.search).get('preset');
  if (location.hash) follow();
  else if (preset) experiment.openPreset(preset);
}
