// The threads of the library: workers with the same memory. Only the library of web/dist/threads has them.

import { openThreads } from 'quelea';

/**
 * Starts a thread for each processor. Returns how many there are. Until they have started, and if they cannot, the
 * worker of the flock does all the work, with the same results.
 */
export async function startThreads(library: WebAssembly.Module, memory: WebAssembly.Memory): Promise<number> {
  const count = navigator.hardwareConcurrency;
  const isShared = globalThis.crossOriginIsolated && memory.buffer instanceof SharedArrayBuffer;
  if (!isShared || count < 2) return 1;
  await Promise.all(Array.from({ length: count }, () => startThread(library, memory)));
  openThreads(count);
  return count;
}

function startThread(library: WebAssembly.Module, memory: WebAssembly.Memory): Promise<unknown> {
  const worker = new Worker(new URL('./studio-thread.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', resolve);
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'it could not be loaded')));
    worker.postMessage({ library, memory });
  });
}
