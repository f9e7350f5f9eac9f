import { connect } from 'node:net';
import { bytesOf } from '../../../src/flow/index.ts';
import type { IndexCounts } from '../../../src/index.ts';
import type { PageVerdict, RecheckedDuplicate } from '../../../src/store/index.ts';
import type { UrlRulesState } from '../../../src/url-rules/index.ts';
import type { LearnedRules, RulesNews } from '../crawl-rules.ts';
import type { DroppedLink } from '../crawl-urls.ts';
import type { DecidedPage, DecideOptions, StoredVerdict } from '../decider.ts';
import type { ComparablePage } from '../read-page.ts';
import type { BringBack } from '../requests.ts';
import type { WaitingPage } from '../walled-pages.ts';
import { Connection } from './connection.ts';
import type { ClaimAnswer, ClaimMessage, CommitAnswer, Hello, Progress, ReturnMessage } from './messages.ts';
import { RulesCopy } from './rules-copy.ts';

/**
 * The index of another process, which answers the calls. Every call throws ConnectionLost if that process goes
 * away.
 */
export class RemoteDecider {
  readonly ended: Promise<void>;
  readonly #connection: Connection;
  readonly #rules: RulesCopy;
  #progress: Progress = {
    counts: { decided: 0, unique: 0, duplicates: 0, unclassifiable: 0 },
    provisional: 0,
  };
  #claims = 0;

  private constructor(connection: Connection, rules: RulesCopy) {
    this.#connection = connection;
    this.#rules = rules;
    this.ended = connection.ended;
  }

  /**
   * Connects to the index behind a socket; undefined if nobody listens.
   *
   * @param bringBack has a request made by this process; false if it cannot be made here
   * @throws IndexError, ShareError if the owner refuses this process
   */
  static async connect(path: string, hello: Hello, bringBack: BringBack): Promise<RemoteDecider | undefined> {
    const socket = connect(path);
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (!isConnected) return undefined;
    const rules = new RulesCopy();
    const connection = new Connection(socket, async ({ operation, body }) => {
      if (operation === 'rules') return rules.take(body as RulesNews);
      if (operation === 'return') return (await bringBack((body as ReturnMessage).returned)) !== false;
      throw new Error(`expected the operation return or rules; got ${operation}`);
    });
    try {
      await connection.call('hello', hello);
      // answered when the whole state of the URL rules has arrived
      await connection.call('rules', {});
    } catch (error) {
      connection.end();
      throw error;
    }
    return new RemoteDecider(connection, rules);
  }

  get counts(): IndexCounts {
    return this.#progress.counts;
  }

  get provisional(): number {
    return this.#progress.provisional;
  }

  async claim(page: ComparablePage, { signal, provisional }: DecideOptions): Promise<DecidedPage | 'wall'> {
    const { content, ...place } = page;
    // the process that has the index computes the sketches
    const { grams, sketches: _, ...notes } = content;
    const claim = ++this.#claims;
    const message: ClaimMessage = {
      claim,
      page: { ...place, content: notes },
      ...(provisional && { provisional }),
    };
    const release = () => void this.#connection.call('release', { claim }).catch(() => undefined);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', release, { once: true });
    try {
      const answer = await this.#connection.call<ClaimAnswer>('claim', message, bytesOf(grams));
      this.#progress = answer;
      if (answer.verdict === 'wall') return 'wall';
      const commit = async () => {
        const committed = await this.#connection.call<CommitAnswer>('commit', { claim });
        this.#progress = committed;
        return committed.isStored;
      };
      return { verdict: answer.verdict, commit, release };
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', release);
    }
  }

  settled(): Promise<void> {
    return this.#connection.call('settled', {});
  }

  giveUp(key: string): Promise<void> {
    return this.#connection.call('giveUp', { key });
  }

  ledToNoPage(url: string): Promise<void> {
    return this.#connection.call('ledToNoPage', { url });
  }

  forget(key: string, url: string | undefined): Promise<void> {
    return this.#connection.call('forget', { key, url });
  }

  passOver(key: string, request: string): Promise<void> {
    return this.#connection.call('passOver', { key, request });
  }

  keepWaiting(key: string, page: WaitingPage | undefined): Promise<void> {
    return this.#connection.call('keepWaiting', { key, page });
  }

  /** Those of this process. */
  async waiting(): Promise<WaitingPage[]> {
    const pages: WaitingPage[] = [];
    for await (const page of this.#walk<string>('waiting', {})) pages.push(JSON.parse(page));
    return pages;
  }

  /** Whether the owner would leave a URL out, according to the copy of the rules here. */
  foreseesDrop(url: string): boolean {
    return this.#rules.drops(url);
  }

  /** Tells the owner of links that are left out. Returns for each link whether the owner leaves it out, too. */
  dropLinks(links: readonly DroppedLink[]): Promise<boolean[]> {
    return this.#connection.call('dropLinks', { links });
  }

  async isKnown(url: string, key: string, request: string): Promise<boolean> {
    // most URLs are not known, and the owner need not be asked
    return this.#rules.drops(url) && this.#connection.call<boolean>('isKnown', { url, key, request });
  }

  learned(): LearnedRules {
    return this.#rules.learned();
  }

  get rulesState(): UrlRulesState {
    return this.#rules.state;
  }

  text(key: string): Promise<string | undefined> {
    return this.#connection.call('text', { key });
  }

  async get(key: string): Promise<StoredVerdict | undefined> {
    return this.#connection.call('get', { key });
  }

  flush(): Promise<void> {
    return this.#connection.call('flush', {});
  }

  verdicts(): AsyncGenerator<PageVerdict> {
    return this.#walk('verdicts', {});
  }

  recheck(fetchAgain: boolean): AsyncGenerator<RecheckedDuplicate> {
    return this.#walk('recheck', { fetchAgain });
  }

  export(): AsyncGenerator<string> {
    return this.#walk('export', {});
  }

  /** Leaves the index to the other processes. The claims of this process are released. */
  async close(): Promise<void> {
    this.#connection.end();
    await this.ended;
  }

  async *#walk<Value>(operation: string, body: object): AsyncGenerator<Value> {
    const walk = await this.#connection.call<number>(operation, body);
    try {
      for (;;) {
        const chunk = await this.#connection.call<Value[]>('next', { walk });
        if (chunk.length === 0) return;
        yield* chunk;
      }
    } finally {
      await this.#connection.call('stop', { walk }).catch(() => undefined);
    }
  }
}
