// Exports: an image, a video, the measures, the state.

import type { Client } from './client';
import { byId } from './dom';
import { download } from './download';
import type { Experiment } from './experiment';
import { onLanguageChange, t } from './language';
import { showError } from './notifications';
import { canvasSize } from './pixels';
import type { Viewport } from './viewport';

const FRAMES_PER_SECOND = 60;
const BITS_PER_SECOND = 12e6;
/** How often the browser hands over recorded data. */
const CHUNK_MS = 1000;
const VIDEO_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

export class Recorder {
  private video: MediaRecorder | undefined;
  /** The pictures of the video, since not every browser records a canvas that a worker draws on. */
  private film = document.createElement('canvas');

  constructor(private client: Client, private experiment: Experiment, private viewport: Viewport) {
    byId('save-png').addEventListener('click', () => void this.saveImage());
    byId('save-webm').addEventListener('click', () => this.toggleVideo());
    byId('save-csv').addEventListener('click', async () => download('measures.csv', await experiment.ask('measuresCsv')));
    byId('save-state').addEventListener('click', async () => download('state.csv', await experiment.ask('stateCsv')));
    client.listen(({ frame }) => frame?.picture && show(frame.picture, this.film));
    onLanguageChange(() => this.updateButton());
  }

  async saveImage(): Promise<void> {
    const canvas = document.createElement('canvas');
    show(await this.client.call('picture'), canvas);
    const name = `quelea-${this.experiment.steps}.png`;
    canvas.toBlob((blob) => blob && download(name, blob), 'image/png');
  }

  private toggleVideo(): void {
    if (this.video) return this.video.stop();
    const mimeType = VIDEO_TYPES.find((type) => window.MediaRecorder?.isTypeSupported(type));
    if (!mimeType) return showError(t('noWebm'));
    // A video keeps the size that its canvas has when it begins.
    Object.assign(this.film, canvasSize(this.viewport.element));
    const chunks: Blob[] = [];
    const video = new MediaRecorder(this.film.captureStream(FRAMES_PER_SECOND), { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
    video.addEventListener('dataavailable', (event) => chunks.push(event.data));
    video.addEventListener('stop', () => {
      void this.client.call('record', false);
      this.video = undefined;
      this.updateButton();
      download('quelea.webm', new Blob(chunks, { type: 'video/webm' }));
    });
    void this.client.call('record', true);
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

/** Shows a picture on a canvas of its size, and releases it. */
function show(picture: ImageBitmap, canvas: HTMLCanvasElement): void {
  const { width, height } = picture;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
}
