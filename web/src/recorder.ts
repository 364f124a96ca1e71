// Exports: an image, a video, the measures, the state.

import { byId } from './dom';
import { download } from './download';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import { showError } from './notifications';
import type { Viewport } from './viewport';

const FRAMES_PER_SECOND = 60;
const BITS_PER_SECOND = 12e6;
/** How often the browser hands over recorded data. */
const CHUNK_MS = 1000;
const VIDEO_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

export class Recorder {
  private video: MediaRecorder | undefined;

  constructor(private experiment: Experiment, private viewport: Viewport) {
    byId('save-png').addEventListener('click', () => this.saveImage());
    byId('save-webm').addEventListener('click', () => this.toggleVideo());
    byId('save-csv').addEventListener('click', () => download('measures.csv', experiment.flock.measuresCsv()));
    byId('save-state').addEventListener('click', () => download('state.csv', experiment.flock.stateCsv()));
    onLanguageChange(() => this.updateButton());
  }

  saveImage(): void {
    // The browser clears the canvas after showing it, so draw right before reading.
    this.viewport.draw();
    const name = `quelea-${this.experiment.flock.steps()}.png`;
    this.viewport.element.toBlob((blob) => blob && download(name, blob), 'image/png');
  }

  private toggleVideo(): void {
    if (this.video) return this.video.stop();
    const mimeType = VIDEO_TYPES.find((type) => window.MediaRecorder?.isTypeSupported(type));
    if (!mimeType) return showError(t('noWebm'));
    const chunks: Blob[] = [];
    const stream = this.viewport.element.captureStream(FRAMES_PER_SECOND);
    const video = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
    video.addEventListener('dataavailable', (event) => chunks.push(event.data));
    video.addEventListener('stop', () => {
      this.video = undefined;
      this.updateButton();
      download('quelea.webm', new Blob(chunks, { type: 'video/webm' }));
    });
    video.start(CHUNK_MS);
    this.video = video;
    this.updateButton();
  }

  private updateButton(): void {
    const button = byId('save-webm');
    button.classList.toggle('recording', this.video !== undefined);
    button.textContent = this.video ? t('stopWebm') : t('saveWebm');
  }
}
