// A thread of the library, in a worker of its own. It never returns to its messages.

import load, { runThread } from 'quelea-threads';

addEventListener('message', async ({ data: { library, memory } }) => {
  await load({ module_or_path: library, memory });
  postMessage('ready');
  runThread();
});
