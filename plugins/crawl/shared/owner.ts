import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { IndexDecider } from '../index-decider.ts';
import type { DeduperSettings } from '../options.ts';
import type { BringBack, ReturnedRequest } from '../requests.ts';
import { processOf, socketOf } from './place.ts';
import { ServedProcess } from './served-process.ts';

/** The one process that has an index open. It decides its own pages and those of all processes that ask it. */
export class Owner {
  readonly decider: IndexDecider;
  readonly #name: string;
  readonly #server: Server;
  readonly #served = new Set<ServedProcess>();
  readonly #bringBack: BringBack;

  private constructor(decider: IndexDecider, name: string, comparison: object, bringBack: BringBack) {
    this.decider = decider;
    this.#name = name;
    this.#bringBack = bringBack;
    this.#server = createServer((socket) => this.#serve(socket, comparison));
    decider.onReturn((returned) => this.#return(returned));
  }

  /**
   * Opens the index, and listens for other processes.
   *
   * @param name of this process
   * @param bringBack has a request made by this process; false if it cannot be made here
   * @throws IndexError as `SketchIndex.open`: NEARDUP_INDEX_LOCKED if another process has it open
   */
  static async open(
    settings: DeduperSettings,
    name: string,
    comparison: object,
    bringBack: BringBack,
  ): Promise<Owner> {
    const decider = await IndexDecider.open(settings);
    const owner = new Owner(decider, name, comparison, bringBack);
    try {
      await owner.#listen((await socketOf(settings.directory))!);
    } catch (error) {
      await decider.close();
      throw error;
    }
    return owner;
  }

  /** Closes the index. The other processes have to find another owner among themselves. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const served of this.#served) served.end();
    await closed;
    await this.decider.close();
  }

  async #listen(path: string): Promise<void> {
    // a process that was killed may have left the socket; only the process that has the index open may use it
    if (process.platform !== 'win32') await rm(path, { force: true });
    await new Promise<void>((listening, failed) => {
      this.#server.once('error', failed).listen(path, listening);
    });
    // the other side tries again if its connection cannot be accepted
    this.#server.on('error', () => undefined);
    // serving others does not keep a process alive
    this.#server.unref();
    if (process.platform !== 'win32') await chmod(path, 0o600).catch(() => undefined);
  }

  #serve(socket: Socket, comparison: object): void {
    const isFree = (name: string) =>
      name !== this.#name && ![...this.#served].some((served) => served.name === name);
    const served = new ServedProcess(socket, this.decider, comparison, isFree);
    this.#served.add(served);
    void served.ended.then(() => this.#served.delete(served));
  }

  /** Has a request made by the process that it belongs to, or by any other if that one is gone or cannot make it. */
  async #return(returned: ReturnedRequest): Promise<void> {
    const name = processOf(returned.key ?? returned.shownBy ?? '');
    if (name === this.#name && (await this.#bringBack(returned)) !== false) return;
    const others = [...this.#served].filter((served) => served.name !== undefined);
    const own = others.find((served) => served.name === name);
    if (own !== undefined && (await own.bringBack(returned))) return;
    const { request, url, returns, key } = returned;
    const adopted = { request, url, returns, isAdopted: true } as const;
    const takers = [
      this.#bringBack,
      ...others.map((served) => (each: ReturnedRequest) => served.bringBack(each)),
    ];
    for (const take of takers) {
      if ((await take(adopted)) === false) continue;
      // it has a new key in the other process, so its old key is given up
      if (key !== undefined) await this.decider.giveUp(key);
      return;
    }
  }
}
