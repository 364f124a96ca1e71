// Does the commands of the page one at a time and in order, also those that take their time, and answers them.

import { Host } from './host';
import type { Command, Message } from './messages';
import { problemOf } from './problem';

export class Desk {
  private turn: Promise<unknown> = Promise.resolve();
  private host = new Host({
    inTurn: (task) => this.inTurn(task),
    tell: (news) => this.tell(news),
  });

  constructor(private send: (message: Message, transfer: Transferable[]) => void) {}

  receive({ id, name, args }: Command): void {
    void this.inTurn(async () => {
      const command = this.host[name] as (...args: unknown[]) => unknown;
      try {
        this.tell({ answer: { id, value: await command.apply(this.host, args) } });
      } catch (error) {
        this.tell({ answer: { id, problem: problemOf(error) } });
      }
    });
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.turn.then(task);
    // What goes wrong in one turn concerns no other.
    this.turn = done.catch(() => undefined);
    return done;
  }

  private tell(news: Pick<Message, 'answer' | 'frame'>): void {
    const pictures = [news.answer?.value, news.frame?.picture];
    this.send({ ...this.host.news(), ...news }, pictures.filter((picture) => isPicture(picture)));
  }
}

function isPicture(value: unknown): value is ImageBitmap {
  return value instanceof ImageBitmap;
}
