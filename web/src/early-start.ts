// Starts what takes longest as soon as possible, before the page is complete: the library, and the worker that runs it.

/** The library, compiled, which a worker gets ready to use. */
export const library = compileLibrary();
/** The worker; none if there is no worker that can draw, or the URL has `worker=off`. */
export const worker = canUseWorker() ? new Worker(new URL('./studio-worker.js', import.meta.url), { type: 'module' }) : undefined;
/** Why the worker does not run, if that should happen. */
export const workerFailure = new Promise<string>((resolve) => {
  worker?.addEventListener('error', ({ message }) => resolve(message || 'it could not be loaded'));
});

async function compileLibrary(): Promise<WebAssembly.Module> {
  const url = new URL('./quelea_wasm_bg.wasm', import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // The server does not say that it is WebAssembly.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

function canUseWorker(): boolean {
  const wanted = new URLSearchParams(location.search).get('worker') !== 'off';
  return wanted && 'Worker' in window && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
}
