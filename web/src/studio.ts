// Entry point of the studio: creates the parts of the page and connects them.

import { Flock } from 'quelea';
import './studio.css';
import { addressed } from './address';
import { Appearance } from './appearance';
import { Clock } from './clock';
import { CodeView } from './code-view';
import { byId } from './dom';
import { Experiment } from './experiment';
import { FirstVisit } from './first-visit';
import { FrameLoop } from './frame-loop';
import { FullScreen } from './full-screen';
import { groupEditsByGesture } from './gesture';
import { Gallery } from './gallery';
import { Inspector } from './inspector';
import { Keyboard } from './keyboard';
import { language, onLanguageChange, t, toggleLanguage, translatePage } from './language';
import { loadLibrary, tables } from './library';
import { showError, showNote } from './notifications';
import { onReducedMotion, prefersReducedMotion } from './motion';
import { Panel } from './panel';
import { Parameters } from './parameters';
import { Playback } from './playback';
import { Plots } from './plots';
import { Presentation } from './presentation';
import { Recorder } from './recorder';
import { Relations } from './relations';
import { Search } from './search';
import { Share } from './share';
import { SideBySide } from './side-by-side';
import { Switches } from './switches';
import { Tabs } from './tabs';
import { applyTheme, onPreferenceChange, theme, toggleTheme } from './theme';
import { Tools } from './tools';
import { Try } from './try';
import { Undo } from './undo';
import { Viewport } from './viewport';

const FIRST_PRESET = 'p5';

applyTheme();
translatePage();
const panel = new Panel();
void start();

async function start(): Promise<void> {
  await loadLibrary();
  performance.mark('library');
  const experiment = new Experiment(Flock.ofPreset(FIRST_PRESET));
  const clock = new Clock();
  clock.running = !prefersReducedMotion();
  experiment.on('failed', showError);
  const viewport = await openViewport(experiment);
  performance.mark('canvas');
  byId('loading').remove();
  const loop = new FrameLoop(experiment, viewport, clock);
  // Show a moving flock before building the rest of the page.
  await loop.firstMotion;

  const playback = new Playback(experiment, viewport, clock);
  const tools = new Tools(experiment, viewport, clock);
  const share = new Share(experiment);
  const plots = new Plots(experiment);
  const inspector = new Inspector(experiment, viewport);
  const appearance = new Appearance(viewport);
  const recorder = new Recorder(experiment, viewport);
  const codeView = new CodeView(experiment);
  const tabs = new Tabs(panel, (tab) => {
    if (tab === 'plots') plots.redraw();
    if (tab === 'share') {
      share.update();
      codeView.update();
    }
  });
  tools.onInspect = () => tabs.select('boid');
  groupEditsByGesture(experiment);
  new Undo(experiment);
  new Switches(experiment);
  experiment.on('spread', () => showNote(t('spread')));
  const { parameters, presets } = tables();
  new Parameters(parameters, experiment);
  new Relations(experiment);
  new Search(parameters, experiment);
  const sideBySide = new SideBySide(parameters, presets, experiment, viewport, plots);
  const thingsToTry = new Try({ experiment, viewport, tabs, sideBySide });
  const gallery = new Gallery(presets, experiment, (card) => thingsToTry.open(card));
  const firstVisit = new FirstVisit(() => gallery.open('try'));
  loop.mayStep = () => !sideBySide.isBehind;

  const updateTheme = () => {
    applyTheme();
    viewport.setAppearance('theme', theme());
    plots.redraw();
  };
  const switchTheme = () => {
    toggleTheme();
    updateTheme();
  };
  new Keyboard({
    viewport, clock, tools, tabs, playback, presentation: new Presentation(), fullScreen: new FullScreen(),
    restart: () => experiment.restart(),
    undo: () => experiment.undo(),
    redo: () => experiment.redo(),
    toggleTheme: switchTheme,
    toggleLanguage,
    copyLink: () => share.copyLink(),
    saveImage: () => recorder.saveImage(),
    openGallery: () => gallery.open('flocks'),
    openThingsToTry: () => gallery.open('try'),
    compareFlocks: () => sideBySide.toggle(),
  });
  byId('motion-note').hidden = clock.running;
  byId('motion-run').addEventListener('click', () => playback.toggle(true));
  onReducedMotion(() => playback.toggle(false));
  byId('theme').addEventListener('click', switchTheme);
  byId('language').addEventListener('click', toggleLanguage);
  onPreferenceChange(updateTheme);
  onLanguageChange(() => updateLanguageLinks(viewport));
  translatePage();
  updateLanguageLinks(viewport);

  loop.onFrame = (now, steps) => {
    if (steps > 0) plots.tick(now, loop.framesPerSecond);
    sideBySide.frame();
    firstVisit.update(viewport.inspected);
    inspector.update();
    appearance.update();
    if (!clock.running) share.updateLink();
    byId('steps').textContent = experiment.flock.steps().toLocaleString(language());
    // A paused flock is not redrawn, so it has no frame rate.
    byId('frames').textContent = clock.running && loop.framesPerSecond ? loop.framesPerSecond.toFixed(0) : '–';
  };
  loop.onReplayed = () => {
    playback.toggle(false);
    showNote(t('restored', { step: experiment.flock.steps() }));
  };

  openFromUrl(experiment, thingsToTry);
  // For tests and the browser's console.
  Object.assign(window, { studio: { experiment, viewport, clock, plots, share, sideBySide } });
  document.documentElement.dataset.ready = '';
  // Registration fails on an insecure origin: the page works, but not offline.
  navigator.serviceWorker?.register('./service-worker.js').catch(() => undefined);
}

async function openViewport(experiment: Experiment): Promise<Viewport> {
  try {
    return await Viewport.open(experiment);
  } catch (error) {
    byId('loading').textContent = t('noCanvas');
    throw error;
  }
}

/** Updates what `translatePage` does not reach: the language button, the link to the guide, the canvas. */
function updateLanguageLinks(viewport: Viewport): void {
  const isKorean = language() === 'ko';
  byId('language').textContent = isKorean ? 'English' : '한국어';
  byId('language').lang = isKorean ? 'en' : 'ko';
  for (const id of ['guide', 'help-guide']) byId<HTMLAnchorElement>(id).href = isKorean ? './guide.ko.html' : './guide.html';
  viewport.element.setAttribute('aria-label', t('canvas'));
}

/** Opens the link in the URL's fragment, now and whenever the fragment changes, or the preset or card in its query. */
function openFromUrl(experiment: Experiment, thingsToTry: Try): void {
  const openLink = () => {
    const link = location.hash.slice(1);
    if (link && experiment.openLink(link)) showNote(t('restoring', { step: experiment.flock.catchUpTo() ?? 0 }));
  };
  addEventListener('hashchange', openLink);
  const preset = addressed('preset');
  if (location.hash) openLink();
  else if (!thingsToTry.openAddressed() && preset) experiment.openPreset(preset);
}
