// Keeps the page working offline. `cargo xtask web` replaces BUILD_SUM and BUILD_FILES.

const CACHE = 'quelea-BUILD_SUM';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([BUILD_FILES])).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('quelea-') && name !== CACHE;
  const deleteOld = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(deleteOld.then(() => clients.claim()));
});

// Network first, so that nobody stays on an old build; the cache is for offline use.
addEventListener('fetch', (event) => {
  const isOwnFile = event.request.method === 'GET' && new URL(event.request.url).origin === location.origin;
  if (isOwnFile) event.respondWith(fetch(event.request).then((response) => kept(event.request, response), () => fromCache(event.request)));
});

// What is in folders is not fetched in advance: what was used once is kept. That is the pictures of the gallery, and the
// library with threads.
function kept(request, response) {
  if (response.ok && /\/(thumbnails|threads)\//.test(request.url)) {
    const copy = response.clone();
    void caches.open(CACHE).then((cache) => cache.put(request, copy));
  }
  return response;
}

async function fromCache(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
}
