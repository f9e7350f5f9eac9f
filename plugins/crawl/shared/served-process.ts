import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { IndexError } from '../../../src/store/index.ts';
import type { DroppedLink } from '../crawl-urls.ts';
import type { DecidedPage } from '../decider.ts';
import type { IndexDecider } from '../index-decider.ts';
import type { ReturnedRequest } from '../requests.ts';
import type { WaitingPage } from '../walled-pages.ts';
import { type Call, Connection } from './connection.ts';
import {
  type ClaimAnswer,
  type ClaimMessage,
  type CommitAnswer,
  gramsOfBytes,
  type Hello,
  PROTOCOL_VERSION,
  type Progress,
} from './messages.ts';
import { RulesFeed } from './rules-feed.ts';
import { ConnectionLost, ShareError } from './share-error.ts';

/** Most verdicts or lines, and most characters of lines, that are sent together. */
const CHUNK = 256;
const CHUNK_CHARACTERS = 1 << 20;

/** The operations that can be called, by name. */
type Operations = Readonly<Record<string, (body: never, bytes: Buffer) => unknown>>;

/** Another process that uses the index of this one. Its claims are released when it goes away. */
export class ServedProcess {
  /** Its name, once it has said hello. */
  name: string | undefined;
  readonly ended: Promise<void>;
  readonly #decider: IndexDecider;
  readonly #rules: RulesFeed;
  readonly #connection: Connection;
  readonly #claims = new Map<number, DecidedPage>();
  readonly #waiting = new Map<number, AbortController>();
  readonly #walks = new Map<number, AsyncIterator<object | string>>();
  readonly #hello: (hello: Hello) => void;
  #walkNumber = 0;
  #hasEnded = false;

  constructor(socket: Socket, decider: IndexDecider, comparison: object, isFree: (name: string) => boolean) {
    this.#decider = decider;
    this.#hello = (hello) => {
      checkHello(hello, comparison, isFree);
      this.name = hello.process;
    };
    this.#connection = new Connection(socket, (call) => this.#answer(call));
    this.#rules = new RulesFeed(
      () => ({ state: decider.rulesState }),
      (news) => this.#connection.call('rules', news),
    );
    const endFeed = decider.followRules((event) => this.#rules.add(event));
    this.ended = this.#connection.ended.then(() => {
      endFeed();
      this.#rules.end();
      return this.#release();
    });
  }

  /** Has a request made by that process; false if it is gone or cannot make it. */
  async bringBack(returned: ReturnedRequest): Promise<boolean> {
    try {
      return await this.#connection.call<boolean>('return', { returned });
    } catch (error) {
      if (error instanceof ConnectionLost) return false;
      throw error;
    }
  }

  /** Ends the connection. */
  end(): void {
    this.#connection.end();
  }

  async #answer({ operation, body, bytes }: Call): Promise<unknown> {
    if (operation === 'hello') return this.#hello(body as Hello);
    const run = Object.hasOwn(this.#operations, operation) ? this.#operations[operation] : undefined;
    if (this.name === undefined || run === undefined) {
      throw new Error(`expected hello, then an operation of version ${PROTOCOL_VERSION}; got ${operation}`);
    }
    return run(body as never, bytes);
  }

  readonly #operations: Operations = {
    claim: (message: ClaimMessage, bytes) => this.#claim(message, bytes),
    commit: async ({ claim }: { claim: number }): Promise<CommitAnswer> => {
      const isStored = (await this.#take(claim)?.commit()) ?? false;
      return { isStored, ...this.#progress() };
    },
    release: ({ claim }: { claim: number }) => {
      this.#waiting.get(claim)?.abort();
      this.#take(claim)?.release();
    },
    settled: () => this.#decider.settled(),
    giveUp: ({ key }: { key: string }) => this.#decider.giveUp(key),
    ledToNoPage: ({ url }: { url: string }) => this.#decider.ledToNoPage(url),
    forget: ({ key, url }: { key: string; url?: string }) => this.#decider.forget(key, url),
    passOver: ({ key, request }: { key: string; request: string }) => this.#decider.passOver(key, request),
    keepWaiting: ({ key, page }: { key: string; page?: WaitingPage }) => this.#decider.keepWaiting(key, page),
    waiting: () => this.#walk(this.#waitingPages()),
    isKnown: ({ url, key, request }: { url: string; key: string; request: string }) =>
      this.#decider.isKnown(url, key, request),
    dropLinks: ({ links }: { links: readonly DroppedLink[] }) => this.#decider.dropLinks(links),
    rules: () => this.#rules.flush(),
    get: ({ key }: { key: string }) => this.#decider.get(key),
    text: ({ key }: { key: string }) => this.#decider.text(key),
    flush: async () => {
      await this.#decider.flush();
      await this.#rules.flush();
    },
    verdicts: () => this.#walk(this.#decider.verdicts()),
    recheck: ({ fetchAgain }: { fetchAgain: boolean }) => this.#walk(this.#decider.recheck(fetchAgain)),
    export: () => this.#walk(this.#decider.export()),
    next: ({ walk }: { walk: number }) => this.#next(walk),
    stop: ({ walk }: { walk: number }) => this.#stop(walk),
  };

  async #claim({ claim, page, provisional }: ClaimMessage, bytes: Buffer): Promise<ClaimAnswer> {
    const waiting = new AbortController();
    this.#waiting.set(claim, waiting);
    try {
      const decided = await this.#decider.claim(
        { ...page, content: { ...page.content, grams: gramsOfBytes(bytes) } },
        { signal: waiting.signal, ...(provisional && { provisional }) },
      );
      if (decided === 'wall') return { verdict: decided, ...this.#progress() };
      // nobody is there any more to commit it
      if (this.#hasEnded || waiting.signal.aborted) decided.release();
      else this.#claims.set(claim, decided);
      return { verdict: decided.verdict, ...this.#progress() };
    } finally {
      this.#waiting.delete(claim);
    }
  }

  #take(claim: number): DecidedPage | undefined {
    const decided = this.#claims.get(claim);
    this.#claims.delete(claim);
    return decided;
  }

  #progress(): Progress {
    const { counts, provisional } = this.#decider;
    return { counts, provisional };
  }

  #walk(values: AsyncIterable<object | string>): number {
    this.#walks.set(++this.#walkNumber, values[Symbol.asyncIterator]());
    return this.#walkNumber;
  }

  /** As JSON: an answer has at most so many characters of texts. */
  async *#waitingPages(): AsyncGenerator<string> {
    for (const page of await this.#decider.waiting(this.name)) yield JSON.stringify(page);
  }

  /** The next values of a walk; none at its end. */
  async #next(walk: number): Promise<(object | string)[]> {
    const values = this.#walks.get(walk);
    const chunk: (object | string)[] = [];
    let characters = 0;
    while (values !== undefined && chunk.length < CHUNK && characters < CHUNK_CHARACTERS) {
      const { done, value } = await values.next();
      if (done) break;
      chunk.push(value);
      if (typeof value === 'string') characters += value.length;
    }
    return chunk;
  }

  async #stop(walk: number): Promise<void> {
    const values = this.#walks.get(walk);
    this.#walks.delete(walk);
    await values?.return?.();
  }

  async #release(): Promise<void> {
    this.#hasEnded = true;
    for (const waiting of this.#waiting.values()) waiting.abort();
    for (const decided of this.#claims.values()) decided.release();
    this.#claims.clear();
    await Promise.all([...this.#walks.keys()].map((walk) => this.#stop(walk)));
  }
}

function checkHello(
  { version, process, comparison }: Hello,
  own: object,
  isFree: (name: string) => boolean,
): void {
  if (version !== PROTOCOL_VERSION) {
    throw new ShareError(
      'NEARDUP_PROCESS_VERSION',
      `expected version ${PROTOCOL_VERSION} of what processes that share an index say to each other; got ${version}: run the same neardup in all of them`,
    );
  }
  if (!isDeepStrictEqual(comparison, own)) {
    throw new IndexError(
      'NEARDUP_INDEX_PARAMETERS',
      `expected the options of the process that has the index, ${JSON.stringify(own)}; got ${JSON.stringify(comparison)}: give all processes the same`,
    );
  }
  if (!isFree(process)) {
    throw new ShareError(
      'NEARDUP_PROCESS_NAME',
      `expected a name of its own for each process that shares the index; got ${process}, which another has`,
    );
  }
}
