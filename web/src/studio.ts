// Entry point of the studio: creates the parts of the page and connects them.

import './studio.css';
import { addressed } from './address';
import { Appearance } from './appearance';
import { CodeView } from './code-view';
import { chosenProcessor, ComputingSwitch } from './computing';
import { byId } from './dom';
import { Experiment } from './experiment';
import { FirstVisit } from './first-visit';
import { FullScreen } from './full-screen';
import { groupEditsByGesture } from './gesture';
import { Gallery } from './gallery';
import { Inspector } from './inspector';
import { Keyboard } from './keyboard';
import { language, onLanguageChange, t, toggleLanguage, translatePage } from './language';
import { onOwnClock } from './moment';
import { showError, showNote } from './notifications';
import { onMotionPreference, prefersReducedMotion } from './motion';
import { openStage } from './open-stage';
import { Pace } from './pace';
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
import { startThreads } from './threads';
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
  const running = !prefersReducedMotion();
  const looks = { theme: theme(), motion: running ? 'on' : 'off' };
  const { client, element, backend, memory } = await openStage({ preset: FIRST_PRESET, running, looks, processor: chosenProcessor() }).catch((error) => {
    byId('loading').textContent = t('noCanvas');
    throw error;
  });
  byId('loading').remove();
  // Show a moving flock before building the rest of the page.
  const { frame } = await client.next(({ frame }) => frame !== undefined && (frame.firstMotion !== undefined || !running));
  if (frame?.firstMotion) document.documentElement.dataset.firstMotion = onOwnClock(frame.firstMotion).toFixed(0);

  if (memory) {
    startThreads(client, memory).catch((error) => console.warn('The flock has one thread, since others cannot be started:', error));
  }

  const { parameters, presets, markColours } = await client.call('tables');
  const experiment = new Experiment(client);
  experiment.on('failed', showError);
  const viewport = new Viewport(client, experiment, element, backend);
  const pace = new Pace(client, running);
  const playback = new Playback(experiment, pace);
  const tools = new Tools(client, experiment, viewport, pace);
  const share = new Share(experiment);
  const plots = new Plots(experiment);
  const inspector = new Inspector(experiment, viewport, markColours);
  const appearance = new Appearance(viewport);
  const recorder = new Recorder(client, experiment, viewport);
  const codeView = new CodeView(experiment);
  const tabs = new Tabs(panel, (tab) => {
    if (tab === 'plots') plots.redraw();
    if (tab === 'share') {
      void share.update();
      void codeView.update();
    }
  });
  tools.onInspect = () => tabs.select('boid');
  groupEditsByGesture(experiment);
  new Undo(experiment);
  new Switches(experiment);
  experiment.on('spread', () => showNote(t('spread')));
  new Parameters(parameters, experiment);
  new Relations(experiment);
  new Search(parameters, client, experiment);
  new ComputingSwitch(experiment);
  const sideBySide = new SideBySide(parameters, presets, client, experiment, plots);
  const thingsToTry = new Try({ client, experiment, viewport, tabs, sideBySide });
  const gallery = new Gallery(presets, experiment, (card) => void thingsToTry.open(card));
  const firstVisit = new FirstVisit(() => gallery.open('try'));

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
    experiment, viewport, pace, tools, tabs, playback, presentation: new Presentation(), fullScreen: new FullScreen(),
    restart: () => void experiment.restart(),
    undo: () => void experiment.undo(),
    redo: () => void experiment.redo(),
    toggleTheme: switchTheme,
    toggleLanguage,
    copyLink: () => void share.copyLink(),
    saveImage: () => void recorder.saveImage(),
    openGallery: () => gallery.open('flocks'),
    openThingsToTry: () => gallery.open('try'),
    compareFlocks: () => sideBySide.toggle(),
  });
  byId('motion-note').hidden = pace.running;
  byId('motion-run').addEventListener('click', () => playback.toggle(true));
  onMotionPreference(() => prefersReducedMotion() && playback.toggle(false));
  byId('theme').addEventListener('click', switchTheme);
  byId('language').addEventListener('click', toggleLanguage);
  onPreferenceChange(updateTheme);
  onLanguageChange(() => updateLanguageLinks(viewport));
  translatePage();
  updateLanguageLinks(viewport);

  experiment.on('replayed', () => {
    playback.toggle(false);
    showNote(t('restored', { step: experiment.steps }));
  });
  client.listen(({ frame }) => frame?.samples && plots.add(frame.samples, frame.framesPerSecond));
  client.listen(onceAFrame(() => {
    firstVisit.update(viewport.inspected);
    inspector.update();
    appearance.update();
    if (!pace.running) void share.updateLink();
    byId('steps').textContent = experiment.steps.toLocaleString(language());
    const framesPerSecond = client.frame?.framesPerSecond;
    // A paused flock is not redrawn, so it has no frame rate.
    byId('frames').textContent = pace.running && framesPerSecond ? framesPerSecond.toFixed(0) : '–';
  }));

  await openFromUrl(experiment, thingsToTry);
  // For tests and the browser's console.
  Object.assign(window, { studio: { client, experiment, viewport, clock: pace, plots, share, sideBySide, markColours } });
  document.documentElement.dataset.ready = '';
  // Registration fails on an insecure origin: the page works, but not offline.
  navigator.serviceWorker?.register('./service-worker.js').catch(() => undefined);
}

/** Calls a function once before the browser paints, however often it is asked to in between. */
function onceAFrame(update: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      update();
    });
  };
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
async function openFromUrl(experiment: Experiment, thingsToTry: Try): Promise<void> {
  const openLink = async () => {
    const link = location.hash.slice(1);
    if (link && (await experiment.openLink(link))) showNote(t('restoring', { step: experiment.replaysTo() ?? 0 }));
  };
  addEventListener('hashchange', () => void openLink());
  const preset = addressed('preset');
  if (location.hash) await openLink();
  else if (!(await thingsToTry.openAddressed()) && preset) await experiment.openPreset(preset);
}
