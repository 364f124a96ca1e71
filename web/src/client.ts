// The page's end of the connection to the host: sends commands, and keeps what the host has said last.

import type { Connection } from './connection';
import { HostError } from './errors';
import type { Host } from './host/host';
import type { Arguments, CommandName, Frame, Message, Model, Result, Surface } from './host/messages';

/** A command that is not answered yet. */
interface Request {
  name: CommandName;
  args: unknown[];
  transfer: Transferable[];
  /** Of waiting requests with the same key only the last is sent. */
  key?: string;
  promise: Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

export class Client {
  /** What the host has said last. */
  latest!: Message;
  model!: Model;
  frame: Frame | undefined;
  private connection: Connection;
  private listeners: ((message: Message) => void)[] = [];
  private sent = new Map<number, Request>();
  /** Requests that wait for one before them to be answered. */
  private held: Request[] = [];
  private lastId = 0;
  /** Why the host has stopped. */
  private failure: Error | undefined;

  constructor(connect: (client: Client) => Connection) {
    this.connection = connect(this);
  }

  /** Gives a command to the host. */
  call<N extends CommandName>(name: N, ...args: Arguments<Host, N>): Promise<Result<Host, N>> {
    return this.request<N>(name, args, {});
  }

  /** Gives a command with things that only one thread can have at a time. */
  handOver<N extends CommandName>(transfer: Transferable[], name: N, ...args: Arguments<Host, N>): Promise<Result<Host, N>> {
    return this.request<N>(name, args, { transfer });
  }

  /**
   * Gives a command that follows a pointer or a slider. As long as one with the same key is not answered, further ones
   * wait, and become one: the last, unless `merge` makes another of two. Commands after them wait too, so that the
   * order is kept.
   */
  callLatest<N extends CommandName>(
    key: string, merge: ((earlier: Arguments<Host, N>, later: Arguments<Host, N>) => Arguments<Host, N>) | undefined, name: N, ...args: Arguments<Host, N>
  ): Promise<Result<Host, N>> {
    const last = this.held.at(-1);
    if (last?.key !== key) return this.request<N>(name, args, { key });
    last.args = merge ? merge(last.args as Arguments<Host, N>, args) : args;
    return last.promise as Promise<Result<Host, N>>;
  }

  /** What the host can draw on, and what has to be handed over. */
  surface(element: HTMLCanvasElement): { surface: Surface; transfer: Transferable[] } {
    return this.connection.surface(element);
  }

  /** Adds a listener for everything that the host says. */
  listen(listener: (message: Message) => void): void {
    this.listeners.push(listener);
  }

  /** Whether the host has answered everything. */
  get isSettled(): boolean {
    return this.sent.size + this.held.length === 0;
  }

  /** Resolves when the host has answered everything, also what was asked in response to an answer. */
  async settled(): Promise<void> {
    do {
      await Promise.allSettled([...this.sent.values(), ...this.held].map(({ promise }) => promise));
      await new Promise((resolve) => setTimeout(resolve));
    } while (!this.isSettled);
  }

  /** Resolves with the next message that fits. */
  next(fits: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const listener = (message: Message) => {
        if (!fits(message)) return;
        this.listeners = this.listeners.filter((other) => other !== listener);
        resolve(message);
      };
      this.listen(listener);
    });
  }

  receive(message: Message): void {
    this.latest = message;
    if (message.model) this.model = message.model;
    if (message.frame) this.frame = message.frame;
    const { answer } = message;
    const request = answer && this.sent.get(answer.id);
    if (answer) this.sent.delete(answer.id);
    this.sendHeld();
    for (const listener of this.listeners) listener(message);
    if (answer?.problem) request?.reject(new HostError(answer.problem));
    else request?.resolve(answer?.value);
  }

  fail(reason: string): void {
    this.failure = new Error(reason);
    const requests = [...this.sent.values(), ...this.held];
    this.sent.clear();
    this.held = [];
    for (const { reject } of requests) reject(this.failure);
  }

  close(): void {
    this.connection.close();
  }

  private request<N extends CommandName>(name: N, args: unknown[], { transfer = [], key }: Partial<Request>): Promise<Result<Host, N>> {
    if (this.failure) return Promise.reject(this.failure);
    const { promise, resolve, reject } = withResolvers();
    this.held.push({ name, args, transfer, key, promise, resolve, reject });
    this.sendHeld();
    return promise as Promise<Result<Host, N>>;
  }

  private sendHeld(): void {
    while (this.held.length > 0 && !this.isUnanswered(this.held[0].key)) {
      const request = this.held.shift()!;
      const { name, args, transfer } = request;
      this.lastId += 1;
      this.sent.set(this.lastId, request);
      this.connection.send({ id: this.lastId, name, args }, transfer);
    }
  }

  private isUnanswered(key: string | undefined): boolean {
    return key !== undefined && [...this.sent.values()].some((request) => request.key === key);
  }
}

function withResolvers(): Pick<Request, 'promise' | 'resolve' | 'reject'> {
  let [resolve, reject]: ((value: unknown) => void)[] = [];
  const promise = new Promise((...functions) => ([resolve, reject] = functions));
  return { promise, resolve: resolve!, reject: reject! };
}
