// Recording: a picture, a film, the measures, the state.

import { download } from './download';
import { get } from './element';
import type { Experiment } from './experiment';
import { onLanguage, t } from './language';
import { complain } from './messages';
import type { Stage } from './stage';

const FILM_FRAMES = 60;

export class Recorder {
  private film: MediaRecorder | undefined;

  constructor(private experiment: Experiment, private stage: Stage) {
    get('save-png').addEventListener('click', () => this.picture());
    get('save-webm').addEventListener('click', () => this.toggleFilm());
    get('save-csv').addEventListener('click', () => download('measures.csv', experiment.flock.measuresCsv()));
    get('save-state').addEventListener('click', () => download('state.csv', experiment.flock.stateCsv()));
    onLanguage(() => this.show());
  }

  picture(): void {
    // A canvas has its pixels only until the browser has shown them.
    this.stage.draw();
    const name = `quelea-${this.experiment.flock.steps()}.png`;
    this.stage.element.toBlob((blob) => blob && download(name, blob), 'image/png');
  }

  private toggleFilm(): void {
    if (this.film) return this.film.stop();
    const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((type) => window.MediaRecorder?.isTypeSupported(type));
    if (!type) return complain(t('noWebm'));
    const parts: Blob[] = [];
    const film = new MediaRecorder(this.stage.element.captureStream(FILM_FRAMES), { mimeType: type, videoBitsPerSecond: 12e6 });
    film.addEventListener('dataavailable', (event) => parts.push(event.data));
    film.addEventListener('stop', () => {
      this.film = undefined;
      this.show();
      download('quelea.webm', new Blob(parts, { type: 'video/webm' }));
    });
    film.start(1000);
    this.film = film;
    this.show();
  }

  private show(): void {
    const button = get('save-webm');
    button.classList.toggle('recording', this.film !== undefined);
    button.textContent = this.film ? t('stopWebm') : t('saveWebm');
  }
}
