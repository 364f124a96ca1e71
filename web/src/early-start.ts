// Starts what takes longest as soon as possible, before the page is complete: the library, and the worker that runs it.

const options = new URLSearchParams(location.search);
const usesWorker = options.get('worker') !== 'off' && 'Worker' in window && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
/** Whether the flock may use several threads: they share memory, which only a page isolated from other origins may do. */
const usesThreads = usesWorker && options.get('threads') !== 'off' && window.crossOriginIsolated;
const folder = usesThreads ? './threads/' : './';

/** The library for the worker, compiled. */
export const library = compileLibrary(folder);
/** The worker; none if there is no worker that can draw, or the URL has `worker=off`. */
export const worker = usesWorker ? new Worker(new URL(`${folder}studio-worker.js`, import.meta.url), { type: 'module' }) : undefined;
/** Why the worker does not run, if that should happen. */
export const workerFailure = new Promise<string>((resolve) => {
  worker?.addEventListener('error', ({ message }) => resolve(message || 'it could not be loaded'));
});

/** The library for the page itself, where one thread is all there is. */
export function libraryForPage(): Promise<WebAssembly.Module> {
  return usesThreads ? compileLibrary('./') : library;
}

async function compileLibrary(folder: string): Promise<WebAssembly.Module> {
  const url = new URL(`${folder}quelea_wasm_bg.wasm`, import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // The server does not say that it is WebAssembly.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}
