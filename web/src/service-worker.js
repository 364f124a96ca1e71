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
  if (isOwnFile) event.respondWith(fetch(event.request).catch(() => fromCache(event.request)));
});

async function fromCache(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
}
