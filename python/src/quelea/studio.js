// The element <quelea-flock> in a notebook: a flock of Python, running in the page.
//
// The files of the page come from Python, so nothing is downloaded. A notebook has no folder that they could lie in:
// each becomes an address of its own (a blob), and scripts are changed to import each other by these.

/** The page, loaded once per document: resolves when the element is defined. */
function loadPage(model, version) {
  const key = Symbol.for(`quelea page ${version}`);
  globalThis[key] ??= askForFiles(model).then((files) => import(/* @vite-ignore */ addresses(files)('quelea-flock.js')));
  return globalThis[key];
}

/** Asks Python for the files of the page, by name. */
function askForFiles(model) {
  return new Promise((resolve, reject) => {
    model.on('msg:custom', async function receive(message, buffers) {
      if (message.type !== 'files') return;
      model.off('msg:custom', receive);
      if (message.error) return reject(new Error(message.error));
      const unpacked = await Promise.all(buffers.map(unpack));
      resolve(new Map(message.names.map((name, index) => [name, unpacked[index]])));
    });
    model.send({ type: 'files' });
  });
}

function unpack(buffer) {
  return new Response(new Blob([buffer]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** A function from the name of a file to its address. */
function addresses(files) {
  const made = new Map();
  const address = (name) => {
    if (!made.has(name)) {
      const isScript = name.endsWith('.js');
      const content = isScript ? linked(new TextDecoder().decode(files.get(name))) : files.get(name);
      const type = isScript ? 'text/javascript' : name.endsWith('.wasm') ? 'application/wasm' : '';
      made.set(name, URL.createObjectURL(new Blob([content], { type })));
    }
    return made.get(name);
  };
  /** A script with the addresses of what it imports, and of the files that it loads itself. */
  const linked = (text) => {
    const imports = /(\bfrom|\bimport)(\s*\(?\s*)(["'`])\.\/([^"'`]+)\3/g;
    // Threads need files that a notebook does not get.
    const script = text.replaceAll('globalThis.crossOriginIsolated', 'false').replace(imports, (whole, word, gap, quote, name) => (files.has(name) ? `${word}${gap}"${address(name)}"` : whole));
    const names = [...script.matchAll(/(["'`])\.\/([^"'`]+)\1/g)].map((match) => match[2]).filter((name) => files.has(name));
    const table = Object.fromEntries(names.map((name) => [`./${name}`, address(name)]));
    const loads = /new URL\(((?:[^()]|\([^()]*\))*?),\s*import\.meta\.url\)/g;
    return `const queleaFiles=${JSON.stringify(table)};${script.replace(loads, (_, name) => `new URL(queleaFiles[${name}])`)}`;
  };
  return address;
}

/** The attributes of the element, by the traits of the widget. */
const ATTRIBUTES = ['controls', 'theme', 'speed', 'trails', 'colour', 'inspect', 'paused'];

function applyAttribute(model, element, name) {
  const value = model.get(name);
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (text === null || text === undefined || text === false || text === '') element.removeAttribute(name);
  else element.setAttribute(name, text === true ? '' : String(text));
}

function bytes(view) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

async function render({ model, el }) {
  const note = document.createElement('p');
  el.append(note);
  try {
    await loadPage(model, model.get('_version'));
  } catch (error) {
    note.textContent = `Quelea: ${error.message ?? error}`;
    return undefined;
  }
  const element = document.createElement('quelea-flock');
  element.style.maxWidth = model.get('width');
  // Before the element is attached: it would open a preset first.
  const opened = element.continueFrom(bytes(model.get('_snapshot')));
  for (const name of ATTRIBUTES) applyAttribute(model, element, name);
  el.prepend(element);
  await opened;

  const listeners = ATTRIBUTES.map((name) => [`change:${name}`, () => applyAttribute(model, element, name)]);
  listeners.push(['change:_snapshot', () => element.continueFrom(bytes(model.get('_snapshot')))]);
  listeners.push(['change:error', () => { note.textContent = model.get('error'); }]);
  // What the element already has, so that its own changes do not come back to it.
  let known = { ...model.get('parameters') };
  listeners.push(['change:parameters', async () => {
    for (const [path, value] of Object.entries(model.get('parameters'))) {
      if (known[path] === value) continue;
      known[path] = value;
      await element.set(path, String(value));
    }
  }]);
  listeners.push(['msg:custom', async (message) => {
    if (message.type !== 'pull') return;
    const snapshot = await element.snapshot();
    if (snapshot) model.send({ type: 'snapshot' }, undefined, [snapshot.buffer]);
  }]);
  for (const [event, listener] of listeners) model.on(event, listener);
  element.addEventListener('parameter', ({ detail: { path, value } }) => {
    known = { ...known, [path]: Number(value) };
    model.set('parameters', { ...model.get('parameters'), [path]: Number(value) });
    model.save_changes();
  });
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
  };
}

export default { render };
