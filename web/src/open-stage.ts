// Opens the first flock and its canvas: in a worker, so that the page answers however long a step takes; in the page if
// there is no worker, or none that can draw.

import { openCanvas } from './canvas';
import { Client } from './client';
import { type Connection, connectInPage, connectToWorker } from './connection';
import { byId } from './dom';
import { library, libraryForPage, worker, workerFailure } from './early-start';
import type { Beginning } from './host/messages';
import { onOwnClock } from './moment';
import { sizeOf } from './viewport';

/** The host of the flocks and the canvas that it draws on. */
interface OpenStage {
  client: Client;
  element: HTMLCanvasElement;
  /** Graphics API in use: `WebGPU` or `WebGL2`. */
  backend: string;
  /** The memory of the library, if threads can share it. */
  memory: WebAssembly.Memory | undefined;
}

export async function openStage(beginning: Beginning): Promise<OpenStage> {
  if (!worker) return openWith(connectInPage, libraryForPage(), beginning);
  try {
    return await openWith((client) => connectToWorker(worker!, workerFailure, client), library, beginning);
  } catch (error) {
    console.warn('The flock runs in the page, since a worker cannot have it:', error);
    return openWith(connectInPage, libraryForPage(), beginning);
  }
}

async function openWith(connect: (client: Client) => Connection, library: Promise<WebAssembly.Module>, beginning: Beginning): Promise<OpenStage> {
  const client = new Client(connect);
  try {
    const opening = client.call('open', await library, beginning);
    // The host opens the canvas right after the flock, without waiting for the page in between.
    const [{ ready: loaded, memory }, { element, backend, ready }] = await Promise.all([opening, openCanvas((webgl2) => openElement(client, webgl2))]);
    performance.mark('library', { startTime: onOwnClock(loaded) });
    performance.mark('canvas', { startTime: onOwnClock(ready) });
    return { client, element, backend, memory };
  } catch (error) {
    client.close();
    throw error;
  }
}

async function openElement(client: Client, webgl2: boolean): Promise<{ element: HTMLCanvasElement; backend: string; ready: number }> {
  const placeholder = byId<HTMLCanvasElement>('canvas');
  const element = placeholder.cloneNode() as HTMLCanvasElement;
  placeholder.replaceWith(element);
  const size = sizeOf(element);
  Object.assign(element, { width: size.width, height: size.height });
  const { surface, transfer } = client.surface(element);
  return { element, ...(await client.handOver(transfer, 'openCanvas', surface, webgl2, size)) };
}
