// Once loaded, the page works without a network. BUILD_SUM and BUILD_FILES are filled in by `cargo xtask web`.

const KEPT = 'quelea-BUILD_SUM';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([BUILD_FILES])).then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('quelea-') && name !== KEPT;
  const forget = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => clients.claim()));
});

// The network first, so that nobody is kept on an old build; what was kept where there is none.
addEventListener('fetch', (event) => {
  const ours = event.request.method === 'GET' && new URL(event.request.url).origin === location.origin;
  if (ours) event.respondWith(fetch(event.request).catch(() => kept(event.request)));
});

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? Response.error();
}
