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

export function connectToWorker(worker: Worker, failure: Promise<string>, receiver: Receiver): Connection {
  worker.addEventListener('message', ({ data }) => receiver.receive(data));
  void failure.then((reason) => receiver.fail(reason));
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
