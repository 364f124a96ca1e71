// The server under more connections than it has file descriptors, and half-sent requests.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { serve } from './support.mjs';

const DESCRIPTORS = 32;
let server;

before(async () => { server = await serve({ descriptors: DESCRIPTORS }); });
after(() => server.stop());

/** An open connection that has sent this text. */
async function connection(text = '') {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  // The server may drop it at any time.
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All that the server sends until it closes the connection. */
async function answer(socket) {
  let text = '';
  for await (const data of socket) text += data;
  return text;
}

test('more connections than file descriptors do not stop the server', async () => {
  const silent = await Promise.all(Array.from({ length: 80 }, () => connection()));
  // All of them are open, and there is an answer: those that keep silent are dropped.
  assert.equal((await fetch(server.address)).status, 200);
  for (const socket of silent) socket.destroy();
  assert.equal((await fetch(server.address)).status, 200);
});

test('half a request is dropped', async () => {
  const half = await connection('GET / HTTP/1.1\r\nHost: loc');
  assert.doesNotMatch(await answer(half), /200 OK/);
  assert.equal((await fetch(server.address)).status, 200);
});
