// The way to the host of the flocks: in a worker, or in the page itself where there is no worker that can draw.

import type { Command, Message, Surface } from './host/messages';

export interface Connection {
  send(command: Command, transfer: Transferable[]): void;
  /** What the host can draw on, and what has to be handed over to it. An element can be used once. */
  surface(element: HTMLCanvasElement): { surface: Surface; transfer: Transferable[] };
  close(): void;
}

/** Whoever is at the page's end. */
interface Receiver {
  receive(message: Message): void;
  /** The host has stopped. */
  fail(reason: string): void;
}

/** Whether the host may run in a worker. `worker=off` in the URL keeps it in the page. */
export function canUseWorker(): boolean {
  const wanted = new URLSearchParams(location.search).get('worker') !== 'off';
  return wanted && 'Worker' in window && 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
}

export function connectToWorker(receiver: Receiver): Connection {
  const worker = new Worker(new URL('./studio-worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => receiver.receive(data));
  worker.addEventListener('error', ({ message }) => receiver.fail(message || 'the worker could not be started'));
  return {
    send: (command, transfer) => worker.postMessage(command, transfer),
    surface: (element) => {
      const surface = element.transferControlToOffscreen();
      return { surface, transfer: [surface] };
    },
    close: () => worker.terminate(),
  };
}

export function connectInPage(receiver: Receiver): Connection {
  const desk = import('./host/desk').then(({ Desk }) => new Desk((message) => receiver.receive(message)));
  desk.catch((error) => receiver.fail(String(error)));
  return {
    send: (command) => void desk.then((desk) => desk.receive(command)),
    surface: (element) => ({ surface: element, transfer: [] }),
    close: () => undefined,
  };
}
