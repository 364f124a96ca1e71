// The threads of the library: workers that share its memory with the worker of the flock. Only the library of
// web/dist/threads has them. The page starts them, not the worker of the flock: in Firefox, a worker that starts
// workers while it is young itself sometimes never answers again.

import type { Client } from './client';
import { library } from './early-start';

/**
 * Starts a thread for each processor, and has the host use them. Until they have started, and if they cannot, the
 * worker of the flock does all the work, with the same results.
 */
export async function startThreads(client: Client, memory: WebAssembly.Memory): Promise<void> {
  const count = navigator.hardwareConcurrency;
  if (count < 2) return;
  const message = { library: await library, memory };
  await Promise.all(Array.from({ length: count }, () => startThread(message)));
  await client.call('openThreads', count);
}

function startThread(message: { library: WebAssembly.Module; memory: WebAssembly.Memory }): Promise<unknown> {
  const worker = new Worker(new URL('./threads/studio-thread.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', resolve);
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'it could not be loaded')));
    worker.postMessage(message);
  });
}
